"""The small screen: the cost of each picture on its bus and on the processor, with luma's own drivers and with ours."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from companion.box.screen.canvas import Picture
from companion.devices.changed_windows import Window, page_runs, rectangles
from companion.devices.display import frame_of
from tests.devices.recorded import SCREENS, by_luma, by_ours, bytes_sent, recorded_game
from tests.on_request.bench.rows import Counts, Row, row
from tests.screen.golden import image_of
from tests.screen.wheel_frames import frames


class Nowhere:
    """A bus that loses all bytes: only the driver is measured."""

    def command(self, *cmd: int) -> None:
        """Lose commands."""

    def data(self, data: object) -> None:
        """Lose data."""

    def cleanup(self) -> None:
        """Do nothing."""


def measure(folder: Path, counts: Counts) -> Iterator[Row]:
    """Record a game and a throw of the roulette, and send both to each chip by both drivers.

    Bytes are counted, not timed: once is enough, whatever `counts` says.
    """
    game, throw = recorded_game(folder / "screen"), tuple(frames())
    for driver in SCREENS:
        yield from _bytes(f"a picture of a game to {driver}", driver, game)
        yield from _bytes(f"a picture of the roulette to {driver}", driver, throw)
    for driver, cover in (("ssd1306", rectangles), ("sh1106", page_runs)):
        yield row(f"finding the windows for {driver}", "ms", _windows(cover, game))
    for driver in SCREENS:
        yield from _work(driver, game)


def _bytes(what: str, driver: str, pictures: Sequence[Picture]) -> Iterator[Row]:
    """Compare all bytes, not the medians, which would hide the entirely new pictures."""
    lumas, ours = (bytes_sent(by, driver, pictures) for by in (by_luma, by_ours))
    yield row(f"{what}, luma", "bytes", lumas)
    yield replace(row(f"{what}, ours", "bytes", ours), ratio=sum(ours) / sum(lumas))


def _windows(cover: Callable[[bytes, bytes], list[Window]], pictures: Sequence[Picture]) -> list[float]:
    """Return the milliseconds to find the windows from each picture to the next."""
    pairs = pairwise(frame_of(image_of(picture)) for picture in pictures)
    return [_timed(partial(cover, *pair)) for pair in pairs]


def _work(driver: str, pictures: Sequence[Picture]) -> Iterator[Row]:
    """Measure the processor time of each picture, in milliseconds."""
    times = []
    for by in (by_luma, by_ours):
        show = by(driver, Nowhere())
        times.append([_timed(partial(show, picture)) for picture in pictures])
    lumas = row(f"work on a picture for {driver}, luma", "ms", times[0])
    yield lumas
    yield row(f"work on a picture for {driver}, ours", "ms", times[1], lumas)


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)
