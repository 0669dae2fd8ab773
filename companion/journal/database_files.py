"""The files of a database: copied, removed and flushed as one; and SQLite's log, read without SQLite."""

from __future__ import annotations

import os
import shutil
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from companion.journal.database import FILES, INDEX
from companion.journal.file_watch import LOG
from companion.journal.journal import Journal
from companion.rules.text import say
from companion.support.frozen import frozen
from companion.table.table_errors import DamagedError, NewerError


def broken_log_of(path: Path) -> DamagedError | None:
    """Return an error if the log of a journal is broken, else None. Raises OSError.

    SQLite silently ignores everything in a log after a broken place.
    """
    broken = log_of(path).broken
    return DamagedError(say("session.database", cause=f"{path.name}{LOG} is broken")) if broken else None


def log_of(path: Path) -> Log:
    """Return the content of a journal's log; empty if there is no journal, which is reported when it is opened."""
    if not path.is_file() or not path.stat().st_size:
        return Log((), broken=False)
    return read_log(file_beside(path, LOG), path)


def database_size(path: Path) -> int:
    """Return the size in bytes of a database and the files that SQLite keeps beside it."""
    return sum(file_beside(path, ending).stat().st_size for ending in FILES if file_beside(path, ending).is_file())


def is_whole(path: Path) -> bool:
    """Return whether there is a journal that is sound as a database.

    Raises NotSavedError or OSError if that cannot be found out.
    """
    if not path.is_file() or not path.stat().st_size or log_of(path).broken:
        return False
    try:
        Journal(path, read_only=True).close()
    except (DamagedError, NewerError):
        return False
    return True


def copy_database(path: Path, copy: Path, how: Callable[[Path, Path], object] = shutil.copyfile) -> None:
    """Copy a database with the files that SQLite keeps beside it, except its shared memory."""
    for ending in FILES:
        file = file_beside(path, ending)
        if ending != INDEX and file.is_file() and (ending == "" or file.stat().st_size):
            how(file, file_beside(copy, ending))


def link_or_copy(path: Path, other: Path) -> None:
    """Give a file a second name, or copy it if the file system has no hard links."""
    try:
        os.link(path, other)
    except OSError:
        shutil.copyfile(path, other)
        flush(other)


def remove_database(path: Path) -> None:
    """Remove a database and its files. Raises OSError."""
    for ending in FILES:
        file_beside(path, ending).unlink(missing_ok=True)


def discard_database(path: Path) -> None:
    """Remove the remains of a half-made database, as far as possible."""
    with suppress(OSError):
        remove_database(path)


def file_beside(path: Path, ending: str) -> Path:
    """Return the file of a database that has this ending, one of FILES."""
    return path.with_name(path.name + ending)


