"""A whole companion in a separate process, to be measured from outside."""

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
class RunningCompanion:
    """A running companion."""

    pid: int
    began: float
    """The start of its process, in seconds of `time.perf_counter`."""
    address: str = ""
    """The address of its pages, with a / at the end."""
    pictures: list[float] = field(default_factory=list)
    """The time of its first painted picture; empty until the log mentions it, at the latest at its end."""

    @property
    def port(self) -> int:
        """The port of its pages."""
        return int(self.address.rstrip("/").rpartition(":")[2])

    def resident_mb(self) -> float:
        """Return its memory now, in megabytes."""
        return resident_mb(self.pid)


def resident_mb(pid: int) -> float:
    """Return a process's memory now, in megabytes."""
    return _status_mb(pid, "VmRSS")


def peak_mb(pid: int) -> float:
    """Return the most memory that a process has used since it began, in megabytes."""
    return _status_mb(pid, "VmHWM")


def _status_mb(pid: int, name: str) -> float:
    match = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    assert match is not None
    return int(match[1]) / 1024


def installed(**variables: str) -> dict[str, str]:
    """Return the environment of an installed companion, whose modules are compiled once, not at every start."""
    return {name: value for name, value in environment(**variables).items() if name != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def started(state: Path, most_s: float = PATIENCE_S) -> Iterator[RunningCompanion]:
    """Run `companion run --simulate` on this state directory with its settings; at the end, stop it and wait for it.

    It is killed after `most_s` seconds.
    """
    command = [sys.executable, "-m", "companion", "run", "--simulate", "--port", "0", "--state", str(state)]
    began = time.perf_counter()
    with subprocess.Popen(
        command, env=installed(**{LOG_LEVEL: "debug"}), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        patience = threading.Timer(most_s, process.kill)
        patience.start()
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            companion = RunningCompanion(process.pid, began)
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
    """Return the address of the box, which the program prints once the port is open."""
    for line in output:
        if match := re.search(r"http://\S+/(?=box)", line):
            return match[0]
    raise AssertionError("the table did not start")


def _read_log(log: IO[str], pictures: list[float]) -> None:
    """Record when the log mentions the first picture, and read the rest so that the pipe never fills."""
    for line in log:
        if "first picture" in line:
            pictures.append(time.perf_counter())
