"""Results of a check of chance: the problems and warnings, with their lines and entries, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import Any

from companion.chance.chance_lines import ChanceLine
from companion.chance.seed import short_words
from companion.support.frozen_dataclasses import frozen


class ProblemCode(Enum):
    """Kinds of problems. The page that checks games has the same codes."""

    ALTERED_LINE = "altered_line"
    """The line differs from its digest in the seal."""
    ALTERED_SEAL = "altered_seal"
    NO_SEAL = "no_seal"
    UNREADABLE = "unreadable"
    WRONG_WORDS = "wrong_words"
    """The words do not belong to the commitment."""
    WRONG_COMMITMENT = "wrong_commitment"
    """The seed, or the match if the commitment covers it too, differs from what was committed to."""
    NO_COMMITMENT = "no_commitment"
    """A draw comes before any commitment."""
    NO_SEED = "no_seed"
    """The game has ended, but does not reveal its seed."""
    NO_SALT = "no_salt"
    """Nothing is secret any more, but the salt is missing; without it nobody can check the match against its digest."""
    NO_MATCH = "no_match"
    """A commitment covers the match, and the file has no match line."""
    WRONG_MATCH = "wrong_match"
    """The match is of another game, differs from the head, or is in the wrong place."""
    WRONG_PARTIAL = "wrong_partial"
    """The file claims to hide secrets, but hides nothing, or contains the end of its game, after which nothing is
    secret."""
    WRONG_NAME = "wrong_name"
    """The draw is of another game, seat or kind of move, or its number skips one."""
    WRONG_ENTRY = "wrong_entry"
    """The line is not directly before the move that it refers to."""
    WRONG_DRAW = "wrong_draw"
    """The seed gives other values for this draw."""
    WRONG_AGAIN = "wrong_again"
    """The line is wrong about whether it was drawn before."""
    WRONG_CHANCE = "wrong_chance"
    """The move has other values than its draw."""
    MISSING_DRAW = "missing_draw"
    TWO_DRAWS = "two_draws"
    NAME_TWICE = "name_twice"
    """Two moves use one draw."""
    WRONG_ASKED = "wrong_asked"
    """The move differs from the request of its draw and is not marked as corrected, or the other way round."""
    WRONG_REPLACED = "wrong_replaced"
    """The draw names a wrong or unknown draw as the one it replaces; or it replaces one and does not say so."""
    WRONG_OCCASION = "wrong_occasion"
    """The draw does not say what it was made for, though the draws before it or the match do; or it belongs to another
    round or turn than it says. Only the rules can detect the latter."""
    OTHER_DICE = "other_dice"
    """Another draw for the same purpose used other dice or another wheel."""
    WRONG_REQUEST = "wrong_request"
    """The rules require other dice or another wheel for this move. The page has no rules and cannot detect this."""
    ILLEGAL = "illegal"
    """The rules refuse the move. The page cannot detect this."""
    WRONG_RESULT = "wrong_result"
    """The moves lead to another result. The page cannot detect this."""


class WarningCode(Enum):
    """Kinds of warnings: not a fault in itself, but worth a look. The page has the same codes."""

    ANOTHER_COMMITMENT = "another_commitment"
    """Another seed came into force. That is only right if the end of the game was taken back before it."""
    CHANGED_MATCH = "changed_match"
    """The match was changed during the game: names, colours or options."""
    REPLACED_DRAW = "replaced_draw"
    """A draw replaces an earlier one for the same occasion: its seat has seen two results."""
    MOVED_DRAW = "moved_draw"
    """A draw belongs to another round or turn than it was made for: moves before it were inserted, changed or removed.
    Reported once."""
    CORRECTED = "corrected"
    """A move was changed after its draw and now differs from the request."""
    ASKED_OTHERWISE = "asked_otherwise"
    """A draw was requested again with another request than the first time. That is only right if its seat had no
    alternative."""


class ChanceStatus(Enum):
    """Result of the check: how much of a file's chance could be verified."""

    CHECKED = "checked"
    NOT_REVEALED = "not_revealed"
    """The game goes on: some draws can only be checked when its seed is revealed."""
    NONE = "none"
    """The file contains no draws."""


@frozen
class Problem:
    """A problem, with its line, and its entry if it has one."""

    line: int
    entry: int | None
    code: ProblemCode


