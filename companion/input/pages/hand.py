"""One seat's own hand on the little screen, after the box was handed over: purse, cards, and what is still missing."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.input.pages.hand_over import in_hands_of
from companion.input.pages.lists import Item, ListPage
from companion.input.pages.message import MessagePage
from companion.input.pages.page import Host
from companion.rules.match import Match
from companion.rules.viewer import as_seat
from companion.session.table import Table
from companion.views.faces import Row, Strip
from companion.views.hand_view import hand_view
from companion.views.seats import mark_of
from companion.views.signs import Glyph
from companion.views.things_view import title_of_thing, unit_of


def has_hand(box: Host, table: Table, seat: int) -> bool:
    """Whether this seat has a hand now that nobody else may see."""
    return (hand := _hand(box, table, seat)) is not None and hand["goods"] is not None


def hands_items(box: Host, table: Table) -> list[Item]:
    """A row for each seat that has a hand of its own."""
    marks = [mark_of(table, seat, box.words) for seat in table.seats if has_hand(box, table, seat)]
    return [
        Item(Row(box.words("hand.of", name=one.name), mark=one), partial(open_hand, box, one.seat)) for one in marks
    ]


def open_hand(box: Host, seat: int) -> None:
    """Have the box handed to a seat, then show it its hand."""
    in_hands_of(box, seat, lambda: box.push(_page(box, seat)))


def _page(box: Host, seat: int) -> ListPage:
    """The hand, a line for each thing; the last lines are what the return still needs."""

    def strip() -> Strip:
        return Strip(turn=mark_of(box.table, seat, box.words)) if box.table else Strip()

    def items() -> list[Item]:
        hand = _hand(box, box.table, seat) if box.table else None
        return _items(box, box.table.match, hand, strip()) if box.table and hand else []

    return ListPage(box, strip, items)


def _items(box: Host, match: Match, hand: dict[str, Any], strip: Strip) -> list[Item]:
    word, road = box.words, hand["road"]
    held: dict[str, list[str]] = {}
    for card in map(match.thing, hand["goods"] or ()):
        held.setdefault(str(card.colour), []).append(str(card.worth))
    rows = [Row(word("hand.fortune"), detail=f"{road['fortune']}/{road['threshold']}", glyph=Glyph.CROWN)]
    rows.append(
        Row(_sentence(title_of_thing(match, "besants", box.words)), detail=str(hand["besants"]), glyph=unit_of(match))
    )
    for one in hand["honours"]:
        rows.append(Row(one["text"], detail=str(one["worth"])))
    if hand["town"]:
        rows.append(Row(word("hand.town", town=hand["town"])))
    items = [Item(row, box.pop) for row in rows]
    for colour, values in held.items():
        named = _sentence(title_of_thing(match, colour, box.words))
        cards = Row(named, detail=" ".join(values))
        read = partial(_read, box, named, " · ".join(values), strip)
        items.append(Item(cards, read))
    for text in road["lacks"]:
        said = _sentence(text)
        items.append(Item(Row(said), partial(_read, box, word("hand.lacks"), said, strip)))
    if not road["lacks"]:
        items.append(Item(Row(word("hand.enough")), box.pop))
    return items


def _read(box: Host, heading: str, body: str, strip: Strip) -> None:
    """One line of it alone, where all of its words have room."""
    name = strip.turn.name if strip.turn else heading
    box.push(MessagePage(box, heading, body, title=name))


def _sentence(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


def _hand(box: Host, table: Table, seat: int) -> dict[str, Any] | None:
    return hand_view(table, as_seat(seat), box.words)
