"""The parts on the lines of a board: keys, knob, spinner, lights and the buzzer."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import TypeVar

from companion.box.input_events import KeyEdge, KnobThrow, KnobTurn
from companion.box.knob import KnobLine, QuadratureDecoder, ThrowDetector
from companion.devices.board_profiles import BoardProfile, KnobSpec
from companion.devices.gpio_lines import (
    InputLine,
    OutputLine,
    Pins,
    PinsError,
    SimulatedPins,
    ToneLine,
    no_pins,
    open_pins,
)
from companion.devices.light_sound_thread import Tune, loudness
from companion.session.publisher import SubscriberSlot
from companion.words.signs import Key

__all__ = [
    "Buzzer",
    "Keys",
    "Knob",
    "Lights",
    "OutputLine",
    "Pins",
    "PinsError",
    "SimulatedPins",
    "Spinner",
    "no_pins",
    "open_pins",
]

log = logging.getLogger(__name__)

T = TypeVar("T")


class Keys:
    """The keys of a board. They report every change of their lines, bounces included, and do nothing else.

    A key connects its line to ground, so a low line is a key that is down.
    """

    def __init__(
        self, board: BoardProfile, pins: Pins, on_edge: Callable[[KeyEdge], None], clock: Callable[[], float]
    ) -> None:
        """`on_edge` is called on the lines' own thread and must return at once; `clock` counts seconds, never back.

        Raises:
            PinsError: A line is not available.
        """
        self._on_edge = on_edge
        self._clock = clock
        with ExitStack() as parts:
            for key, line in _input_lines(board.keys, pins, parts).items():
                line.watch(partial(self._changed, key))
            self._lines = parts.pop_all()

    def close(self) -> None:
        """Release the lines; nothing is reported afterwards. Raises PinsError, but only after releasing every line."""
        self._lines.close()

    def _changed(self, key: Key, low: bool, age: float) -> None:
        self._on_edge(KeyEdge(key, low, self._clock() - age))


class Knob:
    """A knob that turns without end and reports every detent. gpiozero's own loses a detent when an edge is missed."""

    def __init__(
        self, spec: KnobSpec, pins: Pins, on_turn: Callable[[KnobTurn], None], clock: Callable[[], float]
    ) -> None:
        """`on_turn` is called on the lines' own thread and must return at once; `clock` counts seconds, never back.

        Raises:
            PinsError: A line is not available.
        """
        self._on_turn = on_turn
        self._clock = clock
        with ExitStack() as parts:
            lines = _input_lines({KnobLine.A: spec.a, KnobLine.B: spec.b}, pins, parts)
            self._decoder = QuadratureDecoder(lines[KnobLine.A].low, lines[KnobLine.B].low)
            for knob_line, line in lines.items():
                line.watch(partial(self._changed, knob_line))
            self._lines = parts.pop_all()

    def close(self) -> None:
        """Release the lines; nothing is reported afterwards. Raises PinsError, but only after releasing every line."""
        self._lines.close()

    def _changed(self, line: KnobLine, low: bool, age: float) -> None:
        if steps := self._decoder.edge(line, low):
            self._on_turn(KnobTurn(steps, self._clock() - age))


class Spinner(Knob):
    """A knob that throws the wheel: it reports one throw for every spin of the hand."""

    def __init__(
        self,
        spec: KnobSpec,
        pins: Pins,
        on_throw: Callable[[KnobThrow], None],
        clock: Callable[[], float],
        on_turn: Callable[[KnobTurn], None] = lambda turn: None,
    ) -> None:
        """Take the arguments of Knob; `on_turn` gets every detent, before the throw that it may make.

        Raises:
            PinsError: A line is not available.
        """
        finder = ThrowDetector()

        def forward_turn(turn: KnobTurn) -> None:
            on_turn(turn)
            throw = finder.turn(turn)
            if throw is not None:
                on_throw(throw)

        super().__init__(spec, pins, forward_turn, clock)


class Lights:
    """The lights of the seats; a seat without a light is skipped."""

    def __init__(self, board: BoardProfile, pins: Pins) -> None:
        """Begin with all lights dark.

        Raises:
            PinsError: A line is not available.
        """
        self._lines: dict[int, OutputLine] = {}
        self._lit: dict[int, bool] = {}
        try:
            for seat, pin in board.lights.items():
                self._lines[seat] = OutputLine(pin, pins)
                self._lit[seat] = False
        except BaseException:
            self.close()
            raise

    def show(self, lit: Sequence[bool]) -> None:
        """Switch the lights on or off, from seat 1; seats beyond the sequence are dark. Raises PinsError."""
        for seat, line in self._lines.items():
            on = seat <= len(lit) and lit[seat - 1]
            if on != self._lit[seat]:
                line.set(on)
                self._lit[seat] = on

    def close(self) -> None:
        """Switch off and release all lines. Raises PinsError, but only after every light is off and released."""
        with ExitStack() as parts:
            for line in self._lines.values():
                if not line.closed:
                    parts.callback(line.close)
                    parts.callback(line.set, False)  # callbacks run in reverse order
            self._lines.clear()


class Buzzer:
    """A buzzer that plays the newest tune on its own thread. On a board without a buzzer it is silent."""

    def __init__(self, board: BoardProfile, pins: Pins) -> None:
        """Begin silent.

        Raises:
            PinsError: The line is not available.
        """
        self._tunes: SubscriberSlot[tuple[Tune, int]] = SubscriberSlot()
        self._line: ToneLine | None = None
        self._thread: threading.Thread | None = None
        if board.buzzer is not None:
            self._line = ToneLine(board.buzzer, pins)
            self._thread = threading.Thread(target=self._run, args=(self._line,), name="buzzer", daemon=True)
            self._thread.start()

    def play(self, tune: Tune, volume: int) -> None:
        """Play a tune instead of the current one; volume 0 only ends the current one. Returns at once.

        Raises:
            ValueError: `volume` is not from 0 to MOST_VOLUME.
        """
        self._tunes.put((tune if loudness(volume) else (), volume))

    def close(self) -> None:
        """Fall silent and release the line."""
        self._tunes.close()
        if self._thread is not None:
            self._thread.join()
        if self._line is not None:
            self._line.close()

    def _run(self, line: ToneLine) -> None:
        request = self._tunes.take()
        while not self._tunes.closed:
            newer = None
            if request is not None:
                with _logged():
                    newer = self._play_notes(line, *request)
                with _logged():
                    line.silence()
            # A newer tune interrupts the current one; None means that it ended.
            request = newer or self._tunes.take()

    def _play_notes(self, line: ToneLine, tune: Tune, volume: int) -> tuple[Tune, int] | None:
        """Play until the end or until a newer tune comes. Return that newer tune, else None."""
        newer = None
        for pitch, length_ms in tune:
            if pitch:
                line.sound(pitch, loudness(volume))
            else:
                line.silence()
            newer = self._tunes.take(length_ms / 1000)
            if newer is not None or self._tunes.closed:
                break
        return newer


def _input_lines(numbers: Mapping[T, int], pins: Pins, parts: ExitStack) -> dict[T, InputLine]:
    """Open input lines by their names, to be released when the parts are closed. Raises PinsError."""
    return {name: parts.enter_context(closing(InputLine(number, pins))) for name, number in numbers.items()}


@contextmanager
def _logged() -> Iterator[None]:
    """Log any error and go on: a note that fails must not prevent the next tune."""
    try:
        yield
    except Exception:
        log.exception("the buzzer's line fails")
