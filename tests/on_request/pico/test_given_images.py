"""Tests of MicroPython's image, in both formats in which it is published."""

from __future__ import annotations

import struct
from pathlib import Path
from random import Random

import pytest

from tests.on_request.pico.given_images import WANTED, ImageError, given_images, unpacked

PICO, PICO_2 = 0xE48BFF56, 0xE48BFF59
IMAGE = Random(29).randbytes(10_000)
_PART = 256


def block(offset: int, data: bytes, *, family: int = PICO, begins: int = 0x0A324655) -> bytes:
    """Return a block of a .uf2, as in its specification: 512 bytes with up to 476 for the flash."""
    head = struct.pack("<8I", begins, 0x9E5D5157, 0x2000, 0x10000000 + offset, len(data), 0, 1, family)
    return head + data.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)


def uf2(image: bytes) -> bytes:
    """Return an image as it is downloaded."""
    return b"".join(block(offset, image[offset : offset + _PART]) for offset in range(0, len(image), _PART))


def test_both_formats_give_the_same_flash() -> None:
    assert unpacked(IMAGE) == unpacked(uf2(IMAGE)) == IMAGE


def test_other_chips_blocks_are_skipped_and_gaps_are_blank() -> None:
    assert unpacked(block(512, b"later") + block(0, b"other", family=PICO_2) + block(0, b"first")) == (
        b"first" + b"\xff" * 507 + b"later"
    )


@pytest.mark.parametrize(
    ("image", "message"),
    [
        (b"", "not 0"),
        (bytes(0xA0001), "not 655,361"),
        (uf2(IMAGE)[:-1], "cut off"),
        (uf2(IMAGE) + block(0, b"", begins=1), "damaged"),
        (block(0, b"only", family=PICO_2), "not 0"),
    ],
)
def test_an_invalid_image_is_refused(image: bytes, message: str) -> None:
    with pytest.raises(ImageError, match=message):
        unpacked(image)


def test_missing_images_are_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("IMAGE", str(tmp_path / "none.uf2"))
    monkeypatch.setenv("BOOTROM", "")
    with pytest.raises(ImageError) as error:
        given_images()
    assert str(error.value) == WANTED
    monkeypatch.setenv("BOOTROM", str(tmp_path))
    with pytest.raises(ImageError, match=r"none\.uf2 is not there"):
        given_images()
