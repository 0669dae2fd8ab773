"""Where points alone are tracked: rounds, turns, dice, and the count at the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.state import Phase
from companion.rules.game import move_from_json
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.scene import Notes
from companion.rules.viewer import PUBLIC
from companion.words.catalogue import Words
from tests.games.voyages.voyage import Voyage

ROLL = [3, 3, 3, 3, 3]


def points(seats: int = 2, **options: Any) -> Voyage:
    """A game of Berke and Wilhelm in which everyone has rolled."""
    people = ["berke", "wilhelm", "johannes", "niccolo_marco"][:seats]
    voyage = Voyage(seats, tracking="points", characters=people, **options)
    for seat in range(1, seats + 1):
        voyage.play(seat, move="roll", chance=ROLL)
    return voyage


def game_over(voyage: Voyage) -> Voyage:
    """To the last count."""
    while voyage.state.phase is not Phase.GOALS:
        if voyage.turn is None:
            voyage.play(move="roll", chance=ROLL)
        else:
            voyage.play(move="end_turn", used=voyage.board(voyage.turn).dice_left)
    return voyage


FINAL: dict[str, Any] = {
    **{"move": "final", "coins": 0, "camels": 0, "goods": 0, "beijing": 0, "goals": [], "reached": 0},
}


def test_nothing_is_dealt_and_nothing_is_held_but_points() -> None:
    voyage = points()
    assert [voyage.held(1, what) for what in ("coins", "camels", "silk", "points", "posts")] == [None, None, None, 0, 0]
    assert voyage.held(1, "dice") == ["blue:3"] * 5


def test_a_reason_has_two_hundred_letters_at_most() -> None:
    voyage = points().play(move="score", by=1, why="x" * 200)
    voyage.refuses(None, move="score", by=1, why="x" * 201)


def test_no_contract_lies_anywhere() -> None:
    market = points().state.market
    assert (market.row, market.special, market.shed) == ((), 0, ())


def test_v7_compensation_is_announced_and_not_booked() -> None:
    voyage = Voyage(2, tracking="points", characters=["berke", "wilhelm"]).play(1, move="roll", chance=[1, 1, 1, 1, 1])
    voyage.refuses(None, 1, move="compensate", coins=10, camels=0)
    scene = voyage.match.scene(voyage.state, PUBLIC, None)
    assert "missing:1" in [note.id for block in scene.blocks if isinstance(block, Notes) for note in block.notes]
    assert voyage.waiting == (2,)


def test_a_turn_is_anything_that_brings_points_and_how_many_dice_it_took() -> None:
    voyage = points().play(move="score", by=4, why="city card").play(move="score", by=-1, why="")
    assert voyage.lines == [(1, "points", -1, None)]
    for used in (0, 6, None):
        voyage.refuses("V8", move="end_turn", used=used)
    voyage.refuses(None, 2, move="score", by=1, why="").play(move="end_turn", used=2)
    assert (voyage.turn, voyage.board(1).dice_left, voyage.held(1, "points")) == (2, 3, 3)


@pytest.mark.parametrize("by", [99, -99])
def test_so_many_points_at_once_are_the_most(by: int) -> None:
    assert points().play(move="score", by=by, why="").board().purse.points == by


@pytest.mark.parametrize("by", [0, 100, -100])
def test_points_are_neither_none_nor_very_many(by: int) -> None:
    points().refuses(None, move="score", by=by, why="")


def test_v8_a_round_ends_when_nobody_has_dice_and_who_has_none_is_skipped() -> None:
    voyage = points(3).play(move="end_turn", used=5).play(move="end_turn", used=1).play(move="end_turn", used=5)
    assert voyage.turn == 2
    voyage.play(move="end_turn", used=4)
    assert (voyage.waiting, voyage.match.round(voyage.state)) == ((1, 2, 3), 2)


def test_v6_who_says_last_that_he_travelled_starts() -> None:
    voyage = points().play(move="travelled").refuses("V6", move="travelled").play(move="end_turn", used=5)
    voyage.play(move="travelled").play(move="end_turn", used=5)
    assert voyage.play(1, move="roll", chance=ROLL).play(2, move="roll", chance=ROLL).turn == 2


def test_v17_posts_are_counted_and_the_eighth_and_ninth_bring_points() -> None:
    voyage = points()
    lines = [voyage.play(move="post").lines for _ in range(9)]
    assert lines == [[]] * 7 + [[(1, "points", 5, "V17")], [(1, "points", 10, "V17")]]
    voyage.refuses("V17", move="post").play(move="end_turn", used=5)
    lines = [voyage.play(move="post").lines for _ in range(11)]
    assert lines[7:] == [[(2, "points", 5, "V17")], [(2, "points", 10, "V17")], [], [(2, "points", 10, "V41")]]


def test_v39_kubilai_begins_with_one_post() -> None:
    assert Voyage(2, tracking="points", characters=["kubilai"]).held(1, "posts") == 1


def test_v29_contracts_are_counted_with_their_points() -> None:
    voyage = points().refuses("V29", move="contract", by=-1).refuses("V29", move="contract", by=100)
    assert voyage.play(move="contract", by=7).lines == [(1, "points", 7, "V29")]
    assert voyage.play(move="contract", by=0).held(1, "contracts") == 2


def test_v31_and_v32_dice_of_this_round_are_rolled_again_or_turned_without_camels() -> None:
    voyage = points().play(move="reroll", die="blue:3", chance=[6]).play(move="turn_die", die="blue:3", by=-1)
    assert voyage.held(1, "dice") == ["blue:2", "blue:3", "blue:3", "blue:3", "blue:6"]
    voyage.refuses("V8", move="reroll", die="green:3", chance=[6])


def test_v33_black_dice_as_long_as_there_are_any() -> None:
    voyage = points()
    for value in (1, 2, 3):
        voyage.play(move="black_die", chance=[value])
    voyage.refuses("V33", move="black_die", chance=[4])
    assert (voyage.board(1).dice_left, voyage.lines) == (8, [])


def test_v34_raschid_rolls_nothing_here_either() -> None:
    voyage = Voyage(2, tracking="points", characters=["raschid", "berke"])
    voyage.refuses("V34", 1, move="roll", chance=ROLL).play(2, move="roll", chance=ROLL)
    assert voyage.play(move="black_die").held(1, "dice") == ["blue:*"] * 5 + ["black:*"]


def test_v35_matteo_rolls_his_white_die_and_draws_nothing_here() -> None:
    voyage = Voyage(2, tracking="points", characters=["matteo", "berke"])
    voyage.refuses("V35", 1, move="roll", chance=ROLL).play(1, move="roll", chance=[*ROLL, 6])
    assert voyage.board(1).dice_left == 6


def test_kinds_of_the_other_tracking_are_refused() -> None:
    points().refuses(None, move="take_five", dice=["blue:3"]).refuses(
        None, 1, move="reveal_goals", cards=["G01", "G02"]
    )
    Voyage(2).refuses(None, 1, move="score", by=1, why="")


def test_v42_to_v45_are_counted_from_what_each_seat_says() -> None:
    voyage = game_over(points().play(move="contract", by=0))
    assert (voyage.waiting, voyage.turn) == ((1, 2), None)
    body: dict[str, Any] = {**FINAL, "coins": 25, "goods": 5, "beijing": 10, "goals": ["G01"], "reached": 3}
    voyage.play(2, **body).refuses(None, 2, **body)
    assert voyage.lines == []
    voyage.refuses("V44", 1, **{**FINAL, "beijing": 10}).refuses("V44", 1, **{**FINAL, "beijing": 5})
    voyage.play(1, **{**FINAL, "goods": 9, "coins": 9, "camels": 3})
    assert voyage.lines == [
        (1, "points", 7, "V45"),
        (2, "points", 4, "V42"),
        (2, "points", 6, "V42"),
        (2, "points", 2, "V43"),
        (2, "points", 10, "V44"),
        (2, "points", 2, "V44"),
    ]
    assert voyage.over


@pytest.mark.parametrize(("said", "ruling"), [({"coins": -1}, "V43"), ({"camels": -1}, "V44"), ({"goods": -1}, "V44")])
def test_nobody_counts_less_than_nothing(said: dict[str, Any], ruling: str) -> None:
    game_over(points()).refuses(ruling, 1, **{**FINAL, **said}).play(1, **FINAL)


def test_who_has_counted_is_told_so_and_not_that_it_is_anothers_turn() -> None:
    voyage = game_over(points()).play(1, **FINAL)
    with pytest.raises(IllegalMoveError) as caught:
        voyage.match.play(voyage.state, 1, move_from_json(VOYAGES, FINAL))
    assert Words("en").of(caught.value.reason) == "That is counted already."


def test_v42_both_cards_may_be_completed() -> None:
    # Moscow and Xian 4, Moscow and Ormuz 5; the three places 6.
    voyage = game_over(points()).play(2, **FINAL).play(1, **{**FINAL, "goals": ["G02", "G01"], "reached": 3})
    assert voyage.lines == [(1, "points", 9, "V42"), (1, "points", 6, "V42")]


@pytest.mark.parametrize(
    "said",
    [
        {"goals": ["G99"]},
        {"goals": ["G01", "G01"], "reached": 2},
        {"goals": ["G01", "G02", "G03"], "reached": 4},
        {"goals": ["G01"], "reached": 1},
        {"goals": ["G01"], "reached": 4},
        {"goals": ["G01", "G02"], "reached": 4},
        {"reached": 3},
        {"reached": -1},
    ],
)
def test_v42_what_no_goals_come_to_is_refused(said: dict[str, Any]) -> None:
    game_over(points()).refuses("V42", 1, **{**FINAL, **said})


def test_v46_camels_that_were_counted_break_a_tie() -> None:
    voyage = game_over(points()).play(1, **{**FINAL, "camels": 1}).play(2, **{**FINAL, "camels": 2})
    totals = voyage.match.totals(voyage.state)
    assert [total.order for total in totals] == [(0, 1), (0, 2)]


def test_points_alone_are_corrected() -> None:
    voyage = points().refuses(None, move="correct", what="coins", by=1).play(move="correct", what="points", by=-3)
    assert voyage.held(1, "points") == -3
