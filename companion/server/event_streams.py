"""Event streams: each new item, encoded once, for every page that watches."""

from __future__ import annotations

import struct
import threading
import time
import zlib
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from dataclasses import field
from functools import lru_cache
from typing import Any, Generic, TypeVar

from companion.server.rate_limits import Origin, greediest
from companion.session.publisher import Publisher, SubscriberSlot
from companion.support.frozen_dataclasses import frozen

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)

_ITEMS_CACHED = 2
"""Items with cached events: the newest, and the one before for a stream that is late."""


def format_event(text: str) -> bytes:
    r"""Return a server-sent event with one line of text.

    Raises:
        ValueError: `text` has more than one line, and would not arrive unchanged.
    """
    if "\n" in text or "\r" in text:
        raise ValueError("an event is one line")
    return f"data: {text}\n\n".encode()


class EventCache(Generic[Item, Key]):
    """The event of an item, made once for all streams with the same viewer and language.

    When an item is published, fifty streams wake at once. One of them encodes it, and the others wait for the bytes.
    """

    def __init__(self, make: Callable[[Item, Key], str | None]) -> None:
        """Create the cache; `make` turns an item into one line of text for a key, or None if that key gets no event."""
        self._make = make
        self._lock = threading.Lock()
        self._cache: deque[tuple[Item, dict[Key, Future[bytes | None]]]] = deque(maxlen=_ITEMS_CACHED)

    def event_for(self, item: Item, key: Key) -> bytes | None:
        """Return the event of this very item for a key, or None; from any thread. Raises the errors of `make`."""
        with self._lock:
            events = self._events(item)
            first = key not in events
            future = events.setdefault(key, Future())
        if first:
            try:
                text = self._make(item, key)
                future.set_result(None if text is None else format_event(text))
            except BaseException as error:  # noqa: BLE001 - it is raised in all threads that wait, and in this one
                future.set_exception(error)
        return future.result()

    def _events(self, item: Item) -> dict[Key, Future[bytes | None]]:
        for cached_item, events in self._cache:
            if cached_item is item:
                return events
        self._cache.appendleft((item, {}))
        return self._cache[0][1]


HEARTBEAT_S = 15.0
"""Seconds between the heartbeats of an idle stream."""
MOST_STREAMS = 16
"""Default limit on open streams."""
STREAM_HEADERS = {"X-Accel-Buffering": "no"}
"""Headers of every stream: a proxy on the way must not collect events before it passes them on."""
LONGEST_PAGE = 64
"""Limit on the letters of the name that a page gives itself."""
MOST_ENDING = 4
"""Limit on threads that wait for the old connection of a reopened page: far fewer than the server has besides
those of the streams."""
GUARANTEED_STREAMS = 8
"""Number of streams that an address always keeps when others connect: a family may share one."""
MOST_UNTRUSTED_STREAMS = 4
"""Limit on open streams of neither a page of ours nor a phone with a role."""

_RECONNECT = b"retry: 500\n\n"
_HEARTBEAT = b"event: beat\ndata: {}\n\n"


@frozen
class StreamOwner:
    """The owner of a stream, which decides who gives way when all places are taken."""

    origin: Origin = field(default_factory=lambda: Origin("", ""))
    """Device and network of the owner."""
    has_role: bool = False
    """True for a phone with a role, whose streams give way to nobody without one."""
    hang_up: Callable[[], None] = lambda: None
    """Closes the connection, also if its reader has stopped reading."""
    phone: str = ""
    """Digest of the phone, which keeps at most `GUARANTEED_STREAMS` streams; "" if they are not counted."""
    still_has_role: Callable[[], bool] = lambda: True
    """Returns whether the phone still has its role."""
    trusted: bool = False
    """True for a page of ours or a phone with a role. Others may be a program or a page of another site."""


UNKNOWN_OWNER = StreamOwner()


class TooManyStreamsError(RuntimeError):
    """All places for streams are taken."""


