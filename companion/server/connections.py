"""Connections of the web server: who gives way when there are too many, how long a request may take to arrive.

waitress takes any number of connections, of requests that arrive a byte at a time, and of readers that never read, and
lets its threads wait for each of them. Here all of that has its bounds, and where places run out the address that holds
most of them gives way, so that one device cannot keep others from the table.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.receiver import FixedStreamReceiver
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from companion.journal.import_game import MOST_BYTES
from companion.journal.upload import MOST_BYTES as MOST_BACKUP_BYTES
from companion.journal.upload import Part
from companion.server.client_origin import Origin, greediest, origin_of
from companion.table.table_errors import NotSavedError, SessionError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

HEADER_S = 10.0
"""How long the head of a request may take to arrive, from its first byte on, or from the beginning of a connection."""
BODY_S = 20.0
"""How long the whole request may take."""
IDLE_S = 30.0
"""How long a connection is kept on which nothing is asked any more."""
STUCK_S = 0.5
"""How long a reader may take nothing of what it asked for while others wait for its thread."""
MOST_BODY_BYTES = 16 * 1024
"""No request that we understand is larger."""
MOST_FILES = 2
"""How many of those may arrive at once."""
FILE_PATHS = frozenset(("/api/import",))
BACKUP_PATH = "/api/restore"
"""Where a whole backup may arrive: it goes to the disk as it comes."""
LEAST_PACE = 32 * 1024
"""How many bytes a second a backup must bring on average, or it is given up."""
THREADS_EACH = 3
"""How many threads may work for one device at once; streams have their own places."""
THREADS_NETWORK = 6
"""How many for all devices of an IPv6 network: some are left for others."""
_THREADS_AT_REST = 4
"""How many threads wait for what a phone or two ask, before there are more."""
CONNECTION = "companion.connection"
"""What a request's environment names its connection by."""
BACKUP = "companion.backup"
"""What it names the backup by that came with it, or why it was not taken in."""


Brings = Callable[["WSGIEnvironment"], bool]
"""Whether a request with these headers may bring a file."""
Spools = Callable[[int], Part]
"""Where a backup of so many bytes goes as it comes; raises SessionError where it cannot."""


class Parser(HTTPRequestParser):
    """Takes a request in, and nothing of a body that is too large: the application says so, by its length."""

    command: str  # type: ignore[assignment]  # these are as they are, and described otherwise
    path: str
    headers: dict[str, str]

    def __init__(self, adj: Any, brings: Brings, spools: Spools) -> None:
        super().__init__(adj)
        self._brings = brings
        self._spools = spools
        self.backup: Part | SessionError | None = None
        """It is a backup: where it goes, or why it was not taken in."""
        self.file = False
        """It is a file: its body may be larger."""
        self.begun: float | None = None
        """When its first byte came, by the monotonic clock."""
        self._newest = 0.0
        """When the newest came."""

    def received(self, data: bytes) -> int:
        """How many bytes of this belong to the request."""
        self._newest = time.monotonic()
        if self.begun is None:
            self.begun = self._newest
        consumed: int = super().received(data)
        if self.headers_finished and self.error is None and not self.empty:
            self._take_in()
        return consumed

    @property
    def part(self) -> Part | None:
        """The backup that comes with it."""
        return self.backup if isinstance(self.backup, Part) else None

    def _take_in(self) -> None:
        """See whether so much of it is taken in."""
        length = max(self.content_length, self.body_bytes_received)
        if self.part is None and self._brings_backup():
            self._begin_backup(length)
        elif self.part is None:
            self.file = self.file or (self.command == "POST" and self.path in FILE_PATHS and self._is_brought())
            if length > (MOST_BYTES if self.file else MOST_BODY_BYTES):
                self.turn_away(length)
        elif self.part.failed is not None:
            self.turn_away(length)

    def _brings_backup(self) -> bool:
        known = self.command == "POST" and self.path == BACKUP_PATH and 0 < self.content_length <= MOST_BACKUP_BYTES
        return known and isinstance(self.body_rcv, FixedStreamReceiver) and self.backup is None and self._is_brought()

    def _begin_backup(self, length: int) -> None:
        """Have it go to the disk from its first byte on."""
        try:
            self.backup = self._spools(length)
        except SessionError as error:
            self.backup = error
            self.turn_away(length)
        else:
            self.body_rcv = FixedStreamReceiver(length, self.backup)  # type: ignore[arg-type]  # all that is asked of it

    @property
    def due(self) -> float:
        """When it must be there, by the monotonic clock, as much of it as has come."""
        begun = self.begun or 0.0
        if self.part is not None:
            return BODY_S + min(self._newest, begun + self.part.received / LEAST_PACE)
        return begun + (BODY_S if self.headers_finished else HEADER_S)

    def _is_brought(self) -> bool:
        """Whether it comes from somebody who may bring files: of all others we take in no more than of any request."""
        shown = {f"HTTP_{name}": self.headers[name] for name in ("COOKIE", "AUTHORIZATION") if name in self.headers}
        return self._brings(shown)

    def turn_away(self, length: int) -> None:
        """Have it answered without its body, and the connection ended."""
        if self.body_rcv is not None:
            self.body_rcv.getbuf().close()
        self.body_rcv = None
        self.headers["CONTENT_LENGTH"] = str(length)
        self.connection_close = True
        self.expect_continue = False
        self.completed = True


