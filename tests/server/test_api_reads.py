"""Tests of reading the API: previews, forms, the moves so far, set-up, and that nobody gets another's hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import companion.server.views.history_view
from companion.games import GAMES as CLASSIC_TOO
from companion.journal.journal import Journal
from companion.journal.state_directory import NAME
from companion.session.session import Session
from companion.table.commands import Play
from tests.kit.cases import GAMES
from tests.server.helpers import new_session
from tests.server.phones_room import END, NAMES, STEP, Room, refusal_of


@pytest.fixture
def room() -> Room:
    return Room()


class TestPreviews:
    def test_a_preview_shows_a_moves_outcome(self, room: Room) -> None:
        host = room.phone(None)
        host.do("start", game="expedition", seats=NAMES, options={"crates": {"3": 2}})
        preview = host.post("/api/preview", do="play", seat=1, move=STEP).json
        assert preview
        assert [(line["by"], line["what"], line["ruling"]) for line in preview["lines"]] == [(2, "gold", "E3")]
        assert {place["name"]: place["total"] for place in preview["standings"]} == {"Ada": 5, "Bao": 3, "Chloé": 3}
        assert "Ada" in preview["told"]
        assert room.seq == 1

    def test_a_preview_of_an_amendment_lists_its_misfits(self, room: Room) -> None:
        host = room.phone(None)
        host.do("start", game="expedition", seats=NAMES, options={"crates": {"3": 2}})
        for seat, move in ((1, STEP), (1, END), (2, STEP)):
            host.play(seat, move)
        preview = host.post("/api/preview", do="amend", entry=2, move=None).json
        assert preview
        assert [(misfit["entry"], misfit["seat"]) for misfit in preview["misfits"]] == [(3, 2)]
        assert "Ada" in preview["misfits"][0]["reason"]
        assert "Bao" in preview["misfits"][0]["text"]
        error = refusal_of(host.do("amend", entry=2, move=None), 409, "misfits")
        assert error["entries"] == [3]
        removed = host.do("amend", entry=2, move=None, without=[3]).json
        assert removed == {
            "seq": 5,
            "entry": 1,
            "number": 1,
            "change": "Removed: Ada ends the turn (1 later move left out)",
        }

    def test_taking_back_restoring_closing_and_starting_have_previews(self, room: Room) -> None:
        host = room.phone(None)
        host.do("start", game="expedition", seats=NAMES, options={"crates": {"3": 2}})
        host.play(1, STEP)
        back = host.post("/api/preview", do="take_back").json
        assert back
        assert [place["total"] for place in back["standings"]] == [3, 3, 3]
        host.do("take_back")
        again = host.post("/api/preview", do="restore").json
        assert again
        assert [line["by"] for line in again["lines"]] == [2]
        assert host.post("/api/preview", do="close").status_code == 200
        begun = host.post("/api/preview", do="start", game="expedition", seats=["Eva", "Fil"]).json
        assert begun
        assert {place["name"] for place in begun["standings"]} == {"Eva", "Fil"}
        assert [(line["seat"], line["by"]) for line in begun["lines"]] == [(1, 3), (2, 3)]
        assert room.seq == 3

    def test_the_preview_of_a_refused_move_is_refused(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        refusal_of(host.post("/api/preview", do="play", seat=2, move=STEP), 422, "illegal_move")
        refusal_of(host.post("/api/preview", do="open", game=1), 400, "malformed")


class TestForms:
    def test_a_form_is_filled_field_by_field(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        kinds = host.post("/api/form", seat=1).json
        assert kinds
        assert [kind["move"] for kind in kinds["kinds"]] == ["step", "crate", "end_turn", "correct"]
        form = host.post("/api/form", seat=1, move="correct").json
        assert form
        assert (form["whole"], [field["name"] for field in form["fields"]]) == (False, ["what"])
        form = host.post("/api/form", seat=1, move="correct", chosen={"what": "gold", "by": 2}).json
        assert form
        assert (form["whole"], [field.get("value") for field in form["fields"]]) == (True, ["gold", 2, ""])
        assert host.play(1, form["move"]).status_code == 200

    def test_an_invalid_answer_is_asked_for_again(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        for chosen in ({"what": "silver", "by": 2}, {"what": 1}, {"what": None}):
            form = host.post("/api/form", seat=1, move="correct", chosen=chosen).json
            assert form
            assert (form["whole"], form["move"]) == (False, {"move": "correct"})
        form = host.post("/api/form", seat=1, move="correct", chosen={"what": "gold", "by": 0}).json
        assert form
        amount = form["fields"][-1]
        assert (amount["base"], amount["low"], amount["gaps"][0]["reason"]) == (3, -3, "That is the amount now.")
        assert "value" not in form["fields"][-1]

    def test_refused_choices_stay_visible_with_their_reason(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        form = host.post("/api/form", seat=1, move="step").json
        assert form
        by = {choice["value"]: choice["refused"] for choice in form["fields"][0]["choices"]}
        assert by["cards"] is None
        assert by["ballast"]["ruling"] == "E5"

    def test_the_form_of_an_earlier_move_is_as_it_was(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        for seat, move in ((1, STEP), (1, END), (2, STEP)):
            host.play(seat, move)
        refusal_of(host.post("/api/form", seat=1, move="step"), 422, "illegal_move")
        form = host.post("/api/form", seat=1, move="step", entry=1).json
        assert form
        assert form["fields"][0]["name"] == "by"
        refusal_of(host.post("/api/form", seat=1, entry=9), 400, "malformed")
        refusal_of(host.post("/api/form", seat=7), 400, "malformed")
        refusal_of(host.post("/api/form", seat=1, move="fly"), 400, "malformed")

    def test_without_a_game_there_is_no_form(self, room: Room) -> None:
        refusal_of(room.phone(None).post("/api/form", seat=1), 409, "no_game")


class TestTouches:
    def test_touching_a_place_offers_the_step_there(self, room: Room) -> None:
        host = room.phone(None)
        host.do("start", game="expedition", seats=NAMES)
        place = next(
            offer["at"] for offer in host.view["offers"] if offer["seat"] == 1 and offer["whole"] and offer["at"]
        )
        body = host.post("/api/touch", seat=1, touches=[place]).json
        assert body
        assert [(offer["move"], offer["whole"]) for offer in body["offers"] if not offer["refused"]] == [(STEP, True)]
        assert room.seq == 1

    @pytest.mark.parametrize("touches", [[], ["place:9"] * 41, ["x" * 61], "place:9", [9]])
    def test_a_malformed_touch_is_refused(self, room: Room, touches: Any) -> None:
        host = room.phone(None)
        host.do("start", game="expedition", seats=NAMES)
        refusal_of(host.post("/api/touch", seat=1, touches=touches), 400, "malformed")

    def test_a_touch_without_any_offer_says_so(self, room: Room) -> None:
        host = room.phone(None)
        host.do("start", game="expedition", seats=NAMES)
        error = refusal_of(host.post("/api/touch", seat=1, touches=["card:blue:80"]), 422, "illegal_move")
        assert error["reason"] == "You can’t do anything with this now."

    def test_only_a_seats_own_phone_can_touch_its_hand(self) -> None:
        with new_session(CLASSIC_TOO) as session:
            room = Room(session)
            room.phone(None).do("start", game="classic", seats=NAMES)
            card = {"move": "correct", "what": "green:80", "by": 1}
            post = {"move": "arrive", "place": "post", "colour": "blue", "shared_with": []}
            for move in (card, {"move": "spin", "route": "land", "chance": [3]}, post):
                session.do(Play(moves=((1, move),)))
            host, mine = room.phone(None), room.phone(1)
            body = mine.post("/api/touch", seat=1, touches=["card:green:80"]).json
            assert body
            assert [offer["move"] for offer in body["offers"]] == [
                {"move": "sell", "cards": [{"colour": "green", "value": 80}]}
            ]
            refusal_of(host.post("/api/touch", seat=1, touches=["card:green:80"]), 403, "not_yours")


def test_the_history_is_in_words_and_marks_amendable_moves(room: Room) -> None:
    host = room.phone(None)
    host.start()
    ada = room.phone(1)
    for seat, move in ((1, STEP), (1, END)):
        ada.play(seat, move)
    host.play(2, STEP)
    host.do("take_back")
    history = ada.get("/api/history")
    assert [(entry["entry"], entry["seat"], entry["yours"]) for entry in history["entries"]] == [
        (1, 1, True),
        (2, 1, True),
    ]
    assert len(history["undone"]) == 1
    assert [entry["yours"] for entry in host.get("/api/history")["entries"]] == [False, False]
    assert room.phone().get("/api/history")["entries"][0]["text"] == history["entries"][0]["text"]


def test_the_history_of_a_very_long_game_comes_in_parts(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check also that a turn cut by the border of a part is given whole."""
    monkeypatch.setattr(companion.server.views.history_view, "MOST_MOVES", 3)
    host = room.phone(None)
    host.start()
    for seat in (1, 2, 3):
        for move in (STEP, END):
            host.play(seat, move)
    newest = host.get("/api/history")
    assert [entry["entry"] for entry in newest["entries"]] == [4, 5, 6]
    assert [(turn["first"], turn["last"]) for turn in newest["turns"]] == [(4, 4), (5, 6)]
    assert newest["turns"][0]["text"] == "Bao: 1 → 4"
    before = newest["earlier"]["before"]
    oldest = host.get(f"/api/history?before={before}")
    assert [entry["entry"] for entry in oldest["entries"]] == [1, 2, 3]
    assert [(turn["first"], turn["last"]) for turn in oldest["turns"]] == [(1, 2), (3, 3)]
    assert host.get(f"/api/history?before={oldest['later']['before']}") == newest
    assert "earlier" not in oldest
    assert "later" not in newest
    assert host.client.get("/api/history?before=0").status_code == 400


