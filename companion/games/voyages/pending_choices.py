"""Answers to pending items: goods, towns, posts to be moved, and tiles (V18, V20, V21, V24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages.amounts import GOODS, Amounts
from companion.games.voyages.incomes import gain_town_income, with_tile
from companion.games.voyages.moves import Choose
from companion.games.voyages.state import LineSource, PendingItem, PendingKind, Reason, Setup, State
from companion.games.voyages.state_changes import RULINGS, Outcome, board_of, gain, refusal_error
from companion.games.voyages.trading_posts import city_of, movable_posts, move_post, with_city

ANSWER_FIELDS = {
    PendingKind.GOOD: "goods",
    PendingKind.TWO_GOODS: "goods",
    PendingKind.TOWN: "town",
    PendingKind.POST: "post",
    PendingKind.BONUS: "bonus",
    PendingKind.INCOME: "income",
}
"""The field of `choose` that answers each kind of pending item."""
ASKED_BY_PLACE = (PendingKind.POST, PendingKind.BONUS, PendingKind.INCOME)
"""The kinds that ask about one of several places, which the question names."""


def choose(setup: Setup, state: State, seat: int, move: Choose, pending: PendingItem) -> Outcome:
    """Answer a pending item with the one field that it asks for."""
    answers = {
        name: value for name in dict.fromkeys(ANSWER_FIELDS.values()) if (value := getattr(move, name)) is not None
    }
    field = ANSWER_FIELDS[pending.kind]
    if [*answers] != [field]:
        raise refusal_error(f"say_{field}", _ruling(pending))
    value = answers[field]
    match pending.kind:
        case PendingKind.GOOD | PendingKind.TWO_GOODS:
            check_goods(value, pending)
            return gain(state, seat, Amounts(**dict.fromkeys(value, 1)), pending.reason)
        case PendingKind.TOWN:
            check_town(setup, value, pending)
            return gain_town_income(setup, state, seat, value, Reason(LineSource.OTHER_TOWN, value))
        case PendingKind.POST:
            check_moved_post(state, seat, value, pending)
            assert pending.place is not None
            return move_post(setup, state, seat, value, pending.place), ()
        case PendingKind.BONUS:
            return _bonus(setup, state, seat, value, pending)
    return _income(setup, state, seat, value, pending)


def _ruling(pending: PendingItem) -> str:
    return "V18" if pending.kind is PendingKind.POST else RULINGS[pending.reason.source]


def check_goods(goods: Sequence[str], pending: PendingItem) -> None:
    """Check that these goods may be chosen. Raises IllegalMoveError."""
    wanted = 2 if pending.kind is PendingKind.TWO_GOODS else 1
    if len(goods) != wanted or len(set(goods)) != wanted or any(good not in GOODS for good in goods):
        raise refusal_error("two_goods" if wanted > 1 else "one_good", _ruling(pending))


def check_town(setup: Setup, town: str, pending: PendingItem) -> None:
    """Check that this is another town (V24). Raises IllegalMoveError."""
    if town == pending.place or town not in (place.id for place in setup.edition.towns):
        raise refusal_error("no_other_town", "V24")


def check_moved_post(state: State, seat: int, place: str, pending: PendingItem) -> None:
    """Check that a post may leave this place: the same movement does not reach it (V18).

    Raises IllegalMoveError.
    """
    if place not in board_of(state, seat).posts:
        raise refusal_error("no_post_there", "V18")
    if place not in movable_posts(state, pending):
        raise refusal_error("placed_now", "V18")


def check_bonus(setup: Setup, state: State, tile: str) -> None:
    """Check that this may be the bonus tile of a city. Raises IllegalMoveError."""
    if tile not in setup.edition.bonus:
        raise refusal_error("no_such_tile", "V21")
    if any(city.bonus == tile for city in state.cities):
        raise refusal_error("tile_elsewhere", "V21")


def check_income(setup: Setup, state: State, tile: str) -> None:
    """Check that this may be the income tile of a town. Raises IllegalMoveError."""
    if tile not in setup.edition.income:
        raise refusal_error("no_such_tile", "V20")
    if any(town.tile == tile for town in state.towns):
        raise refusal_error("tile_elsewhere", "V20")


def _bonus(setup: Setup, state: State, seat: int, tile: str, pending: PendingItem) -> Outcome:
    check_bonus(setup, state, tile)
    assert pending.place is not None
    state = with_city(state, replace(city_of(state, pending.place), bonus=tile))
    return gain(state, seat, setup.edition.bonus[tile].gives, pending.reason)


def _income(setup: Setup, state: State, seat: int, tile: str, pending: PendingItem) -> Outcome:
    check_income(setup, state, tile)
    assert pending.place is not None
    return gain_town_income(setup, with_tile(state, pending.place, tile), seat, pending.place, pending.reason)
