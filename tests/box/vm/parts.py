"""Parts of the virtual machine that are made once and kept in the cache, each by a hash of its sources."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.debian_packages import MACHINE

CHECKOUT = Path(__file__).resolve().parents[3]
KEPT = CHECKOUT / ".vm"
"""The folder of this checkout's image; it holds nothing else."""
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "companion-machine"
"""The folder for everything else made for the machine, shared by all checkouts."""
_FORGOTTEN_S = 30 * 24 * 3600
"""Seconds after which an unused part is removed when another of its name is made."""
HERE = Path(__file__).parent
_ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
    "LC_ALL": "C.UTF-8",
    "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin",
}
"""Environment of tools: they speak English, and those that are only in root's PATH are found by every user.

Variables for the tests' Python, such as the place of its bytecode, must not reach the Python in a root being made."""


class MachineError(Exception):
    """The virtual machine cannot be built or misbehaves; the message says what to do."""


def cached(name: str, sources: Sequence[str], make: Callable[[Path], None]) -> Path:
    """Return a folder made by `make`, which gets it empty, unless one made from the same `sources` is kept.

    `sources` are texts: versions, names, the contents of files. Two processes may ask at the same time.
    """
    folder = CACHE / f"{name}-{hashlib.sha256(chr(0).join(sources).encode()).hexdigest()[:16]}"
    with one_at_a_time(CACHE / f"{name}.lock"):
        if not folder.exists():
            _forget(name)
            begun = CACHE / f"{name}.new"
            shutil.rmtree(begun, ignore_errors=True)
            begun.mkdir()
            make(begun)
            begun.rename(folder)
        os.utime(folder)
    return folder


def called(*command: str | Path, folder: Path | None = None) -> str:
    """Return the output of a command. Raises MachineError with its complaint, or if the command does not exist."""
    try:
        completed = subprocess.run(command, cwd=folder, env=_ENVIRONMENT, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise MachineError(f"{command[0]} is missing: install {' '.join(MACHINE)}") from error
    if completed.returncode:
        complaint = (completed.stderr or completed.stdout).strip()
        raise MachineError(f"{' '.join(map(str, command))} failed: {complaint}")
    return completed.stdout


@contextmanager
def one_at_a_time(file: Path) -> Iterator[None]:
    """Keep other processes that name this file out of the context. Creates its folder if needed."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _forget(name: str) -> None:
    for folder in CACHE.glob(f"{name}-*"):
        if time.time() - folder.stat().st_mtime > _FORGOTTEN_S:
            shutil.rmtree(folder, ignore_errors=True)
