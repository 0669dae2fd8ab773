"""Commands: everything that the box, a phone or a file can ask of the session.

Each command describes its fields once. The body that a phone sends, the checks of incoming values and the OpenAPI
description are all derived from that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import Enum
from typing import Any, ClassVar

from companion.rules import codec
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen


class FieldType(Enum):
    """The type of a command's field."""

    NUMBER = "number"
    """A whole number from 0."""
    NUMBERS = "numbers"
    WORD = "word"
    """A short text."""
    NAMES = "names"
    """Texts, one for each seat."""
    OBJECT = "object"
    """JSON that the game understands: a move or options."""
    MOVES = "moves"
    """Moves with their seats."""


@frozen
class FieldSpec:
    """The specification of a command's field."""

    name: str
    """Its name in a request body."""
    attribute: str
    """Its name in the command class."""
    type: FieldType
    description: str
    required: bool


def spec(field_type: FieldType, description: str = "", *, name: str | None = None) -> dict[str, Any]:
    """Return the metadata of a field: its type, a short description, and its name in a body if that differs."""
    return {"sort": field_type, "about": description, "name": name}


@frozen(kw_only=True)
class Command:
    """The base class of all commands."""

    do: ClassVar[str] = ""
    """Its name in a request body; empty for commands that have their own URL."""

    id: str | None = field(default=None, metadata=spec(FieldType.WORD))
    """An id that the sender chose. A second command with the same id gets the same answer and does nothing."""
    expected_seq: int | None = field(default=None, metadata=spec(FieldType.NUMBER))
    """The seq of the view that the sender saw. The command is refused if the game has moved on since."""
    expected_game: int | None = field(
        default=None, metadata=spec(FieldType.NUMBER, "Of the game that the asker sees.", name="number")
    )
    """The number of the game that the sender saw, 0 for none. The command is refused if another game is open."""
    source: str = field(default="box", metadata=spec(FieldType.WORD))

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Command:
        """Return the command with these fields, which have the names of a request body."""
        names = {field_spec.name: field_spec.attribute for field_spec in field_specs(cls)}
        return cls(**{names[name]: value for name, value in fields.items()})

    def field_values(self) -> Iterator[tuple[FieldSpec, object]]:
        """Yield every field with its value."""
        for field_spec in _field_specs(type(self)):
            yield field_spec, getattr(self, field_spec.attribute)


@frozen(kw_only=True)
class Play(Command):
    """Play moves of one or several seats in one press: one group, all or none. Moves are JSON, without the seat."""

    do: ClassVar[str] = "play"
    moves: tuple[tuple[int, dict[str, Any]], ...]

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Play:
        """Accept a body with one move and its seat, or with several as `moves`."""
        others = {name: value for name, value in fields.items() if name not in ("seat", "move", "moves")}
        return cls(moves=fields.get("moves") or ((fields["seat"], fields["move"]),), **others)

    def field_values(self) -> Iterator[tuple[FieldSpec, object]]:
        """Yield every field with its value, also the fields of each move."""
        seat_spec, move_spec, _ = _OF_PLAY
        for seat_and_move in self.moves:
            yield from ((seat_spec, seat_and_move[0]), (move_spec, seat_and_move[1]))
        yield from ((field_spec, getattr(self, field_spec.attribute)) for field_spec in _field_specs(Command))


_OF_PLAY = (
    FieldSpec("seat", "seat", FieldType.NUMBER, "", required=False),
    FieldSpec("move", "move", FieldType.OBJECT, "As a line of a moves file, without its seat.", required=False),
    FieldSpec("moves", "moves", FieldType.MOVES, "Instead of `seat` and `move`: several, all or none.", required=False),
)


@frozen(kw_only=True)
class TakeBack(Command):
    """Take back the last change; with a `seat` among several that act, only the seat's own moves of its last group.

    `without` names the later entries that no longer fit without these moves and are left out too. It must name exactly
    these.
    """

    do: ClassVar[str] = "take_back"
    seat: int | None = field(default=None, metadata=spec(FieldType.NUMBER))
    without: tuple[int, ...] = field(
        default=(), metadata=spec(FieldType.NUMBERS, "Later entries that no longer fit, to be left out.")
    )


