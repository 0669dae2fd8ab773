"""Tests of the program with a wrong clock, without IPv6, with a tiny /dev/shm, off the loopback. Needs root."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kept import save_game
from tests.kit.other_machine import CHECKOUT, MachineVariant, press_ok, running

TIMES = ("1970-01-01 00:00:10", "1969-12-31 20:00:00", "1999-12-31 23:59:58", "2040-02-01 12:00:00")
"""The start of Unix time, a time before it, the end of a century, and a time after 2038, when 31 bits overflow."""
FAKE = "faketime/libfaketime.so.1"
"""The library of Debian's package faketime, below /usr/lib/<architecture>."""
NO_IPV6 = """
for at in all default lo; do echo 1 >/proc/sys/net/ipv6/conf/$at/disable_ipv6; done
/bin/busybox ip link set lo up
exec "$@"
"""
LITTLE_MEMORY = """
mount -t tmpfs -o size=256k,mode=755 tmpfs /dev/shm
exec "$@"
"""
OFF_LOOPBACK = """
/bin/busybox ip link set lo up
for address in 192.168.77.1 192.168.77.2; do /bin/busybox ip address add $address/32 dev lo; done
export COMPANION_ADDRESSES=192.168.77.1,192.168.77.2 DEEP=1
export no_proxy=$COMPANION_ADDRESSES NO_PROXY=$COMPANION_ADDRESSES
exec "$@"
"""
WITHOUT = {
    "IPv6": ("--net", NO_IPV6, ("tests/test_application.py", "tests/server/test_http_server.py")),
    "memory for files": (
        "--mount",
        LITTLE_MEMORY,
        ("tests/session/test_scratch_folder.py", "tests/session/test_not_saved.py"),
    ),
}
"""Things that a machine may lack: the namespace to make, the script that removes it, the tests to run without it."""


@pytest.mark.parametrize("time", TIMES)
def test_wrong_clock_does_not_prevent_play(time: str, tmp_path: Path) -> None:
    """Play without Avahi: the faked `time.sleep`, with which Python waits for commands, fails or never ends."""
    save_game(tmp_path / "state")
    [library] = Path("/usr/lib").glob(f"*/{FAKE}")
    faked = {"LD_PRELOAD": str(library), "FAKETIME": f"@{time}", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    with running(MachineVariant(time, {**faked, "PATH": str(tmp_path)}), tmp_path / "state") as address:
        assert press_ok(address)["entry"] == 1


@pytest.mark.parametrize("lacking", WITHOUT)
def test_tests_pass_on_a_machine_that_lacks_something(lacking: str) -> None:
    """Tests that need it are skipped; none fails."""
    apart, script, tests = WITHOUT[lacking]
    _hold(apart, script, *tests)


def test_foreign_page_gets_no_stream_from_an_old_browser() -> None:
    """Browsers send `Sec-Fetch-Site` to loopback addresses, but not over plain HTTP to others."""
    _hold("--net", OFF_LOOPBACK, "tests/attack/test_foreign_page.py")


def _hold(apart: str, script: str, *tests: str) -> None:
    """Run tests in a new namespace, which a script prepares."""
    pytest_words = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests)
    words = ["unshare", apart, "sh", "-c", script, "sh", *pytest_words]
    other_part = {name: value for name, value in os.environ.items() if name != "CI"}  # where what is skipped would fail
    completed = subprocess.run(words, cwd=CHECKOUT, env=other_part, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stdout + completed.stderr
