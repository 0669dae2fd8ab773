"""Another program cuts or overwrites the journal's files under the running table: nothing acknowledged is lost."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.journal.archive import Archive
from companion.journal.file_watch import lacks_file_numbers
from companion.journal.journal import Journal
from companion.journal.open_journal import Store, open_store
from companion.journal.rows import Row
from companion.journal.state_directory import NAME
from companion.session.idle_checkpoint import CHECK_S, REST, IdleCheckpoint
from companion.session.session import Session
from companion.table.commands import Command, EraseGames, LeaveGame, OpenGame
from companion.table.session_errors import DamagedError, NotSavedError
from tests.depth import some_of
from tests.kit.scripted_games import GAMES, correct, expedition, play, session_on, step, table_of, whole_game

WAL = f"{NAME}-wal"
MOVES = [play(move) for move in whole_game()]
PAGE = 4096


def _cut(path: Path, size: int) -> int:
    os.truncate(path, size)
    return size


def _overwrite(path: Path, content: bytes) -> None:
    """Write other content into the same file, as a sync tool does."""
    with path.open("r+b") as file:
        file.write(content)
        file.truncate()


def _replace(path: Path, content: bytes) -> None:
    """Replace this file by another one."""
    temporary = path.with_name("other")
    temporary.write_bytes(content)
    temporary.rename(path)


def _half(path: Path) -> bytes:
    content = path.read_bytes()
    return content[: len(content) // 2]


LOG_DAMAGES: dict[str, Callable[[Path, Path], object]] = {
    "log cut to nothing": lambda database, log: _cut(log, 0),
    "log cut to half": lambda database, log: _cut(log, log.stat().st_size // 2),
    "log cut by a byte": lambda database, log: _cut(log, log.stat().st_size - 1),
    "log of other bytes": lambda database, log: _overwrite(log, os.urandom(log.stat().st_size)),
    "log of zeros": lambda database, log: _overwrite(log, bytes(log.stat().st_size)),
    "log is a longer file": lambda database, log: _overwrite(log, log.read_bytes() + os.urandom(PAGE)),
    "log replaced": lambda database, log: _replace(log, _half(log)),
    "log taken away": lambda database, log: log.unlink(),
}
DATABASE_DAMAGES: dict[str, Callable[[Path, Path], object]] = {
    "database cut to half": lambda database, log: _cut(database, database.stat().st_size // 2 // PAGE * PAGE),
    "database cut to a page": lambda database, log: _cut(database, PAGE),
    "database cut to nothing": lambda database, log: _cut(database, 0),
    "database of other bytes": lambda database, log: _overwrite(database, os.urandom(database.stat().st_size)),
    "database replaced": lambda database, log: _replace(database, _half(database)),
    "both cut to nothing": lambda database, log: [_cut(path, 0) for path in (database, log)],
}
DAMAGES = LOG_DAMAGES | DATABASE_DAMAGES


@pytest.fixture
def played(game: Session) -> Session:
    """Return a game with some moves in the database itself and some in the log."""
    game.note("volume", 3)
    for move in MOVES[:4]:
        game.do(move)
    assert game.checkpoint()
    for move in MOVES[4:7]:
        game.do(move)
    return game


def spoil(directory: Path, damage: str) -> None:
    DAMAGES[damage](directory / NAME, directory / WAL)


def do_within_two_tries(session: Session, command: Command) -> None:
    try:
        session.do(command)
    except NotSavedError:
        session.do(command)


def rows_of(journal: Journal) -> dict[int, list[Row]]:
    return {saved.number: list(journal.rows(saved.number)) for saved in journal.games()}


def opened_again(directory: Path) -> tuple[int, dict[int, list[Row]]]:
    """Return the number of entries on the table after the next start, and the rows of all games."""
    before = {*directory.glob("damaged-*")}
    store = open_store(directory, GAMES)
    try:
        assert (store.lost, {*directory.glob("damaged-*")}) == (0, before), "the damage is mended before the next start"
        assert store.journal.note("volume") == 3
        return len(table_of(session_on(store.journal)).entries), rows_of(store.journal)
    finally:
        store.close()


@pytest.mark.parametrize("damage", DAMAGES)
def test_moves_before_and_after_the_damage_survive_a_clean_stop(
    played: Session, store: Store, directory: Path, damage: str
) -> None:
    spoil(directory, damage)
    for move in MOVES[7:12]:
        do_within_two_tries(played, move)
    assert played.snapshot().saved
    rows = rows_of(played.journal)
    store.close()
    assert opened_again(directory) == (12, rows)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_clean_stop_after_the_damage_saves_the_game(
    played: Session, store: Store, directory: Path, damage: str
) -> None:
    rows = rows_of(played.journal)
    spoil(directory, damage)
    store.close()
    assert opened_again(directory) == (7, rows)


def test_a_repair_at_the_end_is_reported_once_afterwards(game: Session, store: Store, directory: Path) -> None:
    """Nobody looks at a table that is being put away. Two games are lost: they are no longer in memory."""
    for _ in range(3):
        for move in MOVES[:6]:
            game.do(move)
        game.do(expedition())
    assert game.checkpoint()
    game.do(MOVES[0])
    spoil(directory, "database cut to a page")
    store.close()
    again = open_store(directory, GAMES)
    assert (again.old_path, again.lost) == (directory / "damaged-1.sqlite3", 3)
    again.close()
    once_more = open_store(directory, GAMES)
    assert (once_more.old_path, once_more.lost) == (None, 0)
    once_more.close()


def test_an_older_copy_costs_its_newer_rows_and_is_reported(directory: Path) -> None:
    """Index and log too, so that SQLite takes it for a proper change. The game that was left is not in memory."""
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    rows = grow_journal(session, directory)
    session.do(LeaveGame())
    assert session.checkpoint()
    older = {path: path.read_bytes() for path in directory.iterdir() if path.name.startswith(NAME)}
    session.do(expedition())
    session.do(play(step(1)))
    session.do(OpenGame(number=2))
    assert session.checkpoint()
    for path, content in older.items():
        _overwrite(path, content)
    do_within_two_tries(session, play(correct(2, 1)))
    assert (store.lost, session.snapshot().damaged) == (1, True)
    store.close()
    assert {number: len(each) for number, each in start_again(directory).items()} == {
        number: len(each) + (number == 2) for number, each in rows.items()
    }


def test_an_erased_game_does_not_return_with_an_older_copy(directory: Path) -> None:
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    grow_journal(session, directory)
    assert session.checkpoint()
    older = {path: path.read_bytes() for path in directory.iterdir() if path.name.startswith(NAME)}
    session.do(EraseGames(number=1))
    for path, content in older.items():
        _overwrite(path, content)
    do_within_two_tries(session, play(correct(2, 1)))
    assert list(rows_of(store.journal)) == [2, 3]
    store.close()
    assert list(start_again(directory)) == [2, 3]


@pytest.mark.parametrize("damage", LOG_DAMAGES)
def test_the_table_at_rest_saves_the_game(played: Session, directory: Path, tmp_path: Path, damage: str) -> None:
    """The plug may be pulled from then on."""
    now = 0.0
    settling = IdleCheckpoint(played, lambda: now)
    settling.note_writes()
    rows = rows_of(played.journal)
    spoil(directory, damage)
    settling.tick(now := REST)
    assert played.snapshot().saved
    card = tmp_path / "card"
    card.mkdir()
    for name in (NAME, WAL):
        if (directory / name).exists():
            (card / name).write_bytes((directory / name).read_bytes())
    assert opened_again(card) == (7, rows)


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_press_is_refused_and_the_damaged_file_is_reported(
    played: Session, store: Store, directory: Path, damage: str
) -> None:
    before = played.table
    spoil(directory, damage)
    with pytest.raises(NotSavedError):
        played.do(MOVES[7])
    assert (played.snapshot().saved, played.snapshot().damaged) == (False, False)
    assert played.table == before
    contents = {name: (directory / name).read_bytes() for name in (NAME, WAL) if (directory / name).exists()}
    played.do(MOVES[7])
    assert (played.snapshot().saved, played.snapshot().damaged) == (True, True)
    assert (store.old_path, store.lost) == (directory / "damaged-1.sqlite3", 0)
    kept_files = {name: (directory / name.replace("journal", "damaged-1")) for name in contents if contents[name]}
    assert {name: path.read_bytes() for name, path in kept_files.items()} == {
        name: contents[name] for name in kept_files
    }


@pytest.mark.parametrize("goes_on", [True, False], ids=["more moves", "a clean stop"])
@pytest.mark.parametrize("damage", LOG_DAMAGES)
def test_a_spoilt_log_costs_no_other_game(
    game: Session, store: Store, directory: Path, damage: str, *, goes_on: bool
) -> None:
    """Of each game some rows are in the log alone."""
    game.note("volume", 3)
    for _ in range(3):
        for move in MOVES[:3]:
            game.do(move)
        game.do(expedition())
    game.do(EraseGames(number=2))
    assert game.checkpoint()
    game.do(play(step(1)))
    for number in (1, 3, 4):
        game.do(OpenGame(number=number))
        game.do(MOVES[3] if number != 4 else play(step(1)))
    rows = rows_of(game.journal)
    assert list(rows) == [1, 3, 4]
    spoil(directory, damage)
    if goes_on:
        do_within_two_tries(game, play(step(1)))
        after = rows_of(game.journal)
        assert after == rows | {4: [*rows[4], after[4][-1]]}
        rows = after
    store.close()
    assert opened_again(directory) == (3 if goes_on else 2, rows)


def test_a_truncated_database_costs_other_games_and_is_reported(game: Session, store: Store, directory: Path) -> None:
    for _ in range(4):
        for move in MOVES[:6]:
            game.do(move)
        game.do(expedition())
    assert game.checkpoint()
    game.do(MOVES[0])
    rows = rows_of(game.journal)
    spoil(directory, "database cut to half")
    do_within_two_tries(game, MOVES[1])
    remaining_rows = {saved.number: list(store.journal.rows(saved.number)) for saved in store.journal.games()}
    lost = [number for number in rows if remaining_rows.get(number, [])[: len(rows[number])] != rows[number]]
    assert remaining_rows[5][:-1] == rows[5]
    assert 0 < len(lost) == store.lost
    assert game.snapshot().damaged


def test_an_erased_game_stays_erased(played: Session, store: Store, directory: Path) -> None:
    """It is still in the database, because its erasing was in the log alone."""
    played.do(expedition())
    assert played.checkpoint()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "checkpoint", lambda _: False)
        played.erase(1)
    rows = rows_of(played.journal)
    spoil(directory, "log cut to nothing")
    store.close()
    assert opened_again(directory) == (0, rows)


def test_a_power_cut_during_the_repair_costs_nothing(
    played: Session, directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the marker on: until then a copy of all known rows is still being written."""
    cards: list[Path] = []

    def watched(step: Callable[..., object]) -> Callable[..., object]:
        def watch(path: Path, *args: object, **more: object) -> object:
            if (directory / "putting-aside").exists():
                cards.append(tmp_path / f"card-{len(cards)}")
                shutil.copytree(directory, cards[-1], ignore=shutil.ignore_patterns("*-shm", "lock"))
            return step(path, *args, **more)

        return watch

    rows = rows_of(played.journal)
    spoil(directory, "log cut to nothing")
    with monkeypatch.context() as patch:
        for step in ("unlink", "replace"):
            patch.setattr(Path, step, watched(getattr(Path, step)))
        do_within_two_tries(played, MOVES[7])
    assert len(cards) == 5, "three files beside the journal, itself, and the mark"
    for card in cards:
        assert opened_again(card) == (7, rows)
        assert sorted(path.name for path in card.iterdir()) == ["damaged-1.sqlite3", NAME, "lock"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_two_repairs_in_one_evening(played: Session, store: Store, directory: Path, damage: str) -> None:
    for seq in (7, 9):
        spoil(directory, damage)
        for move in MOVES[seq : seq + 2]:
            do_within_two_tries(played, move)
    rows = rows_of(played.journal)
    store.close()
    assert opened_again(directory) == (11, rows)


@pytest.mark.parametrize(
    "damage", [*LOG_DAMAGES, "database cut to half", "database of other bytes", "database replaced"]
)
def test_without_room_a_clean_stop_leaves_the_files_unchanged(
    played: Session, store: Store, directory: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(directory, damage)
    before = {name: (directory / name).read_bytes() for name in (NAME, WAL) if (directory / name).exists()}

    def no_room() -> Journal:
        raise NotSavedError("no room")

    monkeypatch.setattr(played.journal, "way_back", no_room)
    store.close()
    assert {name: (directory / name).read_bytes() for name in before} == before


def test_a_failing_disk_and_a_truncated_log_are_repaired_together(
    played: Session, store: Store, directory: Path
) -> None:
    played.journal.doubtful = True
    spoil(directory, "log cut to nothing")
    played.do(MOVES[7])
    rows = rows_of(played.journal)
    store.close()
    assert opened_again(directory) == (8, rows)


def test_a_checkpoint_by_another_program_costs_nothing(played: Session, store: Store, directory: Path) -> None:
    """The log is shorter then, and all of it is in the database."""
    with closing(sqlite3.connect(directory / NAME)) as other_program:
        other_program.execute("PRAGMA wal_checkpoint(truncate)")
    for move in MOVES[7:9]:
        do_within_two_tries(played, move)
    rows = rows_of(played.journal)
    store.close()
    assert opened_again(directory) == (9, rows)


def test_a_proper_write_by_another_program_is_not_damage(played: Session, store: Store, directory: Path) -> None:
    with closing(sqlite3.connect(directory / NAME)) as other_program, other_program:
        other_program.execute("DELETE FROM notes WHERE name = 'none'")
        other_program.execute("UPDATE notes SET value = value")
    played.do(MOVES[7])
    assert (played.snapshot().saved, played.snapshot().damaged, store.old_path) == (True, False, None)
    spoil(directory, "log cut to nothing")
    do_within_two_tries(played, MOVES[8])
    rows = rows_of(played.journal)
    store.close()
    assert opened_again(directory) == (9, rows)


def test_a_journal_from_a_full_card_is_repaired_too(
    game: Session, store: Store, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.note("volume", 3)
    store.close()
    with monkeypatch.context() as patch:
        patch.setattr(
            Journal, "pragmas", lambda journal: {"synchronous": 1} if journal.path.parent == directory else {}
        )
        store = open_store(directory, GAMES)
    assert store.journal.read_only
    session = session_on(store.journal)
    session.do(MOVES[0])
    spoil(directory, "log cut to nothing")
    do_within_two_tries(session, MOVES[1])
    rows = rows_of(store.journal)
    store.close()
    assert opened_again(directory) == (2, rows)


def some_command(session: Session, rows: dict[int, list[Row]], rnd: Random) -> Command:
    numbers = sorted(rows)
    kinds = ["move"] * 9 * (session.table is not None) + ["start", "leave"] + ["open"] * 3 + ["erase"] * (len(rows) > 1)
    match rnd.choice(kinds):
        case "move":
            return play(correct(1, 1))
        case "leave":
            return LeaveGame()
        case "open" if numbers:
            return OpenGame(number=rnd.choice(numbers))
        case "erase":
            return EraseGames(number=rnd.choice(numbers))
    return expedition()


@pytest.mark.parametrize("seed", some_of(range(100), deep_share=3))
def test_a_random_evening_with_a_repeatedly_spoilt_log(directory: Path, seed: int) -> None:
    """After each command and each start every acknowledged row is there."""
    rnd = Random(seed)
    rows: dict[int, list[Row]] = {}
    for _ in range(4):
        before = {*directory.glob("damaged-*")}
        store = open_store(directory, GAMES)
        assert (store.lost, {*directory.glob("damaged-*")}, rows_of(store.journal)) == (0, before, rows)
        session = session_on(store.journal)
        for _ in range(12):
            command = some_command(session, rows, rnd)
            do_within_two_tries(session, command)
            now = rows_of(store.journal)
            for number in rows.keys() - {command.number if isinstance(command, EraseGames) else None}:
                assert now[number][: len(rows[number])] == rows[number]
            assert now.keys() >= rows.keys() or isinstance(command, EraseGames)
            rows = now
            if rnd.random() < 0.2:
                session.checkpoint()
            if rnd.random() < 0.3 and (directory / WAL).stat().st_size:
                spoil(directory, rnd.choice(sorted(LOG_DAMAGES)))
            if rnd.random() < 0.1:
                session.checkpoint()
        store.close()


def grow_journal(session: Session, directory: Path) -> dict[int, list[Row]]:
    """Return the rows of three games, each of a dozen moves, all of them in the log."""
    for _ in range(3):
        session.do(expedition())
        for by in range(1, 13):
            session.do(play(correct(1, by)))
    return rows_of(session.journal)


def start_again(directory: Path) -> dict[int, list[Row]]:
    with closing(open_store(directory, GAMES)) as store:
        return rows_of(store.journal)


@pytest.mark.parametrize("rest", [True, False], ids=["at rest", "at a clean stop"])
def test_a_spoilt_index_of_the_log_costs_no_game(directory: Path, rest: bool) -> None:
    """A checkpoint with it skips pages, and then the log is cut."""
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    grow_journal(session, directory)
    index = directory / f"{NAME}-shm"
    with index.open("r+b") as file:
        file.seek(136)
        file.write(Random(4).randbytes(index.stat().st_size - 136))
    for by in (1, 2):
        session.do(play(correct(2, by)))
    rows = rows_of(session.journal)
    if rest:
        session.checkpoint()
    store.close()
    assert start_again(directory) == rows


def noise(length: int) -> bytes:
    return Random(5).randbytes(length)


INDEX_DAMAGES: dict[str, Callable[[bytes, bytes, bytes], bytes]] = {
    "zeros": lambda now, rest, full: bytes(len(now)),
    "noise": lambda now, rest, full: noise(len(now)),
    "noise behind its head": lambda now, rest, full: now[:136] + noise(len(now) - 136),
    "half its head": lambda now, rest, full: noise(48) + now[48:],
    "its head": lambda now, rest, full: noise(136) + now[136:],
    "as it was at rest": lambda now, rest, full: rest,
    "as it was with a log": lambda now, rest, full: full,
}


@pytest.mark.parametrize("log", [True, False], ids=["a log", "no log"])
@pytest.mark.parametrize("then", ["moves", "rest", "a clean stop"])
@pytest.mark.parametrize("damage", INDEX_DAMAGES)
def test_a_replaced_index_costs_nothing(directory: Path, damage: str, then: str, *, log: bool) -> None:
    """SQLite believes its index of the log as long as the checksums are right."""
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    grow_journal(session, directory)
    index = directory / f"{NAME}-shm"
    assert session.checkpoint()
    rest = index.read_bytes()
    for by in (1, 2, 3):
        session.do(play(correct(2, by)))
    full = index.read_bytes()
    assert session.checkpoint()
    if log:
        for by in (4, 5):
            session.do(play(correct(2, by)))
    rows = rows_of(session.journal)
    _overwrite(index, INDEX_DAMAGES[damage](index.read_bytes(), rest, full))
    if then == "rest":
        session.checkpoint()
    if then != "a clean stop":
        for by in (6, 7):
            do_within_two_tries(session, play(correct(2, by)))
        before, rows = rows, rows_of(session.journal)
        assert rows[3][:-2] == before[3]
    store.close()
    assert start_again(directory) == rows


@pytest.mark.parametrize("size", [0, 1000])
@pytest.mark.parametrize("ending", ["-shm", "-shm -wal", "-shm -wal "], ids=["index", "and log", "and database"])
@pytest.mark.parametrize("then", ["a move", "rest", "a clean stop"])
def test_a_truncated_index_does_not_end_the_program(
    played: Session, store: Store, directory: Path, ending: str, then: str, size: int
) -> None:
    """SQLite maps it into memory: a read beyond its end kills the process (SIGBUS), and all of pytest with it."""
    rows = rows_of(played.journal)
    for suffix in ending.split(" "):
        _cut(directory / f"{NAME}{suffix}", size)
    archive = Archive(directory / NAME, GAMES)
    for ask in (archive.games, partial(Journal, directory / NAME, read_only=True)):
        with pytest.raises(DamagedError) as raised:
            ask()
        assert f"{NAME}-shm was cut to {size} of " in str(raised.value.__cause__)
    for read in (played.journal.games, played.note_backup_given, partial(played.journal.copy_to, directory / "copy")):
        with pytest.raises(NotSavedError) as refused:
            read()
        assert refused.value.cause.startswith(f"{NAME}-shm was cut to {size} of ")
    assert not played.is_answered(play(correct(2, 1), id="asked"))
    if then == "a move":
        do_within_two_tries(played, MOVES[7])
        rows = rows_of(played.journal)
        assert [len(each) for each in rows.values()] == [9]
        assert len(archive.games()) == 1
    elif then == "rest":
        assert played.checkpoint()
        assert len(archive.games()) == 1
    store.close()
    assert start_again(directory) == rows


def test_a_setting_notices_the_truncated_index_too(played: Session, store: Store, directory: Path) -> None:
    rows = rows_of(played.journal)
    _cut(directory / f"{NAME}-shm", 0)
    with pytest.raises(NotSavedError):
        played.note("volume", 1)
    played.note("volume", 3)
    store.close()
    assert opened_again(directory)[1] == rows


@pytest.mark.parametrize("damage", [each_damage for each_damage in DAMAGES if "replaced" not in each_damage])
def test_damage_found_by_a_refusal_is_repaired_at_rest(
    played: Session, store: Store, directory: Path, damage: str
) -> None:
    """Nobody presses again, and the plug is pulled."""
    assert played.checkpoint()
    settling = IdleCheckpoint(played, lambda: 0.0)
    settling.note_writes()
    settling.tick(REST)
    played.do(MOVES[7])
    rows = rows_of(played.journal)
    spoil(directory, damage)
    with pytest.raises(NotSavedError):
        played.do(MOVES[8])
    settling.note_writes()
    assert settling.deadline() == 0.0
    settling.tick(0.0)
    assert_power_cut_costs_nothing(directory, rows)


@pytest.mark.parametrize("damage", [each_damage for each_damage in DAMAGES if "replaced" not in each_damage])
def test_damage_at_rest_is_repaired_within_a_minute(
    played: Session, store: Store, directory: Path, damage: str
) -> None:
    settling = IdleCheckpoint(played, lambda: 0.0)
    settling.note_writes()
    settling.tick(REST)
    if "log" in damage:
        played.do(MOVES[7])
    rows = rows_of(played.journal)
    spoil(directory, damage)
    due = settling.deadline()
    assert due is not None
    assert due <= REST + CHECK_S
    settling.tick(due)
    assert_power_cut_costs_nothing(directory, rows)


def assert_power_cut_costs_nothing(directory: Path, rows: dict[int, list[Row]]) -> None:
    cut_off = directory.with_name("cut off")
    shutil.copytree(directory, cut_off, ignore=shutil.ignore_patterns("*-shm", "lock"))
    assert start_again(cut_off) == rows


def test_an_erased_game_stays_erased_after_memory_was_reread(directory: Path) -> None:
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    grow_journal(session, directory)
    older = {path.name: path.read_bytes() for path in directory.iterdir() if path.name.startswith(NAME)}
    session.do(EraseGames(number=1))
    assert session.checkpoint()
    store.journal.keep_recent()
    for name, content in older.items():
        _overwrite(directory / name, content)
    do_within_two_tries(session, play(correct(2, 4)))
    store.close()
    assert 1 not in start_again(directory)


def test_an_older_copy_of_the_folder_is_not_accepted(directory: Path) -> None:
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    grow_journal(session, directory)
    assert session.checkpoint()
    older = {path.name: path.read_bytes() for path in directory.iterdir() if path.name.startswith(NAME)}
    for by in (1, 2, 3):
        session.do(play(correct(2, by)))
    session.checkpoint()
    for name, content in older.items():
        _overwrite(directory / name, content)
    for by in (4, 5):
        do_within_two_tries(session, play(correct(2, by)))
    rows = rows_of(session.journal)
    store.close()
    assert [len(each) for each in rows.values()] == [13, 13, 18]
    assert start_again(directory) == rows


def test_a_database_removed_after_its_log_is_still_open(directory: Path) -> None:
    """Games that were checkpointed long ago are not in memory, but SQLite still has the file."""
    store = open_store(directory, GAMES)
    session = session_on(store.journal)
    grow_journal(session, directory)
    assert session.checkpoint()
    session.do(play(correct(2, 1)))
    (directory / WAL).unlink()
    with pytest.raises(NotSavedError):
        session.do(play(correct(2, 2)))
    (directory / NAME).unlink()
    session.do(play(correct(2, 2)))
    rows = rows_of(session.journal)
    store.close()
    assert [len(each) for each in rows.values()] == [13, 13, 15]
    assert start_again(directory) == rows


def test_a_process_without_file_numbers_spoils_no_journal(game: Session, store: Store) -> None:
    """SQLite then cannot open a second connection, which looks like a damaged file."""
    rows = rows_of(store.journal)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(entry.name) for entry in Path("/proc/self/fd").iterdir())
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, hard))
    held = []
    try:
        with suppress(OSError):
            while True:
                held.append(os.open(os.devnull, os.O_RDONLY))
        assert lacks_file_numbers()
        assert game.checkpoint() is False
        assert not store.journal.spoilt
    finally:
        for number in held:
            os.close(number)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert not lacks_file_numbers()
    assert game.checkpoint()
    assert rows_of(store.journal) == rows
