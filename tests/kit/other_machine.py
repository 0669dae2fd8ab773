"""The program as a process on a machine with unusual settings, and its keys."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.box.events import events
from tests.terminal import PATIENCE_S, environment

CHECKOUT = Path(__file__).resolve().parents[2]
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Opener of addresses that uses no proxy, whatever the environment says."""


@dataclass(frozen=True)
class MachineVariant:
    """A way in which a machine differs from the usual one."""

    name: str
    variables: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    """Environment variables that are not set."""
    umask: int = -1
    folder: str = "state"
    """Name of the state directory."""
    shell: str = 'exec "$@"'
    """Shell command that starts the program."""


@contextmanager
def running(habit: MachineVariant, state: Path) -> Iterator[str]:
    """Run a companion on such a machine and yield the address of its box. It must end cleanly and print no error."""
    inherited = {**environment(), **habit.variables}
    variables = {name: value for name, value in inherited.items() if name not in habit.without}
    words = (sys.executable, "-m", "companion", "run", "--simulate", "--port", "0", "--state", str(state))
    with subprocess.Popen(
        ["/bin/sh", "-c", habit.shell, "sh", *words],
        cwd=CHECKOUT, env=variables, umask=habit.umask, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            first = process.stdout.readline().decode("utf-8", "replace")
            address = next((word for word in first.split() if word.startswith("http://")), None)
            assert address is not None, process.communicate(timeout=PATIENCE_S)
            yield address
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert process.returncode == 0
    assert [line for line in errors.splitlines() if b"not on lasting storage" not in line] == []


def press_ok(address: str) -> dict[str, Any]:
    """Press OK on the box, which plays the next move, and return the view that shows it."""
    with DIRECT.open(address.replace("/box", "/api/events"), timeout=PATIENCE_S) as stream:
        views = events(stream)
        before = next(views)["entry"]
        for down in (True, False):
            body = json.dumps({"key": "ok", "down": down}).encode()
            headers = {"Content-Type": "application/json"}
            DIRECT.open(urllib.request.Request(f"{address}/keys", body, headers), timeout=PATIENCE_S).close()
        return next(view for view in views if view["entry"] > before)
