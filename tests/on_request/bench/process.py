"""A whole companion in a process of its own, to be measured from outside."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from companion.app.run import LOG_LEVEL
from tests.terminal import PATIENCE_S, environment


@dataclass
class Started:
    """A companion that runs."""

    pid: int
    began: float
    """When its process was started, in seconds of `time.perf_counter`."""
    address: str = ""
    """Where its pages are, with a / at the end."""
    pictures: list[float] = field(default_factory=list)
    """When it had painted its first picture; empty until the log says so, at the latest when it has ended."""

    @property
    def port(self) -> int:
        """The port of its pages."""
        return int(self.address.rstrip("/").rpartition(":")[2])

    def resident_mb(self) -> float:
        """The memory that it takes now, in megabytes."""
        return resident_mb(self.pid)


def resident_mb(pid: int) -> float:
    """The memory that a process takes now, in megabytes."""
    return _status_mb(pid, "VmRSS")


def peak_mb(pid: int) -> float:
    """The most memory that a process has taken since it began, in megabytes."""
    return _status_mb(pid, "VmHWM")


def _status_mb(pid: int, name: str) -> float:
    found = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    assert found is not None
    return int(found[1]) / 1024


def installed(**variables: str) -> dict[str, str]:
    """The variables of a companion that was installed: whose modules are compiled once, not at every start."""
    return {name: value for name, value in environment(**variables).items() if name != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def started(state: Path) -> Iterator[Started]:
    """`companion run --simulate` on this state directory, and its settings; asked to end in the end, and waited for."""
    command = [sys.executable, "-m", "companion", "run", "--simulate", "--port", "0", "--state", str(state)]
    began = time.perf_counter()
    with subprocess.Popen(
        command, env=installed(**{LOG_LEVEL: "debug"}), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        patience = threading.Timer(PATIENCE_S, process.kill)
        patience.start()
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            companion = Started(process.pid, began)
            log = threading.Thread(target=_read_log, args=(process.stderr, companion.pictures))
            log.start()
            companion.address = _address(process.stdout)
            yield companion
            process.send_signal(signal.SIGTERM)
            process.wait()
            log.join()
        finally:
            patience.cancel()
            process.kill()


def _address(output: IO[str]) -> str:
    """Where the box is: the program says so once the port is open."""
    for line in output:
        if found := re.search(r"http://\S+/(?=box)", line):
            return found[0]
    raise AssertionError("the table did not start")


def _read_log(log: IO[str], pictures: list[float]) -> None:
    """Note when the log speaks of the first picture, and read the rest so that nobody waits for it."""
    for line in log:
        if "first picture" in line:
            pictures.append(time.perf_counter())
