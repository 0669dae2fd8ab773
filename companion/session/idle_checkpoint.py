"""The checkpoint at rest: it moves the journal's log into the database, and waits for another program's lock."""

from __future__ import annotations

from collections.abc import Callable

from companion.session.session import Session
from companion.table.session_errors import SaveFailure

REST = 4.0
"""The time from the last write to the checkpoint, in seconds: by then nobody is pressing keys."""
CHECK_S = 60.0
"""The time between two checks at rest, in seconds: files that another program spoilt are saved again even if nobody
plays."""
_RETRY_S = 30.0
"""The time to the next try, in seconds, if a reader or the disk prevented the checkpoint."""
_LOCK_RETRY_S = 2.0
"""The time between two tries to lock a journal that another program holds, in seconds."""


class IdleCheckpoint:
    """Keeps the log of the journal short. Runs on the desk's thread, like everything that writes.

    Acknowledged commands survive a power cut in the log too. But damage to the log affects all of it, and without
    checkpoints it would hold a whole evening.
    """

    def __init__(self, session: Session, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and is monotonic."""
        self._session = session
        self._clock = clock
        self._written = -1
        self._ended = False
        self._due: float | None = None
        self._look: float | None = None

    def note_writes(self) -> None:
        """Check whether something was written. At the end of a game a checkpoint is due at once, otherwise at rest."""
        now, session = self._clock(), self._session
        ended = session.table is not None and (session.table.over or session.table.closed)
        if session.journal.writes != self._written:
            self._written = session.journal.writes
            self._due = now if ended and not self._ended else now + REST
        if session.journal.spoilt:  # found when a command was refused, perhaps a press that nobody repeats
            self._due = now
        self._ended = ended
        if session.save_failure is not SaveFailure.LOCKED:
            self._look = None
        elif self._look is None:
            self._look = now + _LOCK_RETRY_S

    def deadline(self) -> float | None:
        """Return the next time for `tick`, by the clock; None before the first check."""
        return min((time for time in (self._due, self._look) if time is not None), default=None)

    def tick(self, now: float) -> None:
        """Do what is due."""
        if self._due is not None and self._due <= now:
            self._due = now + (CHECK_S if self._session.checkpoint() else _RETRY_S)
        if self._look is not None and self._look <= now:
            self._session.retry_locked()
            self._look = None
            self.note_writes()
