"""How a thrown wheel comes to rest: where it stands at each moment, on its way to a result that is already decided.

No clock and no chance in here: the speed of the throw shapes the way to the result, never the result. A wheel is drawn
again only when it stands elsewhere, in whole steps of about one point at its rim.
"""

from __future__ import annotations

import math

from companion.box.faces.wheel_face import middle_of
from companion.support.frozen import frozen

FEWEST_SECTORS, MOST_SECTORS = 2, 36
FRAMES_A_SECOND = 20
SPIN_KEY_SPEED = 20.0
"""In detents a second: a throw by a key, which has no speed of its own."""

_STEPS_A_TURN = 128
"""About so many; each part of a wheel, of which a sector has one or more, has the same whole number of them."""
_DETENTS_A_SECOND_MORE = 10.0
"""A throw that is faster by this goes round once more."""
_MOST_TURNS = 4
_SHORTEST_S, _SECONDS_A_TURN = 2.0, 0.4


@frozen
class Stand:
    """Where a wheel stands at a moment."""

    after_s: float
    """Seconds since the throw."""
    angle: float
    """In turns, from 0 to below 1: as a WheelFace has it."""
    rests: bool
    """It has come to rest: what is at the pointer is the result."""


@frozen
class Turning:
    """A wheel on its way. It goes one way only, ever slower, and ends with the middle of its result at the pointer."""

    ends: tuple[int, ...]
    """Where each of its sectors ends, as `bounds` has it."""
    seconds: float
    """From the throw until it rests, under 4; 0 for one that only stands there."""
    start: int
    """Where it stands before, in steps; `way` is how many it turns, clockwise."""
    way: int

    @property
    def turns(self) -> int:
        """How often it goes round as a whole."""
        return self.way // steps_a_turn(self.ends)

    def at(self, after_s: float) -> Stand:
        """Where it stands so many seconds after the throw; before it, as at the throw itself."""
        after_s = max(after_s, 0.0)
        if after_s >= self.seconds:
            return Stand(self.seconds, self._angle(self.way), True)
        left = 1 - after_s / self.seconds
        return Stand(after_s, self._angle(round(self.way * (1 - left**3))), False)

    def ticks(self) -> tuple[float, ...]:
        """When the border between two sectors passes the pointer, in seconds after the throw, in order."""
        if not self.seconds:
            return ()
        steps, first, turn = steps_a_part(self.ends), self.ends[0] / 2, steps_a_turn(self.ends)
        borders = ((-(end - first) * steps - self.start) % turn for end in self.ends)
        rounds = range(self.way // turn + 1)
        passed = sorted(border + number * turn for border in borders for number in rounds)
        return tuple(self._when(gone) for gone in passed if gone < self.way)

    def _when(self, steps: float) -> float:
        return float(self.seconds * (1 - (1 - steps / self.way) ** (1 / 3)))

    def _angle(self, steps: int) -> float:
        turn = steps_a_turn(self.ends)
        return (self.start + steps) % turn / turn


def turning(ends: tuple[int, ...], result: int, start: float, speed: float, *, still: bool = False) -> Turning:
    """The way of a wheel to its result.

    Args:
        ends: Where each of its sectors ends, as `bounds` has it; FEWEST_SECTORS to MOST_SECTORS of them.
        result: The sector that was drawn, from 0.
        start: Where it stands now, as the angle of a Stand.
        speed: Of the throw, in detents a second, above 0; a faster one goes round more often, and longer.
        still: Motion is not wanted: it stands on its result at once.

    Raises:
        ValueError: There is no such wheel, sector or speed.
    """
    sectors = len(ends)
    if not FEWEST_SECTORS <= sectors <= MOST_SECTORS:
        raise ValueError(f"a wheel has {FEWEST_SECTORS} to {MOST_SECTORS} sectors, not {sectors}")
    if not 0 <= result < sectors:
        raise ValueError(f"the sectors are 0 to {sectors - 1}; there is no {result}")
    if not (math.isfinite(start) and speed > 0):
        raise ValueError(f"a wheel cannot start at {start} with {speed} detents a second")
    turn = steps_a_turn(ends)
    stops = round(-middle_of(ends, result) * turn) % turn
    began = round(start * turn) % turn
    if still:
        return Turning(ends, 0.0, stops, 0)
    turns = min(1 + int(min(speed, 1000.0) / _DETENTS_A_SECOND_MORE), _MOST_TURNS)
    way = (stops - began) % turn + turns * turn
    return Turning(ends, _SHORTEST_S + _SECONDS_A_TURN * turns, began, way)


def steps_a_part(ends: tuple[int, ...]) -> int:
    """How many steps a wheel turns for a sector of weight 1; an even number, so that each middle is a whole one."""
    return 2 * max(round(_STEPS_A_TURN / 2 / ends[-1]), 1)


def steps_a_turn(ends: tuple[int, ...]) -> int:
    """How many whole steps a wheel turns until it stands as before."""
    return ends[-1] * steps_a_part(ends)
