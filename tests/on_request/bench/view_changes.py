"""The cost of a press in views: six phones of different roles get the changes, compared to whole views."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

from companion.server.event_streams import compress_event
from companion.server.view_cache import ViewCache
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.session.session import Snapshot
from companion.table.table import Table
from companion.words.catalogue import Words, add_catalogues
from tests.kit.scripted_games import GAMES
from tests.on_request.bench.long_tables import CORRECTED, a_move, after, long_table
from tests.on_request.bench.rows import RATIO, Counts, Row, row

T = TypeVar("T")
PHONES = (
    (ViewerRole(host=True), "en"),
    (ViewerRole(host=True, seat=1), "fr"),
    (ViewerRole(seat=2), "en"),
    (ViewerRole(seat=3), "fr"),
    (ViewerRole(), "en"),
    (ViewerRole(), "fr"),
)
"""The three seats of a table, its host, and watchers."""
LINES = 600
MOST_BYTES = 2000
"""The limit for the bytes to a phone after a press, compressed as they are sent."""
MOST_OF_BEFORE = 1 / 6
"""The limit for the processor time, compared to whole views for all."""


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Make random moves on a sheet of 600 lines, and on a very long one; both ways of sending take turns."""
    add_catalogues(game.words for game in GAMES)
    for game in CORRECTED:
        whole_views: Row | None = None
        for lines in (LINES, counts.lines):
            timings = _measured(game, lines, counts)
            if whole_views is None:
                whole_views = row(
                    f"six phones told anew, {game}", "ms", [1000 * second for second in timings.whole_views]
                )
                yield whole_views
            named = f"{game}, {lines:,} lines"
            yield row(f"six phones told, {named}", "ms", [1000 * second for second in timings.changes], whole_views)
            yield row(
                f"told beside anew, {named}",
                RATIO,
                [second / whole_views.median * 1000 for second in timings.runs],
                most=MOST_OF_BEFORE,
            )
            yield row(f"bytes a phone, {named}, of {MOST_BYTES}", "bytes", timings.sizes, most=MOST_BYTES)


class _Timings:
    def __init__(self) -> None:
        self.whole_views: list[float] = []
        self.changes: list[float] = []
        self.runs: list[float] = []
        """The median time of each run."""
        self.sizes: list[float] = []


def _measured(game: str, lines: int, counts: Counts) -> _Timings:
    timings, rnd = _Timings(), Random(lines)
    long = long_table(game, lines, rnd)
    for _ in range(counts.runs):
        table, phones = long, _Phones()
        phones.tell(Snapshot(table, saved=True))
        run_times: list[float] = []
        while len(run_times) < counts.presses_told:
            table = after(table, a_move(table, rnd))
            if table.over:
                table = long
                continue
            seconds, sizes = _processor_time(partial(phones.tell, Snapshot(table, saved=True)))
            run_times.append(seconds)
            timings.sizes += sizes
            if lines == LINES:
                timings.whole_views.append(_processor_time(partial(_make_whole_views, table))[0])
        timings.changes += run_times
        timings.runs.append(sorted(run_times)[len(run_times) // 2])
    return timings


class _Phones:
    """Six pages, each with the view that it received last."""

    def __init__(self) -> None:
        self._views = ViewCache()
        self._has = dict.fromkeys(PHONES, "")

    def tell(self, snapshot: Snapshot) -> list[int]:
        """Send each of them its changes. Return the number of bytes for each."""
        sizes = []
        for phone in PHONES:
            self._has[phone], event = self._views.update_for(snapshot, *phone, self._has[phone])
            sizes.append(len(compress_event(event or b"")))
        return sizes


def _make_whole_views(table: Table) -> None:
    """Make whole views for all, as if nothing had been sent before."""
    for role, language in PHONES:
        fresh = Snapshot(replace(table, shared_cache={}), saved=True)
        json.dumps(phone_view(fresh, role, Words(language)), ensure_ascii=False, separators=(",", ":")).encode()


def _processor_time(work: Callable[[], T]) -> tuple[float, T]:
    """Return the processor time in seconds, and the result."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result
