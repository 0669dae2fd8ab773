"""Painting of the end of a game: a crown, the winner, the sheet with every seat, and the facts, page by page."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from itertools import pairwise, product

from companion.box.faces.faces import LAST_CROWN_STEP, WINNER_STEP, EndFace, SeatResult
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.canvas import HEIGHT, WIDTH, Align, Canvas
from companion.box.screen.font.text_lines import Size, alphabet, line, measure
from companion.box.screen.paint_status_and_hints import (
    HINTS_TOP,
    in_large_lines,
    number_text,
    paint_scroll,
    paint_seat,
    seat_width,
)
from companion.box.screen.paint_winner import paint_winner
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Glyph, SeatMark

_MOST_RESULTS = 5
_APART = 4
"""Fewest points between two texts side by side."""
_MARGIN = 2
_AFTER_RANK = 6
_SCROLL = 4
"""Width of the scroll mark."""
_BAR_LEFT = glyphs.SMALL + 7
_ROWS = {Size.LARGE: 13, Size.SMALL: 9, Size.NARROW: 9}
"""Least height of a line: nothing touches the letters above it."""
_COMFORT = {Size.LARGE: 19, Size.SMALL: 13, Size.NARROW: 13}
"""Greatest height of a line: a short sheet stays together."""
_CAPITALS = {Size.LARGE: 11, Size.SMALL: 7, Size.NARROW: 7}
_FACT_PITCH = {Size.LARGE: 14, Size.SMALL: 10, Size.NARROW: 10}
_TALL_BAR, _SECOND_LINE = 29, 16
"""Height of a tall bar, and where its second line begins."""
_CROWN_SCALE = 2
_CROWN_TOP = 3


class _Bar(Enum):
    """The bar on top of a sheet."""

    HEADLINE = "headline"
    """With the headline, if nobody has won alone."""
    SMALL = "small"
    LARGE = "large"
    """With the winner and the total, in small or in large letters."""
    PLAIN = "plain"
    """Large without the crown."""
    TALL = "tall"
    """With the winner in large letters, and the total below the name."""


@frozen
class _Sheet:
    """The sizes and pages of a sheet."""

    bar: _Bar
    size: Size
    """Letters of all other lines."""
    with_notes: bool
    """True if each tie-break has room on its line, and there is one."""
    pages: tuple[tuple[SeatResult, ...], ...]


@frozen
class _Facts:
    """A page of the facts of the game."""

    lines: tuple[str, ...]
    size: Size


_CHOICES_WITHOUT_WINNER = [
    (_Bar.HEADLINE, size, notes) for size, notes in product((Size.LARGE, Size.SMALL, Size.NARROW), (True, False))
]


def paint_end(canvas: Canvas, face: EndFace) -> None:
    """Paint a page of the end: a part of the sheet, or of the facts; or first the crown, and the winner."""
    if face.crown == WINNER_STEP:
        paint_winner(canvas, face)
        return
    if face.crown is not None:
        _paint_crown(canvas, face, face.crown)
        return
    sheet = _lay_out(face)
    facts = _lay_out_facts(face, sheet)
    count = len(sheet.pages) + len(facts)
    page = min(max(face.scroll, 0), count - 1)
    bottom = HINTS_TOP
    if not face.hints and face.hold is None:
        bottom = HEIGHT - 11
        canvas.across(0, bottom, WIDTH)
        canvas.text(face.game, 0, bottom + 3, WIDTH, align=Align.CENTRE)
    if page < len(sheet.pages):
        top = _paint_results(canvas, face, sheet, sheet.pages[page], bottom)
    else:
        top = _paint_headline(canvas, face)
        fact = facts[page - len(sheet.pages)]
        pitch = _FACT_PITCH[fact.size]
        first = top + (bottom - top - pitch * len(fact.lines)) // 2 + (2 if fact.size is Size.LARGE else 1)
        canvas.lines(fact.lines, _MARGIN, first, WIDTH - _SCROLL - _MARGIN, pitch, fact.size)
    paint_scroll(canvas, top + 1, bottom - top - 2, page, 1, count)


def last_end_page(face: EndFace) -> int:
    """Return the index of the last page of this end."""
    sheet = _lay_out(face)
    return len(sheet.pages) + len(_lay_out_facts(face, sheet)) - 1


def _lay_out(face: EndFace) -> _Sheet:
    """Return the first of the possible sizes in which every line fits; with the tie-breaks on the lines, or none.

    All lines after the winner have one size, the smallest that any of them needs. Tie-breaks have room before large
    letters, unless the text is large.
    """
    results = face.results[:_MOST_RESULTS]
    alone = sum(result.rank == 1 for result in results) == 1
    rest = results[1:] if alone else results
    for bar, size, notes in _choices(large=face.large) if alone else _CHOICES_WITHOUT_WINNER:
        sheet = _sheet(face, rest, bar, size, with_notes=notes)
        if sheet is not None:
            return sheet
    bar = _Bar.SMALL if alone else _Bar.HEADLINE
    most = max(1, (HINTS_TOP - _bar_height(face, bar)) // _ROWS[Size.SMALL])
    return _Sheet(bar, Size.SMALL, with_notes=False, pages=_in_pages(rest, most))


def _choices(*, large: bool) -> Iterator[tuple[_Bar, Size, bool]]:
    """Yield bars, sizes of the other lines, and whether these have notes, the best first."""
    bars = (_Bar.LARGE, _Bar.PLAIN, _Bar.TALL) if large else (_Bar.LARGE, _Bar.PLAIN)
    sizes = (Size.LARGE, Size.SMALL, Size.NARROW)
    pairs = [(bar, size) for size in sizes for bar in bars]
    if large:
        yield from ((*pair, notes) for pair in pairs for notes in (True, False))
    else:
        yield from ((*pair, notes) for notes in (True, False) for pair in pairs)
    yield from ((_Bar.SMALL, size, notes) for size in (Size.SMALL, Size.NARROW) for notes in (True, False))


def _sheet(face: EndFace, rest: tuple[SeatResult, ...], bar: _Bar, size: Size, *, with_notes: bool) -> _Sheet | None:
    """Return the sheet in these sizes; None if a line does not fit, or if small text would need several pages."""
    with_notes = with_notes and any(result.place for result in face.results)
    most = (HINTS_TOP - _bar_height(face, bar)) // _ROWS[size]
    if most < 1 or (len(rest) > most and not face.large):
        return None
    pages = _in_pages(rest, most)
    width = WIDTH - _MARGIN - (_SCROLL if _is_scrolled(face, pages, with_notes=with_notes) else 0)
    fits = all(_width(result, size, with_notes=with_notes) <= width for result in rest)
    if bar is not _Bar.HEADLINE:
        fits = fits and _bar_width(face.results[0], bar, with_notes=with_notes) <= WIDTH - 3
    return _Sheet(bar, size, with_notes, pages) if fits else None


def _is_scrolled(face: EndFace, pages: tuple[tuple[SeatResult, ...], ...], *, with_notes: bool) -> bool:
    """Return whether there are several pages: tie-breaks without room on the sheet are facts."""
    ties = not with_notes and any(result.place for result in face.results)
    return len(pages) > 1 or bool(face.facts) or ties


def _in_pages(results: tuple[SeatResult, ...], most: int) -> tuple[tuple[SeatResult, ...], ...]:
    """Return results in pages of about the same number; one page if there are none."""
    count = max(1, -(-len(results) // most))
    bounds = [len(results) * number // count for number in range(count + 1)]
    return tuple(results[start:end] for start, end in pairwise(bounds))


def _paint_results(canvas: Canvas, face: EndFace, sheet: _Sheet, page: tuple[SeatResult, ...], bottom: int) -> int:
    """Paint the bar of the winner, and the lines of a page; return the height of the bar."""
    if sheet.bar is _Bar.HEADLINE:
        top = _paint_headline(canvas, face)
    else:
        top = _paint_winner(canvas, face, sheet.bar, with_notes=sheet.with_notes)
    if not page:
        return top
    end = WIDTH - _MARGIN - (_SCROLL if _is_scrolled(face, sheet.pages, with_notes=sheet.with_notes) else 0)
    room = bottom - top
    used = min(room, _COMFORT[sheet.size] * len(page))
    start = top + (room - used) // 2
    for number, result in enumerate(page):
        y, below = (start + used * index // len(page) for index in (number, number + 1))
        _paint_line(canvas, result, y + (below - y - _CAPITALS[sheet.size] + 1) // 2, sheet, end)
    return top


def _paint_line(canvas: Canvas, result: SeatResult, y: int, sheet: _Sheet, end: int) -> None:
    size, total = sheet.size, number_text(result.total)
    width = min(measure(total, size), 60)
    canvas.text(total, end - width, y, width, size)
    x = _MARGIN
    if result.rank is not None:
        x += canvas.text(str(result.rank), x, y, 20, size) + _AFTER_RANK
    right = end - width - _APART
    if sheet.with_notes and result.place:
        note = measure(result.place, Size.NARROW)
        canvas.text(result.place, right - note, y + _below(size), note, Size.NARROW)
        right -= note + _APART
    paint_seat(canvas, _brief(result.mark), x, y, right - x, size)


def _paint_winner(canvas: Canvas, face: EndFace, bar: _Bar, *, with_notes: bool) -> int:
    """Paint the bar with the crown, the winner and the total; return its height."""
    result, size = face.results[0], _letters(bar)
    y = 2 if size is Size.SMALL else 1
    total_y = _SECOND_LINE if bar is _Bar.TALL else y
    if bar is not _Bar.PLAIN:
        canvas.draw(glyphs.pictogram(Glyph.CROWN), 3, total_y + (1 if size is Size.LARGE else -1))
    total = number_text(result.total)
    width = min(measure(total, size), 60)
    right = WIDTH - 3 - width
    canvas.text(total, right, total_y, width, size)
    right -= _APART
    if with_notes and result.place:
        note = measure(result.place, Size.NARROW)
        canvas.text(result.place, right - note, total_y + _below(size), note, Size.NARROW)
        right -= note + _APART
    left, end = _bar_left(bar), WIDTH - 3 if bar is _Bar.TALL else right
    paint_seat(canvas, _brief(result.mark), left, y, end - left, size)
    if bar is _Bar.SMALL and left + seat_width(_brief(result.mark), size) + _APART + glyphs.SMALL <= right:
        canvas.draw(glyphs.pictogram(face.unit), right - glyphs.SMALL, 1)
    height = _bar_height(face, bar)
    canvas.invert(0, 0, WIDTH, height)
    return height


def _paint_headline(canvas: Canvas, face: EndFace) -> int:
    """Paint the bar with the headline, and the unit if there is room; return the height of the bar."""
    right = WIDTH - 3
    canvas.draw(glyphs.pictogram(Glyph.CROWN), 3, 1)
    two_lines = len(face.results) <= 3
    lines, size = canvas.fit_lines(face.headline, right - _BAR_LEFT, 2 if two_lines else 1)
    canvas.lines(lines, _BAR_LEFT, 2, right - _BAR_LEFT, 9, size)
    if _BAR_LEFT + measure(lines[0], size) + _APART + glyphs.SMALL <= right:
        canvas.draw(glyphs.pictogram(face.unit), right - glyphs.SMALL, 1)
    height = 2 + 9 * len(lines)
    canvas.invert(0, 0, WIDTH, height)
    return height


def _letters(bar: _Bar) -> Size:
    return Size.SMALL if bar in (_Bar.SMALL, _Bar.HEADLINE) else Size.LARGE


def _bar_left(bar: _Bar) -> int:
    """Return where the winner's mark begins."""
    return 3 if bar in (_Bar.PLAIN, _Bar.TALL) else _BAR_LEFT


