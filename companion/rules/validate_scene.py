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
    Note,
    Piece,
    Reading,
    Reveal,
    Ring,
    Scene,
    Spin,
    Squares,
    Stretch,
    Tally,
    Throw,
    Track,
    Walk,
)
from companion.rules.text import Text, field_defaults

MOST_SQUARES = 19
"""Greatest number of rows of a board, and of squares in a row: that of Go."""
_MEANINGFUL_WITHOUT_COMPONENT = (Piece, Band, Reading, CardRow, GridRow, Lying)
"""Classes that remain meaningful without their component, which only says how they are drawn."""


@dataclass(slots=True)
class _Validation:
    """State of one validation."""

    match: Match
    seats: int
    faults: list[str] = field(default_factory=list)
    components: dict[str, bool] = field(default_factory=dict)
    """For each name that was looked up, whether the match has such a component."""


def validate_scene(scene: Scene[Text], match: Match) -> tuple[Scene[Text], tuple[str, ...]]:
    """Return the scene without its invalid parts, and a list of the faults.

    If an id occurs twice in a block, the first part is kept. Parts that name an unknown component, place or seat are
    left out, and so is a reference to an unknown block.
    """
    validation = _Validation(match, len(match.names))
    blocks = tuple(
        _validate_block(block, validation) for block in scene.blocks if _without_unknown(block, validation, block.id)
    )
    unique_blocks = tuple(_unique(blocks, validation, "the scene"))
    ids = {block.id for block in unique_blocks}
    for name in ("turn", "wide"):
        wanted = getattr(scene, name)
        if wanted is not None and wanted not in ids:
            validation.faults.append(f"the scene has no block {wanted!r} for its {name}")
    turn = scene.turn if scene.turn in ids else None
    wide = scene.wide if scene.wide in ids else None
    return Scene(blocks=unique_blocks, turn=turn, wide=wide), tuple(validation.faults)


def validate_animations(
    animations: Iterable[Animation[Text]], scene: Scene[Text], match: Match
) -> tuple[tuple[Animation[Text], ...], tuple[str, ...]]:
    """Return the animations that can be played on a scene, without invalid parts, and a list of the faults.

    An animation that names an unknown block, piece or place is left out, and so is a walk without a step. A tally is
    played without its block.
    """
    validation = _Validation(match, len(match.names))
    blocks = {block.id: block for block in scene.blocks}
    valid = (_validate_animation(animation, blocks, validation) for animation in animations)
    return tuple(animation for animation in valid if animation is not None), tuple(validation.faults)


def _validate_animation(animation: Any, blocks: Mapping[str, Any], validation: _Validation) -> Any:
    """Return an animation without invalid parts; None if nothing is left to play."""
    where = type(animation).__name__.lower()
    if (checked := _without_unknown(animation, validation, where)) is None:
        return None
    valid = _validate_fields(checked, validation, where)
    match valid:
        case Walk(block=block, piece=piece, places=places):
            ids = _walk_ids(blocks.get(block))
            fits = all(_check_known(name, ids, validation, where) for name in (piece, *places)) and len(places) > 1
        case Spin(block=block, band=band, sector=sector):
            ids = _spin_ids(blocks.get(block))
            fits = all(_check_known(name, ids, validation, where) for name in (sector, band) if name is not None)
        case Tally(block=block):
            valid, fits = _validate_tally(valid, blocks, validation), bool(valid.shares)
        case Throw(groups=parts) | Reveal(rows=parts) | Final(places=parts):
            fits = bool(parts)
    return valid if fits else None


def _validate_tally(tally: Tally[Text], blocks: Mapping[str, Any], validation: _Validation) -> Tally[Text]:
    """Return a tally without references to a block or pieces that do not exist."""
    if tally.block is not None and not _check_known(tally.block, blocks, validation, "tally"):
        tally = replace(tally, block=None)
    pieces = _walk_ids(blocks.get(tally.block or ""))
    shares = tuple(
        share
        if share.piece is None or _check_known(share.piece, pieces, validation, "tally")
        else replace(share, piece=None)
        for share in tally.shares
    )
    return replace(tally, shares=shares)


