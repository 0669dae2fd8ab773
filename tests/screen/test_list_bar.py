"""The bar of the chosen row of a list cuts no letter of the rows above and below it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from companion.box.faces.faces import ListFace, ListRow, Strip
from companion.box.screen.canvas import Canvas
from companion.box.screen.paint_list import paint_list
from companion.box.screen.paint_status_and_hints import HINTS_TOP, STRIP_HEIGHT
from companion.words.signs import Glyph
from tests.screen.samples import INES

WORDS = ("gjpqy", "Éteindre", "Ça passe, Égypte", "rue", "Piège")
ROWS = st.lists(
    st.builds(ListRow, st.sampled_from(WORDS), glyph=st.sampled_from((None, Glyph.CRATE))), min_size=1, max_size=8
)


def bars_and_words(face: ListFace) -> tuple[range, list[range]]:
    """Return the rows of the screen that the bar takes, and those of the words of each row of the list."""
    bar, write, invert = range(0), Canvas.text, Canvas.invert
    words: list[range] = []

    def text(canvas: Canvas, content: str, x: int, y: int, *args: Any) -> int:
        before = canvas.picture().rows
        width = write(canvas, content, x, y, *args)
        changed = [row for row, old in enumerate(before) if old != canvas.picture().rows[row]]
        if changed and STRIP_HEIGHT < y < HINTS_TOP and canvas is shown:
            words.append(range(changed[0], changed[-1] + 1))
        return width

    def inverted(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        nonlocal bar
        if y >= STRIP_HEIGHT:
            bar = range(y, y + height)
        invert(canvas, x, y, width, height)

    shown = Canvas()
    with patch.object(Canvas, "text", text), patch.object(Canvas, "invert", inverted):
        paint_list(shown, face)
    return bar, words


@given(ROWS, st.integers(0, 7), st.sampled_from(("", "Pas ici", "Les deux peuvent avancer le même tour ici")))
def test_no_letter_is_half_on_the_bar(rows: list[ListRow], chosen: int, note: str) -> None:
    face = ListFace(strip=Strip(turn=INES), rows=tuple(rows), chosen=min(chosen, len(rows) - 1), note=note)
    bar, words = bars_and_words(face)
    assert 10 <= len(bar) <= 11
    assert bar[-1] < HINTS_TOP
    for letters in words:
        on_bar = set(letters) & set(bar)
        assert not on_bar or on_bar == set(letters), f"{letters} and the bar {bar}"


@given(st.lists(st.sampled_from(("gjpqy", "Éteindre", "rue")), min_size=2, max_size=3), st.integers(1, 2))
def test_large_letters_above_the_bar_are_complete(words: list[str], chosen: int) -> None:
    """What hangs from them interrupts the first row of the bar."""
    chosen = min(chosen, len(words) - 1)
    face = ListFace(rows=tuple(map(ListRow, words)), chosen=chosen, large=True)
    above = replace(face, rows=(*face.rows[:chosen], *[ListRow("")] * (len(words) - chosen)))
    unmarked, shown = Canvas(), Canvas()
    with patch.object(Canvas, "invert"):
        paint_list(unmarked, above)
    paint_list(shown, face)
    for letters, points in zip(unmarked.picture().rows, shown.picture().rows, strict=True):
        assert letters & points == letters
