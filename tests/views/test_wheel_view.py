"""The wheel and the fight as the pages show them, the same for every viewer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.classic import CLASSIC
from companion.rules.viewer import PUBLIC, as_seat
from companion.session import mending
from companion.session import table as tables
from companion.session.table import Table
from companion.views.table_view import table_view
from companion.views.texts import Words
from tests.views.games import NAMES, expedition, made, snapshot

FRENCH = Words("fr")
OWN = {"sectors": [{"land": 4, "sea": 9, "weight": 3}, {"land": "bandit", "sea": 1}]}
LAND, SEA = ({"move": "spin", "route": route} for route in ("land", "sea"))


def classic(*moves: dict[str, Any], seat: int = 1, **options: Any) -> Table:
    """A game of 1983 of two after these moves of one seat."""
    table = tables.start(CLASSIC, NAMES[:2], options, number=1)
    for move in moves:
        table = made(table, seat, move)
    return table


def view_of(table: Table) -> dict[str, Any]:
    return table_view(snapshot(table), PUBLIC, FRENCH)


def test_a_game_without_a_wheel_has_none() -> None:
    view = view_of(expedition())
    assert (view["wheel"], view["fight"]) == (None, None)
    nothing = table_view(snapshot(None), PUBLIC, FRENCH)
    assert (nothing["wheel"], nothing["fight"]) == (None, None)


def test_a_trial_wheel_says_so_and_waits_for_the_first_seat() -> None:
    wheel = view_of(classic())["wheel"]
    assert wheel["placeholder"] is True
    assert wheel["sectors"][0] == {"land": 1, "sea": 2, "weight": 1}
    assert wheel["sectors"][7] == {"land": None, "sea": None, "weight": 1}
    assert wheel["spin"] is None
    assert wheel["awaits"] == {"seat": 1, "what": "spin", "faces": [6, 6]}


def test_the_owners_wheel_is_the_one_that_turns() -> None:
    wheel = view_of(classic(wheel=OWN))["wheel"]
    assert wheel["placeholder"] is False
    assert wheel["sectors"] == [{"land": 4, "sea": 9, "weight": 3}, {"land": None, "sea": 1, "weight": 1}]


def test_a_spin_is_told_with_its_sector_and_what_it_gives() -> None:
    view = view_of(classic({**SEA, "chance": [0]}, wheel=OWN, move_bonus=2))
    assert view["wheel"]["spin"] == {
        "entry": 1,
        "seat": 1,
        "route": "sea",
        "sector": 0,
        "points": 11,
        "text": "Inès lance\N{NO-BREAK SPACE}: mer 11",
        "typed": False,
        "again": False,
    }
    assert view["wheel"]["awaits"] is None
    assert view["fight"] is None


def test_an_attack_has_no_points_and_waits_for_the_dice() -> None:
    wheel = view_of(classic({**LAND, "chance": [1]}, wheel=OWN, bandits_d8=True))["wheel"]
    assert (wheel["spin"]["sector"], wheel["spin"]["points"]) == (1, None)
    assert wheel["awaits"] == {"seat": 1, "what": "fight", "faces": [6, 8]}


@pytest.mark.parametrize(("white", "black", "won"), [(4, 4, True), (2, 5, False)])
def test_a_fight_shows_both_dice_and_who_won(white: int, black: int, won: bool) -> None:
    view = view_of(classic({**LAND, "chance": [1]}, {"move": "fight", "chance": [white, black]}, wheel=OWN))
    fight = view["fight"]
    assert (fight["entry"], fight["seat"], fight["white"], fight["black"], fight["won"]) == (2, 1, white, black, won)
    assert fight["faces"] == [6, 6]
    assert f"{white} contre {black}" in fight["text"]
    assert view["wheel"]["spin"]["entry"] == 1


def test_only_what_stands_is_shown() -> None:
    table = classic({**LAND, "chance": [1]}, {"move": "fight", "chance": [6, 1]}, wheel=OWN)
    before = view_of(mending.take_back(table))
    assert before["fight"] is None
    assert before["wheel"]["awaits"]["what"] == "fight"
    assert view_of(mending.take_back(mending.take_back(table)))["wheel"]["spin"] is None


def test_a_typed_spin_is_marked() -> None:
    table = classic({**LAND, "chance": [0]}, wheel=OWN)
    entry = table.entries[0]
    typed = replace(table, entries=(replace(entry, played=replace(entry.played, typed=True)),))
    assert view_of(typed)["wheel"]["spin"]["typed"] is True


def test_everybody_sees_the_same_wheel() -> None:
    table = classic({**LAND, "chance": [1]}, {"move": "fight", "chance": [1, 6]}, wheel=OWN)
    seen = [table_view(snapshot(table), who, FRENCH) for who in (PUBLIC, as_seat(1), as_seat(2))]
    assert len({str((view["wheel"], view["fight"])) for view in seen}) == 1
