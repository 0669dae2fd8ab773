"""Moves files: a game as JSON Lines, read with the line number of each fault, and written for a viewer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.chance.moves_file_lines import digest_of_lines, parse_strict_json, seal_line
from companion.journal.export_chance import chance_history, with_chance
from companion.journal.file_watch import SQLITE_MAGIC
from companion.journal.recorded_game import RecordedGame
from companion.rules.game import Game, find_game, move_from_json, move_to_json
from companion.rules.match_functions import may_hide_options, standings
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import Text, say
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer
from companion.support.frozen_dataclasses import frozen
from companion.table import game_limits
from companion.table import table as tables
from companion.table.game_summary import Places
from companion.table.history_queries import hidden_draws
from companion.table.salted_match_hash import SealedMatch
from companion.table.table import CompleteMove, Table

_HEAD = {"game", "seats", "options", "partial"}


class BadFileError(ValueError):
    """The file is no moves file: `line`, from 1 (None for the whole file), `reason`, and `where`, the bad field."""

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


@frozen
class _Line:
    number: int
    body: Mapping[str, Any]


def replay_file(data: bytes, games: tuple[Game, ...]) -> Table:
    """Return the table at the end of the moves in these bytes. Raises BadFileError or IllegalLineError."""
    check_size(data)
    check_is_game(data)
    lines = _lines(data)
    first = next(lines)
    table = _start(first, games)
    drawn_entry: object = None
    for line in lines:
        if line.body.get("kind") == "draw":
            drawn_entry = line.body.get("entry")
        elif "kind" not in line.body:
            check_entries(len(table.entries) + 1, line.number)
            typed = "chance" in line.body and drawn_entry != len(table.entries) + 1
            table = replace(_play(table, line, typed=typed), seq=table.seq + 1)
    return table


def check_is_game(data: bytes) -> None:
    """Refuse what is no moves file at all, and name the kind of file that is one. Raises BadFileError."""
    if data.startswith(SQLITE_MAGIC):
        raise BadFileError(None, say("file.is_backup"))
    try:
        first = next(_lines(data), None)
    except BadFileError as error:
        raise BadFileError(1, say("file.not_a_game")) from error
    if first is None or first.number != 1 or not {"game", "seats"} & first.body.keys():
        raise BadFileError(1, say("file.not_a_game"))


def check_size(data: bytes) -> None:
    """Refuse a file that is larger or has more lines than a game may have. Raises BadFileError."""
    if len(data) > game_limits.MOST_FILE_BYTES:
        raise BadFileError(None, say("file.too_long", n=game_limits.MOST_FILE_BYTES // 1024))
    if data.count(b"\n") > game_limits.MOST_LINES:
        raise BadFileError(None, say("file.too_many_lines", n=game_limits.MOST_LINES))


def check_entries(entries: int, line: int | None = None) -> None:
    """Refuse a file with more moves than a game may have. Raises BadFileError."""
    if entries > game_limits.MOST_ENTRIES:
        raise BadFileError(line, say("file.too_many_moves", n=game_limits.MOST_ENTRIES))


def export(table: Table, viewer: Viewer = EVERYTHING) -> str:
    """Return a table as a moves file for this viewer; hidden secrets are null, and mark the file as partial.

    Once the game is over, nothing is secret any more.
    """
    return _to_text(_lines_of(table, viewer))


def closing_digest(table: Table) -> str | None:
    """Return the 64 hexadecimal digits behind the closing words of a game.

    They are a hash of the public file of the game, which anybody may take home. Returns None unless the game is
    over or closed, and had chance.
    """
    if not table.commitments or not (table.over or table.closed):
        return None
    return table.cached(("closing",), lambda: digest_of_lines(_lines_of(table, PUBLIC)))


def head_of(table: Table, viewer: Viewer) -> dict[str, Any]:
    """Return the first line of a table's file for this viewer; its field `partial` marks a file with secrets hidden."""
    viewer = EVERYTHING if table.over else viewer
    return _head(table, viewer, _moves_of(table, viewer), _matches_of(table, viewer))


