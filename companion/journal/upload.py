"""A backup that comes from a phone: spooled beside the journal, one at a time, checked, and kept until it is wanted.

Whatever becomes of it, nothing of it is left: not of one that was cut, and after a power cut the next start removes it.
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

from companion.journal.backup import Contents, prepare
from companion.journal.database import not_saved
from companion.journal.database_files import discard_database
from companion.journal.state_directory import INCOMING, beside
from companion.rules.game import Game
from companion.rules.text import Text, say
from companion.support.frozen import frozen
from companion.table.table_errors import BusyError, DamagedError, NotSavedError, Why

log = logging.getLogger(__name__)
MOST_BYTES = 64 * 1024 * 1024
"""Of one backup. The journal of a hundred evenings has a fifth of that."""
ROOM_BYTES = 8 * 1024 * 1024
"""What is left free beside it for the table, which goes on meanwhile."""
_MAGIC = b"SQLite format 3\0"
KEPT_S = 600.0
"""How long it waits for whoever brought it to say that it is wanted, in seconds."""


class Part:
    """A backup as it comes in. Only one thread at a time has it."""

    def __init__(self, path: Path, length: int) -> None:
        """`length` is how many bytes are to come. Raises NotSavedError."""
        self.path = path
        self.length = length
        self.is_database = False
        """It begins as one does."""
        self.received = 0
        """How many bytes have come."""
        self.failed: OSError | None = None
        """What kept it from being written; then nothing of it is left."""
        self.ended = False
        """It is done with: whole and handed on, or gone."""
        self.handed = False
        """Somebody looks into it, or has it: that the request which brought it is over takes nothing away."""
        try:
            discard_database(path)
            self._file = os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600), "wb")
        except OSError as error:
            raise not_saved(error) from error

    @property
    def whole(self) -> bool:
        """Whether all of it is there."""
        return self.failed is None and self.received == self.length

    def append(self, data: bytes) -> None:
        """Take more of it in. Never raises: `failed` says why it could not be written."""
        if self.ended:
            return
        try:
            if not self.received:
                self.is_database = data.startswith(_MAGIC[: len(data)])
            self._file.write(data)
            self.received += len(data)
            if self.received == self.length:
                self._file.flush()
        except OSError as error:
            log.warning("a backup that comes in cannot be written: %s", error)
            self.failed = error
            self.drop()

    def finish(self) -> None:
        """All of it is there. Raises NotSavedError where the disk has not kept it, DamagedError where it was cut."""
        if self.failed is not None:
            raise not_saved(self.failed)
        if not self.whole:
            self.drop()
            raise DamagedError(say("backup.cut"))
        try:
            self._file.close()
        except OSError as error:
            self.drop()
            raise not_saved(error) from error

    def drop(self) -> None:
        """Nobody wants it: nothing of it is left."""
        if not self.ended:
            self.ended = True
            with suppress(OSError):
                self._file.close()
            discard_database(self.path)

    # What the web server asks of a place for a body; the application reads none of it.

    def __len__(self) -> int:
        return self.received

    def getfile(self) -> io.BytesIO:
        """What an application would read: nothing, for the file is there already."""
        return io.BytesIO()

    def close(self) -> None:
        """The request is over: what nobody wanted of it is gone."""
        if not self.handed:
            self.drop()


@frozen
class Waiting:
    """A backup that is ready to be put in place."""

    name: str
    """Nobody can guess it: only who brought the backup can have it put in place."""
    path: Path
    contents: Contents
    until: float
    """When it is thrown away, in the seconds of the clock."""


@frozen
class Restored:
    """What became of a backup that was to be put in place when the companion before this one closed."""

    name: str
    """What the backup was called while it waited."""
    games: int = 0
    kept: str = ""
    """The file in which all that was there before is kept."""
    reason: Text | None = None
    """Why it was not put in place; then all is as it was."""

    @property
    def told(self) -> Text:
        """The same in a sentence."""
        if self.reason is not None:
            return say("backup.not_restored", reason=self.reason)
        return say("backup.restored", n=self.games, name=self.kept)


class Incoming:
    """The one backup that may come in at a time. May be used from any thread."""

    def __init__(
        self,
        directory: Path,
        games: tuple[Game, ...],
        reading: AbstractContextManager[Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`directory` is where the state is; `reading` is held while a game is read; `clock` counts seconds."""
        self._path = beside(directory, INCOMING)
        self._games = games
        self._reading = reading
        self._clock = clock
        self._lock = threading.Lock()
        self._part: Part | None = None
        self._waiting: Waiting | None = None
        self._wanted = False

    def begin(self, length: int) -> Part:
        """Take in a backup of so many bytes; one that waited is thrown away.

        Raises BusyError while another comes in or is put in place, NotSavedError where there is no room.
        """
        with self._lock:
            if self._wanted or (self._part is not None and not self._part.ended):
                raise BusyError(say("backup.busy"))
            self._throw_away()
            self._check_room(length)
            self._part = Part(self._path, length)
            return self._part

    @property
    def busy(self) -> bool:
        """Whether one comes in now."""
        with self._lock:
            self._look()
            return self._wanted or (self._part is not None and not self._part.ended)

    def examine(self, part: Part) -> Waiting:
        """Check one that is all there, and keep it for a while.

        Raises DamagedError when it is no backup, or not whole, NewerError when a later version wrote it, or
        NotSavedError; then nothing of it is left.
        """
        part.handed = True
        try:
            part.finish()
            contents = prepare(part.path, self._games, reading=self._reading, from_phone=True)
        except DamagedError as error:
            part.drop()
            raise DamagedError(_plainly(error.reason, part)) from error
        except BaseException:
            part.drop()
            raise
        with self._lock:
            part.ended = True
            self._waiting = Waiting(secrets.token_hex(16), part.path, contents, self._clock() + KEPT_S)
            return self._waiting

    def want(self, name: str) -> Waiting | None:
        """The one of this name, to be put in place once the table has closed; None where there is none any more."""
        with self._lock:
            self._look()
            if self._waiting is None or self._waiting.name != name:
                return None
            self._wanted = True
            return self._waiting

    def throw_away(self, name: str) -> bool:
        """Have nothing left of the one of this name; whether there was one that nobody wants."""
        with self._lock:
            self._look()
            if self._wanted or self._waiting is None or self._waiting.name != name:
                return False
            self._throw_away()
            return True

    def close(self) -> None:
        """The table closes: what is not to be put in place now is gone."""
        with self._lock:
            if self._part is not None:
                self._part.drop()
            if not self._wanted:
                self._throw_away()

    def _look(self) -> None:
        if self._waiting is not None and not self._wanted and self._waiting.until <= self._clock():
            self._throw_away()

    def _throw_away(self) -> None:
        if self._waiting is not None:
            discard_database(self._waiting.path)
            self._waiting = None

    def _check_room(self, length: int) -> None:
        """Where there is too little room for all of it, nothing needs to be sent first."""
        try:
            about = os.statvfs(self._path.parent)
        except OSError as error:
            raise not_saved(error) from error
        if about.f_bavail * about.f_frsize < length + ROOM_BYTES:
            raise NotSavedError("there is no room for all of it", Why.FULL)


def _plainly(reason: Text, part: Part) -> Text:
    """What is wrong with a backup, for who sent it: of the inside of a database nobody needs to hear."""
    if reason.key == "session.not_ours" or not part.is_database:
        return say("backup.foreign")
    return say("backup.damaged") if reason.key == "session.database" else reason
