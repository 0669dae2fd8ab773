"""Validation of scenes and animations: invalid parts are left out, so that the rest can be shown.

A part is invalid if it names a component, place or seat that does not exist. For the product's own games the tests
validate every scene; for other games the program does so at run time.
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
"""Classes that remain meaningful without their component, which only says how they are drawn."""


@dataclass(slots=True)
class _Looked:
    """State of one validation."""

    match: Match
    seats: int
    faults: list[str] = field(default_factory=list)
    things: dict[str, bool] = field(default_factory=dict)
    """For each name that was looked up, whether the match has such a component."""


def validate_scene(scene: Scene[Text], match: Match) -> tuple[Scene[Text], tuple[str, ...]]:
    """Return the scene without its invalid parts, and a list of the faults.

    If an id occurs twice in a block, the first part is kept. Parts that name an unknown component, place or seat are
    left out, and so is a reference to an unknown block.
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
    """Return the animations that can be played on a scene, without invalid parts, and a list of the faults.

    An animation that names an unknown block, piece or place is left out, and so is a walk without a step. A tally is
    played without its block.
    """
    looked = _Looked(match, len(match.names))
    blocks = {block.id: block for block in scene.blocks}
    kept = (_played(one, blocks, looked) for one in played)
    return tuple(one for one in kept if one is not None), tuple(looked.faults)


def _played(one: Any, blocks: Mapping[str, Any], looked: _Looked) -> Any:
    """Return an animation without invalid parts; None if nothing is left to play."""
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
    """Return a tally without references to a block or pieces that do not exist."""
    if tally.block is not None and not _known(tally.block, blocks, looked, "tally"):
        tally = replace(tally, block=None)
    pieces = _known_to_walk(blocks.get(tally.block or ""))
    shares = (
        share if share.piece is None or _known(share.piece, pieces, looked, "tally") else replace(share, piece=None)
        for share in tally.shares
    )
    return replace(tally, shares=tuple(shares))


def _known_to_walk(block: Any) -> frozenset[str]:
    """Return the ids of the pieces and places of a block in which pieces can walk."""
    match block:
        case Track(pieces=pieces, places=places):
            return frozenset({*(one.id for one in pieces), *(one.id for one in places)})
        case Graph(pieces=pieces, spots=spots):
            return frozenset({*(one.id for one in pieces), *(one.id for one in spots)})
    return frozenset()


def _known_to_spin(block: Any) -> frozenset[str]:
    """Return the ids of the bands and sectors of a wheel."""
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
    """Return a wheel without what cannot be drawn: sectors without width or with missing values, unknown references."""
    sectors = tuple(sector for sector in ring.sectors if len(sector.shows) == len(ring.bands) and sector.weight > 0)
    if len(sectors) < len(ring.sectors):
        looked.faults.append(f"{ring.id}: {len(ring.sectors) - len(sectors)} sectors do not fit its bands")
    bands, ids = {band.id for band in ring.bands}, {sector.id for sector in sectors}
    announced = ring.announced if ring.announced is None or _known(ring.announced, bands, looked) else None
    rests = ring.rests if ring.rests is None or _known(ring.rests, ids, looked) else None
    return replace(ring, sectors=sectors, announced=announced, rests=rests)


def _row(row: GridRow[Text], looked: _Looked) -> GridRow[Text]:
    """Return a row with exactly one cell for each seat; missing cells are empty."""
    if len(row.cells) == looked.seats:
        return row
    looked.faults.append(f"{row.id}: {len(row.cells)} cells for {looked.seats} seats")
    lacking = (Cell(),) * (looked.seats - len(row.cells))
    return replace(row, cells=(*row.cells[: looked.seats], *lacking))


def _standing(pieces: tuple[Piece[Text], ...], places: Collection[str], looked: _Looked) -> tuple[Piece[Text], ...]:
    return tuple(piece for piece in pieces if _known(piece.at, places, looked))


def _between(parts: tuple[Any, ...], places: Collection[str], looked: _Looked) -> tuple[Any, ...]:
    """Return the edges or stretches whose ends both exist."""
    return tuple(one for one in parts if all(_known(end, places, looked) for end in _ends(one)))


def _ends(part: Edge | Stretch[Text]) -> tuple[str, str]:
    return (part.a, part.b) if isinstance(part, Edge) else (part.first, part.last)


def _known(name: str, names: Collection[str], looked: _Looked, where: str = "") -> bool:
    if name not in names:
        looked.faults.append(f"{where}: there is no {name!r}" if where else f"there is no {name!r}")
    return name in names


def _part(part: Any, looked: _Looked, where: str) -> Any:
    """Return a part with all its own parts validated; ids are unique among neighbours."""
    changed: dict[str, Any] = {}
    for name in defaults_of(type(part)):
        value = getattr(part, name)
        whole = _parts(value, looked, where) if type(value) is tuple else _whole(value, looked, where)
        if whole is not value:
            changed[name] = whole
    return replace(part, **changed) if changed else part


def _parts(parts: tuple[Any, ...], looked: _Looked, where: str) -> tuple[Any, ...]:
    """Return neighbouring parts validated; the same tuple if nothing was wrong."""
    if not parts or not defaults_of(type(parts[0])):
        return parts
    whole = (_whole(one, looked, where) for one in parts)
    kept = tuple(_once([one for one in whole if one is not None], looked, where))
    alike = len(kept) == len(parts) and all(map(is_, kept, parts))
    return parts if alike else kept


def _whole(part: Any, looked: _Looked, where: str) -> Any:
    """Return a part with all its own parts validated; any other value unchanged."""
    if not defaults_of(type(part)):
        return part
    mended = _mended(part, looked, where)
    return mended and _part(mended, looked, where)


def _mended(part: Any, looked: _Looked, where: str) -> Any:
    """Return a part without an unknown component; None if its seat is unknown, or nothing is left of it."""
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
    """Yield the parts whose id did not occur before."""
    ids: set[str] = set()
    for part in parts:
        name = getattr(part, "id", None)
        if name is not None and name in ids:
            looked.faults.append(f"{where}: {name!r} is there twice")
            continue
        if name is not None:
            ids.add(name)
        yield part
