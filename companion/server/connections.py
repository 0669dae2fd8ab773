"""Connections of the web server: who gives way when there are too many, and how long a request may take to arrive.

On its own, waitress accepts any number of connections, of requests that arrive a byte at a time, and of readers that
never read, and its threads wait for each of them. This module limits all of that. Where places run out, the address
that holds most of them gives way, so that one device cannot keep others from the table.
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
from waitress.utilities import RequestHeaderFieldsTooLarge

from companion.journal.import_game import MOST_BYTES
from companion.journal.upload import MOST_BYTES as MOST_BACKUP_BYTES
from companion.journal.upload import UploadedFile
from companion.server.rate_limits import Origin, greediest, origin_of
from companion.table.session_errors import NotSavedError, SessionError
from companion.words.catalogue import LANGUAGES, Words

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

HEADER_S = 10.0
"""Seconds that the head of a request may take to arrive, from its first byte or from the start of a connection."""
BODY_S = 20.0
"""Seconds that a whole request may take to arrive."""
IDLE_S = 30.0
"""Seconds until an idle connection is closed."""
STUCK_S = 0.5
"""Seconds that a reader may take nothing of its response while others wait for its thread."""
MOST_BODY_BYTES = 16 * 1024
"""Largest body of a request that is not a file."""
MOST_FILES = 2
"""Limit on files that arrive at once."""
FILE_PATHS = frozenset(("/api/import",))
BACKUP_PATH = "/api/restore"
"""Path for uploading a whole backup, which is written to the disk as it arrives."""
LEAST_BYTES_PER_SECOND = 32 * 1024
"""Lowest average rate of an arriving backup in bytes a second; a slower one is dropped."""
THREADS_PER_DEVICE = 3
"""Threads that may work for one device at once; streams have their own places."""
THREADS_PER_NETWORK = 6
"""Threads that may work for all devices of an IPv6 network at once, so that some are left for others."""
_IDLE_THREADS = 4
"""Threads at the start, enough for a phone or two; more are added when needed."""
_TLS_HANDSHAKE = b"\x16\x03"
"""First bytes of a connection for HTTPS: a handshake record, and the major version of all TLS."""
CONNECTION = "companion.connection"
"""Key of a request's connection in its WSGI environment."""
BACKUP = "companion.backup"
"""Key in the WSGI environment of the backup in a request, or of the error why it was refused."""


MayUpload = Callable[["WSGIEnvironment"], bool]
"""Function that returns whether a request with these headers may upload a file."""
BeginBackup = Callable[[int], UploadedFile]
"""Function that returns where an arriving backup of this many bytes goes. Raises SessionError if it has no place."""