def flush(path: Path) -> None:
    """Flush a file's content, or a directory's names, to the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


_HEADER = 32
_FRAME_HEADER = 24
_MAGIC = 0x377F0682
"""Of a log with checksums over little-endian words; plus 1 for big-endian ones."""
_PAGE_SIZES = tuple(512 << power for power in range(8))
_LEGACY = b"\x01\x01"
"""In the header of a database: it has no log. So a copy that has everything in it is read as it is."""

_LOGS = 1_000_000
"""Maximum number of logs that may have been started since the one that left a frame behind."""

Sum = tuple[int, int]


@frozen
class Frame:
    """A page as the log has it."""

    page: int
    """Page number, from 1."""
    commits: int
    """Number of pages of the database afterwards, if the frame ends a transaction; else 0."""
    content: bytes


@frozen
class Log:
    """The content of a log."""

    frames: tuple[Frame, ...]
    """The valid frames, in order."""
    broken: bool
    """True if something in it was written and is not what was written. A log that is merely shorter is not broken, nor
    one that has the rest of a failed transaction at its end."""


def read_log(log: Path, database: Path) -> Log:
    """Return the content of a log; empty if it is missing or empty. Raises OSError."""
    if not log.exists():
        return Log((), broken=False)
    data = log.read_bytes()
    if len(data) < _HEADER or (len(data) == _HEADER and not any(data)):
        return Log((), broken=False)
    with database.open("rb") as file:
        return _read(data, file.read(_HEADER))


def with_log(database: bytes, log: Log) -> bytes:
    """Return a database with the valid part of its log, up to the last transaction that is complete."""
    last = max((at for at, frame in enumerate(log.frames) if frame.commits), default=-1)
    pages = bytearray(database)
    for frame in log.frames[: last + 1]:
        size, at = len(frame.content), (frame.page - 1) * len(frame.content)
        pages.extend(bytes(max(0, at + size - len(pages))))
        pages[at : at + size] = frame.content
    if last >= 0:
        del pages[log.frames[last].commits * len(log.frames[last].content) :]
    pages[18:20] = _LEGACY
    return bytes(pages)


def _read(data: bytes, database: bytes) -> Log:
    magic, size = int.from_bytes(data[:4]), int.from_bytes(data[8:12])
    big = bool(magic & 1)
    told = _sum_in(data, 24)
    sound = magic & ~1 == _MAGIC and size in _PAGE_SIZES and _added((0, 0), data[:24], big=big) == told
    if not sound:  # the frames may still be valid: their pages have the size of the database's
        stored = int.from_bytes(database[16:18])
        size = stored if stored in _PAGE_SIZES else 65536
    salts = data[16:24] if sound else _salts_of_most(data, size)
    found = [*_frames(data, size, salts, told, big=big)]
    if not sound:
        other = [*_frames(data, size, salts, told, big=not big)]
        found = max(found, other, key=lambda places: sum(place is not None for place, _ in places))
    broken = any(fault for _, fault in found) or (not sound and len(data) > _HEADER)
    return Log(tuple(frame for frame, _ in found if frame is not None), broken=broken)


def _frames(data: bytes, size: int, salts: bytes, begun: Sum, *, big: bool) -> Iterator[tuple[Frame | None, bool]]:
    """Yield for each place of the log its frame, if valid and of this log, and whether the place is broken.

    The checksum of a frame continues the one stored in the frame before: so a broken frame spoils no other. Frames
    left behind by an earlier log have other salts, the first of them a little lower: they are no part of this log.

    A transaction that failed leaves frames with the right salts, and a shorter one is then written over the first
    of them. SQLite reads no further than that. The rest is not broken as long as no frame of it ends a transaction:
    only frames that do were ever acknowledged.
    """
    step = _FRAME_HEADER + size
    read_on = True  # SQLite reads up to here
    for at in range(_HEADER, len(data) - step + 1, step):
        head, content = data[at : at + _FRAME_HEADER], data[at + _FRAME_HEADER : at + step]
        told = _sum_in(head, 16)
        fits = _sum_of(begun, head[:8], content, big=big) == told
        salted = [head[8:12] == salts[:4], head[12:16] == salts[4:]]
        page, commits = int.from_bytes(head[:4]), int.from_bytes(head[4:8])
        holds = fits and any(salted) and page > 0
        read_on = read_on and holds and all(salted)
        ours = any(salted) or not (page and _earlier(head[8:12], salts[:4]))  # a frame of zeros belongs to no log
        left_over = all(salted) and page > 0 and not commits
        left_over = left_over and (fits or not _ended_transaction(begun, head, content, big=big))
        yield Frame(page, commits, content) if holds else None, ours and not read_on and not left_over
        begun = told


def _ended_transaction(begun: Sum, head: bytes, content: bytes, *, big: bool) -> bool:
    """Return whether a frame that ends no transaction did so before one bit of it was flipped."""
    told = _sum_in(head, 16)
    return any(_sum_of(begun, head[:4] + (1 << bit).to_bytes(4), content, big=big) == told for bit in range(32))


def _earlier(salt: bytes, now: bytes) -> bool:
    """Return whether this may be the first salt of a log before the one whose salt is `now`; each log adds 1 to it."""
    return 0 < (int.from_bytes(now) - int.from_bytes(salt)) % (1 << 32) <= _LOGS


def _salts_of_most(data: bytes, size: int) -> bytes:
    """Return the most frequent salts of the frames, for a log whose header is unreadable."""
    step = _FRAME_HEADER + size
    found = Counter(data[at + 8 : at + 16] for at in range(_HEADER, len(data) - step + 1, step))
    return found.most_common(1)[0][0] if found else bytes(8)


def _sum_in(data: bytes, at: int) -> Sum:
    return int.from_bytes(data[at : at + 4]), int.from_bytes(data[at + 4 : at + 8])


def _sum_of(begun: Sum, start: bytes, content: bytes, *, big: bool) -> Sum:
    """Return the checksum of a frame from the first 8 bytes of its head, and its content."""
    return _added(_added(begun, start, big=big), content, big=big)


def _added(begun: Sum, data: bytes, *, big: bool) -> Sum:
    """Continue SQLite's checksum over pairs of words."""
    words = array("I", data)
    if big != (sys.byteorder == "big"):
        words.byteswap()
    one, other = begun
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return one, other
