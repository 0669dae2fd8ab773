"""The actions of Voyages but for city cards: rulings V12 to V16."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.voyages.voyage import Voyage, a_turn


@pytest.mark.parametrize("value", range(1, 7))
def test_v12_five_coins_whatever_the_die_shows(value: int) -> None:
    voyage = a_turn("wilhelm", "berke", "kubilai").give(dice=f"blue:{value}")
    voyage.refuses("V12", move="take_five", dice=[]).refuses("V12", move="take_five", dice=[f"blue:{value}"] * 2)
    assert voyage.play(move="take_five", dice=[f"blue:{value}"]).lines == [(1, "coins", 5, "V12")]


@pytest.mark.parametrize(
    ("row", "value", "gains"),
    [
        ("camel", 1, {"camels": 1}),
        ("camel", 6, {"camels": 6}),
        ("pepper", 3, {"coins": 1, "pepper": 2}),
        ("pepper", 5, {"coins": 2, "pepper": 3}),
        ("silk", 3, {"camels": 1, "silk": 2}),
        ("silk", 5, {"coins": 1, "camels": 1, "silk": 3}),
        ("gold", 3, {"camels": 2, "gold": 2}),
        ("gold", 6, {"gold": 4}),
    ],
)
def test_v13_the_rows_of_the_bazaar(row: str, value: int, gains: dict[str, int]) -> None:
    count = {"camel": 1, "pepper": 1, "silk": 2, "gold": 3}[row]
    voyage = a_turn().give(dice=" ".join(["blue:6", "blue:6", f"blue:{value}"][-count:]))
    dice = [str(die) for die in voyage.board().dice]
    assert voyage.play(move="bazaar", row=row, dice=dice).lines == [(1, what, n, "V13") for what, n in gains.items()]


def test_v13_a_row_wants_its_number_of_dice() -> None:
    voyage = a_turn().give(dice="blue:4 blue:4 blue:4")
    for row, n in (("camel", 2), ("pepper", 0), ("silk", 1), ("silk", 3), ("gold", 2), ("tea", 1)):
        voyage.refuses("V13", move="bazaar", row=row, dice=["blue:4"] * n)


def test_v13_gold_at_five_brings_a_step_as_well() -> None:
    voyage = a_turn().give(dice="blue:5 blue:5 blue:5")
    voyage.play(move="bazaar", row="gold", dice=["blue:5"] * 3).refuses(None, move="end_turn")
    assert voyage.lines == [(1, "gold", 3, "V13")]
    assert voyage.play(move="step", paths=[["O1"]]).board().figures == ("O1",)


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


def test_v14_not_below_the_highest_there_and_without_a_fee() -> None:
    voyage = a_turn("wilhelm", "berke", "kubilai", "johannes").give(dice="blue:4").give(2, dice="green:3 green:4")
    voyage.play(move="khan", dice=["blue:4"], good="silk").play(move="end_turn")
    voyage.refuses("V14", move="khan", dice=["green:3"], good="gold")
    assert voyage.play(move="khan", dice=["green:4"], good="gold").purse(2)["coins"] == 8


def test_v14_four_slots_and_then_closed_for_the_round() -> None:
    voyage = a_turn().give(dice="blue:4").give(2, dice="green:5 black:6 black:5")
    voyage.play(move="khan", dice=["blue:4"], good="silk").play(move="end_turn")
    voyage.play(move="khan", dice=["green:5"], good="silk").play(move="end_turn")
    voyage.refuses("V14", move="khan", dice=["black:6"], good="silk").give(2, acted=True)
    voyage.round_over().rolled()
    assert len(voyage.state.spaces.khan) == 2, "the two that block it"


def test_v10_ones_own_colour_once_at_the_khan_too() -> None:
    voyage = a_turn().give(dice="blue:4 blue:5 black:5").give(2, dice="")
    voyage.play(move="khan", dice=["blue:4"], good="silk").play(move="end_turn")
    voyage.refuses("V10", move="khan", dice=["blue:5"], good="silk")
    voyage.play(move="khan", dice=["black:5"], good="silk")


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


def test_v15_slot_five_brings_one_and_slot_six_two_of_a_kind() -> None:
    voyage = with_a_die()
    for bonus in ([], ["coins"], ["coins", "silk"], ["coins"] * 3):
        voyage.refuses("V15", move="contracts", dice=["blue:6"], slots=[6, 5], contracts=[None, None], bonus=bonus)
    take(voyage, slots=[6, 5], contracts=[None, None], bonus=["camels", "coins"])
    assert voyage.lines == [(1, "coins", 1, "V15"), (1, "camels", 2, "V15")]


def test_v15_at_most_two_are_active_and_only_older_ones_make_room() -> None:
    voyage = with_a_die(active="K01 K02")
    body: dict[str, Any] = {"move": "contracts", "dice": ["blue:6"], "slots": [1], "contracts": ["K03"]}
    for discard in ([], ["K03"], ["K04"], ["K01", "K02"], [None]):
        voyage.refuses("V15", **body, discard=discard)
    voyage.play(**body, discard=["K01"])
    assert (voyage.active(), voyage.state.market.special) == (["K02", "K03"], 9)


def test_v15_with_room_nothing_is_discarded() -> None:
    voyage = with_a_die(active="K01")
    body: dict[str, Any] = {"move": "contracts", "dice": ["blue:6"], "slots": [1], "contracts": ["K03"]}
    voyage.refuses("V15", **body, discard=["K01"]).play(**body)
    assert voyage.active() == ["K01", "K03"]


def test_v15_two_taken_send_two_away() -> None:
    voyage = with_a_die(active="K01 K02")
    take(voyage, slots=[1, 2], contracts=["K03", "K05"], discard=["K02", "K01"])
    assert (voyage.active(), voyage.state.market.special) == (["K03", "K05"], 10)


def test_v15_an_empty_row_is_filled_with_two_of_the_special_pile_at_once() -> None:
    voyage = a_turn().give(dice="blue:6 black:6 black:5", coins=30).give(2, dice="")
    for dice in ("blue:6", "black:6", "black:5"):
        voyage.give(active="").play(move="contracts", dice=[dice], slots=[2, 1], contracts=[None, None])
        voyage.play(move="end_turn") if dice != "black:5" else None
    assert (len(voyage.state.market.row), voyage.state.market.special) == (2, 6)


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


def test_v9_the_contracts_have_a_fee() -> None:
    voyage = with_a_die().give(2, dice="").give(dice="blue:6 black:4", coins=3)
    take(voyage, slots=[1], contracts=[None]).play(move="end_turn")
    voyage.refuses("V9", move="contracts", dice=["black:4"], slots=[1], contracts=[None])
    voyage.give(coins=4).play(move="contracts", dice=["black:4"], slots=[1], contracts=[None])
    assert voyage.lines == [(1, "coins", -4, "V9")]


@pytest.mark.parametrize(
    ("path", "coins", "camels"),
    [
        (["O1"], 3, 0),
        (["O1", "MOS"], 7, 0),
        (["O1", "VEN", "O1"], 12, 0),
        (["O1", "MOS", "ANX", "KAR"], 12, 5),
        (["ALE", "O3", "ORM", "KRC", "O9"], 18 + 7, 6),
        (["O1", "MOS", "ANX", "KAR", "O6", "O7"], 18 + 5, 5),
    ],
)
def test_v16_the_fare_goes_by_the_steps_and_every_road_is_paid(path: list[str], coins: int, camels: int) -> None:
    voyage = a_turn("berke", "kubilai").give(dice="blue:6 blue:6", coins=coins, camels=camels)
    body: dict[str, Any] = {"move": "travel", "dice": ["blue:6", "blue:6"], "paths": [path]}
    assert voyage.play(**body).board().figures == (path[-1],)
    short = a_turn("berke", "kubilai").give(dice="blue:6 blue:6", coins=coins - 1, camels=camels)
    short.refuses("V16", **body)
    if camels:
        short.give(coins=coins, camels=camels - 1).refuses("V16", **body)


def test_v16_the_lines_of_a_journey() -> None:
    voyage = a_turn("wilhelm", "berke").give(dice="blue:5 blue:6", coins=40, camels=9)
    voyage.play(move="travel", dice=["blue:5", "blue:6"], paths=[["ALE", "O3"]])
    assert voyage.lines == [(1, "coins", -7, "V16"), (1, "coins", -7, "V16")]


@pytest.mark.parametrize("paths", [[["MOS"]], [["O1", "ANX"]], [["VEN"]], [["XXX"]], [[]], [], [["C01"]]])
def test_v16_where_no_road_leads_or_nowhere_nobody_travels(paths: list[list[str]]) -> None:
    voyage = a_turn().give(dice="blue:6 blue:2", coins=50, camels=50)
    voyage.refuses("V16", move="travel", dice=["blue:6", "blue:2"], paths=paths)


def test_v11_the_lower_die_is_how_far_one_travels() -> None:
    voyage = a_turn().give(dice="blue:6 blue:2", coins=50, camels=50)
    voyage.refuses("V11", move="travel", dice=["blue:6", "blue:2"], paths=[["O1", "MOS", "ANX"]])


def test_v16_two_dice_and_one_figure() -> None:
    voyage = a_turn().give(dice="blue:6 blue:2 blue:3", coins=50)
    voyage.refuses("V16", move="travel", dice=["blue:6"], paths=[["O1"]])
    voyage.refuses("V38", move="travel", dice=["blue:6", "blue:2"], paths=[["O1"], ["O1"]])


def test_v16_fee_fare_and_roads_are_there_before_anything_is_gained() -> None:
    voyage = a_turn("wilhelm", "kubilai", bonus_tiles={"MOS": "B02"}).give(2, dice="")
    voyage.give(dice="blue:2 blue:2 black:2 black:3", coins=3)
    voyage.play(move="travel", dice=["blue:2", "blue:2"], paths=[["O1"]]).play(move="end_turn")
    body: dict[str, Any] = {"move": "travel", "dice": ["black:2", "black:3"], "paths": [["MOS"]]}
    voyage.give(coins=1).refuses("V9", **body).give(coins=4).refuses("V16", **body)
    voyage.give(coins=5).play(**body)
    assert voyage.lines == [(1, "coins", -2, "V9"), (1, "coins", -3, "V16"), (1, "coins", 5, "V21")]
