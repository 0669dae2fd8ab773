"""An alphabet: letters made from a font's art, with accents set on them and a visible box for unknown characters."""

from __future__ import annotations

import unicodedata

from companion.box.screen.art.bitmap import Bitmap, read_bands
from companion.support.frozen_dataclasses import frozen

NO_BREAK_SPACE = "\u00a0"
NARROW_NO_BREAK_SPACE = "\u202f"
UNKNOWN = "□"

_REPLACEMENTS = {
    NO_BREAK_SPACE: " ",
    "\t": " ",
    "\n": " ",
    "\u2009": NARROW_NO_BREAK_SPACE,
    "\u2010": "-",
    "\u2011": "-",
    "\u2044": "/",
}
_ACCENTS = {
    "\u0300": "grave",
    "\u0301": "acute",
    "\u0302": "circumflex",
    "\u0303": "tilde",
    "\u0308": "diaeresis",
    "\u030a": "ring",
    "\u030c": "caron",
    "\u0327": "cedilla",
}


@frozen
class FontArt:
    """One size of the font family as art; all measures in points."""

    height: int
    """Height of every letter, including accents and the parts below the line."""
    baseline: int
    """Row on which letters stand."""
    cap_height: int
    gap: int
    """Between two letters."""
    space: int
    """Width of a space, without the gaps on either side."""
    thin_space: int
    letters: str
    """In bands, as `bitmap.read_bands` reads them, including UNKNOWN."""
    short_capitals: str = ""
    """Lower capitals with room for an accent."""
    accents: str = ""
    """For small letters, at their rows; includes the cedilla."""
    capital_accents: str = ""
    """For capitals."""


class Alphabet:
    """The letters of one size, each made at its first use."""

    def __init__(self, art: FontArt) -> None:
        self.height = art.height
        self.baseline = art.baseline
        self.cap_height = art.cap_height
        self.gap = art.gap
        self._letters = read_bands(art.letters, art.height)
        self._short = read_bands(art.short_capitals, art.height) if art.short_capitals else {}
        self._accents = read_bands(art.accents, art.height) if art.accents else {}
        self._capital_accents = read_bands(art.capital_accents, art.height) if art.capital_accents else {}
        blank = (0,) * art.height
        self._letters[" "] = Bitmap(art.space, blank)
        self._letters[NARROW_NO_BREAK_SPACE] = Bitmap(art.thin_space, blank)

    def tuck(self, before: str, char: str) -> int:
        """Return by how many points a letter moves to the left: the hook of a j lies below the letter before it, unless
        that one is a space or hangs below the line, too.
        """
        if char != "j":
            return 0
        above, below = self.letter(before).rows[: self.baseline + 1], self.letter(before).rows[self.baseline + 1 :]
        if any(below) or not any(above):
            return 0
        drawing = self.letter(char)
        return drawing.width - max(row.bit_length() for row in drawing.rows[: self.baseline + 1])

    def letter(self, char: str) -> Bitmap:
        """Return the drawing of one character; an unknown one as its base letter, or as a visible box."""
        drawing = self._letters.get(char)
        if drawing is None:
            drawing = self._letters[char] = self._make(_REPLACEMENTS.get(char, char))
        return drawing

    def _make(self, char: str) -> Bitmap:
        if char in self._letters:
            return self._letters[char]
        decomposed = unicodedata.normalize("NFD", char)
        base, marks = decomposed[:1], decomposed[1:]
        if len(marks) == 1 and base in self._letters and (accent := self._accent(base, marks)):
            return _overlay(self._under_accent(base, marks), accent)
        plain = [c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c)]
        if plain and plain != [char]:
            return _side_by_side([self.letter(c) for c in plain], self.gap)
        return self._letters[UNKNOWN]

    def _accent(self, base: str, mark: str) -> Bitmap | None:
        accents = self._capital_accents if base.isupper() else self._accents
        name = _ACCENTS.get(mark, "")
        return accents.get(name) or self._accents.get(name)

    def _under_accent(self, base: str, mark: str) -> Bitmap:
        if _ACCENTS[mark] == "cedilla":
            return self._letters[base]
        if base == "i":
            return self._letters["ı"]
        return self._short.get(base, self._letters[base])


def _overlay(first: Bitmap, second: Bitmap) -> Bitmap:
    width = max(first.width, second.width)
    first_margin = (width - first.width) // 2
    second_margin = (width - second.width) // 2
    rows = zip(first.rows, second.rows, strict=True)
    return Bitmap(
        width,
        tuple(a << (width - first.width - first_margin) | b << (width - second.width - second_margin) for a, b in rows),
    )


def _side_by_side(pieces: list[Bitmap], gap: int) -> Bitmap:
    width = -gap
    rows = [0] * pieces[0].height
    for piece in pieces:
        width += gap + piece.width
        rows = [row << (gap + piece.width) | bits for row, bits in zip(rows, piece.rows, strict=True)]
    return Bitmap(width, tuple(rows))
