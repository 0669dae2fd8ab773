"""A full game: which commands are refused, with which sentence, and which stay possible."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.journal.moves_file import BadFileError, export, replay_file
from companion.journal.open_journal import open_store
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.rule_errors import IllegalMoveError
from companion.session.session import Session
from companion.table import game_limits
from companion.table.commands import Amend, CloseGame, Insert, LeaveGame, OpenGame, Play, Restore, StartGame, TakeBack
from companion.words.catalogue import Words
from tests.kit.lanterns_printings import CARDS, session_with
from tests.kit.scripted_games import (
    GAMES,
    correct,
    end_turn,
    expedition,
    play,
    replayed_table,
    roll,
    session_on,
    step,
    table_of,
)
from tests.terminal import HEAD, STEP, as_line, run, run_json, write

MOST = 6
FULL = (step(1), end_turn(1), step(2), end_turn(2), end_turn(3), correct(1, 1))


@pytest.fixture(autouse=True)
def no_more_than_six(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_limits, "MOST_ENTRIES", MOST)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with closing(open_store(tmp_path, GAMES)) as store:
        session = session_on(store.journal)
        session.do(expedition())
        for move in FULL:
            session.do(play(move))
        yield session


@pytest.mark.parametrize(
    "command",
    [play(step(1)), play(correct(2, 1)), Insert(entry=1, seat=1, move=correct(1, 1)[1])],
    ids=["move", "correction", "insertion"],
)
def test_one_move_too_many_is_refused_and_nothing_is_lost(session: Session, command: Play | Insert) -> None:
    before = session.snapshot()
    for ask in (session.do, session.preview):
        with pytest.raises(IllegalMoveError) as refused:
            ask(command)
        assert (refused.value.reason.key, refused.value.ruling) == ("session.too_many_moves", None)
        assert str(MOST) in Words("fr").of(refused.value.reason)
    assert session.snapshot() == before


def test_moves_that_do_not_all_fit_are_all_refused(session: Session) -> None:
    session.do(TakeBack())
    before = session.snapshot()
    with pytest.raises(IllegalMoveError):
        session.do(play(correct(1, 1), correct(1, 1)))
    assert session.snapshot() == before


def test_all_other_commands_stay_possible(session: Session) -> None:
    entries = table_of(session).entries
    session.do(TakeBack())
    session.do(Restore())
    assert table_of(session).entries == entries
    session.do(Amend(entry=6, seat=1, move=correct(1, 2)[1]))
    session.do(Amend(entry=6))
    session.do(play(correct(1, 3)))
    session.do(Amend(entry=0, names=("Zoé", "Bao", "Chloé")))
    session.do(LeaveGame())
    session.do(OpenGame(number=1))
    session.do(CloseGame())
    assert len(table_of(session).entries) == MOST
    assert table_of(session).closed


def test_an_overlong_older_game_is_read_and_repaired(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_limits, "MOST_ENTRIES", 4)
    with closing(Journal(session.journal.path, read_only=True)) as journal:
        assert Session(journal, GAMES, lambda: 0.0).table == session.table
    session.do(Amend(entry=6, seat=1, move=correct(1, 2)[1]))
    session.do(TakeBack())
    assert len(table_of(session).entries) == MOST


def test_a_press_counts_its_moves_and_other_commands_one_row(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = table_of(session).seq
    monkeypatch.setattr(game_limits, "MOST_ENTRIES", 100)
    monkeypatch.setattr(game_limits, "KEPT_ROWS", 5)
    monkeypatch.setattr(game_limits, "MOST_ROWS", rows + 2 + 5)
    with pytest.raises(IllegalMoveError) as refused:
        session.do(play(*(correct(1, 1),) * 3))
    assert refused.value.reason.key == "session.full"
    session.do(play(*(correct(1, 1),) * 2))
    with pytest.raises(IllegalMoveError):
        session.do(TakeBack())
    session.do(LeaveGame())
    session.do(OpenGame(number=1))
    session.do(CloseGame())
    assert table_of(session).seq == rows + 3


def test_the_last_move_reveals_the_seed_in_the_reserved_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_limits, "MOST_ENTRIES", 100)
    *moves, last = (*CARDS, *(roll(1), roll(2), end_turn(1), end_turn(2)) * 2)
    with closing(open_store(tmp_path / "market", GAMES)) as store:
        session = session_with(store.journal, GAMES)
        session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
        for move in moves:
            session.do(play(move))
        rows = table_of(session).seq
        monkeypatch.setattr(game_limits, "KEPT_ROWS", 5)
        monkeypatch.setattr(game_limits, "MOST_ROWS", rows + 1 + 5)
        session.do(play(last))
        table = table_of(session)
        assert (table.over, table.seq, table.commitments[-1].revealed) == (True, rows + 2, True)


def test_a_file_is_read_up_to_the_limit_of_moves(tmp_path: Path) -> None:
    file = export(replayed_table(FULL)).encode()
    assert len(replay_file(file, GAMES).entries) == MOST
    assert check_moves_file(file, GAMES).holds
    longer = file + as_line(STEP)
    for read in (replay_file, check_moves_file):
        with pytest.raises(BadFileError) as refused:
            read(longer, GAMES)
        assert refused.value.reason.key == "file.too_many_moves"
    path = write(tmp_path, longer)
    status, body = run_json("replay", path)
    assert (status, body["error"], body["line"]) == (2, "bad_file", MOST + 2)
    assert body["reason"] == f"The file has more than {MOST} moves. That is too many for one game."
    status, body = run_json("verify", path)
    assert (status, body["error"], body["line"]) == (2, "bad_file", None)


@pytest.mark.parametrize("command", ["replay", "verify", "offers"])
def test_a_file_with_too_many_bytes_or_lines_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(game_limits, "MOST_FILE_BYTES", 4 * 1024)
    monkeypatch.setattr(game_limits, "MOST_LINES", 100)
    status, body = run_json(command, write(tmp_path, HEAD, "x" * 5_000))
    assert (status, body["reason"]) == (2, "The file is larger than 4 kB. No game is that long.")
    status, body = run_json(command, write(tmp_path, HEAD, *[""] * 100))
    assert (status, body["reason"]) == (2, "The file has more than 100 lines. That is too many for one game.")
    assert run(command, "-", stdin=b"x" * 5_000).exit_code == 2
