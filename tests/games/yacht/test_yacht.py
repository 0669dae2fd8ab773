"""Tests of Yacht: what dice score, and which rows can be filled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.match_functions import next_pick
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.scene import Grid
from companion.rules.viewer import PUBLIC
from tests.games.yacht import ROWS, YACHT, Reroll, Score, score


@pytest.mark.parametrize(
    ("row", "dice", "points"),
    [
        ("ones", (1, 1, 2, 3, 6), 2),
        ("sixes", (1, 1, 2, 3, 3), 0),
        ("full_house", (2, 2, 3, 3, 3), 13),
        ("full_house", (3, 3, 3, 3, 3), 0),
        ("four_alike", (4, 4, 4, 4, 6), 16),
        ("four_alike", (4, 4, 4, 4, 4), 16),
        ("four_alike", (4, 4, 4, 6, 6), 0),
        ("low_straight", (1, 2, 3, 4, 5), 30),
        ("high_straight", (1, 2, 3, 4, 5), 0),
        ("high_straight", (2, 3, 4, 5, 6), 30),
        ("choice", (1, 2, 4, 5, 6), 18),
        ("yacht", (5, 5, 5, 5, 5), 50),
        ("yacht", (5, 5, 5, 5, 6), 0),
    ],
)
def test_a_row_scores_its_dice(row: str, dice: tuple[int, ...], points: int) -> None:
    assert score(row, dice) == points


def test_a_turn_keeps_dice_and_fills_an_open_row() -> None:
    match, state, _ = YACHT.begin(("Ada", "Bao"), {"length": 2})
    state = replace(state, dice=(1, 3, 3, 3, 6), throws=1)
    chance: Any = next_pick(match, state, 1, "reroll", {"keep": [3, 3, 3]})
    assert chance.draws == (("d6", 2),)
    rolled, _ = match.play(state, 1, Reroll((2, 2), (3, 3, 3)))
    assert (rolled.dice, rolled.throws) == ((2, 2, 3, 3, 3), 2)
    filled, lines = match.play(rolled, 1, Score("full_house"))
    assert (filled.points, filled.turn_no, [line.by for line in lines]) == ((13, 0), 2, [13])
    later = replace(filled, turn_no=3, dice=(6, 6, 6, 6, 6), throws=3)
    with pytest.raises(IllegalMoveError) as caught:
        match.play(later, 1, Score("full_house"))
    assert (caught.value.reason.key, caught.value.ruling) == ("yacht.refused.filled", "Y3")
    with pytest.raises(IllegalMoveError, match="throws"):
        match.play(later, 1, Reroll((1,), (6, 6, 6, 6)))
    assert match.over(replace(filled, turn_no=5))


def test_each_open_row_can_be_touched_in_its_turn() -> None:
    match, state, _ = YACHT.begin(("Ada", "Bao"), {})
    for moment, touches in ((state, []), (replace(state, dice=(1,) * 5), [f"cell:1:{row}" for row in ROWS])):
        [sheet] = (block for block in match.scene(moment, PUBLIC, None).blocks if isinstance(block, Grid))
        assert [cell.touch for row in sheet.rows for cell in row.cells if cell.touch] == touches
