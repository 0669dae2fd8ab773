"""Free throws that were put away: kept with their names and the revealed seed, so that anyone can verify them."""

from __future__ import annotations

import json

import pytest

from companion.chance.chance_lines import recompute_draw
from companion.games.classic.copied_parts import MOST_DICE, free_wheel
from companion.table.draw_record import Commitment, fair_draw
from companion.table.free_dice import MOST_KEPT_THROWS, FreeDice, from_note, put_away, throw, to_note

SEEDS = [bytes([n] * 32) for n in (1, 2, 3)]
WHEEL = free_wheel({})
UNEVEN = free_wheel({"wheel": {"sectors": [{"land": n, "sea": n, "weight": n} for n in (1, 2, 3)]}})


@pytest.fixture
def tray() -> FreeDice:
    """Return two dice, a spin of a wheel with equal sectors, one of another wheel, and a die."""
    tray = FreeDice(Commitment.to(SEEDS[0]))
    tray = throw(tray, fair_draw, dice=2, route=None, wheel=WHEEL, max_dice=MOST_DICE)
    tray = throw(tray, fair_draw, dice=None, route="sea", wheel=WHEEL, max_dice=MOST_DICE)
    tray = throw(tray, fair_draw, dice=None, route="land", wheel=UNEVEN, max_dice=MOST_DICE)
    return throw(tray, fair_draw, dice=1, route=None, wheel=WHEEL, max_dice=MOST_DICE)


def test_throws_put_away_can_be_verified_from_seed_and_names(tray: FreeDice) -> None:
    after = put_away(tray, SEEDS[1])
    assert after.throws == ()
    assert after.previous_commitment is not None
    seed = bytes.fromhex(after.previous_commitment.revealed_seed or "")
    drawn = [throw.drawn for throw in after.previous_throws]
    assert [draw.name for draw in drawn] == ["free/0/dice/1", "free/0/spin/1", "free/0/spin/2", "free/0/dice/2"]
    assert [recompute_draw(seed, draw.name, draw.wanted, draw.weights) for draw in drawn] == [
        draw.values for draw in drawn
    ]
    assert drawn[2].weights == (1, 2, 3)


def test_throws_put_away_survive_a_restart(tray: FreeDice) -> None:
    after = throw(put_away(tray, SEEDS[1]), fair_draw, dice=3, route=None, wheel=WHEEL, max_dice=MOST_DICE)
    assert from_note(json.loads(json.dumps(to_note(after)))) == after
    assert len(after.previous_throws) == 4


def test_only_the_last_throws_put_away_are_kept(tray: FreeDice) -> None:
    after = put_away(tray, SEEDS[1])
    for _ in range(MOST_KEPT_THROWS + 5):
        after = throw(after, fair_draw, dice=1, route=None, wheel=WHEEL, max_dice=MOST_DICE)
    after = put_away(after, SEEDS[2])
    assert after.previous_commitment is not None
    assert after.previous_commitment.revealed_seed == SEEDS[1].hex()
    assert [free_throw.drawn.name for free_throw in after.previous_throws] == [
        f"free/0/dice/{n + 6}" for n in range(MOST_KEPT_THROWS)
    ]


def test_a_note_without_earlier_throws_is_read(tray: FreeDice) -> None:
    note = to_note(put_away(tray, SEEDS[1]))
    del note["earlier_throws"]
    free_dice = from_note(note)
    assert free_dice is not None
    assert (free_dice.previous_commitment is not None, free_dice.previous_throws) == (True, ())


@pytest.mark.parametrize("note", [None, 7, [], {}, {"seed": "00" * 32, "throws": [{}], "thrown": {}, "earlier": None}])
def test_an_unreadable_note_is_ignored(note: object) -> None:
    assert from_note(note) is None
