"""The machine's config.txt: whether it switches a bus on, and a safe way to have raspi-config change it.

raspi-config rewrites the file without checking the free space: on a full boot partition the end is cut off. So a copy
is kept beside it first, and put back when anything but the bus's own line is missing afterwards.
"""

from __future__ import annotations

import errno
import os
import re
from collections import Counter
from contextlib import suppress
from pathlib import Path

from companion.rules.text import Text, say
from companion.support.atomic_write import flush_to_disk, write_atomically
from companion.system.buses import BusKind
from companion.system.system_commands import CommandResult, Run

COPY_SUFFIX = "before-companion"
"""Suffix that the file's name gets for its copy."""
_PLACES = ("boot/firmware/config.txt", "boot/config.txt")
"""The possible paths of the file, in the order in which raspi-config looks."""
_MAX_COPIES = 20
_PARAMETERS = {BusKind.I2C: "i2c(?:_arm)?", BusKind.SPI: "spi"}
_ON = ("", "on", "true", "yes", "1")


def boot_file(root: Path) -> Path | None:
    """Return the config.txt of a machine, or its path when only a copy is left; None without either."""
    places = [root / place for place in _PLACES]
    return next(
        (place for place in places if place.is_file()), next((place for place in places if copies(place)), None)
    )


def copies(path: Path) -> tuple[Path, ...]:
    """Return the copies that were kept of the file, oldest first."""
    return tuple(copy for copy in _copy_names(path) if copy.is_file())


def is_on(text: str, kind: BusKind) -> bool:
    """Return whether a config.txt switches a bus on."""
    values = [match[1] or "" for line in text.splitlines() if (match := _bus_line_pattern(kind).match(line.strip()))]
    return bool(values) and values[-1] in _ON


def switch_on(path: Path, kind: BusKind, run: Run) -> Text | None:
    """Have raspi-config switch a bus on.

    Returns None when config.txt says so afterwards, else why not and what to do. In every case the file keeps all its
    other lines: otherwise the old content is put back.
    """
    try:
        before = path.read_bytes()
        copy = _keep_copy(path, before)
    except OSError as error:
        return _switch_failure(
            kind, path, say("file.unwritable", path=str(path.parent), cause=error.strerror or str(error))
        )
    result = run(("raspi-config", "nonint", f"do_{kind.value}", "0"))
    try:
        after = path.read_bytes()
    except OSError:
        after = b""
    if not is_intact(before, after, kind):
        return _put_back(path, before, copy, kind)
    with suppress(OSError):  # the kernel writes it in a moment anyway, if the power stays on
        flush_to_disk(path)
        flush_to_disk(path.parent)
    return None if is_on(after.decode(errors="replace"), kind) else _switch_failure(kind, path, _failure_cause(result))


def is_intact(before: bytes, after: bytes, kind: BusKind) -> bool:
    """Return whether a config.txt still has all its earlier lines, apart from those about one bus."""
    missing = Counter(_lines(before)) - Counter(_lines(after))
    return bool(after.strip()) and b"\0" not in after and all(_is_about(line, kind) for line in missing)


def restore_if_empty(path: Path) -> Text | None:
    """Replace a missing or empty file with its newest copy: a power cut during a write leaves it so.

    Returns what was done; None where there was nothing to restore.
    """
    kept_copies = copies(path)
    with suppress(OSError):
        if path.stat().st_size:
            return None
    if not kept_copies:
        return None
    try:
        write_atomically(path, kept_copies[-1].read_bytes())
    except OSError as error:
        return _restore_failure(path, kept_copies[-1], error)
    return say("found.boot.mended", path=str(path))


def _keep_copy(path: Path, content: bytes) -> Path:
    """Return the newest copy of a file; make one first if the content differs. Raises OSError."""
    names, existing = _copy_names(path), copies(path)
    if existing and existing[-1].read_bytes() == content:
        return existing[-1]
    free = names[names.index(existing[-1]) + 1 :] if existing else names
    if not free:
        raise FileExistsError(errno.EEXIST, f"{names[-1].name}: {os.strerror(errno.EEXIST)}")
    write_atomically(free[0], content)
    return free[0]


def _copy_names(path: Path) -> tuple[Path, ...]:
    """Return every name that a copy may have, in the order in which they are used."""
    ends = ["", *(f"-{number}" for number in range(2, _MAX_COPIES + 1))]
    return tuple(path.with_name(f"{path.name}.{COPY_SUFFIX}{end}") for end in ends)


def _put_back(path: Path, before: bytes, copy: Path, kind: BusKind) -> Text:
    try:
        write_atomically(path, before)
    except OSError:
        try:
            copy.replace(path)  # a full disk still has room for a rename
            flush_to_disk(path.parent)
        except OSError as error:
            return _restore_failure(path, copy, error)
    return say("found.boot.put_back", path=str(path), bus=kind.title)


def _restore_failure(path: Path, copy: Path, error: OSError) -> Text:
    return say("found.boot.lost", path=str(path), copy=str(copy), cause=error.strerror or str(error))


def _switch_failure(kind: BusKind, path: Path, cause: Text) -> Text:
    return say("found.bus.left_off", bus=kind.title, cause=cause, line=kind.line, path=str(path))


def _failure_cause(result: CommandResult) -> Text:
    return result.error or say("found.command.in_vain", command="raspi-config")


def _lines(content: bytes) -> list[str]:
    return [line.strip() for line in content.decode("latin-1").splitlines() if line.strip()]


def _is_about(line: str, kind: BusKind) -> bool:
    return _bus_line_pattern(kind).match(line.lstrip("#").strip()) is not None


def _bus_line_pattern(kind: BusKind) -> re.Pattern[str]:
    """Return the pattern of a line that switches a bus on or off; its group is the value, as in
    `dtparam=audio=on,spi=on`.
    """
    return re.compile(rf"(?:device_tree_param|dtparam)=(?:[^,]*,)*{_PARAMETERS[kind]}(?:=([^,\s]*))?\s*(?:[,#].*)?$")
