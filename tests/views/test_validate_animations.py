"""Faults in animations are left out and logged: an unknown block, place, seat or component."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.scene import (
    Animation,
    CardRow,
    DiceGroup,
    Die,
    Final,
    Piece,
    Placed,
    Reveal,
    Scene,
    Share,
    Spin,
    Square,
    SquareRow,
    Squares,
    Tally,
    Throw,
    Walk,
)
from companion.rules.text import Text
from companion.rules.validate_scene import validate_animations
from companion.rules.viewer import PUBLIC
from companion.table import table as tables
from companion.table.random_play import play_move
from companion.words.translated_scene import untranslated_animations
from tests.games.lanterns import LANTERNS
from tests.games.lanterns.match import Match
from tests.views.given_scene import plain_text

TABLE = tables.start(LANTERNS, ("Ada", "Bao", "Chloé"), {}, number=7)
WORD = plain_text("here")
WALK = Walk(block="rounds", piece="light", places=("round:1", "round:2"))
SPIN = Spin(block="wind", band="gate", sector="wind:3", says=WORD)
SHARE = Share(seat=1, where=WORD, pays=1, total=1)
TALLY = Tally(name=WORD, shares=(SHARE,), thing="points")
THROW = Throw(block=None, groups=(DiceGroup(id="1", seat=1, dice=(Die[Text](id="a", value=3),)),), says=WORD)
REVEAL = Reveal(name=WORD, rows=(CardRow(id="1", seat=1),))
FINAL = Final(name=WORD, places=(Placed(seat=1, rank=1, total=3), Placed(seat=2, rank=2, total=1)))
GOOD: tuple[Animation[Text], ...] = (WALK, SPIN, TALLY, THROW, REVEAL, FINAL)


def validated(*animations: Animation[Text]) -> tuple[tuple[Any, ...], int]:
    """Return the animations that are left, and the number of faults."""
    valid, faults = validate_animations(animations, scene(), TABLE.match)
    return valid, len(faults)


def scene() -> Scene[Text]:
    """Return the scene of the market in its first round, with the light on it."""
    match, state = TABLE.match, replace(TABLE.state, round=1)
    return match.scene(match.player_view(state, PUBLIC), PUBLIC, None)


def test_animations_without_faults_are_unchanged() -> None:
    assert validated(*GOOD) == (GOOD, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(WALK, block="nowhere"),
        replace(WALK, block="wind"),
        replace(WALK, piece="nobody"),
        replace(WALK, places=("round:1", "round:99")),
        replace(SPIN, block="rounds"),
        replace(SPIN, sector="wind:99"),
        replace(SPIN, band="sky"),
        replace(TALLY, thing="feathers"),
        replace(TALLY, shares=(replace(SHARE, seat=9),)),
        replace(THROW, groups=(DiceGroup(id="1", seat=9, dice=()),)),
        replace(REVEAL, rows=(CardRow(id="1", seat=9),)),
        replace(FINAL, places=(Placed(seat=9, rank=1, total=3),)),
    ],
)
def test_animations_with_faults_are_left_out(wrong: Any) -> None:
    valid, faults = validated(WALK, wrong, FINAL)
    assert valid == (WALK, FINAL)
    assert faults > 0


def test_a_tally_survives_without_its_block_or_piece() -> None:
    complete = replace(TALLY, block="rounds", shares=(replace(SHARE, piece="light"),))
    assert validated(complete) == ((complete,), 0)
    assert validated(replace(TALLY, block="nowhere", shares=(replace(SHARE, piece="nobody"),))) == ((TALLY,), 2)


def test_a_piece_walks_over_squares_that_there_are() -> None:
    squares = tuple(Square[Text](id=name) for name in "abc")
    board = Squares(
        id="board", name=WORD, rows=(SquareRow(id="row", squares=squares),), pieces=(Piece(id="man", at="c", seat=1),)
    )
    walk = Walk(block="board", piece="man", places=("a", "b", "c"))
    wrong = (replace(walk, places=("a", "d")), replace(walk, piece="king"))
    valid, faults = validate_animations((walk, *wrong), Scene(blocks=(board,)), TABLE.match)
    assert (valid, len(faults)) == ((walk,), 2)


def test_a_walk_without_places_is_left_out() -> None:
    assert validated(replace(WALK, places=())) == ((), 0)


def test_only_the_missing_seat_is_left_out_of_a_ranking() -> None:
    wrong = replace(FINAL, places=(*FINAL.places, Placed(seat=9, rank=3, total=0)))
    assert validated(wrong) == ((FINAL,), 1)


class WanderingMatch(Match):
    """A market whose moves walk a piece that it does not have."""

    def animations(self, *move: Any, **details: Any) -> tuple[Animation[Text], ...]:
        return (replace(WALK, piece="nobody"), FINAL)


def test_a_left_out_animation_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    table = tables.start(LANTERNS, ("Ada", "Bao"), {}, number=7)
    table = replace(table, game_start=replace(table.game_start, match=WanderingMatch(**vars(table.match))))
    table = play_move(table, 1, {"move": "hide", "colour": "red", "value": 10_001, "wish": "peace"})
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert untranslated_animations(table, 1, PUBLIC) == (FINAL,)
    assert [record.getMessage() for record in caplog.records] == ["game 7, entry 1: walk: there is no 'nobody'"]
