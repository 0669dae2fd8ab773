"""Handing the box over: a seat looks at its own hand once it holds the box, and the hand is hidden afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial

from companion.box.faces.faces import ListRow, MessageFace, Strip
from companion.box.pages.blocks_page import BlocksPage
from companion.box.pages.list_page import ListItem
from companion.box.pages.page import BoxHolder, Page, PageHost
from companion.rules.scene import Block, Cards, Purse, Road
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.table.legal_moves import options_of
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import Key, seat_mark
from companion.words.translated_scene import scene_of

HIDES_AFTER = 20.0
"""Seconds without a key after which a hand is hidden."""


class _Stage(Enum):
    CLAIMED = "claimed"
    """The seat has a phone, which shows all this: the page asks whether it is needed here."""
    PASS = "pass"
    """Everyone looks; the box is on its way to the seat."""
    OPEN = "open"
    """The seat alone looks at the pages above this one: all of them were pushed for that seat."""
    HIDDEN = "hidden"
    """Everyone looks again; pages above this one are now for everyone."""


def show_privately(box: PageHost, seat: int, show: Callable[[], None], kind: str = "") -> None:
    """Call `show`, which pushes pages with a seat's secrets: at once if the seat holds the box, else once it does.

    A seat that makes another secret move of the same `kind` right after the first, on its own turn, still holds the
    box.
    """
    if box.viewer.sees(seat):
        show()
        return
    page = HandOverPage(box, seat, show, kind)
    box.push(page)
    if _still_holds_box(box, seat, kind):
        page.open()


def keep_private(box: PageHost, seat: int, kind: str) -> None:
    """Note that a seat has just made a secret move of this kind and holds the box."""
    if box.table is not None:
        box.box_holder = BoxHolder(seat, kind, box.table.seq, box.now + HIDES_AFTER)


def _still_holds_box(box: PageHost, seat: int, kind: str) -> bool:
    holder, table = box.box_holder, box.table
    if holder is None or table is None or table.match.turn(table.state) != seat:
        return False
    return (holder.seat, holder.kind, holder.seq) == (seat, kind, table.seq) and box.now < holder.until


def shows_hand(table: Table, seat: int, kind: str) -> bool:
    """Return whether the form of this kind of move is only for the seat's eyes."""
    return any(option.kind == kind and option.secret for option in options_of(table, seat))


