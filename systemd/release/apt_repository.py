"""A repository for apt in one folder, which any web space can serve: a flat one, made with apt-ftparchive.

It is signed with an OpenPGP key, because apt knows no other. Without a key it is unsigned, and apt refuses it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime
from pathlib import Path

_ORIGIN = "companion"
_SOURCES = """\
# The table companion. Copy this file to /etc/apt/sources.list.d, then run apt update and apt install companion.
Types: deb
URIs: {address}
Suites: ./
Signed-By:
{key}
"""


def make_repository(folder: Path, packages: Sequence[Path], date: datetime, key: Path | None, address: str) -> None:
    """Make a repository with these packages in a folder, which is replaced.

    Args:
        folder: The folder.
        packages: The packages.
        date: The date that the repository states.
        key: The secret OpenPGP key that signs it, in a file without a password; None leaves it unsigned.
        address: The address of the folder on the web; if it is empty, no file for apt's sources is written.

    Raises:
        subprocess.CalledProcessError: A tool failed; its output is on standard error.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for package in packages:
        shutil.copy(package, folder)
    (folder / "Packages").write_bytes(_output("apt-ftparchive", "packages", ".", folder=folder))
    fields = {"Origin": _ORIGIN, "Label": _ORIGIN, "Suite": "stable", "Architectures": "all"}
    options = [f"--option=APT::FTPArchive::Release::{name}={value}" for name, value in fields.items()]
    release = _output("apt-ftparchive", *options, "release", ".", folder=folder).decode()
    # Its date would be that of the call.
    release = re.sub(r"^Date: .*$", f"Date: {format_datetime(date)}", release, flags=re.MULTILINE)
    (folder / "Release").write_text(release, "utf-8")
    if key is not None:
        _sign(folder, key, address)


def _sign(folder: Path, key: Path, address: str) -> None:
    with tempfile.TemporaryDirectory(prefix="companion-gpg-") as home:
        gpg = ("gpg", "--homedir", home, "--batch", "--quiet", "--no-tty")
        _output(*gpg, "--import", str(key.resolve()), folder=folder)
        _output(*gpg, "--armor", "--output", "companion.asc", "--export", folder=folder)
        _output(*gpg, "--clearsign", "--output", "InRelease", "Release", folder=folder)
        _output(*gpg, "--armor", "--detach-sign", "--output", "Release.gpg", "Release", folder=folder)
        subprocess.run(["gpgconf", "--homedir", home, "--kill", "all"], stderr=subprocess.DEVNULL, check=False)
    if address:
        lines = (folder / "companion.asc").read_text("utf-8").splitlines()
        text = "\n".join(f" {line or '.'}" for line in lines)
        (folder / "companion.sources").write_text(_SOURCES.format(address=address, key=text), "utf-8")


def _output(*command: str, folder: Path) -> bytes:
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True).stdout
