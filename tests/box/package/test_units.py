"""The units are what systemd understands, and leave the service as few rights as can be. By Debian 13's own tools."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.box.vm.debian import debian_root

MOST_EXPOSURE = 1.3
"""Of ten, by `systemd-analyze security`. What is left is a network, a bus and devices: without them it were no box."""


def inside(unpacked: Path, *command: str) -> tuple[int, str]:
    """Run a tool of Debian 13 on what is unpacked there: its exit status, and all that it says."""
    root = debian_root()
    seen = f"/{unpacked.relative_to(root)}"
    words = [word.format(root=seen) for word in command]
    done = subprocess.run(
        ["chroot", root, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("unit", ["companion.service", "companion-setup.service"])
def test_systemd_has_nothing_to_say_of_a_unit(unpacked: Path, unit: str) -> None:
    # On its own it wants a manual page where the documentation is a file of ours, which is packed as it should be.
    assert inside(unpacked, "systemd-analyze", "verify", "--man=no", "--root={root}", unit) == (0, "")


def test_a_slip_in_a_unit_would_be_said(unpacked: Path) -> None:
    unit = unpacked / "usr/lib/systemd/system/slip.service"
    unit.write_text("[Service]\nExecStart=/usr/bin/companion\nProtectHom=yes\n")
    try:
        assert "ProtectHom" in inside(unpacked, "systemd-analyze", "verify", "--man=no", "--root={root}", unit.name)[1]
    finally:
        unit.unlink()


def test_the_service_is_left_as_little_as_can_be(unpacked: Path) -> None:
    tool = ("systemd-analyze", "security", "--offline=true", "--no-pager", "--root={root}", "companion.service")
    _, told = inside(unpacked, *tool)
    found = re.search(r"Overall exposure level for companion\.service: ([0-9.]+)", told)
    assert found is not None, told
    assert float(found[1]) <= MOST_EXPOSURE, told


def test_every_group_of_its_rules_is_there_once_its_users_are_made(unpacked: Path) -> None:
    status, told = inside(unpacked, "systemd-sysusers", "--root={root}", "companion.conf")
    assert status == 0, told
    assert "Creating user 'companion'" in told
    rules = unpacked / "usr/lib/udev/rules.d/60-companion.rules"
    wanted = set(re.findall(r'GROUP="([^"]+)"', rules.read_text()))
    assert wanted >= {"gpio", "i2c", "spi"}
    assert wanted <= {line.partition(":")[0] for line in (unpacked / "etc/group").read_text().splitlines()}


def test_its_rules_are_read(unpacked: Path) -> None:
    # Names of groups it looks up in the system that it runs in; those of the package are in another.
    tool = ("udevadm", "verify", "--no-summary", "--resolve-names=never", "--root={root}")
    assert inside(unpacked, *tool) == (0, "")
