"""A fresh Debian, on which a command runs as an ordinary user or as root: `make test-bare`.

Needs root: it makes a root of Debian with a clone of HEAD in it, and removes it afterwards unless `--keep` is given.
All mounts end with the command.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.box.vm.debian import SUITE, inside
from tests.box.vm.parts import CACHE, CHECKOUT, MachineError, cached, called

SUITES = ("bookworm", SUITE)
"""The releases of Debian to try, with Python 3.11 and 3.13."""
USER = "someone"
_PACKAGES = ("ca-certificates", "git", "make", "python3", "tzdata")
"""Packages that the README asks for, and the time zones."""
FONTS = ("fonts-liberation", "fonts-noto-core")
"""Fonts that a desktop has and a fresh Debian does not."""
_REACHED_BY = ("etc/hosts", "etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")
"""Files that this machine needs to reach the archives; the root gets a copy, and apt's settings."""
_PASSED_ON = (
    *("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"),
    *("PIP_CERT", "NODE_EXTRA_CA_CERTS", "CI"),
)
"""Environment variables that the command gets too."""


@dataclass(frozen=True, slots=True)
class FreshDebian:
    """A fresh machine."""

    suite: str
    user: str
    zone: str
    folder: str
    """The name of the checkout's folder in the user's home."""
    fonts: bool
    """True if it has the fonts of a desktop."""

    def run(self, root: Path, command: str) -> int:
        """Run a shell command in the checkout; return its exit status."""
        connect(root)
        self._lay_clone(root)
        if self.user != "root" or self.fonts:
            fonts = f" && apt-get -qq install --yes {' '.join(FONTS)}" if self.fonts else ""
            if status := self._shell(root, f"apt-get -qq update && make system{fonts} >/dev/null", "root"):
                return status
        return self._shell(root, command, self.user)

    @property
    def _home(self) -> str:
        return "/root" if self.user == "root" else f"/home/{self.user}"

    def _lay_clone(self, root: Path) -> None:
        """Put HEAD into the root. In a kept root, `.venv` and the cache of mypy stay."""
        clone = root / self._home[1:] / self.folder
        git = ("git", "-c", "safe.directory=*", "-C", clone)
        if clone.exists():
            called(*git, "fetch", "--quiet", CHECKOUT, "HEAD")
            called(*git, "reset", "--quiet", "--hard", "FETCH_HEAD")
            called(*git, "clean", "--quiet", "-ffdx", "--exclude=/.venv/", "--exclude=/.mypy_cache/")
        else:
            called("git", "-c", "safe.directory=*", "clone", "--quiet", CHECKOUT, clone)
        called("chroot", root, "chown", "--recursive", f"{self.user}:{self.user}", str(Path(self._home, self.folder)))

    def _shell(self, root: Path, command: str, user: str) -> int:
        variables: Mapping[str, str] = {
            "LANG": "C.UTF-8",
            "TZ": self.zone,
            **passed_on(),
        }
        shell = ("bash", "-c", 'cd "$1" && shift && eval "$@"', "bare", str(Path(self._home, self.folder)), command)
        return subprocess.run(inside(root, shell, variables, user), check=False).returncode


def connect(root: Path) -> None:
    """Let a root reach Debian's archives as this machine does."""
    for name in _REACHED_BY:
        if Path("/", name).exists():
            shutil.copy(Path("/", name), root / name)
    shutil.copytree("/etc/apt/apt.conf.d", root / "etc/apt/apt.conf.d", dirs_exist_ok=True)


def passed_on() -> dict[str, str]:
    """Return the environment variables of this machine that a command in a root gets too."""
    return {name: os.environ[name] for name in _PASSED_ON if name in os.environ}


def bare_root(suite: str) -> Path:
    """Return a folder with a fresh Debian to copy from, made if needed. Raises MachineError."""

    def make(folder: Path) -> None:
        if os.geteuid() != 0:
            raise MachineError("A root of Debian can only be made by root")
        root = folder / "root"
        archive = f"deb http://deb.debian.org/debian {suite} main"
        called("mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(_PACKAGES)}", suite, root, archive)
        called("chroot", root, "useradd", "--create-home", "--shell", "/bin/bash", USER)

    return cached(f"bare-{suite}", _PACKAGES, make) / "root"


def main(arguments: list[str]) -> int:
    """Run a command on a fresh machine; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bare", description="Run a command on a fresh Debian.")
    parser.add_argument("command", nargs="?", default="make test", help="make test, if none is given")
    parser.add_argument("--suite", choices=SUITES, default=SUITE)
    parser.add_argument("--as-root", action="store_true", help="run as root, not as an ordinary user")
    parser.add_argument("--zone", default="Pacific/Auckland", help="the time zone")
    parser.add_argument("--folder", default="La table à thé", help="the name of the checkout's folder")
    parser.add_argument("--fonts", action="store_true", help="with the fonts of a desktop")
    parser.add_argument("--keep", action="store_true", help="keep the root for the next run")
    options = parser.parse_args(arguments)
    bare = FreshDebian(options.suite, "root" if options.as_root else USER, options.zone, options.folder, options.fonts)
    try:
        made_once = bare_root(options.suite)
        if not options.keep:
            with tempfile.TemporaryDirectory(prefix="bare-", dir=CACHE) as folder:
                called("cp", "--archive", made_once, Path(folder, "root"))
                return bare.run(Path(folder, "root"), options.command)
        kept_root = cached(f"kept-{options.suite}", [made_once.parent.name], lambda folder: _copy(made_once, folder))
        return bare.run(kept_root / "root", options.command)
    except MachineError as error:
        print(error, file=sys.stderr)
        return 2


def _copy(root: Path, folder: Path) -> None:
    called("cp", "--archive", root, folder / "root")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
