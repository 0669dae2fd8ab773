"""The story of a finished game: how long it took, the turn that decided it, and what was new at this table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.journal.archive import PastGame
from companion.server.views.view_types import StoryView, TurningPointView
from companion.table.turning_point import TurningPoint
from companion.words.catalogue import Words


def story_view(past: PastGame, records: Sequence[str], words: Words) -> StoryView:
    """Return the story of a game, with its records as sentences; everything in it is empty before the end."""
    return {
        "number": past.number,
        "minutes": past.minutes,
        "duration": duration_text(past, words),
        "turns": past.turns,
        "length": length_text(past, words),
        "turning_point": turning_point_view(past, words),
        "records": list(records) if past.result is not None else [],
    }


def duration_text(past: PastGame, words: Words) -> str | None:
    """Return how long a finished game was played, as "1 h 15 min"; None if unknown."""
    if past.minutes is None:
        return None
    hours, minutes = divmod(past.minutes, 60)
    short = [words("how.time.hours.short", n=hours)] if hours else []
    short += [words("how.time.minutes.short", n=minutes)] if minutes else []
    return "\N{NO-BREAK SPACE}".join(short)


def length_text(past: PastGame, words: Words) -> str:
    """Return the turns and minutes of a finished game in words, as far as they are known."""
    turns = words("story.turns", n=past.turns) if past.turns else None
    return " · ".join(part for part in (turns, duration_text(past, words)) if part)


def turning_point_view(past: PastGame, words: Words) -> TurningPointView | None:
    """Return the turn that decided a game of the list; None if there was none or it is unknown."""
    return turn_view(past.turning_point, past.names, words) if past.turning_point is not None else None


def turn_view(point: TurningPoint, names: Sequence[str], words: Words) -> TurningPointView:
    """Return the turn that decided a game, in a sentence; `names` are those of the seats."""
    name, (other, *more) = names[point.winner - 1], [*names[: point.winner - 1], *names[point.winner :]]
    gained = "story.gained" if more else "story.gained_on"
    text = f"{_when(point, words)} {words(gained, name=name, n=point.gain, other=other)}"
    return {"entry": point.entry, "last": point.last, "seat": point.winner, "text": text}


def _when(point: TurningPoint, words: Words) -> str:
    """Return the turn of a turning point, or its round where it lies between turns."""
    if point.turn is not None:
        return words("story.turn", turn=point.turn)
    return words("story.round", round=point.round) if point.round is not None else words("story.between")
