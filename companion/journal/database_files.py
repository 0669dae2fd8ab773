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
    """Raises OSError. SQLite passes over what stands in a log behind a broken place, and says nothing."""
    broken = log_of(path).broken
    return DamagedError(say("session.database", cause=f"{path.name}{LOG} is broken")) if broken else None


def log_of(path: Path) -> Log:
    """What the log of a journal holds; nothing where there is no journal, for which its opening has words."""
    if not path.is_file() or not path.stat().st_size:
        return Log((), broken=False)
    return read_log(file_beside(path, LOG), path)


def database_size(path: Path) -> int:
    """Return the size in bytes of a database and the files that SQLite keeps beside it."""
    return sum(file_beside(path, ending).stat().st_size for ending in FILES if file_beside(path, ending).is_file())


def is_whole(path: Path) -> bool:
    """Whether there is a journal that is sound as a database. Raises NotSavedError or OSError where nobody can tell."""
    if not path.is_file() or not path.stat().st_size or log_of(path).broken:
        return False
    try:
        Journal(path, read_only=True).close()
    except (DamagedError, NewerError):
        return False
    return True


def copy_database(path: Path, copy: Path, how: Callable[[Path, Path], object] = shutil.copyfile) -> None:
    """Copy a database with all that SQLite keeps beside it, but its shared memory."""
    for ending in FILES:
        file = file_beside(path, ending)
        if ending != INDEX and file.is_file() and (ending == "" or file.stat().st_size):
            how(file, file_beside(copy, ending))


def link_or_copy(path: Path, other: Path) -> None:
    """Give a file another name besides its own, or where the file system knows no such thing, a copy."""
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
    """Remove what is left of a database half made, where that can be."""
    with suppress(OSError):
        remove_database(path)


def file_beside(path: Path, ending: str) -> Path:
    """Return the file of a database that has this ending, one of FILES."""
    return path.with_name(path.name + ending)


def flush(path: Path) -> None:
    """Have a file's content, or a directory's names, on the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


_HEADER = 32
_FRAME_HEADER = 24
_MAGIC = 0x377F0682
"""Of a log whose sums are made of little-endian words; one more for big-endian ones."""
_PAGE_SIZES = tuple(512 << power for power in range(8))
_LEGACY = b"\x01\x01"
"""In the header of a database: it has no log. So a copy with everything in it is read as it is."""

_LOGS = 1_000_000
"""So many logs of a database may have been begun since something was left behind."""

Sum = tuple[int, int]


@frozen
class Frame:
    """A page as the log has it."""

    page: int
    """Its number, from 1."""
    commits: int
    """How many pages the database has after it, where it ends a transaction; else 0."""
    content: bytes


@frozen
class Log:
    """What is in a log."""

    frames: tuple[Frame, ...]
    """Those that hold, in order."""
    broken: bool
    """Something in it was written and is not what was written. A log that is merely shorter is not broken, nor one that
    has the rest of a failed transaction at its end."""


def read_log(log: Path, database: Path) -> Log:
    """What a log holds; of none, or an empty one, nothing. Raises OSError."""
    if not log.exists():
        return Log((), broken=False)
    data = log.read_bytes()
    if len(data) < _HEADER or (len(data) == _HEADER and not any(data)):
        return Log((), broken=False)
    with database.open("rb") as file:
        return _read(data, file.read(_HEADER))


def with_log(database: bytes, log: Log) -> bytes:
    """A database with all that holds of its log, up to the last transaction of it that came to its end."""
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
    if not sound:  # the rest may hold all the same: its pages are as large as the database's
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
    """By place, the frame there if it belongs to this log and holds, and whether the place is broken.

    A frame is summed up from the sum that the one before it tells: so one that is broken spoils no other. What an
    earlier log has left behind has other salts, and the first of them is a little less: it is no part of this one.

    A transaction that failed leaves frames with the right salts, and a shorter one is then written over the first of
    them. SQLite reads no further than that. The rest is not broken while none of it ends a transaction: only frames
    that do were ever acknowledged.
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
        ours = any(salted) or not (page and _earlier(head[8:12], salts[:4]))  # a page of nothing is of no log
        left_over = all(salted) and page > 0 and not commits
        left_over = left_over and (fits or not _ended_transaction(begun, head, content, big=big))
        yield Frame(page, commits, content) if holds else None, ours and not read_on and not left_over
        begun = told


def _ended_transaction(begun: Sum, head: bytes, content: bytes, *, big: bool) -> bool:
    """Return whether a frame that ends no transaction did so before a bit of it was flipped."""
    told = _sum_in(head, 16)
    return any(_sum_of(begun, head[:4] + (1 << bit).to_bytes(4), content, big=big) == told for bit in range(32))


def _earlier(salt: bytes, now: bytes) -> bool:
    """Whether this may be the first salt of a log before the one with the salt of `now`: each counts one up."""
    return 0 < (int.from_bytes(now) - int.from_bytes(salt)) % (1 << 32) <= _LOGS


def _salts_of_most(data: bytes, size: int) -> bytes:
    """The salts of most frames, where the header cannot tell them any more."""
    step = _FRAME_HEADER + size
    found = Counter(data[at + 8 : at + 16] for at in range(_HEADER, len(data) - step + 1, step))
    return found.most_common(1)[0][0] if found else bytes(8)


def _sum_in(data: bytes, at: int) -> Sum:
    return int.from_bytes(data[at : at + 4]), int.from_bytes(data[at + 4 : at + 8])


def _sum_of(begun: Sum, start: bytes, content: bytes, *, big: bool) -> Sum:
    """Return the sum of a frame by the first 8 bytes of its head, and its content."""
    return _added(_added(begun, start, big=big), content, big=big)


def _added(begun: Sum, data: bytes, *, big: bool) -> Sum:
    """SQLite's sum over pairs of words, going on from one."""
    words = array("I", data)
    if big != (sys.byteorder == "big"):
        words.byteswap()
    one, other = begun
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return one, other