class Task(WSGITask):
    """A request at work; its application can say that it goes on for long."""

    def get_environment(self) -> dict[str, Any]:
        """What the application is given."""
        environment: dict[str, Any] = super().get_environment()
        environment[CONNECTION] = self.channel
        if (backup := getattr(self.request, "backup", None)) is not None:
            environment[BACKUP] = backup
        return environment


class Connection(HTTPChannel):
    """One connection, and how much it may be missed."""

    task_class = Task
    server: Any
    request: Parser | None

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.origin = origin_of(addr[0])
        """Where it comes from, as places are counted."""
        self.since = time.monotonic()
        """When it began, or was last done with a request."""
        self.stream = False
        """A page looks on by it."""
        self.kept = False
        """It is that of a phone with a role."""
        self._given_up = False
        """It is to be ended, also where its reader takes nothing any more."""
        self._moved = (0, self.since)
        self._writing = False
        self._unread = False
        """Its next request waits until the answer before was read."""
        self.parser_class = partial(Parser, brings=server.brings, spools=server.spools)  # type: ignore[assignment]  # called, and no more
        self._reading = threading.Lock()
        """Held to look how much is unread, and to say what comes of it."""
        super().__init__(server, sock, addr, adj, map=map)

    def looks_on(self, kept: bool) -> None:
        """The request at work is a stream: it goes on, and has a thread of its own; `kept` for a phone with a role."""
        self.stream, self.kept = True, kept
        self.server.task_dispatcher.looks_on(self)

    def hang_up(self) -> None:
        """End it, whatever is at work; from any thread. Whoever waits for its reader is woken."""
        self._given_up = True
        self.server.pull_trigger()

    def write_soon(self, data: bytes) -> int:
        """Have more of an answer sent; waits while too much of it is unread."""
        self._writing = True
        try:
            return int(super().write_soon(data))
        finally:
            self._writing = False

    def _flush_outbufs_below_high_watermark(self) -> None:
        """What waitress calls in the midst of an answer, and between two: there no thread waits for a reader."""
        if self._writing:
            super()._flush_outbufs_below_high_watermark()  # type: ignore[misc]  # an inner method of waitress

    def waits_to_be_read(self) -> bool:
        """Whether its next request has to wait for the reader of the answer before."""
        with self._reading:
            self._unread = self.total_outbufs_len > self.adj.outbuf_high_watermark
            return self._unread

    def handle_write(self) -> None:
        """Send what there is; once enough of it was taken, the next request has its turn."""
        super().handle_write()
        with self._reading:
            goes_on = self._unread and self.connected and self.total_outbufs_len <= self.adj.outbuf_high_watermark
            self._unread = self._unread and not goes_on
        if goes_on:
            self.server.task_dispatcher.add_task(self)

    def handle_close(self) -> None:
        """It is over; so is a backup of which more was to come."""
        if self.request is not None and self.request.part is not None:
            self.request.part.drop()
        super().handle_close()

    def service(self) -> None:
        """Do the next request."""
        super().service()
        self.stream = self.kept = False
        self.since = time.monotonic()

    def deadline(self, busy: bool) -> float | None:
        """When it is given up, by the monotonic clock; None while nothing is waited for. `busy`: others wait."""
        if self._given_up:
            return self.since
        if self.will_close:
            return None
        if self._unread:
            return self._stuck() + IDLE_S
        if self.requests or self.total_outbufs_len:
            return self._stuck() + STUCK_S if busy and not self.stream else None
        arriving = self.request
        if arriving is None or arriving.begun is None:
            return self.since + IDLE_S
        return arriving.due

    @property
    def worth(self) -> tuple[int, float]:
        """The lesser this is, the sooner it gives way: first what asks for nothing, last a phone with a role."""
        rank = 3 if self.kept else 2 if self.stream else 1 if self.requests else 0
        return rank, self.since

    def _stuck(self) -> float:
        """Since when its reader has taken nothing of what is ready for it."""
        ready = self.total_outbufs_len
        if not ready or ready != self._moved[0]:
            self._moved = (ready, time.monotonic())
        return self._moved[1]


