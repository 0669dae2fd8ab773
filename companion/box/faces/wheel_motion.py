"""The motion of a thrown wheel: its position at each moment, on its way to a result that is already decided.

There is no clock and no chance in here: the speed of the throw shapes the way to the result, never the result. A wheel
is drawn again only when its position differs by a whole step of about one point at its rim.
"""

from __future__ import annotations

import math

from companion.box.faces.wheel_face import middle_of
from companion.support.frozen_dataclasses import frozen

FEWEST_SECTORS, MOST_SECTORS = 2, 36
FRAMES_A_SECOND = 20
SPIN_KEY_SPEED = 20.0
"""In detents a second: the speed of a throw by a key, which cannot measure one."""

_STEPS_A_TURN = 128
"""Approximate number; each part of a wheel has the same whole number of steps, and a sector has one or more parts."""
_DETENTS_A_SECOND_PER_TURN = 10.0
"""A throw that is faster by this much goes round once more."""
_MOST_TURNS = 4
_SHORTEST_S, _SECONDS_A_TURN = 2.0, 0.4


@frozen
class WheelPosition:
    """Position of a wheel at a moment."""

    after_s: float
    """Seconds since the throw."""
    angle: float
    """In turns, from 0 to below 1, as in a WheelFace."""
    rests: bool
    """True once it is at rest: then the sector at the pointer is the result."""


@frozen
class WheelMotion:
    """The motion of a wheel, which turns one way and slows down.

    It ends with the middle of its result at the pointer.
    """

    ends: tuple[int, ...]
    """End of each sector, as `sector_ends` returns it."""
    seconds: float
    """From the throw until it rests, under 4; 0 for a wheel that does not move."""
    start: int
    """Position before the throw, in steps; `distance` is the number of steps it turns, clockwise."""
    distance: int

    @property
    def turns(self) -> int:
        """Number of whole turns."""
        return self.distance // steps_a_turn(self.ends)

    def position_at(self, after_s: float) -> WheelPosition:
        """Return its position this many seconds after the throw; before the throw, the position at the throw."""
        after_s = max(after_s, 0.0)
        if after_s >= self.seconds:
            return WheelPosition(self.seconds, self._angle(self.distance), True)
        remaining = 1 - after_s / self.seconds
        return WheelPosition(after_s, self._angle(round(self.distance * (1 - remaining**3))), False)

    def ticks(self) -> tuple[float, ...]:
        """Return when a border between two sectors passes the pointer, in seconds after the throw, in order."""
        if not self.seconds:
            return ()
        steps_per_part, first, turn = steps_a_part(self.ends), self.ends[0] / 2, steps_a_turn(self.ends)
        borders = ((-(end - first) * steps_per_part - self.start) % turn for end in self.ends)
        rounds = range(self.distance // turn + 1)
        passing = sorted(border + number * turn for border in borders for number in rounds)
        return tuple(self._time_of(steps_passed) for steps_passed in passing if steps_passed < self.distance)

    def _time_of(self, steps: float) -> float:
        return float(self.seconds * (1 - (1 - steps / self.distance) ** (1 / 3)))

    def _angle(self, steps: int) -> float:
        turn = steps_a_turn(self.ends)
        return (self.start + steps) % turn / turn


def wheel_motion(ends: tuple[int, ...], result: int, start: float, speed: float, *, still: bool = False) -> WheelMotion:
    """Return the motion of a wheel to its result.

    Args:
        ends: End of each sector, as `sector_ends` returns it; FEWEST_SECTORS to MOST_SECTORS of them.
        result: The sector that was drawn, from 0.
        start: Its present angle, as in a WheelPosition.
        speed: Of the throw, in detents a second, above 0; a faster one goes round more often, and longer.
        still: Motion is off: the wheel is on its result at once.

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
    stop = round(-middle_of(ends, result) * turn) % turn
    begin = round(start * turn) % turn
    if still:
        return WheelMotion(ends, 0.0, stop, 0)
    turns = min(1 + int(min(speed, 1000.0) / _DETENTS_A_SECOND_PER_TURN), _MOST_TURNS)
    distance = (stop - begin) % turn + turns * turn
    return WheelMotion(ends, _SHORTEST_S + _SECONDS_A_TURN * turns, begin, distance)


def steps_a_part(ends: tuple[int, ...]) -> int:
    """Return the steps a wheel turns for a sector of weight 1; an even number, so that each middle is a whole step."""
    return 2 * max(round(_STEPS_A_TURN / 2 / ends[-1]), 1)


def steps_a_turn(ends: tuple[int, ...]) -> int:
    """Return the whole number of steps in one turn of the wheel."""
    return ends[-1] * steps_a_part(ends)
