"""The archive: past games are read beside the session that writes, intact or damaged."""

from __future__ import annotations

import operator
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.archive import Archive, PastGame
from companion.journal.open_journal import Store
from companion.journal.played_times import PAUSE_S
from companion.journal.replay import ForeignReason
from companion.rules.match_functions import standings
from companion.session.session import Session
from companion.table.commands import CloseGame, OpenGame, TakeBack
from companion.table.session_errors import DamagedError, NoGameError
from tests.kit.scripted_games import GAMES, NAMES, NOON, expedition, play, step, table_of, whole_game


@pytest.fixture
def archive(store: Store) -> Archive:
    return Archive(store.journal.path, GAMES)


def spoil(archive_of: Store, *statements: str) -> None:
    """Change the journal behind everybody's back, as a failing card would."""
    with closing(sqlite3.connect(archive_of.journal.path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def test_games_are_listed_newest_first_with_their_summary(archive: Archive, session: Session) -> None:
    session.do(expedition())
    for move in whole_game():
        session.do(play(move))
    places = standings(table_of(session).match, table_of(session).state)
    result = tuple((place.seat, place.rank, place.total) for place in places)
    session.do(expedition(("Dom", "Eve")))
    session.do(CloseGame())
    session.do(expedition())
    third, second, first = archive.games()
    assert [past.number for past in (third, second, first)] == [3, 2, 1]
    assert (first.result, first.closed, first.started) == (result, False, int(NOON))
    assert (second.result, second.closed) == (None, True)
    assert second.names == ("Dom", "Eve")
    assert (third.last_seq, third.damaged) == (1, False)


def test_the_archive_knows_which_game_is_open(archive: Archive, session: Session) -> None:
    assert archive.open_game() is None
    session.do(expedition())
    session.do(expedition())
    session.do(OpenGame(number=1))
    assert archive.open_game() == 1


def test_the_open_game_is_in_memory_once(store: Store, session: Session) -> None:
    session.do(expedition())
    for move in whole_game()[:6]:
        session.do(play(move))
    session.do(TakeBack())
    read = Archive(store.journal.path, GAMES, lambda: session.table).find(1).table
    on_table = table_of(session)
    assert read is not None
    assert read == on_table
    assert read is not on_table
    assert all(map(operator.is_, read.entries, on_table.entries))
    assert all(map(operator.is_, read.undo_stack, on_table.undo_stack))


def test_damage_to_the_open_game_is_found(store: Store, game: Session) -> None:
    game.do(play(step(1)))
    spoil(store, "UPDATE rows SET body = replace(body, 'step', 'stop')")
    assert Archive(store.journal.path, GAMES, lambda: game.table).find(1).past.damaged


def test_another_game_shares_nothing_with_the_open_one(store: Store, session: Session) -> None:
    for _ in range(2):
        session.do(expedition())
        session.do(play(step(1)))
    read = Archive(store.journal.path, GAMES, lambda: session.table).find(1).table
    assert read is not None
    assert read.entries == table_of(session).entries
    assert read.entries[0] is not table_of(session).entries[0]


def test_a_game_is_read_as_it_stands_on_the_table(archive: Archive, game: Session) -> None:
    game.do(play(step(1)))
    assert archive.find(1).table == table_of(game)
    game.do(play(step(1)))
    assert archive.find(1).table == table_of(game)
    game.do(TakeBack())
    assert archive.find(1).table == table_of(game)


def test_a_game_is_replayed_once(archive: Archive, game: Session) -> None:
    game.do(play(step(1)))
    assert archive.find(1) is archive.find(1)


def test_the_cache_of_games_is_bounded(archive: Archive, session: Session) -> None:
    for _ in range(10):
        session.do(expedition())
    first = archive.find(1)
    for number in range(2, 11):
        archive.find(number)
    assert archive.find(10) is archive.find(10)
    assert archive.find(1) is not first


def test_a_repaired_game_shows_its_new_moves(archive: Archive, store: Store, game: Session) -> None:
    for move in whole_game()[:3]:
        game.do(play(move))
    spoil(store, "UPDATE rows SET body = '{}' WHERE seq = 3")
    assert (archive.find(1).past.damaged, archive.games()[0].damaged) == (True, True)
    game.repair(1)
    game.do(OpenGame(number=1))
    for _ in range(2):
        game.do(play(step(1)))
    saved_game = archive.find(1)
    assert (saved_game.past.last_seq, saved_game.past.damaged, archive.games()[0].damaged) == (4, False, False)
    assert saved_game.table == table_of(game)


def test_an_unknown_game_is_not_found(archive: Archive, session: Session) -> None:
    with pytest.raises(NoGameError):
        archive.find(1)


def test_an_erased_game_is_not_found_in_the_cache(archive: Archive, game: Session) -> None:
    archive.find(1)
    game.erase(1)
    with pytest.raises(NoGameError):
        archive.find(1)
    assert archive.games() == ()


def test_a_damaged_move_keeps_the_moves_before_it(archive: Archive, store: Store, game: Session) -> None:
    for move in whole_game()[:6]:
        game.do(play(move))
    spoil(store, "UPDATE rows SET body = '{}' WHERE seq = 4")
    saved_game = archive.find(1)
    assert saved_game.table is not None
    assert (len(saved_game.table.entries), saved_game.past.damaged) == (2, True)
    assert archive.games()[0].damaged


def test_missing_last_rows_are_noticed(archive: Archive, store: Store, game: Session) -> None:
    game.do(play(step(1)))
    spoil(store, "DELETE FROM rows WHERE seq = 2")
    assert archive.games()[0].damaged


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE rows SET body = '{}' WHERE game = 1 AND seq = 1",
        "DELETE FROM rows WHERE game = 1",
        "UPDATE games SET result = 'x' WHERE number = 1",
    ],
)
def test_an_unreadable_game_hides_no_other(archive: Archive, store: Store, game: Session, statement: str) -> None:
    game.do(expedition(("Dom", "Eve")))
    spoil(store, statement)
    second, first = archive.games()
    assert (first.game, first.damaged) == (None, True)
    assert second.game == "expedition"
    assert not second.damaged


