"""What may be asked of the session, whoever asks: the box, a phone, a file.

Each command describes its fields once: the body that a phone sends, the checks of what came in, and the description
of the interface for programs are all made from that.
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
from companion.support.frozen import frozen


class FieldType(Enum):
    """What a field of a command is."""

    NUMBER = "number"
    """A whole number from 0."""
    NUMBERS = "numbers"
    WORD = "word"
    """A short text."""
    NAMES = "names"
    """Texts, one for each seat."""
    OBJECT = "object"
    """What the game understands: a move, options."""
    MOVES = "moves"
    """Moves with their seats."""


@frozen
class FieldSpec:
    """A field of a command, described."""

    name: str
    """As a body has it."""
    attribute: str
    """As the command has it."""
    sort: FieldType
    about: str
    required: bool


def spec(field_type: FieldType, description: str = "", *, name: str | None = None) -> dict[str, Any]:
    """What the description of a field has: its sort, a word about it, and its name in a body where that is another."""
    return {"sort": field_type, "about": description, "name": name}


@frozen(kw_only=True)
class Command:
    """Base of all commands."""

    do: ClassVar[str] = ""
    """What a body calls it; nothing for those that have an address of their own."""

    id: str | None = field(default=None, metadata=spec(FieldType.WORD))
    """A name the sender made up. The same id again gets the same answer again, and does nothing a second time."""
    expected_seq: int | None = field(default=None, metadata=spec(FieldType.NUMBER))
    """The seq of the view the sender saw; the command is refused when the game has moved on since."""
    expected_game: int | None = field(
        default=None, metadata=spec(FieldType.NUMBER, "Of the game that the asker sees.", name="number")
    )
    """The number of the game that the sender saw, 0 for none; the command is refused when another one is open."""
    source: str = field(default="box", metadata=spec(FieldType.WORD))

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Command:
        """The command of these fields, by the names that a body has for them."""
        names = {field_spec.name: field_spec.attribute for field_spec in described(cls)}
        return cls(**{names[name]: value for name, value in fields.items()})

    def field_values(self) -> Iterator[tuple[FieldSpec, object]]:
        """Every field with what it says."""
        for field_spec in _field_specs(type(self)):
            yield field_spec, getattr(self, field_spec.attribute)


@frozen(kw_only=True)
class Play(Command):
    """Play moves of one seat or several: one press, one group, all or none. Moves are JSON, without the seat."""

    do: ClassVar[str] = "play"
    moves: tuple[tuple[int, dict[str, Any]], ...]

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Play:
        """A body has one move with its seat, or several as `moves`."""
        others = {name: value for name, value in fields.items() if name not in ("seat", "move", "moves")}
        return cls(moves=fields.get("moves") or ((fields["seat"], fields["move"]),), **others)

    def field_values(self) -> Iterator[tuple[FieldSpec, object]]:
        """Every field, also those of each move."""
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
    """Take back the last change; for a `seat` among several that act, its own moves of its last group alone.

    `without` names the later entries that no longer fit without them and go too; it must name exactly these.
    """

    do: ClassVar[str] = "take_back"
    seat: int | None = field(default=None, metadata=spec(FieldType.NUMBER))
    without: tuple[int, ...] = field(
        default=(), metadata=spec(FieldType.NUMBERS, "Later entries that no longer fit, to be left out.")
    )


@frozen(kw_only=True)
class Restore(Command):
    """Restore what was taken back last."""

    do: ClassVar[str] = "restore"


@frozen(kw_only=True)
class Amend(Command):
    """Replace an earlier entry by another move, or leave it out (`move` None), and play the rest again.

    Entry 0 is the beginning: then `names` and `options` say what changes of it. `without` names the later entries that
    no longer fit and are left out too; it must name exactly these.
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
    """All of them, in the order of the seats; None leaves them as they are."""
    options: dict[str, Any] | None = field(default=None, metadata=spec(FieldType.OBJECT))
    """By name what changes; null takes an option away. Of a seat's secret option an object, by the seat's number."""
    without: tuple[int, ...] = field(
        default=(), metadata=spec(FieldType.NUMBERS, "Later entries that no longer fit, to be left out.")
    )


@frozen(kw_only=True)
class Insert(Command):
    """Put a move in before an earlier entry, and play the rest again; chance in it is typed. `without` as in Amend."""

    do: ClassVar[str] = "insert"
    entry: int = field(metadata=spec(FieldType.NUMBER, "The move that it comes before, from 1."))
    seat: int = field(metadata=spec(FieldType.NUMBER))
    move: dict[str, Any] = field(metadata=spec(FieldType.OBJECT, "As a line of a moves file, without its seat."))
    without: tuple[int, ...] = field(
        default=(), metadata=spec(FieldType.NUMBERS, "Later entries that no longer fit, to be left out.")
    )


@frozen(kw_only=True)
class Start(Command):
    """Begin a game."""

    do: ClassVar[str] = "start"
    game: str = field(metadata=spec(FieldType.WORD, "What game to start."))
    names: tuple[str, ...] = field(metadata=spec(FieldType.NAMES, "All names, by seat.", name="seats"))
    options: dict[str, Any] = field(default_factory=dict, metadata=spec(FieldType.OBJECT))


