"""Event streams: what is new, put into bytes once, to every page that looks on, for as long as it does."""

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

from companion.server.client_origin import Origin, greediest
from companion.session.publisher import Publisher, Slot
from companion.support.frozen import frozen

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


HEARTBEAT_S = 15.0
"""How often a stream on which nothing happens says that it is there."""
MOST_STREAMS = 16
"""How many pages may look on at once, unless told otherwise."""
LONGEST_PAGE = 64
"""How many letters the name that a page gives itself may have."""
MOST_STUCK = 4
"""How many threads may still wait for the old connection of a page that has come again: far fewer than the server has
besides those of the streams."""
KEPT_EACH = 8
"""How many of its streams an address keeps whoever comes: a family may be behind one."""
MOST_OTHERS = 4
"""How many streams may be open at once that neither a page of ours nor a phone with a role opened."""

_RECONNECT = b"retry: 500\n\n"
_HEARTBEAT = b"event: beat\ndata: {}\n\n"


@frozen
class Place:
    """Whose a stream is, as places are shared out."""

    origin: Origin = field(default_factory=lambda: Origin("", ""))
    """Where it comes from."""
    kept: bool = False
    """It is that of a phone with a role, which gives way to nobody without."""
    hang_up: Callable[[], None] = lambda: None
    """Ends its connection, also where its reader has stopped reading."""
    phone: str = ""
    """Which phone that is; a phone keeps no more than `KEPT_EACH`. "" where they are not counted."""
    still: Callable[[], bool] = lambda: True
    """Whether that phone has its role still."""
    own: bool = False
    """A page of ours opened it, or a phone with a role. All others may come from another site's page or a program."""


NOWHERE = Place()


class TooManyStreamsError(RuntimeError):
    """As many pages look on as may."""


class Stream(Iterator[bytes]):
    """The events of one page as the bytes of a response: the newest wins, so a slow page only misses what is old."""

    def __init__(
        self,
        streams: Streams,
        publisher: Publisher[Any],
        encode: Callable[[Any], bytes | None],
        gone: Callable[[], bool],
        page: str | None,
        place: Place,
    ) -> None:
        """Made by `Streams.open`, which tells what each of these is."""
        self._streams = streams
        self._publisher = publisher
        self._encode = encode
        self._greeted = False
        self.gone = gone
        """Whether the page has hung up."""
        self.page = page
        """What the page calls itself."""
        self.place = place
        """Whose it is."""
        self.slot: Slot[Any] = publisher.subscribe()
        """Closed when the stream is to end."""

    def __next__(self) -> bytes:
        if not self._greeted:
            self._greeted = True
            return _RECONNECT + self._streams.greeting
        beat = time.monotonic() + self._streams.heartbeat_s
        # What says nothing to this page must not keep it from hearing that we are there.
        while (left := beat - time.monotonic()) > 0 and (item := self.slot.take(left)) is not None:
            if (event := self._encode(item)) is not None:
                return event
        if self.slot.closed:
            raise StopIteration
        return _HEARTBEAT

    def close(self) -> None:
        """Leave; called by the server when the page is gone."""
        self._publisher.unsubscribe(self.slot)
        self._streams.left(self)


