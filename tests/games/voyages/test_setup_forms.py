"""The form of a set-up: characters and what was dealt, as far as it is entered beforehand."""

from __future__ import annotations

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.options import HOUSE_RULES
from companion.rules.fields import Json, OneOf, SetupField
from companion.rules.game import visible_setup_form
from companion.rules.per_seat_options import with_answer
from companion.rules.rule_errors import MalformedError
from companion.words.catalogue import Words

ENGLISH = Words("en")
NAMES = ("Ada", "Bao", "Chen", "Dara")


def option(name: str, seats: int = 3) -> SetupField:
    return next(each for each in visible_setup_form(VOYAGES, seats) if each.field.name == name)


def option_value(name: str, *answers: tuple[tuple[int | str, ...], str], seats: int = 3) -> Json:
    """Return the value of an option after these answers, one after the other."""
    setup_field, value = option(name, seats), option(name, seats).default
    for path, answer in answers:
        value = with_answer(setup_field, value, path, answer)
    return value


def test_the_form_asks_for_everything_except_secrets() -> None:
    names = [setup_field.field.name for setup_field in visible_setup_form(VOYAGES, 2)]
    dealt = ["characters", "starting_contracts", "city_cards", "bonus_tiles", "income_tiles"]
    assert names == ["tracking", "expert", "draft", "deal", *dealt, "mixed_exchange", "beijing_slides"]
    assert all(
        setup_field.exclusive for setup_field in visible_setup_form(VOYAGES, 2) if setup_field.field.name in dealt
    )


def test_house_rules_begin_as_the_rules_are_read() -> None:
    assert (option("mixed_exchange").default, option("beijing_slides").default) == (True, False)
    match, *_ = VOYAGES.begin(NAMES[:2], {})
    assert (match.agreed.mixed_exchange, match.agreed.beijing_slides) == (True, False)


def test_only_the_rules_on_which_tables_differ_are_house_rules() -> None:
    house = [setup_field.field.name for setup_field in visible_setup_form(VOYAGES, 2) if setup_field.house_rule]
    assert house == [*HOUSE_RULES]


@pytest.mark.parametrize("name", ["mixed_exchange", "beijing_slides", "expert"])
def test_a_house_rule_is_on_or_off(name: str) -> None:
    with pytest.raises(MalformedError) as caught:
        VOYAGES.begin(NAMES[:2], {name: 1})
    assert caught.value.where == name


@pytest.mark.parametrize("seats", VOYAGES.seats)
def test_v4_characters_are_chosen_from_the_last_seat_backwards(seats: int) -> None:
    assert [apart.seat for apart in option("characters", seats).parts] == [*range(seats, 0, -1)]
    assert [apart.seat for apart in option("starting_contracts", seats).parts] == [*range(1, seats + 1)]


def test_v4_characters_default_to_those_of_the_first_game() -> None:
    value = option_value("characters", ((2,), "raschid"), ((1,), "wilhelm"))
    assert value == [None, "wilhelm", "raschid"]
    match, *_ = VOYAGES.begin(NAMES[:3], {"characters": value})
    assert [match.person(seat).value for seat in (1, 2, 3)] == ["matteo", "wilhelm", "raschid"]


def test_cards_and_tiles_are_entered_by_place() -> None:
    cards = option_value("city_cards", (("SUM", 1), "C02"), (("MOS", 0), "C01"))
    tiles = option_value("bonus_tiles", (("MOS",), "B01"))
    income = option_value("income_tiles", (("ANX",), "F"))
    contracts = option_value("starting_contracts", ((1,), "S3"))
    assert cards == {"SUM": [None, "C02"], "MOS": ["C01"]}
    options = {"city_cards": cards, "bonus_tiles": tiles, "income_tiles": income, "starting_contracts": contracts}
    _, state, _ = VOYAGES.begin(NAMES[:3], {**options, "expert": True})
    by_city = {city.id: (city.cards, city.bonus) for city in state.cities if city.cards or city.bonus}
    assert by_city == {"SUM": (("C02",), None), "MOS": (("C01",), "B01")}
    assert {town.id: town.tile for town in state.towns if town.tile} == {"ANX": "F"}
    assert [board.active[0].card for board in state.boards] == [None, "S3", None]


def test_places_have_an_entry_for_each_card() -> None:
    cards = [apart.path for apart in option("city_cards").parts]
    assert [path for path in cards if path[0] == "SUM"] == [("SUM", 0), ("SUM", 1), ("SUM", 2)]
    assert len({path[0] for path in cards}) == len(option("bonus_tiles").parts) == 7
    assert len(option("income_tiles").parts) == 6


def test_every_choice_is_accepted() -> None:
    """Each choice alone, in every place where it can be made."""
    for setup_field in visible_setup_form(VOYAGES, 3):
        assert isinstance(setup_field.field, OneOf) or not setup_field.parts
        for apart in setup_field.parts:
            for choice in getattr(setup_field.field, "choices", ()):
                options: dict[str, Json] = {
                    setup_field.field.name: with_answer(setup_field, setup_field.default, apart.path, choice.value)
                }
                VOYAGES.begin(NAMES[:3], options)


def test_duplicate_characters_are_refused() -> None:
    with pytest.raises(MalformedError) as caught:
        VOYAGES.begin(NAMES[:2], {"characters": ["matteo", "matteo"]})
    assert caught.value.where == "characters"


def test_entries_of_a_city_with_several_cards_are_numbered() -> None:
    labels = {apart.path: ENGLISH.of(apart.label) for apart in option("city_cards").parts if apart.label is not None}
    assert labels["MOS", 0] == "Moscow"
    assert [labels["SUM", n] for n in range(3)] == ["Sumatra, 1", "Sumatra, 2", "Sumatra, 3"]
