"""At rest and at a game's end the journal's log is empty: damage to the log cannot cost an evening."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.state_directory import NAME
from companion.session.idle_checkpoint import CHECK_S, REST, IdleCheckpoint
from companion.session.session import Session
from companion.table.commands import CloseGame
from tests.kit.scripted_games import expedition, play, step, table_of, whole_game

WAL = f"{NAME}-wal"


class Hours:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def idle_checkpoint(game: Session, hours: Hours) -> IdleCheckpoint:
    """Return a checkpoint with nothing left to do."""
    checkpoint = IdleCheckpoint(game, hours)
    checkpoint.note_writes()
    hours.now += REST
    checkpoint.tick(hours.now)
    assert checkpoint.deadline() == hours.now + CHECK_S
    return checkpoint


def in_log(directory: Path) -> int:
    return (directory / WAL).stat().st_size


def test_the_log_is_empty_some_seconds_after_the_last_press(
    game: Session, idle_checkpoint: IdleCheckpoint, hours: Hours, directory: Path
) -> None:
    for _ in range(3):
        hours.now += 1
        game.do(play(step(1)))
        idle_checkpoint.note_writes()
        assert idle_checkpoint.deadline() == hours.now + REST, "every press puts it off"
    assert in_log(directory)
    hours.now += REST
    idle_checkpoint.tick(hours.now)
    assert in_log(directory) == 0
    idle_checkpoint.note_writes()
    assert idle_checkpoint.deadline() == hours.now + CHECK_S, "at rest it is looked at once a minute"
    with closing(sqlite3.connect(f"file:{directory / NAME}?mode=ro&immutable=1", uri=True)) as db:
        assert db.execute("SELECT max(seq) FROM rows").fetchone() == (table_of(game).seq,)


@pytest.mark.parametrize("how", ["played", "closed"])
def test_at_the_end_of_a_game_it_is_due_immediately(
    game: Session, idle_checkpoint: IdleCheckpoint, hours: Hours, how: str
) -> None:
    moves = [play(move) for move in whole_game()]
    for move in moves[:-1]:
        game.do(move)
    idle_checkpoint.note_writes()
    assert idle_checkpoint.deadline() == hours.now + REST
    game.do(moves[-1] if how == "played" else CloseGame())
    idle_checkpoint.note_writes()
    assert idle_checkpoint.deadline() == hours.now
    idle_checkpoint.tick(hours.now)
    game.note("volume", 3)
    idle_checkpoint.note_writes()
    assert idle_checkpoint.deadline() == hours.now + REST, "the end is an end once"


def test_a_reader_delays_the_checkpoint(
    game: Session, idle_checkpoint: IdleCheckpoint, hours: Hours, directory: Path
) -> None:
    with closing(sqlite3.connect(directory / NAME, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM rows").fetchone()
        game.do(play(step(1)))
        idle_checkpoint.note_writes()
        hours.now += REST
        idle_checkpoint.tick(hours.now)
        assert in_log(directory)
        assert idle_checkpoint.deadline() == hours.now + 30
    hours.now += 30
    idle_checkpoint.tick(hours.now)
    assert in_log(directory) == 0


def test_the_log_of_a_power_cut_is_checkpointed_after_start(game: Session, hours: Hours) -> None:
    idle_checkpoint = IdleCheckpoint(game, hours)
    idle_checkpoint.note_writes()
    assert idle_checkpoint.deadline() == hours.now + REST


def test_nothing_is_done_before_the_deadline(
    game: Session, idle_checkpoint: IdleCheckpoint, hours: Hours, directory: Path
) -> None:
    game.do(expedition())
    idle_checkpoint.note_writes()
    idle_checkpoint.tick(hours.now + REST - 0.1)
    assert in_log(directory)
