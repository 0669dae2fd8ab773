"""The menus of the table: everything a seat may do, and everything a table may want."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.input.pages.fields import refused_note
from companion.input.pages.form import walk
from companion.input.pages.history import history
from companion.input.pages.lists import Item, ListPage, of_table
from companion.input.pages.phones import phones
from companion.input.pages.settings import power_off, settings
from companion.input.pages.sheet import totals
from companion.rules.fields import Option
from companion.session.commands import Leave, Play
from companion.session.table import Table
from companion.views.faces import Row, Strip
from companion.views.seats import mark_of
from companion.views.signs import Glyph
from companion.views.told import change_told

if TYPE_CHECKING:
    from companion.input.box import Box


def table_menu(box: Box) -> ListPage:
    """Everything possible at this table."""

    def items(table: Table) -> list[Item]:
        word = box.words
        rows = [_acting_item(box, table, seat) for seat in table.game.waiting(table.state)]
        rows.extend(undoing(box, table))
        rows.append(Item(Row(word("menu.sheet"), glyph=Glyph.COIN), lambda: box.push(totals(box))))
        rows.append(Item(Row(word("phones.title")), lambda: box.push(phones(box))))
        rows.append(Item(Row(word("menu.history")), lambda: box.push(history(box))))
        rows.append(Item(Row(word("menu.correct")), lambda: box.push(_correct_whom(box))))
        return [*rows, *parting(box)]

    return ListPage(box, lambda: box.words("menu.title"), of_table(box, items))


def undoing(box: Box, table: Table) -> list[Item]:
    """Taking back and restoring, where there is something to; each says what."""
    rows = []
    if table.done and not table.closed:
        note = change_told(table, table.done[-1], box.words)
        rows.append(Item(Row(box.words("menu.take_back")), box.take_back, note))
    if table.undone and not table.closed:
        note = change_told(table, table.undone[-1], box.words)
        rows.append(Item(Row(box.words("menu.restore")), box.restore, note))
    return rows


def parting(box: Box) -> list[Item]:
    """What is not about the game any more: the last rows of every menu of the table."""
    word = box.words
    return [
        Item(Row(word("home.settings")), lambda: box.push(settings(box))),
        Item(Row(word("menu.leave")), lambda: box.do_at_table(Leave()), word("menu.leave_note")),
        Item(Row(word("home.off")), lambda: power_off(box)),
    ]


def actions_menu(box: Box, seat: int) -> ListPage:
    """What one seat may do now; refused moves stay in sight with their reason."""

    def items(table: Table) -> list[Item]:
        options = table.game.options(table.state, seat)
        return [_option_item(box, table, seat, option) for option in options if option.kind != "correct"]

    def strip() -> Strip:
        return Strip(turn=mark_of(box.table, seat, box.words)) if box.table else Strip()

    return ListPage(box, strip, of_table(box, items))


def play_form(box: Box, seat: int, kind: str) -> None:
    """Walk the form of a kind of move and play it."""

    def play(move: dict[str, Any]) -> None:
        if box.table is not None:
            box.do_at_table(Play(moves=((seat, move),), expected_seq=box.table.seq))

    if box.table is not None:
        walk(box, box.table, seat, kind, play)


def _acting_item(box: Box, table: Table, seat: int) -> Item:
    mark = mark_of(table, seat, box.words)
    return Item(Row(box.words("menu.actions", name=mark.name), mark=mark), lambda: box.push(actions_menu(box, seat)))


def _option_item(box: Box, table: Table, seat: int, option: Option) -> Item:
    label, refused = box.words.of(option.label, table.names), option.refused
    if refused is None:
        return Item(Row(label), partial(play_form, box, seat, option.kind))
    return Item(Row(label, refused=True), partial(box.refuse, refused), refused_note(box, refused))


def _correct_whom(box: Box) -> ListPage:
    def items(table: Table) -> list[Item]:
        marks = [mark_of(table, seat, box.words) for seat in table.seats]
        return [Item(Row(mark.name, mark=mark), partial(play_form, box, mark.seat, "correct")) for mark in marks]

    return ListPage(box, lambda: box.words("menu.correct"), of_table(box, items))
