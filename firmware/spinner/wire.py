"""Frames on the line: checked, and encoded so that no other byte can be taken for their end.

A frame is, between two zeros, its bytes and their CRC in COBS (S. Cheshire and M. Baker, 1999): consistent overhead
byte stuffing, which leaves no zero. So after any damage or loss the next zero begins again. The CRC is
CRC-16/GENIBUS: polynomial 0x1021, initial value 0xFFFF, not reflected, inverted at the end; else any frame with a zero
appended would still be valid.

Nothing here allocates memory once it is made: a Pico that collects its garbage stutters.
"""

from array import array

from .quick import const, micropython

MOST = const(27)
"""The most bytes of a frame's content: with CRC, COBS and both zeros that makes 32 on the line."""
LONGEST = const(32)

_TABLE = array("H", [0] * 256)
for _byte in range(256):
    _rest = _byte << 8
    for _ in range(8):
        _rest = (_rest << 1) ^ 0x1021 if _rest & 0x8000 else _rest << 1
    _TABLE[_byte] = _rest & 0xFFFF


@micropython.native
def crc(data, count):
    """Return the CRC of the first `count` bytes of `data`, from 0 to 0xFFFF."""
    table = _TABLE
    rest = 0xFFFF
    for index in range(count):
        rest = ((rest << 8) & 0xFFFF) ^ table[(rest >> 8) ^ data[index]]
    return rest ^ 0xFFFF


@micropython.native
def encode(data, count, out, end):
    """Write the frame of the first `count` bytes of `data` into `out` from `end` on. Return its end there.

    `data` has room for two bytes more, which become the CRC; `out` for LONGEST more.
    """
    rest = crc(data, count)
    data[count] = rest >> 8
    data[count + 1] = rest & 0xFF
    out[end] = 0
    code = end + 1  # the place for the length of the current run
    end = code + 1
    for index in range(count + 2):
        byte = data[index]
        if byte:
            out[end] = byte
        else:
            out[code] = end - code
            code = end
        end += 1
    out[code] = end - code
    out[end] = 0
    return end + 1


class FrameReader:
    """Finds the valid frames among all incoming bytes."""

    def __init__(self):
        self.data = bytearray(LONGEST)
        """The content of the last frame, and its CRC after it."""
        self.damaged = 0
        """Invalid frames, so far; it counts to 0xFFFF and restarts."""
        self._count = 0
        self._too_long = False

    @micropython.native
    def take(self, byte):
        """Take in a byte. Return the length of the frame that ends with it, 0 for none; its content is in `data`."""
        if byte:
            if self._count < LONGEST:
                self.data[self._count] = byte
                self._count += 1
            else:
                self._too_long = True
            return 0
        count = self._count
        too_long = self._too_long
        self._count = 0
        self._too_long = False
        if not count:
            return 0
        if not too_long:
            count = self._decode(count)
            if 2 < count <= MOST + 2:
                count -= 2
                if crc(self.data, count) == (self.data[count] << 8) | self.data[count + 1]:
                    return count
        self.damaged = (self.damaged + 1) & 0xFFFF
        return 0

    @micropython.native
    def _decode(self, count):
        """Decode `data` in place. Return its length, 0 if it is invalid."""
        data = self.data
        start = 0
        end = 0
        while start < count:
            code = data[start]
            if start + code > count:
                return 0
            for index in range(start + 1, start + code):
                data[end] = data[index]
                end += 1
            start += code
            if start < count:
                data[end] = 0
                end += 1
        return end
