"""What each seat's light does over time: whose turn it is shows by pattern as well as by place. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.box.faces.signals import Glow

PERIOD_S = 5.0
"""The light of the seat whose turn it is winks again every so often: …"""
LEAD_S = 0.6
"""… it shines, …"""
WINK_S = 0.12
"""… goes dark for as long as this, once for every number of its seat, …"""
BETWEEN_S = 0.2
"""… with so much light between two winks and after the last, and shines on to the end of the period."""
BLINK_S = 0.5
"""How long the light of a seat that owes something is on, and how long off."""
REST_S = 900.0
"""After so long without anything new the lights only shine, so that at rest nothing wakes."""

_HAIR_S = 0.001
"""Who wakes this much early is in time: otherwise it would have to wake once more for nothing."""


def lit(glow: Glow, seat: int, t: float) -> tuple[bool, float | None]:
    """Whether a light is on, and in how many seconds that changes; None: it stays.

    Args:
        glow: What the light does.
        seat: From 1; as often as this winks the one whose turn it is.
        t: Seconds since the light began to do so, from 0.
    """
    match glow:
        case Glow.OFF:
            return False, None
        case Glow.STEADY:
            return _at(t, PERIOD_S, _winks(seat))
        case Glow.BLINK:
            return _at(t, 2 * BLINK_S, (BLINK_S, 2 * BLINK_S))


def _winks(seat: int) -> tuple[float, ...]:
    """When within its period a light changes: dark, on, dark, on …, and once more on, which is no change."""
    starts = [LEAD_S + wink * (WINK_S + BETWEEN_S) for wink in range(seat)]
    return (*(moment for start in starts for moment in (start, start + WINK_S)), PERIOD_S + LEAD_S)


def _at(t: float, period: float, changes: Sequence[float]) -> tuple[bool, float]:
    """The state at a moment, of a light that begins every period on and changes at these; and how long it stays so."""
    within = (t + _HAIR_S) % period
    passed = sum(change <= within for change in changes)
    return passed % 2 == 0, changes[passed] - within + _HAIR_S


@dataclass(slots=True)
class _Light:
    glow: Glow
    since: float


class Rhythm:
    """Every light in its rhythm. One that goes on doing the same never stumbles, whatever the others do."""

    def __init__(self, seats: Iterable[int]) -> None:
        """`seats` are those with a light, from 1."""
        self._lights = {seat: _Light(Glow.OFF, 0.0) for seat in seats}
        self._new_at = 0.0

    def show(self, glows: Sequence[Glow], now: float) -> None:
        """From now on, in seconds of any clock, each light does this, from seat 1; one that is not named is dark."""
        self._new_at = now
        for seat, light in self._lights.items():
            glow = glows[seat - 1] if seat <= len(glows) else Glow.OFF
            if glow is not light.glow:
                light.glow, light.since = glow, now

    def lit(self, now: float) -> tuple[tuple[bool, ...], float | None]:
        """Which lights are on, from seat 1, and in how many seconds this is worth asking again; None: never."""
        left = self._new_at + REST_S - now
        states = {seat: lit(light.glow, seat, now - light.since) for seat, light in self._lights.items()}
        if left <= _HAIR_S:
            states = {seat: (self._lights[seat].glow is not Glow.OFF, None) for seat in states}
        waits = [wait for _, wait in states.values() if wait is not None]
        seats = range(1, max(self._lights, default=0) + 1)
        on = tuple(seat in states and states[seat][0] for seat in seats)
        return on, min(*waits, left) if waits else None
