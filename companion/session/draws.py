"""Chance at a table: the seed committed to before play, and every draw there ever was, standing or taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.chance.draws import DrawName, dice, numbers, weighted
from companion.chance.seed import commitment, short_words
from companion.rules.fields import ChanceField
from companion.rules.game import Game

Draw = Callable[[bytes, str, ChanceField], tuple[int, ...]]
"""Draws chance: (seed, name of the draw, what is wanted) → the values in order."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """A seed that was committed to. What is shown of it is its SHA-256, until the game is over."""

    sha256: str
    """64 hexadecimal digits."""
    seed: bytes = field(repr=False)
    """Secret until it is revealed: nothing but the journal may hold it before."""
    revealed: bool = False

    @classmethod
    def to(cls, seed: bytes) -> Commitment:
        """The commitment to this seed. Raises ValueError when it is none."""
        return cls(commitment(seed), seed)

    @property
    def words(self) -> tuple[str, ...]:
        """The four words that stand for it at the table."""
        return short_words(self.sha256)

    @property
    def shown(self) -> str | None:
        """The seed in hexadecimal digits once it is revealed, None before."""
        return self.seed.hex() if self.revealed else None


@dataclass(frozen=True, slots=True)
class Drawn:
    """One asking for chance, as it was answered."""

    number: int
    """Its place among all draws of the game, from 0."""
    seat: int
    purpose: str
    """The kind of move."""
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


def draws_chance(game: Game[Any]) -> bool:
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


def drawn(
    game: str,
    seat: int,
    purpose: str,
    wanted: ChanceField,
    *,
    standing: Iterable[Drawn],
    earlier: Sequence[Drawn],
    commitments: Sequence[Commitment],
    draw: Draw = fair,
) -> Drawn:
    """The next draw of a seat for a purpose.

    Args:
        game: Which game is played; the first part of the draw's name.
        seat: Who draws, from 1.
        purpose: The kind of move.
        wanted: The dice, or the sectors with their weights.
        standing: The draws that stand, newest first.
        earlier: Every draw there ever was, oldest first. One of the same name brings the same again, so that nobody
            fishes for a better one, not even by taking the end of a game back, after which a new seed is in force.
        commitments: At least one; the last is in force.
        draw: Where the values come from.
    """
    n = 1 + next((one.n for one in standing if (one.seat, one.purpose) == (seat, purpose)), 0)
    name = str(DrawName(game, seat, purpose, n))
    before = next((one for one in earlier if one.name == name), None)
    if before is not None and (before.of, before.weights) == (wanted.draws, wanted.weights):
        return replace(before, number=len(earlier), again=True)
    values = tuple(draw(commitments[-1].seed, name, wanted))
    about = (name, wanted.draws, wanted.weights, values)
    return Drawn(len(earlier), seat, purpose, n, *about, before is not None, len(commitments) - 1)


def to_body(one: Drawn) -> dict[str, Any]:
    """What the journal keeps of a draw besides its values, which are in the move."""
    return {"name": one.name, "n": one.n, "of": [list(part) for part in one.of], "weights": list(one.weights)}


def from_body(body: Any, seat: int, purpose: str, values: Sequence[int], earlier: Sequence[Drawn], last: int) -> Drawn:
    """The draw that a row of the journal speaks of; `last` is the commitment in force, from 0.

    Raises KeyError, TypeError or ValueError for what is no such thing.
    """
    of = tuple((str(kind), int(count)) for kind, count in body["of"])
    before = next((one for one in earlier if one.name == body["name"]), None)
    weights = tuple(body["weights"])
    same = before is not None and (before.of, before.weights) == (of, weights)
    source = before.commitment if before is not None and same else last
    about = (str(body["name"]), of, weights, tuple(values))
    return Drawn(len(earlier), seat, purpose, int(body["n"]), *about, before is not None, source)
