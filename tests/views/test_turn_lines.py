"""Descriptions of whole turns, in the game's words or those of its moves, without secrets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.classic import CLASSIC
from companion.games.classic.match import Match as ClassicMatch
from companion.rules.moves import Line
from companion.rules.text import say
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.history_view import history_view
from companion.server.views.table_view import table_view
from companion.table import amendments
from companion.table import table as tables
from companion.table.history_queries import moves_of_span, turn_span_at, turn_spans
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.event_lines import last_event_line, turn_line, turn_row
from tests.games.pebbles import PEBBLES, Match, State
from tests.views.games import expedition, play_moves, snapshot, with_correction, with_move, with_secrets

ENGLISH, FRENCH = Words("en"), Words("fr")
GREEN_80: tuple[dict[str, Any], ...] = (
    {"move": "arrive", "place": "post", "colour": "green"},
    {"move": "buy", "colour": "green", "value": 80},
)


def log_of(table: Table, viewer: Viewer = PUBLIC) -> list[str]:
    log = table_view(snapshot(table), viewer, ENGLISH)["log"]
    return [event["text"] for event in log]


def turns_of(table: Table, viewer: Viewer = PUBLIC) -> list[tuple[int, int, int | None, str]]:
    turns = history_view(table, viewer, ENGLISH)["turns"]
    return [(turn["first"], turn["last"], turn["seat"], turn["text"]) for turn in turns]


def with_bought_card(*more: dict[str, Any]) -> Table:
    """Return a game of 1983 in which seat 1 has bought a card that nobody else knows."""
    table = tables.start(CLASSIC, ("Inès", "Bao"), {}, number=1)
    spin = {"move": "spin", "route": "land", "chance": [0]}
    for body in (spin, *GREEN_80, *more):
        table = with_move(table, 1, body)
    return table


@pytest.fixture
def without_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the words for whole turns from the game of 1983, as if it had only those for its moves."""
    monkeypatch.setattr(ClassicMatch, "describe_turn", lambda *_: None)


# Grouping of entries.


def test_equal_turn_numbers_are_one_turn_listed_last_first() -> None:
    table = play_moves(expedition(), "step", "crate 2", "end", "end", "step")
    fields = [(stretch.first, stretch.last, stretch.turn, stretch.seat, stretch.ended) for stretch in turn_spans(table)]
    assert fields == [(5, 5, 3, 3, False), (4, 4, 2, 2, True), (1, 3, 1, 1, True)]
    assert turn_span_at(table, 2) == turn_span_at(table, 1)


def test_a_phase_is_one_stretch_described_after_its_end() -> None:
    under_way = tables.play(with_secrets(), [], 99)
    assert [(stretch.first, stretch.last, stretch.turn, stretch.ended) for stretch in turn_spans(under_way)] == [
        (1, 2, None, False)
    ]
    assert turns_of(under_way) == [(1, 2, None, "")]
    ended = under_way
    for seat in (1, 2):
        while seat in ended.match.active_seats(ended.state) and ended.match.round(ended.state) == 0:
            wish = {"move": "hide", "colour": "red", "value": 11_112, "wish": "sun"}
            ended = with_move(ended, seat, wish)
    for seat in (1, 2):
        ended = with_move(ended, seat, {"move": "roll", "chance": [2, 3]})
    (phase,) = history_view(ended, PUBLIC, ENGLISH)["turns"]
    assert (phase["first"], phase["last"], phase["seat"]) == (1, len(ended.entries), None)
    inès, bao = phase["text"].split(" · ")
    assert (inès.startswith("Inès: "), bao.startswith("Bao: ")) == (True, True)
    assert all(report.endswith(", rolls (+5 oil)") for report in (inès, bao))
    assert (phase["text"].count("Inès"), phase["text"].count("Bao")) == (1, 1)
    assert [event["turn"] for event in table_view(snapshot(ended), PUBLIC, ENGLISH)["log"]] == [True]


class TurnlessMatch(Match):
    """Pebbles in which nobody has a turn: all act in a round."""

    def turn(self, state: State) -> None:
        return None

    def turn_no(self, state: State) -> None:
        return None

    def round(self, state: State) -> int:
        return state.turn_no // 2  # one move before the first round, then two moves for each round


