"""What brings a module that is missing: the very command for this system, by apt or by pip. Standard library alone."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.support.frozen import frozen

NEEDED = (
    "babel",
    "click",
    "flask",
    "gpiozero",
    "ifaddr",
    "luma.core",
    "luma.oled",
    "PIL",
    "platformdirs",
    "segno",
    "serial",
    "waitress",
)
"""The modules that the program cannot do without anywhere, as Python calls them."""

Release = tuple[int, ...]
"""A release in numbers: (13,) is Debian 13, (24, 4) Ubuntu 24.04."""

_NEWEST: Release = (9999,)
"""The release of a system that numbers none: what will be the next one."""
_PIP = {"PIL": "Pillow", "RPi": "rpi-lgpio", "babel": "Babel", "serial": "pyserial"}
"""Packages of the index, where they are not called as their module is."""
_APT = {
    "PIL": "python3-pil",
    "gpiod": "python3-libgpiod",
    "RPi": "python3-rpi-lgpio",
    "serial": "python3-serial",
    "mpremote": "micropython-mpremote",
}
"""Packages of Debian, where they are not called as their module is."""
_VENDORED = ("gpiozero", "colorzero", "luma.core", "luma.oled")
"""What our own Debian package carries: Debian's is too old."""
_PACKAGE = "./companion_*.deb"
"""Our own Debian package, which comes as a file."""
_NEW_ENOUGH: Mapping[str, Release] = {"debian": (13,), "ubuntu": (25, 4)}
"""The first release whose packages are new enough for us, by the system; those of spidev have long been."""
_OF_ITS_OWN = ("lgpio", "RPi")
"""What Debian has not: Raspberry Pi's archive has it, and Ubuntu."""
_UBUNTU_HAS: Release = (24, 4)
_NEEDS_COMPILER = ("spidev",)
"""What pip can only compile. Where Python looks for the system's packages too, the system's is better."""
_LAST_WHEEL = (3, 12)
"""The last Python for which the index has lgpio, on which rpi-lgpio stands, ready-made."""


@frozen
class System:
    """What decides which package brings a module."""

    name: str
    """"debian" (Raspberry Pi OS is one), "ubuntu", or "" for any other."""
    release: Release
    raspberry: bool
    """Whether apt knows Raspberry Pi's own archive."""
    python: tuple[int, int]
    venv: Path | None = None
    """The virtual environment that Python runs in."""
    sees_system: bool = True
    """Whether Python looks for the system's packages: always outside of a virtual environment."""
    packaged: bool = False
    """Whether the program came as our own Debian package."""

    def brings(self, module: str) -> str | None:
        """The command that brings a module; None where nothing does."""
        return " && ".join(self.commands([module])) or None

    def commands(self, modules: Iterable[str]) -> tuple[str, ...]:
        """The commands that bring these modules, one for each installer; what nothing brings is left out."""
        names = list(modules)
        ways = {name: self._way(name) for name in names}
        apt = [_apt(name) for name in names if ways[name] == "apt"]
        pip = [_pip(name) for name in names if ways[name] in ("pip", "compiled")]
        found = []
        if any(way == "own" for way in ways.values()):
            found.append(f"sudo apt install --reinstall {_PACKAGE}")
        if any(way == "compiled" for way in ways.values()) and self.name:
            apt += ["gcc", "python3-dev"]
        if apt:
            found.append(f"sudo apt install {' '.join(apt)}")
        if pip:
            venv = self.venv or Path(".venv")
            made = "" if self.venv else f"python3 -m venv --system-site-packages {venv} && "
            found.append(f"{made}{venv}/bin/pip install --upgrade {' '.join(pip)}")
        return tuple(found)

    def _way(self, module: str) -> str:
        """How a module comes: "apt", "pip", "compiled" by pip, "own" with our package, or "" not at all."""
        top = module.split(".")[0]
        if top in _OF_ITS_OWN:
            has = self.raspberry or (self.name == "ubuntu" and self.release >= _UBUNTU_HAS)
            by_pip = self.venv is not None and self.python <= _LAST_WHEEL
            return "apt" if has and self.sees_system else "pip" if by_pip else ""
        if top in _NEEDS_COMPILER:
            return "apt" if self.name and self.sees_system else "compiled"
        new_enough = self.name in _NEW_ENOUGH and self.release >= _NEW_ENOUGH[self.name]
        if self.venv is None and new_enough and (self.packaged or top == "gpiod"):
            return "own" if module in _VENDORED else "apt"
        return "pip"


def this_system(
    root: Path = Path("/"),
    prefix: Path = Path(sys.prefix),
    base: Path = Path(sys.base_prefix),
    python: tuple[int, int] = sys.version_info[:2],
    program: Path = Path(__file__),
) -> System:
    """The system that this runs on. Raises nothing: one that says nothing of itself is any other.

    Args:
        root: Where its files begin.
        prefix: Where this Python has its packages, …
        base: … and where it had them outside of a virtual environment.
        python: The version of this Python.
        program: A file of the companion.
    """
    told = _settings(root / "etc/os-release") or _settings(root / "usr/lib/os-release")
    kinds = [told.get("ID", ""), *told.get("ID_LIKE", "").split()]
    name = next((kind for kind in kinds if kind in _NEW_ENOUGH), "")
    number = told.get("VERSION_ID", "") if kinds[0] in (name, "raspbian") else ""
    release = tuple(int(part) for part in number.split(".") if part.isdigit()) or _NEWEST
    venv = prefix if prefix != base else None
    said = _settings(prefix / "pyvenv.cfg")
    sees = venv is None or said.get("include-system-site-packages", "").lower() == "true"
    packaged = program.is_relative_to(root / "usr") and not program.is_relative_to(root / "usr/local")
    return System(name, release, _knows_raspberry(root / "etc/apt"), python, venv, sees, packaged and venv is None)


def _pip(module: str) -> str:
    return _PIP.get(module.split(".")[0], module)


def _apt(module: str) -> str:
    top = module.split(".")[0]
    return _APT.get(top, f"python3-{top.lower()}")


def _knows_raspberry(apt: Path) -> bool:
    files = (apt / "sources.list", *apt.glob("sources.list.d/*.list"), *apt.glob("sources.list.d/*.sources"))
    lines = (line for file in files for line in _text(file).splitlines())
    return any("archive.raspberrypi." in line and not line.lstrip().startswith("#") for line in lines)


def _settings(file: Path) -> dict[str, str]:
    """What a file of `name=value` says; values lose their quotes. Empty for one that is not there."""
    pairs = (line.partition("=") for line in _text(file).splitlines())
    return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs if value}


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", errors="replace")
    except OSError:
        return ""
