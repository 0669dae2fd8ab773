"""The matches and commitments of a moves file: what its game began with, with a salt, and the committed seeds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.chance.canonical_json import digest, is_plain, is_whole_number, same_json
from companion.chance.moves_file_lines import FileLine
from companion.chance.seed import commitment, short_words
from companion.chance.verdict import ChanceWarning, CommitmentLine, MatchLine, Problem, ProblemCode, WarningCode

_HEX = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")
_COVERS_MATCH = 2


@dataclass(slots=True)
class CommitmentReader:
    """Reads the match and commitment lines of a file, and notes problems and warnings."""

    lines: Sequence[FileLine]
    problems: list[Problem] = field(default_factory=list)
    warnings: list[ChanceWarning] = field(default_factory=list)
    matches: list[MatchLine] = field(default_factory=list)
    """The match lines that can be read."""
    commitments: list[CommitmentLine] = field(default_factory=list)

    _by_kind: dict[str, list[FileLine]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._read_matches()
        self._read_commitments()
        has_chance = any(self._lines_of(kind) for kind in ("commitment", "draw", "typed"))
        if self.partial and has_chance and (self.over or not self._has_nulls()):
            self._add_problem(self.lines[0].number, ProblemCode.WRONG_PARTIAL)

    @property
    def partial(self) -> bool:
        """True if secrets are hidden, as null."""
        return self._head.get("partial") is True

    @property
    def changed(self) -> bool:
        """True if the match was changed during the game."""
        return len(self._lines_of("match")) > 1

    @property
    def has_occasions(self) -> bool:
        """True if the first match line promises that every draw has its occasion."""
        first = self._lines_of("match")[:1]
        return any(match.has_occasions for match in self.matches if first and match.line == first[0].number)

    @property
    def over(self) -> bool:
        """True if the file contains the end of its game."""
        return bool(self._lines_of("end"))

    @property
    def _head(self) -> Any:
        return (self.lines[0].body or {}) if self.lines else {}

    @property
    def _is_public(self) -> bool:
        """True if nothing is secret any more: the game is over, or all its seeds are revealed."""
        committed = len(self._lines_of("commitment"))
        return self.over or 0 < committed <= len(self._lines_of("seed"))

    def _has_nulls(self) -> bool:
        """Return whether something is null that may be a secret: an option, a part of a move, or a draw's values."""
        matches = ((line.body or {}).get("options") for line in self._lines_of("match"))
        moves = (line.body for line in self.lines[1:] if line.is_entry)
        values = ((line.body or {}).get("values") for line in self._lines_of("draw"))
        return any(_contains_null(part) for part in (self._head.get("options", {}), *matches, *moves, *values))

    def _lines_of(self, kind: str) -> list[FileLine]:
        if kind not in self._by_kind:
            self._by_kind[kind] = self._find_lines(kind)
        return self._by_kind[kind]

    def _find_lines(self, kind: str) -> list[FileLine]:
        return [line for line in self.lines if line.kind == kind]

    def _add_problem(self, line: int, code: ProblemCode) -> None:
        self.problems.append(Problem(line, None, code))

    def _read_matches(self) -> None:
        """Read the match lines: the first is the match as begun; the last, the current one, agrees with the head."""
        positions = [position for position, line in enumerate(self.lines) if line.kind == "match"]
        for index, position in enumerate(positions):
            line = self.lines[position]
            match = _read_match(line, self.partial)
            if match is None:
                self._add_problem(line.number, ProblemCode.UNREADABLE)
            else:
                self.matches.append(match)
                in_order = position == 1 + index and match.changed == (index > 0)
                if not in_order or not self._fits_head(match, last=position == positions[-1]):
                    self._add_problem(line.number, ProblemCode.WRONG_MATCH)
                if match.salt is None and self._is_public and not self.partial:
                    self._add_problem(line.number, ProblemCode.NO_SALT)
            if index:
                self.warnings.append(ChanceWarning(line.number, None, WarningCode.CHANGED_MATCH))

    def _fits_head(self, match: MatchLine, *, last: bool) -> bool:
        """Return whether a match line agrees with the first line of the file: same game and number of seats. The last
        match line, the one in force, must also have the same names and options.
        """
        seats = self._head.get("seats")
        if match.game != self._head.get("game"):
            return False
        if not isinstance(seats, list) or len(seats) != len(match.seats):
            return False
        if not last:
            return True
        return seats == list(match.seats) and (
            match.options is None or same_json(match.options, self._head.get("options"))
        )

    def _read_commitments(self) -> None:
        """Pair each commitment with its seed. The seeds are at the end of the file, in the same order."""
        seeds = iter(self._lines_of("seed"))
        for line, entry in zip(self.lines, _next_entries(self.lines), strict=True):
            if line.kind == "commitment":
                self.commitments.append(self._read_commitment(line, entry, next(seeds, None)))
        for line in seeds:
            if self.commitments:
                self._add_problem(line.number, ProblemCode.WRONG_COMMITMENT)
        later_commitments = [
            commitment for index, commitment in enumerate(self.commitments) if index > 0 or commitment.from_file
        ]
        self.warnings += [
            ChanceWarning(commitment.line, commitment.entry, WarningCode.ANOTHER_COMMITMENT)
            for commitment in later_commitments
        ]

    def _read_commitment(self, line: FileLine, entry: int, seed: FileLine | None) -> CommitmentLine:
        body = line.body or {}
        digits, form = body.get("sha256"), _COVERS_MATCH if "form" in body else 1
        sha256 = digits if isinstance(digits, str) and _HEX.fullmatch(digits) else ""
        if not sha256 or not is_whole_number(body.get("form", form)) or body.get("form", form) != form:
            self._add_problem(line.number, ProblemCode.UNREADABLE)
        elif body.get("words") != list(short_words(sha256)):
            self._add_problem(line.number, ProblemCode.WRONG_WORDS)
        if form == _COVERS_MATCH and not self._lines_of("match"):
            self._add_problem(line.number, ProblemCode.NO_MATCH)
        from_file = body.get("from_file") is True
        return CommitmentLine(line.number, entry, sha256, form, self._verified_seed(sha256, form, seed), from_file)

    def _verified_seed(self, sha256: str, form: int, seed: FileLine | None) -> bytes | None:
        """Return the seed, if it is there and matches its commitment.

        None too if the commitment covers a match whose secrets are hidden.
        """
        if seed is None:
            return None
        bytes_of_seed, match = _read_seed(seed), None
        if form == _COVERS_MATCH and bytes_of_seed is not None:
            match = next(
                (
                    match_line.digest
                    for match_line in self.matches
                    if match_line.line == self._lines_of("match")[0].number
                ),
                None,
            )
            if match is None:
                return None
        if bytes_of_seed is not None and commitment(bytes_of_seed, match) == sha256:
            return bytes_of_seed
        self._add_problem(seed.number, ProblemCode.WRONG_COMMITMENT)
        return None


