"""Check of a moves file by the rules: every move, the result, and the request behind each draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from companion.chance.chance_lines import ChanceLine
from companion.chance.moves_file_lines import FileLine, entry_numbers, read_lines
from companion.chance.replaced_draws import period
from companion.chance.verdict import ChanceStatus, MatchLine, Problem, ProblemCode, Verdict
from companion.chance.verify_chance import check_chance
from companion.journal.moves_file import (
    BadFileError,
    IllegalLineError,
    check_entries,
    check_size,
    replay_file,
    standings_json,
)
from companion.rules import match_functions
from companion.rules.fields import Json
from companion.rules.game import Game, move_from_json, move_to_json
from companion.rules.match_functions import chance_field_of
from companion.rules.rule_errors import MalformedError, RulesError
from companion.rules.text import Text
from companion.support.frozen_dataclasses import frozen
from companion.table.draw_record import DrawRecord
from companion.table.history_queries import replaced_draw_names
from companion.table.table import Table


class RulesCheck(Enum):
    """Extent to which the moves and the result of a file were compared with the rules."""

    COMPARED = "compared"
    OTHER_VERSION = "other_version"
    """The file follows another version of the rules: only seal, words and draws were checked."""
    UNKNOWN_GAME = "unknown_game"
    """This program has no such game; likewise."""
    SECRET = "secret"
    """The file hides what is still secret."""
    FAULTY = "faulty"
    """Something else is already wrong."""


@frozen
class FileFault:
    """A problem of a file, with the reason if the rules or the reader of the file give one."""

    problem: Problem
    reason: Text | None = None


@frozen
class FileReport:
    """Result of the check of a file."""

    verdict: Verdict
    faults: tuple[FileFault, ...]
    """Sorted by line."""
    table: Table | None
    """The table after the moves; None if they could not be played through."""
    result: bool
    """True if the file names a result."""
    rules: RulesCheck
    names: tuple[str, ...] = ()
    """Names of the seats, for the reasons."""

    @property
    def ok(self) -> bool | None:
        """True if everything was checked and is right; None if nothing is wrong, but the rules were not compared."""
        return self.holds if self.faults or self.table is not None else None

    @property
    def holds(self) -> bool:
        """True if nothing is wrong."""
        return not self.faults


def check_moves_file(data: bytes, games: tuple[Game, ...]) -> FileReport:
    """Check a moves file: its chance as anybody can, and everything else by the rules as far as possible.

    A file without any draws is somebody's own list of moves: for it BadFileError or IllegalLineError is raised, as
    in `replay_file`. In other files such a line is a fault like any other. A file that hides what is still secret
    cannot be played through, and a file that names another version of the rules is not: their chance is checked as
    far as possible. BadFileError is also raised for any file that has more than a game may have.
    """
    check_size(data)
    verdict = check_chance(data)
    check_entries(verdict.entries)
    lines = read_lines(data)
    result = any(line.kind == "end" for line in lines)
    faults = tuple(FileFault(problem) for problem in verdict.problems)
    if faults:
        return FileReport(verdict, faults, None, result, RulesCheck.FAULTY)
    if (rules := _other_rules(verdict, games)) is not None:
        return FileReport(verdict, (), None, result, rules)
    if verdict.partial and verdict.chance is not ChanceStatus.NONE:
        return FileReport(verdict, (), None, result, RulesCheck.SECRET)
    try:
        table = replay_file(data, games)
    except (BadFileError, IllegalLineError) as error:
        if verdict.chance is ChanceStatus.NONE:
            raise
        refused = _replay_fault(lines, error)
        return FileReport(verdict, (refused,), None, result, RulesCheck.COMPARED, getattr(error, "names", ()))
    faults_by_rules = [*_setup_faults(table.game, verdict), *map(FileFault, _rule_problems(table, lines, verdict))]
    faults_by_rules.sort(key=lambda fault: fault.problem.line)
    return FileReport(verdict, tuple(faults_by_rules), table, result, RulesCheck.COMPARED, table.names)


def _other_rules(verdict: Verdict, games: tuple[Game, ...]) -> RulesCheck | None:
    """Return why a file cannot be compared with the present rules; None if it can.

    A file with draws that names no version is as old as version 0; a file without draws is somebody's own list.
    """
    version = verdict.rules_version
    if version is None and verdict.chance is ChanceStatus.NONE:
        return None
    game = next((game for game in games if game.id == verdict.game), None)
    if game is None:
        return None if version is None else RulesCheck.UNKNOWN_GAME
    return None if (version or 0) in game.compatible_versions else RulesCheck.OTHER_VERSION


def _setup_faults(game: Game, verdict: Verdict) -> Iterator[FileFault]:
    """Yield a fault for each setup, or change of it, that the rules set up in another way than the file."""
    for match in verdict.matches:
        if match.rules_version in game.compatible_versions and match.options is not None:
            fault = Problem(match.line, None, ProblemCode.WRONG_MATCH)
            try:
                if not _setup_matches(game, match):
                    yield FileFault(fault)
            except MalformedError as error:
                yield FileFault(fault, error.reason)


def _setup_matches(game: Game, beginning: MatchLine) -> bool:
    match, *_ = game.begin(beginning.seats, beginning.options or {})
    computed = match_functions.match_to_json(match, beginning.rules_version)
    header = {"game": beginning.game, "rules_version": beginning.rules_version, "seats": list(beginning.seats)}
    return computed == {**header, "options": beginning.options, "edition": beginning.edition}


def _replay_fault(lines: tuple[FileLine, ...], error: BadFileError | IllegalLineError) -> FileFault:
    """Return replay's complaint about a line as a fault, with the entry of this line."""
    line = error.line or 1
    entry = next(
        (entry for file_line, entry in zip(lines, entry_numbers(lines), strict=True) if file_line.number == line), None
    )
    code = ProblemCode.ILLEGAL if isinstance(error, IllegalLineError) else ProblemCode.UNREADABLE
    return FileFault(Problem(line, entry, code), error.reason)


