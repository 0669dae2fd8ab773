"""The state directory: its lock, its journal, and what is done when the journal is damaged or cannot be written."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.rules.game import Game
from companion.rules.text import say
from companion.session.errors import DamagedError, InUseError, NoStateError, NotSavedError
from companion.session.journal import Journal, check_pragmas, free_name, salvage
from companion.session.rows import FIRST, Row, follow
from companion.session.table import Table

log = logging.getLogger(__name__)
NAME = "journal.sqlite3"
_PARTS = ("", "-wal", "-shm")


@dataclass(slots=True)
class Store:
    """An open state directory."""

    directory: Path
    journal: Journal
    aside: Path | None = None
    """Where the damaged journal was put, when it was."""
    lost: int = 0
    """How many games could not be carried over whole from the damaged journal."""
    _release: list[Callable[[], None]] = field(default_factory=list)

    def close(self) -> None:
        """Close the journal and let go of the directory."""
        self.journal.close()
        for release in reversed(self._release):
            release()
        self._release.clear()


def open_store(directory: Path, games: tuple[Game[Any], ...]) -> Store:
    """Open a state directory, making it if need be.

    A damaged journal is moved aside whole and a new one begun with every game, or beginning of a game, that still holds.
    On a card that cannot be written the journal is opened from a copy in memory: the table can be seen, nothing is saved.

    Raises NoStateError, InUseError, or NewerError; each says what to do.
    """
    release = [_lock(directory)]
    path = directory / NAME
    try:
        journal = Journal(path)
        check_pragmas(journal)
        return Store(directory, journal, _release=release)
    except DamagedError as damage:
        log.error("journal %s is damaged: %s", path, damage.reason)
        return _begin_again(directory, path, games, release)
    except NotSavedError as error:
        log.error("journal %s cannot be written: %s", path, error.cause)
        return _look_only(directory, path, release)
    except BaseException:
        release[0]()
        raise


def _lock(directory: Path) -> Callable[[], None]:
    """Take the directory for this process. Raises NoStateError or InUseError."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoStateError(say("session.no_state", path=str(directory), cause=error.strerror or str(error))) from error
    try:
        handle = os.open(directory / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        try:  # a card that has become read-only still has its lock file, or else nobody else can write there either
            handle = os.open(directory, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            cause = error.strerror or str(error)
            raise NoStateError(say("session.no_state", path=str(directory), cause=cause)) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise InUseError(say("session.in_use", path=str(directory))) from error
    return lambda: os.close(handle)


def _begin_again(
    directory: Path, path: Path, games: tuple[Game[Any], ...], release: list[Callable[[], None]]
) -> Store:
    aside = _move_aside(path)
    rows, notes = salvage(aside)
    journal = Journal(path)
    lost = 0
    for game in sorted(rows):
        good, table = _holding(rows[game], games)
        lost += len(good) < len(rows[game])
        if table is not None:
            journal.append(good, result_of(table))
    for name, value in notes.items():
        journal.set_note(name, value)
    log.error("the damaged journal is kept as %s; %d games did not come over whole", aside, lost)
    return Store(directory, journal, aside, lost, _release=release)


def _move_aside(path: Path) -> Path:
    """Give the damaged files another name, never one that is taken."""
    aside = free_name(path)
    for part in _PARTS:
        old = path.with_name(path.name + part)
        if old.exists():
            old.rename(aside.with_name(aside.name + part))
    return aside


def _holding(rows: list[Row], games: tuple[Game[Any], ...]) -> tuple[list[Row], Table | None]:
    """The rows of a game up to the first that does not hold, and the table they lead to."""
    table: Table | None = None
    previous = FIRST
    good: list[Row] = []
    for row in rows:
        try:
            table = follow(table, previous, row, games)
        except DamagedError:
            break
        good.append(row)
        previous = row.hash()
    return good, table


def _look_only(directory: Path, path: Path, release: list[Callable[[], None]]) -> Store:
    """The journal from a copy in memory, to look at while the real one cannot be written."""
    scratch = tempfile.TemporaryDirectory(prefix="companion-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    release.append(scratch.cleanup)
    copy = Path(scratch.name) / NAME
    for part in _PARTS[:2]:
        old = path.with_name(path.name + part)
        if old.exists():
            shutil.copyfile(old, copy.with_name(copy.name + part))
    Journal(copy).close()
    return Store(directory, Journal(copy, read_only=True), _release=release)


def result_of(table: Table) -> list[list[int]] | None:
    """Ranks and totals once the game is over, as the journal keeps them beside the game."""
    if not table.over:
        return None
    return [[place.seat, place.rank, place.total] for place in table.game.standings(table.state)]