def _brief(mark: SeatMark) -> SeatMark:
    """Return a mark without the letter if the name begins with it."""
    begins = unicodedata.normalize("NFD", mark.name)[:1].upper() == mark.letter
    return replace(mark, letter="") if begins else mark


def _bar_height(face: EndFace, bar: _Bar) -> int:
    """Return the height of the bar: less if no letter of the winner's name hangs below the line."""
    if bar is _Bar.TALL:
        return _TALL_BAR
    if _letters(bar) is Size.SMALL:
        return 11
    drawn = line(face.results[0].mark.name, Size.LARGE)
    return 15 if any(drawn.rows[alphabet(Size.LARGE).baseline + 1 :]) else 13


def _bar_width(result: SeatResult, bar: _Bar, *, with_notes: bool) -> int:
    """Return the width that the bar of a winner needs."""
    size = _letters(bar)
    seat = _bar_left(bar) + seat_width(_brief(result.mark), size)
    total = _note_width(result, with_notes=with_notes) + _APART + measure(number_text(result.total), size)
    return max(seat, _BAR_LEFT + total) if bar is _Bar.TALL else seat + total


def _width(result: SeatResult, size: Size, *, with_notes: bool) -> int:
    """Return the width that the line of a seat needs."""
    rank = measure(str(result.rank), size) + _AFTER_RANK if result.rank is not None else 0
    total = measure(number_text(result.total), size)
    note = _note_width(result, with_notes=with_notes)
    return _MARGIN + rank + seat_width(_brief(result.mark), size) + note + _APART + total


