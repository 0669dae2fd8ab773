"""The drawings: one for everything that has a name, and no two alike."""

from itertools import combinations
from pathlib import Path

import pytest

from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap, bitmap_of
from companion.games import GAMES
from companion.support.resources import art_dir
from companion.words.signs import AnyGlyph, Badge, GameGlyph, Glyph, Key, Shape


def differing(first: Bitmap, second: Bitmap) -> int:
    """Return the number of different points, or all points if the sizes differ."""
    if (first.width, first.height) != (second.width, second.height):
        return first.width * first.height
    return sum((a ^ b).bit_count() for a, b in zip(first.rows, second.rows, strict=True))


OWN = [GameGlyph(game.words, path.stem) for game in GAMES for path in sorted(art_dir(game.words).glob("*.txt"))]
"""The drawings of the games."""
FAMILIES = [[*Glyph, *(own for own in OWN if own.package == game.words)] for game in GAMES]
"""Drawings that may be side by side: those of the house and of one game."""


@pytest.mark.parametrize("glyph", [*Glyph, *OWN], ids=lambda glyph: glyph.value)
def test_every_pictogram_is_drawn_small_and_large(glyph: AnyGlyph) -> None:
    small, large = glyphs.pictogram(glyph), glyphs.large_pictogram(glyph)
    assert (small.width, small.height) == (glyphs.SMALL, glyphs.SMALL)
    assert (large.width, large.height) == (glyphs.LARGE, glyphs.LARGE)
    assert any(small.rows)
    assert any(large.rows)


@pytest.mark.parametrize(
    "family",
    [
        *([glyphs.pictogram(glyph) for glyph in family] for family in FAMILIES),
        *([glyphs.large_pictogram(glyph) for glyph in family] for family in FAMILIES),
        [glyphs.badge(badge) for badge in Badge],
        [glyphs.key(key) for key in Key if not key.value.startswith("seat")],
        [glyphs.shape(shape) for shape in Shape],
        [glyphs.shape(shape, filled=False) for shape in Shape],
        [glyphs.big_shape(shape) for shape in Shape],
        [glyphs.counted(value) for value in range(4)],
    ],
    ids=[
        *(f"{size} pictograms of {game.id}" for size in ("small", "large") for game in GAMES),
        *("badges", "keys", "shapes", "outlines", "big shapes", "crates"),
    ],
)
def test_no_two_drawings_of_a_family_are_similar(family: list[Bitmap]) -> None:
    assert min(differing(first, second) for first, second in combinations(family, 2)) >= 4


def test_an_unreadable_drawing_is_blank_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(glyphs, "art_dir", lambda package: tmp_path)
    (tmp_path / "torn.txt").write_text("0: small\n##\n#\n")
    for name in ("torn", "gone"):
        assert not any(glyphs.pictogram(GameGlyph("any", name)).rows)
        assert f"the drawing {name} of any cannot be read" in caplog.text


def test_every_seat_key_has_a_different_letter() -> None:
    assert len({glyphs.key(key).rows for key in Key}) == len(Key)


def test_crates_are_drawn_by_their_worth() -> None:
    assert glyphs.counted(None) == glyphs.counted(0)
    assert glyphs.counted(9) == glyphs.counted(3)
    assert sum(row.bit_count() for row in glyphs.counted(0).rows) < sum(
        row.bit_count() for row in glyphs.counted(1).rows
    )


def test_an_outline_is_the_edge_of_the_filled_shape() -> None:
    assert glyphs.outlined(bitmap_of(("###", "###", "###"))) == bitmap_of(("###", "#.#", "###"))
    for shape in Shape:
        filled, edge = glyphs.shape(shape), glyphs.shape(shape, filled=False)
        assert all(thin & ~full == 0 for thin, full in zip(edge.rows, filled.rows, strict=True))