def _lines_of(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    viewer = EVERYTHING if table.over else viewer
    moves, matches = [*_moves_of(table, viewer)], _matches_of(table, viewer)
    entries = [{"seat": entry.played.seat, **body} for body, entry in zip(moves, table.entries, strict=True)]
    head = _head(table, viewer, moves, matches)
    end = [{"kind": "end", "standings": standings_json(table)}] if table.over else []
    return [head, *matches, *with_chance(chance_history(table), entries, hidden_draws(table, viewer)), *end]


def _head(
    table: Table, viewer: Viewer, moves: Iterable[Mapping[str, Any]], matches: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    options = table.match.options_view(viewer)
    head: dict[str, Any] = {"game": table.game.id, "seats": list(table.names), "options": options}
    views = zip(moves, table.entries, strict=True)
    hidden = (
        may_hide_options(table.match, viewer)
        or any(body != move_to_json(entry.played.move) for body, entry in views)
        or bool(hidden_draws(table, viewer))
    )
    pairs = zip(matches, table.sealed, strict=False)
    if hidden or any(line["options"] != sealed.document["options"] for line, sealed in pairs):
        head["partial"] = True
    return head


def _matches_of(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    return match_lines(table, viewer, ended=table.over or table.closed)


def _moves_of(table: Table, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """Yield the moves as this viewer may see them now, in order."""
    for entry in table.entries:
        played = entry.played
        yield table.match.move_view(entry.before, played.seat, played.move, table.state, viewer)


def export_recorded(recorded: RecordedGame, result: Places | None) -> str:
    """Return a game as its rows record it, without its rules, as a moves file with everything in it, secrets too."""
    entries = [{"seat": move.seat, **_kind_first(move.move)} for move in recorded.entries]
    matches = [
        _match_line(sealed, dict(sealed.document["options"]), index, show_salt=True)
        for index, sealed in enumerate(recorded.sealed)
    ]
    setup = (list(recorded.names), dict(recorded.options))
    positions = [
        index
        for index, sealed in enumerate(recorded.sealed)
        if (sealed.document["seats"], sealed.document["options"]) == setup
    ]
    if positions and positions[-1] != len(matches) - 1:  # a change was taken back
        matches.append({**matches[positions[-1]], "changed": True})
    places = [{"seat": seat, "rank": rank, "total": total} for seat, rank, total in result or ()]
    end = [{"kind": "end", "standings": places}] if result is not None else []
    return _to_text([recorded_head(recorded), *matches, *with_chance(chance_history(recorded), entries), *end])


def recorded_head(recorded: RecordedGame) -> dict[str, Any]:
    """Return the first line of that file."""
    return {"game": recorded.game, "seats": list(recorded.names), "options": dict(recorded.options)}


def _kind_first(move: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a move with its kind first; only the rules know the order of the others."""
    return dict(sorted(move.items(), key=lambda field: field[0] != "move"))


def match_lines(table: Table, viewer: Viewer, *, ended: bool) -> list[dict[str, Any]]:
    """Return the lines of the setup and of each change of it, the one in force last; secrets are null until the end.

    The salt of a match, which is needed to recompute its hash, is shown once the game has ended and nothing in it is
    hidden.
    """
    lines = []
    for index, sealed in enumerate(table.sealed):
        options, complete = _visible_options(table, sealed, viewer)
        lines.append(_match_line(sealed, options, index, show_salt=ended and complete))
    current = next((sealed for sealed in reversed(table.sealed) if sealed.matches(table.match)), None)
    if current is not None and current is not table.sealed[-1]:  # a change was taken back
        lines.append({**lines[table.sealed.index(current)], "changed": True})
    return lines


def _match_line(sealed: SealedMatch, options: dict[str, Any] | None, index: int, *, show_salt: bool) -> dict[str, Any]:
    changed = {"changed": True} if index else {}
    return {
        "kind": "match",
        **changed,
        **sealed.document,
        "options": options,
        "salt": sealed.salt if show_salt else None,
    }


def _visible_options(table: Table, sealed: SealedMatch, viewer: Viewer) -> tuple[dict[str, Any] | None, bool]:
    """Return the options as this viewer may know them, and whether that is all of them.

    Returns None if they belong to other rules: only those rules know what is secret.
    """
    if viewer.everything:
        return dict(sealed.document["options"]), True
    try:
        match, *_ = table.game.begin(sealed.document["seats"], sealed.document["options"])
    except MalformedError:
        return None, False
    return dict(match.options_view(viewer)), not may_hide_options(match, viewer)


def _to_text(lines: Sequence[dict[str, Any]]) -> str:
    """Return the lines as text, with a seal if they contain a commitment."""
    texts = [json.dumps(line, ensure_ascii=False) for line in lines]
    if any(line.get("kind") == "commitment" for line in lines):
        texts.append(seal_line(line.encode() for line in texts).decode())
    return "".join(line + "\n" for line in texts)


def standings_json(table: Table) -> list[dict[str, int]]:
    """Return the standings as the last line of an export has them."""
    places = standings(table.match, table.state)
    return [{"seat": place.seat, "rank": place.rank, "total": place.total} for place in places]


def _lines(data: bytes) -> Iterator[_Line]:
    """Yield the lines that are not blank, with their numbers; blank lines count."""
    for number, raw in enumerate(data.split(b"\n"), 1):
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise BadFileError(number, say("file.no_text")) from error
        if not text.strip():
            continue
        try:
            body = parse_strict_json(text)
        except ValueError as error:
            raise BadFileError(number, say("file.no_json")) from error
        if not isinstance(body, dict):
            raise BadFileError(number, say("file.no_object"))
        yield _Line(number, body)


def _start(line: _Line, games: tuple[Game, ...]) -> Table:
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
        game = find_game(head.get("game"), games)
        return tables.start(game, head.get("seats", ()), options, seq=1)
    except MalformedError as error:
        raise BadFileError(1, error.reason, error.where) from error


def _play(table: Table, line: _Line, *, typed: bool) -> Table:
    body = dict(line.body)
    seat = body.pop("seat", None)
    try:
        if type(seat) is not int:
            raise MalformedError(say("error.missing_field", field="seat"), "seat")
        return tables.play(table, [CompleteMove(seat, move_from_json(table.game, body), typed)], table.seq + 1)
    except MalformedError as error:
        raise BadFileError(line.number, error.reason, error.where) from error
    except IllegalMoveError as error:
        raise IllegalLineError(line.number, error, table.names) from error