def test_a_game_without_its_first_row_is_not_found(archive: Archive, store: Store, game: Session) -> None:
    spoil(store, "UPDATE rows SET body = '{}' WHERE seq = 1")
    with pytest.raises(DamagedError):
        archive.find(1)


def test_a_game_without_rules_shows_its_summary_and_moves(store: Store, game: Session) -> None:
    game.do(play(step(1)))
    nothing = Archive(store.journal.path, ())
    [past] = nothing.games()
    assert (past.game, past.names, past.foreign) == ("expedition", NAMES, ForeignReason.MISSING)
    assert past.colours == table_of(game).match.colours
    saved_game = nothing.find(1)
    assert saved_game.table is None
    assert saved_game.recorded is not None
    assert [(entry.seat, entry.move) for entry in saved_game.recorded.entries] == [step(1)]


def test_the_time_of_the_last_move_is_the_end(archive: Archive, store: Store) -> None:
    clock = [NOON]
    session = Session(store.journal, GAMES, lambda: clock[0])
    session.do(expedition())
    clock[0] += 60
    session.do(play(step(1)))
    clock[0] += 60
    session.do(CloseGame())
    past = archive.find(1).past
    assert (past.ended, past.seconds) == (int(NOON) + 60, 60)


def played_at(store: Store, *times: int) -> PastGame:
    """Start a game, make a move at each of these times, in seconds since its start, and return it as it is listed."""
    clock = [NOON]
    session = Session(store.journal, GAMES, lambda: clock[0])
    session.do(expedition())
    for seconds, move in zip(times, whole_game(), strict=False):
        clock[0] = NOON + seconds
        session.do(play(move))
    return Archive(store.journal.path, GAMES).games()[0]


def test_a_game_took_the_time_between_its_moves_without_pauses(store: Store) -> None:
    assert played_at(store, 60, 90, 90 + PAUSE_S, 100 + PAUSE_S).seconds == 100
    assert played_at(store, PAUSE_S - 1, 2 * PAUSE_S - 2).seconds == 2 * PAUSE_S - 2
    assert played_at(store, 5).ended == int(NOON) + 5


def test_a_clock_that_went_back_leaves_the_time_unknown(store: Store) -> None:
    assert played_at(store, 60, 59, 120).seconds is None
    assert played_at(store, 60, 60, 120).seconds == 120


def test_the_archive_reads_on_any_thread_while_the_session_writes(archive: Archive, game: Session) -> None:
    names_seen: list[tuple[str, ...]] = []

    def read() -> None:
        names_seen.extend(_names(archive) for _ in range(5))

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for move in whole_game()[:5]:
        game.do(play(move))
    for reader in readers:
        reader.join()
    assert names_seen == [NAMES] * 10
    assert archive.find(1).table == table_of(game)


def test_the_archive_writes_nothing(archive: Archive, game: Session, store: Store) -> None:
    before = Path(store.journal.path).read_bytes()
    archive.games()
    archive.find(1)
    archive.open_game()
    assert Path(store.journal.path).read_bytes() == before


def _names(archive: Archive) -> tuple[str, ...]:
    table = archive.find(1).table
    assert table is not None
    return table.names
