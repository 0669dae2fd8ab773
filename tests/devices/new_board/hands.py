"""Somebody at the terminal and at the keys of simulated lines, who answers each sentence as it is shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from companion.devices.gpio import SimulatedPins
from tests.box.inside.lines import Pull, press, turning

_BEFORE_S = 0.4
"""So long ago it was done by the time it is told: nothing is waited for."""
Answer = Callable[["Somebody"], None]
Answers = Sequence[tuple[str, Answer]]


class Somebody:
    """Answers what is shown, in order; whatever comes between is only remembered."""

    def __init__(
        self, pins: SimulatedPins, typed: int, answers: Sequence[tuple[str, Callable[[Somebody], None]]]
    ) -> None:
        """`typed` is the open file to type into; `answers` are what a sentence begins with, and what is done then."""
        self.pins = pins
        self.shown: list[str] = []
        self._typed = typed
        self._answers = list(answers)

    def __call__(self, sentence: str) -> None:
        self.shown.append(sentence)
        if self._answers and sentence.startswith(self._answers[0][0]):
            _, answer = self._answers.pop(0)
            answer(self)

    def done(self) -> bool:
        """Whether everything was asked that there are answers to."""
        return not self._answers

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self._typed, f"{text}\n".encode())

    def play(self, pulls: Sequence[Pull]) -> None:
        """Do something to lines, of which all is told at once."""
        ends = pulls[-1][0]
        now = self.pins.factory.ticks()
        for at, line, low in pulls:
            self.pins.factory.pin(line).when_changed(now - _BEFORE_S - ends + at, not low)


def looks(somebody: Somebody) -> None:
    """Does nothing about it."""


def types(text: str) -> Answer:
    """Types a line."""
    return lambda somebody: somebody.type(text)


def presses(line: int) -> Answer:
    """Presses a key and lets it go."""
    return lambda somebody: somebody.play(press(0.0, line, 0.1))


def turns(a: int, b: int, detents: int) -> Answer:
    """Turns a knob, clockwise if by more than 0."""
    return lambda somebody: somebody.play(turning(a, b, detents, 20))
