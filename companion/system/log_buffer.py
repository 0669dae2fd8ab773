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
from companion.support.frozen_dataclasses import frozen

MAX_LINES = 500
MAX_BYTES = 64 * 1024
"""Limits of what is kept; the first one reached applies. Older lines are dropped."""
_MAX_ENTRY_LETTERS = 4_000
"""Letters that one entry has at most."""
_MAX_FRAMES = 20
"""Frames of a call stack that are kept: the innermost."""
_MAX_NEWEST_FAULTS = 5
"""Faults that are reported as the newest."""
_LOGGERS = ("companion", "waitress")
"""Loggers whose lines are kept. Other libraries build their own lines: nobody knows what these contain."""
_WEB_LOGGER = "companion"
"""Logger of errors in the web framework, which puts the address into its line; the client chooses that address."""
_TRUSTED_LOGGERS = (
    "companion.system.announce",
    "companion.devices.open_devices",
    "companion.devices.display",
    "companion.devices.gpio_devices",
    "companion.devices.screen_thread",
    "companion.system.power_watch",
    "companion.box.screen.art.glyphs",
    "companion.journal.journal",
    "companion.journal.replacement",
    "companion.journal.rescue",
    "companion.journal.open_journal",
    "companion.words.catalogue",
)
"""Loggers whose logged words come from the machine or the program, and never from a table."""


@frozen
class LogFaults:
    """The warnings and errors in the log."""

    count: int
    has_errors: bool
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
        self._started = clock()
        self._entries: deque[str] = deque()
        self._bytes = self._lines = self._count = 0
        self._has_errors = False
        self._faults: deque[str] = deque(maxlen=_MAX_NEWEST_FAULTS)
        self._lock = threading.Lock()

    @contextmanager
    def attached(self) -> Iterator[None]:
        """Keep what is logged within the context."""
        loggers = [logging.getLogger(name) for name in _LOGGERS]
        for logger in loggers:
            logger.addHandler(self)
        try:
            yield
        finally:
            for logger in loggers:
                logger.removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line, with its call stack."""
        seconds = int(self._clock() - self._started)
        stamp = f"+{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        line = f"{stamp} {record.levelname} {record.name}: {redacted_message(record)}"
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        entry = "\n".join([line, *(_stack(error) if error is not None else ())])[:_MAX_ENTRY_LETTERS]
        with self._lock:
            if record.levelno >= logging.WARNING:
                self._count += 1
                self._has_errors = self._has_errors or record.levelno >= logging.ERROR
                self._faults.append(line[:_MAX_ENTRY_LETTERS])
            self._entries.append(entry)
            self._add_size(entry, 1)
            while self._lines > MAX_LINES or self._bytes > MAX_BYTES:
                self._add_size(self._entries.popleft(), -1)

    @property
    def lines(self) -> tuple[str, ...]:
        """The kept lines, oldest first."""
        with self._lock:
            return tuple(line for entry in self._entries for line in entry.splitlines())

    @property
    def faults(self) -> LogFaults:
        """The warnings and errors since the start."""
        with self._lock:
            return LogFaults(self._count, self._has_errors, tuple(self._faults))

    def _add_size(self, entry: str, by: int) -> None:
        self._bytes += by * (len(entry.encode()) + 1)
        self._lines += by * len(entry.splitlines())


def redacted_message(record: logging.LogRecord) -> str:
    """Return the message of a line, without anything that may come from a table."""
    if record.name == _WEB_LOGGER:
        return "a page or an address of the interface broke"
    template, args = str(record.msg), record.args
    if not args or not isinstance(args, tuple):
        return template
    trusted = record.name in _TRUSTED_LOGGERS
    try:
        return template % tuple(_redacted_arg(arg, trusted=trusted) for arg in args)
    except (TypeError, ValueError):
        return template


class _Word(str):
    """A word that looks the same in every format of a line."""

    __slots__ = ()
    __repr__ = str.__str__


def _redacted_arg(arg: object, *, trusted: bool) -> object:
    match arg:
        case int() | float() | None:
            return arg
        case Enum():
            return _Word(arg.name)
        case Text():
            return _Word(arg.key)
        case Path():
            return _Word(arg.name)
        case BaseException():
            return _Word(_describe_error(arg, trusted=trusted))
        case str():
            return _Word(" ".join(arg.split()) if trusted else "…")
        case _:
            return _Word(f"<{type(arg).__name__}>")


def _describe_error(error: BaseException, *, trusted: bool) -> str:
    """Return the type of an error, with its message where that cannot be about a table."""
    name, reason = type(error).__name__, getattr(error, "reason", None)
    if isinstance(reason, Text):
        return f"{name}: {reason.key}"
    if isinstance(error, OSError) and error.errno is not None:
        return f"{name}: {os.strerror(error.errno)}"
    message = " ".join(str(error).split())
    return f"{name}: {message}" if trusted and message else name


def _stack(error: BaseException) -> list[str]:
    """Return the places where an error and its causes were raised, each with its type alone."""
    lines, visited = [], set()
    current: BaseException | None = error
    while current is not None and id(current) not in visited:
        visited.add(id(current))
        lines += [f"    {place}" for place in _places(current.__traceback__)[-_MAX_FRAMES:]]
        lines.append(f"    {_describe_error(current, trusted=False)}")
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return lines


def _places(traceback: TracebackType | None) -> list[str]:
    places = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        *_, folder, file = ("", *Path(code.co_filename).parts)
        places.append(f"{folder}/{file}:{traceback.tb_lineno} {code.co_name}")
        traceback = traceback.tb_next
    return places
