"""Tests inside the virtual machine, on a USB stick with FAT, which has no case, owners or links."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from companion.journal.backup import backup_to, restore_backup
from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME
from companion.table.commands import LeaveGame
from tests.kit.scripted_games import GAMES, expedition, play, session_on, table_of, whole_game

DISK = Path(os.environ["DISK"])


def play_with_restarts(state: Path, moves: int) -> None:
    """Start a game in a state directory and play some moves, each after a restart of the program."""
    with closing(open_store(state, GAMES)) as store:
        session_on(store.journal).do(expedition())
    for move in whole_game()[:moves]:
        with closing(open_store(state, GAMES)) as store:
            session_on(store.journal).do(play(move))


def entries(state: Path) -> int:
    """Return the number of entries of the open game, as the next start finds it."""
    with closing(open_store(state, GAMES)) as store:
        assert (store.old_path, store.lost) == (None, 0)
        return len(table_of(session_on(store.journal)).entries)


def test_no_two_names_differ_only_by_case() -> None:
    """Otherwise the disk would not be FAT."""
    (DISK / "probe").touch()
    assert (DISK / "PROBE").exists()


def test_game_continues_after_every_start() -> None:
    play_with_restarts(DISK / "state", 6)
    assert entries(DISK / "STATE") == 6


def test_damaged_journal_is_set_aside_and_replaced() -> None:
    state = DISK / "damaged"
    play_with_restarts(state, 2)
    (state / NAME).write_bytes(b"garbage")
    with closing(open_store(state, GAMES)) as store:
        assert store.old_path == state / "damaged-1.sqlite3"
        assert store.old_path.read_bytes() == b"garbage"
        session_on(store.journal).do(expedition())
    assert entries(state) == 0


def test_backup_is_made_and_restored() -> None:
    state = DISK / "backed up"
    play_with_restarts(state, 3)
    assert backup_to(DISK / "evening.sqlite3", state) == 1
    with closing(open_store(state, GAMES)) as store:
        session_on(store.journal).do(LeaveGame())
    assert restore_backup(DISK / "evening.sqlite3", state, GAMES).games == 1
    assert entries(state) == 3
    assert (state / "replaced-1.sqlite3").is_file()
