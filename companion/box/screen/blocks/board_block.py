"""A board in lines: its spaces by groups, with costs, gains and the components on each."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box.faces.block_view import BlockView
from companion.box.screen.art import glyphs
from companion.box.screen.blocks.bands import Part, TextLine
from companion.box.screen.blocks.block_signs import ARROW, EMPTY, amount_parts, capital, exchange_parts, title_parts
from companion.rules.scene import Board, Lying, Slot, Space
from companion.words.catalogue import format_number

_INSET = 5


def board_lines(view: BlockView, board: Board[str]) -> Iterator[TextLine]:
    """Yield lines group by group, each under its name if it has one."""
    for group in board.groups:
        if group.name:
            yield TextLine(parts=(capital(group.name),), head=True)
        for space in group.spaces:
            yield from _space(view, space)


def _space(view: BlockView, space: Space[str]) -> Iterator[TextLine]:
    """Yield a space's name with the components on it; below it the exchange, its ladder and its slots."""
    components = tuple(_component_part(view, component) for component in space.lies)
    free = (EMPTY,) * min(max((space.room or 0) - len(components), 0), 6)
    yield TextLine(parts=(capital(space.name),), right=(*components, *free))
    details: list[tuple[Part, ...]] = [exchange_parts(view, space.costs, space.gives)]
    details += [(format_number(rung.value), ARROW, *amount_parts(view, rung.gives)) for rung in space.ladder]
    details += [_slot(view, slot) for slot in space.slots]
    details += [(space.says,)] if space.says else []
    yield from (TextLine(parts=parts, inset=_INSET) for parts in details if parts)


def _slot(view: BlockView, slot: Slot[str]) -> tuple[Part, ...]:
    held: Part = _component_part(view, slot.holds) if slot.holds is not None else EMPTY
    asks: tuple[Part, ...] = (slot.asks,) if slot.asks else ()
    arrow: tuple[Part, ...] = (ARROW,) if slot.asks and slot.gives else ()
    return (held, *asks, *arrow, *amount_parts(view, slot.gives))


def _component_part(view: BlockView, component: Lying) -> Part:
    """Return the seat, the drawing and the value of a component on the board."""
    mark, sign = view.mark(component.seat), view.sign(component.thing)
    seat_shape = (glyphs.shape(mark.shape),) if mark else ()
    if sign is not None and sign.glyph is not None:
        drawing: tuple[Part, ...] = (glyphs.pictogram(sign.glyph),)
    else:
        drawing = (sign.singular,) if sign is not None and not mark else ()
    value = (format_number(component.value),) if component.value is not None else ()
    parts = (*seat_shape, *drawing, *value)
    flat = tuple(part for part in parts if not isinstance(part, tuple))
    return flat or (title_parts(view, component.thing) or ("•",))[-1]
