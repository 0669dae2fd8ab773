"""What a check of chance finds: what is wrong, where, and with which entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import Any

from companion.chance.draw_lines import Told
from companion.chance.seed import short_words
from companion.support.frozen import frozen


class Code(Enum):
    """What may be wrong. The page that checks games has the same words."""

    ALTERED_LINE = "altered_line"
    """The line is not what the seal says."""
    ALTERED_SEAL = "altered_seal"
    NO_SEAL = "no_seal"
    UNREADABLE = "unreadable"
    WRONG_WORDS = "wrong_words"
    """The words are not those of the commitment."""
    WRONG_COMMITMENT = "wrong_commitment"
    """The seed, or what the game began with where that is covered too, is not what was committed to."""
    NO_COMMITMENT = "no_commitment"
    """A draw comes before any commitment."""
    NO_SEED = "no_seed"
    """The game has its end, but does not reveal its seed."""
    NO_SALT = "no_salt"
    """Nothing is a secret any more, but the salt is missing without which nobody can check what the game began with."""
    NO_MATCH = "no_match"
    """A commitment covers what the game began with, and the file does not tell that."""
    WRONG_MATCH = "wrong_match"
    """What the game began with is not of this game, not that of the head, or stands in the wrong place."""
    WRONG_PARTIAL = "wrong_partial"
    """The file says that it hides what is secret yet, and hides nothing, or has its end: then nothing is secret."""
    WRONG_NAME = "wrong_name"
    """The draw is not of this game, or not of this seat and this kind of move, or its number leaves one out."""
    WRONG_ENTRY = "wrong_entry"
    """The line does not stand before the move that it speaks of."""
    WRONG_DRAW = "wrong_draw"
    """The seed has other values for this draw."""
    WRONG_AGAIN = "wrong_again"
    """Whether it was drawn before is told wrongly."""
    WRONG_CHANCE = "wrong_chance"
    """The move has other values than its draw."""
    MISSING_DRAW = "missing_draw"
    TWO_DRAWS = "two_draws"
    NAME_TWICE = "name_twice"
    """Two moves stand on one draw."""
    WRONG_ASKED = "wrong_asked"
    """The move says otherwise than was asked before its draw and is not marked as corrected, or the other way round."""
    WRONG_REPLACED = "wrong_replaced"
    """The draw that one is said to stand in place of is another one, or is none; or it does so and does not say it."""
    WRONG_OCCASION = "wrong_occasion"
    """The draw does not say what it was made for, though the draws before it or the match do; or where it stands is
    another round or turn than it says. Only the rules can tell the latter."""
    OTHER_DICE = "other_dice"
    """Another draw for the same purpose was of other dice or another wheel."""
    WRONG_REQUEST = "wrong_request"
    """The rules want other dice or another wheel for this move; the page, which has no rules, cannot know."""
    ILLEGAL = "illegal"
    """The rules refuse the move; likewise."""
    WRONG_RESULT = "wrong_result"
    """The moves lead to another result; likewise."""


class Remark(Enum):
    """What is no fault by itself, but wants looking at. The page has the same words."""

    ANOTHER_COMMITMENT = "another_commitment"
    """Another seed came into force: right only where the end of the game was taken back before it."""
    CHANGED_MATCH = "changed_match"
    """What the game began with was changed while it was played: names, colours or options."""
    REPLACED_DRAW = "replaced_draw"
    """A draw stands in place of an earlier one for the same occasion: its seat has seen two results."""
    MOVED_DRAW = "moved_draw"
    """A draw stands in another round or turn than it was made for: moves before it were inserted, changed or left out.
    This is remarked once."""
    CORRECTED = "corrected"
    """A move was changed after its draw, and says otherwise now than was asked then."""
    ASKED_OTHERWISE = "asked_otherwise"
    """A draw was asked for again otherwise than the first time: right only where its seat could do nothing else."""


class Chance(Enum):
    """How far the chance of a file could be checked."""

    CHECKED = "checked"
    NOT_REVEALED = "not_revealed"
    """The game goes on: some draws can be checked once its seed is revealed."""
    NONE = "none"
    """The file says nothing of draws."""


@frozen
class Problem:
    """Something that is wrong, where, and with which entry if with any."""

    line: int
    entry: int | None
    code: Code


@frozen
class Remarked:
    """Something that wants looking at, where, and with which entry if with any."""

    line: int
    entry: int | None
    code: Remark


@frozen
class Begun:
    """What a file says that its game began with, or that this was changed to."""

    line: int
    game: str
    rules_version: int
    seats: tuple[str, ...]
    options: Mapping[str, Any] | None
    """None where they cannot even be shown with their secrets left out."""
    edition: Any
    salt: str | None
    """None while there may be secrets."""
    changed: bool
    digest: str | None
    """Of all of it; None without the salt."""
    occasions: bool = False
    """It says that all draws of the game say what they were made for."""


@frozen
class Committed:
    """A commitment in a file."""

    line: int
    entry: int
    """The first entry, from 1, that it can be in force for."""
    sha256: str
    """As 64 hexadecimal digits; empty where the line does not have them."""
    form: int
    """1: it covers the seed; 2: what the game began with as well."""
    seed: bytes | None = field(repr=False)
    """None where the right one is not there, or cannot be known to be right."""
    from_file: bool = False
    """It was made when the game had come from a file: what was drawn before, nobody can say."""

    @property
    def revealed(self) -> bool:
        """Whether the right seed is there."""
        return self.seed is not None

    @property
    def words(self) -> tuple[str, ...]:
        """The four words to be compared with those that were shown; none without digits."""
        return short_words(self.sha256) if self.sha256 else ()

    def to_json(self) -> dict[str, Any]:
        """As the page gives it too."""
        head = {"line": self.line, "entry": self.entry, "sha256": self.sha256}
        form = {"form": self.form} if self.form > 1 else {}
        marks = {"from_file": True} if self.from_file else {}
        return {**head, "words": list(self.words), "revealed": self.revealed, **form, **marks}


@frozen
class Verdict:
    """What the check of a file found."""

    problems: tuple[Problem, ...]
    """By their lines. Where the seal is broken, only what it says."""
    game: str | None
    entries: int
    over: bool
    """It names its end."""
    partial: bool
    chance: Chance
    told: tuple[Told, ...]
    commitments: tuple[Committed, ...]
    remarks: tuple[Remarked, ...] = ()
    """What wants looking at though it is no fault, by lines."""
    matches: tuple[Begun, ...] = ()
    """What the game began with, and each change of that; none in older files."""
    closing: str | None = None
    """What the closing words stand for, 64 hexadecimal digits; None while the game goes on."""

    @property
    def closing_words(self) -> tuple[str, ...]:
        """The four words to be compared with those shown at the end; none while the game goes on."""
        return short_words(self.closing) if self.closing is not None else ()

    @property
    def ok(self) -> bool | None:
        """Whether nothing is wrong; None where nothing is, but the file hides what nobody can check yet."""
        return False if self.problems else None if self.partial else True

    @property
    def checked(self) -> int:
        """How many draws were made anew and are right, standing or taken back."""
        return sum(one.right is True for one in self.told)

    @property
    def rules_version(self) -> int | None:
        """The version of the rules that it was played by last; None where the file does not name it."""
        return self.matches[-1].rules_version if self.matches else None

    def to_json(self) -> dict[str, Any]:
        """The verdict as the page gives it too."""
        drawn = [one for one in self.told if one.name is not None]
        return {
            "ok": self.ok,
            "game": self.game,
            "entries": self.entries,
            "draws": self.checked,
            "unchecked": sum(one.right is None for one in drawn),
            "taken_back": sum(one.entry is None for one in drawn),
            "typed": len(self.told) - len(drawn),
            "chance": self.chance.value,
            "commitments": [one.to_json() for one in self.commitments],
            **({"closing": {"sha256": self.closing, "words": list(self.closing_words)}} if self.closing else {}),
            **({"rules_version": self.rules_version} if self.rules_version is not None else {}),
            "warnings": [{"line": one.line, "entry": one.entry, "code": one.code.value} for one in self.remarks],
            "problems": [{"line": one.line, "entry": one.entry, "code": one.code.value} for one in self.problems],
        }
