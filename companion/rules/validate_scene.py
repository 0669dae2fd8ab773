"""Checks scenes: what names a thing, place or seat that is not there is left out, so that the rest is seen.

Tests run this over the product's games, and the program over all others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Any

from companion.rules.components import UnknownComponentError
from companion.rules.game import Match
from companion.rules.scene import (
    Animation,
    Band,
    CardRow,
    Cell,
    Dice,
    Edge,
    Final,
    Graph,
    Grid,
    GridRow,
    Lying,
    Piece,
    Reading,
    Reveal,
    Ring,
    Scene,
    Spin,
    Stretch,
    Tally,
    Throw,
    Track,
    Walk,
)
from companion.rules.text import Text, defaults_of

_DRAWN_OTHERWISE = (Piece, Band, Reading, CardRow, GridRow, Lying)
"""What is something without its thing, which only says how it is drawn."""


@dataclass(slots=True)
class _Looked:
    """One look through a scene."""

    match: Match
    seats: int
    faults: list[str] = field(default_factory=list)
    things: dict[str, bool] = field(default_factory=dict)
    """Whether the match has a thing of this name, by all names that were looked up."""


def validate_scene(scene: Scene[Text], match: Match) -> tuple[Scene[Text], tuple[str, ...]]:
    """The scene without what is wrong in it, and what that was.

    A block that knows an id twice keeps the first; a part that names no thing of the match, no place of its block or
    no seat of the table is left out; so is a name of a block that the scene does not have.
    """
    looked = _Looked(match, len(match.names))
    blocks = tuple(_block(block, looked) for block in scene.blocks if _mended(block, looked, block.id))
    kept = tuple(_once(blocks, looked, "the scene"))
    ids = {block.id for block in kept}
    for name in ("turn", "wide"):
        wanted = getattr(scene, name)
        if wanted is not None and wanted not in ids:
            looked.faults.append(f"the scene has no block {wanted!r} for its {name}")
    turn = scene.turn if scene.turn in ids else None
    wide = scene.wide if scene.wide in ids else None
    return Scene(blocks=kept, turn=turn, wide=wide), tuple(looked.faults)


def sound_played(
    played: Iterable[Animation[Text]], scene: Scene[Text], match: Match
) -> tuple[tuple[Animation[Text], ...], tuple[str, ...]]:
    """The ceremonies that can be played on a scene without what is wrong in them, and what that was.

    One that names a block, a piece or a place that the scene does not have is left out, and so is a walk of no step; a
    tally is read out without.
    """
    looked = _Looked(match, len(match.names))
    blocks = {block.id: block for block in scene.blocks}
    kept = (_played(one, blocks, looked) for one in played)
    return tuple(one for one in kept if one is not None), tuple(looked.faults)


def _played(one: Any, blocks: Mapping[str, Any], looked: _Looked) -> Any:
    """A ceremony with all that it is made of looked through; None where nothing is left to be played."""
    where = type(one).__name__.lower()
    if (mended := _mended(one, looked, where)) is None:
        return None
    whole = _part(mended, looked, where)
    match whole:
        case Walk(block=block, piece=piece, places=places):
            known = _known_to_walk(blocks.get(block))
            fits = all(_known(name, known, looked, where) for name in (piece, *places)) and len(places) > 1
        case Spin(block=block, band=band, sector=sector):
            known = _known_to_spin(blocks.get(block))
            fits = all(_known(name, known, looked, where) for name in (sector, band) if name is not None)
        case Tally(block=block):
            whole, fits = _tally(whole, blocks, looked), bool(whole.shares)
        case Throw(groups=parts) | Reveal(rows=parts) | Final(places=parts):
            fits = bool(parts)
    return whole if fits else None


def _tally(tally: Tally[Text], blocks: Mapping[str, Any], looked: _Looked) -> Tally[Text]:
    """A tally without what shows where it is paid, if that is not there."""
    if tally.block is not None and not _known(tally.block, blocks, looked, "tally"):
        tally = replace(tally, block=None)
    pieces = _known_to_walk(blocks.get(tally.block or ""))
    shares = (
        share if share.piece is None or _known(share.piece, pieces, looked, "tally") else replace(share, piece=None)
        for share in tally.shares
    )
    return replace(tally, shares=tuple(shares))


def _known_to_walk(block: Any) -> frozenset[str]:
    """The pieces and places of a block on which pieces may walk."""
    match block:
        case Track(pieces=pieces, places=places):
            return frozenset({*(one.id for one in pieces), *(one.id for one in places)})
        case Graph(pieces=pieces, spots=spots):
            return frozenset({*(one.id for one in pieces), *(one.id for one in spots)})
    return frozenset()


def _known_to_spin(block: Any) -> frozenset[str]:
    """The bands and sectors of a wheel."""
    if not isinstance(block, Ring):
        return frozenset()
    return frozenset({*(band.id for band in block.bands), *(sector.id for sector in block.sectors)})


def _block(block: Any, looked: _Looked) -> Any:
    block = _part(block, looked, block.id)
    match block:
        case Track():
            places = {place.id for place in block.places}
            return replace(
                block,
                pieces=_standing(block.pieces, places, looked),
                stretches=_between(block.stretches, places, looked),
            )
        case Graph():
            places = {spot.id for spot in block.spots}
            return replace(
                block,
                pieces=_standing(block.pieces, places, looked),
                edges=_between(block.edges, places, looked),
                next=tuple(one for one in block.next if _known(one.id, places, looked)),
            )
        case Ring():
            return _ring(block, looked)
        case Grid():
            return replace(block, rows=tuple(_row(row, looked) for row in block.rows))
        case Dice():
            groups = tuple(group for group in block.groups if group.dice)
            return replace(block, groups=groups)
    return block


def _ring(ring: Ring[Text], looked: _Looked) -> Ring[Text]:
    """A sector that is short of a reading, or a ring without a band, cannot be drawn: what is there is kept."""
    sectors = tuple(sector for sector in ring.sectors if len(sector.shows) == len(ring.bands) and sector.weight > 0)
    if len(sectors) < len(ring.sectors):
        looked.faults.append(f"{ring.id}: {len(ring.sectors) - len(sectors)} sectors do not fit its bands")
    bands, ids = {band.id for band in ring.bands}, {sector.id for sector in sectors}
    announced = ring.announced if ring.announced is None or _known(ring.announced, bands, looked) else None
    rests = ring.rests if ring.rests is None or _known(ring.rests, ids, looked) else None
    return replace(ring, sectors=sectors, announced=announced, rests=rests)


def _row(row: GridRow[Text], looked: _Looked) -> GridRow[Text]:
    """A row with a cell for every seat: those that lack are empty."""
    if len(row.cells) == looked.seats:
        return row
    looked.faults.append(f"{row.id}: {len(row.cells)} cells for {looked.seats} seats")
    lacking = (Cell(),) * (looked.seats - len(row.cells))
    return replace(row, cells=(*row.cells[: looked.seats], *lacking))


def _standing(pieces: tuple[Piece[Text], ...], places: Collection[str], looked: _Looked) -> tuple[Piece[Text], ...]:
    return tuple(piece for piece in pieces if _known(piece.at, places, looked))


def _between(parts: tuple[Any, ...], places: Collection[str], looked: _Looked) -> tuple[Any, ...]:
    """Edges and stretches whose both ends are there."""
    return tuple(one for one in parts if all(_known(end, places, looked) for end in _ends(one)))


def _ends(part: Edge | Stretch[Text]) -> tuple[str, str]:
    return (part.a, part.b) if isinstance(part, Edge) else (part.first, part.last)


def _known(name: str, names: Collection[str], looked: _Looked, where: str = "") -> bool:
    if name not in names:
        looked.faults.append(f"{where}: there is no {name!r}" if where else f"there is no {name!r}")
    return name in names


def _part(part: Any, looked: _Looked, where: str) -> Any:
    """A part with all that it is made of looked through; ids stand once among those beside each other."""
    changed: dict[str, Any] = {}
    for name in defaults_of(type(part)):
        value = getattr(part, name)
        whole = _parts(value, looked, where) if type(value) is tuple else _whole(value, looked, where)
        if whole is not value:
            changed[name] = whole
    return replace(part, **changed) if changed else part


def _parts(parts: tuple[Any, ...], looked: _Looked, where: str) -> tuple[Any, ...]:
    """The parts beside each other, looked through; the same ones where nothing was wrong."""
    if not parts or not defaults_of(type(parts[0])):
        return parts
    whole = (_whole(one, looked, where) for one in parts)
    kept = tuple(_once([one for one in whole if one is not None], looked, where))
    alike = len(kept) == len(parts) and all(map(is_, kept, parts))
    return parts if alike else kept


def _whole(part: Any, looked: _Looked, where: str) -> Any:
    """One part looked through with all that it is made of; what is no part stays as it is."""
    if not defaults_of(type(part)):
        return part
    mended = _mended(part, looked, where)
    return mended and _part(mended, looked, where)


def _mended(part: Any, looked: _Looked, where: str) -> Any:
    """A part that names only things and seats that there are; None where nothing is left of it without them."""
    thing, seat = getattr(part, "thing", None), getattr(part, "seat", None)
    if seat is not None and not 1 <= seat <= looked.seats:
        looked.faults.append(f"{where}: there is no seat {seat}")
        return None
    if thing is not None and not _is_thing(thing, looked):
        looked.faults.append(f"{where}: there is no thing {thing!r}")
        return replace(part, thing=None) if type(part) in _DRAWN_OTHERWISE else None
    return part


def _is_thing(name: str, looked: _Looked) -> bool:
    if name not in looked.things:
        try:
            looked.match.component(name)
        except UnknownComponentError:
            looked.things[name] = False
        else:
            looked.things[name] = True
    return looked.things[name]


def _once(parts: Any, looked: _Looked, where: str) -> Iterator[Any]:
    """Those of them whose id was not there before."""
    ids: set[str] = set()
    for part in parts:
        name = getattr(part, "id", None)
        if name is not None and name in ids:
            looked.faults.append(f"{where}: {name!r} is there twice")
            continue
        if name is not None:
            ids.add(name)
        yield part
