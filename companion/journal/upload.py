"""A backup uploaded by a phone: stored beside the journal, one at a time, checked, and kept until it is claimed.

In the end nothing of it is left: an interrupted upload is removed, after a power cut by the next start.
"""

from __future__ import annotations

import io
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

from companion.journal.backup import BackupContents, prepare_backup
from companion.journal.database import not_saved
from companion.journal.database_files import discard_database
from companion.journal.file_watch import SQLITE_MAGIC
from companion.journal.state_directory import UPLOAD_NAME, path_beside_journal
from companion.rules.game import Game
from companion.rules.text import Text, say
from companion.support.frozen_dataclasses import frozen
from companion.table.session_errors import BusyError, DamagedError, NotSavedError, SaveFailure

log = logging.getLogger(__name__)
MOST_BYTES = 64 * 1024 * 1024
"""Maximum bytes of one backup. The journal of a hundred evenings has a fifth of that."""
ROOM_BYTES = 8 * 1024 * 1024
"""Bytes left free on the disk for the table, which goes on meanwhile."""
KEPT_S = 600.0
"""Seconds for which a backup is kept until its sender confirms the restore."""


class UploadedFile:
    """A backup during its upload, used by one thread at a time."""

    def __init__(self, path: Path, length: int) -> None:
        """Create the file for a backup of `length` bytes. Raises NotSavedError."""
        self.path = path
        self.length = length
        self.is_database = False
        """True if it starts like an SQLite database."""
        self.received = 0
        """Number of bytes received."""
        self.error: OSError | None = None
        """The error that stopped the writing, if any; then nothing of it is left."""
        self.ended = False
        """True if it is finished with: whole and handed over, or removed."""
        self.taken_over = False
        """True if it is being checked or was handed over: the end of the request that sent it then removes nothing."""
        try:
            discard_database(path)
            self._file = os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600), "wb")
        except OSError as error:
            raise not_saved(error) from error

    @property
    def complete(self) -> bool:
        """True if all of it was received."""
        return self.error is None and self.received == self.length

    def append(self, data: bytes) -> None:
        """Write more of it. Never raises: `error` has the reason if it could not be written."""
        if self.ended:
            return
        try:
            if not self.received:
                self.is_database = data.startswith(SQLITE_MAGIC[: len(data)])
            self._file.write(data)
            self.received += len(data)
            if self.received == self.length:
                self._file.flush()
        except OSError as error:
            log.warning("a backup that comes in cannot be written: %s", error)
            self.error = error
            self.drop()

    def finish(self) -> None:
        """Close the file after its last byte.

        Raises NotSavedError if the disk has not kept it, DamagedError if it is incomplete.
        """
        if self.error is not None:
            raise not_saved(self.error)
        if not self.complete:
            self.drop()
            raise DamagedError(say("backup.cut"))
        try:
            self._file.close()
        except OSError as error:
            self.drop()
            raise not_saved(error) from error

    def drop(self) -> None:
        """Remove the file, unless it is already finished with."""
        if not self.ended:
            self.ended = True
            with suppress(OSError):
                self._file.close()
            discard_database(self.path)

    # The web server needs these methods of a place for a body; the application reads none of it.

    def __len__(self) -> int:
        return self.received

    def getfile(self) -> io.BytesIO:
        """Return an empty body for the application: the data is already in the file."""
        return io.BytesIO()

    def close(self) -> None:
        """Remove the file at the end of the request, unless somebody has taken it over."""
        if not self.taken_over:
            self.drop()


@frozen
class WaitingBackup:
    """A backup that is ready to be restored."""

    name: str
    """Name that nobody can guess: only the sender of the backup can have it restored."""
    path: Path
    contents: BackupContents
    until: float
    """Time at which it is discarded, in seconds of the clock."""


