"""Phones at this table: the address, the codes that let phones act, and forgetting phones."""

from __future__ import annotations

from functools import partial

from companion.box.faces.faces import MOST_MODULES, CodeFace, ConfirmFace, Face, ListRow, MessageFace, QrFace, Strip
from companion.box.faces.signals import Sound
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.message_page import ConfirmPage
from companion.box.pages.page import Page, PageHost
from companion.session.pairing_codes import CodeKind, TakeoverRequest
from companion.table.commands import ClaimSeat, ForgetPhones, ReleaseSeat
from companion.table.roles import PhoneRole
from companion.table.session_errors import SessionError
from companion.table.table import Table
from companion.words.signs import Key, brief_names, seat_mark
from companion.words.status_lines import last_seen_text, phone_text

_LINKED = "✓"
SETTLES_S = 1.0
"""Seconds for which an unasked question takes no answer: the key was meant for the page before."""


def phones(box: PageHost) -> ListPage:
    """List what a table can do about its phones."""

    def items() -> list[ListItem]:
        word = box.words
        rows = [
            ListItem(ListRow(word("phones.find")), lambda: show_address(box)),
            ListItem(
                ListRow(word("phones.table_code")), lambda: box.push(CodePage(box, None)), word("phones.table_note")
            ),
        ]
        if box.table is not None:
            rows.extend(_seat_item(box, box.table, seat) for seat in box.table.seats)
        if box.queries.roles.phones:
            rows.append(
                ListItem(
                    ListRow(word("phones.guests")), lambda: box.push(_phones_list(box)), word("phones.guests_note")
                )
            )
        rows.append(
            ListItem(
                ListRow(word("phones.display")),
                lambda: box.push(CodePage(box, None, CodeKind.DISPLAY)),
                word("phones.display_note"),
            )
        )
        rows.append(ListItem(ListRow(word("phones.forget")), lambda: _forget(box)))
        return rows

    return ListPage(box, lambda: box.words("phones.title"), items)


def show_address(box: PageHost) -> None:
    """Show where phones find the table."""
    box.push(FindPage(box))


class FindPage(Page):
    """The present address of the table, to scan or type; without one it says why.

    In several networks, down shows the next address. Up and down scroll the reason for having no address.
    Any other key closes the page.
    """

    def __init__(self, box: PageHost, title: str = "phones.find", path: str = "") -> None:
        """Create the page; `title` is a key of the catalogue, `path` comes after the address of the table."""
        super().__init__(box)
        self._title, self._path = title, path
        self._shown = 0
        """The address that is shown, counted modulo those there are."""
        self._scroll = 0

    def face(self) -> Face:
        strip, hints = Strip(title=self.word(self._title)), self.hints((Key.BACK, "key.back"))
        if not self.box.address():
            body = self.word(self.box.why_no_address())
            return MessageFace(strip=strip, hints=hints, heading="", body=body, scroll=self._scroll)
        addresses = (self.box.address(), *self.box.more_addresses())
        if len(addresses) > 1:
            hints = self.hints((Key.DOWN, "key.other"))
        shown = self._shown % len(addresses)
        bases = (addresses[shown], "" if shown else self.box.named_address())
        address, named = (base and f"{base}{self._path}" for base in bases)
        return QrFace(
            strip=strip,
            hints=hints,
            modules=self.box.qr(address),
            line=self.word("phones.scan"),
            words=tuple(_typed(where) for where in (address, named) if where),
        )

    def press(self, key: Key) -> None:
        face = self.face()
        if isinstance(face, MessageFace) and key in (Key.UP, Key.DOWN):
            self._scroll = max(0, min(self._scroll + (1 if key is Key.DOWN else -1), self.box.last_scroll(face)))
        elif key is Key.DOWN and self.box.more_addresses():
            self._shown += 1
        else:
            self.box.pop()


