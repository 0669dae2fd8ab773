"""A box with the package installed: it boots, runs commands, loses its power, and boots again from the same disk."""

from __future__ import annotations

import base64
import itertools
import json
import re
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.server.phone_routes import COOKIE
from tests.box.machine import Parts, VirtualMachine
from tests.box.vm.kernel import kernel

BOOT_S = 240.0
"""Seconds until a box must answer: ten times what it takes."""
PORT = 8080
HOST = "h" * 43
"""The cookie of a host's phone."""
_NOWHERE = Path("/dev/null")
_LINE_OF = {"ok": 22, "back": 4, "undo": 8, "seat1": 23}
"""Lines of the bench's keys."""


class InstalledBox(VirtualMachine):
    """A machine that boots from its own disk. Used as a context: its plug is pulled at the end."""

    def __init__(self, disk: Path) -> None:
        """`disk` is an image written by `installed_image`; this machine changes it."""
        super().__init__("true", parts=Parts(kernel(), _NOWHERE, _NOWHERE), disk=disk)
        self._numbers = itertools.count(1)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
            """The port of this machine that leads to the box's pages."""

    def run(self, command: str, seconds: float = BOOT_S) -> str:
        """Run a command in the box's shell as root, and return its output. It must succeed."""
        status, output = self.try_run(command, seconds)
        assert status == 0, f"{command}: {status}\n{output}"
        return output

    def try_run(self, command: str, seconds: float = BOOT_S) -> tuple[int, str]:
        """Run a command in the box's shell as root; return its exit status and its output."""
        number, begun = next(self._numbers), len(self.lines)
        self.send(f"{number} {base64.b64encode(command.encode()).decode()}")
        completed = self.wait_for(rf"(?:.*)VM-DONE {number} (\d+)", seconds)
        lines = [line for line in self.lines[begun:] if "VM-DONE" not in line]
        return int(completed[1]), "".join(lines)

    def join_network(self) -> None:
        """Give the box its address, as a router would."""
        self.run("ip link set dev $(ls /sys/class/net | grep -v lo) up")
        self.run("ip addr add 10.0.2.15/24 dev $(ls /sys/class/net | grep -v lo)")
        self.run("ip route add default via 10.0.2.2")

    def wait_for_power_off(self, seconds: float = BOOT_S) -> None:
        """Wait until the machine has switched off. Raises subprocess.TimeoutExpired."""
        self._process.wait(seconds)

    def press(self, key: str) -> None:
        """Press and release a key of the bench, quickly: a busy machine would make a slow press of it, which plays
        nothing.
        """
        pull = f"$SIM_DIR/sim_gpio{_LINE_OF[key]}/pull"
        self.run(f"echo pull-down >{pull}; sleep 0.06; echo pull-up >{pull}; sleep 0.15")

    def view(self) -> dict[str, Any]:
        """Return the table as every page gets it."""
        view: dict[str, Any] = json.loads(self.page("api/state"))
        return view

    def page(self, path: str = "") -> str:
        """Return a page of the box, as a host's phone gets it; try again while a network just joined leads nowhere."""
        ends = time.monotonic() + BOOT_S
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/{path}", headers={"Cookie": f"{COOKIE}={HOST}"})
        while True:
            try:
                with urllib.request.urlopen(request, timeout=BOOT_S) as answer:
                    text: str = answer.read().decode()
                    return text
            except (ConnectionError, urllib.error.URLError):
                if time.monotonic() > ends:
                    raise
                time.sleep(0.5)

    def status_line(self, name: str) -> bool | None:
        """Return whether a line of the box's status is well; None if the box does not have it."""
        lines = json.loads(self.page("api/how"))["lines"]
        return next((bool(line["well"]) for line in lines if line["about"] == name), None)

    def wait_until(self, look: Callable[[], bool], seconds: float = BOOT_S) -> None:
        """Wait until `look` returns a true value. Raises AssertionError if it does not."""
        ends = time.monotonic() + seconds
        while not look():
            assert time.monotonic() < ends, look
            time.sleep(0.2)

    def wait_for_command(self, command: str, seconds: float = BOOT_S) -> None:
        """Wait until a command of the box's shell succeeds."""
        self.run(f"until {command}; do sleep 0.2; done >/dev/null 2>&1", seconds)

    def _drives(self) -> list[tuple[Path, str]]:
        assert self._disk is not None
        return [(self._disk, ",cache=writeback")]

    def _line(self) -> list[str | Path]:
        forwarded = f"user,id=n,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:{PORT}"
        return [*super()._line(), "-netdev", forwarded, "-device", "virtio-net-pci,netdev=n"]

    def _wanted(self) -> str:
        return "vm.debian=yes quiet systemd.show_status=0"


def property_of(box: InstalledBox, unit: str, name: str) -> str:
    """Return a property of a unit, as systemd states it."""
    return re.sub(rf"^{name}=", "", box.run(f"systemctl show --property={name} {unit}").strip())
