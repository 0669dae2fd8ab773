"""The end of Voyages: posts, goals and points that may still be paid, added up by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.voyages.final_points_bounds import payable_points, point_loss
from companion.games.voyages.potential_gains import Potential, PotentialCounts
from companion.games.voyages.potential_post_points import (
    beijing_points,
    known_goals,
    max_goal_points,
    post_points,
    sure_goal_points,
)
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from tests.games.voyages.small_box import last_turn, only_entries, with_used
from tests.games.voyages.voyage import Voyage, first_turn


def potential_of(voyage: Voyage, seat: int = 1) -> Potential:
    return Potential(voyage.match, voyage.state, seat)


@pytest.mark.parametrize(
    ("goals", "posts", "points"),
    [
        # Moscow and Xian 4, Karakorum and Kotschi 5, Moscow and Kashgar 7; one to four places 1, 3, 6, 10.
        (["G01", "G05"], "", (0, 1, 5 + 3, 5 + 6, 4 + 5 + 10)),
        (["G01", "G05"], "MOS", (1, 4 + 3, 5 + 6, 4 + 5 + 10, 4 + 5 + 10)),
        (["G01", "G05"], "MOS KAR", (3, 5 + 6, 4 + 5 + 10, 4 + 5 + 10, 4 + 5 + 10)),
        (["G01", "G05"], "ORM BEI", (0, 1, 5 + 3, 5 + 6, 4 + 5 + 10)),  # places of none of them
        (["G01", "G03"], "", (0, 1, 7 + 3, 4 + 7 + 6, 4 + 7 + 6)),  # three places in all
        (["G01", "G03"], "MOS XIA KAS", (4 + 7 + 6,) * 5),
        # Not known: Sumatra and Anxi 8, and with Karakorum 7 more; of four different places 8 and 7 at best.
        (None, "", (0, 1, 8 + 3, 8 + 7 + 6, 8 + 7 + 10)),
        (None, "MOS", (1, 7 + 3, 7 + 5 + 6, 8 + 7 + 10, 8 + 7 + 10)),  # Kashgar 7, Ormuz 5
    ],
)
def test_v42_most_goal_points_by_added_posts(goals: list[str] | None, posts: str, points: tuple[int, ...]) -> None:
    voyage = last_turn(goals=[goals, None]).give(posts=posts)
    assert known_goals(potential_of(voyage)) == tuple(goals or ())
    assert max_goal_points(potential_of(voyage)) == points


def test_v42_an_empty_goal_deck_gives_no_points() -> None:
    assert max_goal_points(potential_of(last_turn(goal_deck=only_entries("goal_deck", "G01")))) == (0,)


@pytest.mark.parametrize(
    ("goals", "posts", "reached", "points"),
    [
        (["G01", "G05"], ["MOS", "XIA", "BEI"], [0, 1, 3, 6, 10], 4 + 3),
        (["G01", "G05"], ["MOS", "KAR"], [0, 1, 3, 6, 10], 3),
        (["G01", "G05"], ["MOS"], [0, 9, 8, 6, 7], 6),  # with figures where one more place gives fewer points
        (["G01", "G03"], ["MOS"], [0, 9, 8, 6, 5], 6),  # there are only three places
        ([], ["MOS"], [0, 1, 3, 6, 10], 0),
    ],
)
def test_v42_certain_goal_points(goals: list[str], posts: list[str], reached: list[int], points: int) -> None:
    edition = last_turn(scoring={"reached": reached}).match.edition
    assert sure_goal_points(edition, goals, posts) == points


def test_v17_v41_points_of_the_next_posts() -> None:
    seven = "MOS KAR SAM LAN ALE KRC SUM"
    assert [post_points(potential_of(last_turn().give(posts=seven)), n) for n in (0, 1, 2, 3)] == [0, 5, 15, 15]
    assert [post_points(potential_of(last_turn().give(posts=seven + " ANX")), n) for n in (1, 2)] == [10, 10], (
        "the eighth is there"
    )
    assert [post_points(potential_of(last_turn("wilhelm", "berke").give(posts=seven)), n) for n in (2, 3, 4, 5)] == [
        15,
        15,
        25,
        25,
    ]


def test_v19_points_of_a_seats_beijing_space() -> None:
    voyage = last_turn("berke", "johannes", "wilhelm").give(3, posts="BEI").give(posts="BEI")
    assert [beijing_points(voyage.match, voyage.state, seat) for seat in (1, 2, 3)] == [7, 0, 10]


# Points that may still be paid.


def way(pays: dict[str, int], gets: dict[str, int]) -> dict[str, Any]:
    return {"pays": pays, "gets": gets}


@pytest.mark.parametrize(
    ("card", "loss"),
    [
        ({}, 6 * 1),  # a point for 3 coins, six times
        ({"ways": [way({"points": 3}, {"points": 1}), way({"points": 1}, {"coins": 1})]}, 6 * 2),
        ({"ways": [way({"points": 1}, {"points": 1}), way({"points": 1}, {"points": 2})]}, 0),
        ({"kind": "exchange", "cost": {"points": 4}, "reward": {"points": 1}}, 6 * 3),
        ({"kind": "exchange", "cost": {"points": 1}, "reward": {"points": 2}}, 0),
        ({"kind": "by_die", "cost": {"points": 2}, "rows": [{"points": n} for n in range(1, 7)]}, 6 * 1),
    ],
)
def test_v22_most_points_that_a_card_costs_with_one_die(card: dict[str, Any], loss: int) -> None:
    voyage = last_turn(city_deck={"C21": card})
    assert point_loss(voyage.match.edition.city_card["C21"]) == loss
    assert payable_points(potential_of(voyage.give(dice="blue:1", posts="SUM")), PotentialCounts(0, 0)) == loss


OTHER_CARDS = {"MOS": ["C01"], "SAM": ["C02"], "KAR": ["C03"], "LAN": ["C04"], "ALE": ["C05"], "KRC": ["C06"]}


@pytest.mark.parametrize(
    ("cards", "holdings", "rounds", "posts", "used", "points"),
    [
        ({"MOS": ["C21"]}, {"posts": "MOS", "dice": "blue:1"}, 0, 0, False, 6),
        ({"MOS": ["C21"]}, {"posts": "MOS", "dice": "blue:1"}, 2, 0, False, 3 * 6),  # in this round and two more
        ({"MOS": ["C21"]}, {"posts": "MOS", "dice": "blue:1"}, 2, 0, True, 2 * 6),
        ({"MOS": ["C21"]}, {"posts": "MOS"}, 2, 0, False, 2 * 6),  # without a die in this round
        ({"MOS": ["C21"]}, {"posts": "MOS"}, 0, 0, False, 0),
        ({"MOS": ["C21"]}, {"posts": "KAR", "dice": "blue:1"}, 0, 0, False, 0),  # no post where the card lies
        ({"MOS": ["C21"]}, {"posts": "KAR", "dice": "blue:1"}, 0, 1, False, 6),  # but a post may be placed there
        ({}, {"posts": "KAR", "dice": "blue:1"}, 0, 0, False, 6),  # it may lie there
        ({"KAR": ["C03"]}, {"posts": "KAR", "dice": "blue:1"}, 0, 0, False, 0),  # another card lies there
        (
            {**OTHER_CARDS, "SUM": ["C07", "C08"]},
            {"posts": "SUM", "dice": "blue:1"},
            0,
            0,
            False,
            6,
        ),  # the third may be it
        ({**OTHER_CARDS, "SUM": ["C07", "C08", "C09"]}, {"posts": "SUM", "dice": "blue:1"}, 0, 3, False, 0),
    ],
)
def test_v21_rounds_in_which_a_card_may_cost_points(
    cards: dict[str, list[str]], holdings: dict[str, Any], rounds: int, posts: int, used: bool, points: int
) -> None:
    voyage = last_turn(city_cards=cards).give(**holdings)
    voyage.state = replace(with_used(voyage.state, *["C21"] * used), round=5 - rounds)
    assert payable_points(potential_of(voyage), PotentialCounts(posts, 0)) == points


@pytest.mark.parametrize(("filled", "points"), [(0, 0), (1, 3), (2, 3 + 2), (9, 3 + 2)])
def test_v29_points_that_filled_contracts_may_cost(filled: int, points: int) -> None:
    takes = {
        "K01": {"cost": {"points": 4}, "reward": {"points": 1}},
        "K02": {"cost": {"points": 2}, "reward": {"points": 0}},
        "K03": {"cost": {"points": 9}, "reward": {"points": 0}},
        "K04": {"cost": {"points": 1}, "reward": {"points": 6}},
    }
    voyage = last_turn(contract_cards=takes, city_deck=only_entries("city_deck")).give(2, filled="K03")
    assert payable_points(potential_of(voyage), PotentialCounts(0, filled)) == points


def last_round(**options: Any) -> Voyage:
    """Return the last round of two seats without coins and camels."""
    voyage = first_turn("wilhelm", "berke", **options)
    voyage.state = replace(voyage.state, round=5)
    return voyage.give(coins=0, camels=0).give(2, coins=0, camels=0)


def after_reveals(
    voyage: Voyage, first: tuple[str, str] = ("G01", "G02"), second: tuple[str, str] = ("G03", "G04")
) -> Voyage:
    """Return the game after the last turn, with both seats' goals revealed."""
    voyage.end_round()
    voyage.play(2, move="reveal_goals", cards=[*second])
    return voyage.play(1, move="reveal_goals", cards=[*first])


