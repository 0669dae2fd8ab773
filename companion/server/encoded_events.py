"""Events as bytes, each put together once however many pages look on."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)

_KEPT = 2
"""Of how many items the events are kept: of the newest, and of the one before for the stream that was late to ask."""


def event(text: str) -> bytes:
    r"""An event that carries one line of text.

    Raises:
        ValueError: `text` has more lines than one, and would not arrive as it was sent.
    """
    if "\n" in text or "\r" in text:
        raise ValueError("an event is one line")
    return f"data: {text}\n\n".encode()


class Encoded(Generic[Item, Key]):
    """Makes the event of an item once for everybody who reads it alike: same viewer, same language.

    Fifty streams wake at once when something is published. One puts it into text, the others wait for the bytes.
    """

    def __init__(self, make: Callable[[Item, Key], str | None]) -> None:
        """`make` puts an item into one line of text for a key; None where there is nothing to say to that key."""
        self._make = make
        self._lock = threading.Lock()
        self._kept: deque[tuple[Item, dict[Key, Future[bytes | None]]]] = deque(maxlen=_KEPT)

    def of(self, item: Item, key: Key) -> bytes | None:
        """The event of this very item for a key, or None; from any thread. Raises what `make` raised for it."""
        with self._lock:
            events = self._events(item)
            first = key not in events
            future = events.setdefault(key, Future())
        if first:
            try:
                text = self._make(item, key)
                future.set_result(None if text is None else event(text))
            except BaseException as error:  # noqa: BLE001 - everybody who waits for it is told, this thread too
                future.set_exception(error)
        return future.result()

    def _events(self, item: Item) -> dict[Key, Future[bytes | None]]:
        for kept, events in self._kept:
            if kept is item:
                return events
        self._kept.appendleft((item, {}))
        return self._kept[0][1]