def _note_width(result: SeatResult, *, with_notes: bool) -> int:
    return _APART + measure(result.place, Size.NARROW) if with_notes and result.place else 0


def _below(size: Size) -> int:
    """Return how much lower a narrow note begins than letters of a size, so that both stand on one line."""
    return _CAPITALS[size] - _CAPITALS[Size.NARROW]


def _lay_out_facts(face: EndFace, sheet: _Sheet) -> list[_Facts]:
    """Return the facts of the game in pages, each fact on one page; in large letters if the text is large.

    Tie-breaks without room on the sheet come first.
    """
    ties = (
        [] if sheet.with_notes else [f"{result.mark.name}, {result.place}" for result in face.results if result.place]
    )
    texts = [*ties, *face.facts]
    room, width = HINTS_TOP - 11, WIDTH - _SCROLL - 2 * _MARGIN
    size = Size.LARGE if face.large else Size.SMALL
    most = room // _FACT_PITCH[size]
    blocks = [in_large_lines(fact, width, most) if face.large else [] for fact in texts]
    if not all(blocks):
        size, most = Size.SMALL, room // _FACT_PITCH[Size.SMALL]
        blocks = [Canvas().fit_lines(fact, width, most)[0] for fact in texts]
    pages: list[list[str]] = []
    for block in blocks:
        if pages and len(pages[-1]) + len(block) <= most:
            pages[-1] += block
        else:
            pages.append(list(block))
    return [_Facts(tuple(lines), size) for lines in pages]


