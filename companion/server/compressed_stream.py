"""An event stream that travels compressed: each event by itself, once for all pages, whole as soon as it is sent."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache

_HEAD = bytes.fromhex("1f8b08000000000000ff")
_END = bytes.fromhex("0300")
"""An empty block, which is the last."""
_KEPT = 64
"""Of how many events the compressed form is kept: far more than are sent at once."""
_LONGEST_KEPT = 16 * 1024
"""Of how many bytes at most: whole views of long games are rare, and would fill the memory."""
_EFFORT = 5


class Packed(Iterator[bytes]):
    """A stream as gzip. The server closes it as it would close what is in it.

    Every piece ends on a full flush, after which nothing before is referred to: so a piece is the same bytes in every
    stream, and costs neither them nor us a window of their own.
    """

    def __init__(self, stream: Iterator[bytes]) -> None:
        """`stream` gives events, each whole."""
        self._stream = stream
        self._begun = False
        self._crc = self._size = 0
        self._ended = False

    def __next__(self) -> bytes:
        if self._ended:
            raise StopIteration
        head, self._begun = b"" if self._begun else _HEAD, True
        try:
            piece = next(self._stream)
        except StopIteration:
            self._ended = True
            return head + _END + struct.pack("<II", self._crc, self._size & 0xFFFFFFFF)
        self._crc, self._size = zlib.crc32(piece, self._crc), self._size + len(piece)
        return head + packed(piece)

    def close(self) -> None:
        """Leave."""
        close = getattr(self._stream, "close", None)
        if close is not None:
            close()


def packed(piece: bytes) -> bytes:
    """A piece of a stream, compressed without what came before it."""
    return _kept(piece) if len(piece) <= _LONGEST_KEPT else _packed(piece)


def _packed(piece: bytes) -> bytes:
    packer = zlib.compressobj(_EFFORT, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)


_kept = lru_cache(maxsize=_KEPT)(_packed)
