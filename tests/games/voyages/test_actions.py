"""The actions of Voyages but for city cards: of rulings V13 to V16 what no golden game shows."""

from __future__ import annotations

from typing import Any

from tests.games.voyages.voyage import Voyage, a_turn


def test_v13_a_row_wants_its_number_of_dice() -> None:
    voyage = a_turn().give(dice="blue:4 blue:4 blue:4")
    for row, n in (("camel", 2), ("pepper", 0), ("silk", 1), ("silk", 3), ("gold", 2), ("tea", 1)):
        voyage.refuses("V13", move="bazaar", row=row, dice=["blue:4"] * n)


def test_v14_a_good_of_choice_and_two_camels() -> None:
    voyage = (
        a_turn("wilhelm", "berke", "kubilai", "johannes")
        .give(dice="blue:2")
        .refuses("V14", move="khan", dice=["blue:2"], good="camels")
    )
    assert voyage.play(move="khan", dice=["blue:2"], good="silk").lines == [
        (1, "camels", 2, "V14"),
        (1, "silk", 1, "V14"),
    ]


def take(voyage: Voyage, die: int = 6, **body: Any) -> Voyage:
    return voyage.play(move="contracts", dice=[f"blue:{die}"], **body)


def with_a_die(die: int = 6, active: str = "") -> Voyage:
    return a_turn().give(dice=f"blue:{die} blue:1", active=active)


def test_v15_one_or_two_contracts_of_the_slots_up_to_the_die() -> None:
    voyage = with_a_die(4)
    for slots in ([5], [1, 5], [], [1, 1], [1, 2, 3], [0], [7]):
        voyage.refuses("V15", move="contracts", dice=["blue:4"], slots=slots, contracts=[None] * len(slots))
    take(voyage, 4, slots=[4, 2], contracts=["K04", "K31"])
    assert (voyage.active(), voyage.lines) == (["K04", "K31"], [])
    assert voyage.state.market.row == (None,) * 4, "the others have slid to the left"


def test_v15_a_contract_is_one_that_nobody_holds_or_has_filled() -> None:
    voyage = with_a_die().give(2, active="K04", filled="K05")
    for card in ("K04", "K05", "K99", "S1", "C01"):
        voyage.refuses("V15", move="contracts", dice=["blue:6"], slots=[1], contracts=[card])
    voyage.refuses("V15", move="contracts", dice=["blue:6"], slots=[1, 2], contracts=["K06", "K06"])
    voyage.refuses("V15", move="contracts", dice=["blue:6"], slots=[1], contracts=[])


def test_v15_a_starting_contract_comes_back_only_after_somebody_discarded_it() -> None:
    voyage = with_a_die(active="S1 K02").give(2, dice="green:6")
    take(voyage, slots=[1], contracts=["K03"], discard=["S1"]).play(move="end_turn")
    body: dict[str, Any] = {"move": "contracts", "dice": ["green:6"], "slots": [1]}
    voyage.refuses("V15", **body, contracts=["S2"]).play(**body, contracts=["S1"])
    assert (voyage.active(2)[-1], voyage.state.market.shed) == ("S1", ())


def test_v16_two_dice_and_one_figure() -> None:
    voyage = a_turn().give(dice="blue:6 blue:2 blue:3", coins=50)
    voyage.refuses("V16", move="travel", dice=["blue:6"], paths=[["O1"]])
    voyage.refuses("V38", move="travel", dice=["blue:6", "blue:2"], paths=[["O1"], ["O1"]])
