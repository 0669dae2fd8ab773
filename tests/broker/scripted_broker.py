"""A broker that answers as a script says, on a port of this machine: it accepts, refuses, forgets or sends garbage."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

ACCEPTED, WRONG_LOGIN = b"\x20\x02\x00\x00", b"\x20\x02\x00\x05"
CONNECT, PUBLISH, PING = 1, 3, 12
MESSAGE_NOBODY_ASKED_FOR = b"\x30\x06\x00\x01ahey"
LONG_MESSAGE = b"\x30\xff\xff\xff\x7f"
"""Beginning of a message of 256 MB."""

MOST_BYTES = 1 << 20
"""The most bytes of a packet: a longer one is not MQTT, as a greeting for an encrypted connection."""


class ScriptedBroker:
    """A broker for one client at a time, used as a context."""

    def __init__(self, greeting: bytes = ACCEPTED, *, acknowledges: bool = True, reads: bool = True) -> None:
        """`greeting` answers the request to connect; without `reads`, it is sent at once and nothing is ever read."""
        self.greeting, self.acknowledges, self.reads = greeting, acknowledges, reads
        self.published: list[tuple[str, bytes]] = []
        self.connections = 0
        self.pings = 0
        self.changed = threading.Condition()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._stopped = threading.Event()
        self._client: socket.socket | None = None

    @property
    def address(self) -> str:
        return f"mqtt://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> ScriptedBroker:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self.hang_up()
        self._thread.join()
        self._listener.close()

    def hang_up(self) -> None:
        """Cut the connection."""
        client = self._client
        if client is not None:
            with suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)

    def payloads(self, ending: str) -> list[bytes]:
        """Return what was published to topics that end like this, oldest first."""
        with self.changed:
            return [payload for topic, payload in self.published if topic.endswith(ending)]

    def wait_for(self, ending: str, count: int = 1, timeout: float = 10.0) -> list[bytes]:
        """Wait until something was published this often to topics that end like this, and return it."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.payloads(ending)) >= count, timeout)
        payloads = self.payloads(ending)
        assert len(payloads) >= count, f"{len(payloads)} of {count} messages for {ending}"
        return payloads

    def _serve(self) -> None:
        while not self._stopped.is_set():
            try:
                self._client, _ = self._listener.accept()
            except OSError:
                return
            with self._client, suppress(OSError):
                self._talk(self._client)

    def _talk(self, client: socket.socket) -> None:
        with self.changed:
            self.connections += 1
            self.changed.notify_all()
        if not self.reads:
            client.sendall(self.greeting)
            self._stopped.wait()
            return
        for kind, flags, body in _packets(client):
            if kind == CONNECT:
                client.sendall(self.greeting)
            elif kind == PUBLISH:
                end = 2 + int.from_bytes(body[:2])
                has_id = bool(flags & 0b110)
                with self.changed:
                    self.published.append((body[2:end].decode(), body[end + 2 * has_id :]))
                    self.changed.notify_all()
                if has_id and self.acknowledges:
                    client.sendall(b"\x40\x02" + body[end : end + 2])
            elif kind == PING:
                client.sendall(b"\xd0\x00")
                with self.changed:
                    self.pings += 1
                    self.changed.notify_all()


def _packets(client: socket.socket) -> Iterator[tuple[int, int, bytes]]:
    """Yield the kind, the flags and the body of each packet, until the client goes, or sends something else."""
    with client.makefile("rb") as stream:
        while head := stream.read(1):
            length, shift = 0, 0
            while digit := stream.read(1):
                length |= (digit[0] & 0x7F) << shift
                shift += 7
                if digit[0] < 0x80:
                    break
            if length > MOST_BYTES:
                return
            yield head[0] >> 4, head[0] & 0x0F, stream.read(length)
