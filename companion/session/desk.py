"""The desk: a single inbox, and the single thread that works through it."""

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

from companion.support.frozen_dataclasses import frozen

log = logging.getLogger(__name__)
T = TypeVar("T")
Arrival = TypeVar("Arrival")
"""The type of items that nobody waits for: key presses, and messages from the devices."""
_REST = 1.0
"""The pause after a failed tick, in seconds, so that a lasting fault does not keep the machine busy."""


@frozen
class WorkRequest(Generic[T]):
    """Work to be done on the desk's thread, whose result another thread waits for."""

    work: Callable[[], T]
    answer: Future[T]


@frozen
class PostedItem(Generic[Arrival]):
    """An item that was posted, without a result."""

    item: Arrival


class ControlMessage(Enum):
    """Control messages in the inbox."""

    TIME = "time"
    """The deadline passed without a new item; in the inbox, a marker behind all items that have come in before."""
    STOP = "stop"
    """The desk has to stop."""


class Desk(Generic[Arrival]):
    """Runs everything that may change the table on one thread, in the order of arrival.

    `handle` gets each posted item. `tick` is called when the time that `deadline` returned has come (None: no
    deadline). At rest the thread sleeps: nothing polls, unless a heartbeat is requested.
    """

    def __init__(
        self,
        handle: Callable[[Arrival], None],
        tick: Callable[[float], None],
        deadline: Callable[[], float | None],
        clock: Callable[[], float],
        *,
        heartbeat: Callable[[], None] = lambda: None,
        heartbeat_s: float | None = None,
    ) -> None:
        """`clock` counts seconds and is monotonic; `tick` and `deadline` use its time.

        Every `heartbeat_s` seconds `heartbeat` is called, between two pieces of work: not while one of them hangs, and
        not before a due tick is done. Never if `heartbeat_s` is None.
        """
        self._handle = handle
        self._tick = tick
        self._deadline = deadline
        self._clock = clock
        self._heartbeat = heartbeat
        self._heartbeat_s = heartbeat_s
        self._next_heartbeat = clock() if heartbeat_s is not None else math.inf
        self._inbox: queue.SimpleQueue[PostedItem[Arrival] | WorkRequest[Any] | ControlMessage] = queue.SimpleQueue()
        self._marker_time: float | None = None
        """The time when ControlMessage.TIME was put into the inbox; None while it is not in there."""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the work in the inbox and stop."""
        self._inbox.put(ControlMessage.STOP)
        if threading.current_thread() is not self._thread and self._thread.is_alive():
            self._thread.join()

    def post(self, arrival: Arrival) -> None:
        """Put an item into the inbox. Returns at once, on any thread."""
        self._inbox.put(PostedItem(arrival))

    def ask(self, work: Callable[[], T], timeout: float = 10) -> T:
        """Run work on the desk's thread and return its result, after at most `timeout` seconds.

        Raises what the work raises. Raises TimeoutError, also if the desk has stopped: work that has not begun by then
        is never done. On the desk's own thread the work runs at once.
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
            except Exception:  # a fault in one press must not stop the table: it is logged, and the next press works
                log.exception("the desk could not handle %r", item)
            try:
                self._tick_if_due(item)
                rest = 0.0
                if self._marker_time is None:
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
        """Call `tick` if it is due, but only after everything that came in meanwhile, which may be older than the
        deadline.

        While a press is written to a slow disk, the bounces of its key come in. If the box heard of the present time
        before it gets them, it would think that the key had settled long ago, and take them for another press. So it
        gets the time when the marker was put behind them: everything that has come in since is younger.
        """
        now = self._clock()
        if item is ControlMessage.TIME and self._marker_time is not None:
            now, self._marker_time = self._marker_time, None
        deadline = self._deadline()
        if deadline is None or deadline > now:
            return
        if item is ControlMessage.TIME or self._inbox.empty():
            self._tick(now)
        elif self._marker_time is None:
            self._marker_time = now
            self._inbox.put(ControlMessage.TIME)

    def _beat_if_due(self) -> None:
        now = self._clock()
        if self._heartbeat_s is not None and now >= self._next_heartbeat:
            self._next_heartbeat = now + self._heartbeat_s
            self._heartbeat()

    def _next(self, rest: float) -> PostedItem[Arrival] | WorkRequest[Any] | ControlMessage:
        """Return the next item; ControlMessage.TIME if a tick or heartbeat is due, but not before `rest` seconds."""
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
    except Exception as error:  # noqa: BLE001 - it is raised where the result is awaited
        ask.answer.set_exception(error)
    else:
        ask.answer.set_result(result)
