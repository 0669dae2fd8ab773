"""The windows of a picture that must be sent over the bus: around the changes, as cheap as a quick search finds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from companion.box.screen.canvas import HEIGHT, WIDTH

PAGES = HEIGHT // 8
"""Rows of bytes on the glass. A byte is eight points of a column, the lowest bit on top."""
FRAME_BYTES = PAGES * WIDTH
"""The size of a frame: a picture page by page, from the top and from the left."""
TRANSFER_BYTES = 2
"""The bytes before each transfer on an I²C bus: the address, and the byte that tells commands from data."""
RECTANGLE_BYTES = TRANSFER_BYTES + 6 + TRANSFER_BYTES
"""The cost of a window besides its content, for a chip that takes the first and the last of its columns and its pages:
one transfer of two commands with their arguments, and one of data."""
RUN_BYTES = TRANSFER_BYTES + 3 + TRANSFER_BYTES
"""The same cost for a chip that takes one page and, in two halves, the first column."""

_FINE_GAP = 3
"""A gap in bytes between two changes that is never worth two windows: the gap between the strokes of a letter."""
_MOST_RUNS = 40
"""With more changes than this it is another picture, and the search for the best windows costs more than it saves."""


class Window(NamedTuple):
    """Some columns of some pages, counted from 0; both last ones are included."""

    first_page: int
    last_page: int
    first_column: int
    last_column: int

    @property
    def size(self) -> int:
        """The number of bytes in the window."""
        return (self.last_page - self.first_page + 1) * (self.last_column - self.first_column + 1)

    def content_of(self, frame: bytes) -> bytes:
        """Return the window's bytes of a frame, page by page."""
        starts = range(self.first_page * WIDTH, (self.last_page + 1) * WIDTH, WIDTH)
        return b"".join(frame[start + self.first_column : start + self.last_column + 1] for start in starts)


WHOLE = Window(0, PAGES - 1, 0, WIDTH - 1)
"""All of the glass."""


def rectangles(before: bytes | None, after: bytes) -> list[Window]:
    """Return windows for a chip that takes any rectangle (SSD1306): sent in this order they turn `before` into `after`.

    They never cost more than one window around all changes. `before` is None if the content of the glass is unknown.
    """
    if before is None:
        return [WHOLE]
    runs = _runs(before, after, _FINE_GAP)
    if len(runs) > _MOST_RUNS:
        runs = _runs(before, after, RECTANGLE_BYTES)
    if len(runs) < 2:
        return runs
    windows = _stacked(runs)
    if len(windows) <= _MOST_RUNS:
        windows = _joined(windows)
    return min([_enclosing(runs)], sorted(windows), key=lambda candidate: cost(candidate, RECTANGLE_BYTES))


def page_runs(before: bytes | None, after: bytes) -> list[Window]:
    """Return windows as `rectangles` does, but each on one page: for a chip that writes along one page (SH1106)."""
    if before is None:
        return [Window(page, page, 0, WIDTH - 1) for page in range(PAGES)]
    return _runs(before, after, RUN_BYTES)


def cost(windows: Iterable[Window], overhead: int) -> int:
    """Return the bytes on the bus for all windows; `overhead` is RECTANGLE_BYTES or RUN_BYTES."""
    return sum(overhead + window.size for window in windows)


def _runs(before: bytes, after: bytes, gap: int) -> list[Window]:
    """Return the changes on each page, top to bottom, left to right; changes at most `gap` bytes apart make one run."""
    changes = (int.from_bytes(before) ^ int.from_bytes(after)).to_bytes(FRAME_BYTES)
    run = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)
    return [
        Window(page, page, match.start() - page * WIDTH, match.end() - 1 - page * WIDTH)
        for page in range(PAGES)
        for match in run.finditer(changes, page * WIDTH, (page + 1) * WIDTH)
    ]


def _stacked(runs: list[Window]) -> list[Window]:
    """Merge each run into a window directly above it, if that saves bytes. `runs` go from top to bottom."""
    windows: list[Window] = []
    for run in runs:
        best, saved = run, 0
        for window in windows:
            on_top = window.first_page < run.first_page <= window.last_page + 1
            if on_top and (saving := _saving(window, run)) > saved:
                best, saved = window, saving
        if saved:
            windows.remove(best)
            run = _enclosing((best, run))
        windows.append(run)
    return windows


def _joined(windows: list[Window]) -> list[Window]:
    """Merge each window with the one that saves most bytes, and the result again, as long as bytes are saved."""
    pending, joined = windows[::-1], list[Window]()
    while pending:
        window = pending.pop()
        best, saved = window, 0
        for other in joined:
            if (saving := _saving(window, other)) > saved:
                best, saved = other, saving
        if saved:
            joined.remove(best)
            pending.append(_enclosing((best, window)))
        else:
            joined.append(window)
    return joined


def _saving(window: Window, other: Window) -> int:
    """Return how many bytes one window around both saves; below 0 if it costs more."""
    top, bottom, left, right = window
    other_top, other_bottom, other_left, other_right = other
    apart = RECTANGLE_BYTES + (bottom - top + 1) * (right - left + 1)
    apart += (other_bottom - other_top + 1) * (other_right - other_left + 1)
    # Not max and min: this runs for every pair, and on a Pi Zero calls are slow.
    pages = (bottom if bottom > other_bottom else other_bottom) - (top if top < other_top else other_top) + 1
    columns = (right if right > other_right else other_right) - (left if left < other_left else other_left) + 1
    return apart - pages * columns


def _enclosing(windows: Iterable[Window]) -> Window:
    tops, bottoms, lefts, rights = zip(*windows, strict=True)
    return Window(min(tops), max(bottoms), min(lefts), max(rights))
