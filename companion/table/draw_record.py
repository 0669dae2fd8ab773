"""Chance at a table: the seed committed to before play, and every draw there ever was, standing or taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from companion.chance.canonical_json import canonical, plain, whole_numbers
from companion.chance.seed import commitment, short_words
from companion.chance.seeded_draws import DrawName, dice, numbers, weighted
from companion.rules.fields import ChanceField, Json
from companion.rules.game import Game
from companion.support.frozen import frozen

Draw = Callable[[bytes, str, ChanceField], tuple[int, ...]]
"""Draws chance: (seed, name of the draw, what is wanted) → the values in order."""


@frozen
class Commitment:
    """A seed that was committed to. What is shown of it is its SHA-256, until the game is over."""

    sha256: str
    """64 hexadecimal digits."""
    seed: bytes = field(repr=False)
    """Secret until it is revealed: nothing but the journal may hold it before."""
    revealed: bool = False
    match: str | None = None
    """The digest of the match that it covers too; None in older games, and for free throws."""
    from_file: bool = False
    """It came in the midst of a game, which had come from a file: whoever has that file may know the seed before."""

    @classmethod
    def to(cls, seed: bytes, match: str | None = None) -> Commitment:
        """The commitment to this seed, and to the match of this digest. Raises ValueError when they are none."""
        return cls(commitment(seed, match), seed, match=match)

    @property
    def form(self) -> int:
        """1: it covers the seed; 2: the match as well."""
        return 1 if self.match is None else 2

    @property
    def words(self) -> tuple[str, ...]:
        """The four words that stand for it at the table."""
        return short_words(self.sha256)

    @property
    def shown(self) -> str | None:
        """The seed in hexadecimal digits once it is revealed, None before."""
        return self.seed.hex() if self.revealed else None


@frozen
class Drawn:
    """One asking for chance, as it was answered."""

    number: int
    """Its place among all draws of the game, from 0."""
    seat: int
    purpose: str
    """The kind of move, or with a word behind a dot where it has draws of several sorts."""
    n: int
    """The how manieth of its kind for this seat, from 1."""
    name: str
    """What went into the draw, `classic/1/spin/3`."""
    of: tuple[tuple[str, int], ...]
    """What was wanted, as in a ChanceField: `(("d6", 2),)`, `(("sectors", 8),)`."""
    weights: tuple[int, ...]
    """Of the sectors; empty when all are alike."""
    values: tuple[int, ...]
    again: bool
    """The same name was drawn before, taken back, and asked for once more: the values are the same."""
    commitment: int
    """Which commitment's seed it came from, from 0."""
    asked: Mapping[str, Json] | None = None
    """The fields of the move that were fixed before it; None in older games, which did not keep them."""
    moment: tuple[int, int] | None = None
    """When it was made, as `Table.moment` says; None likewise."""
    occasion: tuple[int, int] | None = None
    """What it was made for, as `Table.occasion` says; None in older games, which go on by the moment."""

    @property
    def spent_key(self) -> tuple[str, int]:
        """What a typed result in its place spends."""
        return self.purpose, self.n


def draws_chance(game: Game) -> bool:
    """Whether a game has moves of chance at all."""
    return any("chance" in cls.__dataclass_fields__ for cls in game.moves.values())  # type: ignore[attr-defined]  # every move is a dataclass


