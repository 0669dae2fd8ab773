"""A purse: what it comes to, and below a line for each thing that a seat holds."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box.faces.block_face import ShownBlock
from companion.box.screen.art import glyphs
from companion.box.screen.blocks.bands import Part, TextLine
from companion.box.screen.blocks.block_signs import UNKNOWN, held_lines
from companion.rules.scene import Held, Purse
from companion.words.catalogue import figure
from companion.words.signs import Glyph


def purse_lines(shown: ShownBlock, purse: Purse[str]) -> Iterator[TextLine]:
    """The total beside a crown, the least and the most that it can still be, if known; then what is held."""
    if (purse.total, purse.low, purse.high) != (None, None, None):
        yield TextLine(parts=(glyphs.pictogram(Glyph.CROWN), _total(purse)), right=_still_possible(purse))
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
    return _range(purse)


def _still_possible(purse: Purse[str]) -> tuple[Part, ...]:
    """Beside a total that is known, where both bounds of what it can still come to are, and they differ."""
    if purse.total is None or purse.low is None or purse.high is None or purse.low == purse.high:
        return ()
    return (_range(purse),)


def _range(purse: Purse[str]) -> str:
    low, high = (UNKNOWN if one is None else figure(one) for one in (purse.low, purse.high))
    return f"{low}…{high}" if (purse.low or 0) < 0 else f"{low}–{high}"
