"""The trial of the keys for `doctor --keys`: describes every press, detent and throw, and lists the missing ones."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from queue import Empty, SimpleQueue

from companion.box.input_events import KeyEdge, KnobThrow, KnobTurn
from companion.box.key_presses import Debouncer, KeyTransition
from companion.devices.board_profiles import BoardProfile, KnobSpec
from companion.devices.gpio_devices import Keys, Knob, Pins, Spinner
from companion.support.frozen_dataclasses import frozen
from companion.words.catalogue import Words


@frozen
class _NamedTurn:
    knob: str
    """The name of the knob's table in the board's file."""
    turn: KnobTurn


_Inbox = SimpleQueue[KeyEdge | _NamedTurn | KnobThrow]


def run_key_trial(board: BoardProfile, pins: Pins, words: Words, show: Callable[[str], None]) -> None:
    """Describe every change of a board's keys and knobs, debounced, until Ctrl-C; then list those that never changed.

    Call it on the main thread, the only one that Ctrl-C reaches.

    Raises:
        PinsError: A line is not available.
    """
    inbox: _Inbox = SimpleQueue()
    trial = KeyTrial(board, words)
    try:
        with ctrl_c_interrupts(), ExitStack() as parts:
            _listen(board, pins, inbox, parts)
            show(trial.instructions())
            debouncer = Debouncer()
            while True:
                for line in _next_lines(inbox, debouncer, trial):
                    show(line)
    except KeyboardInterrupt:
        show("")
        show(trial.summary())


class KeyTrial:
    """The keys and knobs that have reacted so far, and those that have not, in words.

    Parts are named as in the board's file.
    """

    def __init__(self, board: BoardProfile, words: Words) -> None:
        """Start with every key and knob still to be tried."""
        self._board = board
        self._words = words
        self._knobs = dict(_knobs(board))
        self._missing = [*(key.value for key in board.keys), *self._knobs]

    def instructions(self) -> str:
        """Return the instructions."""
        return self._words("doctor.keys.begin", names=", ".join(self._missing))

    def describe_key(self, change: KeyTransition) -> str:
        """Describe a key that went down or came up."""
        name, pin = change.key.value, self._board.keys[change.key]
        line = self._words("doctor.keys.down" if change.down else "doctor.keys.up", name=name, pin=pin)
        return self._with_progress(name, line)

    def describe_turn(self, name: str, turn: KnobTurn) -> str:
        """Describe a turn of the knob or the spinner by some detents."""
        spec = self._knobs[name]
        key = "doctor.keys.clockwise" if turn.steps > 0 else "doctor.keys.anticlockwise"
        return self._with_progress(name, self._words(key, name=name, n=abs(turn.steps), a=spec.a, b=spec.b))

    def describe_throw(self, throw: KnobThrow) -> str:
        """Describe a throw made by the detents of the spinner."""
        return self._words("doctor.keys.thrown", name="spinner", speed=round(throw.speed))

    def summary(self) -> str:
        """Return the list of parts that never reacted."""
        return self._words("doctor.keys.unseen", names=", ".join(self._missing)) if self._missing else self._all_seen()

    def _with_progress(self, name: str, line: str) -> str:
        if name not in self._missing:
            return line
        self._missing.remove(name)
        progress = (
            self._words("doctor.keys.left", names=", ".join(self._missing)) if self._missing else self._all_seen()
        )
        return f"{line} {progress}"

    def _all_seen(self) -> str:
        return self._words("doctor.keys.all")


@contextmanager
def ctrl_c_interrupts() -> Iterator[None]:
    """Make Ctrl-C raise KeyboardInterrupt inside the block, and restore its former meaning afterwards.

    A shell makes programs in the background ignore Ctrl-C, and so everything that they start; but nothing else ends a
    trial.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _knobs(board: BoardProfile) -> Iterator[tuple[str, KnobSpec]]:
    for name, spec in (("knob", board.knob), ("spinner", board.spinner)):
        if spec is not None:
            yield name, spec


def _listen(board: BoardProfile, pins: Pins, inbox: _Inbox, parts: ExitStack) -> None:
    """Put everything that a hand does to a board into the inbox, until the parts are closed."""

    def on_turn(name: str) -> Callable[[KnobTurn], None]:
        return lambda turn: inbox.put(_NamedTurn(name, turn))

    clock = time.monotonic
    parts.callback(Keys(board, pins, inbox.put, clock).close)
    if board.knob is not None:
        parts.callback(Knob(board.knob, pins, on_turn("knob"), clock).close)
    if board.spinner is not None:
        parts.callback(Spinner(board.spinner, pins, inbox.put, clock, on_turn("spinner")).close)


def _next_lines(inbox: _Inbox, debouncer: Debouncer, trial: KeyTrial) -> Iterator[str]:
    """Yield the lines for the next event, or for the keys that have come to rest when none arrives in time."""
    deadline = debouncer.deadline()
    try:
        event = inbox.get(timeout=None if deadline is None else max(0, deadline - time.monotonic()))
    except Empty:
        yield from (trial.describe_key(change) for change in debouncer.tick(time.monotonic()))
        return
    if isinstance(event, _NamedTurn):
        yield trial.describe_turn(event.knob, event.turn)
    elif isinstance(event, KnobThrow):
        yield trial.describe_throw(event)
    else:
        yield from (trial.describe_key(change) for change in debouncer.edge(event))
