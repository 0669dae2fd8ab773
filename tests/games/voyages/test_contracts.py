"""Contracts filled, and named once it matters: ruling V29, and what is not yet known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules import codec
from tests.games.voyages.voyage import Voyage, a_turn

GOODS = {"camels": 9, "pepper": 9, "silk": 9, "gold": 9}


def fulfil(card: str, **options: Any) -> Voyage:
    """A turn in which this contract was filled by a seat that has enough of everything."""
    return a_turn("berke", "kubilai", **options).give(active=card, **GOODS).play(move="fulfil", contract=card)


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        ("S5", [("camels", -1), ("gold", -1), ("camels", 3), ("points", 2)]),
        ("S6", [("camels", -1), ("silk", -2), ("coins", 5), ("points", 3)]),
        ("K05", [("camels", -1), ("gold", -4), ("camels", 3), ("points", 7)]),
        ("K22", [("camels", -2), ("silk", -1), ("gold", -2), ("camels", 4), ("points", 6)]),
        (
            "K37",
            [("camels", -3), ("pepper", -1), ("silk", -2), ("gold", -1), ("coins", 4), ("camels", 3), ("points", 5)],
        ),
    ],
)
def test_v29_goods_and_camels_for_the_reward(card: str, lines: list[tuple[str, int]]) -> None:
    voyage = fulfil(card)
    assert voyage.lines == [(1, what, n, "V29") for what, n in lines]
    assert (voyage.active(), voyage.board().filled, voyage.held(1, "contracts")) == ([], (card,), 1)


def test_v29_who_cannot_pay_it_whole_does_not_fill_it() -> None:
    voyage = a_turn("berke", "kubilai").give(active="K22", camels=2, silk=1, gold=1)
    voyage.refuses("V29", move="fulfil", contract="K22").refuses("V29", move="fulfil", contract="K99")


def test_v29_a_contract_is_filled_once_and_by_whoever_holds_it() -> None:
    voyage = fulfil("S5").give(2, active="K22")
    for card in ("S5", "K22", "K23"):
        voyage.refuses("V29", move="fulfil", contract=card)


def test_v29_rewards_that_ask_wait_in_order() -> None:
    voyage = fulfil("K13")
    voyage.play(move="choose", goods=["silk"]).play(move="roll", chance=[5])
    assert voyage.held(1, "dice")[-1] == "black:5"
    two = fulfil("S4").play(move="choose", goods=["pepper", "gold"])
    assert two.lines == [(1, "pepper", 1, "V29"), (1, "gold", 1, "V29")]
    assert fulfil("S3").play(move="step", paths=[["O1"]]).board().figures == ("O1",)
    assert fulfil("S1").play(move="keep", contract="K01").active() == ["K01"]


def test_what_arises_while_answering_comes_before_what_waits() -> None:
    voyage = fulfil("K11", bonus_tiles={"ALE": "B09"})
    voyage.play(move="step", paths=[["ALE"]]).play(move="keep", contract="K02")
    assert voyage.waiting == (1,)
    assert voyage.state.owed == ()


def test_the_first_fulfil_names_a_starting_contract() -> None:
    voyage = a_turn("berke", "kubilai").give(**GOODS)
    assert voyage.active() == [None]
    voyage.refuses("V29", move="fulfil", contract="K01")
    assert voyage.play(move="fulfil", contract="S5").board().filled == ("S5",)
    voyage.play(move="name", contract="S4", seat=2)
    voyage.refuses("V15", 2, move="name", contract="S4")


def test_fulfil_of_an_id_that_is_not_held_names_the_oldest_unknown_one() -> None:
    voyage = a_turn("berke", "kubilai").give(active="K01 ? ?", **GOODS).play(move="fulfil", contract="K05")
    assert voyage.active() == ["K01", None]


def test_a_discard_names_a_contract_or_takes_the_oldest_unknown_one() -> None:
    for discard, left in (("K05", ["K01", None]), (None, ["K01", None])):
        voyage = a_turn("berke", "kubilai").give(active="K01 ?", dice="blue:6")
        voyage.play(move="contracts", dice=["blue:6"], slots=[1], contracts=[None], discard=[discard])
        assert voyage.active() == left


def test_of_a_starting_contract_that_is_not_known_an_ordinary_id_is_refused() -> None:
    voyage = a_turn("berke", "kubilai").give(dice="blue:6")
    body: dict[str, Any] = {"move": "contracts", "dice": ["blue:6"], "slots": [1, 2], "contracts": [None, None]}
    voyage.refuses("V15", **body, discard=["K05"]).play(**body, discard=["S2"])
    assert voyage.state.market.shed == ("S2",)


def test_a_starting_contract_shed_unnamed_may_be_any_of_them() -> None:
    voyage = a_turn("berke", "kubilai").give(dice="blue:6 black:6", coins=9).give(2, dice="")
    voyage.play(move="contracts", dice=["blue:6"], slots=[1, 2], contracts=[None, None], discard=[None])
    assert [*voyage.state.market.shed] == [None]
    voyage.play(move="end_turn").play(move="contracts", dice=["black:6"], slots=[1], contracts=["S6"], discard=[None])
    assert (voyage.active(), voyage.state.market.shed) == ([None, "S6"], ())


def test_starting_contracts_in_the_special_pile_stand_in_one_order_whichever_came_first() -> None:
    two: dict[str, Any] = {"move": "contracts", "slots": [1, 2], "contracts": [None, None]}
    for first, then in (("S1", "S3"), ("S3", "S1")):
        voyage = a_turn("berke", "kubilai").give(dice="blue:6", active=f"{first} {then}").give(2, dice="green:6")
        voyage.play(**two, dice=["blue:6"], discard=[first, then])
        assert voyage.state.market.shed == ("S1", "S3")
    voyage.play(move="end_turn").play(**two, dice=["green:6"], discard=[None], bonus=[])
    assert voyage.state.market.shed == (None, "S1", "S3"), "the one that was dealt to seat 2 and is not known"


@pytest.mark.parametrize(
    ("shed", "card", "is_it"),
    [(("S1",), "S1", True), (("S1",), "S2", False), ((None,), "S2", True), ((), "S1", False)],
)
def test_an_unknown_contract_is_a_starting_one_only_if_one_was_discarded(
    shed: tuple[str | None, ...], card: str, *, is_it: bool
) -> None:
    voyage = a_turn("berke", "kubilai").give(active="?").give(2, active="K02")
    voyage.state = replace(voyage.state, market=replace(voyage.state.market, shed=shed))
    if is_it:
        assert voyage.play(1, move="name", contract=card).active() == [card]
        assert voyage.state.market.shed == (), "it lies there no more"
    else:
        voyage.refuses("V15", 1, move="name", contract=card)


def test_name_says_what_ones_own_oldest_unknown_contract_is() -> None:
    voyage = a_turn("berke", "kubilai").give(active="? ?").give(2, active="K02")
    for card in ("K02", "K99", "S1"):
        voyage.refuses("V15", 1, move="name", contract=card)
    voyage.play(1, move="name", contract="K03").play(1, move="name", contract="K04")
    assert (voyage.active(), voyage.lines) == (["K03", "K04"], [])
    voyage.refuses("V15", 1, move="name", contract="K05")


def test_name_says_which_card_lies_in_a_slot_and_it_slides_with_it() -> None:
    voyage = a_turn("berke", "kubilai").give(dice="blue:6 black:6", active="", coins=20).give(2, dice="green:1")
    voyage.play(2, move="name", contract="K03", slot=4)
    for slot, card in ((4, "K04"), (3, "K03"), (7, "K04"), (0, "K04"), (3, "S1")):
        voyage.refuses("V15", 2, move="name", contract=card, slot=slot)
    body: dict[str, Any] = {"move": "contracts", "dice": ["blue:6"]}
    voyage.refuses("V15", **body, slots=[4], contracts=["K04"]).refuses("V15", **body, slots=[1], contracts=["K03"])
    voyage.play(**body, slots=[1], contracts=[None])
    assert voyage.state.market.row == (None, None, "K03", None, None)
    voyage.end().end().give(dice="black:6").play(move="contracts", dice=["black:6"], slots=[3], contracts=[None])
    assert voyage.active() == [None, "K03"]


def test_naming_goes_on_while_a_choice_waits_and_in_the_turns_of_others() -> None:
    voyage = fulfil("S4")
    voyage.play(2, move="name", contract="S1").play(1, move="name", contract="K07", slot=2)
    assert voyage.waiting == (1,)
    voyage.play(move="choose", goods=["silk", "gold"])


def test_whether_a_contract_is_named_changes_nothing_else() -> None:
    ends = []
    for named in (True, False):
        voyage = a_turn("berke", "kubilai").give(dice="blue:6 black:6", active="", coins=9, **GOODS)
        card = "K22" if named else None
        voyage.play(move="contracts", dice=["blue:6"], slots=[1, 2], contracts=[card, None])
        if named:
            voyage.play(move="name", contract="K05")
        voyage.play(move="fulfil", contract="K22").play(move="fulfil", contract="K05")
        ends.append(codec.to_json(voyage.state))
    assert ends[0] == ends[1]
