"""The later moves that get another id through an amendment, and the ids that they get."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.rules.game import PlayedMove, move_from_json
from companion.rules.moves import Move
from tests.games.voyages.voyage import Voyage


def move(kind: str, **fields: Any) -> Move:
    return move_from_json(VOYAGES, {"move": kind, **fields})


def take(*cards: str | None, discard: str | None = None, die: int = 3) -> Move:
    slots = [*range(1, len(cards) + 1)]
    discards = [discard] if discard else []
    return move("contracts", dice=[f"blue:{die}"], slots=slots, contracts=[*cards], discard=discards)


def keep(card: str | None, discard: str | None = None) -> Move:
    return move("keep", contract=card, discard=discard)


def fill(card: str) -> Move:
    return move("fulfil", contract=card)


def name(card: str, slot: int | None = None) -> Move:
    return move("name", contract=card, slot=slot)


def use(card: str, times: int = 2) -> Move:
    return move("city_card", card=card, city="MOS", dice=["blue:3"], times=times)


def choose(**answers: str) -> Move:
    return move("choose", **answers)


def goals(*cards: str) -> Move:
    return move("reveal_goals", cards=[*cards])


def follow_rename(old: Move, new: Move, later: Move) -> Move:
    """Return the later move after an amendment that leaves the dice as they are."""
    voyage = Voyage()
    before, after = (PlayedMove(voyage.state, 1, move, voyage.state, ()) for move in (old, new))
    [renamed] = voyage.match.follow_renames(before, after, [(2, later)])
    return renamed


@pytest.mark.parametrize(
    ("old", "new", "later", "wanted"),
    [
        (take("K01", "K02"), take("K09", "K02"), fill("K01"), fill("K09")),
        (take("K01", "K02"), take("K02", "K01"), take("K01", "K02"), take("K02", "K01")),
        (take("K01", "K02"), take("K09", "K08"), take(None, "K02"), take(None, "K08")),
        (take("K01", discard="S1"), take("K01", discard="S2"), keep("S1"), keep("S2")),
        (keep("K01"), keep("K09"), keep("K03", discard="K01"), keep("K03", discard="K09")),
        (keep("K03", discard="K01"), keep("K03", discard="K09"), name("K01", 2), name("K09", 2)),
        (name("K01", 2), name("K09", 2), take("K01", discard="K02"), take("K09", discard="K02")),
        (fill("K01"), fill("K09"), name("K01"), name("K09")),
        (use("C01"), use("C05"), use("C01", times=1), use("C05", times=1)),
        (choose(income="A"), choose(income="B"), choose(income="A"), choose(income="B")),
        (choose(bonus="B01"), choose(bonus="B02"), choose(bonus="B01"), choose(bonus="B02")),
    ],
)
def test_later_moves_get_the_new_id(old: Move, new: Move, later: Move, wanted: Move) -> None:
    assert follow_rename(old, new, later) == wanted != later


@pytest.mark.parametrize(
    ("old", "new", "later"),
    [
        pytest.param(take("K01"), take("K09"), fill("K09"), id="the new id, of another card"),
        pytest.param(take("K01"), take("K09"), move("take_five", dice=["blue:3"]), id="no id"),
        pytest.param(take("K01", "K02"), take("K09"), fill("K01"), id="one card less"),
        pytest.param(take("K01"), take("K09", die=4), fill("K01"), id="another die"),
        pytest.param(take("K01"), take(None), fill("K01"), id="no name any longer"),
        pytest.param(take(None), take("K01"), keep(None), id="no name before"),
        pytest.param(name("K01"), keep("K09"), fill("K01"), id="another kind of move"),
        pytest.param(name("K01", 1), name("K09", 2), take("K01"), id="another slot"),
        pytest.param(use("C01"), use("C05", times=1), use("C01"), id="used otherwise"),
        pytest.param(choose(town="KAS"), choose(town="ANX"), choose(town="KAS"), id="a choice"),
        pytest.param(choose(bonus="B01"), choose(bonus="B02"), choose(income="A"), id="a tile of another sort"),
        pytest.param(goals("G01", "G02"), goals("G01", "G03"), goals("G02", "G04"), id="goals of another seat"),
    ],
)
def test_other_later_moves_stay_unchanged(old: Move, new: Move, later: Move) -> None:
    assert follow_rename(old, new, later) == later
