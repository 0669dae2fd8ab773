"""The story of a finished game in words: how long it took, and the turn that decided it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.table.turning_point import TurningPoint
from companion.words.catalogue import Words


def duration_text(minutes: int | None, words: Words) -> str | None:
    """Return how long a game was played, as "1 h 15 min"; None if unknown."""
    if minutes is None:
        return None
    hours, minutes = divmod(minutes, 60)
    short = [words("how.time.hours.short", n=hours)] if hours else []
    short += [words("how.time.minutes.short", n=minutes)] if minutes else []
    return "\N{NO-BREAK SPACE}".join(short)


def length_text(turns: int | None, minutes: int | None, words: Words) -> str:
    """Return the turns and minutes of a finished game in words, as far as they are known."""
    parts = (words("story.turns", n=turns) if turns else None, duration_text(minutes, words))
    return " · ".join(part for part in parts if part)


def turning_point_text(point: TurningPoint, names: Sequence[str], words: Words) -> str:
    """Return the turn that decided a game, in a sentence; `names` are those of the seats."""
    name, (other, *more) = names[point.winner - 1], [*names[: point.winner - 1], *names[point.winner :]]
    gained = words("story.gained" if more else "story.gained_on", name=name, n=point.gain, other=other)
    return f"{_when(point, words)} {gained}"


def brief_turning_point(point: TurningPoint, words: Words) -> str:
    """Return the turn that decided a game, in a short line without names."""
    if point.turn is not None:
        return words("end.turning_turn", turn=point.turn, n=point.gain)
    if point.round is not None:
        return words("end.turning_round", round=point.round, n=point.gain)
    return words("end.turning_between", n=point.gain)


def _when(point: TurningPoint, words: Words) -> str:
    """Return the turn of a turning point, or its round where it lies between turns."""
    if point.turn is not None:
        return words("story.turn", turn=point.turn)
    return words("story.round", round=point.round) if point.round is not None else words("story.between")
