"""Painting of the table while it waits: the action of OK large, its cost, a track, the last event.

The strip shows the seat on turn and its total.
"""

from __future__ import annotations

from companion.box.faces.block_view import BlockView
from companion.box.faces.faces import TurnFace
from companion.box.screen.art import glyphs
from companion.box.screen.blocks.track_block import (
    FLAT_HEIGHT,
    HEIGHT,
    is_flat,
    paint_flat_track_strip,
    paint_track_strip,
)
from companion.box.screen.canvas import WIDTH, Canvas
from companion.box.screen.font.text_lines import Size, measure, wrap
from companion.box.screen.paint_status_and_hints import (
    CONTENT_TOP,
    HINTS_TOP,
    LARGE_PITCH,
    LARGE_ROWS,
    SeatTotal,
    in_large_lines,
    paint_strip,
)
from companion.rules.scene import Track

_LEFT, _WIDTH = 6, WIDTH - 6
"""Start and width of the room right of the marks for the number of actions."""
_PITCH = 9
_TEXT_HEIGHT = 9
"""Rows of a small line, from the top of its capitals to the lowest point of its letters."""
_STRIKE_THROUGH = {Size.LARGE: (5, 2), Size.SMALL: (3, 1), Size.NARROW: (3, 1)}
"""Position of the line through a refused action, below the top of its capitals, and its thickness."""
_Lines = tuple[list[str], Size]


def paint_turn(canvas: Canvas, face: TurnFace) -> None:
    """Paint the action that OK makes, with its cost, the track and the last event.

    In large text, bigger words take the room of the track.
    """
    total = SeatTotal(face.number, face.unit)
    strip = paint_strip(canvas, face.strip, aside=face.where, brief=face.round, total=total)
    place = "" if strip.aside else face.place if strip.brief else _where(face)
    if face.large:
        _paint_large(canvas, face, place)
    elif face.block is not None and isinstance(face.block.block, Track):
        _paint_with_track(canvas, face, face.block, face.block.block)
    else:
        _paint_without_track(canvas, face, place)


def _where(face: TurnFace) -> str:
    """Return the round and the seat's place; only the round if one line is too short for both."""
    return face.where if measure(face.where, Size.NARROW) < WIDTH or not face.round else face.round


def _paint_with_track(canvas: Canvas, face: TurnFace, view: BlockView, track: Track[str]) -> None:
    """Paint the action, its cost and the last event, and below them the track in separate rows.

    Pieces that are close to each other need two lanes. Then the last event is left out unless it has room above them.
    The track is left out if the action and its cost need its rows.
    """
    top = _paint_action_and_detail(canvas, face)
    last = next((last for last in _last_event_texts(face) if measure(last, Size.NARROW) <= WIDTH - 1), "")
    above = canvas.end()
    for text, end in ((last, top + _TEXT_HEIGHT if last else above), ("", above)):
        if _paint_track(canvas, view, track, end):
            canvas.text(text, 1, top, WIDTH - 1)
            return
    if top + _TEXT_HEIGHT <= HINTS_TOP:
        canvas.text(last, 1, top, WIDTH - 1)


def _paint_track(canvas: Canvas, view: BlockView, track: Track[str], end: int) -> bool:
    """Paint the track below the row `end`, which stays dark, and return True; False if there is no room."""
    if end < HINTS_TOP - HEIGHT + 1:  # the first of its rows is dark
        paint_track_strip(canvas, view, track, HINTS_TOP - HEIGHT)
        return True
    if end < HINTS_TOP - FLAT_HEIGHT and is_flat(track):
        paint_flat_track_strip(canvas, view, track, HINTS_TOP - FLAT_HEIGHT)
        return True
    return False


def _paint_action_and_detail(canvas: Canvas, face: TurnFace) -> int:
    """Paint the action with its cost beside or below it; return the row of the line below them."""
    lines = in_large_lines(face.action, _WIDTH, 2, even=True)
    beside = _LEFT + measure(lines[-1] if lines else "", Size.LARGE) + 8
    if len(lines) == 2 and beside + _detail_width(face) <= WIDTH:
        top = _paint_action(canvas, face, 2)
        _paint_detail(canvas, face, beside, top - LARGE_PITCH + 3)
        return top
    top = _paint_action(canvas, face, 1)
    if not (face.action_detail or face.action_glyph):
        return top
    _paint_detail(canvas, face, _LEFT, top)
    return top + _PITCH


def _paint_without_track(canvas: Canvas, face: TurnFace, place: str) -> None:
    """Paint the action and small lines below it.

    They are its cost, the last event, and the seat's place if the strip had no room for it. The last event is left out
    if a long action and its cost leave no room for it.
    """
    if _is_long(face, _LEFT):
        _paint_long_detail(canvas, face)
        return
    top = _paint_action(canvas, face, 2)
    if face.action_detail or (face.action_glyph and top + 2 * _PITCH <= HINTS_TOP):
        _paint_detail(canvas, face, _LEFT, top)
        top += _PITCH
    rows = (HINTS_TOP - top) // _PITCH
    if rows and face.last:
        fitting = (last for last in _last_event_texts(face) if len(wrap(last, Size.NARROW, WIDTH - 1)) <= rows)
        last = next(fitting, "" if rows == 1 else face.last)
        lines, size = canvas.fit_lines(last, WIDTH - 1, rows) if last else ([], Size.SMALL)
        canvas.lines(lines, 1, top, WIDTH - 1, _PITCH, size)
        top, rows = top + len(lines) * _PITCH, rows - len(lines)
    if rows and place:
        canvas.text(place, 1, HINTS_TOP - _PITCH, WIDTH - 1)


