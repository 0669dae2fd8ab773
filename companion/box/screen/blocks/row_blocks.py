"""Blocks of rows: a purse by components, notes, roads by stages, and cards by family."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box.faces.block_view import BlockView
from companion.box.screen.art import glyphs
from companion.box.screen.art.bitmap import Bitmap
from companion.box.screen.blocks.bands import Part, TextLine
from companion.box.screen.blocks.block_signs import (
    CARD_BACK,
    EMPTY,
    PRESENT,
    TICKED,
    UNKNOWN,
    badge_parts,
    capital,
    component_lines,
    held_lines,
    seat_parts,
    title_parts,
)
from companion.rules.scene import CardRow, Cards, Held, Lie, Need, Note, Notes, Purse, Road, Stage, Tone
from companion.words.catalogue import format_number
from companion.words.signs import Badge, Glyph


def purse_lines(view: BlockView, purse: Purse[str]) -> Iterator[TextLine]:
    """Yield the total beside a crown, with its possible bounds if known; then what is held."""
    if (purse.total, purse.low, purse.high) != (None, None, None):
        yield TextLine(parts=(glyphs.pictogram(Glyph.CROWN), _total(purse)), right=_possible_range(purse))
    known_titles = {_title(view, held) for held in purse.holds if _is_known(held)}
    for held in purse.holds:
        if _is_known(held) or _title(view, held) not in known_titles:
            yield from (TextLine(parts=parts, right=right) for parts, right in held_lines(view, held))


def _is_known(held: Held) -> bool:
    return held.n is not None or held.things is not None


def _title(view: BlockView, held: Held) -> str:
    """Return the title of an entry: an unknown amount needs no line if an entry of the same title has the amount."""
    sign = view.sign(held.thing)
    return sign.title if sign is not None else held.thing


def _total(purse: Purse[str]) -> Part:
    if purse.total is not None:
        return format_number(purse.total)
    if purse.low is None and purse.high is None:
        return UNKNOWN
    return _range(purse)


def _possible_range(purse: Purse[str]) -> tuple[Part, ...]:
    """Return the range of a known total, if both of its bounds are known and differ."""
    if purse.total is None or purse.low is None or purse.high is None or purse.low == purse.high:
        return ()
    return (_range(purse),)


def _range(purse: Purse[str]) -> str:
    low, high = (UNKNOWN if bound is None else format_number(bound) for bound in (purse.low, purse.high))
    return f"{low}…{high}" if (purse.low or 0) < 0 else f"{low}–{high}"


def notes_lines(view: BlockView, notes: Notes[str]) -> Iterator[TextLine]:
    """Yield each note, and below it the rest of its text."""
    for note in notes.notes:
        yield TextLine(parts=(*_sign(note), *badge_parts(view, note.seat), note.says))
        if note.more:
            yield TextLine(parts=(note.more,), inset=4)


def _sign(note: Note[str]) -> tuple[Part, ...]:
    match note.tone:
        case Tone.RULE:
            return (glyphs.badge(Badge.HOUSE_RULES),)
        case Tone.WARNING:
            return (glyphs.badge(Badge.LOOK),)
        case Tone.NEXT:
            return (PRESENT,)
        case Tone.TASK:
            return (EMPTY,)
        case Tone.PLAIN | Tone.ASIDE:
            return ()


def road_lines(view: BlockView, road: Road[str]) -> Iterator[TextLine]:
    """Yield the state of a road, then its needs. On a road that all seats share, each stage has its seats beside it."""
    if road.says:
        yield TextLine(parts=(capital(road.says),))
    for stage in road.stages:
        if road.seat is None:
            right = tuple(part for seat in stage.seats for part in badge_parts(view, seat))
            yield TextLine(parts=(capital(stage.name),), right=right)
        else:
            yield TextLine(parts=(_stage_sign(stage), capital(stage.name)))
    for need in road.needs:
        word = (*title_parts(view, need.thing)[:-1], capital(need.name)) if need.name else title_parts(view, need.thing)
        yield TextLine(parts=(TICKED if need.met else EMPTY, *word), right=(_progress(need),))
    for lacks in road.lacks:
        yield TextLine(parts=(capital(lacks),))


def _stage_sign(stage: Stage[str]) -> Bitmap:
    if stage.done:
        return TICKED
    return PRESENT if stage.now else EMPTY


def _progress(need: Need[str]) -> str:
    """Return the amount so far and the amount needed: "270/1100", "1/2–4"."""
    wanted = format_number(need.least)
    if need.most is not None and need.most != need.least:
        wanted += f"–{format_number(need.most)}"
    return f"{format_number(need.have)}/{wanted}"


_INSET = 4
_MOST_BACKS = 9
"""Most cards face down that are drawn one by one; more of them are counted."""


def cards_lines(view: BlockView, cards: Cards[str]) -> Iterator[TextLine]:
    """Yield rows below each other; the seat's name is not repeated for its own hand."""
    for row in cards.rows:
        yield from _row(view, cards, row)


def _row(view: BlockView, cards: Cards[str], row: CardRow[str]) -> Iterator[TextLine]:
    heading = _heading(view, cards, row)
    count = _count(row)
    if heading or count:
        yield TextLine(parts=heading or title_parts(view, row.thing) or (CARD_BACK,), right=count)
    inset = _INSET if heading else 0
    known_cards = [card.thing for card in row.cards if card.thing is not None and card.lacks is None]
    for parts, right in component_lines(view, known_cards):
        yield TextLine(parts=parts, right=right, inset=inset)
    for card in row.cards:
        if card.lacks is not None:
            yield TextLine(parts=(*(title_parts(view, card.thing) or (CARD_BACK,)), f"({card.lacks})"), inset=inset)
    hidden_count = sum(card.thing is None and card.lacks is None for card in row.cards)
    if hidden_count:
        yield TextLine(parts=_backs(hidden_count), inset=inset)
    if row.says:
        yield TextLine(parts=(capital(row.says),), inset=inset)


def _heading(view: BlockView, cards: Cards[str], row: CardRow[str]) -> tuple[Part, ...]:
    """Return the row's seat or name, if the block's name does not say it; a stack is named by its component."""
    if row.seat is not None and row.seat != cards.seat and (parts := seat_parts(view, row.seat)):
        return parts
    if row.name and row.name != cards.name:
        return (capital(row.name),)
    return title_parts(view, row.thing) if row.lie is Lie.STACK else ()


def _count(row: CardRow[str]) -> tuple[Part, ...]:
    """Return the number of cards, and of how many, if the cards themselves do not show it."""
    if row.count is None and row.lie is Lie.ROW:
        return ()
    count = format_number(len(row.cards) if row.count is None else row.count)
    return (f"{count}/{format_number(row.of)}" if row.of is not None else count,)


def _backs(count: int) -> tuple[Part, ...]:
    return (CARD_BACK,) * count if count <= _MOST_BACKS else ((CARD_BACK, f"×\xa0{count}"),)
