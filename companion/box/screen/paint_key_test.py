"""Painting of the key test: the keys of the box as signs, what to try next, and what is plugged in."""

from __future__ import annotations

from companion.box.faces.faces import CheckedPart, KeyTestFace
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, widest, wrap_evenly
from companion.box.screen.paint_status_and_hints import CONTENT_TOP, HINTS_TOP, paint_strip
from companion.words.signs import Key

_FRAME = 11
"""Width and height of a key's frame."""
_ROW_PITCH = 13
_PITCHES = (13, 10)
"""Points from one sign to the next: apart, or if they are many side by side."""
_A_ROW = (WIDTH - 1) // _PITCHES[-1]
_LINE_PITCH = {Size.LARGE: 13, Size.SMALL: 9, Size.NARROW: 9}
_LINE_SIZES = {False: (Size.SMALL,), True: (Size.LARGE, Size.SMALL)}


def paint_key_test(canvas: Canvas, face: KeyTestFace) -> None:
    """Paint the instruction, the signs below it, and what is plugged in, if there is room for all of that."""
    paint_strip(canvas, face.strip)
    rows = [face.parts[start : start + _A_ROW] for start in range(0, len(face.parts), _A_ROW)]
    room = HINTS_TOP - CONTENT_TOP - len(rows) * _ROW_PITCH
    size, lines = _fit_line(face, room)
    pitch = _LINE_PITCH[size]
    canvas.lines(lines, 0, CONTENT_TOP + 1, WIDTH, pitch, size, Align.CENTRE)
    top = CONTENT_TOP + len(lines) * pitch
    room -= len(lines) * pitch
    note_size, note = _fit_note(face.note, room)
    note_pitch = _LINE_PITCH[note_size]
    gap = (room - len(note) * note_pitch + 1) // 2
    for number, parts in enumerate(rows):
        _paint_row(canvas, parts, top + gap + number * _ROW_PITCH + 1)
    canvas.lines(note, 0, HINTS_TOP - len(note) * note_pitch, WIDTH, note_pitch, note_size, Align.CENTRE)


def _fit_line(face: KeyTestFace, room: int) -> tuple[Size, list[str]]:
    """Return the instruction in lines, in the largest letters that fit."""
    for size in _LINE_SIZES[face.large]:
        lines = wrap_evenly(face.line, size, WIDTH)
        if len(lines) * _LINE_PITCH[size] <= room and widest(face.line, size) <= WIDTH:
            return size, lines
    return Size.SMALL, [face.line]


def _fit_note(note: str, room: int) -> tuple[Size, list[str]]:
    """Return the note in lines; empty without room for it, because the signs show the same."""
    for size in (Size.SMALL, Size.NARROW):
        lines = wrap_evenly(note, size, WIDTH)
        if len(lines) * _LINE_PITCH[size] <= room:
            return size, lines
    return Size.SMALL, []


def _paint_row(canvas: Canvas, parts: tuple[CheckedPart, ...], top: int) -> None:
    pitch = next((pitch for pitch in _PITCHES if len(parts) * pitch <= WIDTH), _PITCHES[-1])
    left = (WIDTH - (len(parts) - 1) * pitch - _FRAME) // 2
    for number, part in enumerate(parts):
        x, sign = left + number * pitch, _sign(part)
        canvas.frame(x, top, _FRAME, _FRAME)
        canvas.draw(sign, x + (_FRAME - sign.width + 1) // 2, top + 2)
        if part.worked:
            canvas.invert(x + 1, top + 1, _FRAME - 2, _FRAME - 2)


def _sign(part: CheckedPart) -> Bitmap:
    return glyphs.key(part.part) if isinstance(part.part, Key) else glyphs.turned_part(part.part)
