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

_RIGHTS = ("user root",)
"""Keeps the rights of root, if root runs the tests: their folder is closed to others."""


class Mosquitto:
    """A broker in its own process, on one port of this machine."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        access = [] if any("password_file" in line for line in settings) else ["allow_anonymous true"]
        self._config.write_text(
            "\n".join((f"listener {self.port} 127.0.0.1", *_RIGHTS, *access, *settings)) + "\n", "utf-8"
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin")
        assert program is not None
        self._process = subprocess.Popen(
            [program, "-c", self._config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(self._listens)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True


class Reader:
    """Mosquitto's own client: it reads every topic, as an owner would."""

    def __init__(self, broker: Mosquitto, *options: str) -> None:
        command = ["mosquitto_sub", "-p", str(broker.port), "-t", "#", "-q", "1", "-F", "%r %t %p", *options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.lines: list[tuple[bool, str, str]] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def payloads(self, ending: str) -> list[str]:
        return [payload for _, topic, payload in [*self.lines] if topic.endswith(ending)]

    def newest(self, ending: str) -> Any:
        payloads = self.payloads(ending)
        return payloads[-1] if payloads else ""

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


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until a condition is true, at most ten seconds; then it must be."""
    deadline, pause = time.monotonic() + 10, threading.Event()
    while not condition() and time.monotonic() < deadline:
        pause.wait(0.02)
    assert condition()
