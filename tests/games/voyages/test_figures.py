"""The figures of Voyages: all there, each to be changed by an edition file, every slip told with file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.editions import EditionError, read_edition, tables_of
from companion.games.voyages import VOYAGES
from companion.games.voyages import edition as edition_module
from companion.games.voyages.amounts import Amounts
from companion.games.voyages.cards import CardKind, Person, PlaceKind
from companion.games.voyages.edition import FIGURES, PROFILE, Edition
from companion.games.voyages.tables import edition_from
from companion.rules.errors import MalformedError

EDITION = edition_from({}, 4)


def edition(seats: int = 2, **tables: Any) -> Edition:
    return edition_from(tables, seats)


def test_everything_in_the_box_is_there() -> None:
    assert [len(EDITION.places), len(EDITION.roads)] == [25, 30]
    assert (len(EDITION.contract_cards), sum(card.starting for card in EDITION.contract_cards)) == (44, 6)
    assert [len(EDITION.city_deck), len(EDITION.goal_deck), len(EDITION.bonus_deck)] == [31, 18, 10]
    assert [len(EDITION.income_deck), len(EDITION.people), len(EDITION.bazaar)] == [6, 8, 4]
    assert sum(place.cards for place in EDITION.places) == 9


def test_every_table_says_how_sure_it_is() -> None:
    assert all(isinstance(FIGURES[name]["confidence"], str) for name in PROFILE)


def test_v1_and_v2_what_each_seat_and_the_table_begin_with() -> None:
    start = EDITION.start
    assert (start.dice, start.posts, start.camels, start.coins) == (5, 9, 2, (7, 8, 9, 10))
    assert [edition(seats).start.black_dice for seats in (2, 3, 4)] == [3, 4, 5]


def test_v3_dice_that_block_spaces_by_the_number_of_players() -> None:
    blocked = [(edition(seats).start.khan_blocked, edition(seats).start.five_blocked) for seats in (2, 3, 4)]
    assert blocked == [(2, 1), (1, 0), (0, 0)]


def test_v13_the_bazaar_yields_by_the_lowest_die() -> None:
    rows = EDITION.bazaar_row
    assert [rows[name].dice for name in ("camel", "pepper", "silk", "gold")] == [1, 1, 2, 3]
    assert rows["gold"].yields[2] == Amounts(gold=2, camels=2)
    assert rows["gold"].yields[4] == Amounts(gold=3, step=1)
    assert rows["silk"].yields[4] == Amounts(silk=3, camels=1, coins=1)
    assert rows["pepper"].yields[5] == Amounts(pepper=4)


def test_v16_fares_and_roads() -> None:
    assert EDITION.fares == (3, 7, 12, 12, 18, 18)
    assert dict(EDITION.neighbours["O6"])["O7"] == Amounts(coins=5)
    assert dict(EDITION.neighbours["O7"])["O6"] == Amounts(coins=5), "in either direction"
    assert dict(EDITION.neighbours["VEN"]) == {"O1": Amounts(), "O2": Amounts(camels=3), "ALE": Amounts()}


def test_v22_each_kind_of_city_card() -> None:
    deck = EDITION.city_card
    assert deck["C18"].cost == Amounts(two_goods=1)
    assert (deck["C20"].same, deck["C21"].same, deck["C22"].same) == (True, False, False)
    assert [row.own_town for row in deck["C30"].rows] == [1, 1, 1, 1, 2, 2]
    assert [deck[f"C{n}"].kind for n in (23, 25, 31)] == [CardKind.PER_CONTRACT, CardKind.PER_POST, CardKind.BY_DIE]


def test_places_are_of_five_kinds() -> None:
    kinds = [place.kind for place in EDITION.places]
    assert [kinds.count(kind) for kind in PlaceKind] == [1, 7, 6, 1, 10]
    assert (EDITION.venezia, EDITION.beijing) == ("VEN", "BEI")


def test_v4_whose_character_is_whose_in_the_first_game() -> None:
    assert [one.seat for one in EDITION.people] == [1, 2, 3, 4, None, None, None, None]
    assert EDITION.character[Person.WILHELM].posts == 2


@pytest.mark.parametrize(
    ("tables", "found"),
    [
        ({"contract_cards": {"K22": {"cost": {"silk": 2}}}}, lambda e: e.contract["K22"].cost.silk == 2),
        ({"city_deck": {"C01": {"reward": {"points": 5}}}}, lambda e: e.city_card["C01"].reward.points == 5),
        ({"roads": {"MOS-ANX": {"camels": 1}}}, lambda e: dict(e.neighbours["ANX"])["MOS"].camels == 1),
        ({"bazaar": {"gold": {"yields": {"3": {"gold": 3}}}}}, lambda e: e.bazaar_row["gold"].yields[2].gold == 3),
        ({"start": {"coins": [1, 2, 3, 4]}}, lambda e: e.start.coins == (1, 2)),
        ({"places": {"SUM": {"cards": 2}}}, lambda e: e.place["SUM"].cards == 2),
        ({"travel": {"fares": {"1": 9}}}, lambda e: e.fares[0] == 9),
        ({"spaces": {"take_five": {"coins": 6}}}, lambda e: e.spaces.take_five == Amounts(coins=6)),
        ({"row": {"special": 4}}, lambda e: e.row.special == 4),
        ({"goal_deck": {"G01": {"points": 9}}}, lambda e: e.goal["G01"].points == 9),
        ({"bonus_deck": {"B01": {"coins": 4}}}, lambda e: e.bonus["B01"].gives == Amounts(coins=4)),
        ({"income_deck": {"A": {"town": "ORM"}}}, lambda e: e.income["A"].town == "ORM"),
        ({"people": {"johannes": {"income": {"coins": 2}}}}, lambda e: e.people[6].income == Amounts(coins=2)),
        ({"scoring": {"posts": {"7": 2}}}, lambda e: e.scoring.posts[0] == (7, 2)),
    ],
)
def test_an_owner_may_set_each_table(tables: dict[str, Any], found: Any) -> None:
    assert {*tables} <= {*PROFILE}
    assert not found(edition()), "it is not so in the shipped one"
    assert found(edition(**tables))


@pytest.mark.parametrize(
    ("tables", "where"),
    [
        ({"contract_cards": {"K22": {"cost": {"silk": -1}}}}, "contract_cards.K22.cost.silk"),
        ({"contract_cards": {"K22": {"cost": {"tea": 1}}}}, "contract_cards.K22.cost.tea"),
        ({"contract_cards": {"K99": {"cost": {}}}}, "contract_cards.K99.reward"),
        ({"city_deck": {"C31": {"rows": [{"coins": 2}]}}}, "city_deck.C31.rows"),
        ({"city_deck": {"C20": {"ways": []}}}, "city_deck.C20.ways"),
        ({"city_deck": {"C01": {"kind": "gift"}}}, "city_deck.C01.kind"),
        ({"roads": {"MOS-XYZ": {}}}, "roads.MOS-XYZ"),
        ({"roads": {"MOS-ANX": {"gold": 1}}}, "roads.MOS-ANX.gold"),
        ({"travel": {"fares": {"7": 1}}}, "travel.fares.7"),
        ({"travel": {"fares": {"1": None}}}, "travel.fares"),
        ({"bazaar": {"tea": {}}}, "bazaar.tea"),
        ({"bazaar": {"gold": {"dice": 0}}}, "bazaar.gold.dice"),
        ({"start": {"coins": [7]}}, "start.coins"),
        ({"start": {"black_dice": {"5": 1}}}, "start.black_dice.5"),
        ({"goal_deck": {"G01": {"places": ["MOS", "O1"]}}}, "goal_deck.G01.places.1"),
        ({"income_deck": {"A": {"town": "MOS"}}}, "income_deck.A.town"),
        ({"places": {"VEN": {"kind": "town"}}}, "places"),
        ({"people": {"ada": {}}}, "people.ada"),
        ({"scoring": {"beijing": [10]}}, "scoring.beijing"),
        ({"scoring": {"beijing": "10"}}, "scoring.beijing"),
        ({"tea": {}}, "tea"),
    ],
)
def test_a_slip_is_told_with_its_path(tables: dict[str, Any], where: str) -> None:
    with pytest.raises(MalformedError) as caught:
        edition(**tables)
    assert caught.value.where == where


def test_an_edition_file_with_a_slip_is_told_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[contract_cards.K22]\n\n[contract_cards.K22.cost]\nsilk = 2\ngold = 100\n", "utf-8")
    with pytest.raises(EditionError) as caught:
        read_edition(VOYAGES, path)
    assert (caught.value.path, caught.value.line, caught.value.where) == (path, 5, "contract_cards.K22.cost.gold")


def test_an_edition_file_has_the_tables_of_figures_alone() -> None:
    assert tables_of(VOYAGES) == PROFILE, "city_cards, bonus_tiles and income_tiles are dealt, and no figures"


def test_each_file_is_one_table_that_can_be_laid_over_itself() -> None:
    folder = Path(edition_module.__file__).parent / "figures"
    assert {path.stem for path in folder.glob("*.toml")} == {*PROFILE}
    for name in PROFILE:
        assert [*read_edition(VOYAGES, folder / f"{name}.toml")] == [name]
