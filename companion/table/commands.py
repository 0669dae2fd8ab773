"""Commands: everything that the box, a phone or a file can ask of the session.

Each command declares its fields once. The body that a phone sends, the checks of incoming values and the OpenAPI
description are all derived from that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any, ClassVar

from companion.rules import codec
from companion.rules.codec import Limits
from companion.support.frozen_dataclasses import frozen

MOST_ID = 64
"""Longest id of a command, in characters."""
Number = Annotated[int, Limits(0, 2**53 - 1)]
"""A whole number that scripts can represent."""
Word = Annotated[str, Limits(1, 20)]
_AllNames = Annotated[tuple[str, ...], "All names, by seat."]
_Move = Annotated[dict[str, Any], "As a line of a moves file, without its seat."]
_MisfitEntries = Annotated[tuple[Number, ...], "Later entries that no longer fit, to be left out."]


@frozen(kw_only=True)
class Command:
    """The base class of all commands."""

    do: ClassVar[str] = ""
    """Its name in a request body; empty for commands that have their own URL."""

    id: Annotated[str, Limits(1, MOST_ID)] | None = None
    """An id that the sender chose. A second command with the same id gets the same answer and does nothing."""
    expected_seq: Number | None = None
    """The seq of the view that the sender saw. The command is refused if the game has moved on since."""
    expected_game: Annotated[Number | None, "Of the game that the asker sees."] = field(
        default=None, metadata={"json": "number"}
    )
    """The number of the game that the sender saw, 0 for none. The command is refused if another game is open."""
    source: str = "box"


@frozen(kw_only=True)
class Play(Command):
    """Play moves of one or several seats in one press: one group, all or none. Moves are JSON, without the seat."""

    do: ClassVar[str] = "play"
    moves: tuple[tuple[Number, dict[str, Any]], ...]


@frozen(kw_only=True)
class TakeBack(Command):
    """Take back the last change; with a `seat` among several that act, only the seat's own moves of its last group.

    `without` names the later entries that no longer fit without these moves and are left out too. It must name exactly
    these.
    """

    do: ClassVar[str] = "take_back"
    seat: Number | None = None
    without: _MisfitEntries = ()
    by: tuple[Number, ...] | None = None
    """The seats for which a phone takes it back, as the server knows them; empty for a host without a seat. None is the
    box. No body of a request has it."""


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
    entry: Annotated[Number, "Of the move, from 1; 0 for the beginning."]
    seat: Number | None = None
    move: Annotated[
        dict[str, Any] | None, "As a line of a moves file, without its seat; null leaves the entry out."
    ] = None
    names: _AllNames | None = field(default=None, metadata={"json": "seats"})
    """All names in the order of the seats; None keeps them."""
    options: dict[str, Any] | None = None
    """The options that change, by name; null removes an option. For an option that each seat keeps secret, an object by
    seat number."""
    without: _MisfitEntries = ()


@frozen(kw_only=True)
class Insert(Command):
    """Insert a move before an earlier entry and replay the later ones. Its chance must be typed in. `without` as in
    Amend.
    """

    do: ClassVar[str] = "insert"
    entry: Annotated[Number, "The move that it comes before, from 1."]
    seat: Number
    move: _Move
    without: _MisfitEntries = ()


@frozen(kw_only=True)
class StartGame(Command):
    """Start a game."""

    do: ClassVar[str] = "start"
    game: Annotated[Word, "What game to start."]
    names: _AllNames = field(metadata={"json": "seats"})
    options: dict[str, Any] = field(default_factory=dict)


@frozen(kw_only=True)
class OpenGame(Command):
    """Continue a saved game.

    `without` is for a game that began by other rules: it names the moves that the present rules refuse, which are left
    out. It must name exactly these.
    """

    do: ClassVar[str] = "open"
    number: Annotated[Number, "The number of the saved game."] = field(metadata={"json": "game"})
    without: Annotated[tuple[Number, ...], "Moves that its present rules refuse, to be left out."] = ()


@frozen(kw_only=True)
class LeaveGame(Command):
    """Put the open game away. It is saved and can be opened again."""

    do: ClassVar[str] = "leave"


@frozen(kw_only=True)
class CloseGame(Command):
    """Close a game for good: the open one, or one that cannot be opened because it began by other rules (`number`)."""

    do: ClassVar[str] = "close"
    number: Annotated[Number | None, "The number of a saved game that cannot be opened."] = field(
        default=None, metadata={"json": "game"}
    )


@frozen(kw_only=True)
class ClaimSeat(Command):
    """Give a phone a seat of the open game, or make it a host (`seat` None). A phone has at most one seat."""

    seat: Number | None
    phone: str
    """The digest of the token that the phone sends. The token itself is stored nowhere."""
    before: str | None = None
    """The digest of the phone's token until now, if it has a role. It keeps its other roles."""
    epoch: Number | None = None
    """The epoch of the roles when the code was shown. The command is refused if all phones were forgotten since."""


