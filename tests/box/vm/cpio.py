"""The archive that a Linux kernel unpacks first: cpio in its "newc" form (Documentation/driver-api/early-userspace)."""

from __future__ import annotations

from collections.abc import Iterable


def archive(files: Iterable[tuple[str, bytes | None]]) -> bytes:
    """Return an archive of these names and contents, all executable; None is a folder, which precedes its content."""
    entries = [_entry(number, name, content) for number, (name, content) in enumerate(files, 1)]
    return b"".join((*entries, _entry(0, "TRAILER!!!", b"")))


def _entry(number: int, name: str, content: bytes | None) -> bytes:
    mode = 0o040755 if content is None else 0o100755
    data = content or b""
    path = name.encode() + b"\0"
    fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(path), 0)
    head = b"070701" + b"".join(b"%08X" % field for field in fields)
    return _to_four(head + path) + _to_four(data)


def _to_four(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
