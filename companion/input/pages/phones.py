"""Phones at this table: where they find it, the codes that let them act, and forgetting them all."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.input.pages.lists import Item, ListPage
from companion.input.pages.message import ConfirmPage
from companion.input.pages.page import Page
from companion.session.errors import SessionError
from companion.session.table import Table
from companion.views.faces import CodeFace, Face, MessageFace, QrFace, Row, Strip
from companion.views.seats import brief_names, mark_of
from companion.views.signals import Sound
from companion.views.signs import Key

if TYPE_CHECKING:
    from companion.input.box import Box

_LINKED = "✓"


def phones(box: Box) -> ListPage:
    """What a table can do about its phones."""

    def items() -> list[Item]:
        word = box.words
        rows = [
            Item(Row(word("phones.find")), lambda: find(box)),
            Item(Row(word("phones.table_code")), lambda: box.push(CodePage(box, None)), word("phones.table_note")),
        ]
        if box.table is not None:
            rows.extend(_seat_item(box, box.table, seat) for seat in box.table.seats)
        rows.append(Item(Row(word("phones.forget")), lambda: _forget(box)))
        return rows

    return ListPage(box, lambda: box.words("phones.title"), items)


def find(box: Box) -> None:
    """Show where phones find the table."""
    box.push(FindPage(box))


class FindPage(Page):
    """The table's address, to be scanned or typed, as it is now; without a network it says so. Any key goes on."""

    def face(self) -> Face:
        strip, hints = Strip(title=self.word("phones.find")), self.hints((Key.BACK, "key.back"))
        address, named = self.box.address(), self.box.named_address()
        if not address:
            return MessageFace(strip=strip, hints=hints, heading="", body=self.word("settings.no_address"))
        return QrFace(
            strip=strip,
            hints=hints,
            modules=self.box.qr(address),
            line=self.word("phones.scan"),
            words=tuple(_typed(where) for where in (address, named) if where),
        )

    def press(self, key: Key) -> None:
        self.box.pop()


class CodePage(Page):
    """A code that lets one phone act. It holds while this page lies on the pile, for five minutes at most, and once."""

    def __init__(self, box: Box, seat: int | None) -> None:
        """`seat` from 1; None for the code of the table, which makes a phone host."""
        super().__init__(box)
        self._seat = seat
        self._name = box.table.names[seat - 1] if box.table and seat else ""
        self._offer = box.codes.offer(seat)

    def face(self) -> CodeFace:
        table = self.box.table
        turn = mark_of(table, self._seat, self.box.words) if table and self._seat else None
        return CodeFace(
            strip=Strip(turn=turn) if turn else Strip(title=self._title()),
            hints=self.hints((Key.BACK, "key.close")),
            code=self._offer.code,
            line=self.word("phones.type"),
        )

    def press(self, key: Key) -> None:
        if key in (Key.BACK, Key.LEFT):  # not ok, which a finger may press twice to come here
            self.box.pop()

    def deadline(self) -> float:
        return self._offer.until

    def look(self, now: float) -> None:
        """Once the code holds no longer, say why instead of showing it."""
        if now < self._offer.until and self.box.codes.offered == self._offer:
            return
        late = now >= self._offer.until
        self.box.remove(self)
        if self.box.codes.used == self._offer and self._linked():
            named = self.word("phones.linked_seat", name=self._name)
            said = named if self._name else self.word("phones.linked_host")
            self.box.tell(self.word("phones.linked"), said)
            self.box.sound(Sound.DONE)
        else:
            self.box.tell(self._title(), self.word("phones.too_late" if late else "phones.used_up"))

    def gone(self) -> None:
        if self.box.codes.offered == self._offer:
            self.box.codes.withdraw()

    def _linked(self) -> bool:
        """Whether there is a phone for what this code stands for: a claim that could not be kept is none."""
        snapshot = self.box.session.snapshot()
        if self._seat is None:
            return bool(snapshot.hosts)
        return snapshot.table is not None and self._seat in snapshot.table.claims

    def _title(self) -> str:
        if self._name:
            return self.word("phones.seat_code", name=brief_names([self._name])[0])
        return self.word("phones.table_code")


def _seat_item(box: Box, table: Table, seat: int) -> Item:
    mark, linked = mark_of(table, seat, box.words), seat in table.claims
    row = Row(box.words("phones.seat_code", name=mark.name), detail=_LINKED if linked else "", mark=mark)
    note = box.words("phones.linked_note") if linked else ""
    return Item(row, lambda: box.push(CodePage(box, seat)), note)


def _forget(box: Box) -> None:
    """Ask, then take every role from every phone."""
    word = box.words
    ask = ConfirmPage(
        box,
        word("phones.forget"),
        word("phones.forget_question"),
        partial(_forget_now, box),
        body=word("phones.forget_body"),
    )
    box.push(ask)


def _forget_now(box: Box) -> None:
    try:
        box.session.forget_phones()
    except SessionError as error:
        box.refuse(error)
    else:
        box.tell(box.words("phones.forget"), box.words("phones.forgotten"))
        box.sound(Sound.DONE)


def _typed(address: str) -> str:
    """An address as short as it can be typed on a phone."""
    return address.removeprefix("http://").rstrip("/")
