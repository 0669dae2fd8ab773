"""Errors of the rules, for illegal moves and malformed input, and refusals to display."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.text import Text
from companion.support.frozen_dataclasses import frozen


class RulesError(ValueError):
    """Base of all errors of the rules. `reason` says why, as a text that `words` translates."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class IllegalMoveError(RulesError):
    """The rules refuse this move of this seat now.

    `ruling` is the number of the ruling that refuses it, None for a mere matter of turn or order. `private` is a reason
    for the seat alone, such as what its hand lacks, which nobody else may know.
    """

    def __init__(self, reason: Text, ruling: str | None = None, private: Text | None = None) -> None:
        super().__init__(reason)
        self.ruling = ruling
        self.private = private


class MalformedError(RulesError):
    """Input that is not a move, an option or a set-up: an unknown name, a wrong type, a missing field.

    `where` is the path to the fault, such as `figures.track.16`; empty for the input as a whole.
    """

    def __init__(self, reason: Text, where: str = "") -> None:
        super().__init__(reason)
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.reason.key}" if self.where else self.reason.key


@frozen
class Refusal:
    """Reason why an entry cannot be chosen now. The entry is displayed all the same, in grey."""

    reason: Text
    ruling: str | None = None
    hidden: bool = False
    """True if there is a private reason besides: what only the seat may know refuses the entry."""

    @classmethod
    def from_error(cls, error: IllegalMoveError) -> Refusal:
        """Return the refusal for this error."""
        return cls(error.reason, error.ruling, error.private is not None)


def refusal_from(check: Callable[..., object], *arguments: object) -> Refusal | None:
    """Return the refusal that this check raises for these arguments; None if it passes."""
    try:
        check(*arguments)
    except IllegalMoveError as error:
        return Refusal.from_error(error)
    return None