def test_goals_are_revealed_once_and_secret_until_the_end() -> None:
    voyage = last_round()
    for cards in (["G01"], ["G01", "G01"], ["G01", "G99"], []):
        voyage.refuses("V42", 2, move="reveal_goals", cards=cards)
    voyage.play(2, move="reveal_goals", cards=["G01", "G02"])
    voyage.refuses("V42", 2, move="reveal_goals", cards=["G01", "G02"])
    goals_by_viewer = [
        voyage.match.player_view(voyage.state, viewer).boards[1].goals for viewer in (PUBLIC, as_seat(1), as_seat(2))
    ]
    assert goals_by_viewer == [(None, None), (None, None), ("G01", "G02")]
    voyage.play(1, move="reveal_goals", cards=["G03", "G05"])
    assert voyage.end_round().over
    assert voyage.match.player_view(voyage.state, PUBLIC).boards[1].goals == ("G01", "G02")


def test_after_the_last_turn_unrevealed_goals_are_awaited() -> None:
    voyage = last_round(goals=[["G01", "G02"], None]).end_round()
    assert (voyage.active_seats, voyage.turn, voyage.over) == ((2,), None, False)
    voyage.refuses(None, 2, move="end_turn")
    assert voyage.play(2, move="reveal_goals", cards=["G03", "G04"]).over


def test_goals_from_the_set_up_are_not_asked_for() -> None:
    voyage = last_round(goals=[["G01", "G02"], ["G03", "G04"]])
    voyage.refuses("V42", 1, move="reveal_goals", cards=["G05", "G06"])
    assert voyage.end_round().over
    view = voyage.match.options_view(as_seat(1))["goals"]
    assert view == [["G01", "G02"], None]
    assert voyage.match.options_view(EVERYTHING)["goals"] == [["G01", "G02"], ["G03", "G04"]]


def test_no_move_is_possible_after_the_end() -> None:
    voyage = after_reveals(last_round())
    for body in ({"move": "end_turn"}, {"move": "correct", "what": "coins", "by": 1}):
        voyage.refuses(None, 1, **body)


def test_a_correction_leaves_only_points_below_zero() -> None:
    voyage = first_turn().give(silk=1)
    voyage.play(2, move="correct", what="points", by=-9, note="counted again")
    assert voyage.lines == [(2, "points", -9, None)]
    for what, by in (("silk", -2), ("posts", 1), ("dice", 1), ("silk", 0), ("points", 1_000)):
        voyage.refuses(None, 1, move="correct", what=what, by=by)
    voyage.play(1, move="correct", what="silk", by=-1)
