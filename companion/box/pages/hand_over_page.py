"""Handing the box over: a seat looks at its own hand once it has the box, and the hand hides itself afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial

from companion.box.faces.faces import MessageFace, Row, Strip
from companion.box.pages.list_page import Item
from companion.box.pages.page import Handed, Host, Page
from companion.box.pages.scene_page import BlocksPage
from companion.rules.scene import Block, Cards, Purse, Road
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.table.legal_moves import options_of
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.scene_texts import scene_of
from companion.words.signs import Key, mark_of

HIDES_AFTER = 20.0
"""Seconds without a key after which what is shown hides itself."""


class _Stage(Enum):
    CLAIMED = "claimed"
    """The seat has a phone, which shows all this: is it wanted here?"""
    PASS = "pass"
    """Everyone looks; the box is on its way to the seat."""
    OPEN = "open"
    """The seat alone looks at what lies above this page: all of it was laid for that seat."""
    HIDDEN = "hidden"
    """Everyone looks again; what lies above this page now is for everyone."""


def show_privately(box: Host, seat: int, show: Callable[[], None], kind: str = "") -> None:
    """Do `show`, which lays pages with a seat's secrets on top: at once if the box is in its hands, else when it is.

    Whoever makes another secret move of the same `kind` right after the first, on its own turn, has the box still.
    """
    if box.viewer.sees(seat):
        show()
        return
    page = HandOverPage(box, seat, show)
    box.push(page)
    if _has_it_still(box, seat, kind):
        page.open()


def keep_private(box: Host, seat: int, kind: str) -> None:
    """Note that a seat has just made a secret move of this kind, and has the box in its hands."""
    if box.table is not None:
        box.handed = Handed(seat, kind, box.table.seq, box.now + HIDES_AFTER)


def _has_it_still(box: Host, seat: int, kind: str) -> bool:
    handed, table = box.handed, box.table
    if handed is None or table is None or table.match.turn(table.state) != seat:
        return False
    return (handed.seat, handed.kind, handed.seq) == (seat, kind, table.seq) and box.now < handed.until


def shows_hand(table: Table, seat: int, kind: str) -> bool:
    """Whether the form of this kind of move is for the seat's eyes alone."""
    return any(option.kind == kind and option.secret for option in options_of(table, seat))


class HandOverPage(Page):
    """Asks for the box to be passed to a seat; ok there shows the secret, and only ok.

    Once what it showed is closed, or no key came for a while, or another hand changed the game, all of it is hidden
    and nothing of it is played: the page then asks for the box to be given back.
    """

    def __init__(self, box: Host, seat: int, show: Callable[[], None]) -> None:
        """`seat` from 1. `show` lays what the seat may see on top of this page."""
        super().__init__(box)
        self._seat, self._show = seat, show
        claimed = box.table is not None and seat in box.table.claims
        self._stage = _Stage.CLAIMED if claimed else _Stage.PASS
        self._after = "hand.give_back"

    @property
    def held_by(self) -> int | None:
        return self._seat if self._stage is _Stage.OPEN else None

    def face(self) -> MessageFace:
        heading, body, hints = {
            _Stage.CLAIMED: ("hand.claimed", "hand.claimed_question", ((Key.BACK, "key.no"), (Key.OK, "key.yes"))),
            _Stage.PASS: ("hand.pass", "hand.pass_note", ((Key.BACK, "key.back"), (Key.OK, "key.show"))),
        }.get(self._stage, ("hand.hidden", self._after, ((Key.OK, "key.ok"),)))
        table = self.box.table
        mark = mark_of(table, self._seat, self.box.words) if table else None
        return MessageFace(
            strip=Strip(turn=mark),
            hints=self.hints(*hints),
            heading=self.word(heading),
            body=self.word(body, name=mark.name if mark else ""),
        )

    def press(self, key: Key) -> None:
        if self._stage is _Stage.HIDDEN or key in (Key.BACK, Key.LEFT):
            self.box.pop()
        elif key is Key.OK and self._stage is _Stage.CLAIMED:
            self._stage = _Stage.PASS
        elif key is Key.OK:
            self.open()

    def open(self) -> None:
        """The box is in the seat's hands: lay on top what it may see."""
        self._stage = _Stage.OPEN
        self._show()
        if self.box.page is self:  # there was nothing to show
            self._hide()

    def on_top(self) -> None:
        """What was shown was closed."""
        if self._stage is _Stage.OPEN:
            self._hide()

    def deadline(self) -> float | None:
        return self.box.touched + HIDES_AFTER if self._stage is _Stage.OPEN else None

    def look(self, now: float) -> None:
        if self._stage is _Stage.OPEN and now >= self.box.touched + HIDES_AFTER:
            self._after = "hand.too_late"
            self._hide()

    def table_changed(self, before: Table, after: Table) -> None:
        """What the seat does itself takes this page off; any other change is another hand's."""
        if self._stage is _Stage.OPEN:
            self._hide()

    def _hide(self) -> None:
        self.box.uncover(self)
        self._stage = _Stage.HIDDEN


def has_hand(box: Host, table: Table, seat: int) -> bool:
    """Whether this seat has something now that nobody else may see: cards, or a road of its own."""
    blocks = _of_seat(table, seat, as_seat(seat), box.words)
    rows = [row for block in blocks if isinstance(block, Cards) for row in block.rows]
    something = any(row.cards for row in rows) or any(isinstance(block, Road) for block in blocks)
    return something and _purse(blocks) != _purse(_of_seat(table, seat, PUBLIC, box.words))


def hands_items(box: Host, table: Table) -> list[Item]:
    """A row for each seat that has a hand of its own."""
    marks = [mark_of(table, seat, box.words) for seat in table.seats if has_hand(box, table, seat)]
    return [
        Item(Row(box.words("hand.of", name=one.name), mark=one), partial(open_hand, box, one.seat)) for one in marks
    ]


def open_hand(box: Host, seat: int) -> None:
    """Have the box handed to a seat, then show it its hand."""
    show_privately(box, seat, lambda: box.push(_page(box, seat)))


def _page(box: Host, seat: int) -> BlocksPage:
    """The hand with all that belongs to it, below each other."""

    def find(table: Table) -> tuple[Block[str], ...]:
        return _hand(table, seat, box.words) if has_hand(box, table, seat) else ()

    return BlocksPage(box, find, seat)


def _hand(table: Table, seat: int, words: Words) -> tuple[Block[str], ...]:
    """The cards, the purse without what stands among them, and the road."""
    blocks = _of_seat(table, seat, as_seat(seat), words)
    cards = [block for block in blocks if isinstance(block, Cards)]
    lying = {card.thing for block in cards for row in block.rows for card in row.cards}
    purses = [_without(block, lying) for block in blocks if isinstance(block, Purse)]
    return (*cards, *purses, *(block for block in blocks if isinstance(block, Road)))


def _without(purse: Purse[str], lying: set[str | None]) -> Purse[str]:
    """A purse without lists, and without things that lie there as cards or are not held at all."""
    return replace(
        purse, holds=tuple(held for held in purse.holds if held.things is None and held.thing not in lying and held.n)
    )


def _purse(blocks: tuple[Block[str], ...]) -> Purse[str] | None:
    return next((block for block in blocks if isinstance(block, Purse)), None)


def _of_seat(table: Table, seat: int, viewer: Viewer, words: Words) -> tuple[Block[str], ...]:
    """The blocks that are one seat's, as somebody sees them."""
    blocks = scene_of(table, viewer, words).blocks
    return tuple(block for block in blocks if isinstance(block, Cards | Purse | Road) and block.seat == seat)
