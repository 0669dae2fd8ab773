"""Moves files: a game as JSON Lines, read with the line of every fault, and written for a viewer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.chance.file import seal
from companion.rules.errors import IllegalMoveError, MalformedError
from companion.rules.game import Game, move_from_json, move_to_json
from companion.rules.registry import game_named
from companion.rules.text import Text, say
from companion.rules.viewer import EVERYTHING, Viewer
from companion.session import table as tables
from companion.session.table import Played, Table
from companion.session.told_chance import with_chance

_HEAD = {"game", "seats", "options", "partial"}


class BadFileError(ValueError):
    """The file is no moves file: the line, from 1 (None for the whole file), the reason, and the field to blame."""

    def __init__(self, line: int | None, reason: Text, where: str = "") -> None:
        super().__init__(f"line {line}: {reason.key} {where}")
        self.line = line
        self.reason = reason
        self.where = where


class IllegalLineError(ValueError):
    """A line of the file is a move that the rules refuse."""

    def __init__(self, line: int, error: IllegalMoveError, names: tuple[str, ...]) -> None:
        super().__init__(f"line {line}: {error.reason.key}")
        self.names = names
        self.line = line
        self.reason = error.reason
        self.ruling = error.ruling


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    body: Mapping[str, Any]


def replay(data: bytes, games: tuple[Game[Any], ...]) -> Table:
    """The table at the end of the moves in these bytes. Raises BadFileError or IllegalLineError."""
    lines = _lines(data)
    first = next(lines, None)
    if first is None or first.number != 1:
        raise BadFileError(1, say("file.no_head"))
    table = _start(first, games)
    drawn: object = None
    for line in lines:
        if line.body.get("kind") == "draw":
            drawn = line.body.get("entry")
        elif "kind" not in line.body:
            typed = "chance" in line.body and drawn != len(table.entries) + 1
            table = replace(_play(table, line, typed=typed), seq=table.seq + 1)
    return table


def export(table: Table, viewer: Viewer = EVERYTHING) -> str:
    """A table as a moves file for this viewer; marked as partial, with null for secrets, where it hides something.

    Once the game is over nothing is secret any more.
    """
    viewer = EVERYTHING if table.over else viewer
    head: dict[str, Any] = {"game": table.game.id, "seats": list(table.names), "options": dict(table.options)}
    entries, hidden = [], False
    for number, entry in enumerate(table.entries, 1):
        played = entry.played
        body = table.game.move_view(table.before(number), played.seat, played.move, viewer)
        hidden = hidden or body != move_to_json(played.move)
        entries.append({"seat": played.seat, **body})
    if hidden:
        head["partial"] = True
    lines = [head, *with_chance(table, entries)]
    if table.over:
        lines.append({"kind": "end", "standings": standings_json(table)})
    written = [json.dumps(line, ensure_ascii=False) for line in lines]
    if table.commitments:
        written.append(seal(line.encode() for line in written).decode())
    return "".join(line + "\n" for line in written)


def standings_json(table: Table) -> list[dict[str, int]]:
    """The standings as the last line of an export names them."""
    places = table.game.standings(table.state)
    return [{"seat": place.seat, "rank": place.rank, "total": place.total} for place in places]


def _lines(data: bytes) -> Iterator[_Line]:
    """The lines that say something, with their numbers; blank lines count and are skipped."""
    for number, raw in enumerate(data.split(b"\n"), 1):
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise BadFileError(number, say("file.no_text")) from error
        if not text.strip():
            continue
        try:
            body = json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise BadFileError(number, say("file.no_json")) from error
        if not isinstance(body, dict):
            raise BadFileError(number, say("file.no_object"))
        yield _Line(number, body)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _start(line: _Line, games: tuple[Game[Any], ...]) -> Table:
    head = line.body
    if "partial" in head and head["partial"] is not False:
        raise BadFileError(1, say("file.partial"))
    for name in head:
        if name not in _HEAD:
            raise BadFileError(1, say("error.unknown_field", field=name), name)
    options = head.get("options", {})
    if not isinstance(options, dict):
        raise BadFileError(1, say("error.wrong_type", wanted="object"), "options")
    try:
        game = game_named(head.get("game"), games)
        return tables.start(game, head.get("seats", ()), options, seq=1)
    except MalformedError as error:
        raise BadFileError(1, error.reason, error.where) from error


def _play(table: Table, line: _Line, *, typed: bool) -> Table:
    body = dict(line.body)
    seat = body.pop("seat", None)
    try:
        if type(seat) is not int:
            raise MalformedError(say("error.missing_field", field="seat"), "seat")
        return tables.play(table, [Played(seat, move_from_json(table.game, body), typed)], table.seq + 1)
    except MalformedError as error:
        raise BadFileError(line.number, error.reason, error.where) from error
    except IllegalMoveError as error:
        raise IllegalLineError(line.number, error, table.names) from error