@frozen(kw_only=True)
class RenewPhone(Command):
    """Give a phone a new token: the one with the digest `before` is no longer valid."""

    before: str
    phone: str


@frozen(kw_only=True)
class ReleaseSeat(Command):
    """Take a seat of the open game from the phone that has it. The phone keeps its other roles."""

    seat: Number
    phone: str | None = None
    """The phone to take the seat from: nothing happens if another phone has it by now. None means any phone."""


@frozen(kw_only=True)
class ResignHost(Command):
    """Make a phone a host no longer. It keeps its seat."""

    phone: str


@frozen(kw_only=True)
class HandOnLead(Command):
    """Have the phone of a seat lead the open game; without a seat, the next phone after the leader's, else the box."""

    seat: Number | None = None


@frozen(kw_only=True)
class AddDisplay(Command):
    """Make a television one that may show the code of the lobby."""

    phone: str
    """The digest of the token that its browser sends."""
    before: str | None = None
    """The digest of its token until now, if it has a role. It keeps its other roles."""
    epoch: Number
    """The epoch of the roles when the code was shown. The command is refused if all phones were forgotten since."""


@frozen(kw_only=True)
class ForgetPhones(Command):
    """Take every role from a phone, or from all phones (`phone` None)."""

    phone: str | None = None


@frozen(kw_only=True)
class EraseGames(Command):
    """Erase a saved game, or all of them (`number` None), for good. An open game is put away first."""

    number: Number | None = None


@frozen(kw_only=True)
class ThrowFreeDice(Command):
    """Throw free dice, or spin the free wheel with one of its rings announced: exactly one of the two."""

    do: ClassVar[str] = "throw"
    dice: Annotated[Number | None, "How many free dice to throw."] = None
    route: Annotated[Word | None, "What to spin the free wheel for, instead of dice."] = None


@frozen(kw_only=True)
class LayOutFreeDice(Command):
    """Lay out the free dice and the free wheel, so that their commitment is visible before the first throw."""

    do: ClassVar[str] = "lay_out"


@frozen(kw_only=True)
class PutAwayFreeDice(Command):
    """Put the free dice and the free wheel away: their seed is revealed, and the next throw uses a new one."""

    do: ClassVar[str] = "put_away"


@frozen(kw_only=True)
class UseRealDice(Command):
    """Use real dice and a real wheel tonight, whose results are typed in everywhere without asking, or the box's again.

    A switch of the table, not an option of a game: commitments stay, and a draw that was taken back still binds.
    """

    do: ClassVar[str] = "real_dice"
    on: bool


@frozen(kw_only=True)
class TurnReveal(Command):
    """Show the steps of the reveal up to this one, counted from 1; a step behind the last one ends it.

    A step that is shown already changes nothing, and so does a reveal that is over.
    """

    do: ClassVar[str] = "turn_reveal"
    step: Number


SERVER_FIELDS = ("source", "by")
"""The fields of commands that the server fills in: no request may have them."""
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
        UseRealDice,
        TurnReveal,
    )
}
"""The commands that a request body can name, by that name."""


@frozen
class Answer:
    """The result of an accepted command."""

    game: int
    seq: int
    entry: int


def check_field_types(command: Command) -> None:
    """Check the fields of a command: commands come from anywhere, and `true` is not a seat number.

    Raises MalformedError with the field's name. The content of moves and options is left to the game.
    """
    codec.from_json(type(command), codec.to_json(command))