class TooManyCookies(RequestHeaderFieldsTooLarge):
    """The answer to a request whose header is too large: a page in every language, as its header was not read.

    Cookies are common to all ports of a machine, so they are usually those of other programs.
    """

    def to_response(  # type: ignore[override]  # the stubs take the body for text
        self, ident: str | None = None
    ) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status, headers and body."""
        texts = [(code, Words(code)) for code in LANGUAGES]
        parts = [
            f'<section lang="{code}"><h1>{words("web.error.title")}</h1><p>{words("web.error.cookies")}</p></section>'
            for code, words in texts
        ]
        head = '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">'
        title = f"<title>{texts[0][1]('web.error.title')}</title>"
        headers = [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")]
        return f"{self.code} {self.reason}", headers, "".join((head, title, *parts)).encode()


class Parser(HTTPRequestParser):
    """Parser of a request. It skips a body that is too large; the application refuses that by its length."""

    command: str  # type: ignore[assignment]  # the stubs describe these wrongly
    path: str
    headers: dict[str, str]

    def __init__(self, adj: Any, may_upload: MayUpload, begin_backup: BeginBackup) -> None:
        super().__init__(adj)
        self._sender_may_upload = may_upload
        self._store_backup = begin_backup
        self.backup: UploadedFile | SessionError | None = None
        """The arriving backup, or the error why it was refused; None for other requests."""
        self.allows_file_size = False
        """True for a file, whose body may be larger."""
        self.first_byte_time: float | None = None
        """Time of its first byte by the monotonic clock."""
        self._last_byte_time = 0.0
        """Time of its newest bytes."""

    def received(self, data: bytes) -> int:
        """Return the number of these bytes that belong to the request."""
        self._last_byte_time = time.monotonic()
        if self.first_byte_time is None:
            self.first_byte_time = self._last_byte_time
        consumed: int = super().received(data)
        if type(self.error) is RequestHeaderFieldsTooLarge:
            self.error = TooManyCookies("")
        if self.headers_finished and self.error is None and not self.empty:
            self._check_size()
        return consumed

    @property
    def part(self) -> UploadedFile | None:
        """The arriving backup; None without one."""
        return self.backup if isinstance(self.backup, UploadedFile) else None

    def _check_size(self) -> None:
        """Decide by its length whether its body is accepted."""
        length = max(self.content_length, self.body_bytes_received)
        if self.part is None and self._is_new_backup():
            self._begin_backup_upload(length)
        elif self.part is None:
            self.allows_file_size = self.allows_file_size or (
                self.command == "POST" and self.path in FILE_PATHS and self._may_upload()
            )
            if length > (MOST_BYTES if self.allows_file_size else MOST_BODY_BYTES):
                self.refuse_body(length)
        elif self.part.error is not None:
            self.refuse_body(length)

    def _is_new_backup(self) -> bool:
        fits = self.command == "POST" and self.path == BACKUP_PATH and 0 < self.content_length <= MOST_BACKUP_BYTES
        return fits and isinstance(self.body_rcv, FixedStreamReceiver) and self.backup is None and self._may_upload()

    def _begin_backup_upload(self, length: int) -> None:
        """Have a backup written to the disk from its first byte on."""
        try:
            self.backup = self._store_backup(length)
        except SessionError as error:
            self.backup = error
            self.refuse_body(length)
        else:
            self.body_rcv = FixedStreamReceiver(length, self.backup)  # type: ignore[arg-type]  # it has the methods that are used

    @property
    def deadline(self) -> float:
        """Deadline by the monotonic clock for its next part."""
        first_byte_time = self.first_byte_time or 0.0
        if self.part is not None:
            return BODY_S + min(self._last_byte_time, first_byte_time + self.part.received / LEAST_BYTES_PER_SECOND)
        return first_byte_time + (BODY_S if self.headers_finished else HEADER_S)

    def _may_upload(self) -> bool:
        """Return whether its sender may upload files; from all others we accept no more than an ordinary body."""
        headers = {f"HTTP_{name}": self.headers[name] for name in ("COOKIE", "AUTHORIZATION") if name in self.headers}
        return self._sender_may_upload(headers)

    def refuse_body(self, length: int) -> None:
        """Have it answered without its body, and the connection closed."""
        if self.body_rcv is not None:
            self.body_rcv.getbuf().close()
        self.body_rcv = None
        self.headers["CONTENT_LENGTH"] = str(length)
        self.connection_close = True
        self.expect_continue = False
        self.completed = True


class Task(WSGITask):
    """A request at work, with its connection and its backup in its environment."""

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment."""
        environment: dict[str, Any] = super().get_environment()
        environment[CONNECTION] = self.channel
        if (backup := getattr(self.request, "backup", None)) is not None:
            environment[BACKUP] = backup
        return environment


