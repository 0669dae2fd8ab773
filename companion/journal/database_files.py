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
from companion.journal.file_watch import WAL_ENDING
from companion.journal.journal import Journal
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table.session_errors import DamagedError, NewerError


def broken_log_of(path: Path) -> DamagedError | None:
    """Return an error if the log of a journal is broken, else None. Raises OSError.

    SQLite silently ignores everything in a log after a broken place.
    """
    broken = log_of(path).broken
    return DamagedError(say("session.database", cause=f"{path.name}{WAL_ENDING} is broken")) if broken else None


def log_of(path: Path) -> Log:
    """Return the content of a journal's log; empty if there is no journal, which is reported when it is opened."""
    if not path.is_file() or not path.stat().st_size:
        return Log((), broken=False)
    return read_log(file_beside(path, WAL_ENDING), path)


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


def copy_database(path: Path, copy: Path, copy_file: Callable[[Path, Path], object] = shutil.copyfile) -> None:
    """Copy a database with the files that SQLite keeps beside it, except its shared memory."""
    for ending in FILES:
        file = file_beside(path, ending)
        if ending != INDEX and file.is_file() and (ending == "" or file.stat().st_size):
            copy_file(file, file_beside(copy, ending))


def link_or_copy(path: Path, link: Path) -> None:
    """Give a file a second name, or copy it if the file system has no hard links."""
    try:
        os.link(path, link)
    except OSError:
        shutil.copyfile(path, link)
        flush(link)


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
_NO_LOG = b"\x01\x01"
"""In the header of a database: it has no log. So a copy that has everything in it is read as it is."""

_MOST_LOGS = 1_000_000
"""Maximum number of logs that may have been started since the one that left a frame behind."""

Checksum = tuple[int, int]


@frozen
class LogFrame:
    """A page as the log has it."""

    page: int
    """Page number, from 1."""
    commits: int
    """Number of pages of the database afterwards, if the frame ends a transaction; else 0."""
    content: bytes


@frozen
class Log:
    """The content of a log."""

    frames: tuple[LogFrame, ...]
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
        return _parse_log(data, file.read(_HEADER))


def with_log(database: bytes, log: Log) -> bytes:
    """Return a database with the valid part of its log, up to the last transaction that is complete."""
    last = max((index for index, frame in enumerate(log.frames) if frame.commits), default=-1)
    pages = bytearray(database)
    for frame in log.frames[: last + 1]:
        size, offset = len(frame.content), (frame.page - 1) * len(frame.content)
        pages.extend(bytes(max(0, offset + size - len(pages))))
        pages[offset : offset + size] = frame.content
    if last >= 0:
        del pages[log.frames[last].commits * len(log.frames[last].content) :]
    pages[18:20] = _NO_LOG
    return bytes(pages)


def _parse_log(data: bytes, database: bytes) -> Log:
    magic, size = int.from_bytes(data[:4]), int.from_bytes(data[8:12])
    big = bool(magic & 1)
    checksum = _read_checksum(data, 24)
    header_valid = (
        magic & ~1 == _MAGIC and size in _PAGE_SIZES and _extend_checksum((0, 0), data[:24], big=big) == checksum
    )
    if not header_valid:  # the frames may still be valid: their pages have the size of the database's
        stored = int.from_bytes(database[16:18])
        size = stored if stored in _PAGE_SIZES else 65536
    salts = data[16:24] if header_valid else _most_frequent_salts(data, size)
    frames = [*_frames(data, size, salts, checksum, big=big)]
    if not header_valid:
        swapped = [*_frames(data, size, salts, checksum, big=not big)]
        frames = max(frames, swapped, key=lambda places: sum(place is not None for place, _ in places))
    broken = any(fault for _, fault in frames) or (not header_valid and len(data) > _HEADER)
    return Log(tuple(frame for frame, _ in frames if frame is not None), broken=broken)


def _frames(
    data: bytes, size: int, salts: bytes, checksum: Checksum, *, big: bool
) -> Iterator[tuple[LogFrame | None, bool]]:
    """Yield for each place of the log its frame, if valid and of this log, and whether the place is broken.

    The checksum of a frame continues the one stored in the frame before: so a broken frame spoils no other. Frames
    left behind by an earlier log have other salts, the first of them a little lower: they are no part of this log.

    A transaction that failed leaves frames with the right salts, and a shorter one is then written over the first
    of them. SQLite reads no further than that. The rest is not broken as long as no frame of it ends a transaction:
    only frames that do were ever acknowledged.
    """
    step = _FRAME_HEADER + size
    read_on = True  # SQLite reads up to here
    for offset in range(_HEADER, len(data) - step + 1, step):
        head, content = data[offset : offset + _FRAME_HEADER], data[offset + _FRAME_HEADER : offset + step]
        stored = _read_checksum(head, 16)
        fits = _frame_checksum(checksum, head[:8], content, big=big) == stored
        salted = [head[8:12] == salts[:4], head[12:16] == salts[4:]]
        page, commits = int.from_bytes(head[:4]), int.from_bytes(head[4:8])
        valid = fits and any(salted) and page > 0
        read_on = read_on and valid and all(salted)
        current = any(salted) or not (
            page and _is_earlier_salt(head[8:12], salts[:4])
        )  # a frame of zeros belongs to no log
        left_over = all(salted) and page > 0 and not commits
        left_over = left_over and (fits or not _ended_transaction(checksum, head, content, big=big))
        yield LogFrame(page, commits, content) if valid else None, current and not read_on and not left_over
        checksum = stored


def _ended_transaction(checksum: Checksum, head: bytes, content: bytes, *, big: bool) -> bool:
    """Return whether a frame that ends no transaction did so before one bit of it was flipped."""
    stored = _read_checksum(head, 16)
    return any(
        _frame_checksum(checksum, head[:4] + (1 << bit).to_bytes(4), content, big=big) == stored for bit in range(32)
    )


def _is_earlier_salt(salt: bytes, current: bytes) -> bool:
    """Return whether this may be the first salt of a log before that of `current`; each log adds 1 to it."""
    return 0 < (int.from_bytes(current) - int.from_bytes(salt)) % (1 << 32) <= _MOST_LOGS


def _most_frequent_salts(data: bytes, size: int) -> bytes:
    """Return the most frequent salts of the frames, for a log whose header is unreadable."""
    step = _FRAME_HEADER + size
    salts = Counter(data[offset + 8 : offset + 16] for offset in range(_HEADER, len(data) - step + 1, step))
    return salts.most_common(1)[0][0] if salts else bytes(8)


def _read_checksum(data: bytes, offset: int) -> Checksum:
    return int.from_bytes(data[offset : offset + 4]), int.from_bytes(data[offset + 4 : offset + 8])


def _frame_checksum(checksum: Checksum, start: bytes, content: bytes, *, big: bool) -> Checksum:
    """Return the checksum of a frame from the first 8 bytes of its head, and its content."""
    return _extend_checksum(_extend_checksum(checksum, start, big=big), content, big=big)


def _extend_checksum(checksum: Checksum, data: bytes, *, big: bool) -> Checksum:
    """Continue SQLite's checksum over pairs of words."""
    words = array("I", data)
    if big != (sys.byteorder == "big"):
        words.byteswap()
    low, high = checksum
    for first, second in zip(words[::2], words[1::2], strict=True):
        low = (low + first + high) & 0xFFFFFFFF
        high = (high + second + low) & 0xFFFFFFFF
    return low, high
