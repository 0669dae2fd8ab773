"""Tests of measuring a spinner's line: bytes that a slow machine reads late are neither lost nor taken for silence."""

from __future__ import annotations

import os
from itertools import count

from companion.devices.spinner.frames import FrameDecoder, encode_frame
from companion.devices.spinner.link import PROTOCOL, MessageKind
from companion.devices.spinner.spinner_check import SpinnerProbe

SESSION, BOOT = 0x0107, 0x0203
HELLO = encode_frame(bytes((MessageKind.HELLO, PROTOCOL, 2, 3, 1, 7, 24, 5, 7, 1, 1, 0)) + b"pico")
BEAT = encode_frame(bytes((MessageKind.BEAT, 2, 3, 1, 7, 0, 0)))


class Slow:
    """A port that returns an echo together with the halves of two heartbeats."""

    def __init__(self) -> None:
        self._frames = FrameDecoder()
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
        for message in self._frames.feed(data):
            if message[0] == MessageKind.PING:
                self._in += self._end + encode_frame(message) + BEAT[:4]
                self._end = BEAT[4:]

    def close(self) -> None:
        os.close(self._always)
        os.close(self._held)


def test_a_late_read_loses_nothing() -> None:
    port, time = Slow(), count(step=0.7)
    try:
        talk = SpinnerProbe(port, SESSION, lambda: next(time))
        assert talk.wait_for_spinner() is not None
        figures = talk.measure(20)
    finally:
        port.close()
    assert (figures.returned, figures.damaged) == (20, 0)
