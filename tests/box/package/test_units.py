"""Tests of the units, with Debian 13's own tools: systemd accepts them, and the service has few rights."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.box.vm.debian import debian_root

MOST_EXPOSURE = {"companion.service": 1.3, "companion-setup.service": 3.0}
"""Limits, of ten, for `systemd-analyze security`. A network, a bus and devices remain: the box needs them. The other
unit is root, and loads modules."""


def inside(unpacked: Path, *command: str) -> tuple[int, str]:
    """Run a tool of Debian 13 on the unpacked package; return its exit status, and all its output."""
    root = debian_root()
    mounts = f"/{unpacked.relative_to(root)}"
    words = [word.format(root=mounts) for word in command]
    completed = subprocess.run(
        ["chroot", root, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return completed.returncode, completed.stdout


@pytest.mark.parametrize("unit", ["companion.service", "companion-setup.service"])
def test_systemd_accepts_every_unit(unpacked: Path, unit: str) -> None:
    # On its own it wants a manual page where the documentation is a file of ours, which is packed as it should be.
    assert inside(unpacked, "systemd-analyze", "verify", "--man=no", "--root={root}", unit) == (0, "")


def test_systemd_would_report_a_faulty_unit(unpacked: Path) -> None:
    unit = unpacked / "usr/lib/systemd/system/slip.service"
    unit.write_text("[Service]\nExecStart=/usr/bin/companion\nProtectHom=yes\n")
    try:
        assert "ProtectHom" in inside(unpacked, "systemd-analyze", "verify", "--man=no", "--root={root}", unit.name)[1]
    finally:
        unit.unlink()


@pytest.mark.parametrize("unit", MOST_EXPOSURE)
def test_units_are_confined_as_far_as_possible(unpacked: Path, unit: str) -> None:
    tool = ("systemd-analyze", "security", "--offline=true", "--no-pager", "--root={root}", unit)
    _, output = inside(unpacked, *tool)
    match = re.search(rf"Overall exposure level for {re.escape(unit)}: ([0-9.]+)", output)
    assert match is not None, output
    assert float(match[1]) <= MOST_EXPOSURE[unit], output


def test_modem_manager_leaves_the_spinner_alone(unpacked: Path) -> None:
    rules = (unpacked / "usr/lib/udev/rules.d/60-companion.rules").read_text()
    match = re.search(r'ATTRS\{idVendor\}=="2e8a", .*ENV\{ID_MM_DEVICE_IGNORE\}="1"', rules)
    assert match is not None


def test_groups_of_the_rules_exist_once_users_are_created(unpacked: Path) -> None:
    status, output = inside(unpacked, "systemd-sysusers", "--root={root}", "companion.conf")
    assert status == 0, output
    assert "Creating user 'companion'" in output
    rules = unpacked / "usr/lib/udev/rules.d/60-companion.rules"
    wanted = set(re.findall(r'GROUP="([^"]+)"', rules.read_text()))
    assert wanted >= {"gpio", "i2c", "spi"}
    assert wanted <= {line.partition(":")[0] for line in (unpacked / "etc/group").read_text().splitlines()}


def test_rules_are_valid(unpacked: Path) -> None:
    # Names of groups it looks up in the system that it runs in; those of the package are in another.
    tool = ("udevadm", "verify", "--no-summary", "--resolve-names=never", "--root={root}")
    assert inside(unpacked, *tool) == (0, "")
