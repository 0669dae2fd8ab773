"""A board of squares, drawn row by row, and in lines: the last move, and the squares of the pieces that are alike."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import zip_longest

from companion.box.faces.block_view import BlockView
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap, bitmap_of
from companion.box.screen.blocks.bands import CAPITAL, MARGIN, ROOM, Part, ScrollBand, TextLine, text_bands
from companion.box.screen.blocks.block_signs import NEUTRAL_SHAPE, seat_parts, title_parts
from companion.box.screen.blocks.map_block import standing_pieces
from companion.box.screen.canvas import Align, Canvas
from companion.box.screen.font.text_lines import Size, measure
from companion.box.screen.paint_status_and_hints import CONTENT_TOP, HINTS_TOP
from companion.rules.scene import Square, SquareRow, Squares, Tint
from companion.support.frozen_dataclasses import frozen
from companion.words.catalogue import format_number

_SHAPE = 7
_BELOW = 2
"""Points below the board."""
_LABELS = 8
"""Height of the labels of columns, in points."""
_APART = 2
"""Points between the labels of rows and the board."""
_WIDEST_LABEL = 16
"""Greatest width of these labels, in points."""
_SPARSE = bitmap_of((".......", ".#.#.#.", ".......", ".#.#.#.", ".......", ".#.#.#.", "......."))
"""A dark square."""


@frozen
class _DrawnPiece:
    drawing: Bitmap
    is_inverted: bool = False
    """True for a dark drawing on a lit square."""
    is_dashed: bool = False
    """True with a dash in it, which distinguishes it from others of its seat."""


@frozen
class _Layout:
    """Position and size of a board on the screen."""

    left: int
    """In points."""
    pitch: int
    """From one square to the next, in points."""
    columns: range
    """Columns that have room: all, or those around the last move."""
    pieces: dict[str, _DrawnPiece]
    """The first piece on each square, by the square's id."""


def squares_bands(view: BlockView, board: Squares[str], *, large: bool) -> Iterator[ScrollBand]:
    """Yield a band for each row, then the pieces in words.

    The last move in words is above the board if not all rows are in sight, else below it.
    """
    has_last_move = view.spoken and any(square.highlighted for row in board.rows for square in row.squares)
    last_move = [TextLine(parts=view.spoken[:1])] if has_last_move else []
    layout = _layout(view, board)
    labels = board.columns[layout.columns.start : layout.columns.stop]
    height = len(board.rows) * layout.pitch + _BELOW + (_LABELS if any(labels) else 0)
    is_tall = height > HINTS_TOP - CONTENT_TOP
    if is_tall:
        yield from text_bands(last_move, large=large)
    if any(labels):
        yield ScrollBand(_LABELS, partial(_paint_labels, layout=layout, labels=labels))
    for number, row in enumerate(board.rows, 1):
        below = _BELOW if number == len(board.rows) else 0
        yield ScrollBand(layout.pitch + below, partial(_paint_row, layout=layout, row=row))
    yield from text_bands([*([] if is_tall else last_move), *_piece_lines(view, board)], large=large)


