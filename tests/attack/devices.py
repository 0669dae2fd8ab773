"""Devices on the network of a table: each has its own loopback address, and uses real sockets."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass, field

from companion.server.phone_routes import COOKIE
from companion.server.request_origin_checks import PAGE_COOKIE

PATIENCE_S = 20.0
"""Timeout in seconds for whatever is not measured."""
PAGE_S, STREAM_S = 1.0, 2.0
"""Seconds within which another phone must have its page, and its stream."""


@dataclass
class Device:
    """A device at an address; its connections are closed with it."""

    port: int
    address: str
    cookie: str = ""
    """Cookie of a phone with a role; "" for none."""
    page: bool = True
    """True if our own pages ask, whose cookie the browser sends. False for another site's page or a program."""
    sockets: list[socket.socket] = field(default_factory=list)

    def connect(self, *, receive_buffer: int | None = None) -> socket.socket:
        """Return a connection without a request."""
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if receive_buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.settimeout(PATIENCE_S)
        connection.bind((self.address, 0))
        connection.connect(("127.0.0.1", self.port))
        self.sockets.append(connection)
        return connection

    def request(self, path: str, *, times: int = 1, receive_buffer: int | None = None) -> socket.socket:
        """Return a connection with this request, repeated `times` times, before any of the response is read."""
        connection = self.connect(receive_buffer=receive_buffer)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{self._cookie}\r\n".encode() * times)
        return connection

    def begin_upload(self) -> socket.socket:
        """Return a connection on which the upload of a game's file begins, and does not end."""
        connection = self.connect()
        head = "POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/jsonl\r\n"
        connection.sendall(f"{head}{self._cookie}Content-Length: 500000\r\n\r\n".encode() + b" " * 1000)
        return connection

    def status(self, path: str) -> tuple[int, float]:
        """Return the status of a response, and the seconds until its first bytes."""
        begun = time.monotonic()
        connection = self.request(path)
        head = connection.recv(65536)
        took = time.monotonic() - begun
        connection.close()
        return int(head.split(b" ", 2)[1]) if head else 0, took

    def open_stream(self) -> tuple[int, float]:
        """Open a stream and keep it; return its status, and the seconds until the first view."""
        begun = time.monotonic()
        connection = self.request("/api/events")
        text = b""
        while b"data: {" not in text and (part := connection.recv(65536)):
            text += part
            if not text.startswith(b"HTTP/1.1 200"):
                break
        return int(text.split(b" ", 2)[1]) if text else 0, time.monotonic() - begun

    @property
    def _cookie(self) -> str:
        cookies = {COOKIE: self.cookie, PAGE_COOKIE: "1" if self.page else ""}
        pairs = "; ".join(f"{name}={value}" for name, value in cookies.items() if value)
        return f"Cookie: {pairs}\r\n" if pairs else ""

    def close(self) -> None:
        for connection in self.sockets:
            connection.close()
