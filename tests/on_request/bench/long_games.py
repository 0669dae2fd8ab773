"""The cost of a long game: playing a move after 100, 1,000 and 10,000 entries, and resuming a game of that length."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from companion.games import GAMES
from companion.games.expedition.state import EndTurn
from companion.journal.open_journal import open_store
from companion.session.session import Session
from companion.table.commands import Play
from companion.table.table import Table
from tests.kept import NOON
from tests.kit.long_games import store_long_game
from tests.on_request.bench.rows import Counts, Row, row

LENGTHS = (100, 1_000, 10_000)
T = TypeVar("T")


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Pass again and again after many corrections: passes never end the game."""
    games = [_Game(folder / f"length-{entries}", entries) for entries in LENGTHS]
    yield from _rows("resume", [(game.entries, game.resume(counts.resumes)) for game in games])
    yield from _rows("play by the rules alone", [(game.entries, game.by_the_rules(counts.plays)) for game in games])
    yield from _rows("play to the journal", [(game.entries, game.to_the_journal(counts.plays)) for game in games])


def _rows(what: str, measured: Sequence[tuple[int, list[float]]]) -> Iterator[Row]:
    first = None
    for entries, seconds in measured:
        result = row(f"{what}, {entries:,} entries", "ms", [1000 * second for second in seconds], first)
        first = first or result
        yield result


class _Game:
    """A game of this many entries in its own state directory."""

    def __init__(self, state: Path, entries: int) -> None:
        self.entries = entries
        self._state = state
        store_long_game(state, "expedition", entries, moves=False)

    def resume(self, times: int) -> list[float]:
        """Open the state directory and the game in it."""
        seconds = []
        for _ in range(times):
            began = time.perf_counter()
            with closing(open_store(self._state, GAMES)) as store:
                Session(store.journal, GAMES, lambda: NOON)
                seconds.append(time.perf_counter() - began)
        return seconds

    def by_the_rules(self, times: int) -> list[float]:
        """Play one move on the final state, without storing it."""
        with closing(open_store(self._state, GAMES)) as store:
            table = _table(Session(store.journal, GAMES, lambda: NOON))
        seat = table.match.turn(table.state) or 0
        return [_timed(lambda: table.match.play(table.state, seat, EndTurn())) for _ in range(times)]

    def to_the_journal(self, times: int) -> list[float]:
        """Play on, with each move on the disk before the next."""
        with closing(open_store(self._state, GAMES)) as store:
            session = Session(store.journal, GAMES, lambda: NOON)
            commands = (_pass(session) for _ in range(times))
            return [_timed(lambda command=command: session.do(command)) for command in commands]  # type: ignore[misc]


def _pass(session: Session) -> Play:
    table = _table(session)
    return Play(moves=((table.match.turn(table.state) or 0, {"move": "end_turn"}),))


def _table(session: Session) -> Table:
    assert session.table is not None
    return session.table


def _timed(work: Callable[[], T]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
