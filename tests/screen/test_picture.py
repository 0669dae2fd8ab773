"""The picture and the canvas it is painted on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.box.screen.art.bitmap import bitmap_of, read_bands
from companion.box.screen.canvas import BLANK, HEIGHT, WIDTH, Align, Canvas, Picture
from companion.box.screen.font.text_lines import Size, measure
from tests.kit.pictures import as_text, picture_of_bytes, picture_of_text

rows = st.lists(st.integers(0, 2**WIDTH - 1), min_size=HEIGHT, max_size=HEIGHT).map(tuple)
boxes = st.tuples(*[st.integers(-200, 200)] * 4)


@given(rows)
def test_a_picture_survives_conversion_to_bytes_and_text(lines: tuple[int, ...]) -> None:
    picture = Picture(lines)
    assert picture_of_bytes(picture.to_bytes()) == picture
    assert picture_of_text(as_text(picture)) == picture


@given(rows, st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
def test_the_imaging_library_reads_the_bytes(lines: tuple[int, ...], x: int, y: int) -> None:
    picture = Picture(lines)
    image = Image.frombytes("1", (WIDTH, HEIGHT), picture.to_bytes())
    assert bool(image.getpixel((x, y))) == picture.lit(x, y)


def test_a_picture_has_exactly_its_size() -> None:
    with pytest.raises(ValueError, match="64 rows"):
        Picture((0,) * 63)
    with pytest.raises(ValueError, match="128 points"):
        Picture((*BLANK.rows[1:], 1 << WIDTH))


def test_pictures_are_equal_point_by_point() -> None:
    canvas = Canvas()
    assert canvas.picture() == BLANK
    canvas.fill(127, 63, 1, 1)
    assert canvas.picture() != BLANK
    assert canvas.picture().lit(127, 63)


@given(boxes)
def test_inverting_twice_changes_nothing(box: tuple[int, int, int, int]) -> None:
    canvas = Canvas()
    canvas.dots(10, 10, 50, 20)
    before = canvas.picture()
    canvas.invert(*box)
    canvas.invert(*box)
    assert canvas.picture() == before


@given(boxes, st.text(max_size=30))
def test_points_beyond_the_edge_are_ignored(box: tuple[int, int, int, int], text: str) -> None:
    canvas = Canvas()
    x, y, width, height = box
    canvas.fill(*box)
    canvas.frame(*box)
    canvas.text(text, x, y, width)
    canvas.veil(*box)
    canvas.clear(*box)
    inside = [
        canvas.picture().lit(column, row)
        for column in range(max(x, 0), min(x + width, WIDTH))
        for row in range(max(y, 0), min(y + height, HEIGHT))
    ]
    assert not any(inside)


def test_a_veil_leaves_every_second_point() -> None:
    canvas = Canvas()
    canvas.fill(3, 5, 10, 4)
    canvas.veil(3, 5, 10, 4)
    assert sum(row.bit_count() for row in canvas.picture().rows) == 20


def test_cutting_and_drawing_use_the_same_points() -> None:
    arrow = bitmap_of((".#.", "###"))
    lit, cut = Canvas(), Canvas()
    lit.draw(arrow, 20, 20)
    cut.fill(0, 0, WIDTH, HEIGHT)
    cut.cut(arrow, 20, 20)
    cut.invert(0, 0, WIDTH, HEIGHT)
    assert cut.picture() == lit.picture()


def test_text_is_aligned() -> None:
    width = measure("Bao", Size.SMALL)
    for align, left in ((Align.LEFT, 10), (Align.CENTRE, 10 + (80 - width) // 2), (Align.RIGHT, 90 - width)):
        canvas = Canvas()
        assert canvas.text("Bao", 10, 20, 80, align=align) == width
        columns = [x for x in range(WIDTH) if any(canvas.picture().lit(x, y) for y in range(HEIGHT))]
        assert (columns[0], columns[-1]) == (left, left + width - 1)
        lines = [y for y in range(HEIGHT) if canvas.picture().rows[y]]
        assert (lines[0], lines[-1]) == (20, 26)


def test_narrow_letters_are_tried_before_shortening() -> None:
    text = "Maximilienne avance en 10"
    assert measure(text, Size.NARROW) <= 120 < measure(text, Size.SMALL)
    canvas = Canvas()
    assert canvas.text(text, 0, 0, 120) == measure(text, Size.NARROW)
    assert canvas.fit_lines(text, 120, 2) == ([text], Size.NARROW)
    assert canvas.shortened == []


def test_too_many_lines_end_in_an_ellipsis() -> None:
    canvas = Canvas()
    text = "On ne prend pas la tête par délestage : aucun autre chameau n’est au-delà de 12."
    assert canvas.fit_lines(text, 120, 3)[1] is Size.NARROW
    assert canvas.shortened == []
    lines, _ = canvas.fit_lines(text, 120, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert canvas.shortened == [text]


def test_a_text_that_does_not_fit_is_reported() -> None:
    canvas = Canvas()
    canvas.text("Maximilienne", 0, 0, 128)
    assert canvas.shortened == []
    canvas.text("Maximilienne", 0, 20, 40)
    assert canvas.shortened == ["Maximilienne"]


def test_bands_of_art_are_read_by_name() -> None:
    drawings = read_bands("1: a b\n#. .\n## #\n\n0: c\n###\n", height=3)
    assert drawings["a"] == bitmap_of(("..", "#.", "##"))
    assert drawings["b"] == bitmap_of((".", ".", "#"))
    assert drawings["c"] == bitmap_of(("###", "...", "..."))


@pytest.mark.parametrize(
    ("art", "message"),
    [
        ("0: a\n#.\n#\n", "equally long"),
        ("0: a\n#x\n", "'#' and '.'"),
        ("0: a b\n#. #\n#.\n", "'b' is not drawn on every row"),
        ("0: a\n#\n\n0: a\n#\n", "'a' is drawn twice"),
        ("2: a\n#\n#\n", "does not fit"),
    ],
)
def test_an_error_in_the_art_is_named(art: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_bands(art, height=3)
