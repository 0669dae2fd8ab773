"""Incomes of towns with an own post, and of characters (V5, V20, V23, V24, V35, V38, V40)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.cards import Person
from companion.games.voyages.state import Because, Owed, Setup, Source, State, Town, Want
from companion.games.voyages.steps import Lines, Step, board_of, gained, seats_of, waiting_too

_OF_CHARACTERS = {
    Person.MATTEO: Source.MATTEO,
    Person.NICCOLO_MARCO: Source.NICCOLO_MARCO,
    Person.JOHANNES: Source.JOHANNES,
}


def incomes(setup: Setup, state: State) -> Step:
    """Book the incomes of a round for each seat: its towns in the order of the map, then the character (V5).

    In round 1 nobody has a town yet.
    """
    lines: Lines = ()
    for seat in seats_of(state):
        posts = board_of(state, seat).posts
        for town in setup.edition.towns:
            if town.id in posts:
                state, more = town_gained(setup, state, seat, town.id, Because(Source.TOWN, town.id), follows=True)
                lines = (*lines, *more)
        state, more = _of_character(setup, state, seat)
        lines = (*lines, *more)
    return state, lines


def _of_character(setup: Setup, state: State, seat: int) -> Step:
    person = setup.person(seat)
    because = Because(_OF_CHARACTERS.get(person, Source.OTHER_CHARACTER))
    return gained(state, seat, setup.edition.character[person].income, because, follows=state.round > 1)


def town_gained(setup: Setup, state: State, seat: int, place: str, because: Because, *, follows: bool = False) -> Step:
    """Book a town's income; if its tile is not known yet, ask for that first."""
    tile = town_of(state, place).tile
    if tile is None:
        return waiting_too(state, Owed(seat, Want.INCOME, because, at=place)), ()
    gives = setup.edition.income[tile].gives
    if gives.other_town:
        return _with_another(state, seat, place, gives, because, follows=follows)
    return gained(state, seat, gives, because, follows=follows)


def _with_another(state: State, seat: int, place: str, gives: Amounts, because: Because, *, follows: bool) -> Step:
    """Book a tile that gives another town's income, and ask which town; it cannot be this one (V24)."""
    state, lines = gained(state, seat, replace(gives, other_town=0), because, follows=follows)
    items = (Owed(seat, Want.TOWN, because, at=place) for _ in range(gives.other_town))
    return waiting_too(state, *items), lines


def town_of(state: State, place: str) -> Town:
    """Return the town at a place."""
    return next(town for town in state.towns if town.id == place)


def with_tile(state: State, place: str, tile: str) -> State:
    """Return the state with a town's income tile known."""
    return replace(state, towns=tuple(Town(place, tile) if town.id == place else town for town in state.towns))
