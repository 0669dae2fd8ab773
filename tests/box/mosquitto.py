"""Debian's Mosquitto as a broker for tests, and its own client that reads what the broker has."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.box.namespace import Namespace

_RIGHTS = ("user root",)
"""Keeps the rights of root, if root runs the tests: their folder is closed to others."""


class Mosquitto:
    """A broker in its own process, on one port of this machine or of a namespace."""

    def __init__(self, folder: Path, *settings: str, machine: Namespace | None = None, host: str = "127.0.0.1") -> None:
        self.host, self.port = host, free_port()
        self._machine = machine
        self._config = folder / "mosquitto.conf"
        access = [] if any("password_file" in line for line in settings) else ["allow_anonymous true"]
        self._config.write_text(
            "\n".join((f"listener {self.port} {host}", *_RIGHTS, *access, *settings)) + "\n", "utf-8"
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"mqtt://{self.host}:{self.port}"

    def start(self) -> None:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin")
        assert program is not None
        command = self.inside(program, "-c", self._config)
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self._listens)

    def inside(self, *words: str | Path) -> list[str]:
        """Return the words that run a command on the machine of the broker."""
        return self._machine.inside(*words) if self._machine is not None else [*map(str, words)]

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _listens(self) -> bool:
        try:
            if self._machine is not None:
                self._machine.connect(self.host, self.port).close()
            else:
                socket.create_connection((self.host, self.port), 1).close()
        except OSError:
            return False
        return True


class Reader:
    """Mosquitto's own client: it reads every topic, as an owner would."""

    def __init__(self, broker: Mosquitto, *options: str) -> None:
        command = ("mosquitto_sub", "-h", broker.host, "-p", str(broker.port), "-t", "#", "-q", "1", "-F", "%r %t %p")
        self._process = subprocess.Popen(broker.inside(*command, *options), stdout=subprocess.PIPE, text=True)
        self.lines: list[tuple[bool, str, str]] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def payloads(self, ending: str) -> list[str]:
        return [payload for _, topic, payload in [*self.lines] if topic.endswith(ending)]

    def newest(self, ending: str) -> Any:
        payloads = self.payloads(ending)
        return payloads[-1] if payloads else ""

    def wait(self) -> None:
        """Wait until it has ended by itself."""
        assert self._process.wait(10) == 0

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            retained, topic, payload = line.rstrip("\n").split(" ", 2)
            self.lines.append((retained == "1", topic, payload))


@contextmanager
def running_broker(folder: Path) -> Iterator[Mosquitto]:
    """Run a broker without password."""
    broker = Mosquitto(folder)
    try:
        broker.start()
        yield broker
    finally:
        broker.kill()


def free_port() -> int:
    """Return a port of this machine at which nothing answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def wait_until(condition: Callable[[], bool], most_s: float = 10) -> None:
    """Wait until a condition is true, at most this long; then it must be."""
    deadline, pause = time.monotonic() + most_s, threading.Event()
    while not condition() and time.monotonic() < deadline:
        pause.wait(0.02)
    assert condition()