@frozen(kw_only=True)
class Restore(Command):
    """Restore the change that was taken back last."""

    do: ClassVar[str] = "restore"


@frozen(kw_only=True)
class Amend(Command):
    """Replace an earlier entry by another move, or leave it out (`move` None), and replay the later ones.

    Entry 0 is the start of the game: then `names` and `options` hold what changes. `without` names the later entries
    that no longer fit and are left out too. It must name exactly these.
    """

    do: ClassVar[str] = "amend"
    entry: int = field(metadata=spec(FieldType.NUMBER, "Of the move, from 1; 0 for the beginning."))
    seat: int | None = field(default=None, metadata=spec(FieldType.NUMBER))
    move: dict[str, Any] | None = field(
        default=None,
        metadata=spec(FieldType.OBJECT, "As a line of a moves file, without its seat; null leaves the entry out."),
    )
    names: tuple[str, ...] | None = field(
        default=None, metadata=spec(FieldType.NAMES, "All names, by seat.", name="seats")
    )
    """All names in the order of the seats; None keeps them."""
    options: dict[str, Any] | None = field(default=None, metadata=spec(FieldType.OBJECT))
    """The options that change, by name; null removes an option. For an option that each seat keeps secret, an object by
    seat number."""
    without: tuple[int, ...] = field(
        default=(), metadata=spec(FieldType.NUMBERS, "Later entries that no longer fit, to be left out.")
    )


@frozen(kw_only=True)
class Insert(Command):
    """Insert a move before an earlier entry and replay the later ones. Its chance must be typed in. `without` as in
    Amend.
    """

    do: ClassVar[str] = "insert"
    entry: int = field(metadata=spec(FieldType.NUMBER, "The move that it comes before, from 1."))
    seat: int = field(metadata=spec(FieldType.NUMBER))
    move: dict[str, Any] = field(metadata=spec(FieldType.OBJECT, "As a line of a moves file, without its seat."))
    without: tuple[int, ...] = field(
        default=(), metadata=spec(FieldType.NUMBERS, "Later entries that no longer fit, to be left out.")
    )


@frozen(kw_only=True)
class StartGame(Command):
    """Start a game."""

    do: ClassVar[str] = "start"
    game: str = field(metadata=spec(FieldType.WORD, "What game to start."))
    names: tuple[str, ...] = field(metadata=spec(FieldType.NAMES, "All names, by seat.", name="seats"))
    options: dict[str, Any] = field(default_factory=dict, metadata=spec(FieldType.OBJECT))


@frozen(kw_only=True)
class OpenGame(Command):
    """Continue a saved game.

    `without` is for a game that began by other rules: it names the moves that the present rules refuse, which are left
    out. It must name exactly these.
    """

    do: ClassVar[str] = "open"
    number: int = field(metadata=spec(FieldType.NUMBER, "The number of the saved game.", name="game"))
    without: tuple[int, ...] = field(
        default=(), metadata=spec(FieldType.NUMBERS, "Moves that its present rules refuse, to be left out.")
    )


@frozen(kw_only=True)
class LeaveGame(Command):
    """Put the open game away. It is saved and can be opened again."""

    do: ClassVar[str] = "leave"


@frozen(kw_only=True)
class CloseGame(Command):
    """Close a game for good: the open one, or one that cannot be opened because it began by other rules (`number`)."""

    do: ClassVar[str] = "close"
    number: int | None = field(
        default=None, metadata=spec(FieldType.NUMBER, "The number of a saved game that cannot be opened.", name="game")
    )


@frozen(kw_only=True)
class ClaimSeat(Command):
    """Give a phone a seat of the open game, or make it a host (`seat` None). A phone has at most one seat."""

    seat: int | None = field(metadata=spec(FieldType.NUMBER))
    phone: str = field(metadata=spec(FieldType.WORD))
    """The digest of the token that the phone sends. The token itself is stored nowhere."""
    before: str | None = field(default=None, metadata=spec(FieldType.WORD))
    """The digest of the phone's token until now, if it has a role. It keeps its other roles."""
    epoch: int | None = field(default=None, metadata=spec(FieldType.NUMBER))
    """The epoch of the roles when the code was shown. The command is refused if all phones were forgotten since."""


