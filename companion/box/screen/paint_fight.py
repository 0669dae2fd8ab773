"""Painting of a fight: both dice large, the black one inverse, and the winner."""

from __future__ import annotations

from companion.box.faces.chance_faces import FightFace
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size
from companion.box.screen.paint_dice import die
from companion.box.screen.paint_status_and_hints import best_size, paint_strip

_SIDE, _TOP, _LEFT, _GAP = 29, 13, 2, 5
_CORNERS = {8: 8}
"""Points by which the corners of a die are cut off, by its number of faces; `_USUAL_CUT` for others."""
_BESIDE = _LEFT + 2 * (_SIDE + _GAP) + 1
_FLOOR = 45
_USUAL_CUT = 2


def paint_fight(canvas: Canvas, face: FightFace) -> None:
    """Paint the white die, then the black one; beside them the winner, and below the consequence."""
    paint_strip(canvas, face.strip, tag=face.ruling)
    canvas.draw(die(face.white, _SIDE), _LEFT, _TOP)
    cut = _CORNERS.get(face.faces, _USUAL_CUT)
    canvas.draw(die(face.black, _SIDE, cut=cut, dark=True), _LEFT + _SIDE + _GAP, _TOP)
    room = WIDTH - _BESIDE
    size = best_size(face.headline, room, (Size.LARGE, Size.SMALL))
    canvas.text(face.headline, _BESIDE, _TOP + 3 if face.note else _TOP + 9, room, size, Align.CENTRE)
    lines, small = canvas.fit_lines(face.note, room, 2)
    canvas.lines(lines if face.note else (), _BESIDE, _TOP + 19 - 4 * (len(lines) - 1), room, 8, small, Align.CENTRE)
    size = best_size(face.line, WIDTH, (Size.LARGE, Size.SMALL)) if face.large else Size.SMALL
    canvas.text(face.line, 0, _FLOOR - (2 if size is Size.LARGE else 0), WIDTH, size, Align.CENTRE)
