"""Requests: every JSON body that one can have, strict reading of bodies and query strings.

Each body is declared once, as a class: reading it, its OpenAPI schema and its type in scripts follow from that.
"""

from __future__ import annotations

import json
from enum import Enum
from typing import Annotated, Any, NoReturn, TypeVar

from flask import request

from companion.box.faces.signals import MOST_BRIGHTNESS, MOST_VOLUME
from companion.rules import codec
from companion.rules.codec import Limits
from companion.rules.people_names import LONGEST_NAME
from companion.rules.rule_errors import MalformedError
from companion.server.error_responses import RefusalError, refuse
from companion.session.machine_change import LONGEST_HOST_NAME
from companion.support.frozen_dataclasses import frozen
from companion.table.commands import MOST_ID, Command, Number, Play

T = TypeVar("T")
MOST_MOVES = 20
"""Limit on the moves of one command."""
SHORT_ID_DIGITS = 12
"""Number of hex digits of its digest that identify a phone in lists."""
_MOST_DIGITS = 9
_Seat = Annotated[int, Limits(1, 9)]


@frozen
class SeatMove:
    """A move with its seat."""

    seat: Number
    move: Annotated[dict[str, Any], "As a line of a moves file, without its seat."]


@frozen(kw_only=True)
class PlayBody(Command):
    """A command to play one move of one seat, or several moves."""

    do = Play.do
    seat: Number | None = None
    move: Annotated[dict[str, Any] | None, "As a line of a moves file, without its seat."] = None
    moves: Annotated[
        Annotated[tuple[SeatMove, ...], Limits(1, MOST_MOVES)] | None,
        "Instead of `seat` and `move`: several, all or none.",
    ] = None

    def seats_and_moves(self) -> tuple[tuple[int, dict[str, Any]], ...]:
        """Return every move with its seat; refuse a body that has both forms, or neither."""
        if self.moves is not None:
            if self.seat is not None or self.move is not None:
                refuse_malformed("moves")
            return tuple((each.seat, each.move) for each in self.moves)
        if self.seat is None or self.move is None:
            refuse_malformed("seat" if self.seat is None else "move")
        return ((self.seat, self.move),)


@frozen
class EmptyBody:
    """No fields."""


@frozen
class CodeBody:
    """A code of the box, to get a role."""

    code: Annotated[str, Limits(1, 32), "Six digits, or what stands behind the # of the square code."]


class LobbyAction(Enum):
    """Actions of a phone in the lobby of the next game."""

    OPEN = "open"
    SIT = "sit"
    ADD = "add"
    TAKE = "take"
    RENAME = "rename"
    COLOUR = "colour"
    STAND_UP = "stand_up"
    SEND_AWAY = "send_away"
    MOVE = "move"
    BEGIN_WITH = "begin_with"
    GAME = "game"
    OPTIONS = "options"
    HAND_ON = "hand_on"
    GIVE_UP_LEAD = "give_up_lead"
    START = "start"


@frozen(kw_only=True)
class LobbyBody:
    """An action in the lobby."""

    do: LobbyAction
    id: Annotated[
        Annotated[str, Limits(1, MOST_ID)] | None,
        "Chosen by the sender. The same id again changes nothing, so that it can be sent until it is answered.",
    ] = None
    place: Annotated[_Seat | None, "The place that it is about; a phone's own without it."] = None
    who: Annotated[
        Annotated[str, Limits(0, LONGEST_NAME)] | None,
        "Who sits at `place`, as the sender saw it. If it is somebody else by now, the place of this name is meant.",
    ] = None
    name: Annotated[str, Limits(0, LONGEST_NAME), "Empty for nobody in particular."] = ""
    piece: Annotated[int, Limits(0, 9), "Of `colour`: the number of the piece, from 0."] = 0
    colour: Annotated[str, Limits(0, 40)] = ""
    by: Annotated[int, Limits(-1, 1), "Of `move`: 1 towards the end, -1 towards the front."] = 1
    game: Annotated[str, Limits(0, 40), "Of `open`: empty for that of the open game."] = ""
    rematch: Annotated[bool, "Of `open`: the people of the open game sit already."] = False
    options: Annotated[dict[str, Any] | None, "Of `options`: those that change, by name; null for the default."] = None


@frozen
class LeadBody:
    """The seat whose phone shall lead."""

    seat: _Seat


@frozen
class ForgetPhoneBody:
    """The phone that shall lose its roles."""

    forget: Annotated[str, Limits(1, SHORT_ID_DIGITS), "Its `id`."]


