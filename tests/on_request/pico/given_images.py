"""`python -m tests.on_request.pico.given_images`: check for MicroPython and the boot ROM.

They are not included: only their makers hand them out.
"""

from __future__ import annotations

import os
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

WANTED = (
    "Give IMAGE=, MicroPython 1.28.0 for RPI_PICO as https://micropython.org/download/RPI_PICO has it, and"
    " BOOTROM=, a Pico's boot ROM (16 kB), which CONTRIBUTING.md tells how to read from one, and which"
    " https://github.com/raspberrypi/pico-bootrom-rp2040 builds."
)
"""The required files, and where they come from."""
FLASH_AT = 0x10000000
FILES_AT = 0xA0000
"""The beginning of MicroPython's file system in a flash of 2 MB."""
_UF2 = struct.Struct("<8I476sI")
_UF2_BEGINS, _UF2_GOES_ON, _UF2_ENDS = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_NOT_FLASH, _HAS_FAMILY = 0x1, 0x2000
_RP2040 = 0xE48BFF56


class ImageError(ValueError):
    """An error for a file that is no image for a Pico. Its text says what it is."""


@dataclass(frozen=True, slots=True)
class Images:
    """The files that the user of the tests has downloaded."""

    micropython: bytes
    """The content of the flash, from its beginning."""
    bootrom: Path


def given_images() -> Images:
    """Return the images that IMAGE and BOOTROM of the environment name.

    Raises:
        ImageError: One is not given, missing, or invalid.
    """
    names = [os.environ.get(name, "") for name in ("IMAGE", "BOOTROM")]
    if not all(names):
        raise ImageError(WANTED)
    image, bootrom = map(Path, names)
    for path in (image, bootrom):
        if not path.is_file():
            raise ImageError(f"{path} is not there. {WANTED}")
    return Images(unpacked(image.read_bytes()), bootrom.resolve())


def unpacked(image: bytes) -> bytes:
    """Return an image as it is in the flash: a .uf2 is unpacked, anything else is taken unchanged.

    Raises:
        ImageError: It is a damaged .uf2, or one for something else than a Pico, or too large.
    """
    if not image.startswith(_UF2_BEGINS.to_bytes(4, "little")):
        flash = bytearray(image)
    elif len(image) % _UF2.size:
        raise ImageError("the .uf2 is cut off")
    else:
        flash = bytearray()
        for block in _UF2.iter_unpack(image):
            _copy_block(block, flash)
    if not 0 < len(flash) <= FILES_AT:
        raise ImageError(f"an image for a Pico has up to {FILES_AT:,} bytes, not {len(flash):,}")
    return bytes(flash)


def _copy_block(block: tuple[int, int, int, int, int, int, int, int, bytes, int], flash: bytearray) -> None:
    """Copy a block of a .uf2 to its position; skip one for something else than a Pico's flash."""
    begins, goes_on, flags, address, size, _, _, family, data, ends = block
    if (begins, goes_on, ends) != (_UF2_BEGINS, _UF2_GOES_ON, _UF2_ENDS) or size > len(data):
        raise ImageError("the .uf2 is damaged")
    offset = address - FLASH_AT
    if flags & _NOT_FLASH or (flags & _HAS_FAMILY and family != _RP2040) or not 0 <= offset < FILES_AT:
        return
    flash.extend(b"\xff" * (offset + size - len(flash)))
    flash[offset : offset + size] = data[:size]


if __name__ == "__main__":
    try:
        given_images()
    except ImageError as error:
        sys.exit(str(error))
