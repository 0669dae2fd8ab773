"""Answers to pending items: goods, towns, posts to be moved, and tiles (V18, V20, V21, V24)."""

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
"""The field of `choose` that answers each kind of pending item."""
PLACED = (Want.POST, Want.BONUS, Want.INCOME)
"""The kinds that ask about one of several places, which the question names."""


def choose(setup: Setup, state: State, seat: int, move: Choose, pending: Owed) -> Step:
    """Answer a pending item with the one field that it asks for."""
    answers = {name: value for name in dict.fromkeys(FIELDS.values()) if (value := getattr(move, name)) is not None}
    field = FIELDS[pending.want]
    if [*answers] != [field]:
        raise refused(f"say_{field}", _ruling(pending))
    value = answers[field]
    match pending.want:
        case Want.GOOD | Want.TWO_GOODS:
            check_goods(value, pending)
            return gained(state, seat, Amounts(**dict.fromkeys(value, 1)), pending.why)
        case Want.TOWN:
            check_town(setup, value, pending)
            return town_gained(setup, state, seat, value, Because(Source.OTHER_TOWN, value))
        case Want.POST:
            check_moved(state, seat, value, pending)
            assert pending.at is not None
            return moved(setup, state, seat, value, pending.at), ()
        case Want.BONUS:
            return _bonus(setup, state, seat, value, pending)
    return _income(setup, state, seat, value, pending)


def _ruling(pending: Owed) -> str:
    return "V18" if pending.want is Want.POST else RULINGS[pending.why.source]


def check_goods(goods: Sequence[str], pending: Owed) -> None:
    """Check that these goods may be chosen. Raises IllegalMoveError."""
    wanted = 2 if pending.want is Want.TWO_GOODS else 1
    if len(goods) != wanted or len(set(goods)) != wanted or any(good not in GOODS for good in goods):
        raise refused("two_goods" if wanted > 1 else "one_good", _ruling(pending))


def check_town(setup: Setup, town: str, pending: Owed) -> None:
    """Check that this is another town (V24). Raises IllegalMoveError."""
    if town == pending.at or town not in (place.id for place in setup.edition.towns):
        raise refused("no_other_town", "V24")


def check_moved(state: State, seat: int, place: str, pending: Owed) -> None:
    """Check that a post may leave this place: it was not placed in this same movement (V18).

    Raises IllegalMoveError.
    """
    if place not in board_of(state, seat).posts:
        raise refused("no_post_there", "V18")
    if place in pending.placed:
        raise refused("placed_now", "V18")


def check_bonus(setup: Setup, state: State, tile: str) -> None:
    """Check that this may be the bonus tile of a city. Raises IllegalMoveError."""
    if tile not in setup.edition.bonus:
        raise refused("no_such_tile", "V21")
    if any(city.bonus == tile for city in state.cities):
        raise refused("tile_elsewhere", "V21")


def check_income(setup: Setup, state: State, tile: str) -> None:
    """Check that this may be the income tile of a town. Raises IllegalMoveError."""
    if tile not in setup.edition.income:
        raise refused("no_such_tile", "V20")
    if any(town.tile == tile for town in state.towns):
        raise refused("tile_elsewhere", "V20")


def _bonus(setup: Setup, state: State, seat: int, tile: str, pending: Owed) -> Step:
    check_bonus(setup, state, tile)
    assert pending.at is not None
    state = with_city(state, replace(city_of(state, pending.at), bonus=tile))
    return gained(state, seat, setup.edition.bonus[tile].gives, pending.why)


def _income(setup: Setup, state: State, seat: int, tile: str, pending: Owed) -> Step:
    check_income(setup, state, tile)
    assert pending.at is not None
    return town_gained(setup, with_tile(state, pending.at, tile), seat, pending.at, pending.why)
