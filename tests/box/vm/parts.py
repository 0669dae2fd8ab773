"""Parts of the virtual machine that are made once and kept under `.vm/` until what they come from changes."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
KEPT = CHECKOUT / ".vm"
"""Where everything made for the machine is kept; nothing else is in it."""
HERE = Path(__file__).parent
PACKAGES = (
    "busybox-static", "e2fsprogs", "gcc", "linux-headers-amd64", "linux-source", "make", "qemu-system-x86", "xz-utils",
)  # fmt: skip
"""The Debian packages that the machine needs, and nothing of which is in it but busybox."""
_ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"}
"""Tools speak English, and those that only root has in the path are found by everybody."""


class MachineError(Exception):
    """The virtual machine cannot be built or does not do as it must; its text says what to do."""


def made(name: str, sources: Sequence[str], make: Callable[[Path], None]) -> Path:
    """The folder `name`, made by `make` (which gets it empty) unless it is there and was made of the same `sources`.

    `sources` are texts: versions, names, the contents of files. Two processes may ask at the same time. Whoever has a
    file of the former folder open keeps it.
    """
    folder, stamp = KEPT / name, hashlib.sha256("\0".join(sources).encode()).hexdigest()
    with one_at_a_time():
        if _text(folder / "made-of") != stamp:
            begun = KEPT / f"{name}.new"
            shutil.rmtree(begun, ignore_errors=True)
            begun.mkdir(parents=True)
            make(begun)
            (begun / "made-of").write_text(stamp)
            shutil.rmtree(folder, ignore_errors=True)
            begun.rename(folder)
    return folder


def called(*command: str | Path, folder: Path | None = None) -> str:
    """What a command prints. Raises MachineError with its complaint, or when there is no such command."""
    try:
        done = subprocess.run(command, cwd=folder, env=_ENVIRONMENT, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise MachineError(f"{command[0]} is missing: install {' '.join(PACKAGES)}") from error
    if done.returncode:
        complaint = (done.stderr or done.stdout).strip()
        raise MachineError(f"{' '.join(map(str, command))} failed: {complaint}")
    return done.stdout


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """No other process makes anything for the machine meanwhile."""
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""
