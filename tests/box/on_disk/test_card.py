"""Tests inside the virtual machine, on a separate disk: a card that is full, or was made read-only by its system.

The real kernel refuses writes here, whatever files are open; and the obstacle goes away again.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import permutations
from pathlib import Path

import pytest

from companion.journal.open_journal import open_store
from companion.session.session import Session
from companion.table.commands import Command
from companion.table.session_errors import NotSavedError
from tests.kit.scripted_games import GAMES, expedition, play, session_on, table_of, whole_game

DISK = Path(os.environ["DISK"])
REMOUNT = 32
"""MS_REMOUNT of mount(2)."""
MOST = 60
"""Limit of the moves until a full disk refuses one: the log still has free space at first."""


@contextmanager
def full() -> Iterator[None]:
    """Fill the disk to the last byte."""
    ballast = DISK / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            with suppress(OSError):
                while file.write(bytes(size)):
                    pass
        os.fsync(file.fileno())
    try:
        yield
    finally:
        ballast.unlink()
        os.sync()


@contextmanager
def read_only() -> Iterator[None]:
    """Make the disk read-only at once, with files open for writing, as a kernel does with a worn card."""
    Path("/proc/sysrq-trigger").write_text("u", encoding="utf-8")
    while not os.statvfs(DISK).f_flag & os.ST_RDONLY:
        pass
    try:
        yield
    finally:
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.mount(b"/dev/vdc", str(DISK).encode(), b"ext4", REMOUNT, None) == 0, os.strerror(ctypes.get_errno())


TROUBLES = {"full": full, "read-only": read_only}
Moves = Iterator[Command]


def moves() -> Moves:
    """Yield moves for a long time: whole games, one after the other."""
    while True:
        yield expedition()
        for move in whole_game():
            yield play(move)


def refused_move(session: Session, coming: Moves) -> Command:
    """Move until a move is refused twice, and return that move.

    The first refusal may have freed space: after a failure, the log is put into the database before anything is
    written.
    """
    for _ in range(MOST):
        move = next(coming)
        if not (saved(session, move) or saved(session, move)):
            return move
    raise AssertionError(f"nothing was in the way: {os.statvfs(DISK)}")


def saved(session: Session, move: Command) -> bool:
    """Make a move; return whether it was saved. If not, everything must be as before."""
    before = session.table
    try:
        session.do(move)
    except NotSavedError:
        assert session.table == before
        assert not session.snapshot().saved
        return False
    return True


@pytest.mark.parametrize("order", [*permutations(TROUBLES), ("full", "full"), ("read-only", "read-only")], ids=" ".join)
@pytest.mark.parametrize("from_the_start", [False, True])
def test_acknowledged_entries_are_kept_and_the_table_continues(order: tuple[str, ...], *, from_the_start: bool) -> None:
    state = DISK / f"{'-'.join(order)}-{from_the_start}"
    coming = moves()
    store = open_store(state, GAMES)
    session = session_on(store.journal)
    for _ in range(4):
        session.do(next(coming))
    for trouble in order:
        with TROUBLES[trouble]():
            if from_the_start:
                before = session.table
                store.close()
                store = open_store(state, GAMES)
                session = session_on(store.journal)
                assert session.table == before, "it is shown all the same"
            remaining = refused_move(session, coming)
        session.do(remaining)
        assert session.snapshot().saved
        assert store.journal.path.parent == state
    table = table_of(session)
    store.close()
    store = open_store(state, GAMES)
    assert session_on(store.journal).table == table
    assert (store.old_path, store.lost) == (None, 0)
    store.close()
