"""The crown that is drawn step by step when the end of a game was revealed."""

from __future__ import annotations

from companion.box.faces.faces import LAST_CROWN_STEP
from companion.box.pages.page import PageHost
from companion.table.table import Table

STEP_S = 0.15
"""Seconds from one step to the next."""
STAY_S = 2.5
"""Seconds for which the whole crown stays."""
_SOON_S = 0.001


class CrownAnimation:
    """The crown over the headline, for a short while; if nothing may move, the whole crown."""

    def __init__(self, box: PageHost) -> None:
        self._made_at = box.now
        """Newest time that was known then: it may be that of a touch long ago."""
        self._since: float | None = None
        """Time from which the crown is shown; None until a tick tells the time."""
        self.step = LAST_CROWN_STEP if box.preferences.calm else 0
        """The step in sight."""

    def deadline(self) -> float:
        """Return when `update` is needed next."""
        if self._since is None:
            return self._made_at + _SOON_S
        if self.step < LAST_CROWN_STEP:
            return self._since + (self.step + 1) * STEP_S
        return self._since + LAST_CROWN_STEP * STEP_S + STAY_S

    def update(self, now: float) -> bool:
        """Show the step that is due; return whether the crown is over."""
        if self._since is None:
            self._since = now if now > self._made_at else None
            return False
        while self.step < LAST_CROWN_STEP and now >= self.deadline():
            self.step += 1
        return self.step == LAST_CROWN_STEP and now >= self.deadline()


def reveal_has_ended(before: Table, after: Table) -> bool:
    """Return whether a reveal of the end has just come to its end."""
    return before.reveal is not None and after.reveal is None and after.over