def test_the_owners_own_board_is_kept_checked_and_offered(room: Room) -> None:
    host = room.phone(None)
    board = {"crates": {"5": 2}, "requirements": {"1": {"kind": "drivers"}}}
    assert host.post("/api/profile", game="expedition", profile=board).json == {"game": "expedition", "profile": board}
    profile = host.get("/api/profile?game=expedition")
    assert profile["profile"] == board
    assert profile["printed"]["tally"]["ganzhou"]["16"] == 6
    assert host.get("/api/setup")["games"][0]["profile"] == board
    error = refusal_of(host.post("/api/profile", game="expedition", profile={"crates": {"99": 1}}), 400, "malformed")
    assert error["where"] == "crates.99"
    refusal_of(host.post("/api/profile", game="expedition", profile={"colours": ["red"]}), 400, "malformed")
    refusal_of(host.post("/api/profile", game="chess", profile={}), 400, "malformed")
    assert host.get("/api/profile?game=expedition")["profile"] == board
    host.post("/api/profile", game="expedition", profile={})
    assert host.get("/api/setup")["games"][0]["profile"] is None


@contextmanager
def session_with_edition(edition: dict[str, Any]) -> Iterator[Session]:
    """Yield a session whose owner has this edition of the classic game in a file."""
    with TemporaryDirectory() as folder, closing(Journal(Path(folder) / NAME)) as journal:
        yield Session(journal, CLASSIC_TOO, lambda: 1_800_000_000.0, profiles={"classic": edition})


