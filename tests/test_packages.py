"""Tests of the command that installs a missing module, on each known system and on any other."""

from __future__ import annotations

import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from companion.support.install_commands import REQUIRED_MODULES, System, this_system

CHECKOUT = Path(__file__).resolve().parents[1]
TRIXIE = System("debian", (13,), has_raspberry_archive=False, python=(3, 13))
PACKAGED = replace(TRIXIE, packaged=True)
BOOKWORM = System("debian", (12,), has_raspberry_archive=False, python=(3, 11))
NOBLE = System("ubuntu", (24, 4), has_raspberry_archive=False, python=(3, 12))
OTHER = System("", (9999,), has_raspberry_archive=False, python=(3, 13))
VENV = Path("/home/ada/table/.venv")
PIP = f"{VENV}/bin/pip install --upgrade"
NEW_VENV = "python3 -m venv --system-site-packages .venv && .venv/bin/pip install --upgrade"


def in_venv(system: System, *, sees_system: bool = True) -> System:
    return replace(system, venv=VENV, sees_system_packages=sees_system)


@pytest.mark.parametrize(
    ("system", "module", "command"),
    [
        (TRIXIE, "flask", f"{NEW_VENV} flask"),
        (PACKAGED, "flask", "sudo apt install python3-flask"),
        (PACKAGED, "PIL", "sudo apt install python3-pil"),
        (TRIXIE, "gpiod", "sudo apt install python3-libgpiod"),
        (TRIXIE, "gpiod.line", "sudo apt install python3-libgpiod"),
        (PACKAGED, "luma.oled", "sudo apt install --reinstall ./companion_*.deb"),
        (TRIXIE, "spidev", "sudo apt install python3-spidev"),
        (TRIXIE, "lgpio", None),
        (replace(TRIXIE, has_raspberry_archive=True), "lgpio", "sudo apt install python3-lgpio"),
        (replace(TRIXIE, has_raspberry_archive=True), "RPi.GPIO", "sudo apt install python3-rpi-lgpio"),
        (in_venv(TRIXIE), "flask", f"{PIP} flask"),
        (in_venv(TRIXIE), "PIL", f"{PIP} Pillow"),
        (in_venv(TRIXIE), "spidev", "sudo apt install python3-spidev"),
        (in_venv(TRIXIE), "lgpio", None),
        (in_venv(TRIXIE, sees_system=False), "spidev", f"sudo apt install gcc python3-dev && {PIP} spidev"),
        (in_venv(replace(TRIXIE, has_raspberry_archive=True), sees_system=False), "lgpio", None),
        (BOOKWORM, "flask", f"{NEW_VENV} flask"),
        (BOOKWORM, "spidev", "sudo apt install python3-spidev"),
        (in_venv(BOOKWORM), "gpiod", f"{PIP} gpiod"),
        (in_venv(BOOKWORM), "lgpio", f"{PIP} lgpio"),
        (in_venv(replace(BOOKWORM, has_raspberry_archive=True)), "lgpio", "sudo apt install python3-lgpio"),
        (in_venv(BOOKWORM), "RPi.GPIO", f"{PIP} rpi-lgpio"),
        (NOBLE, "lgpio", "sudo apt install python3-lgpio"),
        (NOBLE, "waitress", f"{NEW_VENV} waitress"),
        (replace(NOBLE, release=(24, 10)), "gpiod", f"{NEW_VENV} gpiod"),
        (replace(NOBLE, release=(25, 4)), "gpiod", "sudo apt install python3-libgpiod"),
        (replace(NOBLE, release=(25, 10)), "gpiod", "sudo apt install python3-libgpiod"),
        (OTHER, "gpiod", f"{NEW_VENV} gpiod"),
        (in_venv(OTHER), "spidev", f"{PIP} spidev"),
        (OTHER, "lgpio", None),
    ],
)
def test_install_command_is_that_of_the_system(system: System, module: str, command: str | None) -> None:
    assert system.install_command(module) == command


def test_modules_are_grouped_by_installer() -> None:
    assert PACKAGED.install_commands(["babel", "gpiozero", "luma.core", "PIL", "lgpio"]) == (
        "sudo apt install --reinstall ./companion_*.deb",
        "sudo apt install python3-babel python3-pil",
    )
    assert in_venv(BOOKWORM, sees_system=False).install_commands(["babel", "spidev"]) == (
        "sudo apt install gcc python3-dev",
        f"{PIP} Babel spidev",
    )


