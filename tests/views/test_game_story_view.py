"""The story of a finished game: how long it took, what decided it, and what was new at this table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.journal.archive import PastGame
from companion.journal.game_records import personal_bests
from companion.server.views.game_story_view import story_view
from companion.server.views.past_games_view import records_view
from companion.table.people import People, PersonEntry
from companion.table.turning_point import TurningPoint
from companion.words.catalogue import Words, colour_words

NAMES = ("Ada", "Bao", "Cid")
PEOPLE = People(nobodies=colour_words())


def game(number: int, *totals: int, names: tuple[str, ...] = NAMES, **fields: Any) -> PastGame:
    """Return a game with these totals by seat; equal totals share a rank."""
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    result = tuple((seat + 1, 1 + sum(other > totals[seat] for other in totals), totals[seat]) for seat in order)
    kind = fields.pop("kind", "expedition")
    return PastGame(number, 9, kind, names[: len(totals)], result=result or None, **fields)


def records(past: PastGame, *earlier: PastGame, people: People = PEOPLE) -> list[str]:
    return records_view([past, *reversed(earlier)], people, Words("en")).get(past.number, [])


# Records


def test_the_first_game_of_a_table_sets_no_record() -> None:
    assert records(game(1, 9, 5, 3)) == []


def test_a_first_win_needs_an_earlier_game_of_the_winner() -> None:
    assert records(game(2, 5, 9, 3), game(1, 9, 5, 3)) == ["Bao wins for the first time!"]
    assert records(game(3, 9, 5, 3), game(1, 9, 5, 3), game(2, 5, 9, 3)) == []
    assert records(game(2, 5, 9, names=("Ada", "Zoé")), game(1, 9, 5, 3)) == []


def test_a_first_win_may_be_shared() -> None:
    both = ["Bao wins for the first time!", "Cid wins for the first time!"]
    assert records(game(2, 5, 9, 9), game(1, 9, 5, 3)) == both


def test_wins_in_a_row_are_those_of_the_own_games() -> None:
    wins = [game(1, 9, 5, 3), game(2, 9, 5, 3)]
    other = game(3, 4, 9, names=("Bao", "Cid"))
    assert "Ada wins 3 games in a row." in records(game(4, 9, 5, 3), *wins, other)
    assert records(game(4, 9, 5, 3), wins[0], other) == []
    assert records(game(4, 9, 5, 3, kind="voyages"), wins[0], game(2, 5, 9), wins[1]) == []


def test_seats_without_a_person_set_no_record() -> None:
    nobody = ("red", "Bao")
    assert records(game(3, 9, 5, names=nobody), game(1, 3, 2, names=nobody), game(2, 5, 6, names=nobody)) == []


def test_a_lead_over_a_nobody_is_no_record() -> None:
    earlier = [game(1, 9, 5, 3), game(2, 4, 9, 3)]
    assert records(game(3, 9, 8, 1), *earlier) == ["The closest game so far."]
    assert records(game(3, 9, 8, 1, names=("Ada", "Blue", "Cid")), *earlier) == []
    closer = game(3, 9, 8, 1, names=("Ada", "Blue", "Cid"))
    assert records(game(4, 6, 8, 1), *earlier, closer) == ["The closest game so far."]


def test_a_person_keeps_records_under_a_new_name() -> None:
    people = People((PersonEntry("Adèle", None, former=("Ada",)),), nobodies=colour_words())
    renamed = game(2, 9, 5, names=("Adèle", "Bao"))
    assert records(renamed, game(1, 9, 5), people=people) == []
    assert records(renamed, game(1, 5, 9), people=people) == ["Adèle wins for the first time!"]


def test_scores_are_compared_with_earlier_games_of_the_kind() -> None:
    earlier = [game(1, 9, 5, 3), game(2, 12, 8, 3), game(3, 40, 2, 1, kind="voyages"), game(4, 3, 7, 5, kind="classic")]
    assert records(game(5, 13, 9, 1), *earlier) == ["New record: Ada, 13."]
    assert records(game(5, 12, 9, 1), *earlier) == ["The closest game so far."]
    shared = [f"New record: {name}, 13." for name in ("Ada", "Bao")]
    assert records(game(5, 13, 13, 1), *earlier)[-3:] == [*shared, "The closest game so far."]
    assert records(game(5, 11, 6, 1), *earlier) == ["The clearest win so far."]
    assert records(game(5, 12, 8, 1), *earlier) == []
    assert records(game(3, 30, 1, 1), earlier[0]) == [], "with a single game before it, every game would be a record"


def test_a_personal_best_is_above_all_own_earlier_games() -> None:
    earlier = [game(1, 9, 5, 3), game(2, 4, 9, 7), game(3, 20, 1, 1, kind="voyages")]
    assert personal_bests(game(4, 10, 9, 8), earlier, PEOPLE) == [1, 3]
    assert personal_bests(game(4, 10, 9, 8, kind="classic"), earlier, PEOPLE) == [], "a first game is no record"
    red = game(4, 10, 9, names=("red", "Bao"))
    assert personal_bests(red, [game(1, 1, 2, names=("red", "Bao"))], PEOPLE) == [2]


def test_later_unfinished_and_imported_games_are_not_compared() -> None:
    earlier = [game(1, 9, 5, 3), game(2, 8, 12, 3)]
    past = game(5, 12, 9, 1)
    ignored = [game(3), game(4, 12, 12, 1, imported=True), game(6, 12, 10, 1)]
    assert records(past, *earlier, *ignored) == ["The closest game so far."]
    assert records(replace(past, imported=True), *earlier) == []


# Duration and turning point


@pytest.mark.parametrize(
    ("seconds", "minutes", "text"),
    [
        (None, None, None),
        (59, None, None),
        (60, 1, "1_min"),
        (3599, 59, "59_min"),
        (3600, 60, "1_h"),
        (4500, 75, "1_h_15_min"),
    ],
)
def test_the_duration_is_in_hours_and_minutes(seconds: int | None, minutes: int | None, text: str | None) -> None:
    view = story_view(game(1, 9, 5, seconds=seconds), (), Words("en"))
    assert (view["minutes"], view["duration"]) == (minutes, text and text.replace("_", "\N{NO-BREAK SPACE}"))


def test_the_turning_point_names_what_the_winner_gained() -> None:
    def text(past: PastGame, language: str) -> str:
        point = story_view(past, (), Words(language))["turning_point"]
        assert point is not None
        assert (point["entry"], point["last"], point["seat"]) == (20, 24, 2)
        return point["text"]

    in_turn, in_round = TurningPoint(2, 20, 24, 7, 3, 12), TurningPoint(2, 20, 24, None, 3, 12)
    three, two = game(1, 5, 9, 3, turning_point=in_turn), game(1, 5, 9, turning_point=in_round)
    assert text(three, "en") == "The turning point: turn\N{NO-BREAK SPACE}7, +12 for Bao against the others."
    assert text(two, "en") == "The turning point: round\N{NO-BREAK SPACE}3, +12 for Bao against Ada."
    assert (
        text(two, "fr")
        == "Le tournant de la partie\N{NO-BREAK SPACE}: la manche\N{NO-BREAK SPACE}3, +12 pour Bao face à Ada."
    )


def test_the_length_is_in_turns_and_minutes() -> None:
    def length(**fields: Any) -> str:
        return story_view(game(1, 9, 5, **fields), (), Words("en"))["length"]

    assert length(turns=13, seconds=300) == "13 turns · 5\N{NO-BREAK SPACE}min"
    assert (length(turns=1), length(seconds=60), length()) == ("1 turn", "1\N{NO-BREAK SPACE}min", "")


def test_a_game_that_goes_on_has_no_story() -> None:
    view = story_view(game(1, seconds=4500), ["A record that is not shown yet."], Words("en"))
    unknown: dict[str, Any] = dict.fromkeys(("minutes", "duration", "turns", "turning_point"))
    assert view == {"number": 1, **unknown, "length": "", "records": []}
