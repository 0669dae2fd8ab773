"""The check of the chance in a moves file: seal, commitments, and every draw recomputed. It needs no game rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.chance.canonical_json import plain, whole_number, whole_numbers
from companion.chance.draw_lines import Of, Told, read_told, recomputed, unlike
from companion.chance.file_beginning import Beginning
from companion.chance.file_lines import FileLine, Seal, closing, entries_of, read, seal_in, sealing
from companion.chance.findings import Chance, Code, Problem, Remark, Remarked, Verdict
from companion.chance.replaced_draws import Occasion, StandingDraw, period, replaced_draws
from companion.support.frozen import frozen

_NAME = re.compile(r"([^/]+)/([1-9][0-9]{0,8})/([^/.]+(?:\.[^/]+)?)/([1-9][0-9]{0,8})")


def check(data: bytes) -> Verdict:
    """Check a moves file. Nothing is raised: a line that cannot be read is a problem like any other."""
    above, sealed = _check_seal(read(data))
    begun = Beginning(above)
    reading = _Reading(above, begun)
    problems = [*begun.problems, *reading.problems]
    all_problems = sealed or sorted([*problems, *_unclear(above, problems)], key=lambda problem: problem.line)
    head = (above[0].body or {}) if above else {}
    game = head.get("game")
    return Verdict(
        tuple(all_problems),
        game if isinstance(game, str) else None,
        reading.entries,
        begun.over,
        begun.partial,
        reading.chance,
        tuple(reading.told),
        tuple(begun.commitments),
        tuple(sorted([*begun.remarks, *reading.remarks], key=lambda remark: remark.line)),
        tuple(begun.matches),
        closing([line.body for line in above]),
    )


def _unclear(lines: Sequence[FileLine], known: Sequence[Problem]) -> Iterator[Problem]:
    """Yield problems for lines without a canonical form, in the file of a game with a commitment.

    Such a line has no part in any closing words, and no program of ours has written it. Lines that already have a
    problem are left out.
    """
    reported = {problem.line for problem in known}
    if any(line.kind == "commitment" for line in lines):
        for line, entry in zip(lines, entries_of(lines), strict=True):
            if line.number not in reported and not plain(line.body):
                yield Problem(line.number, entry, Code.UNREADABLE)


def _check_seal(lines: Sequence[FileLine]) -> tuple[Sequence[FileLine], list[Problem]]:
    """Return the lines above the seal, and the problems with it or with them."""
    if not lines or lines[-1].kind != "seal":
        needed = any(line.kind == "commitment" for line in lines)
        return lines, [Problem(lines[-1].number, None, Code.NO_SEAL)] if needed else []
    above, last = lines[:-1], lines[-1]
    computed, written = sealing(above), seal_in(last)
    if written == computed:
        return above, []
    if written is None or written.sha256 == computed.sha256 or written.lines == computed.lines:
        return above, [Problem(last.number, None, Code.ALTERED_SEAL)]
    return above, list(_altered(above, last.number, written, computed))


def _altered(above: Sequence[FileLine], end: int, said: Seal, found: Seal) -> Iterator[Problem]:
    """Yield a problem for each line that differs from the seal; if lines are missing or new, only for the first."""
    pairs = zip(said.lines, found.lines, strict=False)
    indexes = [
        index for index, (written_digest, computed_digest) in enumerate(pairs) if written_digest != computed_digest
    ]
    if len(said.lines) != len(found.lines):
        indexes = [*indexes, min(len(said.lines), len(found.lines))][:1]
    for index in indexes:
        entry = said.entries[index] if index < len(said.entries) else None
        yield Problem(above[index].number if index < len(above) else end, entry, Code.ALTERED_LINE)


@dataclass(slots=True)
class _Reading:
    """Goes through the lines once, in order, and collects the lines about chance and their problems."""

    lines: Sequence[FileLine]
    begun: Beginning
    problems: list[Problem] = field(default_factory=list)
    remarks: list[Remarked] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    entries: int = 0
    _game: str = ""
    _seats: int = 0
    _seeds: int = 0
    _in_force: int = 0
    _before: dict[str, Told] = field(default_factory=dict)
    """First draw of each name."""
    _from: dict[str, int] = field(default_factory=dict)
    """Commitment that was in force for the first draw of each name, counted from 1."""
    _dice: dict[str, tuple[Of, tuple[int, ...]]] = field(default_factory=dict)
    """Dice or wheel of the draws for each purpose, with weights."""
    _highest: dict[tuple[int, str], int] = field(default_factory=dict)
    """Highest number drawn for each seat and purpose."""
    _standing: set[str] = field(default_factory=set)
    _occasions: bool = False
    """True once a draw has said what it was made for, or if the match promises it; from then on all draws must."""
    _over: bool = False
    """True once the end of the game was read."""
    _waiting: list[Told] = field(default_factory=list)
    """Lines about the next move."""

    def __post_init__(self) -> None:
        if self.chance is Chance.NONE:
            self.entries = sum(line.is_entry for line in self.lines[1:])
            return
        self._seeds = sum(line.kind == "seed" for line in self.lines)
        self._occasions = self.begun.occasions
        self._head()
        for line in self.lines[1:]:
            self._line(line)
        self._nothing_waits()
        self._check_spent()
        self._check_replaced()

    @property
    def chance(self) -> Chance:
        """Extent to which the chance could be verified."""
        kinds = {line.kind for line in self.lines if isinstance(line.kind, str)}
        drawn = any("chance" in (line.body or {}) for line in self.lines[1:] if line.is_entry)
        if not kinds & {"commitment", "draw", "typed"} and not ("match" in kinds and drawn):
            return Chance.NONE
        return (
            Chance.CHECKED if all(commitment.revealed for commitment in self.begun.commitments) else Chance.NOT_REVEALED
        )

    def _wrong(self, line: int, entry: int | None, code: Code) -> None:
        self.problems.append(Problem(line, entry, code))

    def _head(self) -> None:
        head = self.lines[0].body or {}
        game, seats = head.get("game"), head.get("seats")
        if not isinstance(game, str) or not isinstance(seats, list):
            self._wrong(self.lines[0].number, None, Code.UNREADABLE)
            return
        self._game, self._seats = game, len(seats)

    def _line(self, line: FileLine) -> None:
        if line.is_entry:
            self._entry(line)
        elif line.body is None or line.kind == "seal":  # a seal is only valid as the last line
            self._wrong(line.number, None, Code.UNREADABLE)
        elif line.kind == "commitment":
            self._in_force += 1
        elif line.kind == "end":
            self._end(line)
        elif line.kind in ("draw", "typed"):
            told = read_told(line.number, line.body, typed=line.kind == "typed", partial=self.begun.partial)
            if told is None:
                self._wrong(line.number, self._about(line), Code.UNREADABLE)
            else:
                self._tell(told)

    def _end(self, line: FileLine) -> None:
        """Check that the game ends once and has revealed all its seeds. A wrong seed is reported at its own line."""
        if self._over or (line.body or {}).keys() != {"kind", "standings"}:
            self._wrong(line.number, None, Code.UNREADABLE)
        self._over = True
        if self._seeds < len(self.begun.commitments):
            self._wrong(line.number, None, Code.NO_SEED)

    def _about(self, line: FileLine) -> int | None:
        entry = (line.body or {}).get("entry")
        return entry if whole_number(entry) else None

    def _tell(self, told: Told) -> None:
        if told.name is not None:
            told = self._draw(told, told.name)
        self.told.append(told)
        if told.entry is None:
            return
        if told.entry != self.entries + 1:
            self._wrong(told.line, self.entries + 1, Code.WRONG_ENTRY)
        elif self._waiting:
            self._wrong(told.line, told.entry, Code.TWO_DRAWS)
        self._waiting.append(told)

    def _draw(self, told: Told, name: str) -> Told:
        """Check a draw, and return it with its `correct` filled in."""
        if not self._in_turn(name):
            self._wrong(told.line, told.entry, Code.WRONG_NAME)
        first = self._before.setdefault(name, told)
        self._from.setdefault(name, self._in_force)
        if told.again != (first is not told):
            self._wrong(told.line, told.entry, Code.WRONG_AGAIN)
        if told.entry is not None and name in self._standing:
            self._wrong(told.line, told.entry, Code.NAME_TWICE)
        if told.entry is not None:
            self._standing.add(name)
        self._check_request(told, name, first)
        self._check_occasion(told)
        right = self._right(told, name, first)
        if right is False:
            self._wrong(told.line, told.entry, Code.WRONG_DRAW)
        checked = replace(told, right=right)
        if first is told:
            self._before[name] = checked
        return checked

    def _in_turn(self, name: str) -> bool:
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

    def _check_request(self, told: Told, name: str, first: Told) -> None:
        """Compare the request with that of the first draw of this name, and the dice with other draws for this purpose.

        One purpose always has the same dice. Exceptions are a repeat, whose dice may have changed since, and draws that
        no move uses any more, if the match was changed.
        """
        covered = self._in_force and self.begun.commitments[self._in_force - 1].form > 1
        if covered and not told.asks:
            self._wrong(told.line, told.entry, Code.WRONG_ASKED)
        if first.asked is not None and unlike(told, first.asked, self.begun.partial):
            self.remarks.append(Remarked(told.line, told.entry, Remark.ASKED_OTHERWISE))
        parts, dice = _NAME.fullmatch(name), (told.of, told.weights)
        if parts is None or not told.asks or first is not told or (self.begun.changed and told.entry is None):
            return
        if self._dice.setdefault(parts[3], dice) != dice:
            self._wrong(told.line, told.entry, Code.OTHER_DICE)

    def _check_occasion(self, told: Told) -> None:
        """Check that a draw says what it was made for, and has `moved_to` only if that is something else."""
        if told.occasion is None and (self._occasions or told.moved_to is not None):
            self._wrong(told.line, told.entry, Code.WRONG_OCCASION)
        elif told.occasion is not None and told.moved_to is not None:
            if period(told.moved_to) == period(told.occasion):
                self._wrong(told.line, told.entry, Code.WRONG_OCCASION)
            elif not any(remark.code is Remark.MOVED_DRAW for remark in self.remarks):
                self.remarks.append(Remarked(told.line, told.entry, Remark.MOVED_DRAW))
        self._occasions = self._occasions or told.occasion is not None

    def _right(self, told: Told, name: str, first: Told) -> bool | None:
        """Return whether these are the values for this name: those of its first draw, or those that its seed gives.

        A repeat whose dice have changed uses the seed of the first draw; older files used the seed in force.
        """
        if first is not told and (first.of, first.weights) == (told.of, told.weights):
            return first.right if told.values == first.values else False
        source = self._from[name] if told.asks else self._in_force
        if not source:
            self._wrong(told.line, told.entry, Code.NO_COMMITMENT)
            return None
        seed = self.begun.commitments[source - 1].seed
        if seed is None or told.values is None:
            return None
        return recomputed(seed, name, told.of, told.weights) == told.values

    def _entry(self, line: FileLine) -> None:
        self.entries += 1
        body = line.body or {}
        pending, self._waiting = self._waiting[:1], []
        if "chance" in body and not pending:
            self._wrong(line.number, self.entries, Code.MISSING_DRAW)
        for told in pending:
            if told.entry == self.entries:
                self._compare(line, told)

    def _compare(self, line: FileLine, told: Told) -> None:
        """Compare a move with the line about its chance."""
        body = line.body or {}
        chance, seat = body.get("chance"), body.get("seat")
        same = chance == list(told.values) if told.values is not None and whole_numbers(chance) else False
        if not same and not (told.values is None and "chance" in body and chance is None):
            self._wrong(line.number, self.entries, Code.WRONG_CHANCE)
        name = told.name or told.spends
        parts = _NAME.fullmatch(name) if name is not None else None
        if parts is None:
            return
        if not (whole_number(seat) and (seat, body.get("move")) == (int(parts[2]), kind_of(parts[3]))):
            self._wrong(told.line, self.entries, Code.WRONG_NAME)
        self._compare_asked(told, body)

    def _compare_asked(self, told: Told, body: Mapping[str, Any]) -> None:
        """Compare the fields of a move with those that were fixed before its draw."""
        if not told.asks:
            return
        partial = self.begun.partial
        otherwise = unlike(told, body, partial)
        hidden = partial and (told.asked is None or None in told.asked.values())
        if otherwise != told.corrected and not (told.corrected and hidden):
            self._wrong(told.line, self.entries, Code.WRONG_ASKED)
        elif told.corrected:
            self.remarks.append(Remarked(told.line, self.entries, Remark.CORRECTED))

    def _check_spent(self) -> None:
        """Check that typed values only replace a draw in the file that no move uses."""
        for told in self.told:
            if told.spends is not None and (told.spends not in self._before or told.spends in self._standing):
                self._wrong(told.line, told.entry, Code.WRONG_NAME)

    def _check_replaced(self) -> None:
        """Compare the draw that each one claims to replace with the result of `replaced_draws`.

        Typed values may account for some replaced draws. Only the rules can tell in which round they do; and whether a
        seat had the turn at all for which an earlier, unused draw was made.
        """
        lines = [(told, made) for told in self.told if (made := _made(told)) is not None]
        standing = [(told, StandingDraw(made, told.moved_to)) for told, made in lines if told.entry is not None]
        replaced = replaced_draws([made for _, made in lines], [one for _, one in standing])
        spent = {told.spends for told in self.told}
        for (told, one), names in zip(standing, replaced, strict=True):
            unspent = [index for index, name in enumerate(names) if name not in spent]
            allowed = names[: unspent[0] + 1] if unspent else (None, *names)
            missed = any(other_draw.name == told.instead_of and _is_earlier(other_draw, one) for _, other_draw in lines)
            if told.instead_of not in allowed and (told.instead_of in self._standing or not missed):
                self._wrong(told.line, told.entry, Code.WRONG_REPLACED)
            if told.instead_of is not None:
                self.remarks.append(Remarked(told.line, told.entry, Remark.REPLACED_DRAW))

    def _nothing_waits(self) -> None:
        for told in self._waiting:
            if told.entry == self.entries + 1:
                self._wrong(told.line, told.entry, Code.WRONG_ENTRY)


@frozen
class _Made:
    """A draw as its line describes it."""

    name: str
    seat: int
    purpose: str
    n: int
    occasion: Occasion | None


def _is_earlier(made: _Made, one: StandingDraw) -> bool:
    """Return whether a draw is of the same seat and purpose, with a lower number, for an earlier round or turn."""
    now, alike = one.period, (made.seat, made.purpose) == (one.draw.seat, one.draw.purpose)
    earlier = made.occasion is not None and now is not None and period(made.occasion) < now
    return alike and earlier and made.n < one.draw.n


def _made(told: Told) -> _Made | None:
    """Return the draw of a line; None for typed values and invalid names."""
    parts = _NAME.fullmatch(told.name or "")
    return _Made(parts[0], int(parts[2]), parts[3], int(parts[4]), told.occasion) if parts else None


def kind_of(purpose: str) -> str:
    """Return the kind of move that a draw of this purpose is for: the part before the dot, if there is one."""
    return purpose.partition(".")[0]
