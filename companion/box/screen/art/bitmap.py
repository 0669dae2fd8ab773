"""Small drawings, letters among them: lit points in a box, read from art in the source."""

from __future__ import annotations

from companion.support.frozen_dataclasses import frozen


@frozen
class Bitmap:
    """A drawing of any size: like a picture, but only as large as needed."""

    width: int
    rows: tuple[int, ...]
    """One whole number a row, from the top; its highest bit (of `width`) is the leftmost point."""

    @property
    def height(self) -> int:
        """In points."""
        return len(self.rows)


def bitmap_of(lines: tuple[str, ...]) -> Bitmap:
    """Return the drawing that '#' and '.' show; all lines have the same length."""
    width = len(lines[0]) if lines else 0
    if any(len(line) != width or line.strip("#.") for line in lines):
        raise ValueError("art is rows of '#' and '.', equally long: " + repr(lines))
    rows = tuple(int(line.replace(".", "0").replace("#", "1"), 2) if width else 0 for line in lines)
    return Bitmap(width, rows)


def read_bands(art: str, height: int | None = None) -> dict[str, Bitmap]:
    """Read drawings set side by side, in bands.

    A band is a header and rows: the header gives the first row of the band, then the drawings' names (`2: A B C`); each
    row has one piece of '#' and '.' for every name. With `height`, every drawing is made that high, with empty rows
    above and below; without it, a drawing is as high as its band.
    """
    drawings: dict[str, Bitmap] = {}
    for band in art.strip("\n").split("\n\n"):
        header, *lines = band.strip("\n").splitlines()
        first, names = header.split(":", 1)
        top = int(first)
        pieces = [line.split() for line in lines]
        for column, name in enumerate(names.split()):
            if any(len(row) <= column for row in pieces):
                raise ValueError(f"{name!r} is not drawn on every row of its band")
            drawing = bitmap_of(tuple(row[column] for row in pieces))
            if name in drawings:
                raise ValueError(f"{name!r} is drawn twice")
            drawings[name] = drawing if height is None else _set_in(drawing, top, height)
    return drawings


def _set_in(drawing: Bitmap, top: int, height: int) -> Bitmap:
    below = height - top - drawing.height
    if below < 0:
        raise ValueError(f"a drawing of {drawing.height} rows from row {top} does not fit {height}")
    return Bitmap(drawing.width, (0,) * top + drawing.rows + (0,) * below)
