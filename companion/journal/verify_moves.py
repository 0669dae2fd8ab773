"""Checks a moves file by the rules: every move, the result, and that each draw was of what the rules want there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from companion.chance.draw_lines import Told
from companion.chance.file_lines import FileLine, entries_of, read
from companion.chance.findings import Begun, Chance, Code, Problem, Verdict
from companion.chance.replaced_draws import period
from companion.chance.verify_chance import check
from companion.journal.moves_file import (
    BadFileError,
    IllegalLineError,
    check_entries,
    check_size,
    replay,
    standings_json,
)
from companion.rules import match_functions
from companion.rules.fields import Json
from companion.rules.game import Game, move_from_json, move_to_json
from companion.rules.match_functions import chance_of
from companion.rules.rule_errors import MalformedError, RulesError
from companion.rules.text import Text
from companion.support.frozen import frozen
from companion.table.counts import replaced
from companion.table.draw_record import Drawn
from companion.table.table import Table


class Rules(Enum):
    """Whether the moves and the result of a file were held against the rules."""

    COMPARED = "compared"
    OTHER_VERSION = "other_version"
    """They are by another version of the rules than the present one: seal, words and draws were checked, no more."""
    UNKNOWN_GAME = "unknown_game"
    """Of a game that there is not in this program; likewise."""
    SECRET = "secret"
    """The file hides what is secret yet."""
    FAULTY = "faulty"
    """Something else is wrong already."""


@frozen
class Fault:
    """Something that is wrong, and why where the rules or the reader of the file say so."""

    problem: Problem
    reason: Text | None = None


@frozen
class Report:
    """What the check of a file found."""

    verdict: Verdict
    faults: tuple[Fault, ...]
    """By their lines."""
    table: Table | None
    """Where the moves lead; None when they could not be played through."""
    result: bool
    """The file names a result."""
    rules: Rules
    names: tuple[str, ...] = ()
    """Of the seats, for the reasons."""

    @property
    def ok(self) -> bool | None:
        """Whether all of it was checked and is right; None where nothing is wrong, but the rules were not compared."""
        return self.holds if self.faults or self.table is not None else None

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def examine(data: bytes, games: tuple[Game, ...]) -> Report:
    """Check a moves file: its chance as anybody can, and by the rules whatever else can be checked.

    A file that says nothing of draws is somebody's own list of moves: BadFileError or IllegalLineError is raised for
    it as `replay` does. In others such a line is a fault like others. A file that hides what is secret yet cannot be
    played through, and one that names another version of the rules is not: its chance is checked as far as possible.
    BadFileError is raised too for any file that has more than a game may have.
    """
    check_size(data)
    verdict = check(data)
    check_entries(verdict.entries)
    lines = read(data)
    result = any(line.kind == "end" for line in lines)
    faults = tuple(Fault(problem) for problem in verdict.problems)
    if faults:
        return Report(verdict, faults, None, result, Rules.FAULTY)
    if (other := _other_rules(verdict, games)) is not None:
        return Report(verdict, (), None, result, other)
    if verdict.partial and verdict.chance is not Chance.NONE:
        return Report(verdict, (), None, result, Rules.SECRET)
    try:
        table = replay(data, games)
    except (BadFileError, IllegalLineError) as error:
        if verdict.chance is Chance.NONE:
            raise
        refused = _refused(lines, error)
        return Report(verdict, (refused,), None, result, Rules.COMPARED, getattr(error, "names", ()))
    found = [*_beginnings(table.game, verdict), *map(Fault, _by_the_rules(table, lines, verdict))]
    found.sort(key=lambda fault: fault.problem.line)
    return Report(verdict, tuple(found), table, result, Rules.COMPARED, table.names)


def _other_rules(verdict: Verdict, games: tuple[Game, ...]) -> Rules | None:
    """Why the present rules say nothing of a file; None where they do.

    One that tells of draws and names no version is as old as version 0; one without draws is somebody's own list.
    """
    version = verdict.rules_version
    if version is None and verdict.chance is Chance.NONE:
        return None
    game = next((game for game in games if game.id == verdict.game), None)
    if game is None:
        return None if version is None else Rules.UNKNOWN_GAME
    return None if (version or 0) in game.plays_alike else Rules.OTHER_VERSION


def _beginnings(game: Game, verdict: Verdict) -> Iterator[Fault]:
    """What the file says that the game began with, or was changed to, and the rules begin otherwise."""
    for one in verdict.matches:
        if one.rules_version in game.plays_alike and one.options is not None:
            fault = Problem(one.line, None, Code.WRONG_MATCH)
            try:
                if not _begins_so(game, one):
                    yield Fault(fault)
            except MalformedError as error:
                yield Fault(fault, error.reason)


def _begins_so(game: Game, one: Begun) -> bool:
    match, *_ = game.begin(one.seats, one.options or {})
    made = match_functions.to_json(match, one.rules_version)
    said = {"game": one.game, "rules_version": one.rules_version, "seats": list(one.seats)}
    return made == {**said, "options": one.options, "edition": one.edition}


def _refused(lines: tuple[FileLine, ...], error: BadFileError | IllegalLineError) -> Fault:
    """What replay says of a line, with the entry that this line is."""
    line = error.line or 1
    entry = next((entry for one, entry in zip(lines, entries_of(lines), strict=True) if one.number == line), None)
    code = Code.ILLEGAL if isinstance(error, IllegalLineError) else Code.UNREADABLE
    return Fault(Problem(line, entry, code), error.reason)


def _by_the_rules(table: Table, lines: tuple[FileLine, ...], verdict: Verdict) -> Iterator[Problem]:
    for told in verdict.told:
        if told.name is not None and told.entry is not None:
            code = _wrong_draw(table, told, told.name, told.entry)
            if code is not None:
                yield Problem(told.line, told.entry, code)
    instead = replaced(_with_draws(table, verdict.told))
    for told in verdict.told:
        if told.entry is not None and told.instead_of != instead.get(told.entry):
            yield Problem(told.line, told.entry, Code.WRONG_REPLACED)
    for line in lines:
        if line.kind == "end" and not (table.over and (line.body or {}).get("standings") == standings_json(table)):
            yield Problem(line.number, None, Code.WRONG_RESULT)
    if table.over and verdict.chance is Chance.NOT_REVEALED:
        yield Problem(lines[-1].number, None, Code.NO_SEED)


def _wrong_draw(table: Table, told: Told, name: str, entry: int) -> Code | None:
    """Return what the rules find wrong with a draw on which a move stands; None if nothing is."""
    if not _wanted(table, told, name, entry):
        return Code.WRONG_REQUEST
    if told.corrected and not _askable(table, told, entry):
        return Code.WRONG_ASKED
    return None if _occasion_fits(table, told, entry) else Code.WRONG_OCCASION


def _with_draws(table: Table, told: Sequence[Told]) -> Table:
    """The table with the draws that a file tells of, and what its typed results spend."""
    draws: list[Drawn] = []
    by_entry: dict[int | None, Drawn] = {}
    spent: dict[int | None, tuple[str, int]] = {}
    for one in told:
        if one.name is not None:
            _, seat, purpose, n = one.name.split("/")
            about = (one.name, one.of, one.weights, one.values or (), one.again, 0)
            draws.append(Drawn(len(draws), int(seat), purpose, int(n), *about, occasion=one.occasion))
            by_entry[one.entry] = draws[-1]
        elif one.spends is not None:
            *_, purpose, n = one.spends.split("/")
            spent[one.entry] = (purpose, int(n))
    entries = [
        replace(entry, played=replace(entry.played, drawn=by_entry.get(number), spends=spent.get(number)))
        for number, entry in enumerate(table.entries, 1)
    ]
    return replace(table, entries=entries, draws=draws, told={})


def _wanted(table: Table, told: Told, name: str, entry: int) -> bool:
    """Whether the rules want this draw of this entry: for this purpose, these dice, or sectors of these weights.

    What was asked before the draw are the fields of the move, unless it is marked as corrected.
    """
    played = table.entries[entry - 1].played
    said: Mapping[str, Json] = move_to_json(played.move)
    if told.asked is not None and not told.corrected:
        said = told.asked
    chosen = {name: value for name, value in said.items() if name not in ("move", "chance")}
    try:
        wanted = chance_of(table.match, table.before(entry), played.seat, played.move.kind, chosen)
    except RulesError:
        return False
    if wanted is None or wanted.purpose(played.move.kind) != name.split("/")[2]:
        return False
    return (wanted.draws, _weighty(wanted.weights)) == (told.of, _weighty(told.weights))


def _occasion_fits(table: Table, told: Told, entry: int) -> bool:
    """Whether a draw stands in the round, or the turn, that it says; a draw of an older game says none."""
    now = told.moved_to or told.occasion
    return now is None or period(now) == period(table.occasion_of(entry))


def _askable(table: Table, told: Told, entry: int) -> bool:
    """Whether what was asked before a draw makes a move of the kind that was corrected afterwards.

    Whether it was one that the rules allowed then, nobody can say: what came before may have been corrected too.
    """
    kind = table.entries[entry - 1].played.move.kind
    try:
        move_from_json(table.game, {"move": kind, **(told.asked or {}), "chance": list(told.values or ())})
    except MalformedError:
        return False
    return True


def _weighty(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Weights; those that are all alike are none."""
    return weights if len(set(weights)) > 1 else ()
