"""Views of a game with hands: each seat sees its own, all see what is open, and at the end everything."""

from __future__ import annotations

from typing import Any

from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.server.views.form_view import fill_form
from companion.server.views.table_view import table_view
from companion.table.table import Table, close
from companion.words.catalogue import Words
from tests.games.classic.table import at_a_post, classic, golden
from tests.views.games import snapshot, with_move

ENGLISH = Words("en")


def view(table: Table, viewer: Viewer = PUBLIC, words: Words = ENGLISH) -> Any:
    return table_view(snapshot(table), viewer, words)


# Visibility.


def test_hidden_cards_do_not_change_the_view_of_others() -> None:
    first, second = (view(at_a_post(card), as_seat(2)) for card in ("mauve:50", "mauve:80"))
    assert first["scene"] == second["scene"]
    assert first["things"] == second["things"]
    assert first["standings"] == second["standings"]
    assert first["chart"] == second["chart"]


def test_a_total_is_null_for_other_seats() -> None:
    table = at_a_post("mauve:50")
    totals = {place["seat"]: place["total"] for place in view(table, as_seat(1))["standings"]}
    assert totals == {1: 290, 2: None}
    assert {place["total"] for place in view(table)["standings"]} == {None}


def test_only_the_own_seat_sees_its_fortune() -> None:
    table = at_a_post("mauve:50")
    assert seat_notes(table, 1, as_seat(1))[-1] == "your fortune: 290"
    assert not [note for note in seat_notes(table, 2, as_seat(1)) if "fortune" in note]


def seat_notes(table: Table, seat: int, viewer: Viewer = PUBLIC) -> list[str]:
    """Return the notes beside a seat's name."""
    return [note["says"] for note in view(table, viewer)["seats"][seat - 1]["about"]]


# The loot, the stacks and the bank.


def test_an_overdrawn_bank_and_house_rules_are_badges() -> None:
    richer = {"seat": 1, "move": "correct", "what": "besants", "by": 1600}
    table = classic(richer, bandits_d8=True, move_bonus=2)
    badges = {badge["key"]: (badge["level"], badge["text"]) for badge in view(table)["badges"]}
    assert badges["rule.bandits_d8"] == ("info", "House rule: Bandits roll a d8")
    assert badges["rule.move_bonus"] == ("info", "House rule: Extra spaces, +2")
    assert badges["bank"][0] == "warning"
    assert "2080" in badges["bank"][1]
    assert view(classic())["badges"] == []


# The own hand.


def test_without_hands_every_total_is_known() -> None:
    own_view = view(classic(tracking="dice"), as_seat(1))
    assert [place["total"] for place in own_view["standings"]] == [240, 240]


# The end.


def test_at_the_end_every_fortune_is_known() -> None:
    public_view = view(golden("two_players"))
    assert {place["seat"]: place["total"] for place in public_view["standings"]} == {1: 1100, 2: 160}
    assert public_view["chart"][-1][1] == [1100, 160]


def test_a_game_closed_early_stays_secret() -> None:
    public_view = view(close(golden("two_players", 20)))
    assert {place["total"] for place in public_view["standings"]} == {None}
    assert "hands" not in [block["id"] for block in public_view["scene"]["blocks"]]


# Components and worth of choices in forms.


def test_choices_have_their_components_and_worth() -> None:
    table = at_a_post("mauve:50", "mauve:50")
    form = fill_form(table, 1, "sell", {}, ENGLISH)
    [field] = form.fields
    assert [(choice["things"], choice["worth"]) for choice in field["taken"]] == [(["mauve:50"], 50)]
    assert [(choice["things"], choice["worth"]) for choice in field["choices"]] == [(["mauve:50"], 50)]
    assert field["note"] == "Each for the value on it. Everyone sees them."


def test_a_field_with_one_choice_is_filled_in() -> None:
    table = at_a_post()
    form = fill_form(table, 1, "buy", {}, ENGLISH)
    assert form.chosen == {"colour": "green"}
    assert [field.get("only", False) for field in form.fields] == [True, False]
    assert [choice["things"] for choice in form.fields[1]["choices"]] == [
        ["green:80"],
        ["green:50"],
        ["green:30"],
        ["hasard"],
    ]


def test_the_asked_player_sees_who_took_the_card() -> None:
    table = with_move(at_a_post(), 1, {"move": "trade", "with": 2})
    form = fill_form(table, 2, "trade", {}, ENGLISH)
    assert form.fields[-1]["note"].startswith("Ada took a card from you")
    assert [choice["value"] for choice in form.fields[-1]["choices"]] == [{"colour": "blue", "value": 30}]
