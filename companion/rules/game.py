"""What every game is to the rest of the house: the protocol, and what the session and the views may ask of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from companion.rules import codec
from companion.rules.errors import IllegalMoveError, MalformedError
from companion.rules.fields import Chosen, Field, Json, Option, Quick, SetupField
from companion.rules.sheet import Line
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer


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


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's place at this moment. Seats that share a rank are equal by every tie-break of the game."""

    seat: int
    rank: int
    total: int


S = TypeVar("S")
LONGEST_NAME = 40
LONGEST_NOTE = 200


class Game(Protocol[S]):
    """A game: facts in, facts out. A state is a frozen dataclass that only its own game looks into.

    Nothing here draws chance, reads a clock or changes what it is given, and no cost grows with the length of a game.
    """

    id: str
    seats: range
    """How many may play."""
    colours: tuple[str, ...]
    """The colours that the pieces in the box have; a seat's default is that of its number."""
    moves: Mapping[str, type[Move]]
    """The kinds of moves by name."""
    state_type: type[S]
    options_schema: Mapping[str, Any]
    """JSON Schema of the set-up options."""

    def colours_each(self, seats: int) -> int:
        """How many colours of pieces each seat has when this many play."""

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        """The options that a table of this many may choose before it begins; each goes into `options` by its name."""

    def setup(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[S, tuple[Line, ...]]:
        """The state before the first move, and the lines of what everyone starts with (entry 0).

        Raises MalformedError for a wrong number of seats or an option that is unknown or out of its bounds.
        """

    def play(self, state: S, seat: int, move: Move) -> tuple[S, tuple[Line, ...]]:
        """The state after this move of this seat, and its lines. The only way forward; checks everything.

        Raises IllegalMoveError; the state given is never changed.
        """

    def waiting(self, state: S) -> tuple[int, ...]:
        """Who may act, `correct` aside; nobody when the game is over. Not the same as whose turn it is."""

    def turn(self, state: S) -> int | None:
        """Whose turn it is; None when nobody's, or over."""

    def round(self, state: S) -> int | None:
        """The round, from 1, for games that have rounds."""

    def over(self, state: S) -> bool:
        """Whether the game has ended."""

    def standings(self, state: S) -> tuple[Standing, ...]:
        """Every seat's place by rank, then seat, with nothing in it that is secret yet: whoever looks may see it."""

    def totals(self, state: S, viewer: Viewer) -> tuple[int | None, ...]:
        """Each seat's total, by seat, as this viewer may know it; None where it is a secret until the end."""

    def options(self, state: S, seat: int) -> tuple[Option, ...]:
        """The kinds of moves that this seat may think of now, refused ones with their reason."""

    def next_field(self, state: S, seat: int, kind: str, chosen: Chosen) -> Field | None:
        """The next field of this kind of move after what is chosen; None when the move is whole.

        Raises IllegalMoveError when the kind is refused now, MalformedError when there is no such kind.
        """

    def quick(self, state: S, seat: int) -> tuple[Quick, ...]:
        """The whole moves worth a key of their own, the usual one first."""

    def correctable(self, state: S, seat: int) -> tuple[tuple[str, int, int], ...]:
        """What `correct` may name for this seat, with the least and the most it may be corrected by."""

    def holdings(self, state: S, viewer: Viewer) -> dict[str, dict[str, Json]]:
        """What each seat holds, by seat number as a string; what this viewer may not see is null, its key stays."""

    def state_view(self, state: S, viewer: Viewer) -> dict[str, Json]:
        """The state as JSON with what this viewer may not see as null. Its form is no contract."""

    def move_view(self, state: S, seat: int, move: Move, viewer: Viewer) -> dict[str, Json]:
        """The move as JSON as this viewer may see it, what is secret as null. `state` is the one before the move."""

    def tell(self, before: S, seat: int, move: Move, after: S, viewer: Viewer) -> Text:
        """What happened, in a few words, for histories and the line of the last event."""

    def seat_colours(self, state: S) -> tuple[tuple[str, ...], ...]:
        """The colours of each seat's pieces, the seat's own first."""


def move_from_json(game: Game[Any], body: Mapping[str, object]) -> Move:
    """The move that this JSON says; `seat` is not part of it. Raises MalformedError."""
    kind = body.get("move")
    if not isinstance(kind, str) or kind not in game.moves:
        raise MalformedError(say("error.unknown_move", move=str(kind)), "move")
    fields = {name: value for name, value in body.items() if name != "move"}
    return codec.from_json(game.moves[kind], fields)


def move_to_json(move: Move) -> dict[str, Json]:
    """The move as JSON, without the seat."""
    return {"move": move.kind, **codec.to_json(move)}


def moves_schema(game: Game[Any]) -> dict[str, Any]:
    """The JSON Schema of one entry line of a moves file of this game."""
    entries = []
    for kind, cls in game.moves.items():
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


def check_correction(move: Correct, correctable: Sequence[tuple[str, int, int]], *, over: bool) -> None:
    """Refuse a correction after the end, of what the game does not know, of nothing, or beyond its bounds.

    `correctable` is what `Game.correctable` says of the seat. Raises IllegalMoveError.
    """
    if over:
        raise IllegalMoveError(say("refused.over"))
    bounds = {what: (low, high) for what, low, high in correctable}
    if move.what not in bounds:
        raise IllegalMoveError(say("refused.correct_what", what=move.what, names=", ".join(bounds)))
    low, high = bounds[move.what]
    if move.by == 0 or not low <= move.by <= high:
        raise IllegalMoveError(say("refused.correct_by", what=move.what, low=low, high=high))
    if len(move.note) > LONGEST_NOTE:
        raise IllegalMoveError(say("refused.correct_note", most=LONGEST_NOTE))


def check_names(names: Sequence[object], seats: range) -> tuple[str, ...]:
    """The names of the seats, checked: as many as the game seats, short, printable, each its own.

    Raises MalformedError with the path of the one that will not do.
    """
    if not isinstance(names, list | tuple) or len(names) not in seats:
        raise MalformedError(say("error.seats", low=seats[0], high=seats[-1]), "seats")
    checked: list[str] = []
    for i, name in enumerate(names):
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise MalformedError(say("error.name", most=LONGEST_NAME), f"seats.{i}")
        if name.casefold() in (other.casefold() for other in checked):
            raise MalformedError(say("error.name_twice", name=name), f"seats.{i}")
        checked.append(name)
    return tuple(checked)


def ranked(scores: Sequence[tuple[int, tuple[int, ...]]]) -> tuple[Standing, ...]:
    """Standings from each seat's total and tie-breakers, more being better; equal seats share a rank."""
    keys = [(total, *ties) for total, ties in scores]
    places = [
        Standing(seat, 1 + sum(other > key for other in keys), scores[seat - 1][0]) for seat, key in enumerate(keys, 1)
    ]
    return tuple(sorted(places, key=lambda place: (place.rank, place.seat)))
