"""Dice: those of each owner side by side, with their pips or numbers, and the state of each."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box.faces.block_view import BlockView
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.blocks.bands import Part, TextLine
from companion.box.screen.blocks.block_signs import TICKED, capital, drawing_parts, seat_parts
from companion.box.screen.canvas import WIDTH, Canvas
from companion.box.screen.font.text_lines import Size, line, measure
from companion.box.screen.paint_dice import PIPS, die
from companion.rules.scene import Dice, DiceGroup, Die, Use
from companion.words.catalogue import format_number

_SIDE = 16
_CUT = {8: 5}
"""Points by which the corners of a die are cut off, by its number of faces; 2 for others."""
_DARK = "black"
"""Colour of dice that are drawn dark."""


def dice_lines(view: BlockView, dice: Dice[str]) -> Iterator[TextLine]:
    """Yield lines owner by owner, the winner with a tick; a die that lies elsewhere comes below, with its place."""
    if dice.says:
        yield TextLine(parts=(capital(dice.says),))
    for group in dice.groups:
        won: tuple[Part, ...] = (TICKED,) if group.won else ()
        if owner := _owner_parts(view, group):
            yield TextLine(parts=owner, right=won)
        if in_row := tuple(draw_die(dice_item) for dice_item in group.dice if dice_item.at is None):
            yield TextLine(parts=in_row)
        for dice_item in group.dice:
            if dice_item.at is not None:
                yield TextLine(parts=(draw_die(dice_item), capital(dice_item.at)))


def draw_die(rolled_die: Die[str]) -> Bitmap:
    """Return a die with pips, or a number if it has too many faces; blank before it is rolled, faint once used."""
    dark = rolled_die.colour == _DARK
    value = rolled_die.value or 0
    pips = value in PIPS
    body = die(value if pips else 0, _SIDE, cut=_CUT.get(rolled_die.faces, 2), dark=dark)
    canvas = Canvas()
    canvas.draw(body, 0, 1)
    if rolled_die.value is not None and not pips:
        _write(canvas, format_number(value), dark=dark)
    if rolled_die.use is Use.USED:
        canvas.veil(0, 1, _SIDE, _SIDE)
    elif rolled_die.use is Use.KEPT:
        canvas.across(1, _SIDE + 2, _SIDE - 2)
    rows = canvas.picture().rows[: _SIDE + 3]
    return Bitmap(_SIDE, tuple(row >> (WIDTH - _SIDE) for row in rows))


def _write(canvas: Canvas, text: str, *, dark: bool) -> None:
    """Write a number in the middle of a die, as far as it has room there."""
    size = Size.SMALL if measure(text, Size.SMALL) <= _SIDE - 4 else Size.NARROW
    width = min(line(text, size).width, _SIDE - 4)
    canvas.text(text, (_SIDE - width) // 2, 6, width, size, dark=not dark)


def _owner_parts(view: BlockView, group: DiceGroup[str]) -> tuple[Part, ...]:
    return seat_parts(view, group.seat) or (
        *drawing_parts(view, group.thing),
        *([capital(group.name)] if group.name else []),
    )
