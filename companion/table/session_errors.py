"""Errors of the session and the journal, besides those of the rules."""

from __future__ import annotations

from enum import Enum

from companion.rules.text import Text, say
from companion.support.frozen_dataclasses import frozen


class SessionError(Exception):
    """The base class of the session's errors; `words` turns `reason` into a sentence."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class StaleError(SessionError):
    """The command was made for an older state of the game; `seq` is the present one."""

    def __init__(self, seq: int) -> None:
        super().__init__(say("session.stale"))
        self.seq = seq


class NoGameError(SessionError):
    """There is no open game, or no saved game of that number."""


class NothingToDoError(SessionError):
    """There is nothing to take back, or nothing that was taken back and could be restored."""


class SaveFailure(Enum):
    """The cause of a failed write to the journal."""

    FULL = "full"
    LOCKED = "locked"
    """Another program holds the lock."""
    READ_ONLY = "read_only"
    """This user cannot write to the card, the folder or the file."""
    GONE = "gone"
    """The file or its folder does not exist any more."""
    DISK = "disk"
    """The disk fails in another way."""


_NOT_SAVED = {
    SaveFailure.LOCKED: "session.locked",
    SaveFailure.READ_ONLY: "session.read_only",
    SaveFailure.GONE: "session.gone",
}
"""The catalogue key by cause; `session.not_saved` for all others."""


class NotSavedError(SessionError):
    """The journal could not be written (full disk, read-only card, locked by another program): nothing was done."""

    def __init__(self, cause: str, failure: SaveFailure = SaveFailure.DISK, reason: Text | None = None) -> None:
        """`cause` is for the log and the terminal; without a `reason` the sentence follows from `failure`."""
        super().__init__(reason or say(_NOT_SAVED.get(failure, "session.not_saved")))
        self.cause = cause
        self.failure = failure


class DamagedError(SessionError):
    """A database is not a journal, or its rows contradict each other."""


class NewerError(SessionError):
    """A later version of this program wrote the journal: it is intact and is not touched."""


class InUseError(SessionError):
    """Another companion is running on the same state directory."""


class NoStateError(SessionError):
    """The state directory does not exist and cannot be created, or is not a directory."""


class UnreadableError(SessionError):
    """A journal cannot be read: it is not a file, this user may not read it, or a necessary copy cannot be made."""


class BusyError(SessionError):
    """Another backup is being uploaded: only one at a time is accepted."""


class TakenError(SessionError):
    """The file that a backup was to be written to exists already."""


@frozen
class Misfit:
    """An entry that the rules refuse: a later one after an amendment, or any entry after a migration."""

    entry: int
    seat: int
    reason: Text
    ruling: str | None
    kind: Text | None = None
    """The kind of move, in the words of a form; None if nothing is known of the move, or all of it is."""


class MisfitsError(SessionError):
    """Some entries no longer fit, after a change of an earlier one or by other rules; `without` leaves them out."""

    def __init__(self, misfits: tuple[Misfit, ...], migrating: tuple[str, ...] | None = None) -> None:
        """`migrating` holds the names of the seats if the game was to be migrated to other rules."""
        key = "session.misfits" if migrating is None else "session.misfits_by_other_rules"
        super().__init__(say(key, n=len(misfits)))
        self.misfits = misfits
        self.migrating = migrating


class ForeignError(SessionError):
    """A saved game is intact, but cannot be continued: its rules are missing, or it ended by other ones."""

    def __init__(self, reason: Text, *, closable: bool = False) -> None:
        """`closable` is true if the game has not ended, and may be closed for good."""
        super().__init__(reason)
        self.closable = closable
