"""Chance at a table: the seed committed to before play, and a record of every draw, also of those taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from companion.chance.canonical_json import canonical, is_plain, is_whole_number_list
from companion.chance.seed import commitment, short_words
from companion.chance.seeded_draws import DrawName, dice, numbers, weighted
from companion.rules.fields import ChanceField, Json
from companion.rules.game import Game
from companion.support.frozen_dataclasses import frozen

Draw = Callable[[bytes, str, ChanceField], tuple[int, ...]]
"""A function that draws chance: (seed, name of the draw, chance field) → the values in order."""


@frozen
class Commitment:
    """A commitment to a seed. Only its SHA-256 is public until the game is over."""

    sha256: str
    """64 hexadecimal digits."""
    seed: bytes = field(repr=False)
    """Secret until it is revealed: only the journal may store it before."""
    revealed: bool = False
    match: str | None = None
    """The digest of the match that the commitment covers too; None in older games and for free throws."""
    from_file: bool = False
    """True if it was made in the middle of a game that came from a file: the owner of that file may have known the
    seed."""

    @classmethod
    def to(cls, seed: bytes, match: str | None = None) -> Commitment:
        """Return the commitment to this seed, and to the match of this digest. Raises ValueError for an invalid seed or
        digest.
        """
        return cls(commitment(seed, match), seed, match=match)

    @property
    def form(self) -> int:
        """1 if it covers the seed alone, 2 if it covers the match too."""
        return 1 if self.match is None else 2

    @property
    def words(self) -> tuple[str, ...]:
        """The four words that the table can compare instead of the digest."""
        return short_words(self.sha256)

    @property
    def revealed_seed(self) -> str | None:
        """The seed in hexadecimal digits once it is revealed, None before."""
        return self.seed.hex() if self.revealed else None


@frozen
class DrawRecord:
    """The record of one draw."""

    number: int
    """Its number among all draws of the game, from 0."""
    seat: int
    purpose: str
    """The kind of move; with a suffix after a dot if that kind has draws of several sorts."""
    n: int
    """Ordinal of this draw for its seat and purpose, from 1."""
    name: str
    """The name that goes into the draw with the seed: `classic/1/spin/3`."""
    wanted: tuple[tuple[str, int], ...]
    """The dice or sectors to draw, as in a ChanceField: `(("d6", 2),)`, `(("sectors", 8),)`."""
    weights: tuple[int, ...]
    """The weights of the sectors; empty if all are equal."""
    values: tuple[int, ...]
    repeated: bool
    """True if a draw of this name was taken back and is repeated: the values are the same."""
    commitment_index: int
    """The index of the commitment whose seed was used, from 0."""
    fixed: Mapping[str, Json] | None = None
    """The fields of the move that were fixed before the draw; None in older games, which did not store them."""
    moment: tuple[int, int] | None = None
    """The time of the draw in the game, as in `Table.moment`; None in older games."""
    occasion: tuple[int, int] | None = None
    """The round and turn that it was made for, as in `Table.occasion`; None in older games, where the moment is
    used."""

    @property
    def purpose_and_n(self) -> tuple[str, int]:
        """The key that a typed result has in `spends` if it replaces this draw."""
        return self.purpose, self.n


def has_chance_moves(game: Game) -> bool:
    """Return whether a game has moves of chance."""
    return any("chance" in cls.__dataclass_fields__ for cls in game.moves.values())  # type: ignore[attr-defined]  # every move is a dataclass


def fair_draw(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
    """Draw the values of this name from this seed in order: dice from 1, sectors from 0."""
    stream = numbers(seed, name)
    values: list[int] = []
    for kind, count in wanted.draws:
        if kind == "sectors":
            values.append(weighted(wanted.weights or (1,) * count, stream))
        else:
            values.extend(dice((int(kind.removeprefix("d")),) * count, stream))
    return tuple(values)


def fixed_fields(move: Mapping[str, Json]) -> dict[str, Json]:
    """Return the fields of a complete move, as JSON, that are fixed before its chance is drawn."""
    return {name: value for name, value in move.items() if _is_fixed(name, value)}


def differs_from_draw(move: Mapping[str, Json], draw: DrawRecord) -> bool:
    """Return whether a move has other fixed fields than when its chance was drawn: it was corrected afterwards."""
    return draw.fixed is not None and canonical(fixed_fields(move)) != canonical(dict(draw.fixed))


def _is_fixed(name: str, value: Json) -> bool:
    return name not in ("move", "chance") and value is not None


def make_draw(  # noqa: PLR0913 - what is drawn, then by keyword from what
    name: DrawName,
    wanted: ChanceField,
    fixed: Mapping[str, Json],
    moment: tuple[int, int],
    *,
    occasion: tuple[int, int],
    earlier: Sequence[DrawRecord],
    commitments: Sequence[Commitment],
    draw: Draw = fair_draw,
) -> DrawRecord:
    """Make the draw of this name.

    Args:
        name: Its seat, purpose and ordinal.
        wanted: The dice, or the sectors with their weights.
        fixed: The fields of the move that are fixed before it.
        moment: The time of the draw in the game.
        occasion: The round and turn that it is made for.
        earlier: Every earlier draw, oldest first. A draw of the same name yields the same values again, so that nobody
            can retry for a better result, not even by taking back the end of a game, after which a new seed is used.
        commitments: At least one; the last is in force.
        draw: The source of the values.
    """
    first = first_draw_named(earlier, str(name))
    if first is not None and (first.wanted, first.weights) == (wanted.draws, wanted.weights):
        number = len(earlier)
        return replace(first, number=number, repeated=True, fixed=fixed, moment=moment, occasion=occasion)
    commitment_index = first.commitment_index if first is not None else len(commitments) - 1
    values = tuple(draw(commitments[commitment_index].seed, str(name), wanted))
    result = (str(name), wanted.draws, wanted.weights, values)
    repeated, context = first is not None, (fixed, moment, occasion)
    return DrawRecord(len(earlier), name.seat, name.purpose, name.n, *result, repeated, commitment_index, *context)


def first_draw_named(earlier: Iterable[DrawRecord], name: str) -> DrawRecord | None:
    """Return the first draw of this name; None before the first."""
    return next((draw for draw in earlier if draw.name == name), None)


def to_body(draw: DrawRecord) -> dict[str, Any]:
    """Return the JSON of a draw for the journal. Its values are not in it, because they are in the move."""
    body: dict[str, Any] = {"name": draw.name, "n": draw.n, "of": [list(part) for part in draw.wanted]}
    body["weights"] = list(draw.weights)
    if draw.fixed is not None and draw.moment is not None:
        body |= {"asked": dict(draw.fixed), "moment": list(draw.moment)}
    if draw.occasion is not None:
        body["occasion"] = list(draw.occasion)
    return body


def from_body(
    body: Any, seat: int, kind: str, values: Sequence[int], earlier: Sequence[DrawRecord], last: int
) -> DrawRecord:
    """Return the draw that a row of the journal describes; `last` is the index of the commitment in force, from 0.

    Raises KeyError, TypeError or ValueError if it describes no draw.
    """
    of = tuple((str(sort), int(count)) for sort, count in body["of"])
    name = str(body["name"])
    if not (is_whole_number_list(values) and is_whole_number_list(body["weights"]) and is_plain(body.get("asked"))):
        raise ValueError("no values of a draw")
    if not isinstance(body.get("asked"), dict | None):
        raise ValueError("a draw that asks nothing")
    first = first_draw_named(earlier, name)
    purpose = name.split("/")[2]
    if purpose.partition(".")[0] != kind:
        raise ValueError(f"a draw for {purpose} is none for {kind}")
    weights = tuple(body["weights"])
    # In older games a draw of the same name for other dice used the seed that was in force by then.
    same_seed = first is not None and ("asked" in body or (first.wanted, first.weights) == (of, weights))
    source = first.commitment_index if first is not None and same_seed else last
    moment, occasion = (_pair(body[name]) if name in body else None for name in ("moment", "occasion"))
    result = (name, of, weights, tuple(values))
    drawn = DrawRecord(len(earlier), seat, purpose, int(body["n"]), *result, first is not None, source)
    return replace(drawn, fixed=body.get("asked"), moment=moment, occasion=occasion)


def _pair(value: Any) -> tuple[int, int]:
    first, second = value
    return int(first), int(second)
