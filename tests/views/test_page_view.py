"""Further content of the pages: the headline, the seats, the events, and the chart of the totals."""

from __future__ import annotations

import time
from typing import Any

import pytest

from companion.games.expedition import EXPEDITION
from companion.games.voyages import VOYAGES
from companion.rules.game import move_from_json
from companion.rules.moves import Correct
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.server.views.table_view import table_view
from companion.server.views.web_table_view import MOST_EVENTS, events_view
from companion.table import amendments
from companion.table import table as tables
from companion.table.table import CompleteMove, Table
from companion.words.catalogue import Words
from tests.games.lanterns import LANTERNS
from tests.kit.cases import CASES
from tests.kit.random_play import whole_game
from tests.views.games import expedition, play_moves, snapshot, with_correction, with_secrets

ENGLISH = Words("en")


def view_of(table: Table | None, viewer: Viewer = PUBLIC) -> Any:
    return table_view(snapshot(table), viewer, ENGLISH)


def texts_of(table: Table) -> list[str]:
    return [event["text"] for event in view_of(table)["events"]]


# The headline.


def test_the_headline_addresses_the_seat_whose_turn_it_is() -> None:
    headlines = {viewer: view_of(expedition(), viewer)["headline"] for viewer in (PUBLIC, as_seat(1), as_seat(2))}
    assert headlines == {PUBLIC: "Inès’s turn", as_seat(1): "Your turn, Inès", as_seat(2): "Inès’s turn"}


def test_the_headline_addresses_the_winner_at_the_end() -> None:
    table = play_moves(expedition(), *["step"] * 14, "end", "end", *["step"] * 13, "no crates")
    headlines = {viewer: view_of(table, viewer)["headline"] for viewer in (PUBLIC, as_seat(1), as_seat(2))}
    assert headlines == {PUBLIC: "Inès wins!", as_seat(1): "You win!", as_seat(2): "Inès wins!"}


def test_winners_of_a_tie_see_the_other_winners() -> None:
    table = play_moves(expedition(), *["step"] * 14)
    for seat, steps in ((2, 15), (3, 14)):
        table = with_correction(with_correction(table, seat, steps, "space:1"), seat, 20)
    table = play_moves(table, "end", "end", *["step"] * 13, "no crates")
    headlines = {viewer: view_of(table, viewer)["headline"] for viewer in (PUBLIC, as_seat(1), as_seat(2), as_seat(3))}
    everybody = "Bao and Chloé win!"
    assert headlines == {
        PUBLIC: everybody,
        as_seat(1): everybody,
        as_seat(2): "You win with Chloé!",
        as_seat(3): "You win with Bao!",
    }


def test_the_headline_of_a_closed_game_says_so() -> None:
    assert view_of(tables.close(expedition()))["headline"] == "Ended early"


def test_without_a_turn_the_headline_names_the_active_seats() -> None:
    view = view_of(tables.start(with_secrets().game, ("Inès", "Bao"), {}, number=1))
    assert (view["turn"], view["headline"]) == (None, "Waiting for Inès and Bao")


def test_without_a_turn_the_only_active_seat_is_addressed() -> None:
    table = tables.start(VOYAGES, ("Inès", "Bao"), {"draft": True}, number=1)
    headlines = {viewer: view_of(table, viewer)["headline"] for viewer in (PUBLIC, as_seat(1), as_seat(2))}
    assert headlines == {PUBLIC: "Waiting for Bao", as_seat(1): "Waiting for Bao", as_seat(2): "Your turn, Bao"}


# The seats.


def test_a_seat_has_colour_shape_and_letter() -> None:
    table = tables.claim(expedition(), 2, "a phone")
    first, second, _ = view_of(table)["seats"]
    assert first == {
        "seat": 1,
        "name": "Inès",
        "colour": "blue",
        "colours": ["blue"],
        "colour_name": "blue",
        "letter": "I",
        "shape": "circle",
        "about": [{"says": "Ormuz", "thing": "camels", "colour": "blue"}],
        "claimed": False,
    }
    assert (second["letter"], second["shape"], second["claimed"]) == ("B", "triangle", True)


def test_no_view_shows_the_phone_of_a_seat() -> None:
    assert "a phone" not in str(view_of(tables.claim(expedition(), 2, "a phone")))


def test_two_players_have_a_colour_for_each_camel() -> None:
    assert [seat["colours"] for seat in view_of(expedition(2))["seats"]] == [["blue", "green"], ["red", "yellow"]]


@pytest.mark.parametrize(("game", "unit"), [("expedition", "coin"), ("lanterns", "crown")])
def test_totals_have_a_drawing_of_their_unit(game: str, unit: str) -> None:
    assert view_of(expedition() if game == "expedition" else with_secrets())["unit"] == unit


# Events.


