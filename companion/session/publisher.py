"""Hands out what is new, to all subscribers at once or to one after the other, who may wait until it is painted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
F = TypeVar("F")
P = TypeVar("P")
TURN_S = 0.02
"""How long a subscriber's turn may take before the next one has its own; its reader goes on at leisure."""


class Slot(Generic[T]):
    """One subscriber's place. It holds the newest item not yet taken, never more, so a slow reader holds up nobody."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._item: T | None = None
        self._closed = False
        self._waited_for = False
        self.given: T | None = None
        """What was laid down last, taken or not."""

    def put(self, item: T) -> bool:
        """Lay down an item in place of one not yet taken; whether somebody was waiting for it."""
        with self._changed:
            self._item = self.given = item
            self._changed.notify_all()
            return self._waited_for

    def take(self, timeout: float | None = None) -> T | None:
        """The newest item, waiting for it up to `timeout` seconds (None: as long as it takes).

        None when the time is up or the slot was closed.
        """
        with self._changed:
            self._waited_for = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._item is not None or self._closed, timeout)
            self._waited_for = False
            item, self._item = self._item, None
            return item

    def wait_until_taken(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds until all was taken and the reader waits for more; whether so."""
        with self._changed:
            return self._changed.wait_for(lambda: (self._waited_for and self._item is None) or self._closed, timeout)

    def close(self) -> None:
        """Wake the reader up for good."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""
        return self._closed


class Publisher(Generic[T]):
    """Gives every subscriber the newest item."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots: list[Slot[T]] = []
        self._newest: T | None = None
        self._closed = False

    def subscribe(self, slot: Slot[T] | None = None) -> Slot[T]:
        """A new slot, or this one, holding the newest item there is."""
        slot = Slot() if slot is None else slot
        with self._lock:
            if self._newest is not None:
                slot.put(self._newest)
            self._slots.append(slot)
            if self._closed:
                slot.close()
        return slot

    def unsubscribe(self, slot: Slot[T]) -> None:
        """Forget a slot."""
        with self._lock:
            if slot in self._slots:
                self._slots.remove(slot)

    def publish(self, item: T) -> None:
        """Lay the item into every slot."""
        with self._lock:
            self._newest = item
            for slot in self._slots:
                slot.put(item)

    def close(self) -> None:
        """Tell every subscriber that nothing more will come."""
        with self._lock:
            self._closed = True
            for slot in self._slots:
                slot.close()

    @property
    def newest(self) -> T | None:
        """The item published last."""
        return self._newest


class FairPublisher(Publisher[T]):
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
        self._distributed: T | None = None
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
            if self._newest is not self._distributed:
                self._ready()
            if (turn := self._next_turn()) is None:
                return
            slot, item = turn
            if slot.put(item):
                slot.wait_until_taken(self._turn_s)

    def _next_turn(self) -> tuple[Slot[T], T] | None:
        """Who has its turn, and with what; None where everybody has the newest."""
        with self._lock:
            newest = self._newest
            if newest is not self._distributed:
                waiting_slots = [slot for slot in self._slots if slot.given is not self._distributed]
                served_slots = [slot for slot in self._slots if slot.given is self._distributed]
                self._slots = [*waiting_slots, *reversed(served_slots)]
                self._distributed = newest
            slot = next((slot for slot in self._slots if slot.given is not newest), None)
            return (slot, newest) if slot is not None and newest is not None else None


class PaintBarrier(Generic[F, P]):
    """Paints faces on the screen's thread, and tells others when the newest is painted: they give way to the screen."""

    def __init__(self, paint: Callable[[F], P]) -> None:
        """`paint` makes the picture of a face."""
        self._paint = paint
        self._changed = threading.Condition()
        self._wanted: F | None = None
        self._painted: F | None = None

    def expect(self, face: F) -> None:
        """Hear that this face is about to be handed to the screen."""
        with self._changed:
            self._wanted = face

    def paint(self, face: F) -> P:
        """The picture of a face. Raises what the painter raises; it is done with then too."""
        try:
            return self._paint(face)
        finally:
            with self._changed:
                self._painted = face
                self._changed.notify_all()

    def wait(self, timeout: float) -> bool:
        """Wait until the newest face is painted, at most `timeout` seconds; whether so.

        Before the first is painted there may be no screen at all, and nobody waits.
        """
        with self._changed:
            return self._changed.wait_for(lambda: self._painted is None or self._painted == self._wanted, timeout)
