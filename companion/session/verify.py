"""Checks a moves file by the rules: every move, the result, and that each draw was of what the rules want there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.chance.file import Line, entries_of, read
from companion.chance.told import Told
from companion.chance.verdict import Chance, Code, Problem, Verdict
from companion.chance.verify import check
from companion.rules.fields import ChanceField
from companion.rules.game import Game, move_to_json
from companion.rules.text import Text
from companion.session.moves_file import BadFileError, IllegalLineError, replay, standings_json
from companion.session.table import Table


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong, and why where the rules or the reader of the file say so."""

    problem: Problem
    reason: Text | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What the check of a file found."""

    verdict: Verdict
    faults: tuple[Fault, ...]
    """By their lines."""
    table: Table | None
    """Where the moves lead; None when they could not be played through."""
    result: bool
    """The file names a result."""
    names: tuple[str, ...] = ()
    """Of the seats, for the reasons."""

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def examine(data: bytes, games: tuple[Game[Any], ...]) -> Report:
    """Check a moves file: its chance as anybody can, and by the rules whatever else can be checked.

    A file that says nothing of draws is somebody's own list of moves: BadFileError or IllegalLineError is raised for
    it as `replay` does. In others such a line is a fault like others. A file that hides what is secret yet cannot be
    played through; its chance is checked as far as possible.
    """
    verdict = check(data)
    lines = read(data)
    result = any(line.kind == "end" for line in lines)
    faults = tuple(Fault(problem) for problem in verdict.problems)
    if faults or (verdict.partial and verdict.chance is not Chance.NONE):
        return Report(verdict, faults, None, result)
    try:
        table = replay(data, games)
    except (BadFileError, IllegalLineError) as error:
        if verdict.chance is Chance.NONE:
            raise
        return Report(verdict, (_refused(lines, error),), None, result, getattr(error, "names", ()))
    found = sorted(_by_the_rules(table, lines, verdict), key=lambda problem: problem.line)
    return Report(verdict, tuple(map(Fault, found)), table, result)


def _refused(lines: tuple[Line, ...], error: BadFileError | IllegalLineError) -> Fault:
    """What replay says of a line, with the entry that this line is."""
    line = error.line or 1
    entry = next((entry for one, entry in zip(lines, entries_of(lines), strict=True) if one.number == line), None)
    code = Code.ILLEGAL if isinstance(error, IllegalLineError) else Code.UNREADABLE
    return Fault(Problem(line, entry, code), error.reason)


def _by_the_rules(table: Table, lines: tuple[Line, ...], verdict: Verdict) -> Iterator[Problem]:
    for told in verdict.told:
        if told.name is not None and told.entry is not None and not _wanted(table, told, told.entry):
            yield Problem(told.line, told.entry, Code.WRONG_REQUEST)
    for line in lines:
        if line.kind == "end" and not (table.over and (line.body or {}).get("standings") == standings_json(table)):
            yield Problem(line.number, None, Code.WRONG_RESULT)
    if table.over and verdict.chance is Chance.NOT_REVEALED:
        yield Problem(lines[-1].number, None, Code.NO_SEED)


def _wanted(table: Table, told: Told, entry: int) -> bool:
    """Whether the rules want this draw of this entry: these dice, or sectors of these weights."""
    played = table.entries[entry - 1].played
    move = {name: value for name, value in move_to_json(played.move).items() if name not in ("move", "chance")}
    wanted = table.game.next_field(table.before(entry), played.seat, played.move.kind, move)
    return isinstance(wanted, ChanceField) and (wanted.draws, _weighty(wanted.weights)) == (
        told.of,
        _weighty(told.weights),
    )


def _weighty(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Weights; those that are all alike are none."""
    return weights if len(set(weights)) > 1 else ()
