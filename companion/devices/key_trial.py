"""Trying the keys out, for `doctor --keys`: every press, detent and throw in words, and what is still to come."""

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
    """As its table in the board's file is named."""
    turn: KnobTurn


_Inbox = SimpleQueue[Edge | _Turned | KnobThrow]


def watch(board: Board, pins: Pins, words: Words, show: Callable[[str], None]) -> None:
    """Show what a hand does to a board on these lines, bounces taken out, until Ctrl-C; then what never came.

    To be called on the main thread, the only one that Ctrl-C reaches.

    Raises:
        PinsError: A line cannot be had.
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
    """What has come in so far, and what has not, in words. Parts are named as in the board's file."""

    def __init__(self, board: Board, words: Words) -> None:
        """Nothing has come in yet."""
        self._board = board
        self._words = words
        self._knobs = dict(_knobs(board))
        self._left = [*(key.value for key in board.keys), *self._knobs]

    def begin(self) -> str:
        """What to do."""
        return self._words("doctor.keys.begin", names=", ".join(self._left))

    def key(self, change: Change) -> str:
        """A key went down or came up."""
        name, pin = change.key.value, self._board.keys[change.key]
        line = self._words("doctor.keys.down" if change.down else "doctor.keys.up", name=name, pin=pin)
        return self._seen(name, line)

    def turned(self, name: str, turn: KnobTurn) -> str:
        """The knob or the spinner went some detents."""
        spec = self._knobs[name]
        way = "doctor.keys.clockwise" if turn.steps > 0 else "doctor.keys.anticlockwise"
        return self._seen(name, self._words(way, name=name, n=abs(turn.steps), a=spec.a, b=spec.b))

    def thrown(self, throw: KnobThrow) -> str:
        """The detents of the spinner made a throw."""
        return self._words("doctor.keys.thrown", name="spinner", speed=round(throw.speed))

    def end(self) -> str:
        """What never came in."""
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
    """Ctrl-C raises KeyboardInterrupt inside, afterwards it means again what it meant before.

    A shell has it ignored by whatever it starts in the background, and so by all that is started from there; but
    nothing else ends a trial.
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
    """Have everything that a hand does to a board put into the inbox, until the parts are closed."""

    def turned(name: str) -> Callable[[KnobTurn], None]:
        return lambda turn: inbox.put(_Turned(name, turn))

    clock = time.monotonic
    parts.callback(Keys(board, pins, inbox.put, clock).close)
    if board.knob is not None:
        parts.callback(Knob(board.knob, pins, turned("knob"), clock).close)
    if board.spinner is not None:
        parts.callback(Spinner(board.spinner, pins, inbox.put, clock, turned("spinner")).close)


def _next(inbox: _Inbox, debouncer: Debouncer, trial: Trial) -> Iterator[str]:
    """The next thing that came in, or what is due when a key's line has come to rest."""
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
