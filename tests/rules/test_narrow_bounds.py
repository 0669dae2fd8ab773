"""Tests of the bounds of a total that are shown: only those that are narrow beside the totals at the table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.rules.game import Bounds, Total
from companion.rules.match_functions import narrow_bounds

NOTHING = (None, None)


def match(totals: tuple[int, ...], *bounds: Bounds) -> Any:
    """Return what is asked of a match with these totals and bounds."""
    values = tuple(Total(total, total, (total,)) for total in totals)
    return SimpleNamespace(totals=lambda view: values, bounds=lambda view: bounds)


@pytest.mark.parametrize(
    ("totals", "bounds", "shown"),
    [
        ((0, 0), (-9, 318), NOTHING),
        ((0, 0), (0, 5), (0, 5)),
        ((0, 0), (0, 6), NOTHING),
        ((60, 12), (60, 66), (60, 66)),
        ((12, 60), (10, 16), (10, 16)),
        ((12, 60), (10, 17), NOTHING),
        ((0, -80), (-84, -76), (-84, -76)),
        ((3, 3), (1, None), (1, None)),
        ((3, 3), (None, 400), (None, 400)),
    ],
)
def test_bounds_are_shown_only_if_they_are_narrow(totals: tuple[int, ...], bounds: Bounds, shown: Bounds) -> None:
    assert narrow_bounds(match(totals, bounds, NOTHING), None) == (shown, NOTHING)


def test_a_game_without_bounds_shows_none() -> None:
    assert narrow_bounds(match((3, 7)), None) == (NOTHING, NOTHING)
