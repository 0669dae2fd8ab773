"""Why the session refuses, besides what the rules refuse."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.text import Text, say


class SessionError(Exception):
    """Base of what the session raises; `reason` says why, for the views to put into words."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class StaleError(SessionError):
    """The command was made for an older state of the game; `seq` is the current one."""

    def __init__(self, seq: int) -> None:
        super().__init__(say("session.stale"))
        self.seq = seq


class NoGameError(SessionError):
    """There is no open game, or no saved game of that number."""


class NothingToDoError(SessionError):
    """Nothing stands to be taken back, or nothing was taken back that could be restored."""


class NotSavedError(SessionError):
    """The journal could not be written (full disk, read-only card): nothing was done."""

    def __init__(self, cause: str) -> None:
        super().__init__(say("session.not_saved"))
        self.cause = cause


class DamagedError(SessionError):
    """A database is no journal, or its rows contradict each other."""


class NewerError(SessionError):
    """The journal was written by a later version of this program: it is whole, and left alone."""


class InUseError(SessionError):
    """Another companion is running on the same state directory."""


class NoStateError(SessionError):
    """The state directory is not there and cannot be made, or is no directory."""


class TakenError(SessionError):
    """There is a file already where a backup was to be written."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A later entry that the rules refuse after an amendment."""

    entry: int
    seat: int
    reason: Text
    ruling: str | None


class MisfitsError(SessionError):
    """After this amendment some later entries no longer fit; naming exactly these in `without` leaves them out."""

    def __init__(self, misfits: tuple[Misfit, ...]) -> None:
        super().__init__(say("session.misfits", n=len(misfits)))
        self.misfits = misfits
