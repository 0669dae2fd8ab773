"""Contracts that are not known, and are named when it matters: rulings V15 and V29."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules import codec
from tests.games.voyages.voyage import Voyage, first_turn

GOODS = {"camels": 9, "pepper": 9, "silk": 9, "gold": 9}


def fulfil(card: str, **options: Any) -> Voyage:
    """Return a turn in which a seat with enough of everything has filled this contract."""
    return first_turn("berke", "kubilai", **options).give(active=card, **GOODS).play(move="fulfil", contract=card)


def test_the_first_fulfil_names_a_starting_contract() -> None:
    voyage = first_turn("berke", "kubilai").give(**GOODS)
    assert voyage.active() == [None]
    voyage.refuses("V29", move="fulfil", contract="K01")
    assert voyage.play(move="fulfil", contract="S5").board().filled == ("S5",)
    voyage.play(move="name", contract="S4", seat=2)
    voyage.refuses("V15", 2, move="name", contract="S4")


def test_an_unnamed_discarded_starting_contract_may_be_any_of_them() -> None:
    voyage = first_turn("berke", "kubilai").give(dice="blue:6 black:6", coins=9).give(2, dice="")
    voyage.play(move="contracts", dice=["blue:6"], slots=[1, 2], contracts=[None, None], discard=[None])
    assert [*voyage.state.market.starting_discards] == [None]
    voyage.play(move="end_turn").play(move="contracts", dice=["black:6"], slots=[1], contracts=["S6"], discard=[None])
    assert (voyage.active(), voyage.state.market.starting_discards) == ([None, "S6"], ())


@pytest.mark.parametrize(
    ("shed", "card", "is_it"),
    [(("S1",), "S1", True), (("S1",), "S2", False), ((None,), "S2", True), ((), "S1", False)],
)
def test_an_unknown_contract_is_starting_only_after_a_discard(
    shed: tuple[str | None, ...], card: str, *, is_it: bool
) -> None:
    voyage = first_turn("berke", "kubilai").give(active="?").give(2, active="K02")
    voyage.state = replace(voyage.state, market=replace(voyage.state.market, starting_discards=shed))
    if is_it:
        assert voyage.play(1, move="name", contract=card).active() == [card]
        assert voyage.state.market.starting_discards == (), "it lies there no more"
    else:
        voyage.refuses("V15", 1, move="name", contract=card)


def test_name_identifies_the_oldest_unknown_contract_of_the_seat() -> None:
    voyage = first_turn("berke", "kubilai").give(active="? ?").give(2, active="K02")
    for card in ("K02", "K99", "S1"):
        voyage.refuses("V15", 1, move="name", contract=card)
    voyage.play(1, move="name", contract="K03").play(1, move="name", contract="K04")
    assert (voyage.active(), voyage.lines) == (["K03", "K04"], [])
    voyage.refuses("V15", 1, move="name", contract="K05")


def test_a_named_card_slides_with_its_slot() -> None:
    voyage = first_turn("berke", "kubilai").give(dice="blue:6 black:6", active="", coins=20).give(2, dice="green:1")
    voyage.play(2, move="name", contract="K03", slot=4)
    for slot, card in ((4, "K04"), (3, "K03"), (7, "K04"), (0, "K04"), (3, "S1")):
        voyage.refuses("V15", 2, move="name", contract=card, slot=slot)
    body: dict[str, Any] = {"move": "contracts", "dice": ["blue:6"]}
    voyage.refuses("V15", **body, slots=[4], contracts=["K04"]).refuses("V15", **body, slots=[1], contracts=["K03"])
    voyage.play(**body, slots=[1], contracts=[None])
    assert voyage.state.market.row == (None, None, "K03", None, None)
    voyage.end_turn().end_turn().give(dice="black:6").play(
        move="contracts", dice=["black:6"], slots=[3], contracts=[None]
    )
    assert voyage.active() == [None, "K03"]


def test_naming_is_possible_while_a_choice_is_pending() -> None:
    voyage = fulfil("S4")
    voyage.play(2, move="name", contract="S1").play(1, move="name", contract="K07", slot=2)
    assert voyage.active_seats == (1,)
    voyage.play(move="choose", goods=["silk", "gold"])


def test_naming_a_contract_changes_nothing_else() -> None:
    ends = []
    for named in (True, False):
        voyage = first_turn("berke", "kubilai").give(dice="blue:6 black:6", active="", coins=9, **GOODS)
        card = "K22" if named else None
        voyage.play(move="contracts", dice=["blue:6"], slots=[1, 2], contracts=[card, None])
        if named:
            voyage.play(move="name", contract="K05")
        voyage.play(move="fulfil", contract="K22").play(move="fulfil", contract="K05")
        ends.append(codec.to_json(voyage.state))
    assert ends[0] == ends[1]