class Connection(HTTPChannel):
    """A connection, with its deadline and its priority."""

    task_class = Task
    server: Any
    request: Parser | None

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.origin = origin_of(addr[0])
        """Device and network of the peer."""
        self.idle_since = time.monotonic()
        """Time when it began or finished its last request."""
        self.is_stream = False
        """True while it carries an event stream."""
        self.has_role = False
        """True if the stream is that of a phone with a role."""
        self._must_close = False
        """True once it must be closed, even while its reader takes nothing."""
        self._last_progress = (0, self.idle_since)
        self._writing = False
        self._has_waiting_request = False
        """True while its next request waits for the reader of the last response."""
        self.parser_class = partial(Parser, may_upload=server.may_upload, begin_backup=server.begin_backup)  # type: ignore[assignment]  # it is only called
        self._unread_lock = threading.Lock()
        """Held while the amount of unread data is checked and the result recorded."""
        super().__init__(server, sock, addr, adj, map=map)

    def become_stream(self, has_role: bool) -> None:
        """Mark the request at work as a stream with a separate thread; `has_role` for a phone with a role."""
        self.is_stream, self.has_role = True, has_role
        self.server.task_dispatcher.become_stream(self)

    def hang_up(self) -> None:
        """Close it, whatever is at work, and wake a thread that waits for its reader; from any thread."""
        self._must_close = True
        self.server.pull_trigger()

    def received(self, data: bytes) -> bool:
        """Take bytes that arrived, and return whether they may be part of a request; hang up on HTTPS at once.

        A browser that tries HTTPS first turns to HTTP as soon as that fails. It must not wait for a deadline.
        """
        if self.request is None and data.startswith(_TLS_HANDSHAKE):
            self.handle_close()
            return False
        return bool(super().received(data))

    def write_soon(self, data: bytes) -> int:
        """Send more of a response; wait while too much of it is unread."""
        self._writing = True
        try:
            return int(super().write_soon(data))
        finally:
            self._writing = False

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Wait for the reader only inside a response: waitress also calls this between two, where none should wait."""
        if self._writing:
            super()._flush_outbufs_below_high_watermark()  # type: ignore[misc]  # a private method of waitress

    def must_wait_for_reader(self) -> bool:
        """Return whether its next request must wait for the reader of the last response."""
        with self._unread_lock:
            self._has_waiting_request = self.total_outbufs_len > self.adj.outbuf_high_watermark
            return self._has_waiting_request

    def handle_write(self) -> None:
        """Send what is ready; once enough of it is read, start the next request."""
        super().handle_write()
        with self._unread_lock:
            can_continue = (
                self._has_waiting_request
                and self.connected
                and self.total_outbufs_len <= self.adj.outbuf_high_watermark
            )
            self._has_waiting_request = self._has_waiting_request and not can_continue
        if can_continue:
            self.server.task_dispatcher.add_task(self)

    def handle_close(self) -> None:
        """Close it, and drop a backup that is incomplete."""
        if self.request is not None and self.request.part is not None:
            self.request.part.drop()
        super().handle_close()

    def service(self) -> None:
        """Handle the next request."""
        super().service()
        self.is_stream = self.has_role = False
        self.idle_since = time.monotonic()

    def deadline(self, busy: bool) -> float | None:
        """Return when to close it, by the monotonic clock; None if never. `busy`: others need a thread."""
        if self._must_close:
            return self.idle_since
        if self.will_close:
            return None
        if self._has_waiting_request:
            return self._stalled_since() + IDLE_S
        if self.requests or self.total_outbufs_len:
            return self._stalled_since() + STUCK_S if busy and not self.is_stream else None
        arriving_request = self.request
        if arriving_request is None or arriving_request.first_byte_time is None:
            return self.idle_since + IDLE_S
        return arriving_request.deadline

    @property
    def priority(self) -> tuple[int, float]:
        """The priority: the lowest is closed first. Idle connections are lowest, phones with a role highest."""
        rank = 3 if self.has_role else 2 if self.is_stream else 1 if self.requests else 0
        return rank, self.idle_since

    def _stalled_since(self) -> float:
        """Return the time since when its reader has taken none of the data that is ready."""
        ready = self.total_outbufs_len
        if not ready or ready != self._last_progress[0]:
            self._last_progress = (ready, time.monotonic())
        return self._last_progress[1]


class ThreadPool(ThreadedTaskDispatcher):
    """A thread pool that serves all addresses in turn, with a few requests for each at a time.

    Each thread occupies memory as long as it exists: more than a few start only when they are needed, and then stay.
    """

    queue: deque[Connection]  # type: ignore[assignment]  # waitress queues channels

    def __init__(self, most: int) -> None:
        """Start a few of at most `most` threads."""
        super().__init__()
        self._most = most
        self._counts: Counter[str] = Counter()
        self._streams: set[Connection] = set()
        self.set_thread_count(min(most, _IDLE_THREADS))

    @property
    def busy(self) -> bool:
        """True if a request waits for a thread."""
        return bool(self.queue)

    def add_task(self, task: Any) -> None:
        """Queue a request. A long queue is not logged: a flood would fill the log."""
        with self.lock:
            self.queue.append(task)
            self.queue_cv.notify()
        self._grow()

    def _grow(self) -> None:
        """Start as many threads as there is work for: a request has come, or a thread has become a stream's."""
        with self.lock:
            running = len(self.threads) - self.stop_count
            wanted = min(self._most, self.active_count + self._startable())
        if wanted > running > 0:
            self.set_thread_count(wanted)

    def _startable(self) -> int:
        """Return the number of queued requests that may start at once; an address over its share starts no thread."""
        counts = self._counts.copy()
        number = 0
        for connection in self.queue:
            if _may_start(connection.origin, counts):
                counts.update(connection.origin.counted)
                number += 1
        return number

    def become_stream(self, connection: Connection) -> None:
        """Count the thread of this connection as a stream's, no longer as working on a request of its address."""
        with self.lock:
            self._streams.add(connection)
            self._counts.subtract(connection.origin.counted)
            self.queue_cv.notify()
        self._grow()

    def handler_thread(self, thread_no: int) -> None:
        """Handle requests until there are too many threads."""
        while (task := self._next_task(thread_no)) is not None:
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)
            finally:
                with self.lock:
                    if task in self._streams:
                        self._streams.discard(task)
                    else:
                        self._counts.subtract(task.origin.counted)
                    self._counts += Counter()  # drops zero counts
                    self.queue_cv.notify()

    def _next_task(self, thread_no: int) -> Connection | None:
        with self.lock:
            while self.stop_count == 0:
                task = next(
                    (connection for connection in self.queue if _may_start(connection.origin, self._counts)), None
                )
                if task is not None:
                    self.queue.remove(task)
                    self._counts.update(task.origin.counted)
                    return task
                self.active_count -= 1
                self.queue_cv.wait()
                self.active_count += 1
            self.active_count -= 1
            self.stop_count -= 1
            self.threads.discard(thread_no)
            self.thread_exit_cv.notify()
            return None


