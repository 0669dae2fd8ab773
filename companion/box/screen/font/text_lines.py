"""Text on the little screen: its width, its shortened and wrapped forms, and its drawing.

The letters themselves are art in `small_letters`, `narrow_letters`, `large_letters` and `large_numbers`.
"""

from __future__ import annotations

import unicodedata
from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise

from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.font import large_letters, large_numbers, narrow_letters, small_letters
from companion.box.screen.font.alphabet import NO_BREAK_SPACE, Alphabet

ELLIPSIS = "…"

_BLANK = frozenset("\t\n")
_UNSEEN = frozenset(("Mn", "Me", "Cf", "Cc"))
"""Unicode categories of marks that combine with no letter, and of control characters."""

_CLINGS_LEFT = frozenset(":;!?»%")


class Size(Enum):
    """Sizes of the font family."""

    SMALL = "small"
    """About 6 by 8, for everything."""
    NARROW = "narrow"
    """About 5 by 8, for a line that small letters would shorten; never requested as such."""
    LARGE = "large"
    """About 10 by 16, for names, headings, and large text."""
    NUMBER = "number"
    """Digits 10 by 16, for gold and totals; no letters."""
    HUGE = "huge"
    """Digits 20 by 32, for the one number of a picture; no letters."""


_ART = {
    Size.SMALL: small_letters.ART,
    Size.NARROW: narrow_letters.ART,
    Size.LARGE: large_letters.ART,
    Size.NUMBER: large_numbers.NUMBER,
    Size.HUGE: large_numbers.HUGE,
}


@cache
def alphabet(size: Size) -> Alphabet:
    """Return the letters of a size, read from their art at first use."""
    return Alphabet(_ART[size])


@lru_cache(maxsize=512)
def line(text: str, size: Size) -> Bitmap:
    """Return one line of text as a drawing, as wide as `measure` says; line breaks in it count as spaces."""
    letters = alphabet(size)
    rows = [0] * letters.height
    before = ""
    for char in _composed(text):
        drawn = letters.letter(char)
        step = drawn.width + letters.gap - (letters.tuck(before, char) if before else 0)
        before = char
        rows = [row << step | bits for row, bits in zip(rows, drawn.rows, strict=True)]
    return Bitmap(measure(text, size), tuple(rows))


@lru_cache(maxsize=2048)
def measure(text: str, size: Size) -> int:
    """Return the width of one line of text, in points."""
    # Cached, because painting mostly measures the same few words again, to wrap them and to find out what fits.
    letters = alphabet(size)
    chars = _composed(text)
    widths = sum(letters.letter(char).width for char in chars)
    tucks = sum(letters.tuck(before, char) for before, char in pairwise(chars)) if "j" in chars else 0
    return widths + letters.gap * max(len(chars) - 1, 0) - tucks


def fit(text: str, size: Size, width: int) -> str:
    """Return the text if it fits in `width` points, else its beginning with an ellipsis, else ""."""
    if measure(text, size) <= width:
        return text
    text = _composed(text)
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(_shorten(text, middle), size) <= width:
            low = middle
        else:
            high = middle - 1
    shortened = _shorten(text, low)
    return shortened if measure(shortened, size) <= width else ""


def wrap(text: str, size: Size, width: int) -> list[str]:
    """Return the text in lines of at most `width` points, broken at spaces, or within a word that is wider.

    No-break spaces are respected. A line is wider only if a single letter is.
    """
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        current = ""
        for word in _words(paragraph):
            joined = f"{current} {word}" if current else word
            if measure(joined, size) <= width:
                current = joined
                continue
            if current:
                lines.append(current)
            *broken, current = _break_word(word, size, width)
            lines.extend(broken)
        lines.append(current)
    return lines


def wrap_evenly(text: str, size: Size, width: int) -> list[str]:
    """Wrap a text into the same number of lines, but of about equal width, for centring. It breaks no more words."""
    lines = wrap(text, size, width)
    narrow, wide = min(max(widest(text, size), 1), width), width
    while narrow < wide:
        middle = (narrow + wide) // 2
        if len(wrap(text, size, middle)) <= len(lines):
            wide = middle
        else:
            narrow = middle + 1
    return wrap(text, size, wide) if len(lines) > 1 else lines


def widest(text: str, size: Size) -> int:
    """Return the width of the widest piece of a text that is not broken."""
    return max((measure(word, size) for part in text.splitlines() for word in _words(part)), default=0)


def _words(paragraph: str) -> list[str]:
    """Return the unbreakable pieces: French punctuation stays with its word, whatever space was typed."""
    words: list[str] = []
    for word in paragraph.split(" "):
        if words and (word in _CLINGS_LEFT or words[-1] == "«"):
            words[-1] += NO_BREAK_SPACE + word
        elif word:
            words.append(word)
    return words


def _composed(text: str) -> str:
    """Return the text with combined accents, and without invisible characters."""
    if text.isascii() and text.isprintable():
        return text
    composed = unicodedata.normalize("NFC", text)
    return "".join(char for char in composed if char in _BLANK or unicodedata.category(char) not in _UNSEEN)


def _shorten(text: str, length: int) -> str:
    return text[:length].rstrip() + ELLIPSIS


def _break_word(word: str, size: Size, width: int) -> list[str]:
    pieces = [""]
    for char in _composed(word):
        if pieces[-1] and measure(pieces[-1] + char, size) > width:
            pieces.append("")
        pieces[-1] += char
    return pieces
