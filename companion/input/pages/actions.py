"""The menus of the table: everything a seat may do, and everything a table may want."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.input.pages.form import walk
from companion.input.pages.history import history
from companion.input.pages.lists import Item, ListPage
from companion.input.pages.settings import settings
from companion.input.pages.sheet import totals
from companion.rules.fields import Option
from companion.session.commands import Leave, Play
from companion.session.table import Table
from companion.views.faces import Glyph, Row
from companion.views.seats import mark_of

if TYPE_CHECKING:
    from companion.input.box import Box


def table_menu(box: Box) -> ListPage:
    """Everything possible at this table."""

    def items() -> list[Item]:
        word, table = box.words, box.table
        if table is None:
            return []
        rows = [_acting_item(box, table, seat) for seat in table.game.waiting(table.state)]
        if table.done:
            rows.append(Item(Row(word("menu.take_back")), lambda: _then(box, box.take_back)))
        if table.undone:
            rows.append(Item(Row(word("menu.restore")), lambda: _then(box, box.restore)))
        rows.append(Item(Row(word("menu.sheet"), glyph=Glyph.COIN), lambda: box.push(totals(box))))
        if table.entries:
            rows.append(Item(Row(word("menu.history")), lambda: box.push(history(box))))
        rows.append(Item(Row(word("menu.correct")), lambda: box.push(_correct_whom(box))))
        rows.append(Item(Row(word("home.settings")), lambda: box.push(settings(box))))
        rows.append(Item(Row(word("menu.leave")), lambda: _leave(box)))
        return rows

    return ListPage(box, box.words("menu.title"), items)


def actions_menu(box: Box, seat: int) -> ListPage:
    """What one seat may do now; refused moves stay in sight with their reason."""

    def items() -> list[Item]:
        table = box.table
        if table is None or seat not in table.seats:
            return []
        options = table.game.options(table.state, seat)
        return [_option_item(box, table, seat, option) for option in options if option.kind != "correct"]

    table = box.table
    title = box.words("menu.actions", seat=table.names[seat - 1]) if table else ""
    return ListPage(box, title, items)


def play_form(box: Box, seat: int, kind: str) -> None:
    """Walk the form of a kind of move and play it."""
    table = box.table
    if table is None:
        return

    def play(move: dict[str, Any]) -> None:
        command = Play(moves=((seat, move),), expected_seq=table.seq)
        if box.do(command) is not None:
            _back_to_table(box)

    walk(box, table, seat, kind, play)


def _back_to_table(box: Box) -> None:
    """To the table's page before it hears of the change, so that it can read out what the change brought."""
    box.to_table()
    box.refresh()


def _acting_item(box: Box, table: Table, seat: int) -> Item:
    mark = mark_of(table, seat, box.words)
    label = box.words("menu.actions", seat=mark.name)
    return Item(Row(label, mark=mark), lambda: box.push(actions_menu(box, seat)))


def _option_item(box: Box, table: Table, seat: int, option: Option) -> Item:
    label = box.words.of(option.label, table.names)
    refused = option.refused
    if refused is None:
        return Item(Row(label), lambda: play_form(box, seat, option.kind))
    reason = box.words.of(refused.reason, table.names)
    tell = partial(box.tell, box.words("refused.title"), refused.reason, refused.ruling or "")
    return Item(Row(label, refused=True), tell, note=reason)


def _correct_whom(box: Box) -> ListPage:
    def items() -> list[Item]:
        table = box.table
        marks = [mark_of(table, seat, box.words) for seat in table.seats] if table else []
        return [Item(Row(mark.name, mark=mark), partial(play_form, box, mark.seat, "correct")) for mark in marks]

    return ListPage(box, box.words("menu.correct"), items)


def _then(box: Box, do: Callable[[], None]) -> None:
    box.to_table()
    do()


def _leave(box: Box) -> None:
    if box.do(Leave()) is not None:
        box.refresh()
