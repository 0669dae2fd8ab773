"""Tests of frames on the line: both ends write and read the same, and only valid frames get through."""

from __future__ import annotations

import random
from binascii import crc_hqx
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.spinner.frames import LONGEST_FRAME, MOST_BYTES, FrameDecoder, encode_frame
from companion.devices.spinner.simulated_spinner import load_firmware
from companion.support.resources import firmware_dir

GOLDEN = [
    (bytes.fromhex(message), bytes.fromhex(framed), what)
    for _, message, framed, what in (
        line.split(maxsplit=3)
        for line in Path(__file__).with_name("frames.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
]
WIRE: Any = load_firmware(firmware_dir()).wire


@dataclass(frozen=True)
class End:
    """One end's functions to write a frame, and to read incoming bytes."""

    name: str
    write: Callable[[bytes], bytes]
    read: Callable[[bytes], list[bytes]]

    def __repr__(self) -> str:
        return self.name


def _firmware_write(message: bytes) -> bytes:
    out = bytearray(LONGEST_FRAME)
    end = WIRE.encode(bytearray(message) + bytearray(2), len(message), out, 0)
    return bytes(out[:end])


def _firmware_read(data: bytes) -> list[bytes]:
    decoder = WIRE.FrameReader()
    return [bytes(decoder.data[:count]) for byte in data if (count := decoder.take(byte))]


ENDS = (
    End("companion", encode_frame, lambda data: list(FrameDecoder().feed(data))),
    End("firmware", _firmware_write, _firmware_read),
)
ends = pytest.mark.parametrize("end", ENDS, ids=repr)
messages = st.binary(min_size=1, max_size=MOST_BYTES)


@ends
@pytest.mark.parametrize(("message", "encoded", "what"), GOLDEN, ids=[what for _, _, what in GOLDEN])
def test_golden_frames(end: End, message: bytes, encoded: bytes, what: str) -> None:
    assert end.write(message) == encoded
    assert end.read(encoded) == [message]
    assert len(encoded) <= LONGEST_FRAME


@ends
@given(
    contents=st.lists(messages, max_size=5), noise=st.binary(max_size=80).map(lambda noise: noise.replace(b"\0", b"x"))
)
def test_a_frame_arrives_after_any_garbage(end: End, contents: list[bytes], noise: bytes) -> None:
    assert end.read(noise + b"".join(map(end.write, contents))) == contents


@given(message=messages)
def test_both_ends_write_the_same_frames(message: bytes) -> None:
    assert encode_frame(message) == _firmware_write(message)
    assert 0 not in encode_frame(message)[1:-1]


@given(message=messages, index=st.integers(0, LONGEST_FRAME), bit=st.integers(0, 7))
def test_a_flipped_bit_lets_nothing_else_through(message: bytes, index: int, bit: int) -> None:
    spoilt = bytearray(encode_frame(message))
    spoilt[index % len(spoilt)] ^= 1 << bit
    for end in ENDS:
        assert end.read(bytes(spoilt) + b"\0") in ([], [message])


@given(data=st.binary(max_size=400))
def test_both_ends_read_any_bytes_alike(data: bytes) -> None:
    assert ENDS[0].read(data) == ENDS[1].read(data)


def test_random_bytes_are_read_alike_and_hardly_ever_valid() -> None:
    data = random.Random(29).randbytes(1_000_000)
    frames, decoder = FrameDecoder(), WIRE.FrameReader()
    messages = list(frames.feed(data))
    assert messages == [bytes(decoder.data[:count]) for byte in data if (count := decoder.take(byte))]
    # About a hundred runs between two zeros are short enough a thousand bytes; of 65,536 one has its CRC by chance.
    assert len(messages) <= 2
    assert frames.damaged == decoder.damaged > 1000


@ends
@pytest.mark.parametrize("more", [1, 2, 3])
def test_a_frame_with_too_much_content_is_invalid(end: End, more: int) -> None:
    body = bytes(range(1, MOST_BYTES + more + 1))
    checked = body + (crc_hqx(body, 0xFFFF) ^ 0xFFFF).to_bytes(2, "big")
    runs = checked.split(b"\0")
    framed = b"\0" + b"".join(bytes((len(run) + 1,)) + run for run in runs) + b"\0"
    assert end.read(framed + end.write(b"next")) == [b"next"]


@pytest.mark.parametrize("count", [0, MOST_BYTES + 1])
def test_a_message_must_fit_into_a_frame(count: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 27 bytes, not {count}"):
        encode_frame(bytes(count))
