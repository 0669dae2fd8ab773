"""The trial of the keys for `doctor --keys`: describes every press, detent and throw, and lists the missing ones."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from queue import Empty, SimpleQueue

from companion.box.edges import Edge, KnobThrow, KnobTurn
from companion.box.key_presses import Change, Debouncer
from companion.devices.boards import Board, KnobSpec
from companion.devices.gpio import Keys, Knob, Pins, Spinner
from companion.support.frozen import frozen
from companion.words.catalogue import Words


@frozen
class _Turned:
    knob: str
    """The name of the knob's table in the board's file."""
    turn: KnobTurn


_Inbox = SimpleQueue[Edge | _Turned | KnobThrow]


def watch(board: Board, pins: Pins, words: Words, show: Callable[[str], None]) -> None:
    """Describe every change of a board's keys and knobs, debounced, until Ctrl-C; then list those that never changed.

    Call it on the main thread, the only one that Ctrl-C reaches.

    Raises:
        PinsError: A line is not available.
    """
    inbox: _Inbox = SimpleQueue()
    trial = Trial(board, words)
    try:
        with ctrl_c_ends(), ExitStack() as parts:
            _listen(board, pins, inbox, parts)
            show(trial.begin())
            debouncer = Debouncer()
            while True:
                for line in _next(inbox, debouncer, trial):
                    show(line)
    except KeyboardInterrupt:
        show("")
        show(trial.end())


class Trial:
    """The keys and knobs that have reacted so far, and those that have not, in words.

    Parts are named as in the board's file.
    """

    def __init__(self, board: Board, words: Words) -> None:
        """Start with every key and knob still to be tried."""
        self._board = board
        self._words = words
        self._knobs = dict(_knobs(board))
        self._left = [*(key.value for key in board.keys), *self._knobs]

    def begin(self) -> str:
        """Return the instructions."""
        return self._words("doctor.keys.begin", names=", ".join(self._left))

    def key(self, change: Change) -> str:
        """Describe a key that went down or came up."""
        name, pin = change.key.value, self._board.keys[change.key]
        line = self._words("doctor.keys.down" if change.down else "doctor.keys.up", name=name, pin=pin)
        return self._seen(name, line)

    def turned(self, name: str, turn: KnobTurn) -> str:
        """Describe a turn of the knob or the spinner by some detents."""
        spec = self._knobs[name]
        way = "doctor.keys.clockwise" if turn.steps > 0 else "doctor.keys.anticlockwise"
        return self._seen(name, self._words(way, name=name, n=abs(turn.steps), a=spec.a, b=spec.b))

    def thrown(self, throw: KnobThrow) -> str:
        """Describe a throw made by the detents of the spinner."""
        return self._words("doctor.keys.thrown", name="spinner", speed=round(throw.speed))

    def end(self) -> str:
        """Return the list of parts that never reacted."""
        return self._words("doctor.keys.unseen", names=", ".join(self._left)) if self._left else self._all()

    def _seen(self, name: str, line: str) -> str:
        if name not in self._left:
            return line
        self._left.remove(name)
        left = self._words("doctor.keys.left", names=", ".join(self._left)) if self._left else self._all()
        return f"{line} {left}"

    def _all(self) -> str:
        return self._words("doctor.keys.all")


@contextmanager
def ctrl_c_ends() -> Iterator[None]:
    """Make Ctrl-C raise KeyboardInterrupt inside the block, and restore its former meaning afterwards.

    A shell makes programs in the background ignore Ctrl-C, and so everything that they start; but nothing else ends a
    trial.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _knobs(board: Board) -> Iterator[tuple[str, KnobSpec]]:
    for name, spec in (("knob", board.knob), ("spinner", board.spinner)):
        if spec is not None:
            yield name, spec


def _listen(board: Board, pins: Pins, inbox: _Inbox, parts: ExitStack) -> None:
    """Put everything that a hand does to a board into the inbox, until the parts are closed."""

    def turned(name: str) -> Callable[[KnobTurn], None]:
        return lambda turn: inbox.put(_Turned(name, turn))

    clock = time.monotonic
    parts.callback(Keys(board, pins, inbox.put, clock).close)
    if board.knob is not None:
        parts.callback(Knob(board.knob, pins, turned("knob"), clock).close)
    if board.spinner is not None:
        parts.callback(Spinner(board.spinner, pins, inbox.put, clock, turned("spinner")).close)


def _next(inbox: _Inbox, debouncer: Debouncer, trial: Trial) -> Iterator[str]:
    """Yield the lines for the next event, or for the keys that have come to rest when none arrives in time."""
    deadline = debouncer.deadline()
    try:
        came = inbox.get(timeout=None if deadline is None else max(0, deadline - time.monotonic()))
    except Empty:
        yield from (trial.key(change) for change in debouncer.tick(time.monotonic()))
        return
    if isinstance(came, _Turned):
        yield trial.turned(came.knob, came.turn)
    elif isinstance(came, KnobThrow):
        yield trial.thrown(came)
    else:
        yield from (trial.key(change) for change in debouncer.edge(came))