@frozen
class RestoreOutcome:
    """Outcome of a backup that was to be restored when the previous companion closed."""

    name: str
    """Name of the backup while it waited."""
    games: int = 0
    kept_file: str = ""
    """Name of the file that keeps the previous journal."""
    reason: Text | None = None
    """Reason why it was not restored; then nothing has changed."""

    @property
    def sentence(self) -> Text:
        """The outcome as a sentence."""
        if self.reason is not None:
            return say("backup.not_restored", reason=self.reason)
        return say("backup.restored", n=self.games, name=self.kept_file)


class UploadSlot:
    """Place for the one backup that may be uploaded at a time. May be used from any thread."""

    def __init__(
        self,
        directory: Path,
        games: tuple[Game, ...],
        reading: AbstractContextManager[Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create it for a state directory; `reading` is held while a game is read; `clock` counts seconds."""
        self._path = path_beside_journal(directory, UPLOAD_NAME)
        self._games = games
        self._reading = reading
        self._clock = clock
        self._lock = threading.Lock()
        self._part: UploadedFile | None = None
        self._waiting: WaitingBackup | None = None
        self._claimed = False

    def begin(self, length: int) -> UploadedFile:
        """Start an upload of `length` bytes; a backup that waited is discarded.

        Raises BusyError while another is uploaded or restored, NotSavedError if there is no room.
        """
        with self._lock:
            if self._claimed or (self._part is not None and not self._part.ended):
                raise BusyError(say("backup.busy"))
            self._discard_waiting()
            self._check_room(length)
            self._part = UploadedFile(self._path, length)
            return self._part

    @property
    def busy(self) -> bool:
        """True while a backup is being uploaded or restored."""
        with self._lock:
            self._discard_expired()
            return self._claimed or (self._part is not None and not self._part.ended)

    def examine(self, part: UploadedFile) -> WaitingBackup:
        """Check an uploaded backup, and keep it for a while.

        Raises DamagedError if it is no backup, or not whole, NewerError if a later version wrote it, or NotSavedError;
        then nothing of it is left.
        """
        part.taken_over = True
        try:
            part.finish()
            contents = prepare_backup(part.path, self._games, reading=self._reading, from_phone=True)
        except DamagedError as error:
            part.drop()
            raise DamagedError(_reason_for_sender(error.reason, part)) from error
        except BaseException:
            part.drop()
            raise
        with self._lock:
            part.ended = True
            self._waiting = WaitingBackup(secrets.token_hex(16), part.path, contents, self._clock() + KEPT_S)
            return self._waiting

    def claim(self, name: str) -> WaitingBackup | None:
        """Claim the backup of this name, to be restored once the table has closed; return None if it is gone."""
        with self._lock:
            self._discard_expired()
            if self._waiting is None or self._waiting.name != name:
                return None
            self._claimed = True
            return self._waiting

    def discard(self, name: str) -> bool:
        """Discard the backup of this name; return whether there was one that was not claimed."""
        with self._lock:
            self._discard_expired()
            if self._claimed or self._waiting is None or self._waiting.name != name:
                return False
            self._discard_waiting()
            return True

    def close(self) -> None:
        """Discard everything that is not to be restored now, because the table closes."""
        with self._lock:
            if self._part is not None:
                self._part.drop()
            if not self._claimed:
                self._discard_waiting()

    def _discard_expired(self) -> None:
        if self._waiting is not None and not self._claimed and self._waiting.until <= self._clock():
            self._discard_waiting()

    def _discard_waiting(self) -> None:
        if self._waiting is not None:
            discard_database(self._waiting.path)
            self._waiting = None

    def _check_room(self, length: int) -> None:
        """Raise NotSavedError if there is too little room, before the phone sends anything."""
        try:
            file_system = os.statvfs(self._path.parent)
        except OSError as error:
            raise not_saved(error) from error
        if file_system.f_bavail * file_system.f_frsize < length + ROOM_BYTES:
            raise NotSavedError("there is no room for all of it", SaveFailure.FULL)


def _reason_for_sender(reason: Text, part: UploadedFile) -> Text:
    """Return what is wrong with a backup for its sender, without details about the inside of a database."""
    if reason.key == "session.not_ours" or not part.is_database:
        return say("backup.foreign")
    return say("backup.damaged") if reason.key == "session.database" else reason
