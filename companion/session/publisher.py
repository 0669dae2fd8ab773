"""Publishers that give new items to all subscribers, at once or in turn, and a barrier that lets them wait for the
screen.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
F = TypeVar("F")
P = TypeVar("P")
TURN_S = 0.02
"""The time of a subscriber's turn, in seconds. After that the next one has its turn, and the reader continues at
leisure."""


class SubscriberSlot(Generic[T]):
    """A subscriber's slot for one item. It holds only the newest one, so that a slow reader blocks nobody."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._item: T | None = None
        self._closed = False
        self._waited_for = False
        self.last_item: T | None = None
        """The item that was put last, taken or not."""

    def put(self, item: T) -> bool:
        """Put an item, replacing one not yet taken; return whether the reader was waiting."""
        with self._changed:
            self._item = self.last_item = item
            self._changed.notify_all()
            return self._waited_for

    def take(self, timeout: float | None = None) -> T | None:
        """Take the newest item, waiting up to `timeout` seconds for it (None: without limit).

        Returns None after the timeout, or if the slot was closed.
        """
        with self._changed:
            self._waited_for = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._item is not None or self._closed, timeout)
            self._waited_for = False
            item, self._item = self._item, None
            return item

    def wait_until_taken(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds until the item is taken and the reader waits for more; return whether that
        happened.
        """
        with self._changed:
            return self._changed.wait_for(lambda: (self._waited_for and self._item is None) or self._closed, timeout)

    def close(self) -> None:
        """Close the slot and wake the reader."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """True if no more items will come."""
        return self._closed


class Publisher(Generic[T]):
    """Gives every subscriber the newest item."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots: list[SubscriberSlot[T]] = []
        self._newest: T | None = None
        self._closed = False

    def subscribe(self, slot: SubscriberSlot[T] | None = None) -> SubscriberSlot[T]:
        """Return a new slot, or this one, with the newest item in it."""
        slot = SubscriberSlot() if slot is None else slot
        with self._lock:
            if self._newest is not None:
                slot.put(self._newest)
            self._slots.append(slot)
            if self._closed:
                slot.close()
        return slot

    def unsubscribe(self, slot: SubscriberSlot[T]) -> None:
        """Remove a slot."""
        with self._lock:
            if slot in self._slots:
                self._slots.remove(slot)

    def publish(self, item: T) -> None:
        """Put the item into every slot."""
        with self._lock:
            self._newest = item
            for slot in self._slots:
                slot.put(item)

    def close(self) -> None:
        """Close all slots: no more items will come."""
        with self._lock:
            self._closed = True
            for slot in self._slots:
                slot.close()

    @property
    def newest(self) -> T | None:
        """The item published last."""
        return self._newest


class FairPublisher(Publisher[T]):
    """Gives every subscriber the newest item in turn, on its own thread.

    If fifty readers woke at once, they would block everybody else. The subscriber that was served last is the first in
    the next round. An item that is published during a round goes to those that still wait, and then to those that got
    an older one.
    """

    def __init__(self, ready: Callable[[], object], turn_s: float = TURN_S) -> None:
        """`ready` returns when subscribers may be woken for a new item; it must not wait for long.

        Until `start`, items are given to all subscribers at once.
        """
        super().__init__()
        self._ready = ready
        self._turn_s = turn_s
        self._distributed: T | None = None
        """The item of this round, or of the last one."""
        self._wanted = threading.Semaphore(0)
        self._stopped = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start to serve subscribers in turn."""
        self._thread = threading.Thread(target=self._run, name="rounds", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Serve nobody any more."""
        self._stopped = True
        self._wanted.release()
        if self._thread is not None:
            self._thread.join()

    def set_newest(self, item: T) -> None:
        """Make an item the newest one. Subscribers get it with the next `distribute`."""
        with self._lock:
            self._newest = item

    def distribute(self) -> None:
        """Give the newest item to every subscriber in its turn."""
        if self._thread is None:
            if self._newest is not None:
                super().publish(self._newest)
        else:
            self._wanted.release()

    def publish(self, item: T) -> None:
        """Make an item the newest one and give it to every subscriber in its turn."""
        self.set_newest(item)
        self.distribute()

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

    def _next_turn(self) -> tuple[SubscriberSlot[T], T] | None:
        """Return the next slot and its item; None if every slot has the newest one."""
        with self._lock:
            newest = self._newest
            if newest is not self._distributed:
                waiting_slots = [slot for slot in self._slots if slot.last_item is not self._distributed]
                served_slots = [slot for slot in self._slots if slot.last_item is self._distributed]
                self._slots = [*waiting_slots, *reversed(served_slots)]
                self._distributed = newest
            slot = next((slot for slot in self._slots if slot.last_item is not newest), None)
            return (slot, newest) if slot is not None and newest is not None else None


class PaintBarrier(Generic[F, P]):
    """Paints faces on the screen's thread, and lets other threads wait until the newest is painted: the screen goes
    first.
    """

    def __init__(self, paint: Callable[[F], P]) -> None:
        """`paint` returns the picture of a face."""
        self._paint = paint
        self._changed = threading.Condition()
        self._wanted: F | None = None
        self._painted: F | None = None

    def expect_face(self, face: F) -> None:
        """Note that this face will be handed to the screen next."""
        with self._changed:
            self._wanted = face

    def paint(self, face: F) -> P:
        """Return the picture of a face. Raises what the painter raises; the face counts as painted then too."""
        try:
            return self._paint(face)
        finally:
            with self._changed:
                self._painted = face
                self._changed.notify_all()

    def wait_until_painted(self, timeout: float) -> bool:
        """Wait until the newest face is painted, at most `timeout` seconds; return whether it is.

        Before the first face is painted there may be no screen, so nobody waits.
        """
        with self._changed:
            return self._changed.wait_for(lambda: self._painted is None or self._painted == self._wanted, timeout)