class Threads(ThreadedTaskDispatcher):
    """Threads that work for every address by turns, for each on a few requests at a time.

    Each takes memory as long as it is there: more than a few come only when they are needed, and then stay.
    """

    queue: deque[Connection]  # type: ignore[assignment]  # waitress queues what has the request

    def __init__(self, most: int) -> None:
        """Of `most` threads, begin with the few that do while nobody plays."""
        super().__init__()
        self._most = most
        self._working: Counter[str] = Counter()
        self._looking: set[Connection] = set()
        self.set_thread_count(min(most, _THREADS_AT_REST))

    @property
    def busy(self) -> bool:
        """Whether somebody waits for a thread."""
        return bool(self.queue)

    def add_task(self, task: Any) -> None:
        """Have a request done in its turn. That many wait is told to nobody: whoever floods would fill the log."""
        with self.lock:
            self.queue.append(task)
            self.queue_cv.notify()
        self._grow()

    def _grow(self) -> None:
        """Have as many threads as there is work for: a request has come, or a thread is taken for long."""
        with self.lock:
            running = len(self.threads) - self.stop_count
            wanted = min(self._most, self.active_count + self._ready())
        if wanted > running > 0:
            self.set_thread_count(wanted)

    def _ready(self) -> int:
        """How many of those that wait may be worked for at once: whoever asks for much brings no thread by it."""
        working = self._working.copy()
        ready = 0
        for one in self.queue:
            if _has_turn(one.origin, working):
                working.update(one.origin.counted)
                ready += 1
        return ready

    def looks_on(self, connection: Connection) -> None:
        """What a thread works on goes on for long, and counts no more as a request of its address."""
        with self.lock:
            self._looking.add(connection)
            self._working.subtract(connection.origin.counted)
            self.queue_cv.notify()
        self._grow()

    def handler_thread(self, thread_no: int) -> None:
        """Do what there is to be done, until there are too many threads."""
        while (task := self._next(thread_no)) is not None:
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)
            finally:
                with self.lock:
                    if task in self._looking:
                        self._looking.discard(task)
                    else:
                        self._working.subtract(task.origin.counted)
                    self._working += Counter()  # without those at nought
                    self.queue_cv.notify()

    def _next(self, thread_no: int) -> Connection | None:
        with self.lock:
            while self.stop_count == 0:
                task = next((one for one in self.queue if _has_turn(one.origin, self._working)), None)
                if task is not None:
                    self.queue.remove(task)
                    self._working.update(task.origin.counted)
                    return task
                self.active_count -= 1
                self.queue_cv.wait()
                self.active_count += 1
            self.active_count -= 1
            self.stop_count -= 1
            self.threads.discard(thread_no)
            self.thread_exit_cv.notify()
            return None


def _has_turn(origin: Origin, working: Counter[str]) -> bool:
    """Whether one thread more may work for a device, where so many do for it and for its network."""
    return working[origin.device] < THREADS_EACH and working[origin.network] < THREADS_NETWORK


def _nowhere(_: int) -> Part:
    raise NotSavedError("there is no place for it")


class Listener(TcpWSGIServer):
    """Takes connections, as many as there are places, and lets the greediest address give way."""

    channel_class = Connection
    active_channels: dict[int, Connection]  # type: ignore[assignment]  # as it is, and is not described
    task_dispatcher: Threads
    most = 0
    """How many connections there may be at once."""
    brings: Brings = staticmethod(lambda _: False)
    """Who may bring files."""
    spools: Spools = staticmethod(_nowhere)
    """Where a backup goes."""
    clock: Callable[[], float] = staticmethod(time.monotonic)

    def add_task(self, task: Any) -> None:
        """Have the next request of a connection done; from any thread."""
        if not task.waits_to_be_read():
            super().add_task(task)

    def handle_accept(self) -> None:
        """Somebody connects: there is always a place, if need be that of whoever holds most."""
        super().handle_accept()
        while self.most and len(self.active_channels) > self.most:
            channels = list(self.active_channels.values())
            whose = greediest(one.origin for one in channels)
            min((one for one in channels if one.origin == whose), key=lambda one: one.worth).handle_close()

    def expire(self) -> None:
        """Hang up on whoever took too long."""
        now, busy = self.clock(), self.task_dispatcher.busy
        files = 0
        for channel in list(self.active_channels.values()):
            arriving = channel.request
            files += arriving is not None and arriving.file
            due = channel.deadline(busy)
            if (due is not None and due <= now) or (arriving is not None and arriving.file and files > MOST_FILES):
                channel.handle_close()

    def next_deadline(self) -> float | None:
        """When `expire` has something to do, by the clock; None while it has not."""
        busy = self.task_dispatcher.busy
        due = (channel.deadline(busy) for channel in list(self.active_channels.values()))
        return min((one for one in due if one is not None), default=None)
