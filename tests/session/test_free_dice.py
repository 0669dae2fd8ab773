"""Free throws that were put away: kept with their names and the revealed seed, so that anyone can verify them."""

from __future__ import annotations

import json

import pytest

from companion.chance.draw_lines import recomputed
from companion.games.classic.accessories import MOST_DICE, free_wheel
from companion.table.draw_record import Commitment, fair
from companion.table.free_dice import MOST_KEPT_THROWS, FreeTray, from_note, put_away, throw, to_note

SEEDS = [bytes([n] * 32) for n in (1, 2, 3)]
WHEEL = free_wheel({})
UNEVEN = free_wheel({"wheel": {"sectors": [{"land": n, "sea": n, "weight": n} for n in (1, 2, 3)]}})


@pytest.fixture
def tray() -> FreeTray:
    """Return two dice, a spin of a wheel with equal sectors, one of another wheel, and a die."""
    tray = FreeTray(Commitment.to(SEEDS[0]))
    tray = throw(tray, fair, dice=2, route=None, wheel=WHEEL, max_dice=MOST_DICE)
    tray = throw(tray, fair, dice=None, route="sea", wheel=WHEEL, max_dice=MOST_DICE)
    tray = throw(tray, fair, dice=None, route="land", wheel=UNEVEN, max_dice=MOST_DICE)
    return throw(tray, fair, dice=1, route=None, wheel=WHEEL, max_dice=MOST_DICE)


def test_throws_put_away_can_be_verified_from_seed_and_names(tray: FreeTray) -> None:
    after = put_away(tray, SEEDS[1])
    assert after.throws == ()
    assert after.earlier is not None
    seed = bytes.fromhex(after.earlier.shown or "")
    drawn = [throw.drawn for throw in after.earlier_throws]
    assert [draw.name for draw in drawn] == ["free/0/dice/1", "free/0/spin/1", "free/0/spin/2", "free/0/dice/2"]
    assert [recomputed(seed, draw.name, draw.of, draw.weights) for draw in drawn] == [one.values for one in drawn]
    assert drawn[2].weights == (1, 2, 3)


def test_throws_put_away_survive_a_restart(tray: FreeTray) -> None:
    after = throw(put_away(tray, SEEDS[1]), fair, dice=3, route=None, wheel=WHEEL, max_dice=MOST_DICE)
    assert from_note(json.loads(json.dumps(to_note(after)))) == after
    assert len(after.earlier_throws) == 4


def test_only_the_last_throws_put_away_are_kept(tray: FreeTray) -> None:
    after = put_away(tray, SEEDS[1])
    for _ in range(MOST_KEPT_THROWS + 5):
        after = throw(after, fair, dice=1, route=None, wheel=WHEEL, max_dice=MOST_DICE)
    after = put_away(after, SEEDS[2])
    assert after.earlier is not None
    assert after.earlier.shown == SEEDS[1].hex()
    assert [free_throw.drawn.name for free_throw in after.earlier_throws] == [
        f"free/0/dice/{n + 6}" for n in range(MOST_KEPT_THROWS)
    ]


def test_a_note_without_earlier_throws_is_read(tray: FreeTray) -> None:
    note = to_note(put_away(tray, SEEDS[1]))
    del note["earlier_throws"]
    free_dice = from_note(note)
    assert free_dice is not None
    assert (free_dice.earlier is not None, free_dice.earlier_throws) == (True, ())


@pytest.mark.parametrize("note", [None, 7, [], {}, {"seed": "00" * 32, "throws": [{}], "thrown": {}, "earlier": None}])
def test_an_unreadable_note_is_ignored(note: object) -> None:
    assert from_note(note) is None
