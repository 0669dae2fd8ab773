"""The two protocols that a game implements: `Game`, its facts and set-up, and `Match`, the rules of one match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from companion.rules import codec
from companion.rules.components import Component
from companion.rules.copied_parts import Accessories
from companion.rules.fields import Field, FieldValues, Gap, Items, Json, SetupField
from companion.rules.moves import Line, Move
from companion.rules.offers import Offer
from companion.rules.rule_errors import MalformedError
from companion.rules.scene import Animation, Scene, SeatNote
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer
from companion.support.frozen_dataclasses import frozen


class Game(Protocol):
    """A game as a product: its facts, its set-up options, and how a match of it begins.

    A game is stateless and shared. Everything that depends on players and options is a question for the `Match` that
    `begin` returns.
    """

    id: str
    rules_version: int
    """Version of the rules. It goes up with every change after which the same moves could lead to another state."""
    compatible_versions: frozenset[int]
    """Versions of the rules under which every game leads to the same states as today, the current version included."""
    seats: range
    """Allowed numbers of players."""
    colours: tuple[str, ...]
    """Colours of the pieces in the box. The default colour of seat 1 is the first, of seat 2 the second, and so on."""
    moves: Mapping[str, type[Move]]
    """Move classes by kind, those of every way of tracking included."""
    trackings: tuple[str, ...]
    """Ways of tracking a game, as the option `tracking` names them, the default first; empty if there is only one."""
    state_type: type[Any]
    options_schema: Mapping[str, Any]
    """JSON Schema of the set-up options."""
    figures: Mapping[str, Any]
    """Shipped figures (prices, tracks and other numbers of the rules), by table. An owner's figures override them."""
    accessories: Accessories
    """Accessories that can be used without a game, and parts that the owner copies once from the printed game."""
    words: str
    """Name of the package whose `words` folder holds the catalogues, one file a language; empty for a game without
    texts."""
    bgg_id: int | None
    """Number of the printed game at BoardGameGeek, by which other programs find it; None if it has none."""
    scenes_tested: bool
    """True if tests ensure that the scenes and animations name only existing things. For any other game they are
    checked each time they are made, and invalid parts are left out."""
    reserved_names: frozenset[str]
    """Words that only this game uses. No identifier outside its folder may contain them."""

    def moves_of(self, tracking: str | None = None) -> Mapping[str, type[Move]]:
        """Return the move classes of one way of tracking, by kind; of all ways for None."""

    def colours_per_seat(self, seats: int) -> int:
        """Return the number of piece colours that each seat has with this number of players."""

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        """Return the options that a table of this size may choose before the game begins.

        The name of each field is its key in `options`.
        """

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> NewMatch:
        """Return a new match, its first state, and the lines of what everyone starts with (entry 0).

        Raises MalformedError for a wrong number of seats, and for an unknown option or one that is out of bounds.
        """