def _paint_crown(canvas: Canvas, face: EndFace, step: int) -> None:
    """Paint a step of the crown, which grows from its band to its points and then shines, over the headline."""
    art = glyphs.large_pictogram(Glyph.CROWN)
    rows = [row for row in art.rows if row]
    crown = Bitmap(art.width, tuple(rows[: rows.index(max(rows)) + 4]))
    shown = min(step, LAST_CROWN_STEP - 1) * crown.height // (LAST_CROWN_STEP - 1)
    left = (WIDTH - crown.width * _CROWN_SCALE) // 2
    for y in range(crown.height - shown, crown.height):
        for x in range(crown.width):
            if crown.rows[y] >> (crown.width - 1 - x) & 1:
                canvas.fill(left + x * _CROWN_SCALE, _CROWN_TOP + y * _CROWN_SCALE, _CROWN_SCALE, _CROWN_SCALE)
    if step >= LAST_CROWN_STEP:
        _paint_rays(canvas, left, crown.width * _CROWN_SCALE)
    width = WIDTH - 2 * _MARGIN
    size = Size.LARGE
    lines = in_large_lines(face.headline, width, 2, even=True)
    if not lines:
        lines, size = canvas.fit_lines(face.headline, width, 2, even=True)
    top = 29 if len(lines) > 1 and size is Size.LARGE else 34
    canvas.lines(lines, _MARGIN, top, width, 13 if size is Size.LARGE else 10, size, Align.CENTRE)


def _paint_rays(canvas: Canvas, left: int, width: int) -> None:
    """Paint rays of light on both sides of the crown."""
    for start, to in ((left - 6, -1), (left + width + 5, 1)):
        for number in range(3):
            y = _CROWN_TOP + 3 + number * 7
            canvas.fill(start + (0 if to > 0 else -8), y, 9, 1)
