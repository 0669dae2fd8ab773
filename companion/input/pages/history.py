"""What has been played, newest first, and amending it: an earlier entry replaced or left out, the rest played again."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.input.pages.form import walk
from companion.input.pages.lists import Item, ListPage
from companion.input.pages.message import ConfirmPage
from companion.rules.errors import RulesError
from companion.rules.viewer import PUBLIC
from companion.session.commands import Amend
from companion.session.errors import MisfitsError, SessionError
from companion.session.table import Table
from companion.views.faces import Row
from companion.views.seats import mark_of

if TYPE_CHECKING:
    from companion.input.box import Box

MOST_NAMED = 6
"""How many entries that no longer fit are named one by one; of more, only the number is told."""


def history(box: Box) -> ListPage:
    """Every standing entry, newest first."""

    def items() -> list[Item]:
        table = box.table
        if table is None:
            return []
        return [_item(box, table, number) for number in range(len(table.entries), 0, -1)]

    return ListPage(box, box.words("menu.history"), items)


def _item(box: Box, table: Table, number: int) -> Item:
    mark = mark_of(table, table.entries[number - 1].played.seat, box.words)
    return Item(Row(_told(box, table, number), mark=mark), lambda: box.push(_entry_menu(box, number)))


def _told(box: Box, table: Table, number: int) -> str:
    played, state = table.entries[number - 1].played, table.entries[number - 1].state
    text = table.game.tell(table.before(number), played.seat, played.move, state, PUBLIC)
    return box.words.of(text, table.names)


def _entry_menu(box: Box, number: int) -> ListPage:
    def items() -> list[Item]:
        word, table = box.words, box.table
        if table is None or number > len(table.entries):
            return []
        return [
            Item(Row(word("history.replace")), lambda: box.push(_replace(box, table, number))),
            Item(Row(word("history.leave_out")), lambda: _amend(box, table, number, None, None)),
            Item(Row(word("history.read")), lambda: box.tell(f"#{number}", _told(box, table, number))),
        ]

    return ListPage(box, box.words("history.entry", number=number), items)


def _replace(box: Box, table: Table, number: int) -> ListPage:
    """What the seat could have done instead, as it was then."""
    seat = table.entries[number - 1].played.seat
    then = replace(table, entries=table.entries[: number - 1])

    def instead(move: dict[str, Any]) -> None:
        _amend(box, table, number, seat, move)

    def items() -> list[Item]:
        options = [option for option in then.game.options(then.state, seat) if option.refused is None]
        return [
            Item(
                Row(box.words.of(option.label, table.names)),
                partial(walk, box, then, seat, option.kind, instead),
            )
            for option in options
        ]

    return ListPage(box, box.words("history.instead", number=number), items)


def _amend(box: Box, table: Table, number: int, seat: int | None, move: dict[str, Any] | None) -> None:
    """Ask before it is done, with every later entry that would no longer fit."""
    command = Amend(entry=number, seat=seat, move=move, expected_seq=table.seq)
    try:
        box.session.preview(command)
        body = box.words("history.all_fit")
    except MisfitsError as error:
        command = replace(command, without=tuple(misfit.entry for misfit in error.misfits))
        body = _misfits(box, table, error)
    except (RulesError, SessionError) as error:
        box.refuse(error)
        return

    def amend() -> None:
        if box.do(command) is not None:
            box.to_table()
            box.refresh()

    box.push(ConfirmPage(box, f"#{number}", box.words("history.question"), amend, body=body))


def _misfits(box: Box, table: Table, error: MisfitsError) -> str:
    entries = [misfit.entry for misfit in error.misfits]
    if len(entries) > MOST_NAMED:
        return box.words("history.misfits_many", n=len(entries), first=entries[0])
    return box.words("history.misfits", n=len(entries), entries=", ".join(f"#{entry}" for entry in entries))
