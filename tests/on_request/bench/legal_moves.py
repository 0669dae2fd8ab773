"""The cost of asking for legal moves, the first time after a move and again, with things touched; and of playing."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

from companion.games import GAMES
from companion.games.classic import CLASSIC
from companion.games.voyages import VOYAGES
from companion.rules.game import Game
from companion.table import table as tables
from companion.table.legal_moves import offers_of, touched_offers
from companion.table.random_play import play_move
from companion.table.table import Table
from tests.kit.random_play import play_on
from tests.on_request.bench.rows import Counts, Row, row

NAMES = ("Ada", "Bao", "Chen")


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Measure the moments of a random game of each game; and a large hand and a turn's dice, touched."""
    for what, table, touches in (
        ("offers of a full hand, classic", _with_a_hand(), ("card:blue:80", "card:mauve:30", "card:blue:80")),
        ("offers of a first turn, voyages", _with_dice(), ("die:blue:4", "die:blue:3")),
    ):
        at_once = row(what, "ms", [_time_offers(_without_cache(table)) for _ in range(counts.plays)])
        yield at_once
        touched = [_time_touches(_without_cache(table), touches) for _ in range(counts.plays)]
        yield row(f"{what}: {len(touches)} touched", "ms", touched, at_once)
    for game in GAMES:
        table, rnd = tables.start(game, NAMES, {}), Random(3)
        first, again = [], []
        for _ in range(counts.plays):
            table = tables.start(game, NAMES, {}) if table.over else table
            first.append(_time_offers(table))
            again.append(_time_offers(table))
            table = replace(play_on(table, rnd, 1))  # drops the answers cached while it was played
        before = row(f"offers of a turn, {game.id}", "ms", first)
        yield before
        yield row(f"offers of a turn, {game.id}: asked again", "ms", again, before)
        early, late = _halves(game, counts.plays)
        half = row(f"a move played, {game.id}, first half", "ms", early)
        yield half
        yield row(f"a move played, {game.id}, second half", "ms", late, half)


def _with_a_hand() -> Table:
    """Return a table on which a seat with sixteen cards at a post may sell them."""
    table = tables.start(CLASSIC, NAMES, {})
    cards = [f"{colour}:{value}" for colour in ("blue", "green", "yellow", "mauve") for value in (80, 80, 50, 30)]
    for card in cards:
        table = play_move(table, 1, {"move": "correct", "what": card, "by": 1})
    table = play_move(table, 1, {"move": "spin", "route": "land", "chance": [3]})
    return play_move(table, 1, {"move": "arrive", "place": "post", "colour": "blue"})


def _with_dice() -> Table:
    """Return a table in the start player's first turn, with all possible uses of five dice."""
    table = tables.start(VOYAGES, NAMES, {"characters": ["berke", "kubilai", "wilhelm"]})
    for seat in (1, 2, 3):
        table = play_move(table, seat, {"move": "roll", "chance": [1, 3, 4, 4, 6]})
    for what in ("coins", "camels"):
        table = play_move(table, 1, {"move": "correct", "what": what, "by": 20})
    return table


def _halves(game: Game, plays: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds of the rules for each move of random games, by the half of the game."""
    early: list[float] = []
    late: list[float] = []
    for seed in count():
        table = play_on(tables.start(game, NAMES, {}), Random(seed), 10_000)
        for number, entry in enumerate(table.entries, 1):
            before, move = table.before(number), entry.played
            began = time.perf_counter()
            table.match.play(before, move.seat, move.move)
            half = early if 2 * number <= len(table.entries) else late
            half.append(1000 * (time.perf_counter() - began))
        if len(early) + len(late) >= plays:
            return early, late
    raise AssertionError


def _without_cache(table: Table) -> Table:
    """Return the same table without cached answers."""
    return replace(table)


def _time_touches(table: Table, touches: Sequence[str]) -> float:
    """Return the milliseconds to ask for the moves with what seat 1 has touched."""
    began = time.perf_counter()
    touched_offers(table, 1, touches, offers_of(table, 1))
    return 1000 * (time.perf_counter() - began)


def _time_offers(table: Table) -> float:
    """Return the milliseconds to ask for the moves of the active seat."""
    [seat, *_] = table.match.active_seats(table.state)
    began = time.perf_counter()
    offers_of(table, seat)
    return 1000 * (time.perf_counter() - began)
