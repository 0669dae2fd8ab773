"""Parts of the virtual machine that are made once and kept in the cache, each by a hash of what it was made of."""

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
"""Where the image of this checkout is; nothing else is in it."""
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "companion-machine"
"""Where everything else made for the machine is kept, for every checkout."""
_FORGOTTEN_S = 30 * 24 * 3600
"""A part that nobody has asked for as long as this is removed when another of its name is made."""
HERE = Path(__file__).parent
_ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
    "LC_ALL": "C.UTF-8",
    "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin",
}
"""Tools speak English, and those that only root has in the path are found by everybody.

What Python of the tests is told, as where to keep its bytecode, is not for the one in a root that is being made.
"""


class MachineError(Exception):
    """The virtual machine cannot be built or does not do as it must; its text says what to do."""


def made(name: str, sources: Sequence[str], make: Callable[[Path], None]) -> Path:
    """A folder made by `make`, which gets it empty, unless one is kept that was made of the same `sources`.

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
    """What a command prints. Raises MachineError with its complaint, or when there is no such command."""
    try:
        done = subprocess.run(command, cwd=folder, env=_ENVIRONMENT, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise MachineError(f"{command[0]} is missing: install {' '.join(MACHINE)}") from error
    if done.returncode:
        complaint = (done.stderr or done.stdout).strip()
        raise MachineError(f"{' '.join(map(str, command))} failed: {complaint}")
    return done.stdout


@contextmanager
def one_at_a_time(file: Path) -> Iterator[None]:
    """No other process that names this file is here meanwhile. Its folder is made if need be."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _forget(name: str) -> None:
    for folder in CACHE.glob(f"{name}-*"):
        if time.time() - folder.stat().st_mtime > _FORGOTTEN_S:
            shutil.rmtree(folder, ignore_errors=True)
