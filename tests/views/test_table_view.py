"""The view of a table: its fields, and no secrets that its viewer may not know."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.table_view import table_view
from companion.table.table import close
from companion.words.catalogue import LANGUAGES, Words
from tests.kit.cases import CASES
from tests.kit.random_play import whole_game
from tests.views.games import expedition, play_moves, snapshot, with_correction, with_secrets

FIELDS = {
    *("game", "seq", "entry", "over", "closed", "turn", "waiting"),
    *("standings", "holdings", "sheet", "options", "badges", "state"),
    *("number", "title", "unit", "wheel_page", "headline", "seats", "events", "log", "chart", "undo", "redo"),
    *("shown", "scene", "ceremonies", "chance", "things", "free", "rulings"),
}
ENGLISH = Words("en")
LANTERNS = next(case for case in CASES if case.game.id == "lanterns")


def view_of(table: Any, viewer: Viewer = PUBLIC, **details: Any) -> Any:
    return table_view(snapshot(table, **details), viewer, ENGLISH)


def test_the_view_of_a_new_game() -> None:
    view = view_of(expedition())
    assert set(view) == FIELDS
    assert {name: view[name] for name in ("game", "seq", "entry", "over", "turn", "waiting")} == {
        "game": "expedition",
        "seq": 0,
        "entry": 0,
        "over": False,
        "turn": 1,
        "waiting": [1],
    }
    assert view["holdings"]["2"] == {"gold": 3, "camels": [1]}
    assert view["sheet"][0] == {
        "seat": 1,
        "entry": 0,
        "what": "gold",
        "by": 3,
        "why": "expedition.why.start",
        "text": "at the start",
        "ruling": "E1",
        "amount": "+3 gold",
    }


def test_only_listed_rulings_open() -> None:
    assert {"E3", "E19"} < set(view_of(expedition())["rulings"])
    lanterns = view_of(whole_game(LANTERNS, 0))
    assert any(line["ruling"] for line in lanterns["sheet"])
    assert lanterns["rulings"] == []


def test_standings_are_sorted_by_rank_then_seat() -> None:
    view = view_of(with_correction(with_correction(expedition(), 3, 2), 2, 2))
    assert view["standings"] == [
        {"seat": 3, "name": "Chloé", "colour": "green", "rank": 1, "total": 5},
        {"seat": 2, "name": "Bao", "colour": "red", "rank": 2, "total": 5},
        {"seat": 1, "name": "Inès", "colour": "blue", "rank": 3, "total": 3},
    ]


def test_entry_counts_standing_moves_and_seq_counts_rows() -> None:
    view = view_of(replace(play_moves(expedition(), "step", "end"), seq=7))
    assert (view["entry"], view["seq"], view["turn"]) == (2, 7, 2)


def test_no_seat_has_the_turn_at_the_end() -> None:
    view = view_of(whole_game(CASES[0], 0))
    assert (view["over"], view["turn"], view["waiting"]) == (True, None, [])


def test_without_a_game_the_view_has_only_badges() -> None:
    view = view_of(None, saved=False)
    assert set(view) == FIELDS
    assert (view["game"], view["turn"], view["state"], view["number"]) == (None, None, None, 0)
    assert all(
        view[name] == []
        for name in ("waiting", "standings", "sheet", "options", "seats", "events", "chart", "ceremonies")
    )
    assert all(view[name] is None for name in ("chance", "undo", "redo"))
    assert [badge["key"] for badge in view["badges"]] == ["not_saved"]


def test_badges_have_a_level_and_a_text() -> None:
    view = view_of(with_correction(expedition(), 1, 1), saved=False, damaged=True)
    assert [(badge["key"], badge["level"]) for badge in view["badges"]] == [
        ("not_saved", "error"),
        ("damaged", "warning"),
        ("corrected", "info"),
    ]
    assert all(badge["text"] for badge in view["badges"])
    assert view_of(expedition())["badges"] == []


def test_only_games_with_rounds_have_a_round() -> None:
    assert "round" not in view_of(expedition())
    assert view_of(with_secrets())["round"] == 0
    assert view_of(whole_game(LANTERNS, 0))["round"] == 2
    assert view_of(with_secrets())["rounds"] == with_secrets().match.rounds


def test_only_a_seat_sees_its_options_with_refusal_reasons() -> None:
    table = expedition()
    assert view_of(table)["options"] == []
    mine = view_of(table, as_seat(1))["options"]
    assert [(option["seat"], option["move"]) for option in mine] == [
        (1, "step"),
        (1, "crate"),
        (1, "end_turn"),
        (1, "correct"),
    ]
    assert mine[0]["refused"] is None
    assert mine[1]["refused"] == {
        "reason": "No crate here. Only the first camel on a space takes one.",
        "ruling": "E3",
    }
    assert [option["move"] for option in view_of(table, as_seat(2))["options"]] == ["correct"]


def test_a_closed_game_has_no_options() -> None:
    view = view_of(close(expedition()), EVERYTHING)
    assert view["closed"]
    assert view["options"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_view_is_in_the_viewers_language(language: str) -> None:
    view = table_view(snapshot(expedition()), as_seat(1), Words(language))
    assert view["options"][0]["text"] == {"fr": "Avancer", "en": "Step"}[language]


def test_the_view_is_json_with_equal_keys_for_all_viewers() -> None:
    complete = view_of(with_secrets(), EVERYTHING)
    assert json.loads(json.dumps(complete)) == complete
    for viewer in (PUBLIC, as_seat(1), as_seat(2)):
        view = view_of(with_secrets(), viewer)
        assert view.keys() == complete.keys()
        assert view["holdings"]["1"].keys() == complete["holdings"]["1"].keys()
        assert [line.keys() for line in view["sheet"]] == [line.keys() for line in complete["sheet"]]


def test_secrets_of_a_seat_are_in_no_other_view() -> None:
    views = {
        viewer: json.dumps(view_of(with_secrets(), viewer)) for viewer in (PUBLIC, as_seat(1), as_seat(2), EVERYTHING)
    }
    secrets = ("11111", "22222", "peace", "rain")
    visible = {viewer: {secret for secret in secrets if secret in view} for viewer, view in views.items()}
    assert visible == {
        PUBLIC: set(),
        as_seat(1): {"11111", "peace"},
        as_seat(2): {"22222", "rain"},
        EVERYTHING: {"11111", "22222", "peace", "rain"},
    }


def test_hidden_lines_of_the_sheet_are_revealed_at_the_end() -> None:
    hidden = next(line for line in view_of(with_secrets())["sheet"] if line["entry"] == 1)
    assert (hidden["seat"], hidden["ruling"]) == (1, "L1")
    assert (hidden["what"], hidden["why"], hidden["text"]) == (None, None, None)
    assert hidden["amount"].endswith("hidden card")
    at_end = view_of(whole_game(LANTERNS, 0))
    assert at_end["over"]
    assert all(line["what"] and line["why"] and line["text"] for line in at_end["sheet"])
