"""A simulated user at the terminal and at the keys of simulated lines, who answers each sentence when it is shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from companion.devices.gpio_devices import SimulatedPins
from tests.box.inside.lines import Pull, press, turning

_BEFORE_S = 0.4
"""The age of an action when it is reported: so nothing has to be waited for."""


class SimulatedUser:
    """A user who answers the expected sentences in order, and only remembers all others."""

    def __init__(
        self, pins: SimulatedPins, typed: int, answers: Sequence[tuple[str, Callable[[SimulatedUser], None]]]
    ) -> None:
        """`typed` is the open file to type into; `answers` are the beginnings of sentences, each with an action."""
        self.pins = pins
        self.shown: list[str] = []
        self._typed = typed
        self._answers = list(answers)

    def __call__(self, sentence: str) -> None:
        self.shown.append(sentence)
        if self._answers and sentence.startswith(self._answers[0][0]):
            _, answer = self._answers.pop(0)
            answer(self)

    def all_answered(self) -> bool:
        """Return whether every answer was given."""
        return not self._answers

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self._typed, f"{text}\n".encode())

    def play(self, pulls: Sequence[Pull]) -> None:
        """Pull lines; all changes are reported at once."""
        ends = pulls[-1][0]
        now = self.pins.factory.ticks()
        for time, line, low in pulls:
            self.pins.factory.pin(line).when_changed(now - _BEFORE_S - ends + time, not low)


Answer = Callable[[SimulatedUser], None]
Answers = Sequence[tuple[str, Answer]]


def do_nothing(somebody: SimulatedUser) -> None:
    """Do nothing."""


def types(text: str) -> Answer:
    """Return an answer that types a line."""
    return lambda somebody: somebody.type(text)


def presses(line: int) -> Answer:
    """Return an answer that presses a key and lets it go."""
    return lambda somebody: somebody.play(press(0.0, line, 0.1))


def turns(a: int, b: int, detents: int) -> Answer:
    """Return an answer that turns a knob, clockwise above 0."""
    return lambda somebody: somebody.play(turning(a, b, detents, 20))