def test_needed_modules_are_the_dependencies() -> None:
    package = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {dependency.split(">")[0].lower() for dependency in package["dependencies"]}
    assert {{"PIL": "pillow", "serial": "pyserial"}.get(name, name.lower()) for name in REQUIRED_MODULES} == wanted


# The identity of the system


def test_this_system_can_be_identified() -> None:
    assert this_system().python == (sys.version_info.major, sys.version_info.minor)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "etc/apt/sources.list.d").mkdir(parents=True)
    return tmp_path


def read(root: Path, *lines: str, prefix: Path = Path("/usr")) -> System:
    (root / "etc/os-release").write_text("\n".join(lines) + "\n")
    return this_system(root, prefix, Path("/usr"), (3, 13))


@pytest.mark.parametrize(
    ("lines", "name", "release"),
    [
        (["ID=debian", 'VERSION_ID="13"', "VERSION_CODENAME=trixie"], "debian", (13,)),
        (["ID=debian", 'VERSION_ID="12"'], "debian", (12,)),
        (["ID=raspbian", "ID_LIKE=debian", 'VERSION_ID="13"'], "debian", (13,)),
        (["ID=debian", "VERSION_CODENAME=forky"], "debian", (9999,)),
        (["ID=ubuntu", "ID_LIKE=debian", 'VERSION_ID="24.04"'], "ubuntu", (24, 4)),
        (["ID=linuxmint", "ID_LIKE='ubuntu debian'", 'VERSION_ID="22"'], "ubuntu", (9999,)),
        (["ID=fedora", "VERSION_ID=42"], "", (9999,)),
        (["# nothing", ""], "", (9999,)),
    ],
)
def test_system_is_known_by_os_release(root: Path, lines: list[str], name: str, release: tuple[int, ...]) -> None:
    assert read(root, *lines) == System(name, release, has_raspberry_archive=False, python=(3, 13))


def test_unknown_system_counts_as_any_other(tmp_path: Path) -> None:
    assert this_system(tmp_path, Path("/usr"), Path("/usr"), (3, 13)) == OTHER
    (tmp_path / "usr/lib").mkdir(parents=True)
    (tmp_path / "usr/lib/os-release").write_text("ID=debian\nVERSION_ID=13\n")
    assert this_system(tmp_path, Path("/usr"), Path("/usr"), (3, 13)) == TRIXIE


@pytest.mark.parametrize(
    ("file", "line", "expected"),
    [
        ("sources.list", "deb http://archive.raspberrypi.com/debian/ bookworm main", True),
        ("sources.list.d/raspi.list", "deb http://archive.raspberrypi.org/debian/ bookworm main", True),
        ("sources.list.d/raspi.sources", "URIs: http://archive.raspberrypi.com/debian/", True),
        ("sources.list.d/raspi.list", "# deb http://archive.raspberrypi.com/debian/ bookworm main", False),
        ("sources.list", "deb http://deb.debian.org/debian trixie main", False),
    ],
)
def test_raspberry_pi_archive_is_known_from_apt_sources(root: Path, file: str, line: str, expected: bool) -> None:
    (root / "etc/apt" / file).write_text(f"{line}\n")
    assert read(root, "ID=debian").has_raspberry_archive is expected


@pytest.mark.parametrize("sees", [True, False])
def test_venv_configuration_states_access_to_system_packages(root: Path, sees: bool) -> None:
    venv = root / ".venv"
    venv.mkdir()
    (venv / "pyvenv.cfg").write_text(f"home = /usr/bin\ninclude-system-site-packages = {str(sees).lower()}\n")
    system = read(root, "ID=debian", prefix=venv)
    assert (system.venv, system.sees_system_packages) == (venv, sees)


@pytest.mark.parametrize(
    ("program", "packaged"),
    [("usr/lib/companion", True), ("usr/local/lib/python3.13/dist-packages/companion", False), ("home/ada", False)],
)
def test_own_package_is_known_by_the_programs_path(root: Path, program: str, packaged: bool) -> None:
    system = this_system(root, Path("/usr"), Path("/usr"), (3, 13), root / program / "packages.py")
    assert system.packaged is packaged
