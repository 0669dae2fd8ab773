"""Blocks of a scene for the little screen: a block in words, with everything its painter needs as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.components import Amount, UnknownComponentError
from companion.rules.game import Match
from companion.rules.scene import Block, Scene, Track
from companion.rules.text import field_defaults
from companion.rules.viewer import Viewer
from companion.support.frozen_dataclasses import frozen
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import AnyGlyph, SeatMark, glyph_of, seat_mark
from companion.words.spoken_blocks import block_lines
from companion.words.translated_scene import turn_block

_COMPONENT_FIELDS = ("thing", "things")
"""Fields of a block's parts that hold names of components."""


@frozen(kw_only=True)
class ComponentSign:
    """Names and drawing of a component on the little screen."""

    name: str
    """The block's name for it; never shown."""
    title: str
    """Name where it is not counted."""
    singular: str
    """Short name of a single one."""
    plural: str
    """Short name of several."""
    glyph: AnyGlyph | None = None
    worth: int | None = None
    family: str | None = None
    """Component that this one belongs to, as a card belongs to its colour; None if that is no component."""


@frozen(kw_only=True)
class BlockView:
    """A block with the components, seats and sentences it needs on the screen."""

    block: Block[str]
    signs: tuple[ComponentSign, ...] = ()
    """Of the components it names, each once."""
    seats: tuple[SeatMark, ...] = ()
    """Of all seats of the table, from seat 1."""
    turn: int | None = None
    """Seat whose turn it is."""
    spoken: tuple[str, ...] = ()
    """The block read aloud, line by line."""

    def sign(self, name: str | None) -> ComponentSign | None:
        """Return the sign of a component; None if it has none."""
        return next((sign for sign in self.signs if sign.name == name), None)

    def mark(self, seat: int | None) -> SeatMark | None:
        """Return the mark of a seat; None if the seat is not at the table."""
        return next((mark for mark in self.seats if mark.seat == seat), None)


def block_view(block: Block[str], table: Table, words: Words) -> BlockView:
    """Return a block of the table's scene with everything its painter needs."""
    names = dict.fromkeys(_component_names(block))
    signs = [sign for name in names if (sign := _sign(table.match, name, words))]
    families = dict.fromkeys(sign.family for sign in signs if sign.family is not None and sign.family not in names)
    signs += [sign for name in families if (sign := _sign(table.match, name, words))]
    return BlockView(
        block=block,
        signs=tuple(signs),
        seats=tuple(seat_mark(table, seat, words) for seat in table.seats),
        turn=table.match.turn(table.state),
        spoken=block_lines(block, table, words),
    )


def turn_block_view(table: Table, viewer: Viewer, words: Words) -> BlockView | None:
    """Return the block shown beside the action on a turn's page: the scene's block for it, if that is a track."""
    return table.cached(("block of turn", viewer, words.language), lambda: _turn_block_view(table, viewer, words))


def _turn_block_view(table: Table, viewer: Viewer, words: Words) -> BlockView | None:
    block = turn_block(table, viewer, words)
    return block_view(block, table, words) if isinstance(block, Track) else None


def block_by_id(scene: Scene[str], name: str | None) -> Block[str] | None:
    """Return the block of a scene with this id; None if it has no such block."""
    return next((block for block in scene.blocks if block.id == name), None)


def seat_of(block: Block[str]) -> int | None:
    """Return the seat a block belongs to; None if it belongs to no seat."""
    seat: int | None = getattr(block, "seat", None)
    return seat


def _sign(match: Match, name: str, words: Words) -> ComponentSign | None:
    try:
        component = match.component(name)
    except UnknownComponentError:
        return None
    return ComponentSign(
        name=name,
        title=words.of(component.title),
        singular=words.brief(component.counted(1)),
        plural=words.brief(component.counted(2)),
        glyph=glyph_of(match, name),
        worth=component.worth,
        family=component.colour if component.colour != name and _is_component(match, component.colour) else None,
    )


def _is_component(match: Match, name: str | None) -> bool:
    try:
        return name is not None and bool(match.component(name))
    except UnknownComponentError:
        return False


def _component_names(part: Any) -> Iterator[str]:
    """Yield the names of components in a part of a block, at any depth."""
    if isinstance(part, tuple):
        for item in part:
            yield from _component_names(item)
    elif isinstance(part, Amount):
        yield part.thing
    else:
        for name in field_defaults(type(part)):
            value = getattr(part, name)
            if name in _COMPONENT_FIELDS and value is not None:
                yield from (value,) if isinstance(value, str) else value
            else:
                yield from _component_names(value)
