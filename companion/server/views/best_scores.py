"""The best score of each kind of game, with everybody who has it and when."""

from __future__ import annotations

from collections.abc import Iterable

from companion.journal.archive import PastGame
from companion.server.views.evenings import evening_day
from companion.support.frozen_dataclasses import frozen
from companion.table.people import People
from companion.words.catalogue import Words
from companion.words.signs import join_names


@frozen
class HeldRecord:
    """The best score of a kind of game, as it was reached in one game."""

    number: int
    total: int
    names: str
    """Those who have it in that game, joined."""
    evening: str | None


def best_scores(games: Iterable[PastGame], people: People, words: Words) -> dict[str, list[HeldRecord]]:
    """Return by the id of a game where its best score was reached, the first time first; only people have scores."""
    by_kind: dict[str, list[tuple[PastGame, int, str]]] = {}
    for past in sorted(games, key=lambda past: past.number):
        for seat, _, total in past.result or ():
            name = past.names[seat - 1]
            if past.game is not None and not people.is_nobody(name):
                by_kind.setdefault(past.game, []).append((past, total, people.present_name(name)))
    return {game: _held(scores, words) for game, scores in by_kind.items()}


def _held(scores: Iterable[tuple[PastGame, int, str]], words: Words) -> list[HeldRecord]:
    scores = list(scores)
    best = max(total for _, total, _ in scores)
    names: dict[int, list[str]] = {}
    evenings: dict[int, str | None] = {}
    for past, total, name in scores:
        if total == best:
            names.setdefault(past.number, []).append(name)
            evenings[past.number] = evening_day(past)
    return [HeldRecord(number, best, join_names(own, words), evenings[number]) for number, own in names.items()]
