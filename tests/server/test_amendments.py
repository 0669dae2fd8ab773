"""Tests of amendments over the API: inserted moves, a changed set-up, and a seat's own take-back among several."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.chance.canonical_json import digest
from companion.chance.seed import commitment
from companion.rules import match_functions as matches
from companion.session.session import Session
from companion.table.commands import StartGame
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.event_lines import last_event_line
from tests.kit.scripted_games import play
from tests.server.phones_room import END, NAMES, STEP, Phone, Room, refusal_of

ROLL = {"move": "roll", "chance": [2, 3]}
HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{16,64}(?![0-9a-f])")


@pytest.fixture
def race(room: Room) -> Phone:
    """Return the host of an Expedition of three in which each has stepped once."""
    host = room.phone(None)
    host.start()
    for seat in (1, 2, 3):
        assert host.play(seat, STEP).status_code == 200
        assert host.play(seat, END).status_code == 200
    return host


@pytest.fixture
def market(session: Session, room: Room) -> Room:
    """Set up a market of three with dealt charms, everything hidden, before the roll."""
    session.do(StartGame(game="lanterns", names=tuple(NAMES), options={"charms": ["red", "blue", None]}))
    for seat in (1, 2, 3):
        for value in (seat * 11_111, seat * 11_111 + 1):
            hidden = {"move": "hide", "colour": "red", "value": value, "wish": f"wish {seat}"}
            session.do(play((seat, hidden)))
    return room


def table(room: Room) -> Table:
    table = room.world.session.table
    assert table is not None
    return table


class TestInserting:
    def test_a_move_is_inserted_and_the_rest_replayed(self, race: Phone, room: Room) -> None:
        assert race.do("insert", entry=2, seat=1, move=STEP).status_code == 200
        assert [(entry["seat"], entry["entry"]) for entry in race.get("/api/history")["entries"]][:3] == [
            (1, 1),
            (1, 2),
            (1, 3),
        ]
        assert race.view["events"][0]["text"] == "Forgotten move: Ada steps to 4"
        assert len(table(room).entries) == 7
        assert race.do("take_back").status_code == 200
        assert len(table(room).entries) == 6

    def test_misfits_are_reported_and_nothing_is_done(self, race: Phone, room: Room) -> None:
        before = table(room)
        error = refusal_of(race.do("insert", entry=3, seat=2, move=END), 409, "misfits")
        assert error["entries"][0] == 3
        assert table(room) == before
        looked = race.post("/api/preview", do="insert", entry=3, seat=2, move=END)
        assert [misfit["entry"] for misfit in looked.json["misfits"]] == error["entries"]  # type: ignore[index]  # it is JSON
        assert race.do("insert", entry=3, seat=2, move=END, without=error["entries"]).status_code == 200

    def test_only_a_phone_that_may_play_a_move_inserts_it(self, race: Phone, room: Room) -> None:
        ada = room.phone(1)
        refusal_of(room.phone(2).do("insert", entry=2, seat=1, move=STEP), 403, "not_yours")
        refusal_of(race.do("insert", entry=2, seat=1, move=STEP), 403, "not_yours")
        refusal_of(room.phone().do("insert", entry=2, seat=1, move=STEP), 401, "no_claim")
        assert ada.do("insert", entry=2, seat=1, move=STEP).status_code == 200

    def test_chance_of_an_inserted_move_is_typed(self, market: Room) -> None:
        host = market.phone(None)
        for seat in (1, 2, 3):
            assert host.play(seat, ROLL).status_code == 200
        assert host.play(1, END).status_code == 200
        wind = {"move": "wind", "row": "gate"}
        assert refusal_of(host.do("insert", entry=10, seat=1, move=wind), 422, "illegal_move")["reason"].startswith(
            "The box can’t draw"
        )
        assert host.do("insert", entry=10, seat=1, move={**wind, "chance": [4]}).status_code == 200
        assert table(market).entries[9].played.typed

    @pytest.mark.parametrize(
        ("body", "where"),
        [({"entry": 0}, "entry"), ({"entry": 9}, "entry"), ({"entry": True}, "entry"), ({"move": None}, "move")],
    )
    def test_a_malformed_insert_names_its_field(self, race: Phone, body: dict[str, Any], where: str) -> None:
        error = refusal_of(race.do("insert", **{"entry": 1, "seat": 1, "move": STEP, **body}), 400, "malformed")
        assert error["where"] == where


class TestTheBeginning:
    def test_a_host_corrects_names_and_house_rules(self, race: Phone, room: Room) -> None:
        ada = room.phone(1)
        names = ["Adèle", "Bao", "Chloé"]
        assert race.do("amend", entry=0, seats=names, options={"late_camel_stops": False}).status_code == 200
        assert [seat["name"] for seat in race.view["seats"]] == names
        corrected = "Corrected: Ada is now called Adèle · Rest at Ganzhou: no"
        assert race.view["events"][0] == {
            "entry": None,
            "seat": None,
            "text": corrected,
            "again": False,
            "typed": False,
            "notice": True,
        }
        assert dict(table(room).match.options) == {"late_camel_stops": False}
        assert ada.view["you"] == {"host": False, "seat": 1}
        assert race.get("/api/games")["games"][0]["seats"][0]["name"] == "Adèle"
        assert race.do("take_back").status_code == 200
        assert [seat["name"] for seat in race.view["seats"]] == NAMES
        assert race.get("/api/games")["games"][0]["seats"][0]["name"] == "Ada"

    def test_misfits_of_a_changed_setup_are_reported(self, race: Phone, room: Room) -> None:
        assert race.play(1, {"move": "correct", "what": "gold", "by": -3}).status_code == 200
        before = table(room)
        error = refusal_of(race.do("amend", entry=0, options={"start": {"gold": 1}}), 409, "misfits")
        assert (error["entries"], table(room)) == ([7], before)
        assert race.do("amend", entry=0, options={"start": {"gold": 1}}, without=[7]).status_code == 200
        assert race.view["holdings"]["2"]["gold"] == 1

    @pytest.mark.parametrize(
        ("body", "where", "word"),
        [
            ({"seats": ["Ada", "Bao"]}, "seats", "3 players"),
            ({"seats": ["Ada", "Ada", "Bao"]}, "seats.1", "Ada"),
            ({"options": {"wind": 3}}, "wind", "wind"),
            ({"seat": 1, "move": STEP}, "move", "no move"),
        ],
    )
    def test_an_impossible_setup_is_refused(
        self, race: Phone, room: Room, body: dict[str, Any], where: str, word: str
    ) -> None:
        before = table(room)
        error = refusal_of(race.do("amend", entry=0, **body), 400, "malformed")
        assert error["where"] == where
        assert word in error["reason"]
        assert table(room) == before

    def test_a_seat_changes_only_its_own_secret(self, market: Room) -> None:
        ada = market.phone(1)
        before = table(market)
        theirs = refusal_of(ada.do("amend", entry=0, options={"charms": {"2": "red"}}), 422, "illegal_move")
        assert "another seat" in theirs["reason"]
        charms = ["red", None, None]
        masked = refusal_of(ada.do("amend", entry=0, options={"charms": charms}), 422, "illegal_move")
        assert "charms" in masked["reason"]
        refusal_of(ada.do("amend", entry=0, seats=["Ada", "Bea", "Chloé"]), 403, "not_yours")
        refusal_of(ada.do("amend", entry=0, options={"rounds": 3}), 403, "not_yours")
        assert table(market) == before

    def test_hidden_moves_forbid_changes_of_the_setup(self, market: Room) -> None:
        host = market.phone(None)
        before = table(market)
        error = refusal_of(host.do("amend", entry=0, options={"rounds": 3}), 422, "illegal_move")
        assert "secret" in error["reason"]
        assert table(market) == before
        assert host.do("amend", entry=0, seats=["Ada", "Bea", "Chloé"]).status_code == 200


class TestTakingBackOfOthers:
    def test_everybody_reads_who_took_back_whose_move(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        ada, bao = room.phone(1), room.phone(2)
        assert ada.play(1, STEP).status_code == 200
        assert bao.do("take_back").status_code == 200
        for phone in (host, ada, bao, room.phone()):
            event, *_ = phone.view["events"]
            assert (event["text"], event["notice"]) == ("Bao took back Ada’s move: steps to 3", True)
        assert room.phone(language="fr").view["log"][0]["text"] == (
            "Bao a repris le coup d’Ada\N{NO-BREAK SPACE}: va sur la 3"
        )
        assert last_event_line(table(room), Words("en")) == "B took back: A steps to 3"

    def test_ones_own_take_back_names_only_the_move(self, room: Room) -> None:
        room.phone(None).start()
        ada = room.phone(1)
        assert ada.play(1, STEP).status_code == 200
        assert ada.do("take_back").status_code == 200
        event, *_ = ada.view["events"]
        assert event["text"] == "Taken back: Ada steps to 3"
        assert "notice" not in event

    def test_a_host_without_a_seat_is_named_as_host(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        assert room.phone(1).play(1, STEP).status_code == 200
        assert host.do("take_back").status_code == 200
        assert host.view["events"][0]["text"] == "The host took back Ada’s move: steps to 3"

    def test_a_phone_owns_the_moves_of_every_seat_it_plays(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        chloe = room.phone(3)
        for seat in (1, 2):
            assert host.play(seat, STEP).status_code == 200
            assert "undo_question" not in host.view
            assert chloe.view["undo_question"] == f"Take back {NAMES[seat - 1]}’s move?"
            assert host.play(seat, END).status_code == 200
        assert chloe.play(3, STEP).status_code == 200
        assert "undo_question" not in chloe.view
        assert host.view["undo_question"] == "Take back Chloé’s move?"
        assert "undo_question" not in room.phone().view

    def test_a_changed_setup_is_the_hosts(self, race: Phone, room: Room) -> None:
        ada = room.phone(1)
        assert race.do("amend", entry=0, options={"late_camel_stops": False}).status_code == 200
        assert "undo_question" not in race.view
        assert ada.view["undo_question"] == "Take back the last change?"
        assert ada.do("take_back").status_code == 200
        assert race.view["events"][0]["text"] == "Ada took back: Rest at Ganzhou: no"

    def test_an_amendment_belongs_to_the_seat_of_its_move(self, race: Phone, room: Room) -> None:
        ada, bao = room.phone(1), room.phone(2)
        assert ada.do("insert", entry=2, seat=1, move=STEP).status_code == 200
        assert "undo_question" not in ada.view
        assert bao.view["undo_question"] == "Take back the last change?"

    def test_no_request_says_who_took_back(self, race: Phone) -> None:
        assert refusal_of(race.do("take_back", by=[1]), 400, "malformed")["where"] == "by"


class TestTakingBackOnesOwn:
    def test_a_take_back_keeps_the_others_moves(self, market: Room) -> None:
        ada, bao = market.phone(1), market.phone(2)
        for phone, seat in ((ada, 1), (bao, 2)):
            assert phone.play(seat, ROLL).status_code == 200
        refusal_of(bao.do("take_back", seat=1), 403, "not_yours")
        assert ada.do("take_back", seat=1).status_code == 200
        assert [entry.played.seat for entry in table(market).entries[6:]] == [2]
        assert ada.view["redo"] == "Ada rolls for oil" or ada.view["redo"]
        assert ada.do("restore").status_code == 200
        assert [entry.played.seat for entry in table(market).entries[6:]] == [2, 1]

    def test_repeated_take_backs_reach_earlier_own_moves(self, market: Room) -> None:
        ada = market.phone(1)
        assert ada.play(1, ROLL).status_code == 200
        assert market.phone(2).play(2, ROLL).status_code == 200
        assert ada.do("take_back", seat=1).status_code == 200
        error = refusal_of(ada.do("take_back", seat=1), 409, "misfits")
        assert error["entries"] == [7]  # nobody rolls before everything is hidden

    def test_a_take_back_covers_only_ones_own_roll(self, market: Room) -> None:
        host, bao = market.phone(None), market.phone(2)
        drawn = [{"seat": seat, "move": {"move": "roll"}} for seat in (1, 2, 3)]
        assert host.do("play", moves=drawn).status_code == 200
        first = table(market).entries[7].played.move
        assert bao.do("take_back", seat=2).status_code == 200
        assert [entry.played.seat for entry in table(market).entries[6:]] == [1, 3]
        assert host.do("play", moves=[drawn[1]]).status_code == 200
        assert table(market).entries[8].played.move == first  # the draw that was taken back is repeated
        assert host.do("take_back").status_code == 200
        assert host.do("take_back").status_code == 200
        assert len(table(market).entries) == 6  # and everyone's together, as far as they stand

    def test_moves_lost_with_a_take_back_are_named_before(self, market: Room) -> None:
        host, bao = market.phone(None), market.phone(2)
        rolls = [{"seat": seat, "move": {**ROLL}} for seat in (1, 3)]
        assert bao.play(2, ROLL).status_code == 200
        assert host.do("play", moves=rolls).status_code == 200
        assert host.play(1, {"move": "hang", "row": "gate", "path": [1]}).status_code == 200
        before = table(market)
        error = refusal_of(bao.do("take_back", seat=2), 409, "misfits")
        assert error["entries"] == [10]
        refusal_of(bao.do("take_back", seat=2, without=[9]), 409, "misfits")
        assert table(market) == before
        assert bao.do("take_back", seat=2, without=[10]).status_code == 200
        assert [entry.played.seat for entry in table(market).entries[6:]] == [1, 3]
        assert bao.do("restore").status_code == 200
        assert [entry.played.move.kind for entry in table(market).entries[6:]] == ["roll", "roll", "roll", "hang"]

    def test_alone_on_turn_it_is_the_common_take_back(self, race: Phone, room: Room) -> None:
        assert race.do("take_back", seat=3).status_code == 200
        assert len(table(room).entries) == 5


def test_no_hash_over_a_secret_leaves_the_box_without_salt(market: Room, session: Session) -> None:
    """Compare every hash in every response with the hashes of all secrets."""
    host, ada, looking = market.phone(None), market.phone(1), market.phone()
    for seat in (1, 2, 3):
        session.do(play((seat, ROLL)))
    host.do("amend", entry=0, seats=["Ada", "Bea", "Chloé"])
    now = table(market)
    rows = list(session.journal.rows(now.number))
    unsalted = {
        digest(matches.match_to_json(now.match, 1)),
        digest(dict(now.match.options)),
        digest(now.match.options["charms"]),
    }
    forbidden = {row.hash() for row in rows} | {row.digest for row in rows} | {now.digest()} | unsalted
    forbidden |= {commitment(entry.seed) for entry in now.commitments} | {entry.salt for entry in now.sealed}
    forbidden |= {entry.digest() for entry in now.sealed}
    answers = []
    for phone in (host, ada, looking):
        for path in (
            "/api/state",
            "/api/history",
            "/api/draws",
            "/api/games",
            "/api/games/1",
            "/api/claim",
            "/",
            "/games",
        ):
            answers.append(phone.client.get(path, headers=phone.headers).get_data(as_text=True))
        for path in ("/games/1", "/games/1/moves.jsonl", "/results.csv", "/tv", "/verify.html"):
            answers.append(phone.client.get(path, headers=phone.headers).get_data(as_text=True))
        response = phone.client.get("/api/state", headers=phone.headers)
        answers.append(str(response.headers))
    hashes = {hashed for answer in answers for hashed in HEX.findall(answer)}
    assert now.commitments[0].sha256 in hashes
    assert not hashes & (forbidden | {digest[:16] for digest in forbidden})


def test_the_form_of_a_replaced_throw_starts_with_it(
    session: Session, market: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seat in (1, 2):
        session.do(play((seat, {"move": "roll", "chance": [2, 2 + seat]})))
    host = market.phone(None)

    def start(seat: int, entry: int, **more: Any) -> Any:
        form = host.post("/api/form", seat=seat, move="roll", entry=entry, **more).json
        assert form
        return form["fields"][0].get("start")

    assert [start(seat, 6 + seat, replaces=True) for seat in (1, 2)] == [[2, 3], [2, 4]]
    assert start(1, 7) is None, "the move comes before that one"
    assert start(2, 7, replaces=True) is None, "the throw is another seat’s"
    refusal_of(host.post("/api/form", seat=1, move="roll", entry=7, replaces="yes"), 400, "malformed")
    monkeypatch.setattr(type(table(market).match), "move_view", lambda *_: {"move": "roll", "chance": None})
    assert start(1, 7, replaces=True) is None, "the throw is hidden from this phone"
