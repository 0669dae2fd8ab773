"""The moves of the great places: the Khan's gifts, the mission, the return, and a new beginning (C12 to C17)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.classic.cards import Card, in_order, without
from companion.games.classic.claims import claim_lacks
from companion.games.classic.edition import LONGEST_TOWN
from companion.games.classic.hands import gifts_please, hand_of
from companion.games.classic.moves import Claim, GiveGifts, Place
from companion.games.classic.state import GoldenTable, State, Terms, Turn
from companion.games.classic.steps import Lines, Step, besants, card_line, counted, with_hand, with_turn
from companion.rules.errors import IllegalMoveError
from companion.rules.sheet import Line
from companion.rules.text import listed, say


def give_gifts(terms: Terms, state: State, turn: Turn, move: GiveGifts) -> Step:
    """Three goods of 80, shown, for a Golden Table whose town stays secret (C12)."""
    if terms.rules.full or move.cards:
        _check_gifts(terms, state, turn.seat, move.cards)
    if move.town is not None and not _town_fits(terms, state, move.town):
        raise IllegalMoveError(say("classic.refused.town", most=LONGEST_TOWN), "C12")
    why = say("classic.why.gifts")
    shown = [card_line(turn.seat, card, -1, why, "C12", shown=True) for card in move.cards]
    lines: Lines = (*(shown if terms.rules.full else ()), Line(turn.seat, "table", 1, why, "C12"))
    state = counted(state, lines)
    return with_hand(state, turn.seat, replace(hand_of(state, turn.seat), town=move.town or None)), lines


def finish_mission(state: State, turn: Turn) -> Step:
    """The Table is turned over, which shows its town; a Secret of the Orient is learnt (C13)."""
    lines = (Line(turn.seat, "secret", 1, say("classic.why.mission"), "C13"),)
    state = counted(state, lines)
    hand = replace(hand_of(state, turn.seat), table=GoldenTable.TURNED, done=True)
    return with_hand(state, turn.seat, hand), lines


def claim(terms: Terms, state: State, turn: Turn, move: Claim) -> Step:
    """Back in Venice with a fortune: the game is over, and its first such player has won (C14)."""
    lines: Lines = ()
    if terms.rules.full:
        if move.goods is not None or move.cards is not None:
            raise IllegalMoveError(say("classic.refused.known_hand"), "C14")
    else:
        cards = in_order((*(move.goods.cards() if move.goods else ()), *(move.cards or ())))
        _check_counted(terms, state, turn, cards)
        lines = tuple(card_line(turn.seat, card, 1, say("classic.why.claim"), "C14", shown=True) for card in cards)
    return replace(counted(state, lines), turn=None, winner=turn.seat), lines


def restart(terms: Terms, state: State, turn: Turn) -> Step:
    """Ruined, one takes the first besants once more in Venice; the stage reached stays (C17)."""
    lines = besants(turn.seat, terms.edition.start, say("classic.why.restart"), "C17")
    state = counted(state, lines)
    state = with_hand(state, turn.seat, replace(hand_of(state, turn.seat), place=Place.VENICE))
    return with_turn(state, replace(turn, restarted=True, place=Place.VENICE)), lines


def _check_gifts(terms: Terms, state: State, seat: int, cards: tuple[Card, ...]) -> None:
    edition = terms.edition
    dear = all(card.value == edition.gift_value and edition.copies(card) for card in cards)
    if len(cards) != edition.gifts or not dear:
        raise IllegalMoveError(say("classic.refused.gifts", n=edition.gifts, value=edition.gift_value), "C12")
    if terms.rules.full and without(hand_of(state, seat).goods, cards) is None:
        mine = say("classic.lacks.card", card=", ".join(map(str, cards)))
        raise IllegalMoveError(say("classic.refused.not_held"), "C12", private=mine)
    if not gifts_please(terms, state, cards):
        raise IllegalMoveError(say("classic.refused.gift_colours"), "C20")


def _town_fits(terms: Terms, state: State, town: str) -> bool:
    towns = terms.edition.towns
    return town in towns if towns else len(town) <= LONGEST_TOWN


def _check_counted(terms: Terms, state: State, turn: Turn, cards: tuple[Card, ...]) -> None:
    """Whether the cards counted at the return exist and make the fortune; now everyone may see them."""
    if any(cards.count(card) > terms.edition.copies(card) for card in cards):
        raise IllegalMoveError(say("classic.refused.no_such_card"), "C19")
    if lacks := claim_lacks(terms, state, turn, cards):
        raise IllegalMoveError(say("classic.refused.fortune_lacks", lacks=listed(lacks)), "C14")
