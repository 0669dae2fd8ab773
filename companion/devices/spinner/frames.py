"""Frames on the spinner's line: bytes and a CRC-16, encoded by COBS so that they contain no zero, between two zeros.

The firmware encodes the frames of the other side; both sides are tested with the same golden frames.
"""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterator

MOST_BYTES = 27
"""The most bytes of a frame's content: with CRC, COBS and both zeros that makes 32 on the line."""
LONGEST_FRAME = 32
_CRC_BYTES = 2


def encode_frame(data: bytes) -> bytes:
    """Return the frame of some bytes, from 1 to MOST_BYTES.

    Raises:
        ValueError: There are more, or none.
    """
    if not 1 <= len(data) <= MOST_BYTES:
        raise ValueError(f"a frame carries 1 to {MOST_BYTES} bytes, not {len(data)}")
    checked = data + _crc(data).to_bytes(_CRC_BYTES, "big")
    runs = checked.split(b"\0")
    return b"\0" + b"".join(bytes((len(run) + 1,)) + run for run in runs) + b"\0"


class FrameDecoder:
    """A decoder that finds the valid frames among all incoming bytes."""

    def __init__(self) -> None:
        self.damaged = 0
        """The number of byte runs between two zeros that were no valid frame."""
        self._rest = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the content of the frames that end within these bytes, in order."""
        for byte in data:
            if byte:
                self._too_long |= len(self._rest) >= LONGEST_FRAME
                if not self._too_long:
                    self._rest.append(byte)
            elif self._rest:
                content = None if self._too_long else _decode(bytes(self._rest))
                self._rest.clear()
                self._too_long = False
                if content is None:
                    self.damaged += 1
                else:
                    yield content


def _crc(data: bytes) -> int:
    """Return the CRC-16/GENIBUS.

    It is inverted at the end; else any frame with a zero appended would still be valid.
    """
    return crc_hqx(data, 0xFFFF) ^ 0xFFFF


def _decode(stuffed: bytes) -> bytes | None:
    """Return the content of a frame; None if it is not valid."""
    runs = []
    start = 0
    while start < len(stuffed):
        end = start + stuffed[start]
        if end > len(stuffed):
            return None
        runs.append(stuffed[start + 1 : end])
        start = end
    data = b"\0".join(runs)
    body, check = data[:-_CRC_BYTES], data[-_CRC_BYTES:]
    if not body or len(body) > MOST_BYTES or _crc(body) != int.from_bytes(check, "big"):
        return None
    return body
