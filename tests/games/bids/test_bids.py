"""Tests of Bids: who wins a prize, and who sees which bid until all have bid."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.scene import Reveal
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from tests.games.bids import BIDS, Bid, State, TurnUp


def start(seats: int) -> tuple[Any, State]:
    """Return a match of four rounds after its first prize, worth 3, was turned up."""
    match, state, _ = BIDS.begin(("Ada", "Bao", "Chloé")[:seats], {"length": 4})
    return match, match.play(state, 1, TurnUp((3,)))[0]


@pytest.mark.parametrize(
    ("bids", "points"), [((1, 2, 4), (0, 0, 3)), ((4, 2, 4), (0, 3, 0)), ((4, 4, 1), (0, 0, 3)), ((2, 2, 2), (0, 0, 0))]
)
def test_the_highest_bid_of_nobody_else_wins(bids: tuple[int, ...], points: tuple[int, ...]) -> None:
    match, state = start(3)
    for seat, card in enumerate(bids, 1):
        assert seat in match.active_seats(state)
        state, _ = match.play(state, seat, Bid(card))
    assert (state.points, state.shown, state.round, state.pile) == (points, bids, 2, (1, 2, 4))
    assert match.active_seats(state) == (2,)
    assert [card in hand for card, hand in zip(bids, state.hands, strict=True)] == [False] * 3


def test_a_bid_is_hidden_until_all_have_bid() -> None:
    match, before = start(2)
    move = Bid(4)
    after, _ = match.play(before, 1, move)
    viewers = (PUBLIC, as_seat(2), as_seat(1), EVERYTHING)
    assert [match.player_view(after, viewer).bids for viewer in viewers] == [(None, 0), (None, 0), (4, 0), (4, 0)]
    assert [match.move_view(before, 1, move, after, viewer)["card"] for viewer in viewers] == [None, None, 4, 4]
    texts = [match.describe_move(before, 1, move, after, after, viewer).key for viewer in viewers]
    assert texts == ["bids.told.bid"] * 2 + ["bids.told.bid_this"] * 2
    shown, lines = match.play(after, 2, Bid(2))
    assert [match.move_view(before, 1, move, shown, viewer)["card"] for viewer in viewers] == [4] * 4
    assert match.describe_move(before, 1, move, after, shown, PUBLIC).key == "bids.told.bid_this"
    assert match.outcome_is_secret(after, shown)
    [reveal] = match.animations(after, 2, Bid(2), shown, lines, PUBLIC)
    assert isinstance(reveal, Reveal)
    assert [card.thing for row in reveal.rows for card in row.cards] == ["card:4", "card:2"]


def test_the_game_ends_after_its_rounds() -> None:
    match, state = start(2)
    last = replace(state, round=4, hands=((1,), (2,)), bids=(1, 0))
    after, _ = match.play(last, 2, Bid(2))
    assert (match.over(after), match.round(after), after.points) == (True, 4, (0, 3))
