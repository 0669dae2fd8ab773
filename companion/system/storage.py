"""Whether what is written in a place is still there after the power was gone, by the mounts that Linux lists."""

from __future__ import annotations

import re
from pathlib import Path

from companion.support.frozen import frozen

MOUNTS = Path("/proc/self/mountinfo")
"""Where Linux lists them."""

_IN_MEMORY = ("aufs", "overlay", "ramfs", "rootfs", "tmpfs")
"""Kinds of file systems that keep in memory what is written; of those laid over another the upper one does, as a system
lays it that protects its card."""
_READ_ONLY = ("cramfs", "erofs", "iso9660", "squashfs")
_COMPRESSED_MEMORY = "/dev/zram"


@frozen
class Mount:
    """One mount."""

    point: str
    """The folder that it begins at."""
    kind: str
    """Of file system: "ext4"."""
    source: str
    """What is mounted there: "/dev/mmcblk0p2"."""


def mounts(listed: str) -> tuple[Mount, ...]:
    """The mounts that a text of the form of /proc/self/mountinfo lists; a line of another form is passed over."""
    found = []
    for line in listed.splitlines():
        about, _, rest = line.partition(" - ")
        match about.split(), rest.split():
            case [_, _, _, _, point, *_], [kind, source, *_]:
                found.append(Mount(_plain(point), kind, _plain(source)))
    return tuple(found)


def fleeting(path: Path, listed: str) -> str:
    """The kind of file system that a place is on, where what is written there is lost with the power; else "".

    `path` is absolute and has no links in it; it need not be there yet. A place of which nothing is known is taken for
    lasting.
    """
    here = [mount for mount in mounts(listed) if path.is_relative_to(mount.point)]
    # Of several mounts at one point the last one is seen.
    mount = max(reversed(here), key=lambda mount: len(Path(mount.point).parts), default=None)
    if mount is None:
        return ""
    lost = mount.kind in _IN_MEMORY + _READ_ONLY or mount.source.startswith(_COMPRESSED_MEMORY)
    return mount.kind if lost else ""


def fleeting_here(path: Path) -> str:
    """The same of this machine, also where links lead elsewhere; where no mounts are listed, ""."""
    try:
        return fleeting(path.resolve(), MOUNTS.read_text("utf-8", "surrogateescape"))
    except OSError:
        return ""


def _plain(name: str) -> str:
    """A name as it is, of one in which blanks and the like stand as their numbers."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), name)
