"""The sheet: totals, behind each total its lines, behind each line its reason."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.input.pages.lists import Item, ListPage
from companion.input.pages.message import MessagePage
from companion.rules.sheet import Line
from companion.views.faces import Glyph, Row
from companion.views.seats import mark_of
from companion.views.texts import signed

if TYPE_CHECKING:
    from companion.input.box import Box


def totals(box: Box) -> ListPage:
    """Every seat's total, best first."""

    def items() -> list[Item]:
        table = box.table
        if table is None:
            return []
        places = table.game.standings(table.state)
        marks = {place.seat: mark_of(table, place.seat, box.words) for place in places}
        return [
            Item(
                Row(marks[place.seat].name, detail=str(place.total), mark=marks[place.seat]),
                partial(_open_seat, box, place.seat),
            )
            for place in places
        ]

    return ListPage(box, box.words("menu.sheet"), items)


def _open_seat(box: Box, seat: int) -> None:
    box.push(seat_sheet(box, seat))


def seat_sheet(box: Box, seat: int) -> ListPage:
    """One seat's lines, newest first."""

    def items() -> list[Item]:
        table = box.table
        if table is None:
            return []
        lines = [(entry, line) for entry, line in table.lines() if line.seat == seat]
        return [_item(box, entry, line) for entry, line in reversed(lines)]

    return ListPage(box, _title(box, seat), items)


def _title(box: Box, seat: int) -> str:
    table = box.table
    if table is None:
        return ""
    total = next(place.total for place in table.game.standings(table.state) if place.seat == seat)
    return f"{table.names[seat - 1]} · {total}"


def _item(box: Box, entry: int, line: Line) -> Item:
    """A line of the sheet. What is secret stays so: the box's screen is for everyone."""
    table = box.table
    hidden = line.secret and table is not None and not table.over
    names = table.names if table else ()
    why = box.words("sheet.secret") if hidden else box.words.of(line.why, names)
    row = Row(f"{signed(line.by)} {why}", detail=line.ruling or "")
    heading = "?" if hidden else box.words("sheet.amount", by=signed(line.by), what=what_word(box, line.what))
    body = box.words("sheet.entry", why=why, entry=entry) if entry else box.words("sheet.start", why=why)

    def show() -> None:
        title = names[line.seat - 1] if names else ""
        box.push(MessagePage(box, heading, body, line.ruling or "", Glyph.COIN, title=title))

    return Item(row, show)


def what_word(box: Box, what: str) -> str:
    """What a line speaks of, in words: the catalogue's where it has one, else its name."""
    key = f"what.{what.replace(':', '_')}"
    return box.words(key) if box.words.has(key) else what