def test_a_game_without_turns_is_described_by_round() -> None:
    table = tables.start(PEBBLES, ("Inès", "Bao"), {}, number=1)
    match = TurnlessMatch(game=PEBBLES, names=table.names, options={})
    table = replace(table, game_start=replace(table.game_start, match=match))
    for n in (1, 2, 1, 2, 1, 2):
        (seat,) = match.active_seats(table.state)
        table = with_move(table, seat, {"move": "take", "n": n})
    assert [(stretch.first, stretch.last, stretch.ended) for stretch in turn_spans(table)] == [
        (6, 6, False),
        (4, 5, True),
        (1, 3, True),
    ]
    assert turns_of(table)[1][3] == "Bao: takes from the heap (+2) · Inès: takes from the heap (+1)"


def test_lines_of_the_following_phase_are_counted_there() -> None:
    table = play_moves(expedition(), "step", "end", "end")
    income = Line(1, "gold", 4, say("why.correction", note=""), None, follows=True)
    first, last, *rest = table.entries
    table = replace(table, entries=(first, replace(last, lines=(income,)), *rest))
    turn, after = moves_of_span(table, turn_span_at(table, 1)), moves_of_span(table, turn_span_at(table, 3))
    assert [line for deed in turn for line in deed.lines] == []
    assert [line for deed in after for line in deed.lines] == [income]


# Descriptions of turns.


def test_an_expedition_describes_whole_turns() -> None:
    table = play_moves(expedition(), "step", "crate 2", "step", "end", "end", "step", "end")
    assert turns_of(table) == [
        (1, 4, 1, "Inès: 0 → 4, +2 gold"),
        (5, 5, 2, "Bao passes"),
        (6, 7, 3, "Chloé: 2 → 3"),
    ]
    assert turn_line(table, turn_span_at(table, 1), FRENCH) == "Inès\N{NO-BREAK SPACE}: 0 → 4, +2 or"
    assert turn_row(table, turn_span_at(table, 1), FRENCH) == (1, "0 → 4, +2 or")


def test_cities_with_a_tally_are_named() -> None:
    table = play_moves(expedition(), *["step"] * 14, "end", "end", *["step"] * 13, "no crates")
    texts = [text for *_, text in turns_of(table)]
    assert "→ Ganzhou, +" in texts[0]
    assert "→ Dadu, +" in texts[-1]


def test_crates_noted_at_dadu_are_in_log_and_turn() -> None:
    known = {str(space): 0 for space in range(6, 29)}
    table = play_moves(expedition(crates=known), "step", "step", "end", "step", "step", "end", "end")
    table = play_moves(table, *["step"] * 11, "end", "end", *["step"] * 13)
    crates = with_move(table, 1, {"move": "crate", "value": 2, "space": 4})
    crates = with_move(crates, 1, {"move": "crate", "value": 1, "space": 5})
    assert log_of(crates)[:2] == [
        "Inès: crate of 1 on space\N{NO-BREAK SPACE}5, for Bao",
        "Inès: crate of 2 on space\N{NO-BREAK SPACE}4, for Inès",
    ]
    ended = with_move(crates, 1, {"move": "no_crates"})
    assert log_of(ended)[0] == turns_of(ended)[-1][-1] == "Inès: 16 → Dadu, +9 gold, +1 gold for Bao"


def test_a_turn_with_two_camels_names_both_walks() -> None:
    table = play_moves(expedition(2, both_camels=True), "step 1", "step 2", "step 1", "end")
    (text,) = [text for *_, text in turns_of(table)]
    starts = table.initial_state.camels[0]
    assert text.startswith(f"Inès: blue {starts[0]} → ")
    assert f", green {starts[1]} → " in text


@pytest.mark.usefixtures("without_summary")
def test_a_turn_without_own_words_lists_moves_and_gains() -> None:
    table = with_bought_card({"move": "end_turn"})
    public = "Inès: spins {} by land, reaches a green post, buys a card (−20)"
    points = table.entries[0].state.turn.points
    assert turns_of(table) == [(1, 4, 1, public.format(points))]
    assert last_event_line(table, ENGLISH) == "I buys a card"


