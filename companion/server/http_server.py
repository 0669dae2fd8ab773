"""The HTTP server: waitress on one socket, with enough threads for all streams and some for other requests."""

from __future__ import annotations

import errno
import logging
import resource
import socket
import threading
import time
from ipaddress import ip_address
from typing import Any

from flask import Flask
from waitress.adjustments import Adjustments

from companion.journal.upload import MOST_BYTES as MOST_BACKUP_BYTES
from companion.server.connections import Listener, ThreadPool
from companion.server.event_streams import Streams
from companion.server.rate_limits import RateLimitMiddleware
from companion.server.request_origin_checks import OUTSIDE

log = logging.getLogger(__name__)

PHONE_LOOKUP = "companion.known"
"""Key in `app.extensions` of a function that returns the phone with a role that a request comes from."""
MAY_UPLOAD = "companion.brings"
"""Key in `app.extensions` of a function that returns whether a request comes from a phone that may upload files."""
BEGIN_BACKUP = "companion.spools"
"""Key in `app.extensions` of a function that begins to write an arriving backup to the disk."""
_OTHER_THREADS = 8
"""Number of threads besides those that streams may take."""
_LONGEST_SLEEP_S = 30
"""Longest sleep of waitress in seconds when nothing happens; any event wakes it."""
_DEADLINE_SLACK_S = 0.05
"""Longest delay after a deadline in seconds, so that deadlines close together are handled at once."""
_WAIT_FOR_CLOCK_S = 1.0
"""Seconds until the clock is read again after it could not be read."""
_SEND_BUFFER_BYTES = 64 * 1024
"""Bytes buffered for a page that does not read before its thread waits; newer events then replace older ones.

The buffer of the operating system holds about twice as much."""
_SILENT_READER_S = 30
"""Seconds until a page that takes nothing of what was sent to it is hung up on: its phone left or sleeps."""
_CONNECTIONS_PER_BROWSER = 6
"""Number of connections that a browser keeps to one server, for the stream and for other requests."""
_MOST_CONNECTIONS = 900
"""Limit on connections: by default, a process may have a thousand files open."""
_LEAST_CONNECTIONS = 8
"""Connections that are accepted however few files a process may have open."""
_OWN_FILES = 40
"""Files that the table itself needs, open ones and those of a request: journal, keys, screen, spinner, sockets."""
_MOST_HEADER_BYTES = 16 * 1024
_OTHER_FILES = 100
"""Number of open files that are no connections, but that waitress counts as such."""


class PortInUseError(OSError):
    """The port is in use by another program."""

    def __init__(self, port: int) -> None:
        """Create the error for the port that was requested."""
        self.port = port
        super().__init__(errno.EADDRINUSE, f"Another program is using port {port}. Choose another one with --port.")

    def __str__(self) -> str:
        return str(self.strerror)


