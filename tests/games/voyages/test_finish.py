"""The end: when goals are said and who sees them, what is played no more, and corrections."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

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
