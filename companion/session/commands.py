"""What may be asked of the session, whoever asks: the box, a phone, a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.rules import codec
from companion.rules.errors import MalformedError
from companion.rules.text import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Base of all commands."""

    id: str | None = None
    """A name the sender made up. The same id again gets the same answer again, and does nothing a second time."""
    expected_seq: int | None = None
    """The seq of the view the sender saw; the command is refused when the game has moved on since."""
    expected_game: int | None = None
    """The number of the game that the sender saw, 0 for none; the command is refused when another one is open."""
    source: str = "box"


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Command):
    """Play moves of one seat or several: one press, one group, all or none. Moves are JSON, without the seat."""

    moves: tuple[tuple[int, dict[str, Any]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Command):
    """Take back the last change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restore(Command):
    """Restore what was taken back last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend(Command):
    """Replace an earlier entry by another move, or leave it out (`move` None), and play the rest again.

    `without` names the later entries that no longer fit and are left out too; it must name exactly these.
    """

    entry: int
    seat: int | None = None
    move: dict[str, Any] | None = None
    without: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Command):
    """Begin a game."""

    game: str
    names: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Open(Command):
    """Go on with a saved game."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Command):
    """Put the open game away; it is kept and can be opened again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Close(Command):
    """Close the open game for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Command):
    """Link a phone with a seat of the open game, or make it a host (`seat` None). A phone has one seat at most."""

    seat: int | None
    phone: str
    """The digest of what the phone shows us: what it shows itself is kept nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Command):
    """Take a seat of the open game from the phone that has it; whatever else that phone is, it stays."""

    seat: int
    phone: str | None = None
    """The phone to take it from: nothing is done once another one has it. None: whichever has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget(Command):
    """Take every role from a phone, or from all phones (`phone` None)."""

    phone: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Erase(Command):
    """Erase a saved game, or all of them (`number` None), for good; the open one is put away before."""

    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw(Command):
    """Throw free dice (1 to 6 of them), or spin the wheel freely, announced as "land" or "sea": one of both."""

    dice: int | None = None
    route: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LayOut(Command):
    """Lay the free dice and the free wheel out: from now on, before any throw, their commitment is there to be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAway(Command):
    """Put the free dice and the free wheel away: their seed is shown, and the next throw has a new one."""


def check(command: Command) -> None:
    """Make sure that words are words and numbers numbers: commands come from anywhere, and `true` is no seat.

    Raises MalformedError with the field. What is in moves and options is for the game to check.
    """
    moves: list[object] = []
    words = [("id", command.id), ("source", command.source)]
    numbers = [("expected_seq", command.expected_seq), ("number", command.expected_game)]
    match command:
        case Play():
            numbers += [("seat", seat) for seat, _ in command.moves]
            moves += [move for _, move in command.moves]
        case Amend():
            numbers += [("entry", command.entry), ("seat", command.seat)]
            numbers += [("without", entry) for entry in command.without]
            moves += [command.move or {}]
        case Open() | Erase():
            numbers += [("number", command.number)]
        case Throw():
            words += [("route", command.route)]
            numbers += [("dice", command.dice)]
        case Claim():
            words += [("phone", command.phone)]
            numbers += [("seat", command.seat)]
        case Release():
            words += [("phone", command.phone)]
            numbers += [("seat", command.seat)]
    for name, word in words:
        if word is not None:
            codec.from_json(str, word, name)
    for name, number in numbers:
        if number is not None:
            codec.from_json(int, number, name)
    if not all(isinstance(move, dict) for move in moves):
        raise MalformedError(say("error.wrong_type", wanted="object"), "move")


@dataclass(frozen=True, slots=True)
class Answer:
    """What an accepted command led to."""

    game: int
    seq: int
    entry: int
