"""Dice of several who threw at once: the screen tells them at the table, a ring of lights shows them for a while."""

from __future__ import annotations

from collections.abc import Iterable

from companion.box.faces.light_ring import NEUTRAL, RingDice
from companion.box.pages.page import Host
from companion.rules.scene import Throw
from companion.table.table import Table

_SOON_S = 0.001
"""Seconds after which dice that were just rolled ask what time it is."""
_ROLL_S, _A_HAND_S = 1.0, 1.6
"""How long they roll, and how long as many of them are looked at as are shown at once; twice round is enough."""


class Rolled:
    """Dice that lie on the ring until somebody touches something, or everyone has seen them."""

    def __init__(self, box: Host, dice: RingDice) -> None:
        """`dice` are at least one."""
        self.dice = dice
        self._made_at = box.now
        self._since: float | None = None
        self._lasts = _ROLL_S + 2 * dice.hands * _A_HAND_S

    def deadline(self) -> float:
        """When they are to be looked at next."""
        return self._made_at + _SOON_S if self._since is None else self._since + self._lasts

    def gone(self, now: float) -> bool:
        """Whether everyone has seen them by now. The first time that time has passed, they begin to be seen."""
        if self._since is None:
            # Made at the time of the last touch, which may be long ago when a phone has thrown.
            self._since = now if now > self._made_at else None
            return False
        return now >= self._since + self._lasts


def dice_of(table: Table, throws: Iterable[Throw[str]]) -> RingDice | None:
    """All dice of these throws as a ring shows them, each in its owner's colour; None where nothing lies open."""
    shown = [
        (die.value, table.match.colours[group.seat - 1][0] if group.seat is not None else NEUTRAL)
        for throw in throws
        for group in throw.groups
        for die in group.dice
        if die.value is not None
    ]
    if not shown:
        return None
    return RingDice(tuple(value for value, _ in shown), tuple(colour for _, colour in shown))