@frozen(kw_only=True)
class RenewPhone(Command):
    """Give a phone a new token: the one with the digest `before` is no longer valid."""

    before: str = field(metadata=spec(FieldType.WORD))
    phone: str = field(metadata=spec(FieldType.WORD))


@frozen(kw_only=True)
class ReleaseSeat(Command):
    """Take a seat of the open game from the phone that has it. The phone keeps its other roles."""

    seat: int = field(metadata=spec(FieldType.NUMBER))
    phone: str | None = field(default=None, metadata=spec(FieldType.WORD))
    """The phone to take the seat from: nothing happens if another phone has it by now. None means any phone."""


@frozen(kw_only=True)
class ResignHost(Command):
    """Make a phone a host no longer. It keeps its seat."""

    phone: str = field(metadata=spec(FieldType.WORD))


@frozen(kw_only=True)
class ForgetPhones(Command):
    """Take every role from a phone, or from all phones (`phone` None)."""

    phone: str | None = field(default=None, metadata=spec(FieldType.WORD))


@frozen(kw_only=True)
class EraseGames(Command):
    """Erase a saved game, or all of them (`number` None), for good. An open game is put away first."""

    number: int | None = field(default=None, metadata=spec(FieldType.NUMBER))


@frozen(kw_only=True)
class ThrowFreeDice(Command):
    """Throw free dice, or spin the free wheel with one of its rings announced: exactly one of the two."""

    do: ClassVar[str] = "throw"
    dice: int | None = field(default=None, metadata=spec(FieldType.NUMBER, "How many free dice to throw."))
    route: str | None = field(
        default=None, metadata=spec(FieldType.WORD, "What to spin the free wheel for, instead of dice.")
    )


@frozen(kw_only=True)
class LayOutFreeDice(Command):
    """Lay out the free dice and the free wheel, so that their commitment is visible before the first throw."""

    do: ClassVar[str] = "lay_out"


@frozen(kw_only=True)
class PutAwayFreeDice(Command):
    """Put the free dice and the free wheel away: their seed is revealed, and the next throw uses a new one."""

    do: ClassVar[str] = "put_away"


COMMANDS_BY_NAME: Mapping[str, type[Command]] = {
    cls.do: cls
    for cls in (
        Play,
        TakeBack,
        Restore,
        Amend,
        Insert,
        StartGame,
        OpenGame,
        LeaveGame,
        CloseGame,
        ThrowFreeDice,
        LayOutFreeDice,
        PutAwayFreeDice,
    )
}
"""The commands that a request body can name, by that name."""


@frozen
class Answer:
    """The result of an accepted command."""

    game: int
    seq: int
    entry: int


def field_specs(command: type[Command]) -> tuple[FieldSpec, ...]:
    """Return the fields of this command that a body may have, without those that every command has."""
    if command is Play:
        return _OF_PLAY
    common = {field_spec.attribute for field_spec in _field_specs(Command)}
    return tuple(field_spec for field_spec in _field_specs(command) if field_spec.attribute not in common)


def check_field_types(command: Command) -> None:
    """Check the types of a command's fields: commands come from anywhere, and `true` is not a seat number.

    Raises MalformedError with the field's name. The content of moves and options is left to the game.
    """
    for field_spec, value in command.field_values():
        if value is not None:
            _check_field(field_spec, value)


def _check_field(field_spec: FieldSpec, value: object) -> None:
    match field_spec.type:
        case FieldType.NUMBER:
            codec.from_json(int, value, field_spec.name)
        case FieldType.WORD:
            codec.from_json(str, value, field_spec.name)
        case FieldType.NUMBERS if isinstance(value, tuple):
            for number in value:
                codec.from_json(int, number, field_spec.name)
        case FieldType.OBJECT if not isinstance(value, dict):
            raise MalformedError(say("error.wrong_type", wanted="object"), field_spec.name)


def _field_specs(command: type[Command]) -> tuple[FieldSpec, ...]:
    specs = []
    for attribute in dataclasses.fields(command):
        if "sort" in attribute.metadata:
            required = attribute.default is dataclasses.MISSING and attribute.default_factory is dataclasses.MISSING
            name = attribute.metadata["name"] or attribute.name
            specs.append(
                FieldSpec(name, attribute.name, attribute.metadata["sort"], attribute.metadata["about"], required)
            )
    return tuple(specs)
