"""Set-up, rounds and dice of Voyages: what no golden game covers of rulings V1 to V8."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.rules.rule_errors import MalformedError
from tests.games.voyages.voyage import Voyage, first_turn


def test_income_tiles_lie_in_their_own_towns_by_default() -> None:
    def tiles(**options: Any) -> dict[str, str | None]:
        return {town.id: town.tile for town in Voyage(2, **options).state.towns}

    own = {"ANX": "A", "KAS": "C", "ORM": "B", "XIA": "D", "ADA": "E", "KOC": "F"}
    assert tiles() == own
    assert tiles(income_tiles={"ANX": "F"}) == {**own, "ANX": "F", "KOC": None}
    assert tiles(expert=True, income_tiles={"ANX": "F"}) == {**dict.fromkeys(own), "ANX": "F"}


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"characters": ["raschid", "raschid"]}, "characters"),
        ({"characters": ["marco"]}, "characters.0"),
        ({"characters": ["raschid", "berke", "matteo"]}, "characters"),
        ({"characters": "raschid"}, "characters"),
        ({"tracking": "dice"}, "tracking"),
        ({"expert": 1}, "expert"),
        ({"colours": ["violet"]}, "colours.0"),
        ({"colours": ["red", "red"]}, "colours"),
        ({"colours": [["red", "blue"]]}, "colours.0"),
        ({"starting_contracts": ["K01"]}, "starting_contracts.0"),
        ({"starting_contracts": ["S1", "S1"]}, "starting_contracts"),
        ({"goals": [["G01"]]}, "goals.0"),
        ({"goals": [["G01", "G99"]]}, "goals.0.1"),
        ({"goals": [None, ["G02", "G02"]]}, "goals.1"),
        ({"city_cards": {"XIA": ["C01"]}}, "city_cards.XIA"),
        ({"city_cards": {"MOS": ["C01", "C02"]}}, "city_cards.MOS"),
        ({"city_cards": {"MOS": ["C01"], "KAR": ["C01"]}}, "city_cards"),
        ({"city_cards": {"MOS": ["C99"]}}, "city_cards.MOS.0"),
        ({"bonus_tiles": {"MOS": "B99"}}, "bonus_tiles.MOS"),
        ({"bonus_tiles": {"MOS": "B01", "KAR": "B01"}}, "bonus_tiles"),
        ({"income_tiles": {"MOS": "A"}}, "income_tiles.MOS"),
        ({"tea": 1}, "tea"),
    ],
)
def test_a_bad_option_is_refused_with_its_path(options: dict[str, Any], where: str) -> None:
    with pytest.raises(MalformedError) as caught:
        Voyage(2, **options)
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"colours": [["red", "blue"]]}, 1),
        ({"colours": ["red", "blue", "green"]}, 2),
        ({"characters": ["raschid", "berke", "matteo"]}, 2),
        ({"goals": [["G01"]]}, 2),
        ({"goals": [["G01", "G02", "G03"]]}, 2),
        ({"city_cards": {"MOS": ["C01", "C02"]}}, 1),
        ({"city_cards": {"SUM": ["C01", "C02", "C03", "C04"]}}, 3),
    ],
)
def test_a_list_of_wrong_length_is_refused_with_its_length(options: dict[str, Any], wanted: int) -> None:
    with pytest.raises(MalformedError) as caught:
        Voyage(2, **options)
    assert (caught.value.reason.key, dict(caught.value.reason.args)) == ("error.wrong_length", {"wanted": wanted})


def test_colours_default_to_the_order_of_the_box() -> None:
    assert Voyage(3, colours=[None, "blue"]).match.colours == (("green",), ("blue",), ("yellow",))
    assert Voyage(2, colours=[["red"], []]).match.colours == (("red",), ("blue",))


def test_v8_only_dice_on_the_board_can_be_placed() -> None:
    voyage = first_turn().give(dice="blue:4 black:2", coins=9)
    for dice in (["blue:3"], ["black:4"], ["green:3"], ["blue:*"], ["tea"], [""]):
        voyage.refuses("V8", move="take_three", dice=dice)
    voyage.refuses("V13", move="bazaar", row="silk", dice=["blue:4"])
    voyage.refuses("V8", move="bazaar", row="silk", dice=["blue:4", "blue:4"])


def test_incomes_of_later_rounds_belong_to_the_following_round() -> None:
    first = Voyage(2, characters=["johannes", "berke"])
    assert [line.follows for line in first.last] == [False] * 5
    later = first_turn("johannes", "berke").give(posts="ANX").end_round()
    assert [(line.ruling, line.follows) for line in later.last] == [("V20", True), ("V40", True)]


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_players_are_refused_with_the_bounds(seats: int) -> None:
    with pytest.raises(MalformedError) as caught:
        VOYAGES.begin(("Ada",) * seats, {})
    assert dict(caught.value.reason.args) == {"low": 2, "high": 4}
