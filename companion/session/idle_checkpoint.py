"""The checkpoint at rest: the journal's log is put into the database, and another program is waited out."""

from __future__ import annotations

from collections.abc import Callable

from companion.session.session import Session
from companion.table.table_errors import Why

REST = 4.0
"""Seconds after the last thing written until the log is put into the database: nobody presses anything just now."""
CHECK_S = 60.0
"""Seconds from one look at rest to the next: what another program has spoilt is saved, though nobody plays."""
_RETRY_S = 30.0
"""Seconds until the next try, where somebody was reading or the disk would not have it."""
_LOCK_RETRY_S = 2.0
"""Seconds between two looks at a journal that another program holds."""


class Settling:
    """Keeps the log of the journal short. On the desk's thread, like all that writes.

    What was acknowledged is safe from a pulled plug in the log too. But whatever spoils a log takes all of it, and
    without this a whole evening would lie in there.
    """

    def __init__(self, session: Session, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and never goes back."""
        self._session = session
        self._clock = clock
        self._written = -1
        self._ended = False
        self._due: float | None = None
        self._look: float | None = None

    def look(self) -> None:
        """Something may have been written. At the end of a game the log is due at once, else at rest."""
        now, session = self._clock(), self._session
        ended = session.table is not None and (session.table.over or session.table.closed)
        if session.journal.writes != self._written:
            self._written = session.journal.writes
            self._due = now if ended and not self._ended else now + REST
        if session.journal.spoilt:  # told by a refusal, perhaps of a press that nobody repeats
            self._due = now
        self._ended = ended
        if session.save_failure is not Why.LOCKED:
            self._look = None
        elif self._look is None:
            self._look = now + _LOCK_RETRY_S

    def deadline(self) -> float | None:
        """When `tick` is needed next, by the clock; None before the first look."""
        return min((time for time in (self._due, self._look) if time is not None), default=None)

    def tick(self, now: float) -> None:
        """Do what it is time for."""
        if self._due is not None and self._due <= now:
            self._due = now + (CHECK_S if self._session.settle() else _RETRY_S)
        if self._look is not None and self._look <= now:
            self._session.retry_locked()
            self._look = None
            self.look()
