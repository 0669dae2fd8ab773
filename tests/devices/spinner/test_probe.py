"""Tests of measuring a spinner's line: bytes that a slow machine reads late are neither lost nor taken for silence."""

from __future__ import annotations

import os
from itertools import count

from companion.devices.spinner.frames import Frames, frame
from companion.devices.spinner.link import PROTOCOL, Kind
from companion.devices.spinner.probe import Talk

SESSION, BOOT = 0x0107, 0x0203
HELLO = frame(bytes((Kind.HELLO, PROTOCOL, 2, 3, 1, 7, 24, 5, 7, 1, 1, 0)) + b"pico")
BEAT = frame(bytes((Kind.BEAT, 2, 3, 1, 7, 0, 0)))


class Slow:
    """A port that returns an echo together with the halves of two heartbeats."""

    def __init__(self) -> None:
        self._frames = Frames()
        self._in = HELLO
        self._end = b""
        self._always, self._held = os.pipe()
        os.write(self._held, b"!")

    def fileno(self) -> int:
        return self._always

    def read(self) -> bytes:
        data, self._in = self._in, b""
        return data

    def write(self, data: bytes) -> None:
        for message in self._frames.take(data):
            if message[0] == Kind.PING:
                self._in += self._end + frame(message) + BEAT[:4]
                self._end = BEAT[4:]

    def close(self) -> None:
        os.close(self._always)
        os.close(self._held)


def test_a_late_read_loses_nothing() -> None:
    port, time = Slow(), count(step=0.7)
    try:
        talk = Talk(port, SESSION, lambda: next(time))
        assert talk.meet() is not None
        figures = talk.measure(20)
    finally:
        port.close()
    assert (figures.back, figures.damaged) == (20, 0)
