"""A listener on every free line of the header, and a trial of the lines for lights and for the buzzer."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from functools import partial

from companion.box.faces.signals import MOST_VOLUME
from companion.devices.lines import Input, Output, Pins, PinsError, Tone
from companion.devices.new_board.hand_gestures import LineEdge
from companion.devices.signal_thread import loudness

PITCH = 880
"""In Hz: of what is high enough for a small piezo disc, and not yet a whistle."""


class Ear:
    """Hears every change of lines, bounces and all. Closed, it has given every line back."""

    def __init__(self, pins: Pins, on_edge: Callable[[LineEdge], None]) -> None:
        """`on_edge` is called on the lines' own thread and must return at once. Nothing is listened to yet."""
        self._pins = pins
        self._on_edge = on_edge
        self._lines: dict[int, Input] = {}

    def listen(self, lines: Collection[int]) -> Mapping[int, str]:
        """Listen to these lines, and to no others: the lines that another program has, each with its name.

        Raises:
            PinsError: A line cannot be had, and it is not known that another program than a companion has it.
        """
        for line in [line for line in self._lines if line not in lines]:
            self._lines.pop(line).close()
        strangers = {}
        for line in sorted(set(lines) - self._lines.keys()):
            try:
                self._lines[line] = self._heard(line)
            except PinsError:
                if not (stranger := self._pins.stranger(line)):
                    raise
                strangers[line] = stranger
        return strangers

    def low(self) -> Mapping[int, bool]:
        """Whether each line that is listened to is low at this moment."""
        return {line: taken.low for line, taken in self._lines.items()}

    def close(self) -> None:
        """Give every line back. Raises PinsError, but keeps no line for that."""
        with ExitStack() as lines:
            while self._lines:
                lines.callback(self._lines.popitem()[1].close)

    def _heard(self, line: int) -> Input:
        taken = Input(line, self._pins)
        try:
            taken.watch(partial(self._changed, line))
        except BaseException:
            taken.close()
            raise
        return taken

    def _changed(self, line: int, low: bool, age: float) -> None:
        self._on_edge(LineEdge(line, low, time.monotonic() - age))


@contextmanager
def shining(line: int, pins: Pins) -> Iterator[None]:
    """A line is high inside, and given back afterwards. Raises PinsError."""
    with closing(Output(line, pins)) as light:
        light.set(True)
        try:
            yield
        finally:
            light.set(False)


@contextmanager
def sounding(line: int, pins: Pins) -> Iterator[None]:
    """A line sounds inside as loud as it can, and is given back afterwards. Raises PinsError."""
    with closing(Tone(line, pins)) as buzzer:
        buzzer.sound(PITCH, loudness(MOST_VOLUME))
        try:
            yield
        finally:
            buzzer.silence()
