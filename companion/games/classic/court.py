"""The moves of the great places: the Khan's gifts, the mission, the return, and a new beginning (C12 to C17)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.classic.cards import Card, in_order, without
from companion.games.classic.edition import LONGEST_TOWN
from companion.games.classic.hands import fortune, gifts_please, hand_of, lacking
from companion.games.classic.moves import Claim, GiveGifts, Place
from companion.games.classic.state import GoldenTable, Phase, Setup, State, Turn
from companion.games.classic.steps import Lines, Step, besants, card_line, counted, with_hand, with_turn
from companion.rules.moves import Line
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import Text, listed, say


def give_gifts(setup: Setup, state: State, turn: Turn, move: GiveGifts) -> Step:
    """Three goods of 80, shown, for a Golden Table whose town stays secret (C12)."""
    if setup.rules.full or move.cards:
        _check_gifts(setup, state, turn.seat, move.cards)
    if move.town is not None and not _town_fits(setup, state, move.town):
        raise IllegalMoveError(say("classic.refused.town", most=LONGEST_TOWN), "C12")
    why = say("classic.why.gifts")
    shown = [card_line(turn.seat, card, -1, why, "C12", shown=True) for card in move.cards]
    lines: Lines = (*(shown if setup.rules.full else ()), Line(turn.seat, "table", 1, why, "C12"))
    state = with_turn(counted(state, lines), replace(turn, served=True))
    town = move.town if move.town and not _town_taken(setup, state, turn.seat, move.town) else None
    return with_hand(state, turn.seat, replace(hand_of(state, turn.seat), town=town)), lines


def finish_mission(state: State, turn: Turn) -> Step:
    """The Table is turned over, which shows its town; a Secret of the Orient is learnt (C13)."""
    lines = (Line(turn.seat, "secret", 1, say("classic.why.mission"), "C13"),)
    state = with_turn(counted(state, lines), replace(turn, served=True))
    hand = replace(hand_of(state, turn.seat), table=GoldenTable.TURNED, done=True)
    return with_hand(state, turn.seat, hand), lines


def claim(setup: Setup, state: State, turn: Turn, move: Claim) -> Step:
    """Back in Venice with a fortune: the game is over, and its first such player has won (C14)."""
    lines: Lines = ()
    if setup.rules.full:
        if move.goods is not None or move.cards is not None:
            raise IllegalMoveError(say("classic.refused.known_hand"), "C14")
    else:
        cards = in_order((*(move.goods.cards() if move.goods else ()), *(move.cards or ())))
        _check_counted(setup, state, turn, cards)
        lines = tuple(card_line(turn.seat, card, 1, say("classic.why.claim"), "C14", shown=True) for card in cards)
    return replace(counted(state, lines), turn=None, winner=turn.seat), lines


def restart(setup: Setup, state: State, turn: Turn, seat: int) -> Step:
    """Ruined, one takes the first besants once more in Venice, in or out of turn; the stage reached stays (C17).

    It closes nothing: a turn of one's own goes on from Venice, rid of what was owed and could not be paid.
    """
    lines = besants(seat, setup.edition.start, say("classic.why.restart"), "C17")
    state = counted(state, lines)
    state = with_hand(state, seat, replace(hand_of(state, seat), place=Place.VENICE))
    if seat != turn.seat:
        others = tuple(other for other in turn.shared_with if other != seat)
        return with_turn(state, replace(turn, shared_with=others)), lines
    place = Place.VENICE if turn.phase is Phase.PLACE else turn.place
    turn = replace(turn, start=Place.VENICE, place=place, colour=None, shared_with=(), debt=0)
    return with_turn(state, turn), lines


def _check_gifts(setup: Setup, state: State, seat: int, cards: tuple[Card, ...]) -> None:
    edition = setup.edition
    dear = all(card.value == edition.gift_value and edition.copies(card) for card in cards)
    if len(cards) != edition.gifts or not dear:
        raise IllegalMoveError(say("classic.refused.gifts", n=edition.gifts, value=edition.gift_value), "C12")
    if setup.rules.full and without(hand_of(state, seat).goods, cards) is None:
        mine = say("classic.lacks.card", card=", ".join(map(str, cards)))
        raise IllegalMoveError(say("classic.refused.not_held"), "C12", private=mine)
    if not gifts_please(setup, state, cards):
        raise IllegalMoveError(say("classic.refused.gift_colours"), "C20")


def _town_taken(setup: Setup, state: State, seat: int, town: str) -> bool:
    """Whether the Tables of the others are all that there are with this town on them: then it cannot be this one's.

    Nobody is refused for it, which would tell what the others hold: the town is not noted, and can be put right.
    """
    towns = [hand.town for other, hand in enumerate(state.hands, 1) if other != seat and hand.table is not None]
    return bool(setup.edition.towns) and towns.count(town) >= setup.edition.towns.count(town)


def _town_fits(setup: Setup, state: State, town: str) -> bool:
    towns = setup.edition.towns
    return town in towns if towns else len(town) <= LONGEST_TOWN


def _check_counted(setup: Setup, state: State, turn: Turn, cards: tuple[Card, ...]) -> None:
    """Whether the cards counted at the return exist and make the fortune; now everyone may see them."""
    if any(cards.count(card) > setup.edition.copies(card) for card in cards):
        raise IllegalMoveError(say("classic.refused.no_such_card"), "C19")
    if lacks := claim_lacks(setup, state, turn, cards):
        raise IllegalMoveError(say("classic.refused.fortune_lacks", lacks=listed(lacks)), "C14")


def claim_lacks(setup: Setup, state: State, turn: Turn, cards: tuple[Card, ...] | None = None) -> tuple[Text, ...]:
    """What a hand lacks for the return: the tracked one, or the cards that are counted now."""
    if cards is None:
        return lacking(setup.edition, fortune(setup, state, turn.seat), hand_of(state, turn.seat).goods)
    return lacking(setup.edition, fortune(setup, state, turn.seat) + sum(card.value for card in cards), cards)


def could_claim(setup: Setup, state: State, turn: Turn, cards: tuple[Card, ...]) -> bool:
    """Whether these cards, and any others of the box besides, could make the fortune of an untracked hand."""
    edition, best = setup.edition, fortune(setup, state, turn.seat)
    for colour in edition.colours:
        here = [card.value for card in cards if card.colour is colour]
        rest = [value for value, copies in edition.values for _ in range(copies)]
        for value in here:
            if value not in rest:
                return False
            rest.remove(value)
        most = edition.max_each if colour in edition.each_of else edition.goods_each
        least = edition.min_each if colour in edition.each_of else 0
        if len(here) > most or len(here) + len(rest) < least:
            return False
        best += sum(here) + sum(rest[: most - len(here)])
    return best >= edition.threshold
