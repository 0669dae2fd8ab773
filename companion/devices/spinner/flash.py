"""The installation of the spinner's program on a Pico with MicroPython: inspect, copy, check, replace, restart."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Protocol

from companion.support.frozen_dataclasses import frozen

MODULE = "mpremote"
"""The tool that talks to MicroPython: a separate program, not needed for anything else."""
_NEW_FOLDER = "new-spinner"
"""The folder on the Pico for new files that are not checked yet."""
_OUR_FILES = frozenset({"spinner/core.py", "spinner/link.py", "spinner/wire.py"})
"""The files that identify a program of ours, whatever its age, if all of them are there."""
_START_FILE = "main.py"
"""The file that starts the program: nothing starts without it, so it is replaced last."""
_TIMEOUT_S = 90.0
KNOWN = ("Raspberry Pi Pico with RP2040", "Raspberry Pi Pico W with RP2040")
"""The boards that the program is for, as MicroPython names them: both have the same chip and the same pins."""
MICROPYTHON = "1.28.0"
"""The version of MicroPython with which the program was tried."""

IDENTIFY_SCRIPT = """
import json, os, sys
about = sys.implementation
name = getattr(about, "_machine", None) or os.uname().machine
print(json.dumps([name, ".".join([str(number) for number in about.version[:3]])]))
"""
"""A script for the Pico that prints MicroPython's name for the board, and its version. Before 1.20 only `os` has the
name."""
LIST_SCRIPT = """
import os, hashlib, json
def look(folder):
    for name, kind, *_ in os.ilistdir(folder):
        path = folder + "/" + name
        if kind == 0x4000:
            for one in look(path):
                yield one
        else:
            with open(path, "rb") as file:
                sha = hashlib.sha256(file.read()).digest()
            yield path[1:], "".join("%02x" % byte for byte in sha)
print(json.dumps(dict(look(""))))
"""
"""A script for the Pico that prints each file there, and its SHA-256."""
REPLACE_SCRIPT = """
import os
def gone(path):
    try:
        if os.stat(path)[0] & 0x4000:
            for name, *_ in os.ilistdir(path):
                gone(path + "/" + name)
            os.rmdir(path)
        else:
            os.remove(path)
    except OSError:
        pass
for name in {names}:
    gone(name)
    os.rename("{new}/" + name, name)
gone("{new}")
"""
"""A script for the Pico that replaces the old files with the copied ones."""
FOLDERS_SCRIPT = """
import os
for path in {folders}:
    try:
        os.mkdir(path)
    except OSError:
        pass
"""
"""A script for the Pico that makes folders, each after its parent."""


class FlashError(Exception):
    """An error that prevents the installation. Its text is that of the tool."""


class RemotePico(Protocol):
    """A Pico that runs MicroPython and waits for commands."""

    def board(self) -> ConnectedPico:
        """Return the kind of board. Raises FlashError."""

    def files(self) -> Mapping[str, str]:
        """Return the files on the Pico: their SHA-256 in hexadecimal by their paths. Raises FlashError."""

    def copy(self, files: Sequence[tuple[Path, str]]) -> None:
        """Copy files to the Pico, each to its path; missing folders are made. Raises FlashError."""

    def run(self, script: str) -> str:
        """Run a script on the Pico and return its output. Raises FlashError."""

    def reset(self) -> None:
        """Restart the Pico. Raises FlashError."""


@frozen
class ConnectedPico:
    """A board that runs MicroPython."""

    name: str
    """MicroPython's name for the board, with its chip."""
    micropython: str
    """The version of MicroPython, three numbers."""


@frozen
class FlashPlan:
    """The changes to make on a Pico."""

    files: tuple[tuple[Path, str], ...]
    """Each file of the program, and its path on the Pico."""
    replaced: tuple[str, ...]
    """Files on the Pico that are not part of our program and will be replaced or removed."""
    up_to_date: bool
    """True if the program on the Pico is up to date."""


def program(folder: Path) -> tuple[tuple[Path, str], ...]:
    """Return each file of the spinner's program and its path on a Pico, in order. `folder` holds the firmware."""
    files = (path for path in sorted(folder.rglob("*.py")) if "__pycache__" not in path.parts)
    return tuple((path, path.relative_to(folder).as_posix()) for path in files)


