"""The desk: the one inbox, and the one thread that works through it."""

from __future__ import annotations

import logging
import math
import queue
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from enum import Enum
from typing import Any, Generic, TypeVar

from companion.support.frozen import frozen

log = logging.getLogger(__name__)
T = TypeVar("T")
Arrival = TypeVar("Arrival")
"""What comes in by itself: presses, and news of the devices."""
_REST = 1.0
"""Seconds without a tick after one that failed, so that a lasting fault does not keep the machine busy."""


@frozen
class WorkRequest(Generic[T]):
    """Something to be done on the desk's thread whose answer somebody waits for."""

    work: Callable[[], T]
    answer: Future[T]


@frozen
class PostedItem(Generic[Arrival]):
    """Something that came in by itself."""

    item: Arrival


class ControlMessage(Enum):
    """What lies in the inbox besides."""

    TIME = "time"
    """Nothing came in before the deadline; and, in the inbox, behind all that did."""
    STOP = "stop"
    """The desk is asked to stop."""


class Desk(Generic[Arrival]):
    """Runs everything that may change the table on one thread, in the order in which it came in.

    `handle` gets what was posted; `tick` is called when the time `deadline` gave has come (None: no time is waited
    for). At rest the thread sleeps: nothing polls, unless somebody waits for signs that it works.
    """

    def __init__(
        self,
        handle: Callable[[Arrival], None],
        tick: Callable[[float], None],
        deadline: Callable[[], float | None],
        clock: Callable[[], float],
        *,
        works: Callable[[], None] = lambda: None,
        beat_s: float | None = None,
    ) -> None:
        """`clock` counts seconds and never goes back; `tick` and `deadline` speak its time.

        Every `beat_s` seconds `works` is called, between one piece of work and the next: not while one of them hangs,
        and not before what it is time for is done. With None, never.
        """
        self._handle = handle
        self._tick = tick
        self._deadline = deadline
        self._clock = clock
        self._heartbeat = works
        self._heartbeat_s = beat_s
        self._next_heartbeat = clock() if beat_s is not None else math.inf
        self._inbox: queue.SimpleQueue[PostedItem[Arrival] | WorkRequest[Any] | ControlMessage] = queue.SimpleQueue()
        self._time_asked: float | None = None
        """When Mark.TIME was put into the inbox; None while it does not lie there."""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is in the inbox and stop."""
        self._inbox.put(ControlMessage.STOP)
        if threading.current_thread() is not self._thread and self._thread.is_alive():
            self._thread.join()

    def post(self, arrival: Arrival) -> None:
        """Put something into the inbox; from any thread, at once."""
        self._inbox.put(PostedItem(arrival))

    def ask(self, work: Callable[[], T], timeout: float = 10) -> T:
        """Have something done on the desk's thread and wait for its answer, at most `timeout` seconds.

        Raises what the work raises; and TimeoutError, also when the desk has stopped: work not begun by then is never
        done. On the desk's own thread it is done at once.
        """
        if threading.current_thread() is self._thread:
            return work()
        ask = WorkRequest(work, Future())
        self._inbox.put(ask)
        if self._stopped.is_set():
            ask.answer.cancel()
        try:
            return ask.answer.result(timeout)
        except CancelledError:
            raise TimeoutError("the desk has stopped") from None
        except TimeoutError:
            ask.answer.cancel()
            raise

    def _run(self) -> None:
        rest = 0.0
        while (item := self._next(rest)) is not ControlMessage.STOP:
            try:
                self._work(item)
            except Exception:  # a fault in one press must not take the table down: it is logged, the next press works
                log.exception("the desk could not handle %r", item)
            try:
                self._tick_if_due(item)
                rest = 0.0
                if self._time_asked is None:
                    self._beat_if_due()
            except Exception:
                log.exception("the desk could not do what it was time for")
                rest = _REST
        self._stopped.set()
        with suppress(queue.Empty):
            while True:
                if isinstance(late := self._inbox.get_nowait(), WorkRequest):
                    late.answer.cancel()

    def _work(self, item: PostedItem[Arrival] | WorkRequest[Any] | ControlMessage) -> None:
        match item:
            case WorkRequest():
                _answer(item)
            case PostedItem(what):
                self._handle(what)

    def _tick_if_due(self, item: PostedItem[Arrival] | WorkRequest[Any] | ControlMessage) -> None:
        """Tick, but only after all that came in meanwhile: it may be older than the time that has come.

        While a press was written to a slow disk, the bounces of its key have come in; told the time before them, the
        box would take the key for one that settled long ago, and them for another press. So it is told the time when
        the mark was put behind them: what has come in since is younger.
        """
        now = self._clock()
        if item is ControlMessage.TIME and self._time_asked is not None:
            now, self._time_asked = self._time_asked, None
        deadline = self._deadline()
        if deadline is None or deadline > now:
            return
        if item is ControlMessage.TIME or self._inbox.empty():
            self._tick(now)
        elif self._time_asked is None:
            self._time_asked = now
            self._inbox.put(ControlMessage.TIME)

    def _beat_if_due(self) -> None:
        now = self._clock()
        if self._heartbeat_s is not None and now >= self._next_heartbeat:
            self._next_heartbeat = now + self._heartbeat_s
            self._heartbeat()

    def _next(self, rest: float) -> PostedItem[Arrival] | WorkRequest[Any] | ControlMessage:
        """What came in next; Mark.TIME when it is time for a tick or a sign, but not before `rest` seconds."""
        try:
            deadline = self._deadline()
        except Exception:
            log.exception("the desk does not know what it waits for")
            deadline = self._clock() + _REST
        deadline = min(math.inf if deadline is None else deadline, self._next_heartbeat)
        if deadline == math.inf:
            return self._inbox.get()
        try:
            return self._inbox.get(timeout=max(rest, deadline - self._clock()))
        except queue.Empty:
            return ControlMessage.TIME


def _answer(ask: WorkRequest[Any]) -> None:
    if not ask.answer.set_running_or_notify_cancel():
        return
    try:
        result = ask.work()
    except Exception as error:  # noqa: BLE001 - it belongs to the one who asked, who gets it
        ask.answer.set_exception(error)
    else:
        ask.answer.set_result(result)
