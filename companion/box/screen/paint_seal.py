"""How a seal is painted: the four words of a commitment large, or all of its digits."""

from __future__ import annotations

from companion.box.faces.chance_faces import SealFace
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size
from companion.box.screen.layout import paint_strip

_TOP = 14
_WORDS_A_ROW = 2
_DIGITS_A_ROW, _DIGITS_TOGETHER = 16, 4
_WORD_PITCH, _DIGIT_PITCH = 14, 10


def paint_seal(canvas: Canvas, face: SealFace) -> None:
    """Words two by two, the digits below them; without words the digits in rows of 16, four by four."""
    paint_strip(canvas, face.strip)
    column = WIDTH // _WORDS_A_ROW
    for number, word in enumerate(face.words):
        row, place = divmod(number, _WORDS_A_ROW)
        canvas.text(word, place * column, _TOP + row * _WORD_PITCH, column, Size.LARGE, Align.CENTRE)
    words_end = _TOP + -(-len(face.words) // _WORDS_A_ROW) * _WORD_PITCH
    top = words_end + (3 if face.words else 0)
    canvas.lines(_rows(face.digits), 0, top, WIDTH, _DIGIT_PITCH, align=Align.CENTRE)


def _rows(digits: str) -> list[str]:
    """The digits as they are compared: four together."""
    rows = [digits[at : at + _DIGITS_A_ROW] for at in range(0, len(digits), _DIGITS_A_ROW)]
    return [" ".join(row[at : at + _DIGITS_TOGETHER] for at in range(0, len(row), _DIGITS_TOGETHER)) for row in rows]
