"""A purse: what it comes to, and below a line for each thing that a seat holds."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.scene import Held, Purse
from companion.screen.art import glyphs
from companion.screen.blocks.bands import Part, TextLine
from companion.screen.blocks.signs import UNKNOWN, held_lines
from companion.views.faces.blocks import ShownBlock
from companion.views.words.signs import Glyph
from companion.views.words.texts import figure


def purse_lines(shown: ShownBlock, purse: Purse[str]) -> Iterator[TextLine]:
    """The total beside a crown, or the least and the most that it can still be, if known; then what is held."""
    if (purse.total, purse.low, purse.high) != (None, None, None):
        yield TextLine(parts=(glyphs.pictogram(Glyph.CROWN), _total(purse)))
    known = {_title(shown, held) for held in purse.holds if _is_known(held)}
    for held in purse.holds:
        if _is_known(held) or _title(shown, held) not in known:
            yield from (TextLine(parts=parts, right=right) for parts, right in held_lines(shown, held))


def _is_known(held: Held) -> bool:
    return held.n is not None or held.things is not None


def _title(shown: ShownBlock, held: Held) -> str:
    """What is unknown needs no line where one of the same title says how many they are."""
    sign = shown.sign(held.thing)
    return sign.title if sign is not None else held.thing


def _total(purse: Purse[str]) -> Part:
    if purse.total is not None:
        return figure(purse.total)
    if purse.low is None and purse.high is None:
        return UNKNOWN
    low, high = (UNKNOWN if one is None else figure(one) for one in (purse.low, purse.high))
    return f"{low}–{high}"
