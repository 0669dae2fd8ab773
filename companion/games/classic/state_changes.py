"""Building blocks of moves: lines, their effect on the state, and the change of turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.classic.cards import Colour, Destination, GoodsCard, sorted_cards
from companion.games.classic.moves import Location
from companion.games.classic.state import GoldenTable, Hand, OwedBesants, State, Turn
from companion.rules.moves import Line
from companion.rules.seat_values import with_value
from companion.rules.text import Text, say

Lines = tuple[Line, ...]
Outcome = tuple[State, Lines]
_COLOURS = {colour.value: colour for colour in Colour}
_FINE, _DEBT = say("classic.why.fine"), say("classic.why.debt")


def besant_lines(seat: int, by: int, why: Text, ruling: str | None) -> Lines:
    """Return the line for besants gained or paid; no line for 0."""
    return (Line(seat, "besants", by, why, ruling),) if by else ()


def card_line(seat: int, card: GoodsCard, by: int, why: Text, ruling: str | None, *, public: bool = False) -> Line:
    """Return the line for a card gained or given; it is a secret of its seat unless the card is public."""
    return Line(seat, str(card), by, why, ruling, secret=not public)


def with_hand(state: State, seat: int, hand: Hand) -> State:
    """Return the state with a seat's hand replaced."""
    return replace(state, hands=with_value(state.hands, seat, hand))


def with_turn(state: State, turn: Turn) -> State:
    """Return the state with the current turn replaced."""
    return replace(state, turn=turn)


def new_turn(state: State, seat: int) -> Turn:
    """Return a new turn of a seat, starting from its place; from no place in particular if that is not known."""
    hand = state.hands[seat - 1]
    return Turn(seat, start=Location.TOWN if hand.moved else hand.place)


def apply_lines(state: State, lines: Sequence[Line]) -> State:
    """Return the state after these lines of besants, goods, Table and Secret."""
    for line in lines:
        state = with_hand(state, line.seat, _apply_line(state.hands[line.seat - 1], line))
    return state


def _apply_line(hand: Hand, line: Line) -> Hand:
    match line.what:
        case "besants":
            return replace(hand, besants=hand.besants + line.by)
        case "secret":
            return replace(hand, secrets=hand.secrets + line.by)
        case "table":
            side = GoldenTable.TURNED if hand.done else GoldenTable.UNTURNED
            # Losing the Table ends its mission (C18).
            return replace(hand, table=side if line.by > 0 else None, town=None if line.by < 0 else hand.town)
        case _:
            return replace(hand, goods=_apply_card_line(hand.goods, line))


def _apply_card_line(goods: tuple[GoodsCard, ...], line: Line) -> tuple[GoodsCard, ...]:
    cards = list(goods)
    if line.by > 0:
        cards += [card_from_name(line.what)] * line.by
    for _ in range(-line.by):
        cards.remove(card_from_name(line.what))
    return sorted_cards(cards)


def card_from_name(name: str) -> GoodsCard:
    """Return the card with this name, like `blue:80`."""
    colour, _, value = name.partition(":")
    return GoodsCard(_COLOURS[colour], int(value))


def next_turn(state: State, seat: int) -> State:
    """Return the state with the turn of the next seat, skipping those that miss a turn."""
    while True:
        seat = seat % len(state.hands) + 1
        hand = state.hands[seat - 1]
        if not hand.misses:
            return replace(state, turn=new_turn(state, seat), turn_no=state.turn_no + 1)
        state = with_hand(state, seat, replace(hand, misses=hand.misses - 1))


def settle_debt(state: State, turn: Turn, lines: Lines) -> Outcome:
    """Apply these lines, then pay as much of the turn's debt as the player's notes cover (C16).

    Seats and loot are paid first, in the order in which they became due, then the bank.
    """
    state = apply_lines(state, lines)
    if not turn.debt:
        return with_turn(state, turn), lines
    due = (*(turn.owed or ()), None)
    left: list[OwedBesants] = []
    for owed in due:
        amount = turn.debt if owed is None else owed.besants
        paid = min(amount, state.hands[turn.seat - 1].besants)
        to = None if owed is None else owed.to
        state, paid_lines = pay(state, turn.seat, paid, to, _FINE if to is None else _DEBT, "C16")
        lines = (*lines, *paid_lines)
        turn = replace(turn, debt=turn.debt - paid)
        if owed is not None and paid < amount:
            left.append(replace(owed, besants=amount - paid))
    return with_turn(state, replace(turn, owed=tuple(left) or None)), lines


def pay(state: State, seat: int, besants: int, to: Destination | None, why: Text, ruling: str) -> Outcome:
    """Pay besants to the bank, to another seat or into the loot."""
    lines = besant_lines(seat, -besants, why, ruling)
    if to is not None and to.seat is not None:
        lines += besant_lines(to.seat, besants, say("classic.why.from_seat", seat=seat), ruling)
    state = apply_lines(state, lines)
    if to is not None and to.loot:
        state = replace(state, loot=replace(state.loot, besants=state.loot.besants + besants))
    return state, lines
