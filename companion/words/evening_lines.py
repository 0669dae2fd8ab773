"""The line below the headline in a picture of a finished game: how the winner came to win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.words.catalogue import Words


def evening_line(
    course: Sequence[Any], turns: Sequence[Sequence[int]], winner: int, name: str, words: Words, record: bool = False
) -> str | None:
    """Return how the winner came to win, for a win by points; None if the course does not show it.

    Args:
        course: Entries of the game, each with the totals of the seats after it, from the start to the end.
        turns: The entry before each turn, and its number.
        winner: The seat that won.
        name: Its name.
        words: The language.
        record: Whether nobody at this table ever had as many points in this game.
    """
    if not course:
        return None
    last = course[-1][1]
    margin = _lead(last, winner)
    if margin < 1:
        return None
    behind = next((i for i in range(len(course) - 1, -1, -1) if _lead(course[i][1], winner) < 1), None)
    entry = course[behind + 1][0] if behind is not None else 0
    turn = next((number for start, number in reversed(turns) if start < entry), None)
    is_narrow = margin == 1
    if len(course) > 1 and entry == course[-1][0] and entry:
        return words("story.line.end_narrow") if is_narrow else words("story.line.end", name=name)
    if turn is not None and turn == turns[-1][1]:
        return words("story.line.last_narrow") if is_narrow else words("story.line.last", name=name)
    if is_narrow:
        return words("story.line.narrow")
    if record:
        return words("story.line.record", total=last[winner - 1])
    if turn is None:
        return None
    return words("story.line.all") if turn == 1 else words("story.line.turn", turn=turn)


def _lead(totals: Sequence[int], winner: int) -> int:
    """Return the winner's total, less that of the best of the others."""
    return totals[winner - 1] - max((total for seat, total in enumerate(totals, 1) if seat != winner), default=0)