def _may_start(origin: Origin, counts: Counter[str]) -> bool:
    """Return whether one more thread may work for a device, given those that work for it and for its network."""
    return counts[origin.device] < THREADS_PER_DEVICE and counts[origin.network] < THREADS_PER_NETWORK


def _refuse_backup(_: int) -> UploadedFile:
    raise NotSavedError("there is no place for it")


class Listener(TcpWSGIServer):
    """The listener: it accepts connections, and when there are too many, closes one of the address with most."""

    channel_class = Connection
    active_channels: dict[int, Connection]  # type: ignore[assignment]  # the stubs do not describe it
    task_dispatcher: ThreadPool
    most = 0
    """Limit on open connections."""
    may_upload: MayUpload = staticmethod(lambda _: False)
    """Decides who may upload files."""
    begin_backup: BeginBackup = staticmethod(_refuse_backup)
    """Begins to store an arriving backup."""
    clock: Callable[[], float] = staticmethod(time.monotonic)

    def add_task(self, task: Any) -> None:
        """Have the next request of a connection handled; from any thread."""
        if not task.must_wait_for_reader():
            super().add_task(task)

    def handle_accept(self) -> None:
        """Accept a connection: if there are too many, close one of the address with most."""
        super().handle_accept()
        while self.most and len(self.active_channels) > self.most:
            channels = list(self.active_channels.values())
            greediest_origin = greediest(channel.origin for channel in channels)
            min(
                (channel for channel in channels if channel.origin == greediest_origin),
                key=lambda channel: channel.priority,
            ).handle_close()

    def expire(self) -> None:
        """Close the connections whose deadline has passed."""
        now, busy = self.clock(), self.task_dispatcher.busy
        files = 0
        for channel in list(self.active_channels.values()):
            arriving = channel.request
            files += arriving is not None and arriving.allows_file_size
            due = channel.deadline(busy)
            if (due is not None and due <= now) or (
                arriving is not None and arriving.allows_file_size and files > MOST_FILES
            ):
                channel.handle_close()

    def next_deadline(self) -> float | None:
        """Return the time of the next deadline for `expire`, by the clock; None without one."""
        busy = self.task_dispatcher.busy
        deadlines = (channel.deadline(busy) for channel in list(self.active_channels.values()))
        return min((deadline for deadline in deadlines if deadline is not None), default=None)
