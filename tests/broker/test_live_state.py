"""Tests of the live state: its schema, what it has at each stage, and that it has no secret."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.broker.live_state import end_key, live_state, turn_key
from companion.broker.topics import payload
from companion.rules.viewer import PUBLIC
from companion.server.views.table_view import table_view
from companion.session.session import Session, Snapshot
from companion.table.commands import CloseGame, TakeBack
from companion.table.conceal_end import begin_reveal, conceal_end
from companion.table.table import Table
from companion.words.catalogue import LANGUAGES, Words
from tests.attack.test_reveal import ENDINGS, SECRETIVE, ended, twin_of_ending
from tests.broker.schemas import BOX, check, schema
from tests.kit.cases import Case, every_case
from tests.kit.random_play import cut_table, whole_game
from tests.kit.scripted_games import expedition, play, replayed_table, skip_reveal
from tests.kit.scripted_games import whole_game as scripted_moves
from tests.kit.twins import look_equal, twin_of

EN = Words("en")
EVENING = 1_796_065_600
MOMENTS = 4
"""Moments of a game that are looked at."""


def state_of(table: Table | None, language: str = "en", **fields: Any) -> dict[str, Any]:
    message = live_state(Snapshot(table, saved=True), BOX, Words(language), **fields)
    check(message, schema("state-1"))
    return message


def moments(table: Table) -> list[Table]:
    """Return some moments of a game, the start and the end included."""
    last = len(table.entries)
    return [cut_table(table, last * moment // MOMENTS) for moment in range(MOMENTS + 1)]


@every_case
def test_every_moment_follows_the_schema(case: Case) -> None:
    for moment in moments(whole_game(case, 1)):
        for language in LANGUAGES:
            message = state_of(moment, language)
            assert message["state"] == ("over" if moment.over else "playing")
            assert json.loads(payload(message)) == message


@every_case
def test_state_has_what_spectators_read(case: Case) -> None:
    for moment in moments(whole_game(case, 2)):
        view, message = table_view(Snapshot(moment, saved=True), PUBLIC, EN), state_of(moment)
        assert message["headline"] == view["headline"]
        assert message["sentence"] == (view["events"][0]["text"] if view["events"] else None)
        assert (message["turn"] or {}).get("seat") == (view["turn"] if not moment.over else None)
        assert moment.over or [seat["total"] for seat in message["seats"]] == view["shown"]


@every_case
def test_games_that_differ_in_a_secret_publish_the_same_bytes(case: Case) -> None:
    compared = 0
    table = whole_game(case, 1)
    for seat in case.every_seat[:2]:
        twin = twin_of(table, seat, Random(seat))
        for moment, other in zip(moments(table), moments(twin), strict=True):
            if not moment.over and look_equal(moment, other, PUBLIC):
                compared += 1
                assert payload(state_of(moment)) == payload(state_of(other))
    assert compared


@pytest.mark.parametrize("name", SECRETIVE)
def test_revealed_endings_publish_the_same_bytes(name: str) -> None:
    """Two games that end otherwise for a secret publish the same until a step that differs is shown."""
    endings = ended(name), twin_of_ending(name)[0]
    shown = [concealed(table) for table in endings]
    assert payload(state_of(shown[0])) == payload(state_of(shown[1]))
    assert payload(state_of(endings[0])) != payload(state_of(endings[1]))


@pytest.mark.parametrize("name", [*ENDINGS])
def test_end_is_not_told_while_it_is_revealed(name: str) -> None:
    shown = concealed(ended(name))
    message = state_of(shown)
    assert message["state"] == "revealing"
    assert (message["turn"], message["since"], message["waiting"]) == (None, None, [])
    assert [seat["total"] for seat in message["seats"]] == [
        seat["total"] for seat in state_of(replace(shown, reveal=None))["seats"]
    ]


def concealed(table: Table) -> Table:
    reveal = begin_reveal(cut_table(table, len(table.entries) - 1), table)
    assert reveal is not None
    return conceal_end(table, reveal)


def test_no_game_has_nothing() -> None:
    message = state_of(None)
    assert (message["state"], message["game"], message["seats"]) == ("none", None, [])


def test_nobody_leads_while_all_are_equal() -> None:
    message = state_of(replayed_table(()))
    assert (message["leaders"], message["leader"]) == ([], None)


def test_seat_without_a_person_stays_nameless() -> None:
    message = state_of(replayed_table((), names=("Ada", "Red", "Bao")), nobodies={"red"})
    assert [(seat["label"], seat["name"]) for seat in message["seats"]] == [
        ("Ada", "Ada"),
        ("Red", None),
        ("Bao", "Bao"),
    ]


def test_since_is_null_while_the_clock_is_wrong() -> None:
    table = replayed_table(())
    assert state_of(table, since=EVENING)["since"] == "2026-11-30T19:06:40Z"
    assert state_of(table, since=60)["since"] is None


def test_health_tells_that_moves_are_not_saved() -> None:
    assert live_state(Snapshot(None, saved=False), BOX, EN)["health"] == "not_saved"
    assert live_state(Snapshot(None, saved=True, damaged=True), BOX, EN)["health"] == "damaged"


def test_turn_and_end_are_known_by_their_keys(session: Session) -> None:
    ends = [end_key(session.snapshot())]
    session.do(expedition())
    for command in (*map(play, scripted_moves()), None, TakeBack(), CloseGame()):
        if command is None:
            skip_reveal(session)
        else:
            session.do(command)
        ends.append(end_key(session.snapshot()))
    last = len(scripted_moves())
    assert len(set(ends[1:last])) == 1, "a move in the game changes no result"
    after = ends[last:]
    assert all(earlier != later for earlier, later in pairwise([ends[last - 1], *after])), "all that follows does"
    assert turn_key(session.snapshot()) is None
