"""The form of a set-up: who and what was dealt, as far as anybody wants to say it beforehand."""

from __future__ import annotations

import pytest

from companion.games.voyages import VOYAGES
from companion.rules.fields import Json, OneOf, SetupField
from companion.rules.game import setup_shown
from companion.rules.rule_errors import MalformedError
from companion.rules.split_options import answered
from companion.words.catalogue import Words

ENGLISH = Words("en")
NAMES = ("Ada", "Bao", "Chen", "Dara")


def option(name: str, seats: int = 3) -> SetupField:
    return next(one for one in setup_shown(VOYAGES, seats) if one.field.name == name)


def said(name: str, *answers: tuple[tuple[int | str, ...], str], seats: int = 3) -> Json:
    """What an option says once these answers were given, one after the other."""
    one, value = option(name, seats), option(name, seats).default
    for at, answer in answers:
        value = answered(one, value, at, answer)
    return value


def test_the_form_asks_for_everything_except_secrets() -> None:
    names = [one.field.name for one in setup_shown(VOYAGES, 2)]
    dealt = ["characters", "starting_contracts", "city_cards", "bonus_tiles", "income_tiles"]
    assert names == ["tracking", "expert", *dealt]
    assert all(one.exclusive for one in setup_shown(VOYAGES, 2) if one.field.name in dealt)


@pytest.mark.parametrize("seats", VOYAGES.seats)
def test_v4_characters_are_chosen_from_the_last_seat_backwards(seats: int) -> None:
    assert [one.seat for one in option("characters", seats).apart] == [*range(seats, 0, -1)]
    assert [one.seat for one in option("starting_contracts", seats).apart] == [*range(1, seats + 1)]


def test_v4_characters_default_to_those_of_the_first_game() -> None:
    value = said("characters", ((2,), "raschid"), ((1,), "wilhelm"))
    assert value == [None, "wilhelm", "raschid"]
    match, *_ = VOYAGES.begin(NAMES[:3], {"characters": value})
    assert [match.person(seat).value for seat in (1, 2, 3)] == ["matteo", "wilhelm", "raschid"]


def test_cards_and_tiles_are_entered_by_place() -> None:
    cards = said("city_cards", (("SUM", 1), "C02"), (("MOS", 0), "C01"))
    tiles = said("bonus_tiles", (("MOS",), "B01"))
    income = said("income_tiles", (("ANX",), "F"))
    contracts = said("starting_contracts", ((1,), "S3"))
    assert cards == {"SUM": [None, "C02"], "MOS": ["C01"]}
    options = {"city_cards": cards, "bonus_tiles": tiles, "income_tiles": income, "starting_contracts": contracts}
    _, state, _ = VOYAGES.begin(NAMES[:3], {**options, "expert": True})
    found = {city.id: (city.cards, city.bonus) for city in state.cities if city.cards or city.bonus}
    assert found == {"SUM": (("C02",), None), "MOS": (("C01",), "B01")}
    assert {town.id: town.tile for town in state.towns if town.tile} == {"ANX": "F"}
    assert [one.active[0].card for one in state.boards] == [None, "S3", None]


def test_places_have_an_entry_for_each_card() -> None:
    cards = [one.at for one in option("city_cards").apart]
    assert [at for at in cards if at[0] == "SUM"] == [("SUM", 0), ("SUM", 1), ("SUM", 2)]
    assert len({at[0] for at in cards}) == len(option("bonus_tiles").apart) == 7
    assert len(option("income_tiles").apart) == 6


def test_every_choice_is_accepted() -> None:
    """Each of them by itself, wherever it may be said."""
    for one in setup_shown(VOYAGES, 3):
        assert isinstance(one.field, OneOf) or not one.apart
        for apart in one.apart:
            for choice in getattr(one.field, "choices", ()):
                options: dict[str, Json] = {one.field.name: answered(one, one.default, apart.at, choice.value)}
                VOYAGES.begin(NAMES[:3], options)


def test_duplicate_characters_are_refused() -> None:
    with pytest.raises(MalformedError) as caught:
        VOYAGES.begin(NAMES[:2], {"characters": ["matteo", "matteo"]})
    assert caught.value.where == "characters"


def test_entries_of_a_city_with_several_cards_are_numbered() -> None:
    labels = {one.at: ENGLISH.of(one.label) for one in option("city_cards").apart if one.label is not None}
    assert labels["MOS", 0] == "Moscow"
    assert [labels["SUM", n] for n in range(3)] == ["Sumatra, 1", "Sumatra, 2", "Sumatra, 3"]
