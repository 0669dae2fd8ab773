"""Why the session refuses, besides what the rules refuse."""

from __future__ import annotations

from enum import Enum

from companion.rules.text import Text, say
from companion.support.frozen import frozen


class SessionError(Exception):
    """Base of what the session raises; `reason` says why, for `words` to put into a sentence."""

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


class Why(Enum):
    """What kept the journal from being written."""

    FULL = "full"
    LOCKED = "locked"
    """By another program."""
    READ_ONLY = "read_only"
    """The card, the folder or the file cannot be written by this user."""
    GONE = "gone"
    """The file or its folder is not there any more."""
    DISK = "disk"
    """It does not answer as it should."""


_NOT_SAVED = {Why.LOCKED: "session.locked", Why.READ_ONLY: "session.read_only", Why.GONE: "session.gone"}
"""By cause, the key of the sentence; `session.not_saved` for all others."""


class NotSavedError(SessionError):
    """The journal could not be written (full disk, read-only card, held by another program): nothing was done."""

    def __init__(self, cause: str, failure: Why = Why.DISK, reason: Text | None = None) -> None:
        """`cause` is for the log and the terminal; without a `reason` the sentence follows from `why`."""
        super().__init__(reason or say(_NOT_SAVED.get(failure, "session.not_saved")))
        self.cause = cause
        self.why = failure


class DamagedError(SessionError):
    """A database is no journal, or its rows contradict each other."""


class NewerError(SessionError):
    """The journal was written by a later version of this program: it is whole, and left alone."""


class InUseError(SessionError):
    """Another companion is running on the same state directory."""


class NoStateError(SessionError):
    """The state directory is not there and cannot be made, or is no directory."""


class UnreadableError(SessionError):
    """A journal cannot be read: it is no file, this user may not read it, or a copy that is needed cannot be made."""


class BusyError(SessionError):
    """Another backup comes in already: there is room for one at a time."""


class TakenError(SessionError):
    """There is a file already where a backup was to be written."""


@frozen
class Misfit:
    """An entry that the rules refuse: a later one after an amendment, or any by other rules."""

    entry: int
    seat: int
    reason: Text
    ruling: str | None
    kind: Text | None = None
    """What kind of move it is, in the words of a form; None where nothing is known of it, or all of it is."""


class MisfitsError(SessionError):
    """Some entries no longer fit: after a change of an earlier one, or by other rules; `without` leaves them out."""

    def __init__(self, misfits: tuple[Misfit, ...], migrating: tuple[str, ...] | None = None) -> None:
        """`migrating` holds the names of the seats if the game was to be migrated to other rules."""
        key = "session.misfits" if migrating is None else "session.misfits_by_other_rules"
        super().__init__(say(key, n=len(misfits)))
        self.misfits = misfits
        self.migrating = migrating


class ForeignError(SessionError):
    """A saved game is whole, but cannot be played on: its rules are missing, or it ended by other ones."""

    def __init__(self, reason: Text, *, closable: bool = False) -> None:
        """`closable` says that it has not ended, and may be closed for good."""
        super().__init__(reason)
        self.closable = closable
