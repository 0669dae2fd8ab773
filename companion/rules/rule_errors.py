"""What the rules raise, a move that is not allowed or words that are no move at all; and refusals to be shown."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.text import Text
from companion.support.frozen import frozen


class RulesError(ValueError):
    """Base of what the rules raise; `reason` says why, for `words` to put into a sentence."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class IllegalMoveError(RulesError):
    """The rules refuse this move of this seat now.

    `ruling` is the number of the ruling that refuses it, None where it is only a matter of turn or order. `private` is
    for the seat's own eyes: what it lacks in a hand that nobody else may know.
    """

    def __init__(self, reason: Text, ruling: str | None = None, private: Text | None = None) -> None:
        super().__init__(reason)
        self.ruling = ruling
        self.private = private


class MalformedError(RulesError):
    """Not a move, an option or a set-up at all: an unknown name, a wrong type, a field missing.

    `where` is the path to it, e.g. `figures.track.16`; empty for the whole.
    """

    def __init__(self, reason: Text, where: str = "") -> None:
        super().__init__(reason)
        self.where = where


@frozen
class Refusal:
    """Why an entry cannot be chosen now; it is shown all the same, in grey."""

    reason: Text
    ruling: str | None = None

    @classmethod
    def of(cls, error: IllegalMoveError) -> Refusal:
        """The refusal that this error speaks of."""
        return cls(error.reason, error.ruling)


def refused_by(check: Callable[..., object], *about: object) -> Refusal | None:
    """Why this check of these refuses; None when it does not."""
    try:
        check(*about)
    except IllegalMoveError as error:
        return Refusal.of(error)
    return None
