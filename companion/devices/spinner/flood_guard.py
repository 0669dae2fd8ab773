"""Tells hands from floods: a line may bring more than any hand does, and then none of it is a hand's. Pure."""

from __future__ import annotations

A_SECOND = 200
"""So many touches a second no five keys and no knob give, …"""
AT_ONCE = 64
"""… not even after the line was silent for a while."""


class Flood:
    """Counts touches, of which A_SECOND are forgotten every second."""

    def __init__(self) -> None:
        self.over = False
        """Whether this is a flood: from AT_ONCE touches on, until there is quiet."""
        self._level = 0.0
        self._at = float("-inf")

    def touched(self, now: float) -> bool:
        """Count one more, at this moment in seconds; whether it is to be taken for a hand's."""
        self._level = max(self._level - (now - self._at) * A_SECOND, 0.0)
        self._at = now
        if self.over and self._level == 0:
            self.over = False
        if self._level >= AT_ONCE:
            self.over = True
        else:
            self._level += 1
        return not self.over
