"""Debian packages that the targets of the Makefile need: check which are missing, and install them.

    python3 tests/debian_packages.py check|install GROUP...

`check` names everything that is missing and fails if only root may install it. `install` installs it, as root. Without
dpkg only the commands are checked. This runs with the system's Python before `.venv` exists, so it imports nothing but
the standard library.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

_LOCK_S = 600
"""Seconds that apt waits for another apt."""
_VENV = Path(__file__).resolve().parents[1] / ".venv"


@dataclass(frozen=True, slots=True)
class Package:
    """A Debian package and its purpose."""

    name: str
    purpose: str
    command: str | None = None
    """A command that the package provides; if it is found, the package is not needed."""
    needed: bool = True
    """True if the target fails without it."""

    @property
    def present(self) -> bool:
        """True if it is installed. Without dpkg, a package without a command counts as installed."""
        if self.name == "python3-venv":
            return (_VENV / "bin/python").exists() or importlib.util.find_spec("ensurepip") is not None
        if not self.needed and self.given_up.exists():
            return True
        command = os.environ.get("CHROMIUM") if self.name == "chromium" else None
        command = command or self.command
        if command is not None and shutil.which(command, path=_path()):
            return True
        if command is not None or shutil.which("dpkg-query") is None:
            return command is None
        status = subprocess.run(
            ["dpkg-query", "--show", "--showformat=${db:Status-Status}", self.name], capture_output=True, check=False
        )
        return status.stdout == b"installed"

    @property
    def given_up(self) -> Path:
        """The file that marks a package which this Debian does not have, so that it is not asked for again."""
        return _VENV / f"without-{self.name}"


_PYTHON = Package("python3-venv", "makes .venv, where all Python packages of the project go")
_ESBUILD = Package("esbuild", "puts the scripts and styles of the pages into few files", "esbuild")
BUILD = ("debhelper", "dh-python", "dpkg-dev", "mmdebstrap")
"""Packages that build the Debian package, and a Debian to install it in."""
MACHINE = (
    "busybox-static", "e2fsprogs", "gcc", "linux-headers-amd64", "linux-source", "make", "qemu-system-x86", "xz-utils",
)  # fmt: skip
"""Packages that build the virtual machine; only busybox is inside it."""
_NARROWER = (
    (Package("fonts-liberation", "narrower letters to measure them with"),)
    if os.environ.get("DEEP") in ("1", "long")
    else ()
)
GROUPS = {
    "run": (_PYTHON, Package("esbuild", _ESBUILD.purpose, "esbuild", needed=False)),
    "python": (_PYTHON,),
    "browser": (
        Package("chromium", "opens the pages in tests", "chromium"),
        _ESBUILD,
        Package("fonts-dejavu-core", "the letters that the tests' pages are measured with"),
        *_NARROWER,
        Package("libatomic1", "Playwright, which drives Chromium, is linked with it"),
        Package("chromium-headless-shell", "opens pages quicker", "chromium-headless-shell", needed=False),
    ),
    "case": (
        Package("openscad", "makes the pieces of the case", "openscad"),
        Package("admesh", "checks the pieces of the case", "admesh"),
        Package("xvfb", "the screen on which their pictures are taken", "Xvfb"),
        Package("xauth", "lets OpenSCAD use that screen", "xauth"),
        Package("libgl1-mesa-dri", "draws there"),
    ),
    "deb": tuple(Package(name, "makes the Debian package and a Debian to try it in") for name in BUILD),
    "check": (Package("lintian", "checks the Debian package as Debian does", "lintian"),),
    "release": (
        Package("apt-utils", "lists the packages of the repository for apt", "apt-ftparchive"),
        Package("gpg", "signs the repository for apt", "gpg"),
        Package("openssh-client", "signs the checksums", "ssh-keygen"),
    ),
    "machine": (
        *(Package(name, "makes the virtual machine with the lines of a Pi") for name in MACHINE),
        Package("mosquitto", "the broker that the table connects to", "mosquitto"),
        Package("mosquitto-clients", "reads what the broker has", "mosquitto_sub"),
        Package("openssl", "makes a certificate that nobody vouches for", "openssl"),
        Package("dosfstools", "formats a USB stick for that machine", "mkfs.vfat"),
        Package("faketime", "tells a program another time"),
        Package("openssl", "makes the certificate of a proxy", "openssl"),
        *(Package(name, "simulates an I²C bus") for name in ("umockdev", "python3-gi", "gir1.2-umockdev-1.0")),
    ),
    "foreign": tuple(Package(name, "runs a Pi's programs here") for name in ("arch-test", "qemu-user-static")),
    "pico": (
        Package("nodejs", "runs the emulated Pico", "node"),
        Package("npm", "installs the emulated Pico", "npm"),
    ),
}
"""Packages by the targets that need them."""


def missing(groups: Iterable[str]) -> list[Package]:
    """Return the packages of these groups that are not installed, each once, in the order of GROUPS."""
    packages: dict[str, Package] = {}
    for group in groups:
        for package in GROUPS[group]:
            group_packages = packages.get(package.name)
            if not package.present and (group_packages is None or package.needed):
                packages[package.name] = package
    return list(packages.values())


def check(groups: Sequence[str]) -> int:
    """Print the missing packages with their purpose; return 1 if only root may install a needed one."""
    lacking = missing(groups)
    needed = [package for package in lacking if package.needed]
    if not lacking:
        return 0
    if _may_install():
        print("Installing with apt-get:")
    elif needed:
        print("Missing, and only root may install it:")
    else:
        print("Not here, and not needed:")
    width = max(len(package.name) for package in lacking)
    for package in lacking:
        print(f"  {package.name:{width}}  {package.purpose}{'' if package.needed else ' (not needed)'}")
    if not _may_install():
        print(f"On Debian: sudo apt install {' '.join(package.name for package in needed or lacking)}")
    sys.stdout.flush()
    return 1 if needed and not _may_install() else 0


def install(groups: Sequence[str]) -> int:
    """Install the missing packages, if root runs this; return 1 if a needed package is still missing."""
    if lacking := missing(groups):
        if not _may_install():
            return check(groups) if any(package.needed for package in lacking) else 0
        _apt("update")
        _apt("install", *(package.name for package in lacking if package.needed))
        for package in lacking:
            if not package.needed:
                _apt("install", package.name, quiet=True)
                if not package.present and _VENV.is_dir():
                    package.given_up.touch()
    lacking = [package for package in missing(groups) if package.needed]
    if lacking:
        print(f"apt-get could not install {', '.join(package.name for package in lacking)}.", file=sys.stderr)
    return 1 if lacking else 0


def _may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get", path=_path()) is not None


def _apt(command: Literal["update", "install"], *words: str, quiet: bool = False) -> None:
    options = ("--yes", "--no-install-recommends", f"--option=DPkg::Lock::Timeout={_LOCK_S}")
    subprocess.run(
        ["apt-get", "-qq", *options, command, *words],
        env={**os.environ, "PATH": _path(), "DEBIAN_FRONTEND": "noninteractive"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if quiet else None,
        check=False,
    )


def _path() -> str:
    """Return the folders to search for commands, those of the administrator included."""
    return f"{os.environ.get('PATH', '')}:/usr/local/sbin:/usr/sbin:/sbin"


def main(words: Sequence[str]) -> int:
    """Check or install groups of packages; return the exit status."""
    match words:
        case ["check", *groups] if groups and set(groups) <= GROUPS.keys():
            return check(groups)
        case ["install", *groups] if groups and set(groups) <= GROUPS.keys():
            return install(groups)
    print(f"usage: debian_packages.py check|install {'|'.join(GROUPS)} ...", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