@frozen(kw_only=True)
class Open(Command):
    """Go on with a saved game.

    `without` is for one that began by other rules: it names the moves that the present rules refuse, which are left
    out; it must name exactly these.
    """

    do: ClassVar[str] = "open"
    number: int = field(metadata=spec(FieldType.NUMBER, "The number of the saved game.", name="game"))
    without: tuple[int, ...] = field(
        default=(), metadata=spec(FieldType.NUMBERS, "Moves that its present rules refuse, to be left out.")
    )


@frozen(kw_only=True)
class Leave(Command):
    """Put the open game away; it is kept and can be opened again."""

    do: ClassVar[str] = "leave"


@frozen(kw_only=True)
class Close(Command):
    """Close the open game for good, or one that cannot be opened because it began by other rules (`number`)."""

    do: ClassVar[str] = "close"
    number: int | None = field(
        default=None, metadata=spec(FieldType.NUMBER, "The number of a saved game that cannot be opened.", name="game")
    )


@frozen(kw_only=True)
class Claim(Command):
    """Link a phone with a seat of the open game, or make it a host (`seat` None). A phone has one seat at most."""

    seat: int | None = field(metadata=spec(FieldType.NUMBER))
    phone: str = field(metadata=spec(FieldType.WORD))
    """The digest of what the phone shows us: what it shows itself is kept nowhere."""
    before: str | None = field(default=None, metadata=spec(FieldType.WORD))
    """The digest of what it showed until now, if it has a role: whatever it is, it stays."""
    epoch: int | None = field(default=None, metadata=spec(FieldType.NUMBER))
    """That of the roles when this was promised: refused once all phones were forgotten since."""


@frozen(kw_only=True)
class RenewPhone(Command):
    """Have a phone show something else from now on: what it showed `before` is worth nothing."""

    before: str = field(metadata=spec(FieldType.WORD))
    phone: str = field(metadata=spec(FieldType.WORD))


@frozen(kw_only=True)
class Release(Command):
    """Take a seat of the open game from the phone that has it; whatever else that phone is, it stays."""

    seat: int = field(metadata=spec(FieldType.NUMBER))
    phone: str | None = field(default=None, metadata=spec(FieldType.WORD))
    """The phone to take it from: nothing is done once another one has it. None: whichever has it."""


@frozen(kw_only=True)
class Resign(Command):
    """A phone leads the table no longer; a seat that it has, it keeps."""

    phone: str = field(metadata=spec(FieldType.WORD))


@frozen(kw_only=True)
class Forget(Command):
    """Take every role from a phone, or from all phones (`phone` None)."""

    phone: str | None = field(default=None, metadata=spec(FieldType.WORD))


@frozen(kw_only=True)
class Erase(Command):
    """Erase a saved game, or all of them (`number` None), for good; the open one is put away before."""

    number: int | None = field(default=None, metadata=spec(FieldType.NUMBER))


@frozen(kw_only=True)
class Throw(Command):
    """Throw free dice, or spin the free wheel, with one of its rings announced: one of both."""

    do: ClassVar[str] = "throw"
    dice: int | None = field(default=None, metadata=spec(FieldType.NUMBER, "How many free dice to throw."))
    route: str | None = field(
        default=None, metadata=spec(FieldType.WORD, "What to spin the free wheel for, instead of dice.")
    )


@frozen(kw_only=True)
class LayOut(Command):
    """Lay the free dice and the free wheel out: from now on, before any throw, their commitment is there to be seen."""

    do: ClassVar[str] = "lay_out"


@frozen(kw_only=True)
class PutAway(Command):
    """Put the free dice and the free wheel away: their seed is shown, and the next throw has a new one."""

    do: ClassVar[str] = "put_away"


ASKED_BY_NAME: Mapping[str, type[Command]] = {
    cls.do: cls for cls in (Play, TakeBack, Restore, Amend, Insert, Start, Open, Leave, Close, Throw, LayOut, PutAway)
}
"""The commands that a body can ask for, by what it calls them."""


@frozen
class Answer:
    """What an accepted command led to."""

    game: int
    seq: int
    entry: int


def described(command: type[Command]) -> tuple[FieldSpec, ...]:
    """The fields that a body says of this command, besides those of every command."""
    if command is Play:
        return _OF_PLAY
    common = {field_spec.attribute for field_spec in _field_specs(Command)}
    return tuple(field_spec for field_spec in _field_specs(command) if field_spec.attribute not in common)


def check_field_types(command: Command) -> None:
    """Make sure that words are words and numbers numbers: commands come from anywhere, and `true` is no seat.

    Raises MalformedError with the field. What is in moves and options is for the game to check.
    """
    for field_spec, value in command.field_values():
        if value is not None:
            _check_field(field_spec, value)


def _check_field(field_spec: FieldSpec, value: object) -> None:
    match field_spec.sort:
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
