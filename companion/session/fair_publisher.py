"""Handing out what is new by turns: one subscriber after the other, once what is more urgent is done."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from companion.session.publisher import Publisher, Slot

T = TypeVar("T")

TURN_S = 0.02
"""How long a subscriber's turn may take before the next one has its own; its reader goes on at leisure."""


class Rounds(Publisher[T]):
    """Gives every subscriber the newest item, on a thread of its own, one at a time: fifty that wake at once would keep
    everybody else from working.

    Whoever was served last is served first in the next round. An item that comes in the midst of a round goes to those
    who still wait, and then to those who have an older one.
    """

    def __init__(self, ready: Callable[[], object], turn_s: float = TURN_S) -> None:
        """`ready` returns when subscribers may be woken for what was laid down; it must not wait for long.

        Until `start`, whatever is published is handed out at once.
        """
        super().__init__()
        self._ready = ready
        self._turn_s = turn_s
        self._handed: T | None = None
        """What is handed out in this round, or was in the last."""
        self._wanted = threading.Semaphore(0)
        self._stopped = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to hand out by turns."""
        self._thread = threading.Thread(target=self._run, name="rounds", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Hand out nothing more."""
        self._stopped = True
        self._wanted.release()
        if self._thread is not None:
            self._thread.join()

    def lay(self, item: T) -> None:
        """Have an item found as the newest; subscribers hear of it with the next `serve`."""
        with self._lock:
            self._newest = item

    def serve(self) -> None:
        """Have every subscriber hear of the newest item in its turn."""
        if self._thread is None:
            if self._newest is not None:
                super().publish(self._newest)
        else:
            self._wanted.release()

    def publish(self, item: T) -> None:
        """Lay an item down and have everybody hear of it in turn."""
        self.lay(item)
        self.serve()

    def _run(self) -> None:
        while self._wanted.acquire() and not self._stopped:
            self._round()

    def _round(self) -> None:
        while not self._stopped:
            if self._newest is not self._handed:
                self._ready()
            if (turn := self._next()) is None:
                return
            slot, item = turn
            if slot.put(item):
                slot.rest(self._turn_s)

    def _next(self) -> tuple[Slot[T], T] | None:
        """Who has its turn, and with what; None where everybody has the newest."""
        with self._lock:
            newest = self._newest
            if newest is not self._handed:
                still = [slot for slot in self._slots if slot.given is not self._handed]
                served = [slot for slot in self._slots if slot.given is self._handed]
                self._slots = [*still, *reversed(served)]
                self._handed = newest
            slot = next((slot for slot in self._slots if slot.given is not newest), None)
            return (slot, newest) if slot is not None and newest is not None else None
