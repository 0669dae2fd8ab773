"""Games played while the clock was wrong: their date comes later, and then it is the same everywhere."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.chance.canonical_json import canonical
from companion.journal.archive import Archive, PastGame
from companion.journal.backup import backup_to, restore_backup
from companion.journal.clock_watch import STEP_S, ClockWatch
from companion.journal.database import with_digest
from companion.journal.finished_games_backup import finished_games, write_finished
from companion.journal.open_journal import Store, open_store
from companion.journal.rescue import rescue_journal
from companion.session.session import Session
from companion.table.commands import EraseGames, OpenGame
from companion.table.game_summary import MOST_CLOCK_PERIODS
from tests.kit.scripted_games import GAMES, correct, expedition, play, whole_game

EVENING = datetime(2026, 11, 21, 20, 30, tzinfo=UTC).timestamp()
LAST_WEEK = EVENING - 7 * 86_400
BOOT_1970 = 12.0


@dataclass
class Machine:
    """The clock of a machine: what it shows, how long the machine runs, and whether the kernel trusts it."""

    shown: float = EVENING
    uptime: float = 0.0
    right: bool = True

    def wait(self, seconds: float) -> None:
        self.shown += seconds
        self.uptime += seconds

    def set_to(self, time: float, *, right: bool = True) -> None:
        self.shown, self.right = time, right

    def watch(self) -> ClockWatch:
        return ClockWatch(lambda: self.right, lambda: self.shown, lambda: self.uptime)


def session_on(store: Store, machine: Machine) -> Session:
    """Return a session of a program that was started just now."""
    return Session(store.journal, GAMES, lambda: machine.shown, clock_watch=machine.watch())


def make_moves(session: Session, machine: Machine, start: int, end: int, seconds: float = 60) -> None:
    """Make these moves of a whole game, each after a while."""
    for move in whole_game()[start:end]:
        machine.wait(seconds)
        session.do(play(move))


def listed(store: Store, number: int = 1) -> PastGame:
    """Return a game as it is listed, which is how it is found, too."""
    archive = Archive(store.journal.path, GAMES)
    [past] = [game for game in archive.games() if game.number == number]
    whole = archive.find(number).past
    assert (past.started, past.ended, past.seconds) == (whole.started, whole.ended, whole.seconds)
    return past


def times_in_rows(store: Store) -> list[int]:
    return [row.time for row in store.journal.rows(1)]


def begun_in_1970(store: Store, machine: Machine, moves: int = 5) -> Session:
    machine.set_to(BOOT_1970, right=False)
    session = session_on(store, machine)
    session.do(expedition())
    make_moves(session, machine, 0, moves)
    return session


def test_game_begun_in_1970_gets_its_date_later(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine())
    assert (listed(store).started, listed(store).ended) == (0, 0)
    machine.set_to(EVENING)
    session.checkpoint()
    assert listed(store).started == EVENING - 300
    assert listed(store).ended == EVENING


def test_clock_is_asked_once_while_nobody_sets_it(store: Store) -> None:
    machine, asked = Machine(right=False), list[float]()

    def is_right() -> bool:
        asked.append(machine.uptime)
        return machine.right

    watch = ClockWatch(is_right, lambda: machine.shown, lambda: machine.uptime)
    session = Session(store.journal, GAMES, lambda: machine.shown, clock_watch=watch)
    session.do(expedition())
    make_moves(session, machine, 0, 5)
    assert asked == [0]
    machine.set_to(EVENING + 86_400, right=False)
    make_moves(session, machine, 5, 7)
    assert asked == [0, 360]
    session.checkpoint()
    assert len(asked) == 3, "at rest, it is asked again"


def test_clock_confirmed_without_being_set_gives_a_date(store: Store) -> None:
    machine = Machine(right=False)
    session = session_on(store, machine)
    session.do(expedition())
    make_moves(session, machine, 0, 3)
    assert listed(store).started == 0
    machine.right = True
    make_moves(session, machine, 3, 4)
    session.checkpoint()
    make_moves(session, machine, 4, 5)
    assert (listed(store).started, listed(store).ended) == (EVENING, EVENING + 300)


def test_rows_keep_the_time_that_was_shown(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine(), moves=2)
    machine.set_to(EVENING)
    session.checkpoint()
    make_moves(session, machine, 2, 3)
    assert times_in_rows(store) == [12, 72, 132, EVENING + 60]


def test_first_move_with_the_right_clock_gives_a_date(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine())
    machine.set_to(EVENING)
    make_moves(session, machine, 5, 6)
    assert listed(store).started == EVENING + 60
    session.checkpoint()
    assert listed(store).started == EVENING - 300
    assert listed(store).ended == EVENING + 60
    assert listed(store).seconds == 360


def test_clock_of_last_week_gives_no_second_date(store: Store) -> None:
    """A Pi without a battery starts with the time of its last evening, until the network says better."""
    machine = Machine(LAST_WEEK, right=False)
    session = session_on(store, machine)
    session.do(expedition())
    make_moves(session, machine, 0, 5)
    assert listed(store).started == 0, "nobody knows yet that it is wrong, but nobody says that it is right"
    machine.set_to(EVENING)
    make_moves(session, machine, 5, len(whole_game()))
    session.checkpoint()
    assert listed(store).started == EVENING - 300
    assert listed(store).ended == EVENING + 60 * (len(whole_game()) - 5)
    assert listed(store).seconds == 60 * len(whole_game())


def test_game_without_a_right_clock_has_no_date(store: Store) -> None:
    machine = Machine(LAST_WEEK, right=False)
    session = session_on(store, machine)
    session.do(expedition())
    make_moves(session, machine, 0, len(whole_game()))
    session.checkpoint()
    past = listed(store)
    assert (past.started, past.ended) == (0, 0)
    assert past.seconds == 60 * len(whole_game()), "it shows how long a minute is all the same"


def test_finished_game_gets_its_date_while_the_podium_is_shown(store: Store) -> None:
    machine = Machine(LAST_WEEK, right=False)
    session = session_on(store, machine)
    session.do(expedition())
    make_moves(session, machine, 0, len(whole_game()))
    machine.wait(90)
    machine.set_to(EVENING)
    session.checkpoint()
    assert listed(store).ended == EVENING - 90


def test_all_games_of_the_evening_get_their_date(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine())
    session.do(expedition(("Dom", "Eve")))
    machine.wait(100)
    machine.set_to(EVENING)
    session.checkpoint()
    assert (listed(store, 1).started, listed(store, 2).started) == (EVENING - 400, EVENING - 100)


@pytest.mark.parametrize("hour", [-3600, 3600])
def test_clock_that_was_set_while_nobody_could_say(store: Store, hour: int) -> None:
    """Somebody sets the clock in the middle of a game, and the network corrects it later."""
    session = begun_in_1970(store, machine := Machine())
    machine.set_to(EVENING + hour, right=False)
    make_moves(session, machine, 5, 8)
    machine.wait(20)
    machine.set_to(EVENING)
    session.checkpoint()
    past = listed(store)
    assert (past.started, past.ended) == (EVENING - 20 - 180 - 300, EVENING - 20)
    assert past.seconds == 480


def test_clock_that_ran_ahead_is_set_back_in_the_middle(store: Store) -> None:
    machine = Machine(EVENING + 3600, right=False)
    session = session_on(store, machine)
    session.do(expedition())
    make_moves(session, machine, 0, 3)
    machine.set_to(EVENING)
    make_moves(session, machine, 3, 5)
    session.checkpoint()
    assert (listed(store).started, listed(store).ended) == (EVENING - 180, EVENING + 120)
    assert listed(store).seconds == 300, "corrected times never go back"


def test_small_corrections_need_no_new_period(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine())
    machine.set_to(machine.shown + STEP_S / 2, right=False)
    make_moves(session, machine, 5, 7)
    assert summary_of(store)["clock"] == [[1, None]]


def test_power_cut_before_the_right_clock_dates_the_rest(store: Store) -> None:
    begun_in_1970(store, Machine())
    next_day = Machine(EVENING)
    session = session_on(store, next_day)
    make_moves(session, next_day, 5, 6)
    session.checkpoint()
    assert (listed(store).started, listed(store).ended) == (EVENING + 60, EVENING + 60)


def test_two_starts_without_a_right_clock_stay_apart(store: Store) -> None:
    begun_in_1970(store, Machine())
    again = Machine(BOOT_1970, right=False)
    session = session_on(store, again)
    make_moves(session, again, 5, 6)
    again.set_to(EVENING)
    session.checkpoint()
    assert summary_of(store)["clock"] == [[1, None], [7, EVENING - 72]]
    assert listed(store).started == EVENING


def test_right_clock_leaves_nothing_in_the_summary(store: Store) -> None:
    machine = Machine()
    session = session_on(store, machine)
    session.do(expedition())
    make_moves(session, machine, 0, 5)
    session.checkpoint()
    assert "clock" not in summary_of(store)


def test_clock_of_1970_is_wrong_even_if_trusted(store: Store) -> None:
    """Where the kernel cannot be asked, nobody says that the clock is wrong."""
    machine = Machine(BOOT_1970)
    session = session_on(store, machine)
    session.do(expedition())
    machine.wait(30)
    machine.set_to(EVENING)
    session.checkpoint()
    assert listed(store).started == EVENING - 30


def test_older_game_of_1970_takes_its_first_plausible_time(store: Store) -> None:
    """Older programs did not ask whether the clock is right."""
    machine = Machine(BOOT_1970)
    session = Session(store.journal, GAMES, lambda: machine.shown)
    session.do(expedition())
    make_moves(session, machine, 0, 2)
    machine.set_to(EVENING)
    make_moves(session, machine, 2, 4)
    assert (listed(store).started, listed(store).ended) == (EVENING + 60, EVENING + 120)


def test_command_line_gives_the_same_date(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine())
    assert store.journal.played_times(1).started == 0
    machine.set_to(EVENING)
    session.checkpoint()
    assert store.journal.played_times(1).started == EVENING - 300


def test_date_survives_a_backup(store: Store, tmp_path: Path) -> None:
    session = begun_in_1970(store, machine := Machine())
    machine.set_to(EVENING)
    session.checkpoint()
    backup_to(tmp_path / "backup", store.directory)
    restore_backup(tmp_path / "backup", tmp_path / "other", GAMES, lambda: EVENING + 1e6)
    with closing(open_store(tmp_path / "other", GAMES)) as other:
        assert listed(other).started == EVENING - 300
        assert listed(other).ended == EVENING


def test_date_is_in_a_backup_of_finished_games(store: Store, tmp_path: Path) -> None:
    session = begun_in_1970(store, machine := Machine(), moves=len(whole_game()))
    machine.set_to(EVENING)
    session.checkpoint()
    archive = Archive(store.journal.path, GAMES)
    write_finished(archive, finished_games(archive), tmp_path / "finished")
    [past] = Archive(tmp_path / "finished", GAMES).games()
    assert past.ended == EVENING


def test_date_survives_a_rescue(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine())
    machine.set_to(EVENING)
    session.checkpoint()
    store.journal.close()
    with closing(rescue_journal(store.journal.path, GAMES).journal) as rescued:
        assert rescued.played_times(1).started == EVENING - 300


def test_date_survives_a_repair(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine())
    machine.set_to(EVENING)
    session.checkpoint()
    make_moves(session, machine, 5, 8)
    assert [first for first, _ in summary_of(store)["clock"]] == [1, 7]
    with closing(sqlite3.connect(store.journal.path)) as db:
        db.execute("UPDATE rows SET body = replace(body, 'crate', 'crane') WHERE seq = 7")
        db.commit()
    assert session.repair(1) is not None
    assert listed(store).started == EVENING - 300
    session.do(OpenGame(number=1))
    machine.set_to(BOOT_1970, right=False)
    make_moves(session, machine, 5, 6)
    assert [first for first, _ in summary_of(store)["clock"]] == [1, 7]
    assert listed(store).ended == 0, "the period of a row that was cut off says nothing of the new one"


def test_erased_game_gets_no_date(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine())
    session.do(EraseGames(number=1))
    machine.set_to(EVENING)
    session.checkpoint()
    assert store.journal.games() == ()


def test_failed_write_of_the_date_is_tried_again(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine())
    machine.set_to(EVENING)
    with closing(sqlite3.connect(store.journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        session.checkpoint()
        assert not session.saved
        other.execute("ROLLBACK")
    session.retry_locked()
    session.checkpoint()
    assert listed(store).started == EVENING - 300


def test_clock_that_never_stands_still_fills_no_card(store: Store) -> None:
    session = begun_in_1970(store, machine := Machine())
    for _ in range(MOST_CLOCK_PERIODS):
        machine.set_to(machine.shown + 3600, right=False)
        session.do(play(correct(1, 1)))
    assert len(summary_of(store)["clock"]) == MOST_CLOCK_PERIODS
    machine.set_to(EVENING)
    session.checkpoint()
    assert listed(store).started
    assert listed(store).ended == 0


BAD: Sequence[object] = (
    *([[0, None]], [[2, None], [2, 5]], [[1, 2**60]], [[1, True]], [["1", None]], [[1]], [1], "1", {}),
    [[number, None] for number in range(1, MOST_CLOCK_PERIODS + 2)],
)


@pytest.mark.parametrize("clock", BAD, ids=str)
def test_impossible_periods_count_as_damage(store: Store, clock: object) -> None:
    begun_in_1970(store, Machine())
    summary = canonical({**summary_of(store), "clock": clock})
    with closing(sqlite3.connect(store.journal.path)) as db:
        (last,) = db.execute("SELECT last FROM games").fetchone()
        db.execute("UPDATE games SET result = ?, digest = ?", with_digest(1, last, summary)[2:])
        db.commit()
    [past] = Archive(store.journal.path, GAMES).games()
    assert past.damaged


def summary_of(store: Store) -> dict[str, Any]:
    summary = json.loads(json.dumps(store.journal.summary_json(1)))
    assert isinstance(summary, dict)
    return summary
