"""The picture the little screen shows: 128 by 64 points, each lit or dark, never changed once made."""

from __future__ import annotations

from companion.support.frozen import frozen

WIDTH = 128
HEIGHT = 64

_BYTES_PER_ROW = WIDTH // 8


@frozen
class Picture:
    """A finished picture. Two pictures are equal when every point is."""

    rows: tuple[int, ...]
    """One whole number a row, from the top; its highest bit (of 128) is the leftmost point."""

    def __post_init__(self) -> None:
        if len(self.rows) != HEIGHT:
            raise ValueError(f"a picture has {HEIGHT} rows, not {len(self.rows)}")
        if any(row < 0 or row >> WIDTH for row in self.rows):
            raise ValueError(f"a row of a picture has {WIDTH} points")

    def lit(self, x: int, y: int) -> bool:
        """Whether the point `x` from the left, `y` from the top is lit."""
        return bool(self.rows[y] >> (WIDTH - 1 - x) & 1)

    def to_bytes(self) -> bytes:
        """Row by row, eight points a byte, leftmost first: the raw form of a mode "1" image."""
        return b"".join(row.to_bytes(_BYTES_PER_ROW, "big") for row in self.rows)


BLANK = Picture((0,) * HEIGHT)