@pytest.mark.usefixtures("without_summary")
def test_equal_moves_are_counted() -> None:
    table = with_bought_card(
        {"move": "correct", "what": "besants", "by": 100}, *[GREEN_80[1]] * 2, {"move": "end_turn"}
    )
    assert "reaches a green post, buys a card ×3 (" in turns_of(table)[-1][3]


def test_a_move_does_not_repeat_its_name() -> None:
    table = tables.start(PEBBLES, ("Inès", "Bao"), {}, number=1)
    table = with_move(table, 1, {"move": "take", "n": 2})
    assert last_event_line(table, ENGLISH, brief=True) == "I takes from the heap"


def test_a_corrected_place_names_the_spaces_before_and_after() -> None:
    assert log_of(with_correction(expedition(), 2, 3, "space:1")) == ["Bao: space 1 → 4, corrected"]
    table = with_correction(expedition(2), 2, 1, "space:2")
    assert log_of(table) == ["Bao: yellow camel, space 3 → 4, corrected"]
    assert last_event_line(table, ENGLISH, brief=True) == "B yellow, space 3 → 4, corrected"


@pytest.mark.usefixtures("without_summary")
def test_only_its_seat_sees_a_secret_card() -> None:
    table = with_bought_card({"move": "end_turn"})
    for describe in (turns_of, log_of):
        texts = {viewer: str(describe(table, viewer)) for viewer in (PUBLIC, as_seat(1), as_seat(2))}
        assert texts[PUBLIC] == texts[as_seat(2)]
        assert "green 80" not in texts[PUBLIC]
        assert "green 80" in texts[as_seat(1)]
        assert "+1 green 80" in texts[as_seat(1)]
    assert "green 80" not in last_event_line(table, ENGLISH)
    assert "green 80" in str(turns_of(table, EVERYTHING))


# The log, and the line of the last event.


def test_the_log_lists_moves_until_the_turn_has_a_summary() -> None:
    table = play_moves(expedition(), "step", "crate 2")
    assert log_of(table) == ["Inès takes a crate of 2", "Inès steps to 3"]
    table = play_moves(table, "end")
    assert log_of(table) == ["Inès: 0 → 3, +2 gold"]
    table = play_moves(table, "step")
    assert log_of(table) == ["Bao steps to 4", "Inès: 0 → 3, +2 gold"]


def test_a_turn_of_the_log_has_its_entries() -> None:
    table = play_moves(expedition(), "step", "end", "step")
    log = table_view(snapshot(table), PUBLIC, ENGLISH)["log"]
    assert [(event["first"], event["entry"], event["seat"], event["turn"]) for event in log] == [
        (3, 3, 2, False),
        (1, 2, 1, True),
    ]


def test_corrections_and_amendments_have_their_own_lines() -> None:
    table = with_correction(play_moves(expedition(), "step"), 2, 1)
    table = play_moves(table, "end")
    assert log_of(table) == ["Inès: 0 → 3", "Bao: 3 → 4 gold, corrected"]
    assert log_of(with_correction(table, 1, 2))[0] == "Inès: 3 → 5 gold, corrected"
    undone = amendments.take_back(table)
    assert log_of(undone) == ["Taken back: Inès ends the turn", "Bao: 3 → 4 gold, corrected", "Inès steps to 3"]


def test_corrections_alone_are_no_turn() -> None:
    table = with_correction(play_moves(expedition(), "step", "end"), 2, 1)
    assert turns_of(table)[-1] == (3, 3, 2, "")
    assert log_of(table) == ["Bao: 3 → 4 gold, corrected", "Inès: 0 → 3"]


def test_the_log_of_a_long_game_stays_short() -> None:
    table = play_moves(expedition(), *["end"] * 40)
    assert len(log_of(table)) == 12


def test_the_little_screen_shows_the_last_turn() -> None:
    table = play_moves(expedition(), "step", "crate 2")
    assert last_event_line(table, FRENCH) == "Inès prend une caisse de 2"
    assert last_event_line(play_moves(table, "end"), FRENCH) == "I 0 → 3, +2 or"
    assert last_event_line(play_moves(table, "end", "end"), FRENCH) == "Bao passe"
    assert last_event_line(play_moves(table, "end", "step"), FRENCH) == "Bao va sur la 4"
    line = last_event_line(with_bought_card({"move": "end_turn"}), ENGLISH)
    assert line == "I visits the green trading post, a card (−20)"
