"""What a draw is made for, its occasion, and how two occasions are compared."""

from __future__ import annotations

Occasion = tuple[int, int]
"""What something is drawn for: the round, 0 in a game without rounds, and the number of the turn, 0 in a phase.

A phase of a game without rounds has the number of the turn before it.
"""


def period(occasion: Occasion) -> Occasion:
    """Return the part of an occasion that counts: the round; in a game without rounds the turn.

    Players may split a turn of a round in two: its number says nothing of what came before.
    """
    number, _ = occasion
    return (number, 0) if number else occasion