class Match(Protocol):
    """The rules of one match: its players, options and figures, and functions of a state.

    The caller keeps the state; a match stores none. A state is a frozen dataclass that only its own game looks into. It
    contains no figures and no options. No method draws chance, reads a clock or changes its arguments, and no cost
    grows with the length of the game.
    """

    @property
    def game(self) -> Game:
        """The game that this is a match of."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players, from seat 1."""

    @property
    def colours(self) -> tuple[tuple[str, ...], ...]:
        """Piece colours of each seat, from seat 1; the first of them is the main colour of the seat."""

    @property
    def options(self) -> Mapping[str, Json]:
        """Options as they were given, secrets included. Never show them to a player: use `options_view`."""

    @property
    def edition(self) -> Any:
        """Figures of this match, as a frozen dataclass."""

    def play(self, state: Any, seat: int, move: Move) -> tuple[Any, tuple[Line, ...]]:
        """Return the state after this move of this seat, and the lines it books.

        This is the only way to advance a game, and it validates the move completely. Raises IllegalMoveError. The given
        state is not changed.
        """

    def over(self, state: Any) -> bool:
        """Return whether the game has ended. True if and only if `active_seats` is empty."""

    def active_seats(self, state: Any) -> tuple[int, ...]:
        """Return the seats that have to act before the game can go on.

        This can differ from `turn`: several seats may have to act at once, or another seat during somebody's turn.
        """

    def turn(self, state: Any) -> int | None:
        """Return the seat whose turn it is; None if it is nobody's, and after the end."""

    def turn_no(self, state: Any) -> int | None:
        """Return the number of the current turn, from 1; None in a phase that is nobody's turn, and after the end.

        Equal numbers mean the same turn.
        """

    def round(self, state: Any) -> int | None:
        """Return the number of the current round, from 1; None in a game without rounds."""

    @property
    def rounds(self) -> int | None:
        """Total number of rounds; None in a game without rounds, and if the number is not known in advance."""

    def offers(self, state: Any, seat: int) -> tuple[Offer, ...]:
        """Return the moves that this seat can consider now, in display order, refused ones included.

        `correct` is not among them; the program adds it. `play` accepts a complete offer as it is, or refuses it with
        the offer's own reason. An incomplete offer opens the form of its kind.
        """

    def next_pick(self, state: Any, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
        """Return the next field of the form of this kind of move; None if the move is complete. Not for `correct`.

        `chosen` contains finished fields only. If the next field is a list, `items` are the items taken for it so far,
        in the order in which they were taken. Raises IllegalMoveError if the kind is refused now, MalformedError if it
        does not exist.
        """

    def player_view(self, state: Any, viewer: Viewer) -> Any:
        """Return the state without what this viewer may not know, as a dataclass.

        This is the only place where secrets are hidden. All methods that take a `view` take the result of this one. If
        the views of two states are equal, every other answer for that viewer must be equal too.
        """

    def holdings(self, view: Any, seat: int) -> dict[str, Json]:
        """Return what a seat holds, by component name, in display order.

        A value that the viewer may not know is None; its key is always present.
        """

    def totals(self, view: Any) -> tuple[Total, ...]:
        """Return the current total of each seat, from seat 1."""

    def bounds(self, view: Any) -> tuple[Bounds, ...]:
        """Return the lowest and highest total that each seat can still reach, from seat 1, as far as the view tells.

        Empty if the game does not compute bounds. Unlike `totals` this may be slow: it is called once per state and
        viewer, and only where the bounds are displayed. `match_functions.narrow_bounds` says which are.
        """

    @property
    def unit(self) -> str:
        """Name of the component that the totals count."""

    def component(self, name: str) -> Component:
        """Return the component of this name.

        Names come from keys and list entries of the holdings, from `what` of a line, and so on. The result is the same
        for every viewer. Raises UnknownComponentError if the match has no such component.
        """

    def seat_component(self, seat: int, name: str) -> Component:
        """Return the component of this name in the words of a seat: its red camel. Raises UnknownComponentError."""

    def correctable(self, state: Any, seat: int) -> tuple[Correctable, ...]:
        """Return the components that `correct` may name for this seat, in display order."""

    def move_view(self, before: Any, seat: int, move: Move, now: Any, viewer: Viewer) -> dict[str, Json]:
        """Return the move as JSON for this viewer, with null for what is still secret in the state `now`."""

    def describe_move(self, before: Any, seat: int, move: Move, after: Any, now: Any, viewer: Viewer) -> Text:
        """Return a short description of a move, for histories and for the line of the last event.

        It hides the same facts as `move_view`.
        """

    def follow_renames(self, old: PlayedMove, new: PlayedMove, later: Sequence[SeatMove]) -> tuple[Move, ...]:
        """Return all later moves as they must read after a seat's earlier move was amended from `old` to `new`.

        If the amendment gave something another name, such as a card or a die, later moves of any seat use the new name
        as well. All others are returned unchanged, and so is whatever a move keeps secret.
        """

    def pending_gains(self, before: Any, after: Any, seat: int) -> tuple[str, ...]:
        """Return what this seat newly has coming after a move between these states, as component names.

        The result reveals nothing that the seat does not see in the state before the move.
        """

    def outcome_is_secret(self, before: Any, after: Any) -> bool:
        """Return whether the outcome of a move between these states would reveal what seats hide before it.

        A viewer from whom something is hidden gets an empty preview then, which does not even say whether the game
        ends. False where the end is certain, and where nothing depends on what others hide.
        """

    def describe_turn(self, moves: Sequence[PlayedMove], now: Any, viewer: Viewer) -> Text | None:
        """Return one line that sums up these moves of one turn or phase; None to describe each move instead.

        It hides the same facts as `move_view`. Corrections are never among the moves.
        """

    def seat_notes(self, view: Any, seat: int) -> tuple[SeatNote[Text], ...]:
        """Return short notes to show beside a seat's name: its position, its progress, what it lacks.

        A text may have a brief form for the small screen.
        """

    def scene(self, view: Any, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        """Return everything else there is to see, the most important first: the printed parts and what is on them now.

        `viewer` decides about texts that are for one seat only. `announced` holds the fields that were fixed before a
        throw that is not made yet; None if nothing is announced.
        """

    def arrivals(self, before: Any, after: Any) -> tuple[str, ...]:
        """Return the parts of the scene that appeared between these two states; both are results of `player_view`.

        Cards and tiles are given by component name, if that is unique; pieces by id. Something that was there face down
        arrives when it becomes known. The program uses this to note for each part which entry brought it.
        """

    def animations(
        self, before: Any, seat: int, move: Move, after: Any, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        """Return the animations to play after this move, in order. They hide the same facts as `move_view`.

        `lines` are all lines that the move booked. The end of the game (`Final`) is the last animation.
        """

    def options_view(self, viewer: Viewer) -> dict[str, Json]:
        """Return the options, with null for what this viewer may not know."""

    def rematch(self) -> Rematch:
        """Return names, colours and options for the next match of the same players."""


@frozen
class Total:
    """The total of a seat, as far as one viewer may know it."""

    value: int | None
    """The total itself; None while it is secret."""
    public: int
    """Total that everybody may see: `value` itself, or its public part."""
    order: tuple[int, ...]
    """Ranking key; a greater tuple ranks higher. It contains no secrets and is the same for every viewer."""
    ties: Text | None = None
    """The tie-break in words, if it can be shown."""


Bounds: TypeAlias = tuple[int | None, int | None]
"""Lowest and highest total still possible, as far as a viewer can know; None where nothing is said."""


@frozen
class Ranking:
    """A seat's current rank. Seats that share a rank are equal in every tie-break of the game."""

    seat: int
    rank: int
    total: int


@frozen
class CorrectablePlace:
    """A place of a track where a correction may put a piece."""

    touch: str
    """Name of the place for choices, as in the scene."""
    label: Text


@frozen
class Correctable:
    """A component that `correct` may name for a seat."""

    what: str
    """Component name, as in the holdings."""
    low: int
    high: int
    """`low` and `high` are the least and the greatest change that a correction may make."""
    secret: bool = False
    """True if only the seat itself may know the amount, or that it holds any."""
    gaps: tuple[Gap, ...] = ()
    """Changes between `low` and `high` that are refused now, with the reason. Everyone may read it."""
    now: int | None = None
    """Present amount, or the present place as an index of `places`. Forms then ask for the new one.

    None if there is no such amount: forms ask for the difference."""
    piece: str | None = None
    """Id of the piece in the scene, if the component is its place on a track."""
    places: tuple[CorrectablePlace, ...] = ()
    """All places of that track, in its order."""


@frozen
class Rematch:
    """Names, colours and options of the next match, without anything that was dealt."""

    names: tuple[str, ...]
    """Names from seat 1. The first seat moves to the end, so that everyone begins once, unless the youngest begins."""
    colours: tuple[tuple[str, ...], ...]
    """Piece colours of each seat; players keep theirs."""
    options: dict[str, Json]
    """House rules and edition, without the colours."""


@frozen
class PlayedMove:
    """A move that was made in a turn or phase, with the states around it and the lines that belong there."""

    before: Any
    seat: int
    move: Move
    after: Any
    lines: tuple[Line, ...]


SeatMove: TypeAlias = tuple[int, Move]
"""A move with its seat, from 1."""
NewMatch = tuple[Match, Any, tuple[Line, ...]]
"""Result of `Game.begin`: the match, its first state, and the lines of what everyone starts with (entry 0)."""


def visible_setup_form(game: Game, seats: int) -> tuple[SetupField, ...]:
    """Return the set-up options that a form may show: all except those that are secrets of a seat."""
    return tuple(option for option in game.setup_form(seats) if not option.secret)


def has_chosen_colours(game: Game) -> bool:
    """Return whether players may choose their colours."""
    return "colours" in game.options_schema.get("properties", {})


def figure_tables(game: Game) -> tuple[str, ...]:
    """Return the names of the figure tables that an edition of this game may have."""
    options = game.options_schema["properties"]
    return tuple(name for name, schema in options.items() if schema.get("type") == "object")


def move_from_json(game: Game, body: Mapping[str, object]) -> Move:
    """Return the move of a JSON object without its seat. Raises MalformedError."""
    kind = body.get("move")
    if not isinstance(kind, str) or kind not in game.moves:
        raise MalformedError(say("error.unknown_move", move=str(kind)), "move")
    fields = {name: value for name, value in body.items() if name != "move"}
    return codec.from_json(game.moves[kind], fields)


def move_to_json(move: Move) -> dict[str, Json]:
    """Return the move as JSON, without its seat."""
    return {"move": move.kind, **codec.to_json(move)}


def moves_schema(game: Game, tracking: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of one entry line of a moves file, for one way of tracking or for all."""
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


def find_game(name: object, games: Iterable[Game]) -> Game:
    """Return the game with this id. Raises MalformedError for an unknown id."""
    candidates = tuple(games)
    for game in candidates:
        if game.id == name:
            return game
    raise MalformedError(say("error.unknown_game", game=str(name), games=", ".join(g.id for g in candidates)), "game")