def _read_match(line: FileLine, partial: bool) -> MatchLine | None:
    """Parse a match line; None if it is invalid. Its options may only be null if secrets are hidden."""
    body = {name: value for name, value in (line.body or {}).items() if name not in ("kind", "changed")}
    game, version, seats, options = (body.get(name) for name in ("game", "rules_version", "seats", "options"))
    salt = body.get("salt")
    if not isinstance(game, str) or not is_whole_number(version) or not _is_text_list(seats) or not is_plain(body):
        return None
    if not (isinstance(options, dict) or (options is None and partial)) or not {"edition", "salt"} <= body.keys():
        return None
    if (line.body or {}).get("changed", True) is not True or body.get("occasions", True) is not True:
        return None
    if salt is not None and not (isinstance(salt, str) and _SALT.fullmatch(salt)):
        return None
    match_digest = digest(body) if salt is not None else None
    changed, occasions = "changed" in (line.body or {}), "occasions" in body
    details = (game, version, tuple(seats or ()), options, body["edition"], salt, changed, match_digest, occasions)
    return MatchLine(line.number, *details)


def _contains_null(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(map(_contains_null, value.values()))
    return any(map(_contains_null, value)) if isinstance(value, list) else value is None


def _is_text_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _next_entries(lines: Sequence[FileLine]) -> Iterator[int]:
    """Yield, for each line, the number of the first entry below it."""
    entry = 1
    for line in lines:
        entry += line is not lines[0] and line.is_entry
        yield entry


def _read_seed(line: FileLine) -> bytes | None:
    digits = (line.body or {}).get("seed")
    return bytes.fromhex(digits) if isinstance(digits, str) and _HEX.fullmatch(digits) else None
