"""Frames on the line: made of bytes that no other byte of the line can be taken for, and checked.

A frame is, between two zeros, its bytes and their CRC in COBS (S. Cheshire and M. Baker, 1999): consistent overhead
byte stuffing, in which no zero is left. So whatever was damaged or lost, the next zero begins anew. The CRC is
CRC-16/GENIBUS: polynomial 0x1021, begun with 0xFFFF, nothing reflected, turned over at the end; were it not, a zero
behind any frame would leave it a sound one.

Nothing here takes memory once it is made: a Pico that collects its garbage stutters.
"""

from array import array

from .quick import const, micropython

MOST = const(27)
"""Bytes that a frame carries at most: with CRC, COBS and both zeros that makes 32 on the line."""
LONGEST = const(32)

_TABLE = array("H", [0] * 256)
for _byte in range(256):
    _rest = _byte << 8
    for _ in range(8):
        _rest = (_rest << 1) ^ 0x1021 if _rest & 0x8000 else _rest << 1
    _TABLE[_byte] = _rest & 0xFFFF


@micropython.native
def crc(data, count):
    """The CRC of the first bytes of `data`, from 0 to 0xFFFF."""
    table = _TABLE
    rest = 0xFFFF
    for at in range(count):
        rest = ((rest << 8) & 0xFFFF) ^ table[(rest >> 8) ^ data[at]]
    return rest ^ 0xFFFF


@micropython.native
def encode(data, count, out, at):
    """Write the frame of the first bytes of `data` into `out`; returns where it ends there.

    `data` has room for two bytes more, which become the CRC; `out` for LONGEST from `at`.
    """
    rest = crc(data, count)
    data[count] = rest >> 8
    data[count + 1] = rest & 0xFF
    out[at] = 0
    code = at + 1  # where the length of the run that is being written stands
    at = code + 1
    for index in range(count + 2):
        byte = data[index]
        if byte:
            out[at] = byte
        else:
            out[code] = at - code
            code = at
        at += 1
    out[code] = at - code
    out[at] = 0
    return at + 1


class Decoder:
    """Finds sound frames among the bytes that come in."""

    def __init__(self):
        self.data = bytearray(LONGEST)
        """The frame that was found last, and its CRC behind it."""
        self.damaged = 0
        """Frames that were none, so far; it counts to 0xFFFF and begins again."""
        self._count = 0
        self._lost = False

    @micropython.native
    def take(self, byte):
        """Take in a byte: how many bytes the frame has that ends with it, 0 for none. They stand in `data`."""
        if byte:
            if self._count < LONGEST:
                self.data[self._count] = byte
                self._count += 1
            else:
                self._lost = True
            return 0
        count = self._count
        lost = self._lost
        self._count = 0
        self._lost = False
        if not count:
            return 0
        if not lost:
            count = self._undo(count)
            if 2 < count <= MOST + 2:
                count -= 2
                if crc(self.data, count) == (self.data[count] << 8) | self.data[count + 1]:
                    return count
        self.damaged = (self.damaged + 1) & 0xFFFF
        return 0

    @micropython.native
    def _undo(self, count):
        """Take the stuffing out of `data`; how many bytes that leaves, 0 where it is not what it should be."""
        data = self.data
        at = 0
        to = 0
        while at < count:
            code = data[at]
            if at + code > count:
                return 0
            for index in range(at + 1, at + code):
                data[to] = data[index]
                to += 1
            at += code
            if at < count:
                data[to] = 0
                to += 1
        return to
