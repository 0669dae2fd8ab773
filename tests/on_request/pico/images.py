"""The content of a Pico's flash: MicroPython, and behind it the file system with the spinner's program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from littlefs import LittleFS

from companion.support.resources import firmware_dir
from tests.on_request.pico.given_images import FILES_AT

_BLOCK, _BLOCKS = 4096, 352
Files = Mapping[str, bytes]
"""Files by their paths on the Pico, as "spinner/core.py"."""


def flash_image(micropython: bytes, files: Files) -> bytes:
    """Return a Pico's flash with MicroPython and these files, up to the end of its file system."""
    system = LittleFS(
        block_size=_BLOCK,
        block_count=_BLOCKS,
        prog_size=256,
        read_size=32,
        lookahead_size=32,
        disk_version=0x00020000,
    )
    for name, text in files.items():
        folder = str(Path(name).parent)
        if folder != ".":
            system.makedirs(folder, exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(text)
    return micropython.ljust(FILES_AT, b"\xff") + bytes(system.context.buffer)


def firmware_files() -> dict[str, bytes]:
    """Return the spinner's program as it is copied to a Pico."""
    home = firmware_dir()
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in sorted(home.rglob("*.py"))}
