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

from companion.server.event_streams import packed
from companion.server.view_cache import Views
from companion.server.views.phone_view import Role, phone_view
from companion.session.session import Snapshot
from companion.table.table import Table
from companion.words.catalogue import Words, join
from tests.kit.evenings import GAMES
from tests.on_request.bench.long import CORRECTED, a_move, after, long_table
from tests.on_request.bench.rows import RATIO, Counts, Row, row

T = TypeVar("T")
PHONES = (
    (Role(host=True), "en"),
    (Role(host=True, seat=1), "fr"),
    (Role(seat=2), "en"),
    (Role(seat=3), "fr"),
    (Role(), "en"),
    (Role(), "fr"),
)
"""The three seats of a table, its host, and watchers."""
LINES = 600
MOST_BYTES = 2000
"""The limit for the bytes to a phone after a press, compressed as they are sent."""
MOST_OF_BEFORE = 1 / 6
"""The limit for the processor time, compared to whole views for all."""


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Make random moves on a sheet of 600 lines, and on a very long one; both ways of sending take turns."""
    join(game.words for game in GAMES)
    for game in CORRECTED:
        anew: Row | None = None
        for lines in (LINES, counts.lines):
            found = _measured(game, lines, counts)
            if anew is None:
                anew = row(f"six phones told anew, {game}", "ms", [1000 * one for one in found.anew])
                yield anew
            named = f"{game}, {lines:,} lines"
            yield row(f"six phones told, {named}", "ms", [1000 * one for one in found.told], anew)
            yield row(
                f"told beside anew, {named}",
                RATIO,
                [one / anew.median * 1000 for one in found.runs],
                most=MOST_OF_BEFORE,
            )
            yield row(f"bytes a phone, {named}, of {MOST_BYTES}", "bytes", found.sizes, most=MOST_BYTES)


class _Found:
    def __init__(self) -> None:
        self.anew: list[float] = []
        self.told: list[float] = []
        self.runs: list[float] = []
        """The median time of each run."""
        self.sizes: list[float] = []


def _measured(game: str, lines: int, counts: Counts) -> _Found:
    found, rnd = _Found(), Random(lines)
    long = long_table(game, lines, rnd)
    for _ in range(counts.runs):
        table, phones = long, _Phones()
        phones.tell(Snapshot(table, saved=True))
        told: list[float] = []
        while len(told) < counts.presses_told:
            table = after(table, a_move(table, rnd))
            if table.over:
                table = long
                continue
            seconds, sizes = _took(partial(phones.tell, Snapshot(table, saved=True)))
            told.append(seconds)
            found.sizes += sizes
            if lines == LINES:
                found.anew.append(_took(partial(_anew, table))[0])
        found.told += told
        found.runs.append(sorted(told)[len(told) // 2])
    return found


class _Phones:
    """Six pages, each with the view that it received last."""

    def __init__(self) -> None:
        self._views = Views()
        self._has = dict.fromkeys(PHONES, "")

    def tell(self, snapshot: Snapshot) -> list[int]:
        """Send each of them its changes. Return the number of bytes for each."""
        sizes = []
        for phone in PHONES:
            self._has[phone], event = self._views.news(snapshot, *phone, self._has[phone])
            sizes.append(len(packed(event or b"")))
        return sizes


def _anew(table: Table) -> None:
    """Make whole views for all, as if nothing had been sent before."""
    for role, language in PHONES:
        fresh = Snapshot(replace(table, told={}), saved=True)
        json.dumps(phone_view(fresh, role, Words(language)), ensure_ascii=False, separators=(",", ":")).encode()


def _took(work: Callable[[], T]) -> tuple[float, T]:
    """Return the processor time in seconds, and the result."""
    began = time.process_time()
    given = work()
    return time.process_time() - began, given