class HandOverPage(Page):
    """Asks for the box to be passed to a seat; there ok, and only ok, shows the secret.

    Once the pages it showed are closed, or no key came for a while, or another hand changed the game, all of it is
    hidden and nothing of it is played: the page then asks for the box to be given back. Moves of other seats leave the
    form of a move that all make side by side.
    """

    def __init__(self, box: PageHost, seat: int, show: Callable[[], None], kind: str = "") -> None:
        """Create the page for a seat, from 1.

        `show` pushes what the seat may see on top of this page: the form of a `kind` of move, or its hand.
        """
        super().__init__(box)
        self._seat, self._show, self._kind = seat, show, kind
        claimed = box.table is not None and seat in box.table.claims
        self._stage = _Stage.CLAIMED if claimed else _Stage.PASS
        self._closing_text = "hand.give_back"

    @property
    def private_seat(self) -> int | None:
        return self._seat if self._stage is _Stage.OPEN else None

    def face(self) -> MessageFace:
        heading, body, hints = {
            _Stage.CLAIMED: ("hand.claimed", "hand.claimed_question", ((Key.BACK, "key.no"), (Key.OK, "key.yes"))),
            _Stage.PASS: ("", "hand.pass", ((Key.BACK, "key.back"), (Key.OK, "key.show"))),
        }.get(self._stage, ("hand.hidden", self._closing_text, ((Key.OK, "key.ok"),)))
        table = self.box.table
        mark = seat_mark(table, self._seat, self.box.words) if table else None
        return MessageFace(
            strip=Strip(turn=mark),
            hints=self.hints(*hints),
            heading=self.word(heading) if heading else "",
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
        """Show what the seat may see: the seat holds the box."""
        self._stage = _Stage.OPEN
        self._show()
        if self.box.page is self:  # there was nothing to show
            self._hide()

    def on_top(self) -> None:
        """Hide the secret once its pages are closed."""
        if self._stage is _Stage.OPEN:
            self._hide()

    def deadline(self) -> float | None:
        return self.box.touched + HIDES_AFTER if self._stage is _Stage.OPEN else None

    def update(self, now: float) -> None:
        if self._stage is _Stage.OPEN and now >= self.box.touched + HIDES_AFTER:
            self._closing_text = "hand.too_late"
            self._hide()

    def table_changed(self, before: Table, after: Table) -> None:
        """Hide the secret: the seat's own command removes this page first, so this change is by another hand."""
        if self._stage is _Stage.OPEN and not self._is_side_by_side(before, after):
            self._hide()

    def _is_side_by_side(self, before: Table, after: Table) -> bool:
        """Return whether other seats have only added moves, which do not affect the form that is open."""
        added = after.entries[len(before.entries) :]
        is_appended = len(added) > 0 and after.before(len(before.entries) + 1) == before.state
        return (
            is_appended
            and all(entry.played.seat != self._seat for entry in added)
            and any(option.kind == self._kind and option.any_order for option in options_of(after, self._seat))
        )

    def _hide(self) -> None:
        self.box.uncover(self)
        self._stage = _Stage.HIDDEN


def has_hand(box: PageHost, table: Table, seat: int) -> bool:
    """Return whether this seat has something that nobody else may see: cards, or a private road."""
    blocks = _blocks_of_seat(table, seat, as_seat(seat), box.words)
    rows = [row for block in blocks if isinstance(block, Cards) for row in block.rows]
    something = any(row.cards for row in rows) or any(isinstance(block, Road) for block in blocks)
    own, public = (table.match.player_view(table.state, viewer) for viewer in (as_seat(seat), PUBLIC))
    return something and own != public


def hands_items(box: PageHost, table: Table) -> list[ListItem]:
    """Return a row for each seat that has a hand."""
    marks = [seat_mark(table, seat, box.words) for seat in table.seats if has_hand(box, table, seat)]
    return [
        ListItem(ListRow(box.words("hand.of", name=mark.name), mark=mark), partial(open_hand, box, mark.seat))
        for mark in marks
    ]


def open_hand(box: PageHost, seat: int) -> None:
    """Have the box handed to a seat, then show it its hand."""
    show_privately(box, seat, lambda: box.push(_page(box, seat)))


def _page(box: PageHost, seat: int) -> BlocksPage:
    """Return a page with the hand and everything that belongs to it, below each other."""

    def find(table: Table) -> tuple[Block[str], ...]:
        return _hand(table, seat, box.words) if has_hand(box, table, seat) else ()

    return BlocksPage(box, find, seat)


def _hand(table: Table, seat: int, words: Words) -> tuple[Block[str], ...]:
    """Return the cards, the purse without what is shown as cards, and the road."""
    blocks = _blocks_of_seat(table, seat, as_seat(seat), words)
    cards = [block for block in blocks if isinstance(block, Cards)]
    cards_shown = {card.thing for block in cards for row in block.rows for card in row.cards}
    purses = [_purse_beside_cards(block, cards_shown) for block in blocks if isinstance(block, Purse)]
    return (*cards, *purses, *(block for block in blocks if isinstance(block, Road)))


def _purse_beside_cards(purse: Purse[str], cards_shown: set[str | None]) -> Purse[str]:
    """Return a purse without lists, without components shown as cards, and without those of which none is held."""
    return replace(
        purse,
        holds=tuple(held for held in purse.holds if held.things is None and held.thing not in cards_shown and held.n),
    )


def _blocks_of_seat(table: Table, seat: int, viewer: Viewer, words: Words) -> tuple[Block[str], ...]:
    """Return the blocks of one seat, as a viewer sees them."""
    blocks = scene_of(table, viewer, words).blocks
    return tuple(block for block in blocks if isinstance(block, Cards | Purse | Road) and block.seat == seat)
