"""A check whether files in a folder survive a power cut, by the mounts that Linux lists."""

from __future__ import annotations

import re
from pathlib import Path

from companion.support.frozen_dataclasses import frozen

MOUNTS = Path("/proc/self/mountinfo")
"""The file with Linux's list of mounts."""

_IN_MEMORY = ("aufs", "overlay", "ramfs", "rootfs", "tmpfs")
"""Kinds of file systems that keep written files in memory. Of an overlay, the upper layer does: systems use it to
protect their card."""
_READ_ONLY = ("cramfs", "erofs", "iso9660", "squashfs")
_COMPRESSED_MEMORY = "/dev/zram"


@frozen
class Mount:
    """One mount."""

    point: str
    """The folder where it begins."""
    kind: str
    """The kind of file system: "ext4"."""
    source: str
    """The mounted device: "/dev/mmcblk0p2"."""


def mounts(listed: str) -> tuple[Mount, ...]:
    """Return the mounts that a text in the format of /proc/self/mountinfo lists; other lines are ignored."""
    entries = []
    for line in listed.splitlines():
        head, _, rest = line.partition(" - ")
        match head.split(), rest.split():
            case [_, _, _, _, point, *_], [kind, source, *_]:
                entries.append(Mount(_unescaped(point), kind, _unescaped(source)))
    return tuple(entries)


def volatile_kind(path: Path, listed: str) -> str:
    """Return the kind of file system of a path if files written there are lost with the power; else "".

    `path` is absolute and has no links in it; it need not exist yet. An unknown place counts as lasting.
    """
    containing = [mount for mount in mounts(listed) if path.is_relative_to(mount.point)]
    # Of several mounts at one point the last one is visible.
    mount = max(reversed(containing), key=lambda mount: len(Path(mount.point).parts), default=None)
    if mount is None:
        return ""
    is_volatile = mount.kind in _IN_MEMORY + _READ_ONLY or mount.source.startswith(_COMPRESSED_MEMORY)
    return mount.kind if is_volatile else ""


def volatile_kind_here(path: Path) -> str:
    """Return the same for a path of this machine, with links resolved; "" where no mounts are listed."""
    try:
        return volatile_kind(path.resolve(), MOUNTS.read_text("utf-8", "surrogateescape"))
    except OSError:
        return ""


def _unescaped(name: str) -> str:
    """Return a name with its octal escapes for blanks and similar characters decoded."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), name)
