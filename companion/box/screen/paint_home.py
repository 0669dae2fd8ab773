"""How the welcome is painted, and what stays on the glass when the box is off."""

from __future__ import annotations

from companion.box.faces.faces import HomeFace, OffFace
from companion.box.screen.art import glyphs
from companion.box.screen.canvas import Align, Canvas
from companion.box.screen.font.text_lines import Size
from companion.box.screen.layout import HINTS_TOP, best_size, paint_badges
from companion.box.screen.picture import WIDTH
from companion.box.screen.welcome import paint_welcome
from companion.words.signs import Glyph


def paint_home(canvas: Canvas, face: HomeFace) -> None:
    """The caravan at dusk, the name of the house in its sky, and the invitation on one line or two."""
    paint_welcome(canvas)
    x = paint_badges(canvas, face.strip.badges, WIDTH - 1)
    if face.strip.title:
        size = best_size(face.strip.title, x, (Size.LARGE, Size.SMALL))
        canvas.clear(0, 0, x, 13 if size is Size.LARGE else 11)
        canvas.text(face.strip.title, 0, 1, x, size, Align.CENTRE)
    size = best_size(face.line, WIDTH, (Size.LARGE, Size.SMALL)) if face.large else Size.SMALL
    lines, size = canvas.broken(face.line, WIDTH, 2, size, even=True)
    pitch = 13 if size is Size.LARGE else 9
    top = HINTS_TOP - 1 - len(lines) * pitch
    canvas.clear(0, top - 1, WIDTH, HINTS_TOP - top + 1)
    canvas.lines(lines, 0, top + 1, WIDTH, pitch, size, Align.CENTRE)


def paint_off(canvas: Canvas, face: OffFace) -> None:
    """A lantern and one line, nothing else: little light, for it may stay."""
    lantern = glyphs.large_pictogram(Glyph.LANTERN)
    sizes = (Size.LARGE, Size.SMALL) if face.large else (Size.SMALL,)
    size = best_size(face.line, WIDTH, sizes)
    lines, size = canvas.broken(face.line, WIDTH, 2, size, even=True)
    canvas.draw(lantern, (WIDTH - lantern.width) // 2, 8)
    canvas.lines(lines, 0, 33, WIDTH, 11, size, Align.CENTRE)
