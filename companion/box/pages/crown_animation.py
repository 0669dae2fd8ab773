"""The crown that is drawn step by step when the end of a game was revealed, and the winner after it."""

from __future__ import annotations

from companion.box.faces.faces import LAST_CROWN_STEP, WINNER_STEP
from companion.box.pages.page import PageHost
from companion.rules.match_functions import standings
from companion.table.table import Table

STEP_S = 0.15
"""Seconds from one step to the next."""
STAY_S = 2.5
"""Seconds for which the whole crown stays."""
WINNER_S = 6.0
"""Seconds for which a single winner stays after it."""
_SOON_S = 0.001


class CrownAnimation:
    """The crown over the headline, for a short while; if nothing may move, the whole crown. Then a single winner."""

    def __init__(self, box: PageHost, table: Table) -> None:
        self._box = box
        self._last = WINNER_STEP if _has_single_winner(table) else LAST_CROWN_STEP
        self._set_at = box.now
        """Newest time that was known when the step was set: it may be that of a touch long ago."""
        self._since: float | None = None
        """Time from which the step is shown; None until a tick tells the time."""
        self.step = LAST_CROWN_STEP if box.preferences.calm else 0
        """The step in sight."""

    def deadline(self) -> float:
        """Return when `update` is needed next."""
        if self._since is None:
            return self._set_at + _SOON_S
        return self._since + {LAST_CROWN_STEP: STAY_S, WINNER_STEP: WINNER_S}.get(self.step, STEP_S)

    def update(self, now: float) -> bool:
        """Show the step that is due; return whether all is over."""
        if self._since is None:
            self._since = now if now > self._set_at else None
            return False
        while now >= self.deadline():
            if self.step == self._last:
                return True
            self._since = self.deadline()
            self.step += 1
        return False

    def skip(self) -> bool:
        """Show the winner at once; return whether there is nothing more to show."""
        if self.step == WINNER_STEP or self._last != WINNER_STEP:
            return True
        self.step, self._since, self._set_at = WINNER_STEP, None, self._box.now
        return False


def _has_single_winner(table: Table) -> bool:
    return sum(place.rank == 1 for place in standings(table.match, table.state)) == 1


def reveal_has_ended(before: Table, after: Table) -> bool:
    """Return whether a reveal of the end has just come to its end."""
    return before.reveal is not None and after.reveal is None and after.over
