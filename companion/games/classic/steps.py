"""The small steps that moves are made of: lines that change hands, and the turn that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.classic.cards import Card, Colour, in_order
from companion.games.classic.state import GoldenTable, Hand, State, Turn
from companion.rules.moves import Line
from companion.rules.text import Text, say

Lines = tuple[Line, ...]
Step = tuple[State, Lines]
_COLOURS = {colour.value: colour for colour in Colour}
_FINE = say("classic.why.fine")


def besants(seat: int, by: int, why: Text, ruling: str | None) -> Lines:
    """The line of besants gained or paid; none for nothing."""
    return (Line(seat, "besants", by, why, ruling),) if by else ()


def card_line(seat: int, card: Card, by: int, why: Text, ruling: str | None, *, shown: bool = False) -> Line:
    """The line of a card gained or given; a secret of its seat unless everyone has seen it."""
    return Line(seat, str(card), by, why, ruling, secret=not shown)


def with_hand(state: State, seat: int, hand: Hand) -> State:
    """The state with another hand for a seat."""
    return replace(state, hands=(*state.hands[: seat - 1], hand, *state.hands[seat:]))


def with_turn(state: State, turn: Turn) -> State:
    """The state with another turn under way."""
    return replace(state, turn=turn)


def begun(state: State, seat: int) -> Turn:
    """The turn of a seat as it begins: where it stands."""
    return Turn(seat, start=state.hands[seat - 1].place)


def counted(state: State, lines: Sequence[Line]) -> State:
    """The state with what these lines give and take of besants, goods, Table and Secret."""
    for line in lines:
        state = with_hand(state, line.seat, _counted(state.hands[line.seat - 1], line))
    return state


def _counted(hand: Hand, line: Line) -> Hand:
    match line.what:
        case "besants":
            return replace(hand, besants=hand.besants + line.by)
        case "secret":
            return replace(hand, secrets=hand.secrets + line.by)
        case "table":
            side = GoldenTable.TURNED if hand.done else GoldenTable.UNTURNED
            # A Table that goes takes its mission along (C18).
            return replace(hand, table=side if line.by > 0 else None, town=None if line.by < 0 else hand.town)
        case _:
            return replace(hand, goods=_with_cards(hand.goods, line))


def _with_cards(goods: tuple[Card, ...], line: Line) -> tuple[Card, ...]:
    left = list(goods)
    if line.by > 0:
        left += [card_named(line.what)] * line.by
    for _ in range(-line.by):
        left.remove(card_named(line.what))
    return in_order(left)


def card_named(name: str) -> Card:
    """The card of this name, as `blue:80`."""
    colour, _, value = name.partition(":")
    return Card(_COLOURS[colour], int(value))


def next_turn(state: State, seat: int) -> State:
    """The turn of whoever follows this seat, past those who miss theirs."""
    while True:
        seat = seat % len(state.hands) + 1
        hand = state.hands[seat - 1]
        if not hand.misses:
            return replace(state, turn=begun(state, seat), turn_no=state.turn_no + 1)
        state = with_hand(state, seat, replace(hand, misses=hand.misses - 1))


def settled(state: State, turn: Turn, lines: Lines) -> Step:
    """The state with these lines, and as much of what the turn owes to the bank as there are notes for (C16)."""
    state = counted(state, lines)
    if not turn.debt:
        return with_turn(state, turn), lines
    paid = min(turn.debt, state.hands[turn.seat - 1].besants)
    fine = besants(turn.seat, -paid, _FINE, "C16")
    return with_turn(counted(state, fine), replace(turn, debt=turn.debt - paid)), (*lines, *fine)
