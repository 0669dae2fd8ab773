"""The check of the chance in a moves file: seal, commitments, and every draw recomputed. It needs no game rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.chance.canonical_json import is_plain, is_whole_number, is_whole_number_list
from companion.chance.chance_lines import (
    ChanceLine,
    DrawSpec,
    die_by_die,
    differs_from_request,
    read_chance_line,
    recompute_draw,
    shares_values,
)
from companion.chance.commitment_reader import CommitmentReader
from companion.chance.moves_file_lines import (
    FileLine,
    Seal,
    digest_of_lines,
    entry_numbers,
    make_seal,
    read_lines,
    read_seal,
)
from companion.chance.replaced_draws import NOWHERE, Occasion, UsedDraw, period, replaced_draws
from companion.chance.verdict import ChanceStatus, ChanceWarning, Problem, ProblemCode, Verdict, WarningCode
from companion.support.frozen_dataclasses import frozen

_NAME = re.compile(r"([^/]+)/([1-9][0-9]{0,8})/([^/.]+(?:\.[^/]+)?)/([1-9][0-9]{0,8})")


def check_chance(data: bytes) -> Verdict:
    """Check a moves file. Nothing is raised: a line that cannot be read is a problem like any other."""
    above, sealed = _check_seal(read_lines(data))
    commitment_reader = CommitmentReader(above)
    chance_reader = _ChanceReader(above, commitment_reader)
    problems = [*commitment_reader.problems, *chance_reader.problems]
    all_problems = sealed or sorted([*problems, *_non_canonical(above, problems)], key=lambda problem: problem.line)
    head = (above[0].body or {}) if above else {}
    game = head.get("game")
    return Verdict(
        tuple(all_problems),
        game if isinstance(game, str) else None,
        chance_reader.entries,
        commitment_reader.over,
        commitment_reader.partial,
        chance_reader.chance,
        tuple(chance_reader.chance_lines),
        tuple(commitment_reader.commitments),
        tuple(sorted([*commitment_reader.warnings, *chance_reader.warnings], key=lambda warning: warning.line)),
        tuple(commitment_reader.matches),
        digest_of_lines([line.body for line in above]),
    )


def _non_canonical(lines: Sequence[FileLine], problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield problems for lines without a canonical form, in the file of a game with a commitment.

    Such a line has no part in any closing words, and no program of ours has written it. Lines that already have a
    problem are left out.
    """
    reported = {problem.line for problem in problems}
    if any(line.kind == "commitment" for line in lines):
        for line, entry in zip(lines, entry_numbers(lines), strict=True):
            if line.number not in reported and not is_plain(line.body):
                yield Problem(line.number, entry, ProblemCode.UNREADABLE)


def _check_seal(lines: Sequence[FileLine]) -> tuple[Sequence[FileLine], list[Problem]]:
    """Return the lines above the seal, and the problems with it or with them."""
    if not lines or lines[-1].kind != "seal":
        needed = any(line.kind == "commitment" for line in lines)
        return lines, [Problem(lines[-1].number, None, ProblemCode.NO_SEAL)] if needed else []
    above, last = lines[:-1], lines[-1]
    computed, written = make_seal(above), read_seal(last)
    if written == computed:
        return above, []
    if written is None or written.sha256 == computed.sha256 or written.lines == computed.lines:
        return above, [Problem(last.number, None, ProblemCode.ALTERED_SEAL)]
    return above, list(_altered(above, last.number, written, computed))


def _altered(above: Sequence[FileLine], end: int, written: Seal, computed: Seal) -> Iterator[Problem]:
    """Yield a problem for each line that differs from the seal; if lines are missing or new, only for the first."""
    pairs = zip(written.lines, computed.lines, strict=False)
    indexes = [
        index for index, (written_digest, computed_digest) in enumerate(pairs) if written_digest != computed_digest
    ]
    if len(written.lines) != len(computed.lines):
        indexes = [*indexes, min(len(written.lines), len(computed.lines))][:1]
    for index in indexes:
        entry = written.entries[index] if index < len(written.entries) else None
        yield Problem(above[index].number if index < len(above) else end, entry, ProblemCode.ALTERED_LINE)


