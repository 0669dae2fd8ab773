"""The desk: the one inbox, and the one thread that works through it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask(Generic[T]):
    """Something to be done on the desk's thread whose answer somebody waits for."""

    work: Callable[[], T]
    answer: Future[T]


class Desk:
    """Runs everything that may change the table on one thread, in the order in which it came in.

    `handle` gets what was posted; `tick` is called when the time `deadline` gave has come (None: no time is waited for).
    At rest the thread sleeps: nothing polls.
    """

    def __init__(
        self,
        handle: Callable[[Any], None],
        tick: Callable[[float], None],
        deadline: Callable[[], float | None],
        clock: Callable[[], float],
    ) -> None:
        """`clock` counts seconds and never goes back; `tick` and `deadline` speak its time."""
        self._handle = handle
        self._tick = tick
        self._deadline = deadline
        self._clock = clock
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is in the inbox and stop."""
        self._inbox.put(None)
        if threading.current_thread() is not self._thread and self._thread.is_alive():
            self._thread.join()

    def post(self, item: Any) -> None:
        """Put something into the inbox; from any thread, at once."""
        self._inbox.put(item)

    def ask(self, work: Callable[[], T], timeout: float = 10) -> T:
        """Have something done on the desk's thread and wait for its answer, at most `timeout` seconds.

        Raises what the work raises, and TimeoutError.
        """
        ask = Ask(work, Future())
        self.post(ask)
        return ask.answer.result(timeout)

    def _run(self) -> None:
        while (item := self._next()) is not None:
            try:
                if isinstance(item, Ask):
                    _answer(item)
                elif item is not _TIME:
                    self._handle(item)
                if (deadline := self._deadline()) is not None and deadline <= self._clock():
                    self._tick(self._clock())
            except Exception:  # a fault in one press must not take the table down: it is logged, and the next press works
                log.exception("the desk could not handle %r", item)

    def _next(self) -> Any:
        deadline = self._deadline()
        if deadline is None:
            return self._inbox.get()
        try:
            return self._inbox.get(timeout=max(0.0, deadline - self._clock()))
        except queue.Empty:
            return _TIME


_TIME = object()


def _answer(ask: Ask[Any]) -> None:
    try:
        result = ask.work()
    except Exception as error:  # it belongs to the one who asked
        ask.answer.set_exception(error)
    else:
        ask.answer.set_result(result)
