"""The sheet: every gain and loss is a line of it, with its reason."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.text import Text
from companion.support.frozen import frozen


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
