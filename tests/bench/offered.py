"""What it costs to ask what may be done: the first time after a move, and whenever somebody wants to know again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.games import GAMES
from companion.session import table as tables
from companion.session.asking import offers_of
from companion.session.table import Table
from tests.bench.rows import Counts, Row, row
from tests.kit.walking import play_on

NAMES = ("Ada", "Bao", "Chen")


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """The moments of a random game of each game, one after the other."""
    for game in GAMES:
        table, rnd = tables.start(game, NAMES, {}), Random(3)
        first, again = [], []
        for _ in range(counts.plays):
            table = tables.start(game, NAMES, {}) if table.over else table
            first.append(_asked(table))
            again.append(_asked(table))
            table = replace(play_on(table, rnd, 1))  # what was asked of it while it was played is forgotten
        before = row(f"offers of a turn, {game.id}", "ms", first)
        yield before
        yield row(f"offers of a turn, {game.id}: asked again", "ms", again, before)


def _asked(table: Table) -> float:
    """Milliseconds to ask for whoever is waited for."""
    [seat, *_] = table.match.waiting(table.state)
    began = time.perf_counter()
    offers_of(table, seat)
    return 1000 * (time.perf_counter() - began)
