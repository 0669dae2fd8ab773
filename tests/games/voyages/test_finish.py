"""The end: rulings V42 to V46."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from tests.games.voyages.voyage import Voyage, a_turn


def last_round(**options: Any) -> Voyage:
    """The last round of two whose coins are gone."""
    voyage = a_turn("wilhelm", "berke", **options)
    voyage.state = replace(voyage.state, round=5)
    return voyage.give(coins=0, camels=0).give(2, coins=0, camels=0)


def ended(voyage: Voyage, first: tuple[str, str] = ("G01", "G02"), second: tuple[str, str] = ("G03", "G04")) -> Voyage:
    """After the last turn, with the goals of both said."""
    voyage.round_over()
    voyage.play(2, move="reveal_goals", cards=[*second])
    return voyage.play(1, move="reveal_goals", cards=[*first])


def scored(voyage: Voyage, ruling: str) -> list[tuple[int, int]]:
    return [(seat, by) for seat, what, by, cited in voyage.lines if cited == ruling]


def test_v42_both_places_of_a_card_bring_its_points_and_distinct_places_more() -> None:
    voyage = last_round().give(posts="MOS XIA ORM").give(2, posts="KAR XIA")
    ended(voyage, ("G01", "G02"), ("G03", "G04"))
    # Seat 1: Moscow and Xian 4, Moscow and Ormuz 5; three places 6. Seat 2: Karakorum and Xian 4; two places 3.
    assert scored(voyage, "V42") == [(1, 9), (1, 6), (2, 4), (2, 3)]
    assert voyage.over


@pytest.mark.parametrize(
    ("posts", "points"), [("", 0), ("MOS", 1), ("MOS XIA", 4 + 3), ("MOS ORM LAN ADA", 5 + 5 + 10)]
)
def test_v42_one_to_four_distinct_places(posts: str, points: int) -> None:
    goals = ("G02", "G08") if "LAN" in posts else ("G01", "G08")
    voyage = ended(last_round().give(posts=posts), goals, ("G15", "G16"))
    assert sum(by for seat, by in scored(voyage, "V42") if seat == 1) == points


@pytest.mark.parametrize(("coins", "points"), [(9, 0), (10, 1), (29, 2)])
def test_v43_a_point_for_ten_coins(coins: int, points: int) -> None:
    voyage = ended(last_round().give(coins=coins))
    assert scored(voyage, "V43") == ([(1, points)] if points else [])
    assert voyage.purse()["coins"] == coins, "they stay"


def test_v44_the_space_in_beijing_and_there_alone_a_point_for_two_goods() -> None:
    voyage = last_round().give(posts="BEI", pepper=1, silk=2, gold=2, camels=9).give(2, gold=8)
    assert scored(ended(voyage), "V44") == [(1, 10), (1, 2)]


def test_v44_the_second_there_has_seven() -> None:
    voyage = last_round().give(2, posts="BEI").give(posts="BEI")
    assert scored(ended(voyage), "V44") == [(1, 7), (2, 10)]


def test_v45_seven_points_to_everyone_with_the_most_contracts() -> None:
    voyage = last_round().give(filled="K01 K02").give(2, filled="K03 K04")
    assert scored(ended(voyage), "V45") == [(1, 7), (2, 7)]
    assert scored(ended(last_round().give(2, filled="K03")), "V45") == [(2, 7)]


def test_v45_nobody_has_any_and_nobody_scores() -> None:
    assert scored(ended(last_round()), "V45") == []


def test_v46_most_points_then_most_camels_then_shared() -> None:
    ranks = []
    for camels in (3, 2):
        voyage = ended(last_round().give(points=9, camels=camels).give(2, points=9, camels=2))
        totals = voyage.match.totals(voyage.match.seen(voyage.state, PUBLIC))
        ranks.append([1 + sum(other.order > one.order for other in totals) for one in totals])
    assert ranks == [[1, 2], [1, 1]]


def test_goals_are_said_once_at_any_time_and_are_their_seats_secret_till_the_end() -> None:
    voyage = last_round()
    for cards in (["G01"], ["G01", "G01"], ["G01", "G99"], []):
        voyage.refuses("V42", 2, move="reveal_goals", cards=cards)
    voyage.play(2, move="reveal_goals", cards=["G01", "G02"])
    voyage.refuses("V42", 2, move="reveal_goals", cards=["G01", "G02"])
    seen = [voyage.match.seen(voyage.state, viewer).boards[1].goals for viewer in (PUBLIC, as_seat(1), as_seat(2))]
    assert seen == [(None, None), (None, None), ("G01", "G02")]
    voyage.play(1, move="reveal_goals", cards=["G01", "G05"]), "not compared: a refusal would tell"
    assert voyage.round_over().over
    assert voyage.match.seen(voyage.state, PUBLIC).boards[1].goals == ("G01", "G02")


def test_after_the_last_turn_those_who_have_not_said_their_goals_are_waited_for() -> None:
    voyage = last_round(goals=[["G01", "G02"], None]).round_over()
    assert (voyage.waiting, voyage.turn, voyage.over) == ((2,), None, False)
    voyage.refuses(None, 2, move="end_turn")
    assert voyage.play(2, move="reveal_goals", cards=["G03", "G04"]).over


def test_goals_known_from_the_set_up_are_not_asked() -> None:
    voyage = last_round(goals=[["G01", "G02"], ["G03", "G04"]])
    voyage.refuses("V42", 1, move="reveal_goals", cards=["G05", "G06"])
    assert voyage.round_over().over
    view = voyage.match.options_view(as_seat(1))["goals"]
    assert view == [["G01", "G02"], None]
    assert voyage.match.options_view(EVERYTHING)["goals"] == [["G01", "G02"], ["G03", "G04"]]


def test_nothing_is_played_after_the_end() -> None:
    voyage = ended(last_round())
    for body in ({"move": "end_turn"}, {"move": "correct", "what": "coins", "by": 1}):
        voyage.refuses(None, 1, **body)


def test_a_correction_is_of_what_is_held_and_only_points_go_below_nothing() -> None:
    voyage = a_turn().give(silk=1)
    voyage.play(2, move="correct", what="points", by=-9, note="counted again")
    assert voyage.lines == [(2, "points", -9, None)]
    for what, by in (("silk", -2), ("posts", 1), ("dice", 1), ("silk", 0), ("points", 1_000)):
        voyage.refuses(None, 1, move="correct", what=what, by=by)
    voyage.play(1, move="correct", what="silk", by=-1)


def test_a_correction_is_possible_while_a_choice_waits() -> None:
    voyage = a_turn("berke", "kubilai").give(active="S4", camels=9, silk=1, gold=1).play(move="fulfil", contract="S4")
    voyage.play(2, move="correct", what="coins", by=1).play(1, move="choose", goods=["silk", "gold"])
