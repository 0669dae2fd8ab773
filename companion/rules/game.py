"""The two protocols that every game fulfils: `Game`, the box on the shelf, and `Match`, the box opened tonight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from companion.rules import codec
from companion.rules.accessories import Accessories
from companion.rules.components import Component
from companion.rules.fields import Chosen, Field, Items, Json, SetupField
from companion.rules.moves import Line, Move
from companion.rules.offers import Offer
from companion.rules.rule_errors import MalformedError
from companion.rules.scene import Animation, Scene, SeatNote
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer
from companion.support.frozen import frozen


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
    scenes_tested: bool
    """Tests make sure that its scenes and ceremonies name only what there is. Those of other games are checked whenever
    they are made, and what is wrong is left out."""
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


class Match(Protocol):
    """A box opened tonight: who plays, by which figures and options. It is asked about states, and keeps none.

    A state is a frozen dataclass that only its own game looks into; it has no figures and no options. Nothing here
    draws chance, reads a clock or changes what it is given, and no cost grows with the length of a game.
    """

    @property
    def game(self) -> Game:
        """The box on the shelf."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the seats, from seat 1."""

    @property
    def colours(self) -> tuple[tuple[str, ...], ...]:
        """The colours of each seat's pieces, the seat's own first."""

    @property
    def options(self) -> Mapping[str, Json]:
        """The options as they were given, secret ones included: only `options_view` may leave the house."""

    @property
    def edition(self) -> Any:
        """The figures that are played by, a frozen dataclass."""

    def play(self, state: Any, seat: int, move: Move) -> tuple[Any, tuple[Line, ...]]:
        """The state after this move of this seat, and its lines. The only way forward; checks everything.

        Raises IllegalMoveError; the state given is never changed.
        """

    def over(self, state: Any) -> bool:
        """Whether the game has ended: exactly when nobody is waited for."""

    def active_seats(self, state: Any) -> tuple[int, ...]:
        """Whom the game cannot go on without. Not the same as whose turn it is."""

    def turn(self, state: Any) -> int | None:
        """Whose turn it is; None when nobody's, or over."""

    def turn_no(self, state: Any) -> int | None:
        """Which turn it is, counted from 1: equal numbers are one turn. None in a phase, or over."""

    def round(self, state: Any) -> int | None:
        """The round, from 1, for games that have rounds."""

    @property
    def rounds(self) -> int | None:
        """How many rounds there are in all; None for a game without rounds, and where nobody can know."""

    def offers(self, state: Any, seat: int) -> tuple[Offer, ...]:
        """What this seat may think of now, in the order it is shown, also what is refused; `correct` is the house's.

        What is whole is accepted by `play` as it stands, or refused for the same reason; what is not opens the form of
        its kind.
        """

    def next_pick(self, state: Any, seat: int, kind: str, chosen: Chosen, items: Items) -> Field | None:
        """The next field of this kind of move after what is chosen; None when the move is whole. Not for `correct`.

        `chosen` holds finished fields alone. Where the next one is a list, `items` are those taken of it so far, in the
        order they were taken. Raises IllegalMoveError when the kind is refused now, MalformedError when there is no
        such kind.
        """

    def player_view(self, state: Any, viewer: Viewer) -> Any:
        """The state with what this viewer may not know left out: the one place of masking, a dataclass.

        Two states that are seen alike give that viewer the same answers to whatever else may be asked.
        """

    def holdings(self, seen: Any, seat: int) -> dict[str, Json]:
        """What a seat holds, in the order it is shown; what the viewer may not see is null, its key stays."""

    def totals(self, seen: Any) -> tuple[Total, ...]:
        """What each seat has come to, from seat 1."""

    def bounds(self, seen: Any) -> tuple[Bounds, ...]:
        """The least and the most that each seat can still come to, from seat 1, as far as `seen` tells.

        Empty where the game does not say. Unlike totals they may take their time: they are asked for once a state and
        viewer, where they are shown.
        """

    @property
    def unit(self) -> str:
        """What the totals count, by the name of the thing."""

    def component(self, name: str) -> Component:
        """The thing of this name: every key of the holdings and entry of a list there, `what` of a line, and the like.

        What it says is the same for every viewer. Raises UnknownComponentError for a name that is none of this match.
        """

    def correctable(self, state: Any, seat: int) -> tuple[Correctable, ...]:
        """What `correct` may name for this seat, in the order it is shown."""

    def move_view(self, before: Any, seat: int, move: Move, now: Any, viewer: Viewer) -> dict[str, Json]:
        """The move as JSON as this viewer may see it, with null for what is still secret in the state `now`."""

    def tell(self, before: Any, seat: int, move: Move, after: Any, now: Any, viewer: Viewer) -> Text:
        """What happened, in a few words, for histories and the line of the last event; hides as `move_view` does."""

    def follow_rename(self, old: Move, new: Move, later: Move) -> Move:
        """What a later move says once a seat's move was amended from `old` to `new`.

        Where that only gave a card or the like another name, the later move, whoever's, calls it so as well; anything
        else leaves it as it is, and so does what either move keeps secret.
        """

    def owed(self, before: Any, after: Any, seat: int) -> tuple[str, ...]:
        """What a move between these states has left waiting for this seat, by the names of the things.

        It tells nothing that the seat does not see in the first of the two.
        """

    def tell_turn(self, deeds: Sequence[PlayedMove], now: Any, viewer: Viewer) -> Text | None:
        """What these moves of one turn or phase brought, in one line; None where the words of each do as well.

        Hides as `tell` does. Corrections are never among them.
        """

    def seat_notes(self, seen: Any, seat: int) -> tuple[SeatNote[Text], ...]:
        """What is said of a seat beside its name, in a few words each: where it stands, how far it is, what it misses.

        A text may have a brief form for the little screen.
        """

    def scene(self, seen: Any, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        """What there is to see besides, the important first: what is printed, and what lies there now.

        `viewer` is whom it is told to, for what is said to one seat alone; `announced` are the fields that were fixed
        before a throw that has not been made yet, None where nothing is announced.
        """

    def arrivals(self, before: Any, after: Any) -> tuple[str, ...]:
        """What of the scene came with a move between these two states, both of them as `seen` gives them.

        Cards and tiles by the names of their things, where no other is called so; pieces by their ids. What lay there
        unknown comes once it is known. From this the house has each of them know the entry that brought it.
        """

    def animations(
        self, before: Any, seat: int, move: Move, after: Any, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        """What is played before everybody's eyes when this move was made, in this order; hides as `tell` does.

        `lines` are all that the move booked. An end (`Final`) is the last.
        """

    def options_view(self, viewer: Viewer) -> dict[str, Json]:
        """The options with null for what this viewer may not know."""

    def rematch(self) -> Rematch:
        """What the players of this match begin their next one with."""


@frozen
class Total:
    """What a seat has come to, as one viewer may know it."""

    value: int | None
    """None where it is a secret until the end."""
    shown: int
    """What stands for it in front of everybody: itself, or what is open of it."""
    order: tuple[int, ...]
    """What seats are ranked by, more being better. Nothing in it is secret: it is the same for every viewer."""
    ties: Text | None = None
    """What decides among equals, where that is to be seen."""


Bounds: TypeAlias = tuple[int | None, int | None]
"""The least and the most that a total can still come to, as far as a viewer can know; None where nothing is said."""


@frozen
class Ranking:
    """A seat's place at this moment. Seats that share a rank are equal by every tie-break of the game."""

    seat: int
    rank: int
    total: int


@frozen
class Correctable:
    """A thing that `correct` may name for a seat."""

    what: str
    """As in the view's holdings."""
    low: int
    high: int
    """The least and the most that it may be corrected by."""
    secret: bool = False
    """How much of it there is, or that it is held at all, is for its seat alone."""


@frozen
class Rematch:
    """What the next game begins with: names, and options without what was dealt."""

    names: tuple[str, ...]
    """Whoever sat first sits last, so that everyone begins once."""
    colours: tuple[tuple[str, ...], ...]
    """Of each seat's pieces: they move along with their players."""
    options: dict[str, Json]
    """House rules and edition, without the colours."""


@frozen
class PlayedMove:
    """A move of a turn or a phase, with the states around it and the lines that are told there."""

    before: Any
    seat: int
    move: Move
    after: Any
    lines: tuple[Line, ...]


Begun = tuple[Match, Any, tuple[Line, ...]]
"""What beginning a game gives: the match, the first state, and the lines of what everyone starts with (entry 0)."""


def setup_shown(game: Game, seats: int) -> tuple[SetupField, ...]:
    """The set-up options that a form may show: all but those that are a seat's secret."""
    return tuple(option for option in game.setup_form(seats) if not option.secret)


def tables_of(game: Game) -> tuple[str, ...]:
    """Return the names of the tables that an edition of this game may have."""
    options = game.options_schema["properties"]
    return tuple(name for name, schema in options.items() if schema.get("type") == "object")


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