class Streams:
    """All streams that are open, and how many there may be."""

    def __init__(self, most: int = MOST_STREAMS, heartbeat_s: float = HEARTBEAT_S, build: str = "") -> None:
        """At most `most` at once; `heartbeat_s` in seconds; `build` is that of the pages, none where nobody minds."""
        self.most = most
        self.build = build
        self.heartbeat_s = heartbeat_s
        self._lock = threading.Lock()
        self._open: dict[Stream, None] = {}
        """In the order in which they were opened."""
        self._replaced: set[Stream] = set()
        self._closed = False

    @property
    def greeting(self) -> bytes:
        """What every page hears first: which build it should be."""
        return f"event: build\ndata: {self.build}\n\n".encode() if self.build else b""

    def open(
        self,
        publisher: Publisher[Any],
        encode: Callable[[Any], bytes | None],
        gone: Callable[[], bool],
        page: str | None = None,
        place: Place = NOWHERE,
    ) -> Stream:
        """Open a new stream of what `publisher` gives.

        Args:
            publisher: Where it looks on.
            encode: Puts an item into an `event`, on this stream's thread; None where it says nothing new to this page.
            gone: Tells whether the page has hung up.
            page: What the page calls itself, at most `LONGEST_PAGE` letters. If it has a stream already, that one
                ends and its place is free: of a phone that slept, only the phone knows that the old one is dead.
            place: Whose it is. Where no place is free, a stream of the network that has most of them gives way, in it
                of the device that has most, as long as that network has more than the newcomer's, or in the same one
                that device more than the newcomer, and more than `KEPT_EACH`; to a phone with a role any that is of
                none, or is one too many of its phone. Streams that are not our `own` give way first. All of them
                together have `MOST_OTHERS` places. They share these by network and device too, but nobody keeps any.

        Raises:
            TooManyStreamsError: No place is free, and nobody gives way.
            ValueError: No page may be called so.
        """
        if page is not None and not 0 < len(page) <= LONGEST_PAGE:
            raise ValueError(f"a page has a name of 1 to {LONGEST_PAGE} letters")
        with self._lock:
            # Another site's page may ask in a loop: it must not use up the threads that may wait.
            if self._replaced and not place.own:
                raise TooManyStreamsError
            if page is not None:
                self._replace(page)
            if self._full_for(place):
                self._clear_out()
            if self._full_for(place):
                self._make_room(place)
            if self._closed or self._full_for(place) or len(self._replaced) >= MOST_STUCK:
                raise TooManyStreamsError
            stream = Stream(self, publisher, encode, gone, page, place)
            self._open[stream] = None
        return stream

    def left(self, stream: Stream) -> None:
        """Take back the place of a stream."""
        with self._lock:
            self._open.pop(stream, None)
            self._replaced.discard(stream)

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
    def _others(self) -> list[Stream]:
        """The streams that are not our own."""
        return [stream for stream in self._open if not stream.place.own]

    def _full_for(self, newcomer: Place) -> bool:
        """Return whether no place is free for this newcomer."""
        return len(self._open) >= self.most or (not newcomer.own and len(self._others) >= MOST_OTHERS)

    def _replace(self, page: str) -> None:
        """End the older stream of a page. Its thread may wait for a reader that stopped, and has to be woken first."""
        for stream in [stream for stream in self._open if stream.page == page]:
            self._end(stream)
            if not stream.gone():
                self._replaced.add(stream)
                stream.place.hang_up()

    def _clear_out(self) -> None:
        """Free the places of pages that hung up: a sleeping stream would only notice at its next heartbeat."""
        for stream in [stream for stream in self._open if stream.gone()]:
            self._end(stream)

    def _make_room(self, newcomer: Place) -> None:
        """Have one stream give way to this newcomer, if one does."""
        if len(self._replaced) + 1 >= MOST_STUCK:
            return
        candidates = self._giving_way(newcomer)
        whose = greediest(stream.place.origin for stream in candidates)
        for stream in (candidate for candidate in candidates if candidate.place.origin == whose):
            self._end(stream)
            self._replaced.add(stream)
            stream.place.hang_up()
            return

    def _giving_way(self, newcomer: Place) -> list[Stream]:
        """Return the streams that may give way to this newcomer, the oldest first."""
        others = self._others
        if newcomer.own and others:
            return others
        streams, least = (list(self._open), KEPT_EACH) if newcomer.own else (others, 0)
        kept = self._kept(newcomer)
        free = [stream for stream in streams if stream not in kept]
        if None in kept:
            return free
        held = Counter(key for stream in streams for key in stream.place.origin.counted)
        return [stream for stream in free if _has_more(stream.place.origin, newcomer.origin, held, least)]

    def _kept(self, newcomer: Place) -> set[Stream | None]:
        """The streams that give way to nobody; with None among them where the newcomer would have such a one too."""
        each: Counter[str] = Counter()
        kept: set[Stream | None] = set()
        for stream, place in [*((stream, stream.place) for stream in self._open), (None, newcomer)]:
            if place.kept and place.still() and not (place.phone and each[place.phone] >= KEPT_EACH):
                each[place.phone] += 1
                kept.add(stream)
        return kept

    def _end(self, stream: Stream) -> None:
        stream.slot.close()
        del self._open[stream]


def _has_more(one: Origin, newcomer: Origin, held: Counter[str], least: int) -> bool:
    """Whether one has more streams than `least`, and than a newcomer would have; neighbours compare their own."""
    mine, theirs = (one.device, newcomer.device) if one.network == newcomer.network else (one.network, newcomer.network)
    return held[mine] > max(least, held[theirs] + 1)


_HEAD = bytes.fromhex("1f8b08000000000000ff")
_END = bytes.fromhex("0300")
"""An empty block, which is the last."""
_MOST_PIECES = 64
"""Of how many events the compressed form is kept: far more than are sent at once."""
_LONGEST_KEPT = 16 * 1024
"""Of how many bytes at most: whole views of long games are rare, and would fill the memory."""
_EFFORT = 5


class Packed(Iterator[bytes]):
    """A stream as gzip. The server closes it as it would close what is in it.

    Every piece ends on a full flush, after which nothing before is referred to: so a piece is the same bytes in every
    stream, and costs neither them nor us a window of their own.
    """

    def __init__(self, stream: Iterator[bytes]) -> None:
        """`stream` gives events, each whole."""
        self._stream = stream
        self._begun = False
        self._crc = self._size = 0
        self._ended = False

    def __next__(self) -> bytes:
        if self._ended:
            raise StopIteration
        head, self._begun = b"" if self._begun else _HEAD, True
        try:
            piece = next(self._stream)
        except StopIteration:
            self._ended = True
            return head + _END + struct.pack("<II", self._crc, self._size & 0xFFFFFFFF)
        self._crc, self._size = zlib.crc32(piece, self._crc), self._size + len(piece)
        return head + packed(piece)

    def close(self) -> None:
        """Leave."""
        close = getattr(self._stream, "close", None)
        if close is not None:
            close()


def packed(piece: bytes) -> bytes:
    """A piece of a stream, compressed without what came before it."""
    return _kept(piece) if len(piece) <= _LONGEST_KEPT else _packed(piece)


def _packed(piece: bytes) -> bytes:
    packer = zlib.compressobj(_EFFORT, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)


_kept = lru_cache(maxsize=_MOST_PIECES)(_packed)
