"""What every game is to the rest of the house: the box on the shelf, its moves, and how a match of it begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from companion.rules import codec
from companion.rules.accessories import Accessories
from companion.rules.errors import MalformedError
from companion.rules.fields import Json, SetupField
from companion.rules.sheet import Line
from companion.rules.text import say

if TYPE_CHECKING:
    from companion.rules.match import Match


class Move:
    """Base of all moves: frozen dataclasses that name their kind."""

    __slots__ = ()
    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Correct(Move):
    """The table is right: record by hand what the rules would refuse. Any seat, any time before the end."""

    kind: ClassVar[str] = "correct"
    what: str
    """A name that the game lets be corrected, as in the view's holdings."""
    by: int
    """How much more (or, below zero, less) there is."""
    note: str = ""


LONGEST_NOTE = 200
Begun = tuple["Match", Any, tuple[Line, ...]]
"""What beginning a game gives: the match, the first state, and the lines of what everyone starts with (entry 0)."""


class Game(Protocol):
    """A game, the box on the shelf: what may be played with it, and how a match of it begins.

    What is asked while it is played is asked of the `Match` that `begin` gives.
    """

    id: str
    rules_version: int
    """Goes up with every change of rules that could make the same moves lead elsewhere."""
    plays_alike: frozenset[int]
    """The versions whose moves lead to the same states as the present rules do, the present one among them."""
    seats: range
    """How many may play."""
    colours: tuple[str, ...]
    """The colours that the pieces in the box have; a seat's default is that of its number."""
    moves: Mapping[str, type[Move]]
    """The kinds of moves by name, of every way of tracking."""
    trackings: tuple[str, ...]
    """The ways of tracking, as the option `tracking` names them, the usual one first; none where there is one way."""
    state_type: type[Any]
    options_schema: Mapping[str, Any]
    """JSON Schema of the set-up options."""
    figures: Mapping[str, Any]
    """The shipped figures, by table, which an owner's own are laid over."""
    accessories: Accessories
    """What it lends to a table without a game, and what its owner copies once."""
    words: str
    """The package in whose folder `words` are its catalogues, one a language; empty for a game without words."""
    own_names: frozenset[str]
    """Words that nothing outside its folder may have as a name: what it speaks of and no other game does."""

    def moves_of(self, tracking: str | None = None) -> Mapping[str, type[Move]]:
        """The kinds of moves that this way of tracking asks for; of every way for None."""

    def colours_each(self, seats: int) -> int:
        """How many colours of pieces each seat has when this many play."""

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        """The options that a table of this many may choose before it begins; each goes into `options` by its name."""

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> Begun:
        """A match, its state before the first move, and the lines of what everyone starts with (entry 0).

        Raises MalformedError for a wrong number of seats or an option that is unknown or out of its bounds.
        """


def setup_shown(game: Game, seats: int) -> tuple[SetupField, ...]:
    """The set-up options that a form may show: all but those that are a seat's secret."""
    return tuple(option for option in game.setup_form(seats) if not option.secret)


def move_from_json(game: Game, body: Mapping[str, object]) -> Move:
    """The move that this JSON says; `seat` is not part of it. Raises MalformedError."""
    kind = body.get("move")
    if not isinstance(kind, str) or kind not in game.moves:
        raise MalformedError(say("error.unknown_move", move=str(kind)), "move")
    fields = {name: value for name, value in body.items() if name != "move"}
    return codec.from_json(game.moves[kind], fields)


def move_to_json(move: Move) -> dict[str, Json]:
    """The move as JSON, without the seat."""
    return {"move": move.kind, **codec.to_json(move)}


def moves_schema(game: Game, tracking: str | None = None) -> dict[str, Any]:
    """The JSON Schema of one entry line of a moves file of this game, for one way of tracking or for all."""
    entries = []
    for kind, cls in game.moves_of(tracking).items():
        entry = codec.schema_of(cls)
        entry["properties"] = {
            "seat": {"type": "integer", "minimum": 1, "maximum": game.seats[-1]},
            "move": {"const": kind},
            **entry["properties"],
        }
        entry["required"] = ["seat", "move", *entry["required"]]
        entry["description"] = " ".join((cls.__doc__ or "").split())
        entries.append(entry)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.id} moves",
        "oneOf": entries,
    }


def game_named(name: object, games: Iterable[Game]) -> Game:
    """The game of this id among those. Raises MalformedError for any other name."""
    known = tuple(games)
    for game in known:
        if game.id == name:
            return game
    raise MalformedError(say("error.unknown_game", game=str(name), games=", ".join(g.id for g in known)), "game")
