"""Answers to what waits: goods, towns, posts that are moved, tiles that are named (V18, V20, V21, V24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages.amounts import GOODS, Amounts
from companion.games.voyages.incomes import town_gained, with_tile
from companion.games.voyages.moves import Choose
from companion.games.voyages.posts import city_of, moved, with_city
from companion.games.voyages.state import Because, Owed, Setup, Source, State, Want
from companion.games.voyages.steps import RULINGS, Step, board_of, gained, refused

FIELDS = {
    Want.GOOD: "goods",
    Want.TWO_GOODS: "goods",
    Want.TOWN: "town",
    Want.POST: "post",
    Want.BONUS: "bonus",
    Want.INCOME: "income",
}
"""What is said of what waits."""
PLACED = (Want.POST, Want.BONUS, Want.INCOME)
"""What is asked of one place among others."""


def choose(setup: Setup, state: State, seat: int, move: Choose, owed: Owed) -> Step:
    """What was asked is said, and that alone."""
    said = {name: value for name in dict.fromkeys(FIELDS.values()) if (value := getattr(move, name)) is not None}
    field = FIELDS[owed.want]
    if [*said] != [field]:
        raise refused(f"say_{field}", _ruling(owed))
    value = said[field]
    match owed.want:
        case Want.GOOD | Want.TWO_GOODS:
            check_goods(value, owed)
            return gained(state, seat, Amounts(**dict.fromkeys(value, 1)), owed.why)
        case Want.TOWN:
            check_town(setup, value, owed)
            return town_gained(setup, state, seat, value, Because(Source.OTHER_TOWN, value))
        case Want.POST:
            check_moved(state, seat, value, owed)
            assert owed.at is not None
            return moved(setup, state, seat, value, owed.at), ()
        case Want.BONUS:
            return _bonus(setup, state, seat, value, owed)
    return _income(setup, state, seat, value, owed)


def _ruling(owed: Owed) -> str:
    return "V18" if owed.want is Want.POST else RULINGS[owed.why.source]


def check_goods(goods: Sequence[str], owed: Owed) -> None:
    """Whether these goods are what may be chosen. Raises IllegalMoveError."""
    wanted = 2 if owed.want is Want.TWO_GOODS else 1
    if len(goods) != wanted or len(set(goods)) != wanted or any(good not in GOODS for good in goods):
        raise refused("two_goods" if wanted > 1 else "one_good", _ruling(owed))


def check_town(setup: Setup, town: str, owed: Owed) -> None:
    """Whether this is another town (V24). Raises IllegalMoveError."""
    if town == owed.at or town not in (one.id for one in setup.edition.towns):
        raise refused("no_other_town", "V24")


def check_moved(state: State, seat: int, place: str, owed: Owed) -> None:
    """Whether a post may leave this place: it was not placed in this very movement (V18). Raises IllegalMoveError."""
    if place not in board_of(state, seat).posts:
        raise refused("no_post_there", "V18")
    if place in owed.placed:
        raise refused("placed_now", "V18")


def check_bonus(setup: Setup, state: State, tile: str) -> None:
    """Whether this bonus tile may be the one that lay there. Raises IllegalMoveError."""
    if tile not in setup.edition.bonus:
        raise refused("no_such_tile", "V21")
    if any(city.bonus == tile for city in state.cities):
        raise refused("tile_elsewhere", "V21")


def check_income(setup: Setup, state: State, tile: str) -> None:
    """Whether this income tile may be the one that lies there. Raises IllegalMoveError."""
    if tile not in setup.edition.income:
        raise refused("no_such_tile", "V20")
    if any(town.tile == tile for town in state.towns):
        raise refused("tile_elsewhere", "V20")


def _bonus(setup: Setup, state: State, seat: int, tile: str, owed: Owed) -> Step:
    check_bonus(setup, state, tile)
    assert owed.at is not None
    state = with_city(state, replace(city_of(state, owed.at), bonus=tile))
    return gained(state, seat, setup.edition.bonus[tile].gives, owed.why)


def _income(setup: Setup, state: State, seat: int, tile: str, owed: Owed) -> Step:
    check_income(setup, state, tile)
    assert owed.at is not None
    return town_gained(setup, with_tile(state, owed.at, tile), seat, owed.at, owed.why)