def test_copied_figures_must_fit_the_owners_file() -> None:
    copy = {"khan": {"gift_value": 50}}
    with session_with_edition({"goods": {"values": {"50": 0}}}) as session:
        host = Room(session).phone(None)
        error = refusal_of(host.post("/api/profile", game="classic", profile=copy), 400, "malformed")
        assert error["where"] == "khan.gift_value"
        assert host.get("/api/profile?game=classic")["profile"] == {}
    with session_with_edition({"goods": {"values": {"50": 4}}}) as session:
        assert Room(session).phone(None).post("/api/profile", game="classic", profile=copy).status_code == 200
    with session_with_edition({"goods": {"values": {"70": 4}}}) as session:  # with the file's figures it is valid
        copy = {"khan": {"gift_value": 70}}
        assert Room(session).phone(None).post("/api/profile", game="classic", profile=copy).status_code == 200


def test_copied_figures_must_fit_every_number_of_players(room: Room) -> None:
    lacking = {"return": {"threshold": {"4": None}}}
    error = refusal_of(room.phone(None).post("/api/profile", game="classic", profile=lacking), 400, "malformed")
    assert error["where"] == "return.threshold.4"


@pytest.mark.parametrize(
    ("edition", "trial"),
    [
        ({}, True),
        ({"wheel": {"sectors": [{"land": 1, "sea": 1}] * 2}}, False),
        ({"wheel": {"placeholder": True, "sectors": [{"land": 1, "sea": 1}] * 2}}, True),
        ({"wheel": {"placeholder": False}}, False),
    ],
)
def test_the_printed_wheel_says_whether_it_is_a_trial(edition: dict[str, Any], trial: bool) -> None:
    with session_with_edition(edition) as session:
        printed = Room(session).phone(None).get("/api/profile?game=classic")["printed"]
    assert printed["wheel"]["placeholder"] is trial


