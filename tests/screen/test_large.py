"""Large text: a separate layout of complete rows in one size."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.box.faces.faces import ListFace, ListRow, Strip
from companion.box.screen.canvas import WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size
from companion.box.screen.paint import paint, shortened
from companion.box.screen.paint_status_and_hints import LARGE_ROWS, SeatTotal, in_large_lines, paint_strip
from companion.words.signs import Badge, Glyph
from tests.screen.samples import FIVE, INES, JEAN_BAPTISTE, race, turn_faces


class WrittenSizes:
    """The sizes of texts written since it was created."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: dict[str, Size] = {}
        real = Canvas.text

        def noted(  # noqa: PLR0913 - as the one it stands for
            canvas: Canvas, text: str, x: int, y: int, width: int, size: Size = Size.SMALL, align: Align = Align.LEFT
        ) -> int:
            self.sizes[text] = size
            return real(canvas, text, x, y, width, size, align)

        monkeypatch.setattr(Canvas, "text", noted)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> WrittenSizes:
    return WrittenSizes(monkeypatch)


def test_every_line_of_a_large_turn_is_large(written: WrittenSizes) -> None:
    face = replace(turn_faces()["turn_large"], strip=Strip(), place="", hints=(), action_glyph=None, last="Bao passe")
    paint(face)
    assert {text: size for text, size in written.sizes.items() if text} == {
        "Avancer en 8": Size.LARGE,
        "2 chameliers": Size.LARGE,
        "Bao passe": Size.LARGE,
    }


def test_a_large_turn_omits_the_last_event_if_needed(written: WrittenSizes) -> None:
    face = replace(turn_faces()["turn_large"], action_glyph=None, last="Maximilienne prend une caisse, +2")
    assert shortened(face) == ()
    assert face.last not in written.sizes
    assert face.spoken()[-1] == face.last


def test_a_long_large_row_takes_two_complete_lines(written: WrittenSizes) -> None:
    rows = (ListRow("Un"), ListRow("Nouvelle partie", glyph=Glyph.CAMEL), ListRow("Deux"), ListRow("Trois"))
    paint(ListFace(rows=rows, chosen=1, large=True))
    assert written.sizes == {"Un": Size.LARGE, "Nouvelle": Size.LARGE, "partie": Size.LARGE}


def test_a_detail_without_room_is_below_its_row(written: WrittenSizes) -> None:
    paint(ListFace(rows=(ListRow("Inès", "bleu et vert"), ListRow("Bao")), chosen=0, large=True))
    assert {size for text, size in written.sizes.items() if text} == {Size.LARGE}
    assert {"Inès", "bleu et vert", "Bao"} <= written.sizes.keys()


def test_a_note_is_large_if_it_fits_and_never_cut() -> None:
    short = ListFace(rows=(ListRow("Passer"),), chosen=0, note="Pas ici", large=True)
    long = replace(short, note="Les deux peuvent avancer le même tour, et chacun paie")
    assert shortened(short) == shortened(long) == ()
    endless = replace(short, note=" ".join([long.note] * 4))
    assert shortened(endless) == (endless.note,)


@pytest.mark.parametrize("chosen", range(6))
def test_the_chosen_bar_does_not_touch_the_next_row(chosen: int) -> None:
    rows = tuple(ListRow("gyjpq" if number == chosen else "") for number in range(6))
    picture = paint(ListFace(rows=rows, chosen=chosen, large=True))
    bar = [y for y in range(11, 54) if picture.rows[y].bit_count() > WIDTH // 2]
    assert bar == list(range(bar[0], bar[0] + 15)), "what hangs below the letters is within the bar"


def test_no_word_is_broken_in_large_lines() -> None:
    assert in_large_lines("Nouvelle partie", 90, 2) == ["Nouvelle", "partie"]
    assert in_large_lines("Nouvelle partie", 90, 1) == []
    assert in_large_lines("Anticonstitutionnellement", 90, LARGE_ROWS) == []


def test_the_strip_always_shows_the_total() -> None:
    for mark in FIVE:
        for badges in ((), (Badge.NOT_SAVED, Badge.MUTED)):
            pictures = set()
            for number in (0, 104, -3):
                canvas = Canvas()
                paint_strip(
                    canvas, Strip(turn=mark, badges=badges), aside="Ganzhou", total=SeatTotal(number, Glyph.COIN)
                )
                assert canvas.shortened == []
                pictures.add(canvas.picture())
            assert len(pictures) == 3


def test_the_last_event_is_above_the_race_given_room() -> None:
    face = replace(turn_faces()["turn"], block=race(2, 8, 14, 20, 26), last="Inès avance en 3")
    assert paint(face) != paint(replace(face, last=""))
    crowded = replace(face, last="Maximilienne prend une caisse, +2", block=race(11, 11, 11, 11, 11))
    assert paint(crowded) == paint(replace(crowded, last=""))
    assert shortened(crowded) == ()
    assert INES.name in " ".join(replace(crowded, last=f"{INES.name} passe").spoken())


def test_a_place_without_room_in_the_strip_is_below() -> None:
    face = replace(turn_faces()["turn_without_race"], strip=Strip(turn=FIVE[4]), last="Bao passe")
    assert paint(replace(face, place="aller · 0 carte")) != paint(face)
    assert paint(replace(face, large=True, place="aller · 0 carte", last="")) != paint(
        replace(face, large=True, last="")
    )


def test_a_long_action_stays_large_with_its_cost_beside_it(written: WrittenSizes) -> None:
    face = turn_faces()["turn_two_camels"]
    paint(face)
    assert written.sizes["2 en 14"] is Size.LARGE
    assert written.sizes[face.action_detail] is Size.SMALL
    assert shortened(replace(face, action_detail="rend trois marchandises")) == ()


def test_a_number_beside_small_letters_is_at_the_right() -> None:
    long = ListRow("Jean-Baptiste", "16", mark=JEAN_BAPTISTE)
    longer = replace(long, text="Jean-Baptista")
    pictures = [paint(ListFace(rows=(row,), chosen=0, large=True)) for row in (long, longer)]
    right = [[row & ((1 << 20) - 1) for row in picture.rows] for picture in pictures]
    assert right[0] == right[1]
    assert any(right[0])
