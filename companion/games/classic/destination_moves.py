"""The moves at Khanbalik, the mission town and Venice: gifts, mission, return, and restart after ruin (C12 to C17)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.classic.arrivals import with_known_post
from companion.games.classic.cards import GoodsCard, sorted_cards, without
from companion.games.classic.edition import LONGEST_TOWN
from companion.games.classic.hands import fortune, gifts_acceptable, hand_of, missing_for_return, missing_sentence
from companion.games.classic.labels import cards_word
from companion.games.classic.moves import ClaimVictory, GiveGifts, Location
from companion.games.classic.state import GoldenTable, Phase, Setup, State, Turn
from companion.games.classic.state_changes import (
    Lines,
    Outcome,
    apply_lines,
    besant_lines,
    card_line,
    with_hand,
    with_turn,
)
from companion.rules.moves import Line
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import Text, say


def give_gifts(setup: Setup, state: State, turn: Turn, move: GiveGifts) -> Outcome:
    """Give the Khan his gifts, shown to everyone, for a Golden Table whose town stays secret (C12)."""
    if setup.rules.full or move.cards:
        _check_gifts(setup, state, turn.seat, move.cards)
    if move.town is not None and not _town_allowed(setup, state, move.town):
        raise IllegalMoveError(say("classic.refused.town", most=LONGEST_TOWN), "C12")
    why = say("classic.why.gifts")
    gift_lines = [card_line(turn.seat, card, -1, why, "C12", public=True) for card in move.cards]
    lines: Lines = (*(gift_lines if setup.rules.full else ()), Line(turn.seat, "table", 1, why, "C12"))
    state = with_turn(apply_lines(state, lines), replace(turn, served=True))
    town = move.town if move.town and not _town_taken(setup, state, turn.seat, move.town) else None
    return with_hand(state, turn.seat, replace(hand_of(state, turn.seat), town=town)), lines


def finish_mission(setup: Setup, state: State, turn: Turn) -> Outcome:
    """Turn the Table over, which shows its town, and learn a Secret of the Orient (C13)."""
    lines = (Line(turn.seat, "secret", 1, say("classic.why.mission"), "C13"),)
    state = with_turn(apply_lines(state, lines), replace(turn, served=True))
    hand = replace(hand_of(state, turn.seat), table=GoldenTable.TURNED, done=True)
    if turn.colour is not None:
        state = replace(state, posts=with_known_post(setup, state, hand.town, turn.colour))
    return with_hand(state, turn.seat, hand), lines


def claim(setup: Setup, state: State, turn: Turn, move: ClaimVictory) -> Outcome:
    """Claim the win in Venice with a fortune: the first player to do so wins and the game is over (C14)."""
    lines: Lines = ()
    if setup.rules.full:
        if move.goods is not None or move.cards is not None:
            raise IllegalMoveError(say("classic.refused.known_hand"), "C14")
    else:
        cards = sorted_cards((*(move.goods.cards() if move.goods else ()), *(move.cards or ())))
        _check_claimed_cards(setup, state, turn, cards)
        lines = tuple(card_line(turn.seat, card, 1, say("classic.why.claim"), "C14", public=True) for card in cards)
    return replace(apply_lines(state, lines), turn=None, winner=turn.seat), lines


def restart(setup: Setup, state: State, turn: Turn, seat: int) -> Outcome:
    """Give a ruined seat the first besants again in Venice, in or out of turn; its stage stays (C17).

    This ends no turn: if it is this seat's turn, the turn continues from Venice, and the debt that the seat could not
    pay lapses.
    """
    lines = besant_lines(seat, setup.edition.start, say("classic.why.restart"), "C17")
    state = apply_lines(state, lines)
    state = with_hand(state, seat, replace(hand_of(state, seat), place=Location.VENICE, colour=None, moved=None))
    if seat != turn.seat:
        partners = tuple(partner for partner in turn.shared_with if partner != seat)
        return with_turn(state, replace(turn, shared_with=partners)), lines
    place = Location.VENICE if turn.phase is Phase.PLACE else turn.place
    turn = replace(turn, start=Location.VENICE, place=place, colour=None, shared_with=(), debt=0, owed=None)
    return with_turn(state, turn), lines


def _check_gifts(setup: Setup, state: State, seat: int, cards: tuple[GoodsCard, ...]) -> None:
    edition = setup.edition
    valuable = all(card.value == edition.gift_value and edition.copies(card) for card in cards)
    if len(cards) != edition.gifts or not valuable:
        raise IllegalMoveError(say("classic.refused.gifts", n=edition.gifts, value=edition.gift_value), "C12")
    if setup.rules.full and without(hand_of(state, seat).goods, cards) is None:
        private_reason = say("classic.lacks.card", card=cards_word(cards))
        raise IllegalMoveError(say("classic.refused.not_held"), "C12", private=private_reason)
    if not gifts_acceptable(setup, state, cards):
        raise IllegalMoveError(say("classic.refused.gift_colours"), "C20")


def _town_taken(setup: Setup, state: State, seat: int, town: str) -> bool:
    """Return whether the other players' Tables account for every Table with this town, so that this one cannot have it.

    A refusal would reveal the towns of the others. So the move is accepted, the town is not noted, and the player can
    correct it later.
    """
    towns = [hand.town for holder, hand in enumerate(state.hands, 1) if holder != seat and hand.table is not None]
    return bool(setup.edition.towns) and towns.count(town) >= setup.edition.towns.count(town)


def _town_allowed(setup: Setup, state: State, town: str) -> bool:
    towns = setup.edition.towns
    return town in towns if towns else len(town) <= LONGEST_TOWN


def _check_claimed_cards(setup: Setup, state: State, turn: Turn, cards: tuple[GoodsCard, ...]) -> None:
    """Check that the cards counted at the return exist and make the fortune; now everyone may see them."""
    if any(cards.count(card) > setup.edition.copies(card) for card in cards):
        raise IllegalMoveError(say("classic.refused.no_such_card"), "C19")
    if lacks := missing_for_claim(setup, state, turn, cards):
        raise IllegalMoveError(say("classic.refused.fortune_lacks", lacks=missing_sentence(lacks)), "C14")


def missing_for_claim(
    setup: Setup, state: State, turn: Turn, cards: tuple[GoodsCard, ...] | None = None
) -> tuple[Text, ...]:
    """Return what a hand lacks for the return; `cards` are those counted now, None means the tracked hand."""
    if cards is None:
        return missing_for_return(setup.edition, fortune(setup, state, turn.seat), hand_of(state, turn.seat).goods)
    return missing_for_return(
        setup.edition, fortune(setup, state, turn.seat) + sum(card.value for card in cards), cards
    )


def could_still_win(setup: Setup, state: State, turn: Turn, cards: tuple[GoodsCard, ...]) -> bool:
    """Return whether an untracked hand with these cards, plus any others of the box, could make the fortune."""
    edition, best_fortune = setup.edition, fortune(setup, state, turn.seat)
    for colour in edition.colours:
        counted_values = [card.value for card in cards if card.colour is colour]
        remaining = [value for value, copies in edition.values for _ in range(copies)]
        for value in counted_values:
            if value not in remaining:
                return False
            remaining.remove(value)
        most = edition.max_each if colour in edition.each_of else edition.goods_per_colour
        least = edition.min_each if colour in edition.each_of else 0
        if len(counted_values) > most or len(counted_values) + len(remaining) < least:
            return False
        best_fortune += sum(counted_values) + sum(remaining[: most - len(counted_values)])
    return best_fortune >= edition.threshold
