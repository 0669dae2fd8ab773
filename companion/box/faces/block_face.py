"""A block of a scene as the little screen gets it: the block in words, and as plain data all that a painter needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.components import Amount, UnknownComponentError
from companion.rules.game import Match
from companion.rules.scene import Block, Scene, Track
from companion.rules.text import defaults_of
from companion.rules.viewer import Viewer
from companion.support.frozen import frozen
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.scene_texts import turn_block
from companion.words.signs import AnyGlyph, SeatMark, glyph_of, mark_of
from companion.words.spoken_blocks import spoken

_NAMING = ("thing", "things")
"""The fields of a block's parts that name things."""


@frozen(kw_only=True)
class Sign:
    """What stands for a thing on the little screen."""

    name: str
    """As the block names it; nobody is shown it."""
    title: str
    """How it is called where nobody counts it."""
    one: str
    """How a single one is called, in few letters."""
    many: str
    """The same of several."""
    glyph: AnyGlyph | None = None
    worth: int | None = None
    sort: str | None = None
    """The thing that it is one of, as a card is of its colour; None where that is no thing."""


@frozen(kw_only=True)
class ShownBlock:
    """A block, and whatever it names."""

    block: Block[str]
    signs: tuple[Sign, ...] = ()
    """Of the things it names, each once."""
    seats: tuple[SeatMark, ...] = ()
    """Of everybody at the table, from seat 1."""
    turn: int | None = None
    """The seat whose turn it is."""
    said: tuple[str, ...] = ()
    """The block read aloud, line by line."""

    def sign(self, name: str | None) -> Sign | None:
        """What stands for a thing; None where nothing does."""
        return next((sign for sign in self.signs if sign.name == name), None)

    def mark(self, seat: int | None) -> SeatMark | None:
        """How a seat is marked; None of one that is not at the table."""
        return next((mark for mark in self.seats if mark.seat == seat), None)


def shown_of(block: Block[str], table: Table, words: Words) -> ShownBlock:
    """A block of the table's scene with all that its painter needs."""
    names = dict.fromkeys(_named(block))
    signs = [sign for name in names if (sign := _sign(table.match, name, words))]
    sorts = dict.fromkeys(sign.sort for sign in signs if sign.sort is not None and sign.sort not in names)
    signs += [sign for name in sorts if (sign := _sign(table.match, name, words))]
    return ShownBlock(
        block=block,
        signs=tuple(signs),
        seats=tuple(mark_of(table, seat, words) for seat in table.seats),
        turn=table.match.turn(table.state),
        said=spoken(block, table, words),
    )


def block_of_turn(table: Table, viewer: Viewer, words: Words) -> ShownBlock | None:
    """What stands beside the action on the page of a turn: the scene's block for it, where that is a track."""
    return table.kept(("block of turn", viewer, words.language), lambda: _block_of_turn(table, viewer, words))


def _block_of_turn(table: Table, viewer: Viewer, words: Words) -> ShownBlock | None:
    block = turn_block(table, viewer, words)
    return shown_of(block, table, words) if isinstance(block, Track) else None


def block_named(scene: Scene[str], name: str | None) -> Block[str] | None:
    """The block of a scene that has this id."""
    return next((block for block in scene.blocks if block.id == name), None)


def seat_of(block: Block[str]) -> int | None:
    """Whose block it is, where it is one seat's."""
    seat: int | None = getattr(block, "seat", None)
    return seat


def _sign(match: Match, name: str, words: Words) -> Sign | None:
    try:
        thing = match.component(name)
    except UnknownComponentError:
        return None
    return Sign(
        name=name,
        title=words.of(thing.title),
        one=words.brief(thing.counted(1)),
        many=words.brief(thing.counted(2)),
        glyph=glyph_of(match, name),
        worth=thing.worth,
        sort=thing.colour if thing.colour != name and _is_thing(match, thing.colour) else None,
    )


def _is_thing(match: Match, name: str | None) -> bool:
    try:
        return name is not None and bool(match.component(name))
    except UnknownComponentError:
        return False


def _named(part: Any) -> Iterator[str]:
    """The things that a part of a block names, however deep."""
    if isinstance(part, tuple):
        for one in part:
            yield from _named(one)
    elif isinstance(part, Amount):
        yield part.thing
    else:
        for name in defaults_of(type(part)):
            value = getattr(part, name)
            if name in _NAMING and value is not None:
                yield from (value,) if isinstance(value, str) else value
            else:
                yield from _named(value)
