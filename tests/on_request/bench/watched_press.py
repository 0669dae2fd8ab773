"""A press on a long sheet while 0, 5 and 50 phones watch: until it is painted, and until the last phone has it.

The player only presses OK, which takes the default, so that any game can be played; if that leads to no entry, a random
move goes on. Runs without and with phones take turns.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from unittest.mock import patch

from companion.app import application
from companion.app.application import Companion
from companion.journal.journal import Journal
from companion.system.settings import Settings
from companion.table.commands import Play, StartGame
from companion.table.table import Table
from companion.words.signs import Key
from tests.hands import CLOCK, move, wait_for
from tests.kit.scripted_games import GAMES, NAMES, SeatMove
from tests.on_request.bench.long_tables import CORRECTED, a_move, corrections
from tests.on_request.bench.press import Ended, wait, watched
from tests.on_request.bench.rows import RATIO, Counts, Row, row
from tests.on_request.bench.watching_pages import WatchingPages, watching

LINES = 300
"""The length of the sheet at the first press, made of corrections."""
PHONES = (0, 5, 50)
MOST_TIMES = 1.5
"""The limit for the time until a press is painted with the most phones, compared to none."""
TRIES = 6
"""The most presses of OK until an entry follows."""
LEFT_S = 0.02
"""The time from an entry to the check that all streams have ended: a stream ends when it cannot be written to."""
NEWS = "/api/events?changes="


@dataclass
class _Timings:
    """The measurements of a game with one number of phones, in milliseconds."""

    game: str
    painted: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    """The times at which the last phone had the entry."""
    runs: list[float] = field(default_factory=list)
    """The median press of each run."""


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Measure each game separately, Lanterns included."""
    with patch.object(application, "GAMES", GAMES):
        for game in CORRECTED:
            timings = _measured(game, folder / f"beside-{game}", counts)
            none, most = timings[PHONES[0]], timings[PHONES[-1]]
            alone = row(f"edge to painted, {game}, 0 phones", "ms", none.painted)
            yield alone
            for phones in PHONES[1:]:
                with_them = timings[phones]
                yield row(f"edge to painted, {game}, {phones} phones", "ms", with_them.painted, alone)
                yield row(f"edge to the last phone, {game}, {phones} phones", "ms", with_them.last)
            ratios = [with_phones / without for with_phones, without in zip(most.runs, none.runs, strict=True)]
            yield row(
                f"painted with {PHONES[-1]} phones, of {MOST_TIMES} times, {game}", RATIO, ratios, most=MOST_TIMES
            )


def _measured(game: str, state: Path, counts: Counts) -> dict[int, _Timings]:
    timings = {phones: _Timings(game) for phones in PHONES}
    ended, rnd = Ended(), Random(LINES)
    settings = Settings(host="127.0.0.1", port=0, streams=max(PHONES))
    with (
        watched(Journal, "append", ended),
        watched(application, "paint", ended),
        Companion(settings, state, simulated=True, clock=CLOCK) as companion,
    ):
        _begin(companion, game)
        for _ in range(counts.runs):
            for phones, measured in timings.items():
                _run(companion, ended, phones, counts.presses_told, rnd, measured)
    return timings


def _run(companion: Companion, ended: Ended, phones: int, presses: int, rnd: Random, timings: _Timings) -> None:
    """Press until there are `presses` entries. In a new game, whose views begin again with 1, other pages watch."""
    painted: list[float] = []
    while len(painted) < presses:
        if _table(companion).over:
            _begin(companion, timings.game)
        with _watching(companion, phones) as pages:
            while len(painted) < presses and not _table(companion).over:
                edge = _entry_by_ok(companion, ended)
                if edge is None:
                    companion.ask(lambda: _go_on(companion, rnd))  # OK alone leads nowhere here
                    continue
                painted.append(1000 * (wait(ended, "paint") - edge))
                if pages is not None:
                    timings.last.append(1000 * (max(pages.received(_table(companion).seq)) - edge))
    timings.painted += painted
    timings.runs.append(sorted(painted)[len(painted) // 2])


def _entry_by_ok(companion: Companion, ended: Ended) -> float | None:
    """Press OK until an entry follows. Return the time at which that key was released; None if no entry follows."""
    for _ in range(TRIES):
        output = companion.outputs.newest
        assert output is not None
        _forget(ended)
        move(companion, Key.OK, down=True)
        wait(ended, "paint")  # the picture of the pressed key
        before = _table(companion).seq  # effects of an earlier press may come after its sound: they do not count
        edge = time.monotonic()
        move(companion, Key.OK, down=False)
        _wait_for_sound(companion, output.sound_number)
        if _table(companion).seq != before:
            wait(ended, "append")
            return edge
    return None


def _wait_for_sound(companion: Companion, sounds: int) -> None:
    """Wait until the box has made more than `sounds` sounds: it has handled a key."""
    wait_for(companion.outputs, lambda output: output.sound_number > sounds)


def _forget(ended: Ended) -> None:
    """Forget everything that ended before the next press."""
    while not ended.empty():
        ended.get()


def _begin(companion: Companion, game: str) -> None:
    """Begin a game with a long sheet."""
    companion.ask(lambda: companion.session.do(StartGame(game=game, names=NAMES)))
    for moved in corrections(_table(companion), LINES):
        _do(companion, moved)


def _go_on(companion: Companion, rnd: Random) -> None:
    """Make a move, on the desk's thread: the effects of an earlier press have come by then."""
    if not _table(companion).over:
        companion.session.do(Play(moves=(a_move(_table(companion), rnd),)))


def _do(companion: Companion, moved: SeatMove) -> None:
    companion.ask(lambda: companion.session.do(Play(moves=(moved,))))


def _table(companion: Companion) -> Table:
    table = companion.session.table
    assert table is not None
    return table


@contextmanager
def _watching(companion: Companion, phones: int) -> Iterator[WatchingPages | None]:
    """Let `phones` phones watch, and wait until all are gone afterwards; yield None if there are none."""
    if not phones:
        yield None
        return
    with watching(companion.server.port, phones, NEWS) as pages:
        pages.ready()
        yield pages
    if _table(companion).over:
        _begin(companion, _table(companion).game.id)
    for moved in cycle(corrections(_table(companion), 2)):
        if not len(companion.server.streams):
            break
        _do(companion, moved)
        time.sleep(LEFT_S)