def _layout(view: BlockView, board: Squares[str]) -> _Layout:
    pieces = _drawn_pieces(view, board)
    pitch = max([_SHAPE, *(min(piece.drawing.width, glyphs.SMALL) for piece in pieces.values())]) + 1
    widest = min(max((measure(row.label, Size.NARROW) for row in board.rows), default=0), _WIDEST_LABEL)
    left = MARGIN + (widest + _APART if widest else 0)
    columns = max((len(row.squares) for row in board.rows), default=0)
    return _Layout(left, pitch, _window(board, columns, (MARGIN + ROOM - 1 - left) // pitch), pieces)


def _window(board: Squares[str], columns: int, most: int) -> range:
    """Return the columns that are drawn: all if there are at most `most`, else those around the last move."""
    if columns <= most:
        return range(columns)
    numbers = [number for row in board.rows for number, square in enumerate(row.squares) if square.highlighted]
    middle = (min(numbers) + max(numbers) + 1) // 2 if numbers else 0
    first = min(max(middle - most // 2, 0), columns - most)
    return range(first, first + most)


def _drawn_pieces(view: BlockView, board: Squares[str]) -> dict[str, _DrawnPiece]:
    """Return how the first piece of each square is drawn, by the square's id.

    Pictograms have no room for the shape of a seat: at most two seats have them, and those of the second are inverted.
    """
    seats = sorted({piece.seat for piece in board.pieces if piece.seat is not None})
    pieces: dict[str, _DrawnPiece] = {}
    for piece in standing_pieces(board):
        sign, mark = view.sign(piece.thing), view.mark(piece.seat)
        if sign is not None and sign.glyph is not None and (mark is None or len(seats) <= 2):
            drawn = _DrawnPiece(glyphs.pictogram(sign.glyph), is_inverted=mark is not None and piece.seat != seats[0])
        elif mark is not None:
            is_dashed = piece.label is not None or piece.number is not None
            drawn = _DrawnPiece(glyphs.shape(mark.shape, filled=piece.seat == view.turn), is_dashed=is_dashed)
        else:
            drawn = _DrawnPiece(NEUTRAL_SHAPE)
        pieces.setdefault(piece.at, drawn)
    return pieces


def _paint_labels(canvas: Canvas, top: int, layout: _Layout, labels: tuple[str, ...]) -> None:
    """Paint the labels of the columns that have room for them."""
    for number, label in enumerate(labels):
        if measure(label, Size.NARROW) <= layout.pitch:
            left = layout.left + number * layout.pitch + 1
            canvas.text(label, left, top, layout.pitch, Size.NARROW, Align.CENTRE)


def _paint_row(canvas: Canvas, top: int, layout: _Layout, row: SquareRow[str]) -> None:
    below = (layout.pitch - CAPITAL[Size.NARROW] + 1) // 2
    canvas.text(row.label, MARGIN, top + below, layout.left - MARGIN, Size.NARROW)
    for number, square in enumerate(row.squares[layout.columns.start : layout.columns.stop]):
        if square.tint is not Tint.GAP:
            _paint_square(canvas, layout.left + number * layout.pitch, top, layout, square)


def _paint_square(canvas: Canvas, x: int, y: int, layout: _Layout, square: Square[str]) -> None:
    """Paint the corners of a square, its tint, and its piece or its label; a frame around it if it is highlighted."""
    pitch, inside = layout.pitch, layout.pitch - 1
    for corner_x, corner_y in ((x, y), (x + pitch, y), (x, y + pitch), (x + pitch, y + pitch)):
        canvas.fill(corner_x, corner_y, 1, 1)
    if square.highlighted:
        canvas.frame(x, y, pitch + 1, pitch + 1)
    piece = layout.pieces.get(square.id)
    if piece is not None:
        _paint_piece(canvas, x + 1, y + 1, inside, piece)
    elif square.label and measure(square.label, Size.NARROW) <= inside:
        above = (inside - CAPITAL[Size.NARROW]) // 2
        canvas.text(square.label, x + 1, y + 1 + above, inside, Size.NARROW, Align.CENTRE)
    elif square.tint is Tint.DARK:
        canvas.draw(_SPARSE, x + 1 + (inside - _SHAPE) // 2, y + 1 + (inside - _SHAPE) // 2)
    elif square.tint is Tint.SPECIAL:
        canvas.dots(x + 1, y + 1, inside, inside)


def _paint_piece(canvas: Canvas, x: int, y: int, inside: int, piece: _DrawnPiece) -> None:
    left, top = x + (inside - piece.drawing.width) // 2, y + (inside - piece.drawing.height) // 2
    if piece.is_inverted:
        canvas.fill(x, y, inside, inside)
        canvas.cut(piece.drawing, left, top)
        return
    canvas.draw(piece.drawing, left, top)
    if piece.is_dashed:
        canvas.invert(x + inside // 2 - 1, y + inside // 2 + 1, 3, 1)


def _piece_lines(view: BlockView, board: Squares[str]) -> Iterator[TextLine]:
    """Yield a line for pieces that are alike, with the names of their squares."""
    names = board.square_names()
    squares: dict[tuple[int | None, str | None, str], list[str]] = {}
    for piece in standing_pieces(board):
        which = piece.label or ("" if piece.number is None else format_number(piece.number))
        squares.setdefault((piece.seat, piece.thing, which), []).append(names.get(piece.at, ""))
    for (seat, thing, which), places in squares.items():
        who: tuple[Part, ...] = (*seat_parts(view, seat), *title_parts(view, thing), *((which,) if which else ()))
        commas = zip_longest(places, ("," for _ in places[1:]), fillvalue="")
        yield TextLine(parts=(*(who or ("•",)), *(f"{place}{comma}" for place, comma in commas)))
