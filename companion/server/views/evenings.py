"""Past games by evenings, and the pages of their list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.journal.archive import PastGame
from companion.server.views.game_times import evening_of
from companion.support.frozen_dataclasses import frozen


@frozen
class Evening:
    """Games that are listed together."""

    games: tuple[PastGame, ...]
    """The newest one first."""
    day: str | None = None
    """The day on which the evening began, as 2026-11-21; None for games whose time is unknown."""
    unfinished: bool = False
    """True for the games that can still be continued, of any day."""


def evening_day(past: PastGame) -> str | None:
    """Return the day on which the evening of a game began; None if nobody knows when it was played.

    That is the case if the clock never was right, and for a game from another table's file.
    """
    return evening_of(past.started) if past.game is not None and not past.imported else None


def evenings_of(games: Iterable[PastGame]) -> tuple[Evening, ...]:
    """Return the unfinished games, then the others by evenings, the one with the newest game first.

    `games` come newest first. Those without a date are together, at the end.
    """
    unfinished, by_day = [], dict[str | None, list[PastGame]]()
    for past in games:
        if past.unfinished:
            unfinished.append(past)
        else:
            by_day.setdefault(evening_day(past), []).append(past)
    first = (Evening(tuple(unfinished), unfinished=True),) if unfinished else ()
    by_day = {day: own for day, own in by_day.items() if day is not None} | (
        {None: by_day[None]} if None in by_day else {}
    )
    return (*first, *(Evening(tuple(own), day) for day, own in by_day.items()))


def pages_of(evenings: Sequence[Evening], games_per_page: int) -> tuple[tuple[Evening, ...], ...]:
    """Return the pages of the list, at least one.

    A page is full once it has `games_per_page` games, and has whole evenings; longer ones are cut into several of
    that length.
    """
    pages: list[tuple[Evening, ...]] = []
    page: list[Evening] = []
    for evening in evenings:
        for start in range(0, len(evening.games), games_per_page):
            page.append(Evening(evening.games[start : start + games_per_page], evening.day, evening.unfinished))
            if sum(len(part.games) for part in page) >= games_per_page:
                pages.append(tuple(page))
                page = []
    return (*pages, tuple(page)) if page or not pages else tuple(pages)
