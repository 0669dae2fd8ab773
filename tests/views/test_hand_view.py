"""The hands of the game of 1983 as pages get them: each seat its own, all see what lies open, and all of it at last."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.classic import CLASSIC
from companion.rules.game import move_to_json
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.session import table as tables
from companion.session.table import Table, close
from companion.views.form_view import walked
from companion.views.table_view import table_view
from companion.views.texts import LANGUAGES, Words
from tests.kit.golden import golden_file
from tests.views.games import expedition, hiding, made, snapshot

ENGLISH = Words("en")


def classic(*moves: dict[str, Any], seats: tuple[str, ...] = ("Ada", "Bao"), **options: Any) -> Table:
    """A game of 1983 after these moves, each with its `seat`."""
    table = tables.start(CLASSIC, seats, options, number=1)
    for move in moves:
        body = dict(move)
        table = made(table, body.pop("seat"), body)
    return table


def golden(name: str, moves: int | None = None) -> Table:
    """A golden game after its first moves."""
    lines = [json.loads(line) for line in golden_file("classic", name).read_text("utf-8").splitlines()]
    return classic(*lines[1:][:moves], seats=tuple(lines[0]["seats"]), **lines[0]["options"])


def view(table: Table, viewer: Viewer = PUBLIC, words: Words = ENGLISH) -> dict[str, Any]:
    return table_view(snapshot(table), viewer, words)


def at_a_post(*cards: str, **options: Any) -> Table:
    """Ada at a green post with these cards in her hand, and Bao there too with a blue 30."""
    dealt = [{"seat": 1, "move": "correct", "what": card, "by": 1} for card in cards]
    return classic(
        *dealt,
        {"seat": 2, "move": "correct", "what": "blue:30", "by": 1},
        {"seat": 1, "move": "spin", "route": "land", "chance": [3]},
        {"seat": 1, "move": "arrive", "place": "post", "colour": "green", "shared_with": [2]},
        **options,
    )


# Who sees what.


def test_only_its_own_seat_gets_a_hand() -> None:
    table = at_a_post("mauve:50")
    assert view(table, as_seat(1))["hand"]["goods"] == ["mauve:50"]
    assert view(table, as_seat(2))["hand"]["goods"] == ["blue:30"]
    assert view(table)["hand"] is None
    assert view(table, EVERYTHING)["hand"] is None


@pytest.mark.parametrize("table", [expedition(), hiding()], ids=["expedition", "lanterns"])
def test_other_games_have_no_hands_of_this_sort(table: Table) -> None:
    seen = view(table, as_seat(1))
    assert (seen["hand"], seen["hands"]) == (None, None)


def test_what_lies_open_is_the_same_whatever_the_others_hold() -> None:
    one, other = (view(at_a_post(card), as_seat(2)) for card in ("mauve:50", "mauve:80"))
    assert one["hands"] == other["hands"]
    assert one["hand"] == other["hand"]
    assert one["standings"] == other["standings"]
    assert one["chart"] == other["chart"]


def test_a_total_is_null_to_everyone_but_its_seat() -> None:
    table = at_a_post("mauve:50")
    totals = {place["seat"]: place["total"] for place in view(table, as_seat(1))["standings"]}
    assert totals == {1: 290, 2: None}
    assert {place["total"] for place in view(table)["standings"]} == {None}


def test_every_seat_shows_besants_cards_stage_and_place() -> None:
    ada, bao = view(at_a_post("mauve:50", "blue:80"))["hands"]["seats"]
    assert (ada["besants"], ada["cards"], ada["stage"], ada["place"]) == (240, 2, "outward", "A trading post")
    assert (bao["besants"], bao["cards"], bao["place"]) == (240, 1, "Venice")
    assert (ada["goods"], ada["fortune"]) == (None, None)
    assert said(at_a_post("mauve:50", "blue:80"), 1) == ["to Khanbalik", "2 cards"]


def test_the_own_seat_reads_its_fortune_in_the_scores() -> None:
    table = at_a_post("mauve:50")
    assert said(table, 1, as_seat(1))[-1] == "your fortune: 290"
    assert not [one for one in said(table, 2, as_seat(1)) if "fortune" in one]


def said(table: Table, seat: int, viewer: Viewer = PUBLIC) -> list[str]:
    """What is said of a seat beside its name."""
    return [one["says"] for one in view(table, viewer)["seats"][seat - 1]["about"]]


# The loot, the stacks and the bank.


def test_of_the_loot_one_knows_what_one_paid() -> None:
    table = classic(
        {"seat": 1, "move": "correct", "what": "mauve:50", "by": 1},
        {"seat": 1, "move": "spin", "route": "land", "chance": [7]},
        {"seat": 1, "move": "fight", "chance": [1, 6]},
        {"seat": 1, "move": "ransom", "pay": "card", "colour": "mauve", "value": 50},
    )
    assert view(table, as_seat(1))["hands"]["loot"] == {"besants": 0, "cards": 1, "known": ["mauve:50"]}
    for viewer in (PUBLIC, as_seat(2)):
        assert view(table, viewer)["hands"]["loot"] == {"besants": 0, "cards": 1, "known": []}


def test_the_stacks_are_counted() -> None:
    stacks = view(at_a_post("mauve:50", "mauve:80"))["hands"]["stacks"]
    assert [(stack["goods"], stack["left"]) for stack in stacks] == [
        ("blue", 8),
        ("green", 9),
        ("yellow", 9),
        ("mauve", 7),
    ]


def test_a_bank_that_gave_too_much_and_the_rules_of_the_house_are_badges() -> None:
    richer = {"seat": 1, "move": "correct", "what": "besants", "by": 1600}
    table = classic(richer, bandits_d8=True, move_bonus=2)
    badges = {badge["key"]: (badge["level"], badge["text"]) for badge in view(table)["badges"]}
    assert badges["rule.bandits_d8"] == ("info", "House rule: Bandits roll a d8")
    assert badges["rule.move_bonus"] == ("info", "House rule: Extra spaces, +2")
    assert badges["bank"][0] == "warning"
    assert "2080" in badges["bank"][1]
    assert view(classic())["badges"] == []


# What the turn wants next.


def hint(table: Table) -> tuple[int, str]:
    told = view(table)["hands"]["next"]
    return told["seat"], told["text"]


def test_the_hint_says_what_the_turn_wants_next() -> None:
    spun = {"seat": 1, "move": "spin", "route": "sea", "chance": [3]}
    attacked = {"seat": 1, "move": "spin", "route": "land", "chance": [7]}
    assert hint(classic()) == (1, "Say land or sea, then spin the wheel.")
    assert hint(classic(spun)) == (1, "Move 5 spaces by sea, then say where you stop.")
    assert hint(classic(attacked)) == (1, "You are attacked! White die for you, black die for them.")
    assert hint(classic(attacked, {"seat": 1, "move": "fight", "chance": [1, 6]})) == (
        1,
        "Pay the ransom: 30 besants, or a card.",
    )
    assert hint(classic(spun, {"seat": 1, "move": "arrive", "place": "town"}))[1].startswith("Nothing more to do here")


def test_the_hint_goes_to_the_player_whose_card_was_taken() -> None:
    table = made(at_a_post(), 1, {"move": "trade", "with": 2})
    assert hint(table) == (2, "Bao says which card Ada drew.")
    to_bao = table_view(snapshot(table), as_seat(2), Words("en"))["hands"]["next"]
    assert to_bao == {"seat": 2, "text": "Ada takes a card from you, unseen. Say which, in secret."}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["two_players", "four_players_ruin", "three_players_dice"])
def test_every_moment_of_a_game_has_its_words(name: str, language: str) -> None:
    words = Words(language)
    table = golden(name, 0)
    for entry in golden(name).entries:
        for seat in table.seats:
            seen = view(table, as_seat(seat), words)
            assert "hands." not in json.dumps([seen["hand"], seen["hands"], seen["badges"]])
        table = made(table, entry.played.seat, move_to_json(entry.played.move))


# The own hand.


def test_the_market_says_what_may_be_sold_and_bought_here() -> None:
    trading = view(at_a_post("green:80"), as_seat(1))["hand"]["trading"]
    assert trading["goods"] == "green"
    assert [trading[way]["open"] for way in ("sell", "buy", "trade")] == [True, True, True]
    assert trading["buy"]["text"] == "Up to 3 cards to buy, for 20 besants each."
    bought = made(at_a_post("green:80"), 1, {"move": "buy", "colour": "green", "value": 50})
    trading = view(bought, as_seat(1))["hand"]["trading"]
    assert (trading["sell"]["open"], trading["buy"]["open"]) == (False, True)
    assert view(bought, as_seat(2))["hand"]["trading"] is None


def test_the_road_counts_what_is_missing_for_the_return() -> None:
    road = view(at_a_post("blue:80", "blue:50", "blue:50", "green:80"), as_seat(1))["hand"]["road"]
    assert (road["fortune"], road["threshold"], road["ready"]) == (500, 1100, False)
    assert [(one["goods"], one["held"], one["good"]) for one in road["colours"]] == [
        ("blue", 3, False),
        ("green", 1, True),
        ("yellow", 0, False),
    ]
    assert [(step["done"], step["now"]) for step in road["steps"]] == [(False, True), (False, False), (False, False)]
    assert len(road["lacks"]) == 3


def test_a_road_travelled_to_its_end_is_ready() -> None:
    lines = golden_file("classic", "two_players").read_text("utf-8").splitlines()
    road = view(golden("two_players", len(lines) - 2), as_seat(1))["hand"]["road"]
    assert (road["ready"], road["lacks"]) == (True, [])
    assert [step["done"] for step in road["steps"]] == [True, True, False]


def test_dice_tracking_shows_only_what_is_tracked() -> None:
    seen = view(classic(tracking="dice"), as_seat(1))
    assert (seen["hand"]["goods"], seen["hand"]["road"]["colours"], seen["hand"]["road"]["lacks"]) == (None, [], [])
    assert (seen["hands"]["stacks"], seen["hands"]["seats"][0]["cards"], seen["hands"]["tracked"]) == (
        None,
        None,
        False,
    )
    assert [place["total"] for place in seen["standings"]] == [240, 240]


# The end.


def test_at_the_end_every_hand_lies_open() -> None:
    seen = view(golden("two_players"))
    ada, bao = seen["hands"]["seats"]
    assert (ada["fortune"], len(ada["goods"]), bao["fortune"], bao["goods"]) == (1100, 6, 160, [])
    assert (seen["hand"], seen["hands"]["next"]) == (None, None)
    assert seen["chart"][-1][1] == [1100, 160]
    assert [honour["text"] for honour in ada["honours"]] == ["Golden Table, turned over", "Secret of the Orient"]


def test_a_game_that_is_closed_before_its_end_stays_secret() -> None:
    seen = view(close(golden("two_players", 20)))
    assert {seat["goods"] is None for seat in seen["hands"]["seats"]} == {True}
    assert (seen["hands"]["next"], {place["total"] for place in seen["standings"]}) == (None, {None})


# Forms tell pages what their choices stand for.


def test_choices_name_their_things_and_what_they_are_worth() -> None:
    table = at_a_post("mauve:50", "mauve:50")
    form = walked(table, 1, "sell", {}, ENGLISH)
    [field] = form.fields
    assert [(choice["things"], choice["worth"]) for choice in field["taken"]] == [(["mauve:50"], 50)]
    assert [(choice["things"], choice["worth"]) for choice in field["choices"]] == [(["mauve:50"], 50)]
    assert field["note"] == "Each for the value on it. Everybody sees them."


def test_what_leaves_no_choice_is_answered() -> None:
    table = at_a_post()
    form = walked(table, 1, "buy", {}, ENGLISH)
    assert form.chosen == {"colour": "green"}
    assert [field.get("only", False) for field in form.fields] == [True, False]
    assert [choice["things"] for choice in form.fields[1]["choices"]] == [
        ["green:80"],
        ["green:50"],
        ["green:30"],
        ["hasard"],
    ]


def test_the_asked_player_reads_who_took_the_card() -> None:
    table = made(at_a_post(), 1, {"move": "trade", "with": 2})
    form = walked(table, 2, "trade", {}, ENGLISH)
    assert form.fields[-1]["note"].startswith("Ada takes a card from you")
    assert [choice["value"] for choice in form.fields[-1]["choices"]] == [{"colour": "blue", "value": 30}]