class CodePage(Page):
    """A code that lets one phone act, or a television show the code of the lobby.

    It is valid once, while this page exists, and for a quarter hour at most.
    """

    def __init__(self, box: PageHost, seat: int | None, kind: CodeKind = CodeKind.ROLE) -> None:
        """Offer a code for a seat, from 1; with None, the code of the table, which makes a phone host, or one for a
        television.
        """
        super().__init__(box)
        self._seat, self._kind = seat, kind
        self._name = box.table.names[seat - 1] if box.table and seat else ""
        self._before = self._phone()
        game = box.table.number if box.table and seat else None
        self._offer = box.codes.offer(seat, box.queries.roles.epoch, game, kind=kind)

    def face(self) -> CodeFace:
        table = self.box.table
        turn = seat_mark(table, self._seat, self.box.words) if table and self._seat else None
        square = self._square()
        title = "phones.table_code.short" if square else self._code_title()
        return CodeFace(
            strip=Strip(turn=turn) if turn else Strip(title=self.word(title)),
            hints=self.hints((Key.BACK, "key.end_code")),
            code=self._offer.code,
            line=self._how_to_use(with_square=bool(square)),
            modules=square,
        )

    def press(self, key: Key) -> None:
        if key in (Key.BACK, Key.LEFT):  # not ok, which a finger may press twice on the way here
            self.box.pop()

    def deadline(self) -> float:
        return self._offer.until

    def update(self, now: float) -> None:
        """Show why the code is no longer valid, once it is not."""
        if now < self._offer.until and self.box.codes.current_offer == self._offer:
            return
        late = now >= self._offer.until
        self.box.remove(self)
        if self.box.codes.takeover_request is not None:
            return  # it was used for a seat that has a phone already: TakeOverPage asks about that instead
        if self.box.codes.last_used == self._offer and self._linked():
            named = self.word("phones.linked_seat", name=self._name)
            host = self.word("phones.linked_display" if self._is_display else "phones.linked_host")
            self.box.show_message(self.word("phones.linked"), named if self._name else host)
            self.box.sound(Sound.DONE)
        else:
            self.box.show_message(self._title(), self.word("phones.too_late" if late else "phones.used_up"))

    def on_removed(self) -> None:
        if self.box.codes.current_offer == self._offer:
            self.box.codes.withdraw()

    def _square(self) -> tuple[tuple[bool, ...], ...]:
        """Return the code for cameras: the part after the # stays in the phone, until a script there sends it.

        A television has no camera.
        """
        if self._is_display:
            return ()
        address = self.box.address()
        modules = self.box.qr(f"{address}#{self._offer.token}") if address else ()
        return modules if len(modules) <= MOST_MODULES else ()

    def _linked(self) -> bool:
        """Return whether a phone has the role of this code; it has none if its claim could not be saved."""
        if self._is_display:
            return any(phone_role.display for phone_role in self.box.queries.roles.phones)
        if self._seat is None:
            return bool(self.box.queries.roles.hosts)
        return self._phone() is not None

    def _phone(self) -> str | None:
        """Return the phone that has the seat of this code."""
        table = self.box.table
        return table.claims.get(self._seat) if table and self._seat else None

    def _title(self) -> str:
        if self._name:
            return self.word("phones.seat_code", name=brief_names([self._name])[0])
        return self.word(self._code_title())

    @property
    def _is_display(self) -> bool:
        return self._kind is CodeKind.DISPLAY

    def _code_title(self) -> str:
        """Return the key of the title of a code that is for no seat."""
        return "phones.display" if self._is_display else "phones.table_code"

    def _how_to_use(self, *, with_square: bool) -> str:
        if self._is_display:
            return self.word("phones.type_display")
        return self.word("phones.scan_code" if with_square else "phones.type")


class TakeOverPage(Page):
    """Asks whether a phone with the right code may have another phone's seat: only a short ok allows it.

    No answer in time counts as a no, and so does leaving the page in any way. The page may cover anything that is being
    played, so keys mean nothing at first, and again after a page on top of it was closed.
    """

    def __init__(self, box: PageHost, request: TakeoverRequest) -> None:
        super().__init__(box)
        self._request = request
        self._keys_from = 0.0
        """Time from which keys mean something, in seconds of the edges' clock."""
        self.on_top()
        self._name = box.table.names[request.seat - 1] if box.table else ""

    def face(self) -> Face:
        table = self.box.table
        mark = seat_mark(table, self._request.seat, self.box.words) if table else None
        return ConfirmFace(
            strip=Strip(turn=mark),
            hints=self.hints((Key.BACK, "key.no"), (Key.OK, "key.yes")),
            question=self.word("phones.take_over"),
            body=self.word("phones.take_over_body"),
        )

    def on_top(self) -> None:
        self._keys_from = self.box.codes.now + SETTLES_S

    def press(self, key: Key) -> None:
        if not self._takes_keys:
            return
        if key is Key.OK:
            self._grant()
        elif key in (Key.BACK, Key.LEFT):
            self._refuse()

    def long_press(self, key: Key) -> None:
        if key is Key.BACK and self._takes_keys:
            self._refuse()
            super().long_press(key)

    def undo(self) -> None:
        if self._takes_keys:
            super().undo()

    def deadline(self) -> float:
        return self._request.until

    def update(self, now: float) -> None:
        if self.box.codes.takeover_request != self._request:
            self._refuse()

    def on_removed(self) -> None:
        self.box.codes.answer_takeover(self._request, granted=False)

    @property
    def _takes_keys(self) -> bool:
        return self.box.now >= self._keys_from

    def _grant(self) -> None:
        if not self.box.codes.answer_takeover(self._request, granted=True):
            self._refuse()
            return
        self.box.remove(self)
        request = self._request
        if (
            self.box.do(ClaimSeat(seat=request.seat, phone=request.phone, epoch=request.epoch, source="phone"))
            is not None
        ):
            self.box.show_message(self.word("phones.linked"), self.word("phones.linked_seat", name=self._name))

    def _refuse(self) -> None:
        self.box.remove(self)
        self.box.show_message(self.word("phones.title"), self.word("phones.refused"))


