"""Event streams: what is new, to every page that looks on, for as long as it does."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

from companion.session.publish import Publisher, Slot

HEARTBEAT_S = 15.0
"""How often a stream on which nothing happens says that it is there."""
MOST_STREAMS = 16
"""How many pages may look on at once, unless told otherwise."""

_RECONNECT = b"retry: 500\n\n"
_HEARTBEAT = b":\n\n"


class TooManyStreamsError(RuntimeError):
    """As many pages look on as may."""


class Stream(Iterator[bytes]):
    """The events of one page as the bytes of a response: the newest wins, so a slow page only misses what is old."""

    def __init__(self, streams: Streams, publisher: Publisher[Any], encode: Callable[[Any], str]) -> None:
        """Made by `Streams.open`; `encode` puts an item into one line of text, on this page's thread."""
        self._streams = streams
        self._publisher = publisher
        self._encode = encode
        self._greeted = False
        self.slot: Slot[Any] = publisher.subscribe()
        """Closed when the stream is to end."""

    def __next__(self) -> bytes:
        if not self._greeted:
            self._greeted = True
            return _RECONNECT
        item = self.slot.take(self._streams.heartbeat_s)
        if item is not None:
            return f"data: {self._encode(item)}\n\n".encode()
        if self.slot.closed:
            raise StopIteration
        return _HEARTBEAT

    def close(self) -> None:
        """Leave; called by the server when the page is gone."""
        self._publisher.unsubscribe(self.slot)
        self._streams.left(self)


class Streams:
    """All streams that are open, and how many there may be."""

    def __init__(self, most: int = MOST_STREAMS, heartbeat_s: float = HEARTBEAT_S) -> None:
        """At most `most` at once; `heartbeat_s` in seconds."""
        self.most = most
        self.heartbeat_s = heartbeat_s
        self._lock = threading.Lock()
        self._open: dict[Stream, Callable[[], bool]] = {}
        self._closed = False

    def open(self, publisher: Publisher[Any], encode: Callable[[Any], str], gone: Callable[[], bool]) -> Stream:
        """A new stream of what `publisher` gives; `gone` tells whether its page has hung up.

        Raises:
            TooManyStreamsError: No place is free.
        """
        with self._lock:
            if len(self._open) >= self.most:
                self._clear_out()
            if self._closed or len(self._open) >= self.most:
                raise TooManyStreamsError
            stream = Stream(self, publisher, encode)
            self._open[stream] = gone
        return stream

    def left(self, stream: Stream) -> None:
        """Take back the place of a stream."""
        with self._lock:
            self._open.pop(stream, None)

    def close(self) -> None:
        """End every stream and admit no more."""
        with self._lock:
            self._closed = True
            for stream in self._open:
                stream.slot.close()

    def __len__(self) -> int:
        with self._lock:
            return len(self._open)

    def _clear_out(self) -> None:
        """Free the places of pages that hung up: a sleeping stream would only notice at its next heartbeat."""
        for stream in [stream for stream, gone in self._open.items() if gone()]:
            stream.slot.close()
            del self._open[stream]
