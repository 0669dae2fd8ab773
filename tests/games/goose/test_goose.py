"""Tests of Goose: where a throw leads, whom it pushes away, and which turns are missed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.moves import Correct
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.scene import Walk
from companion.rules.viewer import PUBLIC
from tests.games.goose import GOOSE, Roll, State


def start(*spaces: int) -> tuple[Any, State]:
    """Return a match with pieces on these spaces, in the turn of the first."""
    match, state, _ = GOOSE.begin(("Ada", "Bao", "Chloé")[: len(spaces)], {})
    return match, replace(state, spaces=spaces)


@pytest.mark.parametrize(
    ("space", "chance", "gains"),
    [
        (0, (1, 2), [("throw", 3)]),
        (0, (3, 6), [("nine", 26)]),
        (0, (4, 5), [("nine", 53)]),
        (1, (2, 2), [("throw", 4), ("goose", 4), ("goose", 4)]),
        (1, (2, 3), [("throw", 5), ("bridge", 6)]),
        (40, (1, 1), [("throw", 2), ("maze", -12)]),
        (55, (1, 2), [("throw", 3), ("death", -58)]),
        (60, (1, 2), [("throw", 3)]),
        (60, (1, 4), [("throw", 3), ("back", -2)]),
        (60, (3, 4), [("throw", 3), ("back", -4), ("goose", -7)]),
    ],
)
def test_a_throw_leads_over_its_spaces(space: int, chance: tuple[int, int], gains: list[tuple[str, int]]) -> None:
    match, state = start(space, 0)
    after, lines = match.play(state, 1, Roll(chance))
    assert [(line.why.key.removeprefix("goose.why."), line.by) for line in lines] == gains
    assert after.spaces == (space + sum(by for _, by in gains), 0)


def test_a_piece_is_put_where_the_other_came_from() -> None:
    match, state = start(20, 24)
    move = Roll((1, 3))
    after, lines = match.play(state, 1, move)
    assert after.spaces == (24, 20)
    walks = [each for each in match.animations(state, 1, move, after, lines, PUBLIC) if isinstance(each, Walk)]
    assert [(walk.piece, walk.places) for walk in walks] == [
        ("1", ("20", "21", "22", "23", "24")),
        ("2", ("24", "20")),
    ]


def test_a_seat_misses_turns_as_long_as_it_stays() -> None:
    match, state = start(29, 0)
    waiting, _ = match.play(state, 1, Roll((1, 1)))
    assert (waiting.spaces[0], [note.says.key for note in match.seat_notes(waiting, 1)]) == (31, ["goose.misses"])
    once, _ = match.play(waiting, 2, Roll((1, 2)))
    twice, _ = match.play(once, 2, Roll((1, 3)))
    again, _ = match.play(twice, 2, Roll((1, 3)))
    assert [(each.turn, each.turn_no) for each in (waiting, once, twice, again)] == [(2, 2), (2, 3), (2, 4), (1, 5)]
    moved, _ = match.play(once, 1, Correct("spaces", 1))
    assert match.play(moved, 2, Roll((1, 3)))[0].turn == 1


def test_the_first_on_the_last_space_wins() -> None:
    match, state = start(60, 0)
    with pytest.raises(IllegalMoveError):
        match.play(state, 1, Correct("spaces", 3))
    after, _ = match.play(state, 1, Roll((1, 2)))
    assert (match.active_seats(after), match.turn(after), match.turn_no(after)) == ((), None, None)
