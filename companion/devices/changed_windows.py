"""What of a picture has to go over the bus: windows round what changed, as cheap as can be found in little time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from companion.box.screen.canvas import HEIGHT, WIDTH

PAGES = HEIGHT // 8
"""Rows of bytes on the glass. A byte is eight points of a column, the lowest bit on top."""
FRAME_BYTES = PAGES * WIDTH
"""A frame is a picture page by page, from the top and from the left."""
TRANSFER_BYTES = 2
"""What precedes each transfer on an I²C bus: the address, and the byte that tells commands from data."""
RECTANGLE_BYTES = TRANSFER_BYTES + 6 + TRANSFER_BYTES
"""What a window costs besides its content where the chip is told the first and the last of its columns and its pages:
one transfer of two commands with their arguments, and one of data."""
RUN_BYTES = TRANSFER_BYTES + 3 + TRANSFER_BYTES
"""The same where it is told one page and, in two halves, the column at which to begin."""

_FINE_GAP = 3
"""Bytes between two changes that never pay for a window of their own: those between the strokes of a letter."""
_MANY = 40
"""With more changes than so many it is another picture, and looking for the best windows takes more than it saves."""


class Window(NamedTuple):
    """Some columns of some pages, counted from 0; the last of each belongs to it."""

    first_page: int
    last_page: int
    first_column: int
    last_column: int

    @property
    def size(self) -> int:
        """How many bytes it holds."""
        return (self.last_page - self.first_page + 1) * (self.last_column - self.first_column + 1)

    def of(self, frame: bytes) -> bytes:
        """Its bytes of a frame, page by page."""
        starts = range(self.first_page * WIDTH, (self.last_page + 1) * WIDTH, WIDTH)
        return b"".join(frame[at + self.first_column : at + self.last_column + 1] for at in starts)


WHOLE = Window(0, PAGES - 1, 0, WIDTH - 1)
"""All of the glass."""


def rectangles(before: bytes | None, after: bytes) -> list[Window]:
    """Windows for a chip that takes any rectangle (SSD1306): sent in this order they make `after` of `before`.

    Never dearer than one window round everything that changed. `before` is None when nobody knows what is on the glass.
    """
    if before is None:
        return [WHOLE]
    runs = _runs(before, after, _FINE_GAP)
    if len(runs) > _MANY:
        runs = _runs(before, after, RECTANGLE_BYTES)
    if len(runs) < 2:
        return runs
    windows = _stacked(runs)
    if len(windows) <= _MANY:
        windows = _joined(windows)
    return min([_around(runs)], sorted(windows), key=lambda found: cost(found, RECTANGLE_BYTES))


def page_runs(before: bytes | None, after: bytes) -> list[Window]:
    """The same for a chip that writes along one page at a time (SH1106): every window is of one page."""
    if before is None:
        return [Window(page, page, 0, WIDTH - 1) for page in range(PAGES)]
    return _runs(before, after, RUN_BYTES)


def cost(windows: Iterable[Window], each: int) -> int:
    """Bytes on the bus for all of them; `each` is RECTANGLE_BYTES or RUN_BYTES."""
    return sum(each + window.size for window in windows)


def _runs(before: bytes, after: bytes, gap: int) -> list[Window]:
    """What changed on each page, taking together what is at most `gap` bytes apart; top to bottom, left to right."""
    changes = (int.from_bytes(before) ^ int.from_bytes(after)).to_bytes(FRAME_BYTES)
    run = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)
    return [
        Window(page, page, found.start() - page * WIDTH, found.end() - 1 - page * WIDTH)
        for page in range(PAGES)
        for found in run.finditer(changes, page * WIDTH, (page + 1) * WIDTH)
    ]


def _stacked(runs: list[Window]) -> list[Window]:
    """Each run taken into a window that comes down to it, where that saves bytes. `runs` go from top to bottom."""
    windows: list[Window] = []
    for run in runs:
        best, saved = run, 0
        for window in windows:
            on_top = window.first_page < run.first_page <= window.last_page + 1
            if on_top and (saving := _saving(window, run)) > saved:
                best, saved = window, saving
        if saved:
            windows.remove(best)
            run = _around((best, run))
        windows.append(run)
    return windows


def _joined(windows: list[Window]) -> list[Window]:
    """Each window made one with whichever other saves most bytes, and that one in turn, as long as any are saved."""
    left, found = windows[::-1], list[Window]()
    while left:
        window = left.pop()
        best, saved = window, 0
        for other in found:
            if (saving := _saving(window, other)) > saved:
                best, saved = other, saving
        if saved:
            found.remove(best)
            left.append(_around((best, window)))
        else:
            found.append(window)
    return found


def _saving(one: Window, other: Window) -> int:
    """How many bytes one window round both costs less than the two; below 0 where it costs more."""
    top, bottom, left, right = one
    other_top, other_bottom, other_left, other_right = other
    apart = RECTANGLE_BYTES + (bottom - top + 1) * (right - left + 1)
    apart += (other_bottom - other_top + 1) * (other_right - other_left + 1)
    # Not max and min: this runs for every pair, and on a Pi Zero calls are dear.
    pages = (bottom if bottom > other_bottom else other_bottom) - (top if top < other_top else other_top) + 1
    columns = (right if right > other_right else other_right) - (left if left < other_left else other_left) + 1
    return apart - pages * columns


def _around(windows: Iterable[Window]) -> Window:
    tops, bottoms, lefts, rights = zip(*windows, strict=True)
    return Window(min(tops), max(bottoms), min(lefts), max(rights))