@dataclass(slots=True)
class _ChanceReader:
    """Goes through the lines once, in order, and collects the lines about chance and their problems."""

    lines: Sequence[FileLine]
    commitment_reader: CommitmentReader
    problems: list[Problem] = field(default_factory=list)
    warnings: list[ChanceWarning] = field(default_factory=list)
    chance_lines: list[ChanceLine] = field(default_factory=list)
    entries: int = 0
    _game: str = ""
    _seats: int = 0
    _seeds: int = 0
    _in_force: int = 0
    _first_draws: dict[str, ChanceLine] = field(default_factory=dict)
    """First draw of each name."""
    _commitment_of: dict[str, int] = field(default_factory=dict)
    """Commitment that was in force for the first draw of each name, counted from 1."""
    _dice: dict[str, tuple[DrawSpec, tuple[int, ...]]] = field(default_factory=dict)
    """Dice or wheel of the draws for each purpose, with weights; the most dice, if they vary in number."""
    _highest: dict[tuple[int, str], int] = field(default_factory=dict)
    """Highest number drawn for each seat and purpose."""
    _in_use: set[str] = field(default_factory=set)
    _occasions: bool = False
    """True once a draw has said what it was made for, or if the match promises it; from then on all draws must."""
    _over: bool = False
    """True once the end of the game was read."""
    _pending: list[ChanceLine] = field(default_factory=list)
    """Lines about the next move."""

    def __post_init__(self) -> None:
        if self.chance is ChanceStatus.NONE:
            self.entries = sum(line.is_entry for line in self.lines[1:])
            return
        self._seeds = sum(line.kind == "seed" for line in self.lines)
        self._occasions = self.commitment_reader.has_occasions
        self._read_head()
        for line in self.lines[1:]:
            self._read_line(line)
        self._check_nothing_pending()
        self._check_spent()
        self._check_replaced()

    @property
    def chance(self) -> ChanceStatus:
        """Extent to which the chance could be verified."""
        kinds = {line.kind for line in self.lines if isinstance(line.kind, str)}
        drawn = any("chance" in (line.body or {}) for line in self.lines[1:] if line.is_entry)
        if not kinds & {"commitment", "draw", "typed"} and not ("match" in kinds and drawn):
            return ChanceStatus.NONE
        return (
            ChanceStatus.CHECKED
            if all(commitment.revealed for commitment in self.commitment_reader.commitments)
            else ChanceStatus.NOT_REVEALED
        )

    def _add_problem(self, line: int, entry: int | None, code: ProblemCode) -> None:
        self.problems.append(Problem(line, entry, code))

    def _read_head(self) -> None:
        head = self.lines[0].body or {}
        game, seats = head.get("game"), head.get("seats")
        if not isinstance(game, str) or not isinstance(seats, list):
            self._add_problem(self.lines[0].number, None, ProblemCode.UNREADABLE)
            return
        self._game, self._seats = game, len(seats)

    def _read_line(self, line: FileLine) -> None:
        if line.is_entry:
            self._check_entry(line)
        elif line.body is None or line.kind == "seal":  # a seal is only valid as the last line
            self._add_problem(line.number, None, ProblemCode.UNREADABLE)
        elif line.kind == "commitment":
            self._in_force += 1
        elif line.kind == "end":
            self._check_end(line)
        elif line.kind in ("draw", "typed"):
            chance_line = read_chance_line(
                line.number, line.body, typed=line.kind == "typed", partial=self.commitment_reader.partial
            )
            if chance_line is None:
                self._add_problem(line.number, self._entry_of(line), ProblemCode.UNREADABLE)
            else:
                self._add_chance_line(chance_line)

    def _check_end(self, line: FileLine) -> None:
        """Check that the game ends once and has revealed all its seeds. A wrong seed is reported at its own line."""
        if self._over or (line.body or {}).keys() != {"kind", "standings"}:
            self._add_problem(line.number, None, ProblemCode.UNREADABLE)
        self._over = True
        if self._seeds < len(self.commitment_reader.commitments):
            self._add_problem(line.number, None, ProblemCode.NO_SEED)

    def _entry_of(self, line: FileLine) -> int | None:
        entry = (line.body or {}).get("entry")
        return entry if is_whole_number(entry) else None

    def _add_chance_line(self, line: ChanceLine) -> None:
        if line.name is not None:
            line = self._check_draw(line, line.name)
        self.chance_lines.append(line)
        if line.entry is None:
            return
        if line.entry != self.entries + 1:
            self._add_problem(line.line, self.entries + 1, ProblemCode.WRONG_ENTRY)
        elif self._pending:
            self._add_problem(line.line, line.entry, ProblemCode.TWO_DRAWS)
        self._pending.append(line)

    def _check_draw(self, draw: ChanceLine, name: str) -> ChanceLine:
        """Check a draw, and return it with its `correct` filled in."""
        if not self._name_fits(name):
            self._add_problem(draw.line, draw.entry, ProblemCode.WRONG_NAME)
        first = self._first_draws.setdefault(name, draw)
        self._commitment_of.setdefault(name, self._in_force)
        if draw.again != (first is not draw):
            self._add_problem(draw.line, draw.entry, ProblemCode.WRONG_AGAIN)
        if draw.entry is not None and name in self._in_use:
            self._add_problem(draw.line, draw.entry, ProblemCode.NAME_TWICE)
        if draw.entry is not None:
            self._in_use.add(name)
        self._check_request(draw, name, first)
        self._check_occasion(draw)
        right = self._is_correct(draw, name, first)
        if right is False:
            self._add_problem(draw.line, draw.entry, ProblemCode.WRONG_DRAW)
        checked = replace(draw, right=right)
        if first is draw:
            self._first_draws[name] = checked
        return checked

    def _name_fits(self, name: str) -> bool:
        """Return whether this is a name of this game whose number skips none of its seat and purpose.

        Draws are listed in the order in which they were made, and each had the number after the highest one in use.
        Somebody who could skip numbers could choose among as many results as there are numbers.
        """
        parts = _NAME.fullmatch(name)
        if parts is None or parts[1] != self._game or int(parts[2]) > self._seats:
            return False
        kind, n = (int(parts[2]), parts[3]), int(parts[4])
        highest = self._highest.get(kind, 0)
        self._highest[kind] = max(highest, n)
        return n <= highest + 1

    def _check_request(self, draw: ChanceLine, name: str, first: ChanceLine) -> None:
        """Compare the request with that of the first draw of this name, and the dice with other draws for this purpose.

        One purpose always has the same dice, or only the first of them. Exceptions are a repeat, whose dice may have
        changed since, and draws that no move uses any more, if the match was changed.
        """
        covered = self._in_force and self.commitment_reader.commitments[self._in_force - 1].form > 1
        if covered and not draw.asks:
            self._add_problem(draw.line, draw.entry, ProblemCode.WRONG_ASKED)
        if first.asked is not None and differs_from_request(draw, first.asked, self.commitment_reader.partial):
            self.warnings.append(ChanceWarning(draw.line, draw.entry, WarningCode.ASKED_OTHERWISE))
        parts, dice = _NAME.fullmatch(name), (draw.of, draw.weights)
        if (
            parts is None
            or not draw.asks
            or first is not draw
            or (self.commitment_reader.changed and draw.entry is None)
        ):
            return
        of, weights = self._dice.setdefault(parts[3], dice)
        if weights != draw.weights or not shares_values(of, draw.of):
            self._add_problem(draw.line, draw.entry, ProblemCode.OTHER_DICE)
        elif len(die_by_die(draw.of)) > len(die_by_die(of)):
            self._dice[parts[3]] = dice

    def _check_occasion(self, draw: ChanceLine) -> None:
        """Check that a draw says what it was made for, and has `moved_to` only if that is something else."""
        if draw.occasion is None and (self._occasions or draw.moved_to is not None):
            self._add_problem(draw.line, draw.entry, ProblemCode.WRONG_OCCASION)
        elif draw.occasion is not None and draw.moved_to is not None:
            if period(draw.moved_to) == period(draw.occasion):
                self._add_problem(draw.line, draw.entry, ProblemCode.WRONG_OCCASION)
            elif not any(warning.code is WarningCode.MOVED_DRAW for warning in self.warnings):
                self.warnings.append(ChanceWarning(draw.line, draw.entry, WarningCode.MOVED_DRAW))
        self._occasions = self._occasions or draw.occasion is not None

    def _is_correct(self, draw: ChanceLine, name: str, first: ChanceLine) -> bool | None:
        """Return whether these are the values for this name: those of its first draw, or those that its seed gives.

        A repeat whose dice have changed uses the seed of the first draw; older files used the seed in force.
        """
        if first is not draw and (first.of, first.weights) == (draw.of, draw.weights):
            return first.right if draw.values == first.values else False
        source = self._commitment_of[name] if draw.asks else self._in_force
        if not source:
            self._add_problem(draw.line, draw.entry, ProblemCode.NO_COMMITMENT)
            return None
        seed = self.commitment_reader.commitments[source - 1].seed
        if seed is None or draw.values is None:
            return None
        return recompute_draw(seed, name, draw.of, draw.weights) == draw.values

    def _check_entry(self, line: FileLine) -> None:
        self.entries += 1
        body = line.body or {}
        pending, self._pending = self._pending[:1], []
        if "chance" in body and not pending:
            self._add_problem(line.number, self.entries, ProblemCode.MISSING_DRAW)
        for chance_line in pending:
            if chance_line.entry == self.entries:
                self._compare(line, chance_line)

    def _compare(self, line: FileLine, chance_line: ChanceLine) -> None:
        """Compare a move with the line about its chance."""
        body = line.body or {}
        chance, seat = body.get("chance"), body.get("seat")
        same = (
            chance == list(chance_line.values)
            if chance_line.values is not None and is_whole_number_list(chance)
            else False
        )
        if not same and not (chance_line.values is None and "chance" in body and chance is None):
            self._add_problem(line.number, self.entries, ProblemCode.WRONG_CHANCE)
        name = chance_line.name or chance_line.spends
        parts = _NAME.fullmatch(name) if name is not None else None
        if parts is None:
            return
        if not (is_whole_number(seat) and (seat, body.get("move")) == (int(parts[2]), move_kind_of(parts[3]))):
            self._add_problem(chance_line.line, self.entries, ProblemCode.WRONG_NAME)
        self._compare_asked(chance_line, body)

    def _compare_asked(self, line: ChanceLine, body: Mapping[str, Any]) -> None:
        """Compare the fields of a move with those that were fixed before its draw."""
        if not line.asks:
            return
        partial = self.commitment_reader.partial
        otherwise = differs_from_request(line, body, partial)
        hidden = partial and (line.asked is None or None in line.asked.values())
        if otherwise != line.corrected and not (line.corrected and hidden):
            self._add_problem(line.line, self.entries, ProblemCode.WRONG_ASKED)
        elif line.corrected:
            self.warnings.append(ChanceWarning(line.line, self.entries, WarningCode.CORRECTED))

    def _check_spent(self) -> None:
        """Check that typed values only replace a draw in the file that no move uses."""
        for line in self.chance_lines:
            if line.spends is not None and (line.spends not in self._first_draws or line.spends in self._in_use):
                self._add_problem(line.line, line.entry, ProblemCode.WRONG_NAME)

    def _check_replaced(self) -> None:
        """Compare the draw that each one claims to replace with the result of `replaced_draws`.

        Typed values may account for some replaced draws. Only the rules can tell in which round they do; and whether a
        seat had the turn at all for which an earlier draw was made that no move uses, or only a move before that turn.
        """
        lines = [(line, draw) for line in self.chance_lines if (draw := _draw_of(line)) is not None]
        in_use = [(line, UsedDraw(draw, line.moved_to)) for line, draw in lines if line.entry is not None]
        replaced = replaced_draws([draw for _, draw in lines], [used for _, used in in_use])
        spent = {line.spends for line in self.chance_lines}
        periods_in_use = {used.draw.name: used.period for _, used in in_use}
        for (line, used), names in zip(in_use, replaced, strict=True):
            unspent = [index for index, name in enumerate(names) if name not in spent]
            allowed = names[: unspent[0] + 1] if unspent else (None, *names)
            missed = any(
                other_draw.name == line.instead_of and _was_for_earlier_turn(other_draw, used, periods_in_use)
                for _, other_draw in lines
            )
            if line.instead_of not in allowed and not missed:
                self._add_problem(line.line, line.entry, ProblemCode.WRONG_REPLACED)
            if line.instead_of is not None:
                self.warnings.append(ChanceWarning(line.line, line.entry, WarningCode.REPLACED_DRAW))

    def _check_nothing_pending(self) -> None:
        for line in self._pending:
            if line.entry == self.entries + 1:
                self._add_problem(line.line, line.entry, ProblemCode.WRONG_ENTRY)


