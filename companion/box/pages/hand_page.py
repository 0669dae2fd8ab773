"""One seat's own hand on the little screen, after the box was handed over: its cards, its purse, and its road."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.box.faces.faces import Row
from companion.box.pages.hand_over_page import in_hands_of
from companion.box.pages.list_page import Item
from companion.box.pages.page import Host
from companion.box.pages.scene_page import BlocksPage
from companion.rules.scene import Block, Cards, Purse, Road
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.scene_texts import scene_of
from companion.words.signs import mark_of


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
    in_hands_of(box, seat, lambda: box.push(_page(box, seat)))


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