def _walk_ids(block: Any) -> frozenset[str]:
    """Return the ids of the pieces and places of a block in which pieces can walk."""
    match block:
        case Track(pieces=pieces, places=places):
            return frozenset({*(place.id for place in pieces), *(place.id for place in places)})
        case Graph(pieces=pieces, spots=spots):
            return frozenset({*(spot.id for spot in pieces), *(spot.id for spot in spots)})
        case Squares(pieces=pieces):
            return frozenset({*(piece.id for piece in pieces), *block.square_names()})
    return frozenset()


def _spin_ids(block: Any) -> frozenset[str]:
    """Return the ids of the bands and sectors of a wheel."""
    if not isinstance(block, Ring):
        return frozenset()
    return frozenset({*(band.id for band in block.bands), *(sector.id for sector in block.sectors)})


def _validate_block(block: Any, validation: _Validation) -> Any:
    block = _validate_fields(block, validation, block.id)
    match block:
        case Track():
            places = {place.id for place in block.places}
            return replace(
                block,
                pieces=_pieces_on(block.pieces, places, validation),
                stretches=_with_known_ends(block.stretches, places, validation),
            )
        case Graph():
            places = {spot.id for spot in block.spots}
            return replace(
                block,
                pieces=_pieces_on(block.pieces, places, validation),
                edges=_with_known_ends(block.edges, places, validation),
                next=tuple(step for step in block.next if _check_known(step.id, places, validation)),
            )
        case Squares():
            return _validate_squares(block, validation)
        case Ring():
            return _validate_ring(block, validation)
        case Grid():
            return replace(block, rows=tuple(_validate_row(row, validation) for row in block.rows))
        case Dice():
            groups = tuple(group for group in block.groups if group.dice)
            return replace(block, groups=groups)
    return block


def _validate_squares(board: Squares[Text], validation: _Validation) -> Squares[Text]:
    """Return a board without what is beyond its greatest size, and without squares and pieces that have no place."""
    if max(len(board.rows), *(len(row.squares) for row in board.rows), 0) > MOST_SQUARES:
        validation.faults.append(f"{board.id}: there is room for {MOST_SQUARES} rows of {MOST_SQUARES} squares")
    ids: set[str] = set()
    rows = []
    for row in board.rows[:MOST_SQUARES]:
        others = tuple(square for square in row.squares[:MOST_SQUARES] if square.id not in ids)
        validation.faults.extend(
            f"{board.id}: {square.id!r} is there twice" for square in row.squares if square.id in ids
        )
        ids.update(square.id for square in others)
        rows.append(replace(row, squares=others))
    return replace(board, rows=tuple(rows), pieces=_pieces_on(board.pieces, ids, validation))


def _validate_ring(ring: Ring[Text], validation: _Validation) -> Ring[Text]:
    """Return a wheel without what cannot be drawn: sectors without width or with missing values, unknown references."""
    sectors = tuple(sector for sector in ring.sectors if len(sector.shows) == len(ring.bands) and sector.weight > 0)
    if len(sectors) < len(ring.sectors):
        validation.faults.append(f"{ring.id}: {len(ring.sectors) - len(sectors)} sectors do not fit its bands")
    bands, ids = {band.id for band in ring.bands}, {sector.id for sector in sectors}
    announced = ring.announced if ring.announced is None or _check_known(ring.announced, bands, validation) else None
    rests = ring.rests if ring.rests is None or _check_known(ring.rests, ids, validation) else None
    return replace(ring, sectors=sectors, announced=announced, rests=rests)