class Stream(Iterator[bytes]):
    """The events for one page as the bytes of a response. The newest item wins, so a slow page only misses old ones."""

    def __init__(
        self,
        streams: Streams,
        publisher: Publisher[Any],
        encode: Callable[[Any], bytes | None],
        has_hung_up: Callable[[], bool],
        page: str | None,
        owner: StreamOwner,
    ) -> None:
        """Create the stream; use `Streams.open` instead, which describes the parameters."""
        self._streams = streams
        self._publisher = publisher
        self._encode = encode
        self._has_greeted = False
        self.has_hung_up = has_hung_up
        """Returns whether the page has hung up."""
        self.page = page
        """Name that the page gives itself."""
        self.owner = owner
        """Owner of the stream."""
        self.slot: SubscriberSlot[Any] = publisher.subscribe()
        """Subscription to the publisher; closed when the stream is to end."""

    def __next__(self) -> bytes:
        if not self._has_greeted:
            self._has_greeted = True
            return _RECONNECT + self._streams.greeting
        next_beat = time.monotonic() + self._streams.heartbeat_s
        # Items without an event for this page must not delay the heartbeat.
        while (remaining := next_beat - time.monotonic()) > 0 and (item := self.slot.take(remaining)) is not None:
            if (event := self._encode(item)) is not None:
                return event
        if self.slot.closed:
            raise StopIteration
        return _HEARTBEAT

    def close(self) -> None:
        """Leave; the server calls this when the page has hung up."""
        self._publisher.unsubscribe(self.slot)
        self._streams.remove(self)


class Streams:
    """All open streams, up to a limit."""

    def __init__(self, most: int = MOST_STREAMS, heartbeat_s: float = HEARTBEAT_S, build: str = "") -> None:
        """Allow `most` streams at once, with heartbeats every `heartbeat_s` seconds.

        `build` is the build of the pages; empty if it is not announced.
        """
        self.most = most
        self.build = build
        self.heartbeat_s = heartbeat_s
        self._lock = threading.Lock()
        self._open: dict[Stream, None] = {}
        """The open streams in the order in which they were opened."""
        self._ending: set[Stream] = set()
        self._closed = False

    @property
    def greeting(self) -> bytes:
        """The first event of every page: the build that the page should have. It also shows that the stream is ours."""
        return f"event: build\ndata: {self.build}\n\n".encode() if self.build else b""

    def open(
        self,
        publisher: Publisher[Any],
        encode: Callable[[Any], bytes | None],
        has_hung_up: Callable[[], bool],
        page: str | None = None,
        owner: StreamOwner = UNKNOWN_OWNER,
    ) -> Stream:
        """Open a new stream of the items of `publisher`.

        Args:
            publisher: The source of the items.
            encode: Turns an item into an event, on this stream's thread; None if the item is not new for this page.
            has_hung_up: Returns whether the page has hung up.
            page: The name that the page gives itself, at most `LONGEST_PAGE` letters. An older stream of that name ends
                and frees its place: when a phone slept, only the phone knows that its old stream is dead.
            owner: The owner. If no place is free, one stream gives way: one of the device with most streams in the
                network with most streams. That network must have more than the newcomer's; within the same network,
                that device must have more than the newcomer's; and in both cases more than `GUARANTEED_STREAMS`. To a
                phone with a role, any stream gives way that belongs to no such phone, or exceeds its phone's share.
                Streams that are not trusted give way first. Together they have `MOST_UNTRUSTED_STREAMS` places, which
                they share by network and device too, but none of them is guaranteed.

        Raises:
            TooManyStreamsError: No place is free, and no stream gives way.
            ValueError: The page's name is empty or too long.
        """
        if page is not None and not 0 < len(page) <= LONGEST_PAGE:
            raise ValueError(f"a page has a name of 1 to {LONGEST_PAGE} letters")
        with self._lock:
            # Another site's page may reconnect in a loop: it must not use up the threads that may wait.
            if self._ending and not owner.trusted:
                raise TooManyStreamsError
            if page is not None:
                self._end_older(page)
            if self._is_full_for(owner):
                self._end_hung_up()
            if self._is_full_for(owner):
                self._make_room(owner)
            if self._closed or self._is_full_for(owner) or len(self._ending) >= MOST_ENDING:
                raise TooManyStreamsError
            stream = Stream(self, publisher, encode, has_hung_up, page, owner)
            self._open[stream] = None
        return stream

    def remove(self, stream: Stream) -> None:
        """Free the place of a stream that has ended."""
        with self._lock:
            self._open.pop(stream, None)
            self._ending.discard(stream)

    def close(self) -> None:
        """End every stream and admit no more."""
        with self._lock:
            self._closed = True
            for stream in self._open:
                stream.slot.close()

    def __len__(self) -> int:
        with self._lock:
            return len(self._open)

    @property
    def _untrusted(self) -> list[Stream]:
        """The streams that are not trusted."""
        return [stream for stream in self._open if not stream.owner.trusted]

    def _is_full_for(self, newcomer: StreamOwner) -> bool:
        """Return whether no place is free for this newcomer."""
        return len(self._open) >= self.most or (not newcomer.trusted and len(self._untrusted) >= MOST_UNTRUSTED_STREAMS)

    def _end_older(self, page: str) -> None:
        """End the older stream of a page, and wake its thread, which may wait for a reader that stopped."""
        for stream in [stream for stream in self._open if stream.page == page]:
            self._end(stream)
            if not stream.has_hung_up():
                self._ending.add(stream)
                stream.owner.hang_up()

    def _end_hung_up(self) -> None:
        """Free the places of pages that hung up: a sleeping stream would only notice at its next heartbeat."""
        for stream in [stream for stream in self._open if stream.has_hung_up()]:
            self._end(stream)

    def _make_room(self, newcomer: StreamOwner) -> None:
        """End one stream for this newcomer, if any gives way."""
        if len(self._ending) + 1 >= MOST_ENDING:
            return
        candidates = self._candidates(newcomer)
        greediest_origin = greediest(stream.owner.origin for stream in candidates)
        for stream in (candidate for candidate in candidates if candidate.owner.origin == greediest_origin):
            self._end(stream)
            self._ending.add(stream)
            stream.owner.hang_up()
            return

    def _candidates(self, newcomer: StreamOwner) -> list[Stream]:
        """Return the streams that may give way to this newcomer, the oldest first."""
        untrusted = self._untrusted
        if newcomer.trusted and untrusted:
            return untrusted
        streams, least = (list(self._open), GUARANTEED_STREAMS) if newcomer.trusted else (untrusted, 0)
        protected = self._protected(newcomer)
        candidates = [stream for stream in streams if stream not in protected]
        if None in protected:
            return candidates
        counts = Counter(key for stream in streams for key in stream.owner.origin.counted)
        return [stream for stream in candidates if _has_more(stream.owner.origin, newcomer.origin, counts, least)]

    def _protected(self, newcomer: StreamOwner) -> set[Stream | None]:
        """Return the streams that give way to nobody; with None if the newcomer's would be one of them."""
        per_phone: Counter[str] = Counter()
        protected: set[Stream | None] = set()
        for stream, owner in [*((stream, stream.owner) for stream in self._open), (None, newcomer)]:
            if (
                owner.has_role
                and owner.still_has_role()
                and not (owner.phone and per_phone[owner.phone] >= GUARANTEED_STREAMS)
            ):
                per_phone[owner.phone] += 1
                protected.add(stream)
        return protected

    def _end(self, stream: Stream) -> None:
        stream.slot.close()
        del self._open[stream]


