"""The spinner's program on a real MicroPython, Debian 13's for Unix, at a line that may lose and damage bytes."""

from __future__ import annotations

import os
import pty
import random
import selectors
import subprocess
import threading
import tty
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from companion.support.resources import firmware_dir
from tests.box.vm.debian import runnable, unpacked
from tests.box.vm.parts import MachineError

SCRIPTS = Path(__file__).with_name("on_micropython")
_READ = 4096


def micropython(*args: str | Path) -> list[str]:
    """Return the command that runs Debian 13's MicroPython on any Debian, with its own loader and libraries.

    Skips the test if it cannot be downloaded; in CI a skipped test fails.
    """
    root = _micropython()
    if root is None:
        pytest.skip("MicroPython needs apt-get, Debian's keyring, and a way to deb.debian.org")
    return [str(word) for word in (*runnable(root, "micropython"), *args)]


@cache
def _micropython() -> Path | None:
    """Return the folder with MicroPython's package and its libraries; None if they cannot be downloaded."""
    try:
        return unpacked("micropython")
    except MachineError:
        return None


class NoisyLine:
    """Two terminals, each of which receives the other's input: a serial line between two programs."""

    def __init__(self, seed: int, damaged: float = 0.0, dropped: float = 0.0) -> None:
        """`damaged` and `dropped` are shares of the bytes, both ways."""
        self._luck = random.Random(seed)
        self._damaged, self._dropped = damaged, dropped
        self._pairs = [pty.openpty(), pty.openpty()]
        for _, end in self._pairs:
            tty.setraw(end)
        self.ends = [os.ttyname(end) for _, end in self._pairs]
        """The paths of both ends."""
        self.joined = True
        self.spoilt = 0
        """The number of bytes damaged or lost, so far."""
        self._stop = os.eventfd(0)
        self._thread = threading.Thread(target=self._copy, daemon=True)
        self._thread.start()

    def spoil(self, damaged: float, dropped: float) -> None:
        """Damage or lose these shares of the bytes from now on."""
        self._damaged, self._dropped = damaged, dropped

    def close(self) -> None:
        """Cut the line and end the thread."""
        os.eventfd_write(self._stop, 1)
        self._thread.join()
        for master, slave in self._pairs:
            os.close(master)
            os.close(slave)
        os.close(self._stop)

    def _copy(self) -> None:
        first, second = (master for master, _ in self._pairs)
        peers = {first: second, second: first}
        with selectors.DefaultSelector() as selector:  # select() refuses the files of a process with many
            for end in (first, second, self._stop):
                selector.register(end, selectors.EVENT_READ)
            while True:
                ready = [key.fd for key, _ in selector.select()]
                if self._stop in ready:
                    return
                for end in ready:
                    data = os.read(end, _READ)
                    if self.joined:
                        os.write(peers[end], self._as_it_arrives(data))

    def _as_it_arrives(self, data: bytes) -> bytes:
        arrives = bytearray()
        for byte in data:
            luck = self._luck.random()
            self.spoilt += luck < self._dropped + self._damaged
            if luck >= self._dropped + self._damaged:
                arrives.append(byte)
            elif luck >= self._dropped:
                arrives.append(self._luck.randrange(256))
        return bytes(arrives)


class SpinnerProcess:
    """The program at one end of a line, and the hands on its keys and its knob."""

    def __init__(self, terminal: str, board: str = "pico") -> None:
        """`terminal` is its end of the line, `board` the board that it reports."""
        self._levels = 0
        self._process = subprocess.Popen(
            micropython(SCRIPTS / "line.py", firmware_dir(), terminal, "6699", board),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def contact(self, key: int, down: bool) -> None:
        """Close or open a key's contact, from 0."""
        self._levels = self._levels | 1 << key if down else self._levels & ~(1 << key)
        self._do(bytes((self._levels,)))

    def turn(self, detents: int) -> None:
        """Turn the knob, above 0 clockwise, as fast as a hand throws it."""
        self._do((b"+" if detents > 0 else b"-") * abs(detents))

    def ring(self) -> list[str]:
        """Return its lights now, as rrggbb."""
        self._do(b"r")
        assert self._process.stdout is not None
        pixels = self._process.stdout.readline().decode().split()[0]
        return [pixels[index : index + 6] for index in range(0, len(pixels), 6)]

    @property
    def ended(self) -> bool:
        """True if the program has ended on its own."""
        return self._process.poll() is not None

    def close(self) -> None:
        """End the program."""
        if not self.ended:
            self._do(b"q")
        self._process.communicate(timeout=60)

    def _do(self, actions: Sequence[int] | bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(bytes(actions))
        self._process.stdin.flush()