def test_events_are_listed_newest_first() -> None:
    events = view_of(play_moves(expedition(), "step", "end"))["events"]
    assert events == [
        {"entry": 2, "seat": 1, "text": "Inès ends the turn", "again": False, "typed": False},
        {"entry": 1, "seat": 1, "text": "Inès steps to 3", "again": False, "typed": False},
    ]


def test_a_long_game_shows_only_its_last_events() -> None:
    table = play_moves(expedition(), *["end"] * 20)
    events = view_of(table)["events"]
    assert [event["entry"] for event in events] == list(range(20, 20 - MOST_EVENTS, -1))


def test_a_take_back_comes_first_and_can_be_restored() -> None:
    view = view_of(amendments.take_back(play_moves(expedition(), "step", "end")))
    undone = {"entry": None, "seat": None, "text": "Taken back: Inès ends the turn", "again": False, "typed": False}
    assert view["events"][0] == undone
    assert view["events"][1]["text"] == "Inès steps to 3"
    assert (view["undo"], view["redo"]) == ("Inès steps to 3", "Inès ends the turn")


def test_an_amendment_is_an_event_and_its_move_is_updated() -> None:
    table = with_correction(play_moves(expedition(), "step"), 2, 5)
    instead = CompleteMove(2, Correct(what="gold", by=4))
    table = amendments.amend(table, 2, instead)
    assert texts_of(table) == [
        "Changed: Bao: 3 → 7 gold, corrected (before: 8)",
        "Bao: 3 → 7 gold, corrected",
        "Inès steps to 3",
    ]
    assert view_of(table)["undo"] == "Changed: Bao: 3 → 7 gold, corrected (before: 8)"


def test_a_move_left_out_is_no_event() -> None:
    table = amendments.amend(with_correction(play_moves(expedition(), "step"), 2, 5), 2, None)
    assert texts_of(table) == ["Removed: Bao: 3 → 8 gold, corrected", "Inès steps to 3"]


@pytest.mark.parametrize(
    ("first", "instead", "line"),
    [
        ("crate 1", {"move": "crate", "value": 2}, "Changed: Inès takes a crate of 1 → 2"),
        ("crate 1", {"move": "end_turn"}, "Changed: Inès takes a crate of 1 → ends the turn"),
        ("crate 1", {"move": "crate", "value": 1}, "Changed: Inès takes a crate of 1"),
    ],
)
def test_a_changed_move_is_named_before_and_after(first: str, instead: dict[str, Any], line: str) -> None:
    table = play_moves(expedition(), "step", first)
    table = amendments.amend(table, 2, CompleteMove(1, move_from_json(EXPEDITION, instead)))
    assert texts_of(table)[0] == line


def test_a_move_given_to_another_seat_names_both() -> None:
    table = with_correction(expedition(), 1, 2)
    table = amendments.amend(table, 1, CompleteMove(2, Correct(what="gold", by=2)))
    assert texts_of(table)[0] == "Changed: Bao: 3 → 5 gold, corrected (before: Inès: 3 → 5 gold, corrected)"


def test_a_changed_secret_is_named_only_to_its_seat() -> None:
    table = with_secrets()
    wish = move_from_json(LANTERNS, {"move": "hide", "colour": "red", "value": 10_001, "wish": "peace"})
    table = amendments.amend(table, 1, CompleteMove(1, wish))
    lines = {viewer: events_view(table, viewer, ENGLISH)[0]["text"] for viewer in (PUBLIC, as_seat(2), as_seat(1))}
    assert lines[PUBLIC] == lines[as_seat(2)] == "Changed: Inès hides a card"
    assert "10001" in lines[as_seat(1)]


def test_a_new_game_has_no_events_and_no_take_back() -> None:
    view = view_of(expedition())
    assert (view["events"], view["undo"], view["redo"]) == ([], None, None)


def test_a_closed_game_offers_no_take_back() -> None:
    assert view_of(tables.close(play_moves(expedition(), "step")))["undo"] is None


# The chart of the totals.


def test_the_chart_has_the_start_and_every_total_change() -> None:
    table = play_moves(with_correction(play_moves(expedition(), "step", "step"), 3, 2), "end", "ballast")
    assert view_of(table)["chart"] == [[0, [3, 3, 3]], [3, [3, 3, 5]], [5, [3, 2, 5]]]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_chart_ends_with_the_totals_of_the_standings(case: Any) -> None:
    view = view_of(whole_game(case, 1))
    totals = {place["seat"]: place["total"] for place in view["standings"]}
    assert view["chart"][-1][1] == [totals[seat] for seat in sorted(totals)]
    assert [entry for entry, _ in view["chart"]] == sorted({entry for entry, _ in view["chart"]})


def test_a_view_of_a_long_game_is_quick() -> None:
    table = expedition(4)
    for number in range(150):
        table = with_correction(table, 1, 1) if number % 3 else play_moves(table, "end")
    view_of(table)
    took = []
    for _ in range(5):
        began = time.perf_counter()
        view_of(table)
        took.append(time.perf_counter() - began)
    assert min(took) < 0.05
