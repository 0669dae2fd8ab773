"""Long games: their memory grows with their entries, however often something was changed or taken back."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.journal import recorded_game
from companion.journal.journal import Journal
from companion.journal.recorded_game import RecordedGame
from companion.journal.state_directory import NAME
from companion.rules.game import find_game
from companion.table import amendments
from companion.table import table as tables
from companion.table.table import Table
from tests.depth import deep, some_of
from tests.kit.long_games import long_game, store_long_game
from tests.kit.scripted_games import GAMES, NAMES

MOST_BYTES = 2_000
"""The memory of an entry: its move, its result, its lines, and its part of the undo stack."""
SHORT, LONG = 1_000, 2_000
TIMES = 20


@pytest.mark.parametrize("moves", [pytest.param(False, marks=deep), True], ids=["corrections", "moves"])
@pytest.mark.parametrize("game", some_of([each_game.id for each_game in GAMES]))
def test_memory_grows_linearly_with_the_length_of_a_game(game: str, moves: bool) -> None:
    played = long_game(begun(game), LONG, moves=moves)
    table = extended_by(played, SHORT)
    with allocated_bytes() as memory:
        table = extended_by(played, LONG - SHORT)
    assert len(table.entries) == len(table.undo_stack) == LONG
    assert memory() < MOST_BYTES * (LONG - SHORT)


def test_a_game_read_without_its_rules_takes_no_more_memory(tmp_path: Path) -> None:
    store_long_game(tmp_path, "expedition", LONG, moves=True)
    journal = Journal(tmp_path / NAME, read_only=True)
    rows = [*journal.rows(1)]
    journal.close()
    recorded = recorded_game.read_rows(rows[:SHORT])
    with allocated_bytes() as memory:
        for row in rows[SHORT:]:
            recorded = recorded_game.record_row(recorded, row)
    assert isinstance(recorded, RecordedGame)
    assert len(recorded.entries) == LONG
    assert memory() < MOST_BYTES * (LONG - SHORT)


def test_a_change_of_an_early_entry_stores_that_entry_alone() -> None:
    """The later ones are replayed when it is taken back, with the same results."""
    table = before = extended_by(long_game(begun("expedition"), SHORT, moves=True), SHORT)
    with allocated_bytes() as memory:
        for _ in range(TIMES):
            table = without_and_with_first_entry(table)
    assert memory() < MOST_BYTES * SHORT  # at most as much as the game again
    for _ in range(2 * TIMES):
        table = amendments.take_back(table)
    assert (table.entries, table.undo_stack) == (before.entries, before.undo_stack)


def without_and_with_first_entry(table: Table) -> Table:
    """Yield the table without its first entry, and with it again."""
    first = table.entries[0].played
    return amendments.insert(amendments.amend(table, 1, None), 1, first)


def begun(game: str) -> Table:
    return tables.start(find_game(game, GAMES), NAMES, {}, seq=1)


def extended_by(played: Iterator[tuple[object, Table]], entries: int) -> Table:
    """Return the table after this many more entries."""
    for _ in range(entries):
        _, table = next(played)
    return table


@contextmanager
def allocated_bytes() -> Iterator[Callable[[], int]]:
    """Yield a function that returns how many more bytes are allocated than at the beginning."""
    gc.collect()
    tracemalloc.start()
    memory = 0
    try:
        yield lambda: memory
        gc.collect()
        memory, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
