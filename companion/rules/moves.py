"""Moves: the base of every game's own, and the correction that every game knows."""

from __future__ import annotations

from typing import ClassVar

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