def _paint_action(canvas: Canvas, face: TurnFace, most: int) -> int:
    """Paint the action in large letters, in at most `most` lines, else in small ones; return the row below it."""
    lines, size = _action_lines(canvas, face, most)
    pitch = LARGE_PITCH if size is Size.LARGE else _PITCH
    for number, line in enumerate(lines):
        top = CONTENT_TOP + number * pitch
        written = canvas.text(line, _LEFT, top, _WIDTH, size)
        if face.action_refused:
            below, thick = _STRIKE_THROUGH[size]
            canvas.dots(_LEFT, top + below, written, thick)
    height = len(lines) * pitch
    _paint_choice(canvas, face, CONTENT_TOP, height)
    return CONTENT_TOP + height + 1


def _action_lines(canvas: Canvas, face: TurnFace, most: int) -> _Lines:
    large = in_large_lines(face.action, _WIDTH, most, even=True)
    return (large, Size.LARGE) if large else canvas.fit_lines(face.action, _WIDTH, 2)


def _paint_detail(canvas: Canvas, face: TurnFace, x: int, top: int) -> None:
    """Paint the cost or gain of the action, after its drawing."""
    if face.action_glyph is not None:
        canvas.draw(glyphs.pictogram(face.action_glyph), x, top - 1)
        x += glyphs.SMALL + 3
    canvas.text(face.action_detail, x, top, WIDTH - x)


def _is_long(face: TurnFace, left: int) -> bool:
    """Return whether the detail is too long for one line from `left`: a sentence about the action."""
    return left + _detail_width(face) > WIDTH


def _paint_long_detail(canvas: Canvas, face: TurnFace) -> None:
    """Paint the action in one line, and its detail in all lines below, in fewer words if those are too few."""
    top = _paint_action(canvas, face, 1)
    rows = (HINTS_TOP - top) // _PITCH
    fits = len(wrap(face.action_detail, Size.NARROW, _WIDTH)) <= rows
    text = face.action_detail if fits else face.action_detail_brief or face.action_detail
    lines, size = canvas.fit_lines(text, _WIDTH, rows)
    canvas.lines(lines, _LEFT, top, _WIDTH, _PITCH, size)


def _detail_width(face: TurnFace) -> int:
    """Return the width that `_paint_detail` needs."""
    return (0 if face.action_glyph is None else glyphs.SMALL + 3) + measure(face.action_detail, Size.NARROW)


def _paint_choice(canvas: Canvas, face: TurnFace, top: int, height: int) -> None:
    """Paint a line, or one dot for each action that up and down go through, the present one big."""
    x = 2
    height -= 1
    if face.actions < 2:
        canvas.down(x, top, height)
        return
    pitch = min(5, max(height // face.actions, 2))
    count = min(face.actions, height // pitch)
    index = min(max(face.action_index, 0), count - 1)
    start = top + (height - (count - 1) * pitch) // 2
    for number in range(count):
        canvas.fill(x, start + number * pitch, 1, 1)
    canvas.fill(x - 1, start + index * pitch - 1, 3, 3)


def _last_event_texts(face: TurnFace) -> tuple[str, ...]:
    """Return the last event in fewer and fewer words; the shortest form omits its result, which follows a comma."""
    brief = face.last_brief or face.last
    return (face.last, brief, brief.partition(",")[0])


def _paint_large(canvas: Canvas, face: TurnFace, place: str) -> None:
    """Paint complete lines of one size: the action, its cost, and the last event if lines are left for it.

    If those are too few, the last event is in small letters; if there is no last event, they show the seat's place,
    unless the strip had room for it.
    """
    if _is_long(face, 1):
        _paint_long_detail(canvas, face)
        return
    top = _paint_action(canvas, face, LARGE_ROWS) - 1
    rows = (HINTS_TOP - top) // LARGE_PITCH
    if rows and (face.action_detail or (face.action_glyph and not face.last)):
        used_lines = _paint_large_detail(canvas, face, top, rows)
        top, rows = top + used_lines * LARGE_PITCH, rows - used_lines
    room = WIDTH - 1
    large = next(filter(None, (in_large_lines(last, room, rows) for last in _last_event_texts(face))), [])
    small = next((last for last in _last_event_texts(face) if measure(last, Size.NARROW) <= room), "") if rows else ""
    if large or not small:
        canvas.lines(large or in_large_lines(place, room, rows), 1, top, room, LARGE_PITCH, Size.LARGE)
    else:
        canvas.text(small, 1, top + 3, room)


def _paint_large_detail(canvas: Canvas, face: TurnFace, top: int, rows: int) -> int:
    """Paint the cost after its drawing, which is large if the words still fit beside it; return the lines it took."""
    x, used_lines, glyph = 1, 1, face.action_glyph
    if glyph is not None:
        roomy = rows > 1 and measure(face.action_detail, Size.LARGE) <= WIDTH - x - glyphs.LARGE - 4
        drawn = glyphs.large_pictogram(glyph) if roomy else glyphs.pictogram(glyph)
        used_lines = 2 if roomy else 1
        canvas.draw(drawn, x, top + (4 if roomy else 1))
        x += drawn.width + 4
        top += 6 if roomy else 0
    lines = in_large_lines(face.action_detail, WIDTH - x, rows)
    if lines:
        canvas.lines(lines, x, top, WIDTH - x, LARGE_PITCH, Size.LARGE)
        return max(used_lines, len(lines))
    small, size = canvas.fit_lines(face.action_detail, WIDTH - x, 1)
    canvas.lines(small, x, top + 2, WIDTH - x, _PITCH, size)
    return used_lines