def _has_more(holder: Origin, newcomer: Origin, counts: Counter[str], least: int) -> bool:
    """Return whether an origin has more streams than `least`, and than the newcomer would have.

    Within one network their devices are compared, otherwise their networks.
    """
    holder_key, newcomer_key = (
        (holder.device, newcomer.device) if holder.network == newcomer.network else (holder.network, newcomer.network)
    )
    return counts[holder_key] > max(least, counts[newcomer_key] + 1)


_GZIP_HEAD = bytes.fromhex("1f8b08000000000000ff")
_GZIP_END = bytes.fromhex("0300")
"""The last block of a gzip stream, which is empty."""
_PIECES_CACHED = 64
"""Limit on cached compressed events: far more than are sent at once."""
_LONGEST_CACHED = 16 * 1024
"""Largest cached event in bytes: whole views of long games are rare, and would fill the memory."""
_GZIP_LEVEL = 5


class GzipStream(Iterator[bytes]):
    """A stream as gzip. The server closes it like the stream inside.

    Every piece ends with a full flush, after which nothing refers to earlier data. So a piece has the same bytes in
    every stream, and neither side needs a window for each stream.
    """

    def __init__(self, stream: Iterator[bytes]) -> None:
        """Wrap `stream`, which gives whole events."""
        self._stream = stream
        self._has_begun = False
        self._crc = self._size = 0
        self._has_ended = False

    def __next__(self) -> bytes:
        if self._has_ended:
            raise StopIteration
        head, self._has_begun = b"" if self._has_begun else _GZIP_HEAD, True
        try:
            piece = next(self._stream)
        except StopIteration:
            self._has_ended = True
            return head + _GZIP_END + struct.pack("<II", self._crc, self._size & 0xFFFFFFFF)
        self._crc, self._size = zlib.crc32(piece, self._crc), self._size + len(piece)
        return head + compress_event(piece)

    def close(self) -> None:
        """Leave."""
        close = getattr(self._stream, "close", None)
        if close is not None:
            close()


def compress_event(piece: bytes) -> bytes:
    """Return a piece of a stream, compressed independently of earlier ones."""
    return _compress_cached(piece) if len(piece) <= _LONGEST_CACHED else _compress(piece)


def _compress(piece: bytes) -> bytes:
    compressor = zlib.compressobj(_GZIP_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return compressor.compress(piece) + compressor.flush(zlib.Z_FULL_FLUSH)


_compress_cached = lru_cache(maxsize=_PIECES_CACHED)(_compress)