def _seat_item(box: PageHost, table: Table, seat: int) -> ListItem:
    """Return a row for a seat: its code, or if it has a phone already, what to do about that."""
    mark, linked = seat_mark(table, seat, box.words), seat in table.claims
    row = ListRow(box.words("phones.seat_code", name=mark.name), detail=_LINKED if linked else "", mark=mark)
    if not linked:
        return ListItem(row, lambda: box.push(CodePage(box, seat)))
    return ListItem(row, lambda: box.push(_linked_seat(box, seat)), box.words("phones.linked_note"))


def _linked_seat(box: PageHost, seat: int) -> ListPage:
    def strip() -> Strip:
        return Strip(turn=seat_mark(box.table, seat, box.words)) if box.table else Strip()

    def items() -> list[ListItem]:
        return [
            ListItem(ListRow(box.words("phones.new_code")), lambda: box.push(CodePage(box, seat))),
            ListItem(ListRow(box.words("phones.release")), lambda: _release(box, seat)),
        ]

    page = ListPage(box, strip, items)
    page.still_holds = lambda table: seat in table.claims
    return page


def _release(box: PageHost, seat: int) -> None:
    """Ask, then take the seat from its phone."""
    name = box.table.names[seat - 1] if box.table else ""

    def release() -> None:
        if box.do(ReleaseSeat(seat=seat)) is not None:
            box.pop()
            box.show_message(box.words("phones.release"), box.words("phones.released"))

    question, body = box.words("phones.release_question"), box.words("phones.release_body", name=name)
    box.push(ConfirmPage(box, box.words("phones.title"), question, release, body=body))


def _phones_list(box: PageHost) -> ListPage:
    """List every phone with a role, the newest role at the top, with its name and when it was last connected."""

    def items() -> list[ListItem]:
        phones = reversed(box.queries.roles.phones)
        return [ListItem(_guest_row(box, guest), partial(_forget_one, box, guest)) for guest in phones]

    return ListPage(box, lambda: box.words("phones.guests"), items)


def _guest_row(box: PageHost, guest: PhoneRole) -> ListRow:
    claims = box.table.claims if box.table is not None else {}
    seat = next((seat for seat, phone in claims.items() if phone == guest.phone), None)
    mark = seat_mark(box.table, seat, box.words) if box.table is not None and seat is not None else None
    since = last_seen_text(box.codes.attendance.seconds_since_contact(guest.phone), box.words)
    return ListRow(phone_text(guest, box.words), detail=since, mark=mark)


def _forget_one(box: PageHost, guest: PhoneRole) -> None:
    """Ask, then take every role from this one phone."""
    word = box.words

    def forget() -> None:
        if box.do(ForgetPhones(phone=guest.phone)) is None:
            return
        if not box.queries.roles.phones:
            box.pop()
        box.show_message(word("phones.forget_one"), word("phones.forgotten_one"))
        box.sound(Sound.DONE)

    question = word("phones.forget_one_question")
    box.push(ConfirmPage(box, phone_text(guest, word), question, forget, body=word("phones.forget_one_body")))


def _forget(box: PageHost) -> None:
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


def _forget_now(box: PageHost) -> None:
    try:
        box.queries.forget_phones()
    except SessionError as error:
        box.show_refusal(error)
    else:
        box.show_message(box.words("phones.forget"), box.words("phones.forgotten"))
        box.sound(Sound.DONE)


def _typed(address: str) -> str:
    """Return an address as short as it can be typed on a phone."""
    return address.removeprefix("http://").rstrip("/")
