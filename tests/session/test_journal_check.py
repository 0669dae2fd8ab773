"""The check that reads every saved game in the background, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from companion.journal import journal_check
from companion.journal.archive import Archive
from companion.journal.journal_check import JournalChecker, faulty_games
from companion.journal.open_journal import Store
from companion.journal.replay import Replay, replay_stored
from companion.journal.rows import Row
from companion.rules.game import Game
from companion.session.session import Session
from tests.kit.scripted_games import GAMES, expedition, play, step
from tests.session.test_archive import spoil
from tests.terminal import PATIENCE_S


@pytest.fixture
def two_games(session: Session, store: Store) -> Path:
    """Return two games, the first of which is damaged."""
    for _ in range(2):
        session.do(expedition())
        session.do(play(step(1)))
    spoil(store, "UPDATE rows SET entry = 7 WHERE game = 1 AND seq = 2")
    return store.journal.path


def test_a_game_played_on_while_it_is_read_is_intact(
    session: Session, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session.do(expedition())
    session.do(play(step(1)))

    def while_played(read: Callable[[], Iterable[Row]], games: tuple[Game, ...]) -> Replay:
        def interrupted() -> Iterator[Row]:
            rows = iter(read())
            yield next(rows)
            session.do(play(step(1)))
            yield from rows

        return replay_stored(interrupted, games)

    monkeypatch.setattr(journal_check, "replay_stored", while_played)
    assert [*faulty_games(store.journal.path, GAMES)] == [None]
    assert caplog.text == ""


def test_games_are_read_one_at_a_time(two_games: Path) -> None:
    held: list[bool] = []

    class Reading:
        def __enter__(self) -> None:
            held.append(True)

        def __exit__(self, *_: object) -> None:
            held.append(False)

    faulty = faulty_games(two_games, GAMES, Reading())
    assert (next(faulty), held) == (None, [True, False])
    assert (next(faulty), held) == (1, [True, False] * 2)


def test_the_checker_waits_for_a_reader_of_a_past_game(two_games: Path) -> None:
    archive = Archive(two_games, GAMES)
    counts: SimpleQueue[int] = SimpleQueue()
    checker = JournalChecker(two_games, GAMES, counts.put, archive.reading)
    with archive.reading:
        checker.start()
        with pytest.raises(Empty):
            counts.get_nowait()
    assert archive.find(2).table is not None
    assert counts.get(timeout=PATIENCE_S) == 1
    checker.close()


def test_the_checker_reports_when_it_is_done_and_the_damage(two_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_check, "_REST", 0)
    wakeups: SimpleQueue[None] = SimpleQueue()

    def clock() -> float:
        wakeups.put(None)
        return 77.0

    checker = JournalChecker(two_games, GAMES, lambda _: None, clock=clock)
    assert (checker.faulty, checker.ended) == (0, None)
    checker.start()
    wakeups.get(timeout=PATIENCE_S)
    checker.close()
    assert (checker.faulty, checker.ended) == (1, 77.0)
