"""Cards in lines: of each row whose or what it is, its cards by their sorts, and how many lie unseen."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box.faces.block_face import ShownBlock
from companion.box.screen.blocks.bands import Part, TextLine
from companion.box.screen.blocks.block_signs import BACK, capital, seat_parts, things_lines, titled
from companion.rules.scene import CardRow, Cards, Lie
from companion.words.catalogue import figure

_INSET = 4
_MOST_BACKS = 9
"""So many cards face down are drawn one by one, more of them are counted."""


def cards_lines(shown: ShownBlock, cards: Cards[str]) -> Iterator[TextLine]:
    """Rows one below the other; of one seat's own hand its name is not said again."""
    for row in cards.rows:
        yield from _row(shown, cards, row)


def _row(shown: ShownBlock, cards: Cards[str], row: CardRow[str]) -> Iterator[TextLine]:
    heading = _heading(shown, cards, row)
    count = _count(row)
    if heading or count:
        yield TextLine(parts=heading or titled(shown, row.thing) or (BACK,), right=count)
    inset = _INSET if heading else 0
    known = [card.thing for card in row.cards if card.thing is not None and card.lacks is None]
    for parts, right in things_lines(shown, known):
        yield TextLine(parts=parts, right=right, inset=inset)
    for card in row.cards:
        if card.lacks is not None:
            yield TextLine(parts=(*(titled(shown, card.thing) or (BACK,)), f"({card.lacks})"), inset=inset)
    unseen = sum(card.thing is None and card.lacks is None for card in row.cards)
    if unseen:
        yield TextLine(parts=_backs(unseen), inset=inset)
    if row.says:
        yield TextLine(parts=(capital(row.says),), inset=inset)


def _heading(shown: ShownBlock, cards: Cards[str], row: CardRow[str]) -> tuple[Part, ...]:
    """Whose row it is, or what it is called, where the block's own name does not say so; a stack is its thing."""
    if row.seat is not None and row.seat != cards.seat and (parts := seat_parts(shown, row.seat)):
        return parts
    if row.name and row.name != cards.name:
        return (capital(row.name),)
    return titled(shown, row.thing) if row.lie is Lie.STACK else ()


def _count(row: CardRow[str]) -> tuple[Part, ...]:
    """How many lie there, of how many there were, where that is not seen from the cards."""
    if row.count is None and row.lie is Lie.ROW:
        return ()
    count = figure(len(row.cards) if row.count is None else row.count)
    return (f"{count}/{figure(row.of)}" if row.of is not None else count,)


def _backs(count: int) -> tuple[Part, ...]:
    return (BACK,) * count if count <= _MOST_BACKS else ((BACK, f"×\xa0{count}"),)
