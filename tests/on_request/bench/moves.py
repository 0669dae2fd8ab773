"""A press that plays a move, in each game: the longest game compared to the shortest, and the slowest press."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

from companion.app import application
from companion.app.application import Companion
from companion.games import GAMES
from companion.rules.game import move_to_json
from companion.rules.rule_errors import RulesError
from companion.system.settings import Settings
from companion.table.commands import Play, StartGame
from companion.words.signs import Key
from tests.hands import CLOCK, PATIENCE_S, move
from tests.kept import NAMES
from tests.kit.random_play import play_on
from tests.on_request.bench.press import Ended, forget, wait, watched
from tests.on_request.bench.rows import RATIO, Counts, Row, percentile, row

SHORT, LONG = "expedition", "voyages"
MOST_TIMES = 1.5
"""The limit for a press of the long game, compared to one of the short game."""
MOST_OF_MEDIAN = 3
"""The limit for the slowest of a hundred, compared to the median."""


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Press ok wherever that plays a move, in games that other hands continue at random; the games take turns."""
    times_by_game: dict[str, list[float]] = {game.id: [] for game in GAMES}
    ratios = []
    ended: Ended = Ended()
    for run in range(counts.runs):
        with (
            watched(application, "paint", ended),
            Companion(
                Settings(host="127.0.0.1", port=0), folder / f"moves {run}", simulated=True, clock=CLOCK
            ) as companion,
        ):
            run_times = {
                game: _presses(companion, ended, game, counts.presses // 2 or 1, run) for game in times_by_game
            }
        ratios.append(median(run_times[LONG]) / median(run_times[SHORT]))
        for game, times in run_times.items():
            times_by_game[game] += times
    for game, times in times_by_game.items():
        yield row(f"a move by ok to its picture, {game}", "ms", times)
        slowest = percentile(times, 99) / median(times)
        yield row(f"its slowest of a hundred, of {MOST_OF_MEDIAN} times, {game}", RATIO, [slowest], most=MOST_OF_MEDIAN)
    yield row(f"a move of {LONG} beside {SHORT}, of {MOST_TIMES}", RATIO, ratios, most=MOST_TIMES)


def _presses(companion: Companion, ended: Ended, game: str, count: int, run: int) -> list[float]:
    """Return the milliseconds from the edge to the picture, of presses that were moves."""
    rnd, times = Random(run), list[float]()
    while len(times) < count:
        table = companion.session.table
        if table is None or table.over or table.game.id != game:
            companion.ask(lambda: companion.session.do(StartGame(game=game, names=NAMES)))
        companion.ask(companion.box.to_table)
        before = companion.session.snapshot()
        move(companion, Key.OK, down=True)
        companion.ask(lambda: None)
        companion._paint_barrier.wait_until_painted(PATIENCE_S)
        forget(ended)
        edge = time.monotonic()
        move(companion, Key.OK, down=False)
        painted = wait(ended, "paint")  # at least the picture of the released key
        if companion.session.snapshot() != before:
            times.append(1000 * (painted - edge))
        companion.ask(lambda: _other_hand(companion, rnd))
    return times


def _other_hand(companion: Companion, rnd: Random) -> None:
    """Let another hand play a legal move, with newly drawn chance."""
    table = companion.session.table
    if table is None or table.over:
        return
    played = play_on(table, rnd, 1).entries[-1].played
    body = {name: value for name, value in move_to_json(played.move).items() if name != "chance"}
    try:
        companion.session.do(Play(moves=((played.seat, body),)))
    except RulesError:
        companion.session.do(StartGame(game=table.game.id, names=NAMES))
