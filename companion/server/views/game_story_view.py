"""The story of a finished game: how long it took, the turn that decided it, and what was new at this table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.journal.archive import PastGame
from companion.server.views.view_types import StoryView, TableView, TurningPointView
from companion.table.turning_point import TurningPoint
from companion.words.catalogue import Words
from companion.words.evening_lines import evening_line
from companion.words.story_lines import duration_text, length_text, turning_point_text


def story_view(past: PastGame, records: Sequence[str], words: Words) -> StoryView:
    """Return the story of a game, with its records as sentences; everything in it is empty before the end."""
    return {
        "number": past.number,
        "minutes": past.minutes,
        "duration": duration_text(past.minutes, words),
        "turns": past.turns,
        "length": length_text(past.turns, past.minutes, words),
        "turning_point": turning_point_view(past, words),
        "records": list(records) if past.result is not None else [],
    }


def turning_point_view(past: PastGame, words: Words) -> TurningPointView | None:
    """Return the turn that decided a game of the list; None if there was none or it is unknown."""
    return turn_view(past.turning_point, past.names, words) if past.turning_point is not None else None


def turn_view(point: TurningPoint, names: Sequence[str], words: Words) -> TurningPointView:
    """Return the turn that decided a game, in a sentence; `names` are those of the seats."""
    text = turning_point_text(point, names, words)
    return {"entry": point.entry, "last": point.last, "seat": point.winner, "text": text}


def story_line(game: TableView, story: StoryView, words: Words) -> str | None:
    """Return how the winner of a finished game came to win, in a short line; None for a win that is shared or tied."""
    winners = [place for place in game["standings"] if place["rank"] == 1]
    if len(winners) != 1:
        return None
    [first] = winners
    record = words("story.best", name=first["name"], total=first["total"] or 0)
    turns = game.get("turn_starts", ())
    return evening_line(game["chart"], turns, first["seat"], first["name"], words, record in story["records"])
