"""Moves: the base of all move classes, the correction that all games share, and the lines that moves book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from companion.rules.text import Text
from companion.support.frozen_dataclasses import frozen

LONGEST_NOTE = 200
"""Maximum number of letters in the note of a correction."""


class Move:
    """Base of all moves. Moves are frozen dataclasses that name their kind."""

    __slots__ = ()
    kind: ClassVar[str]


@frozen
class Correct(Move):
    """The table is right: record by hand what the rules would refuse. Any seat, any time before the end."""

    kind: ClassVar[str] = "correct"
    what: str
    """Component that the game allows to correct, named as in the holdings."""
    by: int
    """Number to add; below zero, to subtract."""
    note: str = ""


@frozen
class Line:
    """A gain or loss of a seat.

    The lines of a seat always add up to its holdings: for each component, the sum of `by` is the amount held. The
    session knows which entry of the game a line belongs to, and adds that.
    """

    seat: int
    what: str
    """Holding that changes, by its name in the view: `points`, `oil`, `card:red:3` …"""
    by: int
    why: Text
    ruling: str | None
    secret: bool = False
    """True while only the seat itself may know `what` changed. Others see null until the game ends."""
    follows: bool = False
    """True if the move closes a turn and the line belongs to the phase after it; the line is shown there."""


def gains(lines: Sequence[Line]) -> dict[tuple[int, str], int]:
    """Return the sum of these lines for each seat and component, in order of appearance, without sums of zero."""
    sums: dict[tuple[int, str], int] = {}
    for line in lines:
        sums[line.seat, line.what] = sums.get((line.seat, line.what), 0) + line.by
    return {key: by for key, by in sums.items() if by}
