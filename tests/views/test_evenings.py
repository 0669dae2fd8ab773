"""Past games by evenings: midnight, time zones, missing dates, pages, and the line about who won."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.journal.archive import PastGame
from companion.journal.played_times import FIRST_PLAUSIBLE
from companion.server.views.evenings import Evening, evenings_of, pages_of
from companion.server.views.game_times import evening_of
from companion.server.views.past_games_view import evenings_view
from companion.table.people import People, PersonEntry
from companion.words.catalogue import Words, colour_words
from tests.kit.clock import in_zone

NBSP = "\N{NO-BREAK SPACE}"


def seconds(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def game(number: int, started: str = "", winners: tuple[str, ...] = ("Ada",), **fields: Any) -> PastGame:
    """Return a finished game of these winners and Dom, begun at a time in UTC; without one the clock was wrong."""
    result = (*((seat, 1, 9) for seat, _ in enumerate(winners, 1)), (len(winners) + 1, len(winners) + 1, 3))
    time = seconds(started) if started else 0
    values: dict[str, Any] = {"names": (*winners, "Dom"), "started": time, "result": result, **fields}
    return PastGame(number, 9, "expedition", **values)


def shape(games: list[PastGame]) -> list[tuple[str | None, list[int]]]:
    return [(evening.day, [past.number for past in evening.games]) for evening in evenings_of(games)]


@pytest.fixture(autouse=True)
def _zone() -> Any:
    with in_zone("UTC"):
        yield


def test_a_game_after_midnight_belongs_to_the_evening_before() -> None:
    times = ("2026-11-22 05:00", "2026-11-22 04:59", "2026-11-22 00:30", "2026-11-21 20:15", "2026-11-21 04:59")
    games = [game(5 - index, time) for index, time in enumerate(times)]
    assert shape(games) == [("2026-11-22", [5]), ("2026-11-21", [4, 3, 2]), ("2026-11-20", [1])]


@pytest.mark.parametrize(
    ("zone", "day"),
    [("Europe/Paris", "2026-11-21"), ("Pacific/Auckland", "2026-11-22"), ("Pacific/Honolulu", "2026-11-21")],
)
def test_an_evening_is_one_of_the_zone_of_the_box(zone: str, day: str) -> None:
    with in_zone(zone):
        assert shape([game(1, "2026-11-22 03:30")]) == [(day, [1])]


def test_games_without_a_plausible_time_come_last() -> None:
    start = FIRST_PLAUSIBLE + 3600
    early = replace(game(4), started=start)
    games = [early, game(3), game(2, "2026-11-21 20:15"), replace(game(1), started=FIRST_PLAUSIBLE - 1)]
    assert shape(games) == [("2025-12-31", [4]), ("2026-11-21", [2]), (None, [3, 1])]
    assert evening_of(start) == "2025-12-31", "the hour is plausible, though its evening began in the year before"


def test_imported_and_unreadable_games_have_no_evening() -> None:
    imported = game(2, "2026-11-21 20:15", imported=True)
    unreadable = PastGame(1, 9, None, damaged=True, started=seconds("2026-11-21 20:15"))
    assert shape([imported, unreadable]) == [(None, [2, 1])]


def test_unfinished_games_come_first() -> None:
    games = [
        game(3, "2026-11-22 20:15"),
        game(2, "2026-11-21 21:15", result=None),
        game(1, "2026-11-21 20:15", result=None, closed=True),
    ]
    first, *others = evenings_of(games)
    assert (first.unfinished, [past.number for past in first.games]) == (True, [2])
    assert [(evening.unfinished, evening.day) for evening in others] == [(False, "2026-11-22"), (False, "2026-11-21")]


# Pages


def lengths(evenings: list[int], games_per_page: int = 5) -> list[list[int]]:
    """Return the lengths of the evenings on each page, of evenings with these numbers of games."""
    days = [Evening(tuple(game(number) for number in range(count)), str(count)) for count in evenings]
    return [[len(evening.games) for evening in page] for page in pages_of(days, games_per_page)]


def test_a_page_has_whole_evenings() -> None:
    assert lengths([3, 1, 4, 2, 2]) == [[3, 1, 4], [2, 2]]
    assert lengths([5, 4, 4]) == [[5], [4, 4]]
    assert lengths([]) == [[]]


def test_very_many_games_of_one_heading_are_cut() -> None:
    assert lengths([2, 12, 1]) == [[2, 5], [5], [2, 1]]


# Who won


def tally(*games: PastGame, people: People | None = None, language: str = "en") -> str:
    nobodies = People(nobodies=colour_words())
    [evening] = evenings_view(evenings_of(reversed(games)), None, people or nobodies, Words(language))
    return evening.tally


def test_an_evening_of_several_games_says_who_won_how_many() -> None:
    evening = [game(number, f"2026-11-21 2{number}:15", (name,)) for number, name in enumerate(("Bao", "Ada", "Ada"))]
    assert tally(*evening) == "3 games: Ada won 2 and Bao 1."
    assert tally(*evening, language="fr") == f"3 parties{NBSP}: Ada en gagne 2 et Bao 1."
    assert tally(*evening[1:]) == "2 games: Ada won both."
    assert tally(*evening[1:], language="fr") == f"2 parties{NBSP}: Ada gagne les deux."
    three = [replace(evening[1], number=number) for number in range(3)]
    assert tally(*three) == "3 games: Ada won them all."
    assert tally(*three, language="fr") == f"3 parties{NBSP}: Ada les gagne toutes."
    assert tally(*evening[:2]) == "2 games, one win each: Ada and Bao."
    assert tally(*evening[:2], language="fr") == f"2 parties, une victoire chacun{NBSP}: Ada et Bao."
    assert tally(evening[0]) == ""


def test_an_evening_names_who_won_most() -> None:
    def winner(*names: tuple[str, ...]) -> str | None:
        games = [game(number, f"2026-11-21 2{number}:15", winners) for number, winners in enumerate(names)]
        [evening] = evenings_view(evenings_of(reversed(games)), None, People(), Words("en"))
        return evening.winner

    assert winner(("Bao",), ("Ada",), ("Ada",)) == "Ada"
    assert winner(("Bao",), ("Ada",)) is None
    assert winner(("Bao", "Ada"), ("Ada",)) == "Ada"
    assert winner(("Ada",)) is None, "its game says so"


def test_a_shared_win_counts_for_each_in_an_evening() -> None:
    evening = [game(1, "2026-11-21 20:15", ("Bao", "Ada")), game(2, "2026-11-21 21:15", ("Ada",))]
    assert tally(*evening) == "2 games: Ada won 2 and Bao 1 (one shared)."


def test_people_have_their_present_names_in_the_tally() -> None:
    people = People((PersonEntry("Anne", former=("Anna", "Annie")),))
    evening = [game(1, "2026-11-21 20:15", ("Anna",)), game(2, "2026-11-21 21:15", ("Annie",))]
    assert tally(*evening, people=people) == "2 games: Anne won both."


def test_seats_without_a_person_are_not_in_the_tally() -> None:
    evening = [game(1, "2026-11-21 20:15", ("Blue",)), game(2, "2026-11-21 21:15", ("Ada",))]
    assert tally(*evening) == "2 games: Ada won 1."
    assert tally(evening[0], replace(evening[0], number=2)) == "2 games"


def test_games_without_a_date_have_no_tally() -> None:
    assert tally(game(1), game(2)) == ""
