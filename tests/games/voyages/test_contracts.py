"""Contracts that are not known, and are named when it matters: rulings V15 and V29."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules import codec
from companion.rules.fields import OneOf
from companion.words.catalogue import Words
from tests.games.voyages.voyage import Voyage, first_turn

GOODS = {"camels": 9, "pepper": 9, "silk": 9, "gold": 9}


def fulfil(card: str, **options: Any) -> Voyage:
    """Return a turn in which a seat with enough of everything has filled this contract."""
    return first_turn("berke", "kubilai", **options).give(active=card, **GOODS).play(move="fulfil", contract=card)


def unnamed_start(**has: int) -> Voyage:
    """Return a turn with a starting contract that nobody has named, and nothing else but these amounts."""
    return first_turn("berke", "kubilai").give(coins=0, camels=0).give(**has)


def fulfil_refusals(voyage: Voyage, words: Words) -> list[str | None]:
    offers = [offer for offer in voyage.match.offers(voyage.state, 1) if offer.kind == "fulfil"]
    return [words.of(offer.refused.reason) if offer.refused else None for offer in offers]


def test_an_unnamed_contract_has_no_price() -> None:
    for words, reason in (
        (Words("en"), "This contract isn’t named yet. Whichever it is, you can’t pay for it."),
        (Words("fr"), "Ce contrat n’est pas encore nommé. Quel qu’il soit, tu ne peux pas le payer."),
    ):
        assert fulfil_refusals(unnamed_start(), words) == [reason]
        assert fulfil_refusals(unnamed_start(camels=1, gold=1), words) == [None]
        of_named, of_unnamed = fulfil_refusals(unnamed_start().give(active="K01 ?"), words)
        assert (of_unnamed, of_named != reason) == (reason, True)
        assert fulfil_refusals(unnamed_start(camels=1, pepper=3).give(active="K01 ?"), words) == [None, None]
    named = first_turn("berke", "kubilai", starting_contracts=["S1"]).give(camels=0)
    assert fulfil_refusals(named, Words("en")) == ["That costs 2 camels. You have 0."]


def test_which_contract_it_is_must_be_said() -> None:
    walk = unnamed_start(camels=1, gold=1).form("fulfil")
    assert isinstance(walk.field, OneOf)
    assert [choice.value for choice in walk.field.choices] == ["S1", "S2", "S3", "S4", "S5", "S6"]
    assert [choice.value for choice in walk.field.open_choices] == ["S5"], "not taken as S5 before anybody says so"
    assert (walk.complete, walk.answer("S5").move_fields) == (False, {"contract": "S5"})
    only = unnamed_start(camels=1, gold=1).give(2, active="", filled="S1 S2 S3 S4 S6").form("fulfil")
    assert only.move_fields == {"contract": "S5"}, "it can be no other"
    named = first_turn("berke", "kubilai", starting_contracts=["S5"]).give(camels=1, gold=1)
    assert named.form("fulfil").move_fields == {"contract": "S5"}


@pytest.mark.parametrize("card", ["S1", "S2", "S3", "S4", "S5", "S6"])
def test_a_filled_starting_contract_ends_within_the_bounds(card: str) -> None:
    voyage = first_turn("berke", "kubilai", goals=[["G01", "G02"], ["G03", "G04"]]).give(2, dice="", active="")
    voyage.give(dice="", at="VEN", camels=2, pepper=3, silk=2, gold=1)
    voyage.state = replace(voyage.state, round=5, black=0)
    low, high = voyage.match.bounds(voyage.state)[0]
    voyage.play(move="fulfil", contract=card)
    while voyage.state.pending:
        answer: dict[str, Any] = (
            {"move": "choose", "goods": ["pepper", "silk"]} if card == "S4" else {"move": "decline"}
        )
        voyage.play(**answer)
    voyage.play(move="end_turn")
    assert voyage.over
    assert low <= voyage.holding(1, "points") <= high


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
