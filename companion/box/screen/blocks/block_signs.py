"""Seats, components and amounts in a line of a block, and the small signs that several blocks share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.box.faces.block_view import BlockView
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import bitmap_of
from companion.box.screen.blocks.bands import Part
from companion.box.screen.paint_status_and_hints import seat_words
from companion.rules.components import Amount
from companion.rules.scene import Held, Mark
from companion.words.catalogue import format_number

ARROW = "→"
UNKNOWN = "?"
EMPTY = bitmap_of(("#######", "#.....#", "#.....#", "#.....#", "#.....#", "#.....#", "#######"))
"""A box to tick, or a free place."""
TICKED = bitmap_of(("......##", "......##", "##...##.", "##...##.", ".##.##..", ".#####..", "..###...", "...#...."))
PRESENT = bitmap_of(("##......", "####....", "######..", "########", "######..", "####....", "##......"))
"""A mark for the present one."""
NEUTRAL_SHAPE = bitmap_of((".......", "..###..", ".#...#.", ".#.#.#.", ".#...#.", "..###..", "......."))
"""The shape of a piece that belongs to no seat."""
CARD_BACK = bitmap_of(
    ("#######", "#.#.#.#", "##.#.##", "#.#.#.#", "##.#.##", "#.#.#.#", "##.#.##", "#.#.#.#", "#######")
)
"""A card face down."""


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def seat_parts(view: BlockView, seat: int | None) -> tuple[Part, ...]:
    """Return a seat as it is always shown; empty if it is not at the table."""
    mark = view.mark(seat)
    if mark is None:
        return ()
    return (glyphs.shape(mark.shape, filled=seat == view.turn), seat_words(mark))


def badge_parts(view: BlockView, seat: int | None) -> tuple[Part, ...]:
    """Return a seat in few points: its shape and its letter."""
    mark = view.mark(seat)
    return () if mark is None else ((glyphs.shape(mark.shape, filled=seat == view.turn), mark.letter),)


def drawing_parts(view: BlockView, thing: str | None) -> tuple[Part, ...]:
    """Return the drawing of a component, if it has one."""
    sign = view.sign(thing)
    return () if sign is None or sign.glyph is None else (glyphs.pictogram(sign.glyph),)


def title_parts(view: BlockView, thing: str | None) -> tuple[Part, ...]:
    """Return a component's drawing, if it has one, and its title."""
    sign = view.sign(thing)
    return () if sign is None else (*drawing_parts(view, thing), capital(sign.title))


def amount_part(view: BlockView, amount: Amount) -> Part:
    """Return an amount of a component: the number and its drawing, or its word if it has no drawing."""
    sign, number = view.sign(amount.thing), format_number(amount.n)
    if sign is None:
        return number
    if sign.glyph is not None:
        return (number, glyphs.pictogram(sign.glyph))
    return f"{number} {sign.plural if abs(amount.n) > 1 else sign.singular}"


def amount_parts(view: BlockView, amounts: Iterable[Amount]) -> tuple[Part, ...]:
    """Return a part for each of several amounts."""
    return tuple(amount_part(view, amount) for amount in amounts)


def exchange_parts(view: BlockView, costs: Iterable[Amount], gives: Iterable[Amount]) -> tuple[Part, ...]:
    """Return costs → gains; if one side is empty, only the other."""
    paid, gained = amount_parts(view, costs), amount_parts(view, gives)
    return (*paid, ARROW, *gained) if paid and gained else (*paid, *gained)


def mark_part(view: BlockView, mark: Mark[str]) -> Part:
    """Return a mark that is printed on a place or lies on it."""
    if mark.n is not None:
        return amount_part(view, Amount(mark.thing, mark.n))
    sign = view.sign(mark.thing)
    if sign is None:
        return mark.says or UNKNOWN
    return glyphs.pictogram(sign.glyph) if sign.glyph is not None else sign.singular


def component_lines(view: BlockView, names: Iterable[str]) -> Iterator[tuple[tuple[Part, ...], tuple[Part, ...]]]:
    """Yield components by family: a family and the worth of each member, or a component and its count."""
    families: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for name in names:
        sign = view.sign(name)
        if sign is not None and sign.family is not None and sign.worth is not None:
            families.setdefault(sign.family, []).append(format_number(sign.worth))
        elif sign is not None:
            counts[name] = counts.get(name, 0) + 1
    for family, worths in families.items():
        yield title_parts(view, family), tuple(worths)
    for name, count in counts.items():
        sign = view.sign(name)
        worth = format_number(sign.worth) if sign is not None and sign.worth is not None else ""
        times = f"×\xa0{count}" if count > 1 else ""
        yield title_parts(view, name), tuple(filter(None, (times, worth)))


def held_lines(view: BlockView, held: Held) -> Iterator[tuple[tuple[Part, ...], tuple[Part, ...]]]:
    """Yield the lines of one purse entry: the amount, or the list of components."""
    if held.things:
        yield from component_lines(view, held.things)
        return
    count = len(held.things) if held.things is not None else held.n
    yield title_parts(view, held.thing), (format_number(count) if count is not None else UNKNOWN,)
