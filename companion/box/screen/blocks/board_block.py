"""A board in lines: its spaces by groups, with costs, gains and the components on each."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box.faces.block_face import BlockView
from companion.box.screen.art import glyphs
from companion.box.screen.blocks.bands import Part, TextLine
from companion.box.screen.blocks.block_signs import ARROW, EMPTY, amounts, capital, exchange, titled
from companion.rules.scene import Board, Lying, Slot, Space
from companion.words.catalogue import figure

_INSET = 5


def board_lines(shown: BlockView, board: Board[str]) -> Iterator[TextLine]:
    """Yield lines group by group, each under its name if it has one."""
    for group in board.groups:
        if group.name:
            yield TextLine(parts=(capital(group.name),), head=True)
        for space in group.spaces:
            yield from _space(shown, space)


def _space(shown: BlockView, space: Space[str]) -> Iterator[TextLine]:
    """Yield a space's name with the components on it; below it the exchange, its ladder and its slots."""
    lies = tuple(_lying(shown, one) for one in space.lies)
    free = (EMPTY,) * min(max((space.room or 0) - len(lies), 0), 6)
    yield TextLine(parts=(capital(space.name),), right=(*lies, *free))
    details: list[tuple[Part, ...]] = [exchange(shown, space.costs, space.gives)]
    details += [(figure(rung.value), ARROW, *amounts(shown, rung.gives)) for rung in space.ladder]
    details += [_slot(shown, slot) for slot in space.slots]
    details += [(space.says,)] if space.says else []
    yield from (TextLine(parts=parts, inset=_INSET) for parts in details if parts)


def _slot(shown: BlockView, slot: Slot[str]) -> tuple[Part, ...]:
    held: Part = _lying(shown, slot.holds) if slot.holds is not None else EMPTY
    asks: tuple[Part, ...] = (slot.asks,) if slot.asks else ()
    arrow: tuple[Part, ...] = (ARROW,) if slot.asks and slot.gives else ()
    return (held, *asks, *arrow, *amounts(shown, slot.gives))


def _lying(shown: BlockView, lying: Lying) -> Part:
    """Return the seat, the drawing and the value of a component on the board."""
    mark, sign = shown.mark(lying.seat), shown.sign(lying.thing)
    whose = (glyphs.shape(mark.shape),) if mark else ()
    if sign is not None and sign.glyph is not None:
        what: tuple[Part, ...] = (glyphs.pictogram(sign.glyph),)
    else:
        what = (sign.one,) if sign is not None and not mark else ()
    value = (figure(lying.value),) if lying.value is not None else ()
    parts = (*whose, *what, *value)
    flat = tuple(part for part in parts if not isinstance(part, tuple))
    return flat or (titled(shown, lying.thing) or ("•",))[-1]
