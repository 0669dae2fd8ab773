"""The race as the pages show it, and the tally that was just held."""

from __future__ import annotations

from typing import Any

from companion.rules.viewer import PUBLIC
from companion.session import mending
from companion.session.table import Table
from companion.views.table_view import table_view
from companion.views.texts import Words
from tests.views.games import corrected, expedition, hiding, played, snapshot

FRENCH = Words("fr")
AT_GANZHOU = [*["step"] * 10, "end", "step", "end", *["step"] * 12]


def view_of(table: Table) -> dict[str, Any]:
    return table_view(snapshot(table), PUBLIC, FRENCH)


# The race.


def test_the_race_has_its_towns_what_they_pay_and_the_camels() -> None:
    race = view_of(played(expedition(), "step", "end"))["race"]
    assert {name: race[name] for name in ("ormuz", "ganzhou", "dadu", "tallied")} == {
        "ormuz": 0,
        "ganzhou": 16,
        "dadu": 29,
        "tallied": False,
    }
    assert race["names"] == {"0": "Ormuz", "16": "Ganzhou", "29": "Dadu"}
    assert race["tally"]["ganzhou"] == {"11": 1, "12": 2, "13": 3, "14": 4, "15": 5, "16": 6}
    assert race["pawns"] == [
        {"seat": 1, "camel": None, "space": 3, "turn": False, "place": "case 3"},
        {"seat": 2, "camel": None, "space": 1, "turn": True, "place": "case 1"},
        {"seat": 3, "camel": None, "space": 2, "turn": False, "place": "case 2"},
    ]


def test_two_players_have_two_camels_each_and_towns_have_their_names() -> None:
    pawns = view_of(expedition(2))["race"]["pawns"]
    assert [(pawn["seat"], pawn["camel"], pawn["space"]) for pawn in pawns] == [
        (1, 1, 0),
        (1, 2, 2),
        (2, 1, 1),
        (2, 2, 3),
    ]
    assert pawns[0]["place"] == "Ormuz"


def test_only_crates_that_lie_still_are_shown() -> None:
    table = expedition(crates={"3": 2, "4": 0, "7": 1})
    assert view_of(table)["race"]["crates"] == {"3": 2, "7": 1}
    assert view_of(played(table, "step"))["race"]["crates"] == {"7": 1}


def test_what_a_space_asks_for_is_named() -> None:
    table = expedition(requirements={"5": {"kind": "drivers"}})
    assert view_of(table)["race"]["wants"] == {"5": {"kind": "drivers", "count": 2, "text": "2 chameliers"}}


def test_another_game_has_no_race() -> None:
    view = view_of(hiding())
    assert (view["race"], view["tally"]) == (None, None)


# The tally.


def test_the_newest_move_brings_its_tally_share_by_share() -> None:
    table = played(expedition(), *AT_GANZHOU)
    assert view_of(table)["tally"] == {
        "entry": len(table.entries),
        "title": "Décompte à Ganzhou",
        "shares": [
            {"seat": 3, "piece": "camel:3:1", "place": "case 16", "pays": 6, "total": 9},
            {"seat": 1, "piece": "camel:1:1", "place": "case 12 → Ganzhou", "pays": 2, "total": 5},
            {"seat": 2, "piece": "camel:2:1", "place": "case 3", "pays": 0, "total": 3},
        ],
    }
    assert view_of(table)["race"]["tallied"]


def test_shares_of_two_camels_say_which() -> None:
    table = played(expedition(2), *["step 1"] * 8, "end", "end", *["step 2"] * 12)
    assert [share["piece"] for share in view_of(table)["tally"]["shares"]] == [
        "camel:1:2",
        "camel:1:1",
        "camel:2:2",
        "camel:2:1",
    ]


def test_a_tally_is_news_only_until_the_next_change() -> None:
    table = played(expedition(), *AT_GANZHOU)
    assert view_of(played(table, "end"))["tally"] is None
    assert view_of(corrected(table, 1, 1))["tally"] is None


def test_a_tally_that_was_taken_back_is_none_and_restored_it_is_news_again() -> None:
    table = played(expedition(), *AT_GANZHOU)
    assert view_of(mending.take_back(table))["tally"] is None
    assert view_of(mending.restore(mending.take_back(table)))["tally"] == view_of(table)["tally"]
    assert view_of(mending.take_back(played(table, "end")))["tally"] is None
