"""The sheet: totals, the lines behind each total, and the reason behind each line."""

from __future__ import annotations

from functools import partial

from companion.box.faces.block_view import block_by_id
from companion.box.faces.faces import ListRow, Strip
from companion.box.pages.blocks_page import open_block
from companion.box.pages.list_page import ListItem, ListPage, table_items
from companion.box.pages.message_page import MessagePage
from companion.box.pages.page import PageHost
from companion.rules.game import Match
from companion.rules.match_functions import standings
from companion.rules.moves import Line
from companion.rules.scene import Grid, Held, Purse
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.catalogue import Words, format_number, format_signed
from companion.words.signs import amount_text, brief_names, component_title, glyph_of, seat_mark, unit_of
from companion.words.translated_scene import scene_of


def totals(box: PageHost) -> ListPage:
    """List every seat's total, best first."""

    def items(table: Table) -> list[ListItem]:
        places = standings(table.match, table.state)
        marks = {place.seat: seat_mark(table, place.seat, box.words) for place in places}
        return [
            ListItem(
                ListRow(marks[place.seat].name, detail=format_number(place.total), mark=marks[place.seat]),
                partial(_open_seat, box, place.seat),
            )
            for place in places
        ]

    return ListPage(box, lambda: box.words("menu.sheet"), table_items(box, items))


def _open_seat(box: PageHost, seat: int) -> None:
    box.push(seat_sheet(box, seat))


def seat_sheet(box: PageHost, seat: int) -> ListPage:
    """List what a seat holds beyond its total, at the end what its total is made of; below its lines, newest first."""

    def items(table: Table) -> list[ListItem]:
        lines = [(entry, line) for entry, line in table.lines() if line.seat == seat]
        first = _sum_items(box, table, seat) or _purse_items(box, table, seat)
        return [*first, *(_item(box, table, entry, line) for entry, line in reversed(lines))]

    return ListPage(box, lambda: _title(box, seat), table_items(box, items))


def _title(box: PageHost, seat: int) -> str | Strip:
    """Return the strip of a seat, its total at the right."""
    table = box.table
    if table is None:
        return ""
    return Strip(title=format_number(_total(table, seat)), turn=seat_mark(table, seat, box.words))


def _sum_items(box: PageHost, table: Table, seat: int) -> list[ListItem]:
    """Return the rows that add up to the total of a seat at the end, and the total; ok shows them for all seats.

    The list is empty while no block of the scene explains the total.
    """
    if not table.over:
        return []
    total = _total(table, seat)
    grids = (block for block in scene_of(table, PUBLIC, box.words).blocks if isinstance(block, Grid))
    for grid in grids:
        sums = [row for row in grid.rows if row.total and row.cells[seat - 1].value == total]
        parts = [row for row in grid.rows if not row.total and row.cells[seat - 1].value]
        if sums and sum(row.cells[seat - 1].value or 0 for row in parts) == total:
            show = partial(open_block, box, grid.id)
            rows = [ListRow(_capital(row.name), detail=format_number(row.cells[seat - 1].value or 0)) for row in parts]
            return [ListItem(row, show) for row in (*rows, ListRow(sums[0].name, detail=f"= {format_number(total)}"))]
    return []


def _purse_items(box: PageHost, table: Table, seat: int) -> list[ListItem]:
    """Return a row for each publicly known component that a seat holds; ok shows the whole purse."""
    purse = block_by_id(scene_of(table, PUBLIC, box.words), f"purse:{seat}")
    if not isinstance(purse, Purse):
        return []
    show = partial(open_block, box, purse.id)
    match, total = table.match, _total(table, seat)
    held = [entry for entry in purse.holds if entry.n and (entry.thing, entry.n) != (match.unit, total)]
    return [ListItem(_purse_row(match, entry, box.words), show) for entry in held]


def _purse_row(match: Match, held: Held, words: Words) -> ListRow:
    title = component_title(match, held.thing, words)
    return ListRow(_capital(title), detail=format_number(held.n or 0), glyph=glyph_of(match, held.thing))


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]


def _total(table: Table, seat: int) -> int:
    return next(place.total for place in standings(table.match, table.state) if place.seat == seat)


def _item(box: PageHost, table: Table, entry: int, line: Line) -> ListItem:
    """Return a row for a line, named unless it is the unit of totals; secrets stay hidden, since all see the screen."""
    words, names, by = box.words, table.names, format_signed(line.by)
    hidden = line.secret and not table.over
    plain = hidden or line.what == table.match.unit
    amount = by if plain else amount_text(table.match, line.what, line.by, words, seat=line.seat, brief=True)
    brief = words("sheet.secret") if hidden else words.brief(line.why, brief_names(names))
    row = ListRow(f"{amount} {brief}", detail=line.ruling or "")
    heading = by if hidden else amount_text(table.match, line.what, line.by, words, seat=line.seat)
    why = words("sheet.secret") if hidden else words.with_interpretation(line.why, names)
    body = words("sheet.entry", why=why, entry=entry) if entry else why

    def show() -> None:
        box.push(MessagePage(box, heading, body, line.ruling or "", unit_of(table.match), title=names[line.seat - 1]))

    return ListItem(row, show)
