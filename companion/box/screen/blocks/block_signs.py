"""Seats, components and amounts in a line of a block, and the small signs that several blocks share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.box.faces.block_face import BlockView
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import bitmap_of
from companion.box.screen.blocks.bands import Part
from companion.box.screen.layout import seat_words
from companion.rules.components import Amount
from companion.rules.scene import Held, Mark
from companion.words.catalogue import figure

ARROW = "→"
UNKNOWN = "?"
EMPTY = bitmap_of(("#######", "#.....#", "#.....#", "#.....#", "#.....#", "#.....#", "#######"))
"""A box to tick, or a free place."""
TICKED = bitmap_of(("......##", "......##", "##...##.", "##...##.", ".##.##..", ".#####..", "..###...", "...#...."))
HERE = bitmap_of(("##......", "####....", "######..", "########", "######..", "####....", "##......"))
"""A mark for the present one."""
BACK = bitmap_of(("#######", "#.#.#.#", "##.#.##", "#.#.#.#", "##.#.##", "#.#.#.#", "##.#.##", "#.#.#.#", "#######"))
"""A card face down."""


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def seat_parts(shown: BlockView, seat: int | None) -> tuple[Part, ...]:
    """Return a seat as it is always shown; empty if it is not at the table."""
    mark = shown.mark(seat)
    if mark is None:
        return ()
    return (glyphs.shape(mark.shape, filled=seat == shown.turn), seat_words(mark))


def badge_parts(shown: BlockView, seat: int | None) -> tuple[Part, ...]:
    """Return a seat in few points: its shape and its letter."""
    mark = shown.mark(seat)
    return () if mark is None else ((glyphs.shape(mark.shape, filled=seat == shown.turn), mark.letter),)


def drawing_parts(shown: BlockView, thing: str | None) -> tuple[Part, ...]:
    """Return the drawing of a component, if it has one."""
    sign = shown.sign(thing)
    return () if sign is None or sign.glyph is None else (glyphs.pictogram(sign.glyph),)


def titled(shown: BlockView, thing: str | None) -> tuple[Part, ...]:
    """Return a component's drawing, if it has one, and its title."""
    sign = shown.sign(thing)
    return () if sign is None else (*drawing_parts(shown, thing), capital(sign.title))


def amount_part(shown: BlockView, amount: Amount) -> Part:
    """Return an amount of a component: the number and its drawing, or its word if it has no drawing."""
    sign, number = shown.sign(amount.thing), figure(amount.n)
    if sign is None:
        return number
    if sign.glyph is not None:
        return (number, glyphs.pictogram(sign.glyph))
    return f"{number} {sign.many if abs(amount.n) > 1 else sign.one}"


def amounts(shown: BlockView, of: Iterable[Amount]) -> tuple[Part, ...]:
    """Return a part for each of several amounts."""
    return tuple(amount_part(shown, one) for one in of)


def exchange(shown: BlockView, costs: Iterable[Amount], gives: Iterable[Amount]) -> tuple[Part, ...]:
    """Return costs → gains; if one side is empty, only the other."""
    paid, got = amounts(shown, costs), amounts(shown, gives)
    return (*paid, ARROW, *got) if paid and got else (*paid, *got)


def mark_part(shown: BlockView, mark: Mark[str]) -> Part:
    """Return a mark that is printed on a place or lies on it."""
    if mark.n is not None:
        return amount_part(shown, Amount(mark.thing, mark.n))
    sign = shown.sign(mark.thing)
    if sign is None:
        return mark.says or UNKNOWN
    return glyphs.pictogram(sign.glyph) if sign.glyph is not None else sign.one


def things_lines(shown: BlockView, things: Iterable[str]) -> Iterator[tuple[tuple[Part, ...], tuple[Part, ...]]]:
    """Yield components by family: a family and the worth of each member, or a component and its count."""
    sorts: dict[str, list[str]] = {}
    others: dict[str, int] = {}
    for thing in things:
        sign = shown.sign(thing)
        if sign is not None and sign.sort is not None and sign.worth is not None:
            sorts.setdefault(sign.sort, []).append(figure(sign.worth))
        elif sign is not None:
            others[thing] = others.get(thing, 0) + 1
    for sort, worths in sorts.items():
        yield titled(shown, sort), tuple(worths)
    for thing, count in others.items():
        sign = shown.sign(thing)
        worth = figure(sign.worth) if sign is not None and sign.worth is not None else ""
        times = f"×\xa0{count}" if count > 1 else ""
        yield titled(shown, thing), tuple(filter(None, (times, worth)))


def held_lines(shown: BlockView, held: Held) -> Iterator[tuple[tuple[Part, ...], tuple[Part, ...]]]:
    """Yield the lines of one purse entry: the amount, or the list of components."""
    if held.things:
        yield from things_lines(shown, held.things)
        return
    count = len(held.things) if held.things is not None else held.n
    yield titled(shown, held.thing), (figure(count) if count is not None else UNKNOWN,)
