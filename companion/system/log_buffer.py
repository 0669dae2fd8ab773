"""The newest lines of the program's own log, kept in memory for readers who have no access to the system's log."""

from __future__ import annotations

import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from types import TracebackType

from companion.rules.text import Text
from companion.support.frozen import frozen

MOST_LINES = 500
MOST_BYTES = 64 * 1024
"""Limits of what is kept; the first one reached applies. Older lines are dropped."""
_MOST_OF_ONE = 4_000
"""Letters that one entry has at most."""
_MOST_FRAMES = 20
"""Frames of a call stack that are kept: the innermost."""
_MOST_FAULTS = 5
"""Faults that are reported as the newest."""
_HEARD = ("companion", "waitress")
"""Loggers whose lines are kept. Other libraries build their own lines: nobody knows what these contain."""
_OF_PAGES = "companion"
"""Logger of errors in the web framework, which puts the address into its line; the client chooses that address."""
_OF_THE_MACHINE = (
    "companion.system.announce",
    "companion.devices.open_devices",
    "companion.devices.display",
    "companion.devices.gpio",
    "companion.devices.screen_thread",
    "companion.system.power_watch",
    "companion.box.screen.art.glyphs",
    "companion.journal.journal",
    "companion.journal.replacement",
    "companion.journal.rescue",
    "companion.journal.store",
    "companion.words.catalogue",
)
"""Loggers whose logged words come from the machine or the program, and never from a table."""


@frozen
class Faults:
    """The warnings and errors in the log."""

    count: int
    grave: bool
    """True if at least one is an error, not only a warning."""
    newest: tuple[str, ...]
    """The newest lines, the last one last."""


class LogBuffer(logging.Handler):
    """Log handler that keeps the newest lines of this run. Safe to read from any thread.

    It never contains a person's name, a code or a seed: of a line's arguments, only numbers, keys of the catalogue, and
    the types of objects and errors are kept, and words only where they cannot come from a table. A call stack is
    reduced to its places.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and never goes back; lines are stamped with the seconds since now."""
        super().__init__()
        self._clock = clock
        self._began = clock()
        self._kept: deque[str] = deque()
        self._bytes = self._lines = self._count = 0
        self._grave = False
        self._faults: deque[str] = deque(maxlen=_MOST_FAULTS)
        self._reading = threading.Lock()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Keep what is logged within the context."""
        loggers = [logging.getLogger(name) for name in _HEARD]
        for logger in loggers:
            logger.addHandler(self)
        try:
            yield
        finally:
            for logger in loggers:
                logger.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line, with its call stack."""
        seconds = int(self._clock() - self._began)
        stamp = f"+{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        said = f"{stamp} {record.levelname} {record.name}: {told(record)}"
        traced = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        entry = "\n".join([said, *(_stack(traced) if traced is not None else ())])[:_MOST_OF_ONE]
        with self._reading:
            if record.levelno >= logging.WARNING:
                self._count += 1
                self._grave = self._grave or record.levelno >= logging.ERROR
                self._faults.append(said[:_MOST_OF_ONE])
            self._kept.append(entry)
            self._grow(entry, 1)
            while self._lines > MOST_LINES or self._bytes > MOST_BYTES:
                self._grow(self._kept.popleft(), -1)

    @property
    def lines(self) -> tuple[str, ...]:
        """The kept lines, oldest first."""
        with self._reading:
            return tuple(line for entry in self._kept for line in entry.splitlines())

    @property
    def faults(self) -> Faults:
        """The warnings and errors since the start."""
        with self._reading:
            return Faults(self._count, self._grave, tuple(self._faults))

    def _grow(self, entry: str, by: int) -> None:
        self._bytes += by * (len(entry.encode()) + 1)
        self._lines += by * len(entry.splitlines())


def told(record: logging.LogRecord) -> str:
    """Return the message of a line, without anything that may come from a table."""
    if record.name == _OF_PAGES:
        return "a page or an address of the interface broke"
    template, args = str(record.msg), record.args
    if not args or not isinstance(args, tuple):
        return template
    trusted = record.name in _OF_THE_MACHINE
    try:
        return template % tuple(_plain(arg, trusted=trusted) for arg in args)
    except (TypeError, ValueError):
        return template


class _Said(str):
    """A word that looks the same in every format of a line."""

    __slots__ = ()
    __repr__ = str.__str__


def _plain(arg: object, *, trusted: bool) -> object:
    match arg:
        case int() | float() | None:
            return arg
        case Enum():
            return _Said(arg.name)
        case Text():
            return _Said(arg.key)
        case Path():
            return _Said(arg.name)
        case BaseException():
            return _Said(_sort_of(arg, trusted=trusted))
        case str():
            return _Said(" ".join(arg.split()) if trusted else "…")
        case _:
            return _Said(f"<{type(arg).__name__}>")


def _sort_of(error: BaseException, *, trusted: bool) -> str:
    """Return the type of an error, with its message where that cannot be about a table."""
    name, reason = type(error).__name__, getattr(error, "reason", None)
    if isinstance(reason, Text):
        return f"{name}: {reason.key}"
    if isinstance(error, OSError) and error.errno is not None:
        return f"{name}: {os.strerror(error.errno)}"
    said = " ".join(str(error).split())
    return f"{name}: {said}" if trusted and said else name


def _stack(error: BaseException) -> list[str]:
    """Return the places where an error and its causes were raised, each with its type alone."""
    lines, seen = [], set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        lines += [f"    {place}" for place in _places(one.__traceback__)[-_MOST_FRAMES:]]
        lines.append(f"    {_sort_of(one, trusted=False)}")
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    return lines


def _places(traceback: TracebackType | None) -> list[str]:
    found = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        *_, folder, file = ("", *Path(code.co_filename).parts)
        found.append(f"{folder}/{file}:{traceback.tb_lineno} {code.co_name}")
        traceback = traceback.tb_next
    return found
