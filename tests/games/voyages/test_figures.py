"""The figures of Voyages: complete, changeable by an edition file, and every error with file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages import edition as edition_module
from companion.games.voyages.amounts import Amounts
from companion.games.voyages.build_edition import build_edition
from companion.games.voyages.edition import FIGURES, PROFILE, Edition
from companion.games.voyages.printed_parts import CardKind, Person, PlaceKind
from companion.rules.figure_tables import ShippedFigures
from companion.rules.game import figure_tables
from companion.rules.rule_errors import MalformedError
from companion.system.edition_files import EditionError, read_edition

EDITION = build_edition({}, 4)


def edition(seats: int = 2, **tables: Any) -> Edition:
    return build_edition(tables, seats)


def test_every_component_of_the_box_has_figures() -> None:
    assert [len(EDITION.places), len(EDITION.roads)] == [25, 30]
    assert (len(EDITION.contract_cards), sum(card.starting for card in EDITION.contract_cards)) == (44, 6)
    assert [len(EDITION.city_deck), len(EDITION.goal_deck), len(EDITION.bonus_deck)] == [31, 18, 10]
    assert [len(EDITION.income_deck), len(EDITION.people), len(EDITION.bazaar)] == [6, 8, 4]
    assert sum(place.cards for place in EDITION.places) == 9


def test_every_table_has_a_confidence_note() -> None:
    assert all(isinstance(FIGURES[name]["confidence"], str) for name in PROFILE)


def test_v1_and_v2_figures_of_the_start() -> None:
    start = EDITION.start
    assert (start.dice, start.posts, start.camels, start.coins) == (5, 9, 2, (7, 8, 9, 10))
    assert start.score_space == 50
    assert [edition(seats).start.black_dice for seats in (2, 3, 4)] == [3, 4, 5]


def test_v3_blocking_dice_by_number_of_players() -> None:
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


def test_v22_city_cards_of_each_kind() -> None:
    deck = EDITION.city_card
    assert deck["C18"].cost == Amounts(two_goods=1)
    assert (deck["C20"].same, deck["C21"].same, deck["C22"].same) == (True, False, False)
    assert [row.own_town for row in deck["C30"].rows] == [1, 1, 1, 1, 2, 2]
    assert [deck[f"C{n}"].kind for n in (23, 25, 31)] == [CardKind.PER_CONTRACT, CardKind.PER_POST, CardKind.BY_DIE]


def test_places_have_five_kinds() -> None:
    kinds = [place.kind for place in EDITION.places]
    assert [kinds.count(kind) for kind in PlaceKind] == [1, 7, 6, 1, 10]
    assert (EDITION.venezia, EDITION.beijing) == ("VEN", "BEI")


def test_v4_characters_of_the_first_game() -> None:
    assert [character.seat for character in EDITION.people] == [1, 2, 3, 4, None, None, None, None]
    assert EDITION.character[Person.WILHELM].posts == 2


@pytest.mark.parametrize(
    ("tables", "is_set"),
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
def test_an_owner_may_set_each_table(tables: dict[str, Any], is_set: Any) -> None:
    assert {*tables} <= {*PROFILE}
    assert not is_set(edition()), "it is not so in the shipped one"
    assert is_set(edition(**tables))


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
        *(({"travel": {"fares": {face: None}}}, "travel.fares") for face in "156"),
        ({"bazaar": {"tea": {}}}, "bazaar.tea"),
        ({"bazaar": {"gold": {"yields": {"6": None}}}}, "bazaar.gold.yields.6"),
        ({"bazaar": {"gold": {"yields": {"7": {}}}}}, "bazaar.gold.yields.7"),
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
def test_an_error_names_its_path(tables: dict[str, Any], where: str) -> None:
    with pytest.raises(MalformedError) as caught:
        edition(**tables)
    assert caught.value.where == where


def test_an_error_in_an_edition_file_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[contract_cards.K22]\n\n[contract_cards.K22.cost]\nsilk = 2\ngold = 100\n", "utf-8")
    with pytest.raises(EditionError) as caught:
        read_edition(VOYAGES, path)
    assert (caught.value.path, caught.value.line, caught.value.where) == (path, 5, "contract_cards.K22.cost.gold")


def test_an_edition_file_has_only_tables_of_figures() -> None:
    assert figure_tables(VOYAGES) == PROFILE, "city_cards, bonus_tiles and income_tiles are dealt, and no figures"


def test_each_file_is_one_valid_table() -> None:
    folder = Path(edition_module.__file__).parent / "figures"
    assert {path.stem for path in folder.glob("*.toml")} == {*PROFILE}
    for name in PROFILE:
        assert [*read_edition(VOYAGES, folder / f"{name}.toml")] == [name]


BOUNDS = (
    ("travel.dice", 1, 6),
    ("bazaar.gold.dice", 1, 6),
    ("spaces.khan_slots", 1, 6),
    ("spaces.khan.camels", 0, 99),
    *((f"row.{name}", 1, 99) for name in ("cards", "refill", "most", "active")),
    ("row.special", 0, 99),
    ("row.bonus.5", 0, 99),
    *((f"start.{name}", 1, 99) for name in ("rounds", "dice", "posts")),
    *(
        (f"start.{name}", 0, 99)
        for name in ("camels", "missing_below", "score_space", "black_dice.2", "khan_blocked.2")
    ),
    ("people.berke.posts", 0, 99),
    ("goal_deck.G01.points", 0, 99),
    *((f"scoring.{name}", 1, 99) for name in ("goods_a_point", "coins_a_point")),
    ("scoring.most_contracts", 0, 99),
    ("scoring.posts.8", 0, 99),
)


@pytest.mark.parametrize(("where", "low", "high"), BOUNDS)
def test_every_number_has_bounds_that_the_error_names(where: str, low: int, high: int) -> None:
    for allowed in (low, high):
        edition(**_tables_with(where, allowed))
    for wrong in (low - 1, high + 1):
        with pytest.raises(MalformedError) as caught:
            edition(**_tables_with(where, wrong))
        assert (caught.value.where, dict(caught.value.reason.args)) == (where, {"low": low, "high": high})


def _tables_with(where: str, number: int) -> Any:
    """Return tables with only this number, at this path."""
    *tables, name = where.split(".")
    tables_with_number: dict[str, Any] = {name: number}
    for table in reversed(tables):
        tables_with_number = {table: tables_with_number}
    return tables_with_number


@pytest.mark.parametrize(
    ("where", "name", "most"), [("travel.fares", "0", 6), ("travel.fares", "7", 6), ("scoring.posts", "100", 99)]
)
def test_keys_that_are_numbers_have_bounds(where: str, name: str, most: int) -> None:
    with pytest.raises(MalformedError) as caught:
        edition(**_tables_with(f"{where}.{name}", 1))
    assert (caught.value.where, dict(caught.value.reason.args)) == (f"{where}.{name}", {"low": 1, "high": most})


@pytest.mark.parametrize(
    ("tables", "wanted"),
    [
        ({"start": {"coins": [7]}}, 4),
        ({"scoring": {"reached": [0] * 4}}, 5),
        ({"scoring": {"beijing": [10, 7, 4]}}, 4),
        ({"city_deck": {"C20": {"ways": []}}}, 2),
        ({"city_deck": {"C31": {"rows": [{"coins": 2}] * 5}}}, 6),
    ],
)
def test_a_short_list_is_refused_with_its_wanted_length(tables: dict[str, Any], wanted: int) -> None:
    with pytest.raises(MalformedError) as caught:
        edition(**tables)
    assert dict(caught.value.reason.args)["wanted"] == wanted


def test_shipped_tables_are_read_lazily() -> None:
    figures = ShippedFigures("companion.games.voyages", PROFILE)
    assert (len(figures), [*figures]) == (14, [*PROFILE])
    assert figures["start"] is figures["start"]
    assert {**figures} == {**FIGURES}
    assert "tea" not in figures