def plan_flash(folder: Path, pico_files: Mapping[str, str]) -> FlashPlan:
    """Return the changes that give a Pico with the files `pico_files` the program in `folder` and no other one.

    A `main.py` beside a folder that has what every spinner's program has is an older one of ours, as are the other
    programs in that folder; without it, they belong to somebody else.
    """
    ours = program(folder)
    checksums = {path: hashlib.sha256(file.read_bytes()).hexdigest() for file, path in ours}
    folders = _folders(checksums)
    has_our_program = pico_files.keys() >= _OUR_FILES
    left_over = [path for path in pico_files if PurePosixPath(path).parts[0] in folders and path not in checksums]
    replaced = tuple(
        path
        for path in pico_files
        if (path in checksums or path in left_over) and not (has_our_program and path.endswith(".py"))
    )
    same = not left_over and all(pico_files.get(path) == sha for path, sha in checksums.items())
    return FlashPlan(ours, replaced, same)


def install(remote: RemotePico, plan: FlashPlan) -> None:
    """Copy the program, check the copy, and replace the old program with it.

    Raises:
        FlashError: The tool fails, or a file did not arrive intact; then the old program is still in place.
    """
    remote.copy([(file, f"{_NEW_FOLDER}/{path}") for file, path in plan.files])
    copied = remote.files()
    for file, path in plan.files:
        if copied.get(f"{_NEW_FOLDER}/{path}") != hashlib.sha256(file.read_bytes()).hexdigest():
            raise FlashError(f"{path} did not arrive as it is")
    names = sorted(
        {PurePosixPath(path).parts[0] for _, path in plan.files}, key=lambda name: (name == _START_FILE, name)
    )
    remote.run(REPLACE_SCRIPT.format(names=names, new=_NEW_FOLDER))


def has_tool() -> bool:
    """Return whether the tool that talks to MicroPython is installed."""
    return find_spec(MODULE) is not None


class MpRemote:
    """A Pico at a port, controlled by the program mpremote."""

    def __init__(self, port: str) -> None:
        """`port` is its path, or a URL that pyserial knows."""
        self._port = port

    def board(self) -> ConnectedPico:
        try:
            name, version = json.loads(self.run(IDENTIFY_SCRIPT))
        except (TypeError, ValueError) as error:
            raise FlashError(f"{self._port}: it does not say which board it is") from error
        return ConnectedPico(str(name), str(version))

    def files(self) -> Mapping[str, str]:
        try:
            files = json.loads(self.run(LIST_SCRIPT))
        except ValueError as error:
            raise FlashError(f"{self._port}: no list of files came back") from error
        return {str(path): str(sha) for path, sha in files.items()}

    def copy(self, files: Sequence[tuple[Path, str]]) -> None:
        folders = sorted({parent for _, path in files for parent in _parents(path)}, key=len)
        self.run(FOLDERS_SCRIPT.format(folders=folders))
        for file, path in files:
            self._call("resume", "fs", "cp", str(file), f":{path}")

    def run(self, script: str) -> str:
        return self._call("resume", "exec", script)

    def reset(self) -> None:
        self._call("resume", "reset")

    def _call(self, *arguments: str) -> str:
        command = [sys.executable, "-m", MODULE, "connect", self._port, *arguments]
        try:
            result = subprocess.run(
                command, capture_output=True, encoding="utf-8", errors="replace", timeout=_TIMEOUT_S, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise FlashError(f"{self._port}: nothing answers") from error
        if result.returncode:
            lines = (result.stderr or result.stdout).strip().splitlines()
            raise FlashError(lines[-1] if lines else f"{self._port}: {result.returncode}")
        return result.stdout


def _folders(paths: Mapping[str, str]) -> set[str]:
    return {PurePosixPath(path).parts[0] for path in paths if "/" in path}


def _parents(path: str) -> list[str]:
    return [parent.as_posix() for parent in PurePosixPath(path).parents if parent.as_posix() != "."]
