"""The small board of squares: as many columns as fit, around the last move, and each kind of square and piece."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.box.faces.block_view import BlockView
from companion.box.screen.blocks.bands import ROOM
from companion.box.screen.blocks.squares_block import squares_bands
from companion.box.screen.canvas import Canvas
from companion.rules.scene import Piece, Square, SquareRow, Squares, Tint
from tests.kit.blocks import small_go, small_squares
from tests.kit.pictures import as_text
from tests.screen.block_samples import SIGNS
from tests.screen.samples import FIVE

LAST_MOVE = "Dernier coup : q16"
SIDE = 8
"""Points from one square to the next, where no piece has a pictogram."""


def view_of(board: Squares[str], **parts: Any) -> BlockView:
    return BlockView(block=board, **{"signs": SIGNS, "seats": FIVE, "turn": 1, **parts})


def bands(board: Squares[str], **parts: Any) -> list[tuple[int, tuple[str, ...]]]:
    """Return the height of every band, and its points."""
    painted = []
    for band in squares_bands(view_of(board, **parts), board, large=False):
        canvas = Canvas()
        band.paint(canvas, 0)
        painted.append((band.height, as_text(canvas.picture())))
    return painted


def row_of(*squares: Square[str], pieces: tuple[Piece[str], ...] = ()) -> Squares[str]:
    """Return a board of one row, without labels."""
    return Squares(id="row", name="Row", rows=(SquareRow(id="1", squares=squares),), pieces=pieces)


def lit(board: Squares[str], number: int, side: int = SIDE, **parts: Any) -> int:
    """Return how many points are lit inside a square of the only row."""
    (_, rows), *_ = bands(board, **parts)
    left = 1 + number * side + 1
    return sum(row[left : left + side - 1].count("#") for row in rows[1:side])


def go_with_last_move(column: int) -> Squares[str]:
    """Return the largest board with the last move in a column, from 0, of its fourth row."""
    board = small_go()
    rows = tuple(
        replace(
            row,
            squares=tuple(
                replace(square, highlighted=(number, index) == (3, column)) for index, square in enumerate(row.squares)
            ),
        )
        for number, row in enumerate(board.rows)
    )
    return replace(board, rows=rows, pieces=())


@pytest.mark.parametrize("column", [0, 6, 9, 12, 18])
def test_the_last_move_is_among_the_columns_drawn(column: int) -> None:
    board = go_with_last_move(column)
    _, rows = bands(board)[4]
    left = rows[0].index("#" * (SIDE + 1))
    assert left + SIDE <= ROOM + 1
    alone = replace(board, columns=tuple(label if n == column else "" for n, label in enumerate(board.columns)))
    (_, label), *_ = bands(alone)
    lit_columns = [x for row in label for x in range(128) if row[x] == "#"]
    assert left < min(lit_columns) <= max(lit_columns) < left + SIDE + 1, "under the label of its column"


def test_a_board_that_fits_shows_every_column() -> None:
    squares = tuple(Square[str](id=str(number), label="3") for number in range(15))
    (_, rows), *_ = bands(row_of(*squares))
    assert max(row.rindex("#") for row in rows if "#" in row) == 1 + 15 * SIDE


def test_a_tall_board_names_the_last_move_first() -> None:
    heights = [height for height, _ in bands(small_go(), spoken=(LAST_MOVE,))]
    assert heights[:3] == [10, 8, 8]
    assert heights[20] == 10
    low = replace(small_go(), rows=small_go().rows[3:6])
    assert [height for height, _ in bands(low, spoken=(LAST_MOVE,))][:5] == [8, 8, 8, 10, 10]


@pytest.mark.parametrize(
    ("rows", "has_labels", "is_tall"), [(5, False, False), (6, False, True), (4, True, False), (5, True, True)]
)
def test_a_tall_board_has_rows_out_of_sight(rows: int, has_labels: bool, is_tall: bool) -> None:
    board = small_go()
    cut = replace(board, rows=board.rows[:rows], columns=board.columns if has_labels else (), pieces=())
    (height, _), *_ = bands(cut, spoken=(LAST_MOVE,))
    assert height == (10 if is_tall else SIDE), "the line of the last move, or the first of the board"


def test_the_window_is_around_the_last_move() -> None:
    lefts = [bands(go_with_last_move(column))[4][1][0].index("#" * (SIDE + 1)) for column in range(19)]
    middle = lefts[9]
    moved = [left - middle for left in lefts]
    assert moved.count(0) == 7
    assert moved[:7] == [SIDE * number for number in range(-6, 1)]
    assert moved[-6:] == [SIDE * number for number in range(1, 7)]


def test_a_piece_is_named_by_its_label_or_its_number() -> None:
    plain, labelled, numbered = (
        bands(row_of(Square(id="a"), pieces=(Piece(id="1", at="a", seat=1, **more),)))[1]
        for more in ({}, {"label": "2"}, {"number": 2})
    )
    assert plain != labelled == numbered


def test_kinds_of_squares_look_different() -> None:
    squares = (
        Square[str](id="light"),
        Square[str](id="dark", tint=Tint.DARK),
        Square[str](id="special", tint=Tint.SPECIAL),
        Square[str](id="labelled", label="3"),
    )
    counts = [lit(row_of(*squares), number) for number in range(4)]
    assert counts[:3] == [0, 9, 24]
    assert 3 < counts[3] < 15
    assert lit(row_of(replace(squares[3], label="too long")), 0) == 0
    gap = row_of(replace(squares[0], tint=Tint.GAP))
    assert all("#" not in row for row in bands(gap)[0][1])


def test_a_highlighted_square_has_a_frame() -> None:
    (_, rows), *_ = bands(row_of(Square(id="a", highlighted=True), Square(id="b")))
    assert rows[0][1 : SIDE + 2] == "#" * (SIDE + 1)
    assert all(row[1] == row[SIDE + 1] == "#" for row in rows[: SIDE + 1])
    assert rows[SIDE][1 : SIDE + 2] == "#" * (SIDE + 1)


def test_a_piece_covers_the_tint_of_its_square() -> None:
    square = Square[str](id="a", tint=Tint.SPECIAL)
    piece = Piece[str](id="1", at="a", seat=2)
    drawn = lit(row_of(square, pieces=(piece,)), 0)
    assert drawn == lit(row_of(replace(square, tint=Tint.LIGHT), pieces=(piece,)), 0)
    assert drawn < lit(row_of(square, pieces=(piece,)), 0, turn=2), "on turn it is filled"
    assert lit(row_of(square, pieces=(replace(piece, seat=None),)), 0) > 0
    assert lit(row_of(square, pieces=(replace(piece, ghost=True),)), 0) == lit(row_of(square), 0)
    behind = (piece, replace(piece, id="2", seat=None))
    assert lit(row_of(square, pieces=behind), 0) == drawn, "the first piece is drawn"


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("seat", range(1, 6))
def test_a_piece_with_a_label_is_different_in_every_shape(seat: int, turn: int) -> None:
    plain, labelled, numbered = (
        bands(row_of(Square(id="a"), pieces=(Piece(id="1", at="a", seat=seat, **more),)), turn=turn)[0]
        for more in ({}, {"label": "D"}, {"number": 0})
    )
    assert plain != labelled == numbered


def test_two_seats_have_pictograms_and_three_have_shapes() -> None:
    squares = tuple(Square[str](id=name) for name in "abc")
    men = tuple(Piece[str](id=name, at=name, seat=seat, thing="silk") for seat, name in enumerate("abc", 1))
    first, second = (lit(row_of(*squares, pieces=men[:2]), number, 10) for number in (0, 1))
    assert first + second == 81, "the second is inverted"
    crate = (replace(men[0], seat=None),)
    assert lit(row_of(*squares, pieces=crate), 0, 10) == first
    plain = tuple(replace(man, thing=None) for man in men)
    assert bands(row_of(*squares, pieces=men))[0] == bands(row_of(*squares, pieces=plain))[0]


def test_pieces_that_are_alike_share_a_line() -> None:
    board = replace(small_squares(), rows=small_squares().rows[:0])
    texts = [height for height, _ in bands(board)]
    assert texts == [10, 10, 10, 10], "Inès, Bao, his king, and the crate"


def test_labels_too_wide_for_their_column_are_left_out() -> None:
    board = replace(small_squares(), columns=("a", "long", "c"))
    narrow = replace(board, columns=("a", "", "c"))
    assert bands(board)[0] == bands(narrow)[0]
    assert bands(replace(board, columns=()))[0][0] == 10, "the first row"