def _validate_row(row: GridRow[Text], validation: _Validation) -> GridRow[Text]:
    """Return a row with exactly one cell for each seat; missing cells are empty."""
    if len(row.cells) == validation.seats:
        return row
    validation.faults.append(f"{row.id}: {len(row.cells)} cells for {validation.seats} seats")
    lacking = (Cell(),) * (validation.seats - len(row.cells))
    return replace(row, cells=(*row.cells[: validation.seats], *lacking))


def _pieces_on(
    pieces: tuple[Piece[Text], ...], places: Collection[str], validation: _Validation
) -> tuple[Piece[Text], ...]:
    return tuple(piece for piece in pieces if _check_known(piece.at, places, validation))


def _with_known_ends(parts: tuple[Any, ...], places: Collection[str], validation: _Validation) -> tuple[Any, ...]:
    """Return the edges or stretches whose ends both exist."""
    return tuple(part for part in parts if all(_check_known(end, places, validation) for end in _ends(part)))


def _ends(part: Edge | Stretch[Text]) -> tuple[str, str]:
    return (part.a, part.b) if isinstance(part, Edge) else (part.first, part.last)


def _check_known(name: str, names: Collection[str], validation: _Validation, where: str = "") -> bool:
    if name not in names:
        validation.faults.append(f"{where}: there is no {name!r}" if where else f"there is no {name!r}")
    return name in names


def _validate_fields(part: Any, validation: _Validation, where: str) -> Any:
    """Return a part with all its own parts validated; ids are unique among neighbours."""
    changed: dict[str, Any] = {}
    for name in field_defaults(type(part)):
        value = getattr(part, name)
        validate = _validate_parts if type(value) is tuple else _validate_part
        validated = validate(value, validation, where)
        if validated is not value:
            changed[name] = validated
    return replace(part, **changed) if changed else part


def _validate_parts(parts: tuple[Any, ...], validation: _Validation, where: str) -> tuple[Any, ...]:
    """Return neighbouring parts validated; the same tuple if nothing was wrong."""
    if not parts or not field_defaults(type(parts[0])):
        return parts
    validated = (_validate_part(part, validation, where) for part in parts)
    unique = tuple(_unique([part for part in validated if part is not None], validation, where))
    unchanged = len(unique) == len(parts) and all(map(is_, unique, parts))
    return parts if unchanged else unique


def _validate_part(part: Any, validation: _Validation, where: str) -> Any:
    """Return a part with all its own parts validated; any other value unchanged."""
    if not field_defaults(type(part)):
        return part
    checked = _without_unknown(part, validation, where)
    return checked and _validate_fields(checked, validation, where)


def _without_unknown(part: Any, validation: _Validation, where: str) -> Any:
    """Return a part without unknown components; None if its seat is unknown, or nothing is left of it."""
    thing, seat = getattr(part, "thing", None), getattr(part, "seat", None)
    if seat is not None and not 1 <= seat <= validation.seats:
        validation.faults.append(f"{where}: there is no seat {seat}")
        return None
    if thing is not None and not _is_component(thing, validation):
        validation.faults.append(f"{where}: there is no thing {thing!r}")
        return replace(part, thing=None) if type(part) in _MEANINGFUL_WITHOUT_COMPONENT else None
    if isinstance(part, Note) and not all(_is_component(name, validation) for name in part.things):
        validation.faults.append(f"{where}: there is an unknown thing among {part.things}")
        return replace(part, things=())
    return part


def _is_component(name: str, validation: _Validation) -> bool:
    if name not in validation.components:
        try:
            validation.match.component(name)
        except UnknownComponentError:
            validation.components[name] = False
        else:
            validation.components[name] = True
    return validation.components[name]


def _unique(parts: Any, validation: _Validation, where: str) -> Iterator[Any]:
    """Yield the parts whose id did not occur before."""
    ids: set[str] = set()
    for part in parts:
        name = getattr(part, "id", None)
        if name is not None and name in ids:
            validation.faults.append(f"{where}: {name!r} is there twice")
            continue
        if name is not None:
            ids.add(name)
        yield part
