"""Incomes of towns with an own post, and of characters (V5, V20, V23, V24, V35, V38, V40)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.state import LineSource, PendingItem, PendingKind, Reason, Setup, State, Town
from companion.games.voyages.state_changes import Lines, Outcome, add_pending, board_of, gain, seats_of

_OF_CHARACTERS = {
    Person.MATTEO: LineSource.MATTEO,
    Person.NICCOLO_MARCO: LineSource.NICCOLO_MARCO,
    Person.JOHANNES: LineSource.JOHANNES,
}


def book_incomes(setup: Setup, state: State, *, follows: bool) -> Outcome:
    """Book the incomes of a round for each seat: its towns in the order of the map, then the character (V5).

    In round 1 nobody has a town yet.
    """
    lines: Lines = ()
    for seat in seats_of(state):
        posts = board_of(state, seat).posts
        for town in setup.edition.towns:
            if town.id in posts:
                state, more = gain_town_income(
                    setup, state, seat, town.id, Reason(LineSource.TOWN, town.id), follows=follows
                )
                lines = (*lines, *more)
        state, more = _character_income(setup, state, seat, follows=follows)
        lines = (*lines, *more)
    return state, lines


def _character_income(setup: Setup, state: State, seat: int, *, follows: bool) -> Outcome:
    person = setup.person(seat)
    reason = Reason(_OF_CHARACTERS.get(person, LineSource.OTHER_CHARACTER))
    return gain(state, seat, setup.edition.character[person].income, reason, follows=follows)


def gain_town_income(
    setup: Setup, state: State, seat: int, place: str, reason: Reason, *, follows: bool = False
) -> Outcome:
    """Book a town's income; if its tile is not known yet, ask for that first."""
    tile = town_of(state, place).tile
    if tile is None:
        return add_pending(state, PendingItem(seat, PendingKind.INCOME, reason, place=place)), ()
    gives = setup.edition.income[tile].gives
    if gives.other_town:
        return _gain_another_town(state, seat, place, gives, reason, follows=follows)
    return gain(state, seat, gives, reason, follows=follows)


def _gain_another_town(
    state: State, seat: int, place: str, gives: Amounts, reason: Reason, *, follows: bool
) -> Outcome:
    """Book a tile that gives another town's income, and ask which town; it cannot be this one (V24)."""
    state, lines = gain(state, seat, replace(gives, other_town=0), reason, follows=follows)
    items = (PendingItem(seat, PendingKind.TOWN, reason, place=place) for _ in range(gives.other_town))
    return add_pending(state, *items), lines


def town_of(state: State, place: str) -> Town:
    """Return the town at a place."""
    return next(town for town in state.towns if town.id == place)


def with_tile(state: State, place: str, tile: str) -> State:
    """Return the state with a town's income tile known."""
    return replace(state, towns=tuple(Town(place, tile) if town.id == place else town for town in state.towns))