class Server:
    """An HTTP server that already has its port. Call `run` or `start`, and `close` from any thread."""

    def __init__(self, app: Flask, listener: socket.socket, streams: Streams) -> None:
        """Create the server; use `serve` instead."""
        self.app = app
        """The application that it serves."""
        self.port: int = listener.getsockname()[1]
        """Port that it listens on, also when any free one was requested."""
        self.streams = streams
        """The open event streams."""
        self._sockets: dict[int, Any] = {}
        threads = streams.most + _OTHER_THREADS
        room = max(_LEAST_CONNECTIONS, most_open_files() - _OWN_FILES)
        most = min(_MOST_CONNECTIONS, room, _CONNECTIONS_PER_BROWSER * threads)
        # Behind a proxy on this machine, people count under the addresses that it names, and not as one.
        peer = listener.getsockname()[0]
        is_proxied = bool(app.extensions.get(OUTSIDE)) and ip_address(peer).is_loopback
        proxy = {"trusted_proxy": peer, "trusted_proxy_headers": {"x-forwarded-for"}} if is_proxied else {}
        settings = Adjustments(
            **proxy,
            sockets=[listener],
            threads=threads,
            ident=None,
            asyncore_loop_timeout=_LONGEST_SLEEP_S,
            outbuf_high_watermark=_SEND_BUFFER_BYTES,
            connection_limit=most + _OTHER_FILES,
            max_request_header_size=_MOST_HEADER_BYTES,
            max_request_body_size=2 * MOST_BACKUP_BYTES,  # our own limits are lower
            # Phones come and go, and are hung up on: no reason for a line in the log.
            log_socket_errors=False,
            # Lets a stream know that its page hung up.
            channel_request_lookahead=1,
            # Requests through a proxy must stay recognisable as such: see access.py.
            clear_untrusted_proxy_headers=False,
        )
        dispatcher = ThreadPool(threads)
        rate_limited = RateLimitMiddleware(app, app.extensions.get(PHONE_LOOKUP, lambda _: None))
        socket_details = (listener.family, listener.type, listener.proto, listener.getsockname())
        self._waitress: Any = Listener(
            rate_limited, self._sockets, True, listener, dispatcher, settings, socket_details, bind_socket=False
        )
        self._waitress.most = most
        self._waitress.may_upload = app.extensions.get(MAY_UPLOAD, self._waitress.may_upload)
        self._waitress.begin_backup = app.extensions.get(BEGIN_BACKUP, self._waitress.begin_backup)
        self._closing = threading.Event()
        self._ended = threading.Event()
        # A signal handler may call `close` during `run`, on the same thread.
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._run_thread_id: int | None = None

    def run(self) -> None:
        """Serve until `close` is called."""
        with self._lock:
            if self._closing.is_set():
                return
            self._run_thread_id = threading.get_ident()
        try:
            while not self._closing.is_set():
                due = self._waitress.next_deadline()
                sleep_s = (
                    _LONGEST_SLEEP_S
                    if due is None
                    else min(_LONGEST_SLEEP_S, max(0.0, due - time.monotonic()) + _DEADLINE_SLACK_S)
                )
                try:
                    self._waitress.asyncore.loop(timeout=sleep_s, map=self._sockets, use_poll=True, count=1)
                    self._waitress.expire()
                except OverflowError as error:  # of time.time(): a clock in the year 9999 may be set right again
                    log.warning("the clock of this machine is beyond what Python can read: %s", error)
                    self._closing.wait(_WAIT_FOR_CLOCK_S)
        finally:
            self._end()

    def start(self) -> None:
        """Serve on a new thread until `close` is called."""
        self._thread = threading.Thread(target=self.run, name="web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End all streams, hang up and free the port; may be called twice.

        Returns when that is done. On the thread of `run` it returns at once, and `run` does the rest before it returns.
        """
        with self._lock:
            is_first_call = not self._closing.is_set()
            self._closing.set()
        self.streams.close()
        if self._run_thread_id is None and is_first_call:
            self._end()
        with self._lock:
            if not self._ended.is_set():
                self._waitress.pull_trigger()
        if self._run_thread_id != threading.get_ident():
            self._ended.wait()

    def _end(self) -> None:
        """Close every connection, which also wakes threads that wait to send something."""
        self.streams.close()
        for channel in list(self._waitress.active_channels.values()):
            channel.handle_close()
        self._waitress.task_dispatcher.shutdown()
        with self._lock:
            self._waitress.close()
            self._ended.set()


def listening_server(app: Flask, host: str, port: int, streams: Streams, silent_s: float = _SILENT_READER_S) -> Server:
    """Return a server for `app` that already listens on `port` of `host`; port 0 takes any free one.

    The host `::` is every address, of IPv4 too; where there is no IPv6, it is every address of IPv4.

    A page that takes nothing for `silent_s` seconds although data is ready for it is hung up on.

    Raises:
        PortInUseError: Another program has the port.
        OSError: The port or the host is unavailable for another reason.
    """
    if host == "::" and not _has_ipv6():
        host = "0.0.0.0"
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        listener = socket.create_server(address[:2], family=family, dualstack_ipv6=both)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUseError(port) from error
        raise
    _limit_buffering(listener, silent_s)
    return Server(app, listener, streams)


def most_open_files() -> int:
    """Raise the number of files that this process may have open as far as it may, and return it.

    Without a file number, a journal cannot be opened, and looks damaged.
    """
    wanted = _MOST_CONNECTIONS + _OWN_FILES
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (wanted if limit == resource.RLIM_INFINITY else limit for limit in limits)
    if soft < min(hard, wanted):
        soft = min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, limits[1]))
    return soft


def _has_ipv6() -> bool:
    """Return whether this machine can listen on IPv6 at all."""
    try:
        socket.create_server(("::", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def _limit_buffering(listener: socket.socket, silent_s: float) -> None:
    """Limit how much data waits for a page that does not read, and how long; every connection inherits this.

    Otherwise the operating system buffers megabytes, all of them out of date when they arrive. A connection would also
    keep its place and its thread for a quarter of an hour after its phone has left, and without end if the phone is
    there but does not read.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * silent_s))