def test_the_setup_lists_the_options_of_new_games(room: Room) -> None:
    host = room.phone(None)
    host.start("Ada", "Bao")
    host.start("Chloé", "ada")
    body = host.get("/api/setup")
    game = body["games"][0]
    assert (game["id"], game["least"], game["most"], game["coloured"]) == ("expedition", 2, 5, True)
    assert game["colours_each"]["2"] == 2
    assert [field["name"] for field in game["forms"]["2"]] == ["both_camels", "late_camel_stops"]
    assert game["forms"]["3"][0]["default"] is True
    assert body["names"] == ["Chloé", "ada", "Bao"]
    assert body["rematch"]["seats"] == ["Chloé", "ada"]
    assert body["rematch"]["colours"] == [seat["colours"] for seat in host.view["seats"]]


class TestSecrets:
    """Tests with a game that has secrets: no response gives a hand to the host or to another seat."""

    @pytest.fixture
    def room(self) -> Any:
        with new_session(GAMES) as session:
            room = Room(session)
            host = room.phone(None)
            assert host.do("start", game="lanterns", seats=NAMES).status_code == 200
            yield room

    def test_a_host_may_not_play_moves_that_reveal_a_hand(self, room: Room) -> None:
        host, ada = room.phone(None), room.phone(1)
        hide = {"move": "hide", "colour": "red", "value": 30_303, "wish": "planted-wish"}
        refusal_of(host.play(2, hide), 403, "not_yours")
        refusal_of(host.post("/api/form", seat=2, move="hide"), 403, "not_yours")
        assert "hide" not in {option["move"] for option in host.view["options"]}
        assert ada.play(1, hide).status_code == 200
        room.world.session.do(Play(moves=((2, {**hide, "wish": "other-wish"}),)))
        own_texts = json.dumps([ada.view, ada.get("/api/history"), ada.post("/api/preview", do="take_back").json])
        assert "planted-wish" in own_texts
        assert "other-wish" not in own_texts
        bao, watcher = room.phone(2), room.phone()
        for phone in (host, bao, watcher):
            others_texts = json.dumps(
                [phone.view, phone.get("/api/history"), phone.get("/api/games/1"), phone.get("/api/games")]
            )
            assert "planted-wish" not in others_texts
            assert "planted-wish" not in phone.client.get("/").text
        refusal_of(bao.do("amend", entry=1, move=None), 403, "not_yours")
        refusal_of(host.do("amend", entry=1, move=None), 403, "not_yours")

    def test_a_phone_without_its_seat_no_longer_sees_its_hand(self, room: Room) -> None:
        ada = room.phone(1)
        ada.play(1, {"move": "hide", "colour": "red", "value": 30_303, "wish": "planted-wish"})
        assert "planted-wish" in json.dumps(ada.view)
        ada.post("/api/forget")
        assert "planted-wish" not in json.dumps(ada.view)
