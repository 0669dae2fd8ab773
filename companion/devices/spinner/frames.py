"""Frames on the spinner's line: bytes and a CRC-16, stuffed by COBS so that no zero is in them, between two zeros.

The other side's are made by the firmware; both keep to the same golden frames.
"""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterator

MOST = 27
"""Bytes that a frame carries at most: with CRC, COBS and both zeros that makes 32 on the line."""
LONGEST = 32
_CRC_BYTES = 2


def frame(data: bytes) -> bytes:
    """The frame of some bytes, from 1 to MOST.

    Raises:
        ValueError: They are too many, or none.
    """
    if not 1 <= len(data) <= MOST:
        raise ValueError(f"a frame carries 1 to {MOST} bytes, not {len(data)}")
    checked = data + _crc(data).to_bytes(_CRC_BYTES, "big")
    runs = checked.split(b"\0")
    return b"\0" + b"".join(bytes((len(run) + 1,)) + run for run in runs) + b"\0"


class Frames:
    """Finds the sound frames among the bytes that come in, whatever else is among them."""

    def __init__(self) -> None:
        self.damaged = 0
        """How much between two zeros was no sound frame."""
        self._rest = bytearray()
        self._too_long = False

    def take(self, data: bytes) -> Iterator[bytes]:
        """The frames that end within these bytes, in order."""
        for byte in data:
            if byte:
                self._too_long |= len(self._rest) >= LONGEST
                if not self._too_long:
                    self._rest.append(byte)
            elif self._rest:
                found = None if self._too_long else _undone(bytes(self._rest))
                self._rest.clear()
                self._too_long = False
                if found is None:
                    self.damaged += 1
                else:
                    yield found


def _crc(data: bytes) -> int:
    """CRC-16/GENIBUS. Were it not turned over at the end, a zero behind any frame would leave it a sound one."""
    return crc_hqx(data, 0xFFFF) ^ 0xFFFF


def _undone(stuffed: bytes) -> bytes | None:
    """What a frame carries; None where it is not sound."""
    runs = []
    at = 0
    while at < len(stuffed):
        end = at + stuffed[at]
        if end > len(stuffed):
            return None
        runs.append(stuffed[at + 1 : end])
        at = end
    data = b"\0".join(runs)
    body, check = data[:-_CRC_BYTES], data[-_CRC_BYTES:]
    if not body or len(body) > MOST or _crc(body) != int.from_bytes(check, "big"):
        return None
    return body