@frozen
class ChanceWarning:
    """A warning, with its line, and its entry if it has one."""

    line: int
    entry: int | None
    code: WarningCode


@frozen
class MatchLine:
    """A match line: what the game began with, or what that was changed to."""

    line: int
    game: str
    rules_version: int
    seats: tuple[str, ...]
    options: Mapping[str, Any] | None
    """None if they cannot be shown even with their secrets left out."""
    edition: Any
    salt: str | None
    """None while there may be secrets."""
    changed: bool
    digest: str | None
    """Digest of the whole match; None without the salt."""
    has_occasions: bool = False
    """True if it promises that every draw of the game has its occasion."""


@frozen
class CommitmentLine:
    """A commitment line."""

    line: int
    entry: int
    """First entry, from 1, that it can be in force for."""
    sha256: str
    """Commitment as 64 hexadecimal digits; empty if the line has no valid ones."""
    form: int
    """1 if it covers the seed, 2 if it covers the match too."""
    seed: bytes | None = field(repr=False)
    """Seed; None if the right one is missing, or cannot be verified."""
    from_file: bool = False
    """True if it was made after the game was imported from a file: earlier draws cannot be vouched for."""

    @property
    def revealed(self) -> bool:
        """True if the right seed is there."""
        return self.seed is not None

    @property
    def words(self) -> tuple[str, ...]:
        """Four words to compare with those that were shown; none without valid digits."""
        return short_words(self.sha256) if self.sha256 else ()

    def to_json(self) -> dict[str, Any]:
        """Return the commitment as JSON, in the same form as the page."""
        head = {"line": self.line, "entry": self.entry, "sha256": self.sha256}
        form = {"form": self.form} if self.form > 1 else {}
        marks = {"from_file": True} if self.from_file else {}
        return {**head, "words": list(self.words), "revealed": self.revealed, **form, **marks}


@frozen
class Verdict:
    """Result of the check of a file."""

    problems: tuple[Problem, ...]
    """Problems by line. If the seal is broken, only the problems that it shows."""
    game: str | None
    entries: int
    over: bool
    """True if the file contains the end of its game."""
    partial: bool
    chance: ChanceStatus
    chance_lines: tuple[ChanceLine, ...]
    commitments: tuple[CommitmentLine, ...]
    warnings: tuple[ChanceWarning, ...] = ()
    """Warnings by line."""
    matches: tuple[MatchLine, ...] = ()
    """The match as begun, and each change of it; none in older files."""
    closing: str | None = None
    """Digest behind the closing words, 64 hexadecimal digits; None while the game goes on."""

    @property
    def closing_words(self) -> tuple[str, ...]:
        """Four words to compare with those shown at the end; none while the game goes on."""
        return short_words(self.closing) if self.closing is not None else ()

    @property
    def ok(self) -> bool | None:
        """True if there are no problems, False if there are; None if there are none but the file hides something."""
        return False if self.problems else None if self.partial else True

    @property
    def checked_draws(self) -> int:
        """Number of draws that were recomputed and are right, including draws taken back."""
        return sum(line.right is True for line in self.chance_lines)

    @property
    def rules_version(self) -> int | None:
        """Last version of the rules in the file; None if it names none."""
        return self.matches[-1].rules_version if self.matches else None

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as JSON, in the same form as the page."""
        drawn = [line for line in self.chance_lines if line.name is not None]
        return {
            "ok": self.ok,
            "game": self.game,
            "entries": self.entries,
            "draws": self.checked_draws,
            "unchecked": sum(draw.right is None for draw in drawn),
            "taken_back": sum(draw.entry is None for draw in drawn),
            "typed": len(self.chance_lines) - len(drawn),
            "chance": self.chance.value,
            "commitments": [commitment.to_json() for commitment in self.commitments],
            **({"closing": {"sha256": self.closing, "words": list(self.closing_words)}} if self.closing else {}),
            **({"rules_version": self.rules_version} if self.rules_version is not None else {}),
            "warnings": [
                {"line": warning.line, "entry": warning.entry, "code": warning.code.value} for warning in self.warnings
            ],
            "problems": [
                {"line": problem.line, "entry": problem.entry, "code": problem.code.value} for problem in self.problems
            ],
        }
