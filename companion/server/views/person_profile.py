"""The page of one person: piece, favourite game, rival, and the course of the places; and the pieces of everybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.journal.archive import PastGame
from companion.rules.people_names import name_key
from companion.server.views.view_types import PairView, PlayerView, SeatView, StatisticsView
from companion.server.views.web_table_view import seat_view
from companion.support.frozen_dataclasses import frozen
from companion.table.people import People
from companion.words.catalogue import Words
from companion.words.signs import seat_marks

MOST_PLACES = 12
"""Number of the last games whose places are shown."""
LEFT, STEP, TOP, LINE = 24, 44, 16, 26
"""Margins of the course and distances in it, in pixels."""


@frozen
class PlacePoint:
    """One game in the course of a person's places."""

    number: int
    rank: int
    x: int
    y: int


@frozen
class PersonProfile:
    """Part of a person's page that is not among the statistics."""

    favourite: str
    """Title of the game that the person has played most, the one with the better places of several."""
    favourite_games: int
    rival: PairView | None
    """Counts with the person who was met most often, the person of the page first; None without one."""
    places: Sequence[PlacePoint]
    """The last games, the oldest first."""
    width: int
    height: int


def person_profile(
    player: PlayerView, pairs: Sequence[PairView], games: Iterable[PastGame], people: People
) -> PersonProfile:
    """Return the profile of a person; `pairs` are the person's own, and `games` all games, newest first."""
    favourite = max(player["by_game"], key=lambda own: (own["games"], -own["average_rank"]))
    key = name_key(player["name"])
    ranks = [
        (past.number, rank)
        for past in games
        for seat, rank, _ in past.result or ()
        if name_key(people.present_name(past.names[seat - 1])) == key
    ]
    last = ranks[:MOST_PLACES][::-1]
    places = [
        PlacePoint(number, rank, LEFT + STEP * index, TOP + LINE * (rank - 1))
        for index, (number, rank) in enumerate(last)
    ]
    height = 2 * TOP + LINE * (max((rank for _, rank in last), default=1) - 1)
    return PersonProfile(
        favourite["title"],
        favourite["games"],
        pairs[0] if pairs else None,
        places,
        2 * LEFT + STEP * max(0, len(places) - 1),
        height,
    )


def own_pairs(statistics: StatisticsView, name: str) -> list[PairView]:
    """Return the pairs that a person is in, with this person first."""
    return [
        pair if pair["first"] == name else _turned(pair)
        for pair in statistics["pairs"]
        if name in (pair["first"], pair["second"])
    ]


def pieces_of(games: Iterable[PastGame], people: People, words: Words) -> dict[str, SeatView]:
    """Return the piece of every person by name, with the colour of the newest game; `games` come newest first."""
    pieces: dict[str, SeatView] = {}
    for past in games:
        for name, colours in zip(past.names, past.colours, strict=False):
            present = people.present_name(name)
            if present not in pieces and not people.is_nobody(name):
                [mark] = seat_marks((present,), (colours[0],), words)
                pieces[present] = seat_view(mark, colours)
    return pieces


def _turned(pair: PairView) -> PairView:
    return {
        "first": pair["second"],
        "second": pair["first"],
        "games": pair["games"],
        "first_ahead": pair["second_ahead"],
        "second_ahead": pair["first_ahead"],
    }
