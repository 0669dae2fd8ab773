"""What the box of 1983 lends to a table without a game, and what its owner copies once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.classic.edition import edition_from
from companion.games.classic.moves import Route
from companion.games.classic.things import sign as route_sign
from companion.games.classic.wheel import Wheel
from companion.games.classic.wheel_block import ring_of
from companion.rules.accessories import Accessories, FreeWheel
from companion.rules.errors import MalformedError

MOST_DICE = 6


def free_wheel(figures: Mapping[str, Any]) -> FreeWheel:
    """The wheel of the owner's figures; the trial wheel where nobody has copied one."""
    try:
        wheel = edition_from(figures, 2).wheel
    except MalformedError:
        wheel = edition_from({}, 2).wheel
    return as_free(wheel)


def as_free(wheel: Wheel) -> FreeWheel:
    """A wheel as it is spun without a game."""
    return FreeWheel(ring_of(wheel), tuple(route_sign(route.value) for route in Route), wheel.placeholder)


ACCESSORIES = Accessories(copied=("wheel",), dice=MOST_DICE, wheel=free_wheel)
