"""The backup of finished games: complete for these, and without a byte of unfinished ones."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.archive import Archive
from companion.journal.backup import backup_to, restore_backup
from companion.journal.finished_games_backup import _seeds_revealed, finished_games, write_finished
from companion.journal.journal import LAST_ERASED, Journal
from companion.journal.open_journal import Store, open_store
from companion.journal.rows import RowKind
from companion.journal.state_directory import NAME
from companion.session.session import Session
from companion.table.commands import (
    Amend,
    ClaimSeat,
    CloseGame,
    LayOutFreeDice,
    OpenGame,
    StartGame,
    TakeBack,
    ThrowFreeDice,
)
from companion.table.free_dice import FREE_DICE_NOTE
from companion.table.game_setup import PROFILE_PREFIX
from tests.kit.lanterns_printings import BEFORE, CARDS, session_with
from tests.kit.lanterns_printings import finish_old_game as finished_market
from tests.kit.scripted_games import GAMES, crate, expedition, play, session_on, step, table_of, whole_game

OVER, UNDER_WAY, GIVEN_UP, CLOSED = 1, 2, 3, 4
WISH, PHONE = "a planted wish", "f0" * 32


def hide(wish: str) -> tuple[int, dict[str, object]]:
    return 1, {"move": "hide", "colour": "red", "value": 30_303, "wish": wish}


@pytest.fixture
def evenings(store: Store) -> Session:
    """Return a session with a finished game; one in progress and one closed before its end, both with hidden parts; and
    a closed one without any. Then free dice, a phone, a figure copied from the owner's board, and a note of the box.
    """
    session = Session(store.journal, GAMES, lambda: 1_700_000_000.0)
    session.do(expedition())
    for move in whole_game():
        session.do(play(move))
    session.do(StartGame(game="lanterns", names=("Dom", "Eve")))
    session.do(play(hide(WISH)))
    session.do(StartGame(game="lanterns", names=("Flo", "Gil")))
    session.do(play(hide(f"{WISH} given up")))
    session.do(CloseGame())
    session.do(expedition(("Hal", "Ida", "Jon")))
    session.do(play(step(1), crate(1, 2)))
    session.do(CloseGame())
    session.do(OpenGame(number=UNDER_WAY))
    session.do(ClaimSeat(phone=PHONE, seat=None))
    session.do(LayOutFreeDice())
    session.do(ThrowFreeDice(dice=2))
    session.note(f"{PROFILE_PREFIX}expedition", {"tally": {"1": 2}})
    session.note("settings", {"language": "fr"})
    return session


@pytest.fixture
def archive(evenings: Session, directory: Path) -> Archive:
    return Archive(directory / NAME, GAMES)


def journal_of(directory: Path, path: Path, number: int, *, noted: int | None) -> Archive:
    """Return a journal with only one of the games, and the summary of another one, or none."""
    with closing(Journal(directory / NAME, read_only=True)) as journal, closing(Journal(path)) as copy:
        copy.append_games(
            [(list(journal.rows(number)), journal.summary_json(noted) if noted is not None else None)], {}
        )
    return Archive(path, GAMES)


def planted(session: Session, directory: Path) -> dict[str, bytes]:
    """Return the secrets that must not be found, by their kind."""
    secrets = {"a hand": b"a planted wish", "a number in a hand": b"30303", "a phone": PHONE.encode()}
    secrets["somebody who plays still"] = b"Eve"
    with closing(Journal(directory / NAME, read_only=True)) as journal:
        seeds = [row.body["seed"] for row in journal.rows(UNDER_WAY) if row.kind.value == "committed"]
        free = journal.note(FREE_DICE_NOTE)
    secrets["the seed of a game under way"] = seeds[0].encode()
    secrets["the seed of the free dice"] = free["seed"].encode()
    assert len(seeds) == 1
    return secrets


def test_the_backup_has_the_finished_games(archive: Archive, tmp_path: Path, directory: Path) -> None:
    assert finished_games(archive) == (CLOSED, OVER)
    assert write_finished(archive, finished_games(archive), tmp_path / "backup.sqlite3", ("settings",)) == 2
    with (
        closing(Journal(directory / NAME, read_only=True)) as journal,
        closing(Journal(tmp_path / "backup.sqlite3", read_only=True)) as backup,
    ):
        for number in (OVER, CLOSED):
            assert list(backup.rows(number)) == list(journal.rows(number))
            assert backup.summary_json(number) == journal.summary_json(number)
        assert backup.notes() == {
            f"{PROFILE_PREFIX}expedition": {"tally": {"1": 2}},
            "settings": {"language": "fr"},
            LAST_ERASED: CLOSED,
        }
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["backup.sqlite3"]


def test_no_hand_seed_or_phone_is_in_the_backup(
    evenings: Session, archive: Archive, directory: Path, tmp_path: Path
) -> None:
    evenings.erase(GIVEN_UP)  # a page may keep what was once written to it
    write_finished(archive, finished_games(archive), tmp_path / "finished.sqlite3")
    backup_to(tmp_path / "whole.sqlite3", directory)
    some, everything = ((tmp_path / f"{name}.sqlite3").read_bytes() for name in ("finished", "whole"))
    for what, secret in planted(evenings, directory).items():
        assert secret in everything, what
        assert secret not in some, what


def test_the_backup_can_be_restored_and_reuses_no_number(archive: Archive, store: Store, tmp_path: Path) -> None:
    write_finished(archive, finished_games(archive), tmp_path / "backup.sqlite3")
    store.close()
    assert restore_backup(tmp_path / "backup.sqlite3", tmp_path / "other", GAMES).games == 2
    with closing(open_store(tmp_path / "other", GAMES)) as other_dir:
        session = session_on(other_dir.journal)
        assert session.table is None
        session.do(expedition())
        assert table_of(session).number == CLOSED + 1


def test_a_game_corrected_after_its_end_is_included(store: Store, directory: Path, tmp_path: Path) -> None:
    """Its seed is revealed again with its result."""
    finished_market(store)
    session = session_with(store.journal, BEFORE)
    session.do(OpenGame(number=1))
    session.do(Amend(entry=len(CARDS) + 3))
    assert [row.kind for row in store.journal.rows(1)].count(RowKind.REVEALED) == 2
    archive = Archive(directory / NAME, BEFORE)
    assert finished_games(archive) == (1,)
    assert write_finished(archive, (1,), tmp_path / "backup.sqlite3") == 1


def test_an_end_taken_back_meanwhile_removes_its_game(evenings: Session, archive: Archive, tmp_path: Path) -> None:
    numbers = finished_games(archive)
    evenings.do(OpenGame(number=OVER))
    evenings.do(TakeBack())
    assert write_finished(archive, numbers, tmp_path / "backup.sqlite3") == 1


def test_an_unfinished_game_is_never_included(archive: Archive, tmp_path: Path) -> None:
    assert write_finished(archive, (OVER, UNDER_WAY), tmp_path / "backup.sqlite3") == 1


def test_a_sealed_seed_excludes_its_game_whatever_its_summary_says(
    archive: Archive, directory: Path, tmp_path: Path
) -> None:
    said_to_be_over = journal_of(directory, tmp_path / "other.sqlite3", UNDER_WAY, noted=OVER)
    assert write_finished(said_to_be_over, (UNDER_WAY,), tmp_path / "backup.sqlite3") == 0


@pytest.mark.parametrize(
    ("kinds", "laid_open"),
    [("", True), ("c r", True), ("c r c r", True), ("c", False), ("c r c", False), ("c c r", False), ("r c", False)],
)
def test_seeds_are_open_only_where_all_were_revealed(evenings: Session, kinds: str, laid_open: bool) -> None:
    row = next(iter(evenings.journal.rows(OVER)))
    rows = [replace(row, kind=RowKind.COMMITTED if kind == "c" else RowKind.REVEALED) for kind in kinds.split()]
    assert _seeds_revealed([row, *rows, row]) is laid_open


def test_without_finished_games_numbers_start_at_one(directory: Path, tmp_path: Path) -> None:
    with closing(open_store(directory / "new", GAMES)):
        write_finished(Archive(directory / "new" / NAME, GAMES), (), tmp_path / "backup.sqlite3")
    with closing(Journal(tmp_path / "backup.sqlite3", read_only=True)) as backup:
        assert backup.notes() == {}
        assert backup.next_number() == 1


def test_a_closed_game_without_a_summary_is_included(archive: Archive, directory: Path, tmp_path: Path) -> None:
    assert CLOSED in finished_games(archive)
    older = journal_of(directory, tmp_path / "older.sqlite3", CLOSED, noted=None)
    assert finished_games(older) == (CLOSED,)
    write_finished(older, finished_games(older), tmp_path / "backup.sqlite3")
    with closing(Journal(tmp_path / "backup.sqlite3", read_only=True)) as backup:
        assert [row.kind.value for row in backup.rows(CLOSED)][-1] == "closed"
        assert backup.summary_json(CLOSED) is None