def _rule_problems(table: Table, lines: tuple[FileLine, ...], verdict: Verdict) -> Iterator[Problem]:
    for draw in verdict.chance_lines:
        if draw.name is not None and draw.entry is not None:
            code = _draw_fault(table, draw, draw.name, draw.entry)
            if code is not None:
                yield Problem(draw.line, draw.entry, code)
    replaced_names = replaced_draw_names(_with_draws(table, verdict.chance_lines))
    for draw in verdict.chance_lines:
        if draw.entry is not None and draw.instead_of != replaced_names.get(draw.entry):
            yield Problem(draw.line, draw.entry, ProblemCode.WRONG_REPLACED)
    for line in lines:
        if line.kind == "end" and not (table.over and (line.body or {}).get("standings") == standings_json(table)):
            yield Problem(line.number, None, ProblemCode.WRONG_RESULT)
    if table.over and verdict.chance is ChanceStatus.NOT_REVEALED:
        yield Problem(lines[-1].number, None, ProblemCode.NO_SEED)


def _draw_fault(table: Table, draw: ChanceLine, name: str, entry: int) -> ProblemCode | None:
    """Return the code of a draw that is wrong by the rules, for a draw that has a move; None if it is right."""
    if not _is_demanded(table, draw, name, entry):
        return ProblemCode.WRONG_REQUEST
    if draw.corrected and not _asked_makes_move(table, draw, entry):
        return ProblemCode.WRONG_ASKED
    return None if _occasion_fits(table, draw, entry) else ProblemCode.WRONG_OCCASION


def _with_draws(table: Table, lines: Sequence[ChanceLine]) -> Table:
    """Return the table with the draws of a file, and the draws that its typed results spend."""
    draws: list[DrawRecord] = []
    by_entry: dict[int | None, DrawRecord] = {}
    spent: dict[int | None, tuple[str, int]] = {}
    for line in lines:
        if line.name is not None:
            _, seat, purpose, n = line.name.split("/")
            details = (line.name, line.of, line.weights, line.values or (), line.again, 0)
            draws.append(DrawRecord(len(draws), int(seat), purpose, int(n), *details, occasion=line.occasion))
            by_entry[line.entry] = draws[-1]
        elif line.spends is not None:
            *_, purpose, n = line.spends.split("/")
            spent[line.entry] = (purpose, int(n))
    entries = [
        replace(entry, played=replace(entry.played, drawn=by_entry.get(number), spends=spent.get(number)))
        for number, entry in enumerate(table.entries, 1)
    ]
    return replace(table, entries=entries, draws=draws, shared_cache={})


def _is_demanded(table: Table, draw: ChanceLine, name: str, entry: int) -> bool:
    """Return whether the rules demand this draw for this entry: the purpose, and the dice or the sectors' weights.

    The fields asked before the draw are those of the move, unless it is marked as corrected.
    """
    played = table.entries[entry - 1].played
    fields: Mapping[str, Json] = move_to_json(played.move)
    if draw.asked is not None and not draw.corrected:
        fields = draw.asked
    chosen = {name: value for name, value in fields.items() if name not in ("move", "chance")}
    try:
        request = chance_field_of(table.match, table.before(entry), played.seat, played.move.kind, chosen)
    except RulesError:
        return False
    if request is None or request.purpose(played.move.kind) != name.split("/")[2]:
        return False
    return (request.draws, _unequal_weights(request.weights)) == (draw.of, _unequal_weights(draw.weights))


def _occasion_fits(table: Table, draw: ChanceLine, entry: int) -> bool:
    """Return whether a draw stands in the round or turn that it names; a draw of an older game names none."""
    occasion = draw.moved_to or draw.occasion
    return occasion is None or period(occasion) == period(table.occasion_of(entry))


def _asked_makes_move(table: Table, draw: ChanceLine, entry: int) -> bool:
    """Return whether the fields asked before a draw make a move of the kind that was corrected afterwards.

    It cannot be checked whether the rules allowed that move then: earlier moves may have been corrected too.
    """
    kind = table.entries[entry - 1].played.move.kind
    try:
        move_from_json(table.game, {"move": kind, **(draw.asked or {}), "chance": list(draw.values or ())})
    except MalformedError:
        return False
    return True


def _unequal_weights(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Return the weights, or none if they are all equal."""
    return weights if len(set(weights)) > 1 else ()
