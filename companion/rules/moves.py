"""Moves, the base of every game’s own and the correction that all know; and the lines that they book on the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from companion.rules.text import Text
from companion.support.frozen import frozen

LONGEST_NOTE = 200
"""How many letters the note of a correction may have."""


class Move:
    """Base of all moves: frozen dataclasses that name their kind."""

    __slots__ = ()
    kind: ClassVar[str]


@frozen
class Correct(Move):
    """The table is right: record by hand what the rules would refuse. Any seat, any time before the end."""

    kind: ClassVar[str] = "correct"
    what: str
    """A name that the game lets be corrected, as in the view's holdings."""
    by: int
    """How much more (or, below zero, less) there is."""
    note: str = ""


@frozen
class Line:
    """One gain or loss of one seat.

    The lines of a seat always add up to what it holds: for each thing that lines speak of, the sum of `by` is the
    holding. Which entry of the game a line belongs to is known to the session, which adds it.
    """

    seat: int
    what: str
    """The holding that changes, by the name it has in the view: `points`, `oil`, `card:red:3` …"""
    by: int
    why: Text
    ruling: str | None
    secret: bool = False
    """True while only the seat may know `what` changed: others see null there until the game ends."""
    follows: bool = False
    """The move that books it closes a turn, and it belongs to the phase that follows: there it is told."""


def gains(lines: Sequence[Line]) -> dict[tuple[int, str], int]:
    """What these lines come to for each seat and thing, in the order they come; what cancels out is left out."""
    sums: dict[tuple[int, str], int] = {}
    for line in lines:
        sums[line.seat, line.what] = sums.get((line.seat, line.what), 0) + line.by
    return {who: by for who, by in sums.items() if by}
