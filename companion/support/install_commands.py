"""The commands that install a missing module on this system, with apt or pip. Uses the standard library alone."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.support.frozen_dataclasses import frozen

REQUIRED_MODULES = (
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
"""Modules that the program needs on every system, by their names in Python."""

ReleaseNumber = tuple[int, ...]
"""Numbers of a release: (13,) is Debian 13, (24, 4) Ubuntu 24.04."""

_NEXT_RELEASE: ReleaseNumber = (9999,)
"""Release of a system without a number, which is the next version in preparation."""
_PIP = {"PIL": "Pillow", "RPi": "rpi-lgpio", "babel": "Babel", "paho": "paho-mqtt", "serial": "pyserial"}
"""Packages on PyPI whose name differs from the module."""
_APT = {
    "PIL": "python3-pil",
    "gpiod": "python3-libgpiod",
    "RPi": "python3-rpi-lgpio",
    "paho": "python3-paho-mqtt",
    "serial": "python3-serial",
    "mpremote": "micropython-mpremote",
}
"""Packages in Debian whose name differs from the module."""
_VENDORED = ("gpiozero", "colorzero", "luma.core", "luma.oled")
"""Libraries in our own Debian package, because Debian's are too old."""
_PACKAGE = "./companion_*.deb"
"""Our own Debian package, which is distributed as a file."""
_FIRST_RELEASE: Mapping[str, ReleaseNumber] = {"debian": (13,), "ubuntu": (25, 4)}
"""First release of each system whose packages are new enough. Those of spidev have been for long."""
_NOT_IN_DEBIAN = ("lgpio", "RPi")
"""Modules missing in Debian. Raspberry Pi's archive and Ubuntu have them."""
_UBUNTU_HAS: ReleaseNumber = (24, 4)
_NEEDS_COMPILER = ("spidev",)
"""Modules that pip has to compile. If Python sees the system's packages, the system's package is better."""
_LAST_WHEEL = (3, 12)
"""Last Python version for which PyPI has a wheel of lgpio, which rpi-lgpio needs."""


@frozen
class System:
    """The facts that decide which package installs a module."""

    name: str
    """"debian" (also for Raspberry Pi OS), "ubuntu", or "" for any other."""
    release: ReleaseNumber
    has_raspberry_archive: bool
    """True if apt knows Raspberry Pi's archive."""
    python: tuple[int, int]
    venv: Path | None = None
    """Virtual environment that Python runs in; None outside of one."""
    sees_system_packages: bool = True
    """True if Python also looks for the system's packages. Always true outside of a virtual environment."""
    packaged: bool = False
    """True if the program was installed from our own Debian package."""

    def install_command(self, module: str) -> str | None:
        """Return the command that installs a module; None for an unknown module."""
        return " && ".join(self.install_commands([module])) or None

    def install_commands(self, modules: Iterable[str]) -> tuple[str, ...]:
        """Return the commands that install these modules, one for each installer. Unavailable modules are left out."""
        names = list(modules)
        methods = {name: self._method(name) for name in names}
        apt = [_apt(name) for name in names if methods[name] == "apt"]
        pip = [_pip(name) for name in names if methods[name] in ("pip", "compiled")]
        commands = []
        if any(method == "own" for method in methods.values()):
            commands.append(f"sudo apt install --reinstall {_PACKAGE}")
        if any(method == "compiled" for method in methods.values()) and self.name:
            apt += ["gcc", "python3-dev"]
        if apt:
            commands.append(f"sudo apt install {' '.join(apt)}")
        if pip:
            venv = self.venv or Path(".venv")
            create_venv = "" if self.venv else f"python3 -m venv --system-site-packages {venv} && "
            commands.append(f"{create_venv}{venv}/bin/pip install --upgrade {' '.join(pip)}")
        return tuple(commands)

    def _method(self, module: str) -> str:
        """Return the way to install a module: "apt", "pip", "compiled" by pip, "own" (our package), or "" if none."""
        top = module.split(".")[0]
        if top in _NOT_IN_DEBIAN:
            has = self.has_raspberry_archive or (self.name == "ubuntu" and self.release >= _UBUNTU_HAS)
            by_pip = self.venv is not None and self.python <= _LAST_WHEEL
            return "apt" if has and self.sees_system_packages else "pip" if by_pip else ""
        if top in _NEEDS_COMPILER:
            return "apt" if self.name and self.sees_system_packages else "compiled"
        new_enough = self.name in _FIRST_RELEASE and self.release >= _FIRST_RELEASE[self.name]
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
    """Detect the system that this runs on. Raises nothing: a system that cannot be identified counts as any other.

    Args:
        root: Root of the file system.
        prefix: Folder in which this Python has its packages, …
        base: … and where it would have them outside of a virtual environment.
        python: Version of this Python.
        program: A file of the companion.
    """
    os_release = _settings(root / "etc/os-release") or _settings(root / "usr/lib/os-release")
    kinds = [os_release.get("ID", ""), *os_release.get("ID_LIKE", "").split()]
    name = next((kind for kind in kinds if kind in _FIRST_RELEASE), "")
    number = os_release.get("VERSION_ID", "") if kinds[0] in (name, "raspbian") else ""
    release = tuple(int(part) for part in number.split(".") if part.isdigit()) or _NEXT_RELEASE
    venv = prefix if prefix != base else None
    venv_settings = _settings(prefix / "pyvenv.cfg")
    sees = venv is None or venv_settings.get("include-system-site-packages", "").lower() == "true"
    packaged = program.is_relative_to(root / "usr") and not program.is_relative_to(root / "usr/local")
    return System(
        name, release, _has_raspberry_archive(root / "etc/apt"), python, venv, sees, packaged and venv is None
    )


def _pip(module: str) -> str:
    return _PIP.get(module.split(".")[0], module)


def _apt(module: str) -> str:
    top = module.split(".")[0]
    return _APT.get(top, f"python3-{top.lower()}")


def _has_raspberry_archive(apt: Path) -> bool:
    files = (apt / "sources.list", *apt.glob("sources.list.d/*.list"), *apt.glob("sources.list.d/*.sources"))
    lines = (line for file in files for line in _text(file).splitlines())
    return any("archive.raspberrypi." in line and not line.lstrip().startswith("#") for line in lines)


def _settings(file: Path) -> dict[str, str]:
    """Return the settings of a file of `name=value` lines, without quotes; empty if the file does not exist."""
    pairs = (line.partition("=") for line in _text(file).splitlines())
    return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs if value}


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", errors="replace")
    except OSError:
        return ""
