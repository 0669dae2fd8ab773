"""Games where only points are tracked: rounds, turns, dice, and the final count."""

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
    """Return a game of Berke and Wilhelm in which everyone has rolled."""
    people = ["berke", "wilhelm", "johannes", "niccolo_marco"][:seats]
    voyage = Voyage(seats, tracking="points", characters=people, **options)
    for seat in range(1, seats + 1):
        voyage.play(seat, move="roll", chance=ROLL)
    return voyage


def game_over(voyage: Voyage) -> Voyage:
    """Play on to the final count."""
    while voyage.state.phase is not Phase.GOALS:
        if voyage.turn is None:
            voyage.play(move="roll", chance=ROLL)
        else:
            voyage.play(move="end_turn", used=voyage.board(voyage.turn).dice_left)
    return voyage


FINAL: dict[str, Any] = {
    **{"move": "final", "coins": 0, "camels": 0, "goods": 0, "beijing": 0, "goals": [], "reached": 0},
}


def test_a_reason_has_at_most_two_hundred_letters() -> None:
    voyage = points().play(move="score", by=1, why="x" * 200)
    voyage.refuses(None, move="score", by=1, why="x" * 201)


def test_v7_compensation_is_announced_and_not_booked() -> None:
    voyage = Voyage(2, tracking="points", characters=["berke", "wilhelm"]).play(1, move="roll", chance=[1, 1, 1, 1, 1])
    voyage.refuses(None, 1, move="compensate", coins=10, camels=0)
    scene = voyage.match.scene(voyage.state, PUBLIC, None)
    assert "missing:1" in [note.id for block in scene.blocks if isinstance(block, Notes) for note in block.notes]
    assert voyage.active_seats == (2,)


def test_v20_points_of_incomes_are_noted_during_the_rolls() -> None:
    voyage = Voyage(3, tracking="points", characters=["berke", "wilhelm", "raschid"])
    voyage.play(3, move="score", by=3, why="Kochi").play(1, move="score", by=3, why="Kochi")
    voyage.play(1, move="roll", chance=ROLL).play(1, move="score", by=-1, why="counted twice")
    assert [voyage.holding(seat, "points") for seat in (1, 2, 3)] == [2, 0, 3]
    assert voyage.active_seats == (2,), "nobody waits for points"
    voyage.refuses(None, 3, move="score", by=0, why="").refuses("V5", 3, move="post")
    voyage.play(2, move="roll", chance=ROLL)
    voyage.refuses(None, 2, move="score", by=3, why="Kochi").refuses(None, 3, move="score", by=3, why="Kochi")
    assert voyage.play(1, move="score", by=3, why="a card").holding(1, "points") == 5
    game_over(voyage).refuses(None, 1, move="score", by=3, why="Kochi")


def test_points_are_offered_to_every_seat_after_its_roll() -> None:
    voyage = Voyage(2, tracking="points", characters=["berke", "wilhelm"]).play(1, move="roll", chance=ROLL)
    offers = [[*voyage.match.offers(voyage.state, seat)] for seat in (1, 2)]
    assert [[offer.kind for offer in of_seat] for of_seat in offers] == [["score"], ["roll", "score"]]
    assert all(
        offer.any_order and not offer.default and offer.refused is None for of_seat in offers for offer in of_seat
    )
    voyage.play(2, move="roll", chance=ROLL)
    assert voyage.match.offers(voyage.state, 2) == ()


def test_points_are_not_noted_where_everything_is_tracked() -> None:
    voyage = Voyage(2, characters=["berke", "wilhelm"]).refuses(None, 1, move="score", by=3, why="Kochi")
    assert [offer.kind for offer in voyage.match.offers(voyage.state, 1)] == ["roll", "name", "reveal_goals"]


@pytest.mark.parametrize("by", [0, 100, -100])
def test_points_of_a_score_are_bounded_and_not_zero(by: int) -> None:
    points().refuses(None, move="score", by=by, why="")


def test_v29_contracts_are_counted_with_their_points() -> None:
    voyage = points().refuses("V29", move="contract", by=-1).refuses("V29", move="contract", by=100)
    assert voyage.play(move="contract", by=7).lines == [(1, "points", 7, "V29")]
    assert voyage.play(move="contract", by=0).holding(1, "contracts") == 2


def test_v31_and_v32_rerolls_and_turns_cost_no_camels() -> None:
    voyage = points().play(move="reroll", die="blue:3", chance=[6]).play(move="turn_die", die="blue:3", by=-1)
    assert voyage.holding(1, "dice") == ["blue:2", "blue:3", "blue:3", "blue:3", "blue:6"]
    voyage.refuses("V8", move="reroll", die="green:3", chance=[6])


def test_kinds_of_the_other_tracking_are_refused() -> None:
    points().refuses(None, move="take_five", dice=["blue:3"]).refuses(
        None, 1, move="reveal_goals", cards=["G01", "G02"]
    )
    Voyage(2).refuses(None, 1, move="score", by=1, why="")


@pytest.mark.parametrize(
    ("values", "ruling"), [({"coins": -1}, "V43"), ({"camels": -1}, "V44"), ({"goods": -1}, "V44")]
)
def test_negative_final_counts_are_refused(values: dict[str, Any], ruling: str) -> None:
    game_over(points()).refuses(ruling, 1, **{**FINAL, **values}).play(1, **FINAL)


def test_a_second_final_count_is_refused_with_its_own_reason() -> None:
    voyage = game_over(points()).play(1, **FINAL)
    with pytest.raises(IllegalMoveError) as caught:
        voyage.match.play(voyage.state, 1, move_from_json(VOYAGES, FINAL))
    assert Words("en").of(caught.value.reason) == "You have already done your final count."


@pytest.mark.parametrize(
    "values",
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
def test_v42_impossible_goal_counts_are_refused(values: dict[str, Any]) -> None:
    game_over(points()).refuses("V42", 1, **{**FINAL, **values})


def test_only_points_can_be_corrected() -> None:
    voyage = points().refuses(None, move="correct", what="coins", by=1).play(move="correct", what="points", by=-3)
    assert voyage.holding(1, "points") == -3