@frozen(kw_only=True)
class FormBody:
    """A form as far as it is filled; without `move`, the question which kinds of moves there are."""

    seat: _Seat
    move: Annotated[str, Limits(1, 40)] | None = None
    chosen: dict[str, Any] | None = None
    entry: Annotated[Annotated[int, Limits(1)] | None, "Fill it as it was before this move."] = None
    replaces: Annotated[bool, "The move replaces that of `entry`: its chance starts as it was."] = False


@frozen
class TouchBody:
    """The things on the table that somebody touched, in this order."""

    seat: _Seat
    touches: Annotated[tuple[Annotated[str, Limits(0, 60)], ...], Limits(1, 40)]


@frozen
class ProfileBody:
    """The owner's own figures for a game."""

    game: Annotated[str, Limits(1, 40)]
    profile: dict[str, Any]


@frozen
class EraseBody:
    """The game that shall be erased."""

    game: Annotated[Annotated[int, Limits(1)] | None, "Null for all games."]


@frozen(kw_only=True)
class PersonBody:
    """One change of a person who is known here."""

    person: Annotated[str, Limits(1, LONGEST_NAME), "The present name."]
    name: Annotated[Annotated[str, Limits(1, 2 * LONGEST_NAME)] | None, "A new name."] = None
    merge: Annotated[bool, "If the new name is that of another person, the two become one."] = False
    colour: Annotated[Annotated[str, Limits(1, LONGEST_NAME)] | None, "The preferred colour."] = None
    forget: Annotated[bool, "Leave the person out of the list until the next game."] = False


@frozen(kw_only=True)
class SettingsBody:
    """Settings of the box to change; the others stay."""

    language: Annotated[Annotated[str, Limits(1, 8)] | None, "`fr` or `en`."] = None
    volume: Annotated[int, Limits(0, MOST_VOLUME)] | None = None
    muted: bool | None = None
    brightness: Annotated[int, Limits(1, MOST_BRIGHTNESS)] | None = None
    dark_at_night: bool | None = None
    large: Annotated[bool | None, "Large text."] = None
    calm: Annotated[bool | None, "No motion on the little screen."] = None


@frozen(kw_only=True)
class MachineBody:
    """A board or a name of the machine, which the box has to allow."""

    board: Annotated[Annotated[str, Limits(1, 80)] | None, "One of `boards`."] = None
    name: Annotated[Annotated[str, Limits(1, LONGEST_HOST_NAME)] | None, "Capitals become small, spaces hyphens."] = (
        None
    )


@frozen
class RestoreBody:
    """The decision on an uploaded backup."""

    backup: Annotated[str, Limits(1, 64)]
    put: Annotated[bool, "Put it in place; false throws it away."]


@frozen
class KeyBody:
    """A key of the simulated box that is pressed or released."""

    key: str
    down: bool
    tap: Annotated[bool, "Release the pressed key again at once."] = False


@frozen
class EnterBody:
    """The secret of the link to the simulated box."""

    key: str


def read_body(cls: type[T]) -> T:
    """Return the body of the request; refuse one that its class does not declare."""
    return body_as(cls, json_of_request())


def body_as(cls: type[T], fields: dict[str, Any]) -> T:
    """Return the body with these fields; refuse one that its class does not declare."""
    try:
        return codec.from_json(cls, fields)
    except MalformedError as error:
        refuse_malformed(error.where)


def json_of_request() -> dict[str, Any]:
    """Return the object in the body of the request; refuse anything but a JSON object."""
    if not request.is_json:
        refuse(415, "not_json")
    try:
        fields = json.loads(request.get_data(), parse_constant=_refuse_constant)
        json.dumps(fields, ensure_ascii=False).encode()  # a lone surrogate cannot be stored
    except (ValueError, RecursionError):
        refuse_malformed()
    if not isinstance(fields, dict):
        refuse_malformed()
    return fields


def query_number(name: str) -> int | None:
    """Return a whole number from 1 in the query string of a request; None if it is missing."""
    value = request.args.get(name)
    if value is None:
        return None
    if not (value.isascii() and value.isdecimal() and 1 <= len(value) <= _MOST_DIGITS and int(value)):
        refuse_malformed(name)
    return int(value)


def refuse_malformed(where: str = "") -> NoReturn:
    """Refuse a malformed request; `where` names the field at fault."""
    details = {"where": where} if where else {}
    raise RefusalError(400, "malformed", **details)


def _refuse_constant(name: str) -> None:
    raise ValueError(name)
