"""The cost of hashing a row of the journal: the state alone, compared to state and figures together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from companion.chance.canonical_json import canonical, digest
from companion.games.classic import CLASSIC
from companion.rules import codec
from companion.rules.game import move_from_json
from companion.table import table as tables
from companion.table.random_play import complete_move, open_kinds
from companion.table.table import Table
from tests.kit.random_play import play_on
from tests.on_request.bench.rows import Counts, Row, row

ENTRIES = 60
FIGURES: Mapping[str, Any] = {
    "wheel": {"sectors": [{"land": 1 + n % 9, "sea": 1 + n % 7, "weight": 1 + n % 3} for n in range(36)]},
    "hasard": {"effects": [{"besants": 10 * n} for n in range(1, 200)] + [{"note": "x" * 150}] * 60},
    "mission": {"towns": [f"Ville {n}" for n in range(40)]},
}
"""An edition in which an owner has changed every card: a game that stores its own figures."""


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Measure a game of 1983 with hands, with the shipped figures and with an owner's own."""
    for name, figures in (("classic", {}), ("carrying figures", FIGURES)):
        table = play_on(tables.start(CLASSIC, ("Ada", "Bao", "Chen"), figures), Random(3), ENTRIES)
        with_figures = row(f"bytes a row, {name}: with the figures", "B", [_bytes(_with_figures(table))])
        yield with_figures
        yield row(f"bytes a row, {name}: the state alone", "B", [_bytes(codec.to_json(table.state))], with_figures)
        before = row(f"digest, {name}: with the figures", "ms", _timed(counts, partial(_hashed, table)))
        yield before
        yield row(f"digest, {name}: the state alone", "ms", _timed(counts, table.digest), before)
        yield row(f"play by the rules, {name}", "ms", _timed(counts, _next_move(table)))


def _bytes(value: Any) -> float:
    return float(len(canonical(value).encode()))


def _hashed(table: Table) -> str:
    return digest(_with_figures(table))


def _with_figures(table: Table) -> dict[str, Any]:
    return {**codec.to_json(table.state), "edition": codec.to_json(table.match.edition)}


def _next_move(table: Table) -> Callable[[], object]:
    """Return a function that plays some legal move, and discards the result."""
    [seat, *_] = table.match.active_seats(table.state)
    kind = next(kind for kind in open_kinds(table.match, table.state, seat) if kind != "correct")
    body = complete_move(table.match, table.state, seat, kind, Random(5))
    move = move_from_json(table.game, body)
    return lambda: table.match.play(table.state, seat, move)


def _timed(counts: Counts, work: Callable[[], object]) -> list[float]:
    """Return the milliseconds of each call."""
    times = []
    for _ in range(counts.plays):
        began = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - began))
    return times
