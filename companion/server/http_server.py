"""The web server: waitress on one socket, with a thread for every stream and some for everybody else."""

from __future__ import annotations

import errno
import logging
import socket
import threading
import time
from typing import Any

from flask import Flask
from waitress.adjustments import Adjustments

from companion.journal.upload import MOST_BYTES as MOST_BACKUP_BYTES
from companion.server.connections import Listener, Threads
from companion.server.event_streams import Streams
from companion.server.rate_limits import Rated

log = logging.getLogger(__name__)

KNOWN = "companion.known"
"""Under this name an application has a way to tell which phone with a role a request comes from."""
BRINGS = "companion.brings"
"""Under this name, one to tell whether a request comes from a phone that may bring files."""
SPOOLS = "companion.spools"
"""Under this name, one to have a backup go to the disk as it comes."""
_OTHERS = 8
"""Threads besides those that streams may take."""
_AT_REST_S = 30
"""How long waitress sleeps when nothing happens; whatever happens wakes it."""
_LATE_S = 0.05
"""How late a deadline may be seen, in seconds: many that are close together are looked at once."""
_AHEAD_BYTES = 64 * 1024
"""How much is kept for a page that does not read before its thread waits; newer events then replace older ones. The
machine's own buffer for it holds about twice as much."""
_SILENT_S = 30
"""After how long a page that takes nothing of what was sent to it is given up: a phone that left, or one asleep."""
_CONNECTIONS_EACH = 6
"""How many connections a browser keeps to one machine: for the stream, and for what it asks for besides."""
_MOST_CONNECTIONS = 900
"""A process may have a thousand files open, unless told otherwise."""
_MOST_HEADER_BYTES = 16 * 1024
_SLACK = 100
"""Files that are open besides connections, and that waitress counts with them."""


class PortInUseError(OSError):
    """Another program has the port."""

    def __init__(self, port: int) -> None:
        """`port` is the one asked for."""
        self.port = port
        super().__init__(errno.EADDRINUSE, f"Port {port} is in use by another program; choose another with --port.")

    def __str__(self) -> str:
        return str(self.strerror)


class Server:
    """A server that has its port already. `run` or `start` it, and `close` it from any thread."""

    def __init__(self, app: Flask, listener: socket.socket, streams: Streams) -> None:
        """Made by `serve`."""
        self.app = app
        """What it serves."""
        self.port: int = listener.getsockname()[1]
        """The port it listens on, also when any free one was asked for."""
        self.streams = streams
        """Which pages look on."""
        self._sockets: dict[int, Any] = {}
        threads, most = streams.most + _OTHERS, min(_MOST_CONNECTIONS, _CONNECTIONS_EACH * (streams.most + _OTHERS))
        settings = Adjustments(
            sockets=[listener],
            threads=threads,
            ident=None,
            asyncore_loop_timeout=_AT_REST_S,
            outbuf_high_watermark=_AHEAD_BYTES,
            connection_limit=most + _SLACK,
            max_request_header_size=_MOST_HEADER_BYTES,
            max_request_body_size=2 * MOST_BACKUP_BYTES,  # our own bounds are lower
            # Phones come and go, and are given up: nothing that a maintainer should read of.
            log_socket_errors=False,
            # Lets a stream know that its page hung up.
            channel_request_lookahead=1,
            # Whoever comes through a proxy must stay recognisable as such: see access.py.
            clear_untrusted_proxy_headers=False,
        )
        dispatcher = Threads(threads)
        rated = Rated(app, app.extensions.get(KNOWN, lambda _: None))
        about = (listener.family, listener.type, listener.proto, listener.getsockname())
        self._waitress: Any = Listener(
            rated, self._sockets, True, listener, dispatcher, settings, about, bind_socket=False
        )
        self._waitress.most = most
        self._waitress.brings = app.extensions.get(BRINGS, self._waitress.brings)
        self._waitress.spools = app.extensions.get(SPOOLS, self._waitress.spools)
        self._closing = threading.Event()
        self._ended = threading.Event()
        # A signal handler may call `close` in the midst of `run`, on the same thread.
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._runner: int | None = None

    def run(self) -> None:
        """Serve until `close` is called."""
        with self._lock:
            if self._closing.is_set():
                return
            self._runner = threading.get_ident()
        try:
            while not self._closing.is_set():
                due = self._waitress.next_deadline()
                rest = _AT_REST_S if due is None else min(_AT_REST_S, max(0.0, due - time.monotonic()) + _LATE_S)
                self._waitress.asyncore.loop(timeout=rest, map=self._sockets, use_poll=True, count=1)
                self._waitress.expire()
        finally:
            self._end()

    def start(self) -> None:
        """Serve on a thread of its own until `close` is called."""
        self._thread = threading.Thread(target=self.run, name="web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End all streams, hang up and free the port; may be called twice.

        Returns when that is done, except where `run` runs on this very thread: then `run` does it on its way out.
        """
        with self._lock:
            first = not self._closing.is_set()
            self._closing.set()
        self.streams.close()
        if self._runner is None and first:
            self._end()
        with self._lock:
            if not self._ended.is_set():
                self._waitress.pull_trigger()
        if self._runner != threading.get_ident():
            self._ended.wait()

    def _end(self) -> None:
        """Hang up on everybody; whoever still waits to send something is woken by that."""
        self.streams.close()
        for channel in list(self._waitress.active_channels.values()):
            channel.handle_close()
        self._waitress.task_dispatcher.shutdown()
        with self._lock:
            self._waitress.close()
            self._ended.set()


def serve(app: Flask, host: str, port: int, streams: Streams, silent_s: float = _SILENT_S) -> Server:
    """A server for `app` that listens on `port` of `host` already; port 0 takes any free one.

    A page that takes nothing for `silent_s` seconds though there is something for it is hung up on.

    Raises:
        PortInUseError: Another program has the port.
        OSError: The port or the host cannot be had for another reason.
    """
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        listener = socket.create_server(address[:2], family=family, dualstack_ipv6=both)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUseError(port) from error
        raise
    _bound_waiting(listener, silent_s)
    return Server(app, listener, streams)


def _bound_waiting(listener: socket.socket, silent_s: float) -> None:
    """Bound what waits for a page that does not read, and for how long; every connection inherits it.

    Else the machine keeps megabytes, all of them out of date when they arrive, and a connection holds its place and its
    thread for a quarter of an hour after its phone has left; for ever, if the phone is there and only does not read.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _AHEAD_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * silent_s))
