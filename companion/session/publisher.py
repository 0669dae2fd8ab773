"""Handing out what is new: every subscriber has one slot, and the newest wins."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

T = TypeVar("T")


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

    def rest(self, timeout: float) -> bool:
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
