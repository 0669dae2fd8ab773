"""What it costs to ask what may be done: the first time after a move, and whenever somebody wants to know again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.games import GAMES
from companion.games.classic import CLASSIC
from companion.session import table as tables
from companion.session.asking import offers_of, touched_at
from companion.session.table import Table
from tests.bench.rows import Counts, Row, row
from tests.kit.walking import play_on, played

NAMES = ("Ada", "Bao", "Chen")


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """The moments of a random game of each game, one after the other; and three cards of a large hand touched."""
    table = _with_a_hand()
    at_once = row("offers of a full hand, classic", "ms", [_asked(_forgetful(table)) for _ in range(counts.plays)])
    yield at_once
    touched = [_touched(_forgetful(table)) for _ in range(counts.plays)]
    yield row("offers of a full hand, classic: cards touched", "ms", touched, at_once)
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


def _with_a_hand() -> Table:
    """A seat with sixteen cards at a post, who may sell them."""
    table = tables.start(CLASSIC, NAMES, {})
    cards = [f"{colour}:{value}" for colour in ("blue", "green", "yellow", "mauve") for value in (80, 80, 50, 30)]
    for card in cards:
        table = played(table, 1, {"move": "correct", "what": card, "by": 1})
    table = played(table, 1, {"move": "spin", "route": "land", "chance": [3]})
    return played(table, 1, {"move": "arrive", "place": "post", "colour": "blue"})


def _forgetful(table: Table) -> Table:
    """The same table, of which nothing was asked yet."""
    return replace(table)


def _touched(table: Table) -> float:
    """Milliseconds to ask for what may be done with three cards of the hand."""
    touches = ("card:blue:80", "card:mauve:30", "card:blue:80")
    began = time.perf_counter()
    touched_at(table, 1, touches, offers_of(table, 1))
    return 1000 * (time.perf_counter() - began)


def _asked(table: Table) -> float:
    """Milliseconds to ask for whoever is waited for."""
    [seat, *_] = table.match.waiting(table.state)
    began = time.perf_counter()
    offers_of(table, seat)
    return 1000 * (time.perf_counter() - began)