@frozen
class _LineDraw:
    """A draw as its line describes it."""

    name: str
    seat: int
    purpose: str
    n: int
    occasion: Occasion | None


def _was_for_earlier_turn(other_draw: _LineDraw, used: UsedDraw, periods_in_use: Mapping[str, Occasion | None]) -> bool:
    """Return whether a draw is of the same seat and purpose, with a lower number, for an earlier round or turn.

    A move may use it, but only one before that round or turn.
    """
    same_purpose = (other_draw.seat, other_draw.purpose) == (used.draw.seat, used.draw.purpose)
    if not same_purpose or other_draw.n >= used.draw.n or other_draw.occasion is None or used.period is None:
        return False
    made_for = period(other_draw.occasion)
    used_in = periods_in_use.get(other_draw.name, NOWHERE)
    return made_for < used.period and used_in is not None and used_in < made_for


def _draw_of(line: ChanceLine) -> _LineDraw | None:
    """Return the draw of a line; None for typed values and invalid names."""
    parts = _NAME.fullmatch(line.name or "")
    return _LineDraw(parts[0], int(parts[2]), parts[3], int(parts[4]), line.occasion) if parts else None


def move_kind_of(purpose: str) -> str:
    """Return the kind of move that a draw of this purpose is for: the part before the dot, if there is one."""
    return purpose.partition(".")[0]
