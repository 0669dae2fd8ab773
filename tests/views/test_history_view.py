"""All moves: by turns with their headings, who may change them, and what hidden moves forbid."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.rules.rule_errors import IllegalMoveError
from companion.rules.viewer import PUBLIC, as_seat
from companion.server.views.history_view import history_view
from companion.server.views.phone_view import ViewerRole
from companion.table.commands import Amend
from companion.table.revealing_amendments import check_amend, last_hidden_entry
from companion.table.table import Table, close
from companion.words.catalogue import Words
from tests.kit.cases import CASES, Case, a_few, every_case, few_seeds, hands
from tests.kit.random_play import some_moment, whole_game
from tests.kit.twins import look_equal, twin_of
from tests.views.games import expedition, play_moves, with_correction, with_move, with_secrets

ENGLISH, FRENCH = Words("en"), Words("fr")
CLASSIC: Case = next(case for case in CASES if case.game.id == "classic" and not case.options.get("tracking"))


def all_moves(table: Table, role: ViewerRole = ViewerRole(), words: Words = ENGLISH) -> Any:  # noqa: B008 - frozen
    """Return what a phone of this role gets."""
    return history_view(table, role.viewer, words, role.seats(table), may_act=role.may_act)


# Turns and phases.


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_every_move_is_in_one_turn_with_a_heading(case: Case, seed: int, rnd: Random) -> None:
    history = all_moves(some_moment(case, seed, rnd))
    numbers = [[*range(turn["first"], turn["last"] + 1)] for turn in history["turns"]]
    assert [*chain(*numbers)] == [move["entry"] for move in history["entries"]]
    assert all(turn["title"] for turn in history["turns"])
    assert [turn["ended"] for turn in history["turns"][:-1]] == [True] * len(history["turns"][:-1])


def test_a_turn_is_headed_by_its_seat_and_result() -> None:
    table = play_moves(expedition(), "step", "crate 2", "end", "step")
    english, french = all_moves(table)["turns"], all_moves(table, words=FRENCH)["turns"]
    assert [(turn["title"], turn["result"]) for turn in english] == [
        ("Inès’s turn", "0 → 3, +2 gold"),
        ("Bao’s turn", ""),
    ]
    assert [(turn["title"], turn["result"]) for turn in french] == [
        ("Tour d’Inès", "0 → 3, +2 or"),
        ("Tour de Bao", ""),
    ]


def test_a_phase_is_headed_by_its_round() -> None:
    voyages = next(case for case in CASES if case.game.id == "voyages")
    titles = [turn["title"] for turn in all_moves(whole_game(voyages, 1))["turns"]]
    assert titles[:2] == ["Everybody, round 1", "Ada’s turn, round 1"]
    assert "Everybody, round 2" in titles
    assert all_moves(with_secrets())["turns"][0]["title"] == "Before the first round"


# Who may change what.


def test_every_phone_reads_who_may_change_a_seats_moves() -> None:
    table = replace(play_moves(expedition(), "step"), claims={1: "ada"})
    own_phone = "Inès has a phone: only that phone and the box change Inès’s moves."
    hosts = "Only a host’s phone and the box change Bao’s moves."
    for role in (ViewerRole(), ViewerRole(host=True), ViewerRole(seat=1)):
        who_may = all_moves(table, role)["who_may"]
        assert (who_may["1"], who_may["2"]) == (own_phone, hosts)


def test_only_a_phone_that_plays_inserts_moves() -> None:
    table = replace(play_moves(expedition(), "step"), claims={1: "ada", 2: "bao", 3: "chloé"})
    nobody = "This phone plays for nobody. Only phones that play, and the box, add forgotten moves."
    assert all_moves(table)["insert_refused"] == nobody
    assert all_moves(table, ViewerRole(host=True))["insert_refused"] == nobody, "every seat has a phone"
    assert "insert_refused" not in all_moves(table, ViewerRole(seat=1))


def test_in_a_closed_game_nobody_changes_anything() -> None:
    history = all_moves(close(play_moves(expedition(), "step")), ViewerRole(seat=1))
    assert history["insert_refused"] == history["who_may"]["1"] == "This game was ended."
    assert [move["yours"] for move in history["entries"]] == [False]


def test_moves_with_chance_say_where_it_came_from() -> None:
    table = with_secrets()
    for seat, value in ((1, 11_112), (2, 11_113)):
        table = with_move(table, seat, {"move": "hide", "colour": "red", "value": value, "wish": "sun"})
    table = with_move(table, 1, {"move": "roll", "chance": [2, 3]})
    entry = table.entries[-1]
    typed = replace(table, entries=[*table.entries[:-1], replace(entry, played=replace(entry.played, typed=True))])
    assert (all_moves(typed)["drawn"], all_moves(typed)["typed"]) == ([], [5])


# What hidden moves forbid.


def test_hidden_moves_are_named_only_to_phones_that_play() -> None:
    table = with_secrets()
    assert "hidden" not in all_moves(table)
    assert all_moves(table, ViewerRole(seat=1))["hidden"]["last"] == 2
    assert all_moves(table, ViewerRole(seat=2))["hidden"]["last"] == 1
    assert all_moves(table, ViewerRole(host=True))["hidden"]["last"] == 2
    assert "hidden" not in all_moves(with_correction(expedition(), 1, 2), ViewerRole(host=True))


@a_few
@given(seed=few_seeds, rnd=hands)
def test_a_locked_move_cannot_be_changed(seed: int, rnd: Random) -> None:
    table = some_moment(CLASSIC, seed, rnd)
    for seat in table.seats:
        hidden = all_moves(table, ViewerRole(seat=seat)).get("hidden", {"locked": (), "why": ""})
        for entry in hidden["locked"]:
            with pytest.raises(IllegalMoveError) as refused:
                check_amend(table, Amend(entry=entry, move=None), as_seat(seat))
            assert ENGLISH.of(refused.value.reason, table.names) == hidden["why"]


def test_some_moves_are_locked_in_games_with_hidden_cards() -> None:
    locked = 0
    for seed in range(4):
        table = whole_game(CLASSIC, seed)
        for number in range(20, len(table.entries), 20):
            moment = replace(table, entries=table.entries[:number])
            locked += sum(
                len(all_moves(moment, ViewerRole(seat=seat)).get("hidden", {"locked": ()})["locked"])
                for seat in moment.seats
            )
    assert locked > 0


@a_few
@given(seed=few_seeds, rnd=hands)
def test_twins_with_other_secrets_have_equal_moves(seed: int, rnd: Random) -> None:
    table = some_moment(CLASSIC, seed, rnd)
    owner = rnd.choice([*table.seats])
    twin = twin_of(table, owner, rnd)
    for role in (
        ViewerRole(),
        ViewerRole(host=True),
        *(ViewerRole(seat=seat) for seat in table.seats if seat != owner),
    ):
        if look_equal(table, twin, role.viewer):
            assert all_moves(table, role) == all_moves(twin, role)


def test_nothing_is_hidden_after_the_end() -> None:
    assert last_hidden_entry(whole_game(CLASSIC, 1), PUBLIC) == 0