def fair(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
    """The values that this seed has for a draw of this name: dice from 1, sectors from 0, one after the other."""
    stream = numbers(seed, name)
    values: list[int] = []
    for kind, count in wanted.draws:
        if kind == "sectors":
            values.append(weighted(wanted.weights or (1,) * count, stream))
        else:
            values.extend(dice((int(kind.removeprefix("d")),) * count, stream))
    return tuple(values)


def fixed_fields(move: Mapping[str, Json]) -> dict[str, Json]:
    """What a whole move, as JSON, has fixed before its chance is drawn."""
    return {name: value for name, value in move.items() if _is_fixed(name, value)}


def says_otherwise(move: Mapping[str, Json], draw: Drawn) -> bool:
    """Whether a move says otherwise than was asked when its chance was drawn: it was corrected afterwards."""
    return draw.asked is not None and canonical(fixed_fields(move)) != canonical(dict(draw.asked))


def _is_fixed(name: str, value: Json) -> bool:
    return name not in ("move", "chance") and value is not None


def make_draw(  # noqa: PLR0913 - what is drawn, then by name from what
    name: DrawName,
    wanted: ChanceField,
    fixed: Mapping[str, Json],
    moment: tuple[int, int],
    *,
    occasion: tuple[int, int],
    earlier: Sequence[Drawn],
    commitments: Sequence[Commitment],
    draw: Draw = fair,
) -> Drawn:
    """The draw of this name.

    Args:
        name: Whose it is, what for, and the how manieth.
        wanted: The dice, or the sectors with their weights.
        asked: What was fixed before it.
        moment: When it is made.
        occasion: What it is made for.
        earlier: Every draw there ever was, oldest first. One of the same name brings the same again, so that nobody
            fishes for a better one, not even by taking the end of a game back, after which a new seed is in force.
        commitments: At least one; the last is in force.
        draw: Where the values come from.
    """
    first = first_of(earlier, str(name))
    if first is not None and (first.of, first.weights) == (wanted.draws, wanted.weights):
        number = len(earlier)
        return replace(first, number=number, again=True, asked=fixed, moment=moment, occasion=occasion)
    commitment_index = first.commitment if first is not None else len(commitments) - 1
    values = tuple(draw(commitments[commitment_index].seed, str(name), wanted))
    result = (str(name), wanted.draws, wanted.weights, values)
    repeated, context = first is not None, (fixed, moment, occasion)
    return Drawn(len(earlier), name.seat, name.purpose, name.n, *result, repeated, commitment_index, *context)


def first_of(earlier: Iterable[Drawn], name: str) -> Drawn | None:
    """The first draw of this name, None if there was none."""
    return next((draw for draw in earlier if draw.name == name), None)


def to_body(draw: Drawn) -> dict[str, Any]:
    """What the journal keeps of a draw besides its values, which are in the move."""
    body: dict[str, Any] = {"name": draw.name, "n": draw.n, "of": [list(part) for part in draw.of]}
    body["weights"] = list(draw.weights)
    if draw.asked is not None and draw.moment is not None:
        body |= {"asked": dict(draw.asked), "moment": list(draw.moment)}
    if draw.occasion is not None:
        body["occasion"] = list(draw.occasion)
    return body


def from_body(body: Any, seat: int, kind: str, values: Sequence[int], earlier: Sequence[Drawn], last: int) -> Drawn:
    """The draw that a row of the journal speaks of; `last` is the commitment in force, from 0.

    Raises KeyError, TypeError or ValueError for what is no such thing.
    """
    of = tuple((str(sort), int(count)) for sort, count in body["of"])
    name = str(body["name"])
    if not (whole_numbers(values) and whole_numbers(body["weights"]) and plain(body.get("asked"))):
        raise ValueError("no values of a draw")
    if not isinstance(body.get("asked"), dict | None):
        raise ValueError("a draw that asks nothing")
    first = first_of(earlier, name)
    purpose = name.split("/")[2]
    if purpose.partition(".")[0] != kind:
        raise ValueError(f"a draw for {purpose} is none for {kind}")
    weights = tuple(body["weights"])
    # Older draws of a name for other dice came from the seed in force by then.
    same_seed = first is not None and ("asked" in body or (first.of, first.weights) == (of, weights))
    source = first.commitment if first is not None and same_seed else last
    moment, occasion = (_pair(body[name]) if name in body else None for name in ("moment", "occasion"))
    result = (name, of, weights, tuple(values))
    drawn = Drawn(len(earlier), seat, purpose, int(body["n"]), *result, first is not None, source)
    return replace(drawn, asked=body.get("asked"), moment=moment, occasion=occasion)


def _pair(value: Any) -> tuple[int, int]:
    first, second = value
    return int(first), int(second)
