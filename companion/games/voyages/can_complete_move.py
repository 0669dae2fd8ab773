"""Checks that a kind of move belongs to the moment and can be completed in at least one way."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.voyages.allowed_kinds import check_kind
from companion.games.voyages.city_card_form import check_any_card
from companion.games.voyages.coin_and_goods_actions import check_bazaar, check_khan, check_take_five
from companion.games.voyages.contract_forms import check_any_fulfil, check_any_name
from companion.games.voyages.contracts import check_row
from companion.games.voyages.movement import can_step
from companion.games.voyages.movement_forms import check_travel_dice
from companion.games.voyages.placed_dice_forms import check_any
from companion.games.voyages.state import Setup, State
from companion.games.voyages.state_changes import refusal_error
from companion.rules.rule_errors import IllegalMoveError, Refusal, refusal_from

Checked = Callable[[Setup, State, int], None]


def check_available(setup: Setup, state: State, seat: int, kind: str) -> None:
    """Check that this seat can make some move of this kind now. Raises IllegalMoveError."""
    check_kind(setup, state, seat, kind)
    if kind in _CHECKS:
        _CHECKS[kind](setup, state, seat)


def refusal_of_kind(setup: Setup, state: State, seat: int, kind: str) -> Refusal | None:
    """Return the reason why this kind of move is refused now; None if it is not."""
    return refusal_from(check_available, setup, state, seat, kind)


def check_row_of_bazaar(setup: Setup, state: State, seat: int, name: str) -> None:
    """Check that a row of the bazaar can be used with some dice of the seat. Raises IllegalMoveError."""
    dice = setup.edition.bazaar_row[name].dice
    check_any(state, seat, dice, lambda names: check_bazaar(setup, state, seat, name, names))


def _bazaar(setup: Setup, state: State, seat: int) -> None:
    error: IllegalMoveError | None = None
    for name in setup.edition.bazaar_row:
        try:
            check_row_of_bazaar(setup, state, seat, name)
        except IllegalMoveError as refusal:
            error = error or refusal
        else:
            return
    assert error is not None
    raise error


def _take_five(setup: Setup, state: State, seat: int) -> None:
    check_any(state, seat, 1, lambda names: check_take_five(setup, state, seat, names))


def _khan(setup: Setup, state: State, seat: int) -> None:
    check_any(state, seat, 1, lambda names: check_khan(setup, state, seat, names))


def _contracts(setup: Setup, state: State, seat: int) -> None:
    check_any(state, seat, 1, lambda names: check_row(setup, state, seat, names))


def _travel(setup: Setup, state: State, seat: int) -> None:
    check_any(state, seat, setup.edition.travel_dice, lambda names: check_travel_dice(setup, state, seat, names))


def _step(setup: Setup, state: State, seat: int) -> None:
    if not can_step(setup, state, seat):
        raise refusal_error("no_road_to_pay", "V25")


_CHECKS: Mapping[str, Checked] = {
    "take_five": _take_five,
    "bazaar": _bazaar,
    "khan": _khan,
    "contracts": _contracts,
    "travel": _travel,
    "city_card": check_any_card,
    "fulfil": check_any_fulfil,
    "step": _step,
    "name": check_any_name,
}
