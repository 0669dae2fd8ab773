"""The sheet at the end: one size for all lines after the winner, tie-breaks on all lines or on none, and its pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

import companion.box.screen.paint as paint_module
from companion.box.faces.faces import EndFace, RevealColumn, RevealFace, SeatResult, Strip
from companion.box.screen.font.text_lines import Size
from companion.box.screen.paint import last_scroll, paint, shortened
from companion.words.signs import Glyph
from tests.screen.samples import BAO, ELEONORE, INES, JEAN_BAPTISTE, MAXIMILIENNE, MENU
from tests.screen.test_large import WrittenSizes

RESULTS = (
    SeatResult(1, INES, 17, ""),
    SeatResult(2, JEAN_BAPTISTE, 16, ""),
    SeatResult(3, MAXIMILIENNE, 5, ""),
    SeatResult(4, ELEONORE, 2, "chameaux : 23"),
    SeatResult(5, BAO, 2, "chameaux : 16"),
)
END = EndFace(headline="Inès gagne !", results=RESULTS, unit=Glyph.COIN, game="Expédition", hints=MENU)
NOTES = ("chameaux : 23", "chameaux : 16")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> WrittenSizes:
    paint_module._paint_cached.cache_clear()
    return WrittenSizes(monkeypatch)


def sizes_of_pages(face: EndFace, written: WrittenSizes) -> dict[str, Size]:
    """Return the size of every text on all pages."""
    for page in range(last_scroll(face) + 1):
        paint(replace(face, scroll=page))
        assert not shortened(replace(face, scroll=page))
    return written.sizes


@pytest.mark.parametrize("large", [False, True])
def test_all_lines_after_the_winner_have_one_size(written: WrittenSizes, *, large: bool) -> None:
    sizes = sizes_of_pages(replace(END, large=large), written)
    assert sizes["17"] is Size.LARGE
    others = {size for text, size in sizes.items() if text in {"5", "2", "3", "4", "Bao", "Éléonore"}}
    assert others == {Size.SMALL}


def test_large_lines_come_page_by_page(written: WrittenSizes) -> None:
    short = tuple(replace(result, mark=replace(BAO, seat=result.mark.seat), place="") for result in RESULTS)
    face = replace(END, results=short, large=True)
    sizes = sizes_of_pages(face, written)
    assert {size for text, size in sizes.items() if text not in {"menu", "choisir"}} == {Size.LARGE}
    assert last_scroll(face) == 1


@pytest.mark.parametrize("large", [False, True])
def test_tie_breaks_are_on_all_lines_or_on_none(written: WrittenSizes, *, large: bool) -> None:
    sizes = sizes_of_pages(replace(END, large=large), written)
    assert not any(note in sizes for note in NOTES)
    everything = " ".join(sizes).replace("\N{NO-BREAK SPACE}", " ")
    assert "23" in everything
    assert "16" in everything


def test_tie_breaks_stand_on_their_lines_if_all_fit(written: WrittenSizes) -> None:
    ties = tuple(replace(result, mark=BAO) for result in RESULTS[3:])
    sizes = sizes_of_pages(replace(END, results=(RESULTS[0], *ties)), written)
    assert all(note in sizes for note in NOTES)


def test_a_long_name_of_a_winner_is_still_large(written: WrittenSizes) -> None:
    wolfgang = replace(INES, name="Wolfgang", letter="W")
    face = replace(END, results=(SeatResult(1, wolfgang, 860, ""), *RESULTS[1:4]))
    assert sizes_of_pages(face, written)["860"] is Size.LARGE


def test_five_shared_winners_fit_on_pages(written: WrittenSizes) -> None:
    face = replace(END, results=tuple(replace(result, rank=1) for result in RESULTS))
    assert sizes_of_pages(face, written)
    assert last_scroll(face) >= 1


def test_all_steps_of_a_scoring_have_one_size(written: WrittenSizes) -> None:
    columns = tuple(RevealColumn(mark, "+1", 5) for mark in (INES, BAO, ELEONORE, JEAN_BAPTISTE))
    face = RevealFace(strip=Strip(title="Pièces"), columns=columns, amounts=("+10", "+1"), totals=("5", "37"))
    paint(face)
    assert written.sizes["+1"] is Size.SMALL
    assert written.sizes["5"] is Size.LARGE


def test_nothing_and_not_yet_counted_look_different(written: WrittenSizes) -> None:
    columns = (RevealColumn(INES, "", None), RevealColumn(BAO, "+3", None))
    paint(RevealFace(strip=Strip(title="Pièces"), columns=columns))
    assert {"0", "–", "+3"} <= written.sizes.keys()


@pytest.mark.parametrize("amount", ["+7", "+270"])
def test_numbers_of_a_large_scoring_are_large(written: WrittenSizes, amount: str) -> None:
    columns = tuple(RevealColumn(mark, amount, 37) for mark in (INES, BAO, ELEONORE, JEAN_BAPTISTE))
    face = RevealFace(strip=Strip(title="Pièces"), columns=columns, amounts=(amount,), large=True)
    for page in range(last_scroll(face) + 1):
        paint(replace(face, scroll=page))
    assert {size for text, size in written.sizes.items() if text != "Pièces"} == {Size.LARGE}
    assert all(mark.letter in written.sizes for mark in (INES, BAO, ELEONORE, JEAN_BAPTISTE))
