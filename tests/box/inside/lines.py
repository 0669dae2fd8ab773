"""The world outside of the kernel's simulated lines: hands that press keys and turn knobs, eyes that watch lights."""

from __future__ import annotations

import fcntl
import json
import os
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tests.box.inside import hand

Pull = tuple[float, int, bool]
"""Seconds since a script's start, a line, and True to pull it low. A script is in order."""
PATIENCE_S = 60.0
"""Seconds to wait for anything. Far more than needed: a busy machine fails no test."""
SHORTEST_BOUNCE_S, LONGEST_BOUNCE_S = 0.002, 0.015
"""Seconds that a contact bounces, at least and at most."""
_GLANCE_S = 0.01
"""Seconds from one look at a light to the next."""
_HEADER = range(28)
_CHIP = Path("/dev/gpiochip0")
_INFO_BYTES = 256
_GET_LINE_INFO = 0xC100B405
_USED = 1


class Lines:
    """All lines of the header. Used as a context: outside it every line is high, as if nobody touched it."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the kernel's folder of the lines: each has a file to pull it by and one with its level."""
        self._folder = folder
        self._pulls = {line: self._open(line, "pull", os.O_WRONLY) for line in _HEADER}
        self._values = {line: self._open(line, "value", os.O_RDONLY) for line in _HEADER}
        command = [sys.executable, "-S", "-E", hand.__file__, str(folder)]
        self._hand = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def close(self) -> None:
        """Release every line."""
        self.let_go()
        self._hand.communicate(timeout=PATIENCE_S)
        for file in (*self._pulls.values(), *self._values.values()):
            os.close(file)

    def pull(self, line: int, low: bool) -> float:
        """Pull a line to ground, or release it; return the time right before, of the monotonic clock."""
        before = time.monotonic()
        os.pwrite(self._pulls[line], hand.PULLS[low], 0)
        return before

    def let_go(self) -> None:
        """Release every line."""
        for line in _HEADER:
            self.pull(line, low=False)

    def low(self, line: int) -> bool:
        """Return whether a line is low: an input that is pulled to ground, an output that is off."""
        return os.pread(self._values[line], 8, 0).strip() == b"0"

    def used(self) -> tuple[int, ...]:
        """Return the lines that a program has in use, according to the kernel.

        Source: struct gpio_v2_line_info in include/uapi/linux/gpio.h; its offset is at byte 64, its flags at byte 72.
        """
        used = []
        with _CHIP.open("rb") as chip:
            for line in _HEADER:
                info = bytearray(_INFO_BYTES)
                struct.pack_into("=I", info, 64, line)
                fcntl.ioctl(chip, _GET_LINE_INFO, info)
                if struct.unpack_from("=Q", info, 72)[0] & _USED:
                    used.append(line)
        return tuple(used)

    def play(self, script: Sequence[Pull]) -> list[float]:
        """Play a script in real time; return the times of the pulls."""
        self.begin(script)
        return self.finish()

    def begin(self, script: Sequence[Pull]) -> None:
        """Start a script without waiting; `finish` must follow."""
        assert self._hand.stdin is not None
        self._hand.stdin.write(json.dumps(script) + "\n")
        self._hand.stdin.flush()

    def finish(self) -> list[float]:
        """Wait until the started script was played; return the times of the pulls."""
        assert self._hand.stdout is not None
        moments: list[float] = json.loads(self._hand.stdout.readline())
        return moments

    def watch(self, lines: Sequence[int], seconds: float, every: float = _GLANCE_S) -> list[tuple[bool, ...]]:
        """Watch some outputs for a while; return, for each look, whether each of them was on."""
        samples = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            samples.append(tuple(not self.low(line) for line in lines))
            select.select((), (), (), every)
        return samples

    def see(self, what: Callable[[], bool]) -> None:
        """Look until a condition holds; fail if that takes too long."""
        end = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < end, "it was never seen"
            select.select((), (), (), _GLANCE_S)

    def _open(self, line: int, name: str, flags: int) -> int:
        return os.open(self._folder / f"sim_gpio{line}" / name, flags)


def contact(start: float, line: int, low: bool, random: Random | None = None) -> list[Pull]:
    """Return the pulls of a contact that closes or opens; with `random` it bounces up to 4 times within 2 to 15 ms."""
    pulls = [(start, line, low)]
    if random is not None:
        length = random.uniform(SHORTEST_BOUNCE_S, LONGEST_BOUNCE_S)
        moments = sorted(random.uniform(0, length) for _ in range(2 * random.randint(1, 4) - 1))
        pulls += [(start + moment, line, low == bool(n % 2)) for n, moment in enumerate((*moments, length))]
    return pulls


def press(start: float, line: int, held: float, random: Random | None = None) -> list[Pull]:
    """Return the pulls of a key that is pressed and released `held` seconds later."""
    return [*contact(start, line, True, random), *contact(start + held, line, False, random)]


def turning(a: int, b: int, detents: int, a_second: float, random: Random | None = None) -> list[Pull]:
    """Return the pulls of a knob turned by some detents, clockwise if more than 0: four edges each, a first.

    With `random` its contacts bounce: each opens again once or twice before the other moves.
    """
    first, second = (a, b) if detents > 0 else (b, a)
    step = 1 / a_second / 4
    pulls = []
    for number in range(abs(detents)):
        for quarter, (line, low) in enumerate(((first, True), (second, True), (first, False), (second, False))):
            moment = (4 * number + quarter) * step
            again = 2 * random.randint(0, 2) if random else 0
            pulls += [(moment + n * step / 8, line, low == (n % 2 == 0)) for n in range(again + 1)]
    return pulls
