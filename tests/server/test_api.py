"""Tests of the API: who may do what, what is refused and with which words, and that nothing is done twice."""

from __future__ import annotations

from typing import Any

import pytest

from companion.server.code_attempts import FREE_ATTEMPTS, WAITS_S
from companion.server.phone_routes import COOKIE
from companion.table.session_errors import NotSavedError
from tests.server.phones_room import END, NAMES, START, STEP, Phone, Room, refusal_of

POSTED = ("commands", "preview", "form", "claim", "release", "resign", "forget", "profile", "erase")
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def room() -> Room:
    return Room()


class TestClaiming:
    def test_a_phone_without_a_code_only_watches(self, room: Room) -> None:
        room.phone(None).start()
        watcher = room.phone()
        assert watcher.view["you"] == {"host": False, "seat": None}
        assert (watcher.view["options"], watcher.view["actions"]) == ([], [])
        refusal_of(watcher.play(1, STEP), 401, "no_claim")
        refusal_of(watcher.do("take_back"), 401, "no_claim")
        refusal_of(watcher.do("start", game="expedition", seats=NAMES), 401, "no_claim")
        refusal_of(watcher.post("/api/preview", do="take_back"), 401, "no_claim")
        refusal_of(watcher.post("/api/form", seat=1), 401, "no_claim")
        refusal_of(watcher.post("/api/erase", game=None), 401, "no_claim")
        refusal_of(watcher.client.get("/api/setup"), 401, "no_claim")
        assert room.seq == 1

    def test_the_code_of_the_table_makes_a_host(self, room: Room) -> None:
        host = room.phone(None)
        assert host.view["you"] == {"host": True, "seat": None}
        host.start()
        assert {option["seat"] for option in host.view["options"]} == {1, 2, 3}

    def test_the_code_of_a_seat_makes_that_seat(self, room: Room) -> None:
        room.phone(None).start()
        ada = room.phone(1)
        assert ada.view["you"] == {"host": False, "seat": 1}
        assert {option["seat"] for option in ada.view["options"]} == {1}
        assert [seat["claimed"] for seat in ada.view["seats"]] == [True, False, False]

    def test_a_phone_may_be_host_and_seat(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        offer = room.world.codes.offer(2, 1)
        assert host.post("/api/claim", code=f"{offer.code[:3]} {offer.code[3:]}").json == {"host": True, "seat": 2}
        assert host.view["you"] == {"host": True, "seat": 2}

    def test_a_host_leaves_claimed_seats_alone(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        ada = room.phone(1)
        refusal_of(host.play(1, STEP), 403, "not_yours")
        refusal_of(host.post("/api/form", seat=1, move="step"), 403, "not_yours")
        assert {option["seat"] for option in host.view["options"]} == {2, 3}
        assert ada.play(1, STEP).status_code == 200

    def test_a_seat_plays_only_for_itself_and_starts_no_game(self, room: Room) -> None:
        room.phone(None).start()
        bao = room.phone(2)
        refusal_of(bao.play(1, STEP), 403, "not_yours")
        refusal_of(bao.post("/api/preview", do="play", seat=1, move=STEP), 403, "not_yours")
        for what, more in (
            ("start", START),
            ("open", {"game": 1}),
            ("close", {}),
            ("leave", {}),
        ):
            refusal_of(bao.do(what, **more), 403, "not_yours")
        refusal_of(bao.post("/api/erase", game=1), 403, "not_yours")
        refusal_of(bao.post("/api/profile", game="expedition", profile={}), 403, "not_yours")
        assert room.seq == 1

    def test_the_cookie_is_protected_and_also_works_as_bearer(self, room: Room) -> None:
        client = room.app.test_client()
        answer = client.post("/api/claim", json={"code": room.world.codes.offer(None, 1).code})
        cookie = answer.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        token = cookie.partition("=")[2].partition(";")[0]
        assert token not in answer.text
        program = room.app.test_client()
        bearer = {"Authorization": f"Bearer {token}"}
        view = program.get("/api/state", headers=bearer).json
        assert view
        assert view["you"] == {"host": True, "seat": None}

    def test_a_browser_without_cookies_uses_up_no_code(self, room: Room) -> None:
        room.phone(None).start()
        code = room.world.codes.offer(1, 1).code
        forgetful = room.app.test_client(use_cookies=False)
        page = {"Host": "localhost", "Origin": "http://localhost"}
        assert forgetful.get("/", headers={"Host": "localhost"}).status_code == 200
        refusal_of(forgetful.post("/api/claim", json={"code": code}, headers=page), 403, "no_cookies")
        browser = room.app.test_client()
        browser.get("/", headers={"Host": "localhost"})
        assert browser.post("/api/claim", json={"code": code}, headers=page).json == {"host": False, "seat": 1}

    def test_a_phones_token_is_stored_nowhere(self, room: Room) -> None:
        host = room.phone(None)
        cookie = host.client.get_cookie(COOKIE)
        assert cookie
        stored = b"".join(path.read_bytes() for path in room.world.session.journal.path.parent.iterdir())
        assert cookie.value.encode() not in stored

    def test_neither_codes_nor_tokens_are_logged(self, room: Room, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level("DEBUG")
        room.phone(None).start()
        code = room.world.codes.offer(1, 1).code
        phone = room.phone()
        phone.post("/api/claim", code=code[::-1] if code != code[::-1] else "123456")
        phone.post("/api/claim", code=code)
        phone.play(1, STEP)
        cookie = phone.client.get_cookie(COOKIE)
        assert cookie
        assert code not in caplog.text
        assert cookie.value not in caplog.text

    @pytest.mark.parametrize("token", ["", "x", "a" * 43, "é" * 43, "a" * 44, "../../etc"])
    def test_an_invented_token_has_no_role(self, room: Room, token: str) -> None:
        room.phone(None)
        room.app.test_client()
        answer = room.app.test_client().get("/api/state", headers={"Cookie": f"{COOKIE}={token}"})
        assert answer.json
        assert answer.json["you"] == {"host": False, "seat": None}

    def test_wrong_codes_are_refused_and_then_slowed_down(self, room: Room) -> None:
        phone = room.phone()
        offer = room.world.codes.offer(None, 1)
        for guess in range(FREE_ATTEMPTS):
            refusal_of(phone.post("/api/claim", code=f"{guess:06}"), 403, "wrong_code")
        answer = phone.post("/api/claim", code=offer.code)
        refusal_of(answer, 429, "too_many_tries")
        assert answer.json
        assert answer.json["wait"] == int(answer.headers["Retry-After"]) == WAITS_S[0]
        assert room.world.codes.current_offer == offer, "the code is still there for the one it was meant for"

    def test_nobody_stops_others_from_joining_by_guessing(self, room: Room) -> None:
        """Guard against a former fault: ten wrong tries voided the code, and thirty from six addresses blocked the
        right one.
        """
        offer = room.world.codes.offer(None, 1)
        for guess in range(60):
            room.phone(address=f"127.0.1.{guess % 6}").post("/api/claim", code=f"{guess:06}")
        assert room.world.codes.current_offer == offer
        scanned = room.phone(address="127.0.2.1").post("/api/claim", code=offer.token)
        assert scanned.json == {"host": True, "seat": None}

    def test_guesses_that_cannot_be_right_do_not_count(self, room: Room) -> None:
        phone = room.phone()
        for guess in range(30):
            refusal_of(phone.post("/api/claim", code=f"{guess:06}"), 403, "wrong_code")
        offer = room.world.codes.offer(None, 1)
        for _ in range(20):
            refusal_of(phone.post("/api/claim", code="12345"), 403, "wrong_code")
            refusal_of(phone.post("/api/claim", code="A" * 21 + "-"), 403, "old_code")
        assert phone.post("/api/claim", code=offer.code).json == {"host": True, "seat": None}

    def test_a_qr_codes_token_works_once(self, room: Room) -> None:
        offer = room.world.codes.offer(None, 1)
        assert room.phone().post("/api/claim", code=offer.token).json == {"host": True, "seat": None}
        refusal_of(room.phone().post("/api/claim", code=offer.token), 403, "old_code")

    def test_fetching_a_page_with_a_qr_codes_address_claims_nothing(self, room: Room) -> None:
        offer = room.world.codes.offer(None, 1)
        assert room.phone().client.get(f"/?{offer.token}").status_code == 200
        assert room.world.codes.current_offer == offer

    def test_every_claim_gives_a_new_token_and_voids_the_old(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        before = host.client.get_cookie(COOKIE)
        assert host.post("/api/claim", code=room.world.codes.offer(2, 1).code).json == {"host": True, "seat": 2}
        after = host.client.get_cookie(COOKIE)
        assert before
        assert after
        assert before.value != after.value
        thief = room.app.test_client()
        stolen = thief.get("/api/state", headers={"Authorization": f"Bearer {before.value}"}).json
        assert stolen
        assert stolen["you"] == {"host": False, "seat": None}

    def test_a_host_who_asks_for_a_taken_seat_stays_host(self, room: Room) -> None:
        host, _ = room.phone(None), room.phone()
        host.start()
        room.phone(2)
        assert host.post("/api/claim", code=room.world.codes.offer(2, 1).code).status_code == 202
        assert host.view["you"] == {"host": True, "seat": None}

    def test_forgetting_all_phones_voids_codes(self, room: Room) -> None:
        room.phone(None).start()
        offer = room.world.codes.offer(1, 1)
        room.world.session.forget_phones()
        refusal_of(room.phone().post("/api/claim", code=offer.token), 409, "stale")
        assert room.world.session.snapshot().roles.phones == ()

    @pytest.mark.parametrize("zero", "0٠०０𝟎")
    @pytest.mark.parametrize("between", ["", " ", "-", "–", "\u00a0", "\u2009", "\u200f"])
    def test_a_code_may_be_typed_in_digits_of_any_script(self, room: Room, zero: str, between: str) -> None:
        code = room.world.codes.offer(None, 1).code
        typed = between.join(chr(ord(zero) + int(digit)) for digit in code)
        assert room.phone().post("/api/claim", code=typed).json == {"host": True, "seat": None}

    @pytest.mark.parametrize("code", ["12345", "abcdef", "1234567", "１２３４５６", "²³⁴⁵⁶⁷", "      "])
    def test_a_malformed_code_is_wrong(self, room: Room, code: str) -> None:
        refusal_of(room.phone().post("/api/claim", code=code), 403, "wrong_code")

    def test_hosts_see_which_phones_play_and_forget_one_of_them(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        ada = room.phone(1)
        for who in (ada, room.phone()):
            code = 403 if who is ada else 401
            assert who.client.get("/api/phones").status_code == code == who.client.get("/phones").status_code
            assert who.post("/api/phones", forget="0" * 12).status_code == code
        first, second = host.get("/api/phones")["phones"]
        assert (first["name"], first["host"], first["you"], first["seconds"]) == ("Ada", False, False, 0)
        assert (second["name"], second["host"], second["you"]) == (None, True, True)
        cookie = ada.client.get_cookie(COOKIE)
        assert cookie
        assert cookie.value not in str(first)
        assert host.post("/api/phones", forget=first["id"]).json == {"forgotten": first["id"]}
        refusal_of(ada.play(1, STEP), 401, "no_claim")
        refusal_of(host.post("/api/phones", forget=first["id"]), 404, "no_such_phone")

    def test_a_phone_can_give_up_its_roles(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        ada = room.phone(1)
        assert ada.post("/api/forget").json == {"host": False, "seat": None}
        refusal_of(ada.play(1, STEP), 401, "no_claim")
        assert host.play(1, STEP).status_code == 200, "the seat is free again"


class TestCommands:
    def test_a_game_is_set_up_played_taken_back_and_closed(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        answer = host.play(1, STEP)
        assert answer.json == {"seq": 2, "entry": 1, "number": 1}
        assert host.play(1, END).json == {"seq": 3, "entry": 2, "number": 1}
        assert host.do("take_back").json == {"seq": 4, "entry": 1, "number": 1}
        assert host.do("restore").json == {"seq": 5, "entry": 2, "number": 1}
        removed = host.do("amend", entry=1, move=None, without=[]).json
        assert removed == {"seq": 6, "entry": 1, "number": 1, "change": "Removed: Ada steps to 3"}
        assert host.do("close").json == {"seq": 7, "entry": 1, "number": 1}
        assert host.view["closed"] is True
        refusal_of(host.play(2, STEP), 422, "illegal_move")

    def test_a_repeated_id_gets_the_same_answer_without_effect(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        body = {"id": "tap", "expected_seq": 1, "do": "play", "seat": 1, "move": STEP}
        first = host.post("/api/commands", **body)
        assert first.json == host.post("/api/commands", **body).json == {"seq": 2, "entry": 1, "number": 1}
        assert room.seq == 2

    def test_a_stale_command_is_refused_with_the_present_seq(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        host.play(1, STEP)
        for what, more in (
            ("play", {"seat": 1, "move": STEP}),
            ("take_back", {}),
            ("close", {}),
            ("start", {"game": "expedition", "seats": NAMES}),
        ):
            body = refusal_of(host.do(what, expected_seq=1, **more), 409, "stale")
            assert body["seq"] == 2
        assert room.seq == 2

    def test_a_command_for_another_game_with_equal_seq_is_refused(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        host.start("Dan", "Eva", "Fil")
        late = {"seat": 1, "move": STEP, "expected_seq": 1, "number": 1}
        assert refusal_of(host.do("play", **late), 409, "stale")["seq"] == 1
        assert host.do("play", **{**late, "number": 2}).status_code == 200

    def test_the_rules_refuse_with_their_ruling_in_the_readers_language(self, room: Room) -> None:
        room.phone(None).start()
        french, english = room.phone(None, language="fr"), room.phone(None)
        ballast = {"move": "step", "by": "ballast"}
        error = refusal_of(french.play(1, ballast), 422, "illegal_move")
        assert error["ruling"] == "E5"
        assert error["reason"] != refusal_of(english.play(1, ballast), 422, "illegal_move")["reason"]
        assert "Ada" in refusal_of(english.play(2, STEP), 422, "illegal_move")["reason"], "the name of whose turn it is"

    def test_two_hosts_who_begin_at_once_begin_one_game(self, room: Room) -> None:
        first, second = room.phone(None), room.phone(None)
        known_seq = room.seq
        first.start()
        refusal_of(second.do("start", game="expedition", seats=NAMES, expected_seq=known_seq), 409, "stale")
        assert len(room.world.session.journal.games()) == 1

    def test_commands_without_a_move_or_game_are_refused(self, room: Room) -> None:
        host = room.phone(None)
        refusal_of(host.do("take_back"), 409, "no_game")
        refusal_of(host.play(1, STEP), 409, "no_game")
        refusal_of(host.do("open", game=5), 409, "no_game")
        host.start()
        refusal_of(host.do("take_back"), 409, "nothing_to_do")
        refusal_of(host.do("restore"), 409, "nothing_to_do")

    def test_an_earlier_game_is_opened_again(self, room: Room) -> None:
        host = room.phone(None)
        host.start("Ada", "Bao")
        assert host.do("leave").status_code == 200
        assert host.view["game"] is None
        host.start("Chloé", "Dan")
        assert host.do("open", game=1).json == {"seq": 1, "entry": 0, "number": 1}
        assert [seat["name"] for seat in host.view["seats"]] == ["Ada", "Bao"]

    @pytest.mark.parametrize(
        ("body", "where"),
        [
            ({}, "do"),
            ({"do": "dance", "id": "a", "expected_seq": 0}, "do"),
            ({"do": 7, "id": "a", "expected_seq": 0}, "do"),
            ({"do": "take_back", "expected_seq": 0}, "id"),
            ({"do": "take_back", "id": "", "expected_seq": 0}, "id"),
            ({"do": "take_back", "id": "a" * 65, "expected_seq": 0}, "id"),
            ({"do": "take_back", "id": 5, "expected_seq": 0}, "id"),
            ({"do": "take_back", "id": "a"}, "expected_seq"),
            ({"do": "take_back", "id": "a", "expected_seq": "1"}, "expected_seq"),
            ({"do": "take_back", "id": "a", "expected_seq": True}, "expected_seq"),
            ({"do": "take_back", "id": "a", "expected_seq": -1}, "expected_seq"),
            ({"do": "take_back", "id": "a", "expected_seq": 1.5}, "expected_seq"),
            ({"do": "take_back", "id": "a", "expected_seq": 1, "seat": "Ada"}, "seat"),
            ({"do": "restore", "id": "a", "expected_seq": 1, "seat": 1}, "seat"),
            ({"do": "play", "id": "a", "expected_seq": 1, "move": STEP}, "seat"),
            ({"do": "play", "id": "a", "expected_seq": 1, "seat": True, "move": STEP}, "seat"),
            ({"do": "play", "id": "a", "expected_seq": 1, "seat": 9, "move": STEP}, "seat"),
            ({"do": "play", "id": "a", "expected_seq": 1, "seat": 1}, "move"),
            ({"do": "play", "id": "a", "expected_seq": 1, "seat": 1, "move": "step"}, "move"),
            ({"do": "play", "id": "a", "expected_seq": 1, "seat": 1, "move": {}}, "move"),
            ({"do": "play", "id": "a", "expected_seq": 1, "seat": 1, "move": {"move": "fly"}}, "move"),
            ({"do": "play", "id": "a", "expected_seq": 1, "seat": 1, "move": {**STEP, "seat": 1}}, "seat"),
            ({"do": "play", "id": "a", "expected_seq": 1, "seat": 1, "move": {"move": "step"}}, "by"),
            ({"do": "amend", "id": "a", "expected_seq": 1, "entry": 7, "move": None}, "entry"),
            ({"do": "amend", "id": "a", "expected_seq": 1, "entry": 1, "without": [True]}, "without.0"),
            ({"do": "take_back", "id": "a", "expected_seq": 1, "source": "box"}, "source"),
            ({"do": "take_back", "id": None, "expected_seq": 1}, "id"),
            ({"do": "play", "id": "a", "expected_seq": 1, "moves": []}, "moves"),
            ({"do": "play", "id": "a", "expected_seq": 1, "moves": [{"seat": 1}]}, "moves.0.move"),
            ({"do": "play", "id": "a", "expected_seq": 1, "seat": 1, "moves": [{"seat": 1, "move": STEP}]}, "moves"),
            ({"do": ["play"], "id": "a", "expected_seq": 1}, "do"),
            ({"do": "start", "id": "a", "expected_seq": 1, "game": "chess", "seats": NAMES}, "game"),
            ({"do": "start", "id": "a", "expected_seq": 1, "game": "expedition", "seats": ["Ada"]}, "seats"),
            ({"do": "start", "id": "a", "expected_seq": 1, "game": "expedition", "seats": ["Ada", ""]}, "seats.1"),
            ({"do": "start", "id": "a", "expected_seq": 1, "game": "expedition", "seats": "Ada"}, "seats"),
            ({"do": "start", "id": "a", "expected_seq": 1, **START, "options": []}, "options"),
            ({"do": "start", "id": "a", "expected_seq": 1, **START, "options": {"x": 1}}, "x"),
            ({"do": "open", "id": "a", "game": "one"}, "game"),
        ],
    )  # fmt: skip
    def test_a_malformed_command_is_refused_with_its_field(self, room: Room, body: dict[str, Any], where: str) -> None:
        host = room.phone(None)
        host.start()
        assert refusal_of(host.post("/api/commands", **body), 400, "malformed")["where"] == where
        assert room.seq == 1

    @pytest.mark.parametrize(
        ("data", "status", "error"),
        [
            (b"", 400, "malformed"),
            (b"{", 400, "malformed"),
            (b"[]", 400, "malformed"),
            (b"\xff", 400, "malformed"),
            (b'{"do": "take_back", "id": "\\ud800", "expected_seq": 1}', 400, "malformed"),
            (b'{"do": "take_back", "id": "a", "expected_seq": NaN}', 400, "malformed"),
            (b"[" * 9000, 400, "malformed"),
            (b'{"do": "' + b"x" * 17_000 + b'"}', 413, "too_large"),
        ],
    )
    def test_invalid_json_is_refused(self, room: Room, data: bytes, status: int, error: str) -> None:
        host = room.phone(None)
        refusal_of(host.client.post("/api/commands", data=data, headers=JSON), status, error)

    @pytest.mark.parametrize("name", POSTED)
    def test_only_json_and_only_our_own_pages_are_accepted(self, room: Room, name: str) -> None:
        host, path = room.phone(None), f"/api/{name}"
        refusal_of(host.client.post(path, data=b"{}", headers={"Content-Type": "text/plain"}), 415, "not_json")
        refusal_of(
            host.client.post(path, json={}, headers={"Origin": "http://elsewhere.example"}), 403, "foreign_origin"
        )
        refusal_of(host.client.post(path, json={}, headers={"Host": "elsewhere.example"}), 403, "foreign_host")

    def test_a_full_card_is_reported_and_nothing_changes(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object, **__: object) -> None:
            raise NotSavedError("disk full")

        host = room.phone(None)
        host.start()
        monkeypatch.setattr(room.world.session.journal, "append", full)
        refusal_of(host.play(1, STEP), 507, "not_saved")
        assert [badge["key"] for badge in host.view["badges"]] == ["not_saved"]
        monkeypatch.undo()
        assert host.play(1, STEP).status_code == 200
        assert host.view["badges"] == []

    def test_requests_faster_than_a_person_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.server.phone_routes._REQUESTS_PER_SECOND", 0.01)  # however slow a machine is
        host = Room().phone(None)
        statuses = {host.post("/api/preview", do="take_back").status_code for _ in range(120)}
        assert statuses == {409, 429}

    def test_too_many_commands_are_refused(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.server.phone_routes._COMMANDS_PER_SECOND", 0.01)  # however slow a machine is
        room = Room()
        room.phone(None).start("Ada", "Bao")
        ada, bao = room.phone(1), room.phone(2)
        again = {"move": "correct", "what": "gold", "by": 1, "note": "again"}
        answers = [ada.play(1, again) for _ in range(70)]
        assert [answer.status_code for answer in answers] == [200] * 60 + [429] * 10
        assert int(answers[-1].headers["Retry-After"]) > 0
        groups = [bao.do("play", moves=[{"seat": 2, "move": again}] * 20) for _ in range(4)]
        assert [answer.status_code for answer in groups] == [200, 200, 200, 429], "each move counts"
        assert ada.post("/api/preview", do="take_back", seat=1).status_code == 200, "looking changes nothing"

    def test_opening_games_too_often_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.server.phone_routes._OPENINGS_PER_SECOND", 0.01)  # however slow a machine is
        room = Room()
        host, second = room.phone(None), room.phone(None)
        host.start()
        host.start()
        opened = [host.do("open", game=1 + number % 2).status_code for number in range(15)]
        assert opened == [200] * 10 + [429] * 5
        assert host.play(1, STEP).status_code == 200, "it plays on"
        assert second.do("leave").status_code == 200

    def test_phones_with_roles_are_counted_separately(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "companion.server.phone_routes._REQUESTS_PER_SECOND", 0.01
        )  # nothing comes back while it is counted
        room = Room()

        def ask(phone: Phone) -> int:
            return phone.post("/api/preview", do="take_back").status_code

        host, second, strangers = room.phone(None), room.phone(None), [room.phone() for _ in range(4)]
        assert [ask(host) for _ in range(120)].count(409) == 100
        assert ask(second) == 409
        answers = []
        for number in range(120):
            stranger = strangers[number % 4]
            stranger.client.set_cookie(COOKIE, f"{number:043}")  # as if it were another phone each time
            answers.append(ask(stranger))
        # The codes of the two were given in from this address as well.
        assert answers.count(401) == 98
        assert set(answers[98:]) == {429}


class TestRealDice:
    def test_a_host_switches_real_dice_for_the_whole_table(self, room: Room) -> None:
        host, watcher = room.phone(None), room.phone()
        host.start()
        for on in (True, True, False):
            assert host.do("real_dice", on=on).status_code == 200
            assert watcher.view.get("real_dice", False) is on
            assert ("real_dice" in [badge["key"] for badge in watcher.view["badges"]]) is on
        assert room.seq == 1, "it is no part of the game"

    def test_a_seat_or_a_watcher_may_not_switch_real_dice(self, room: Room) -> None:
        room.phone(None).start()
        refusal_of(room.phone(1).do("real_dice", on=True), 403, "not_yours")
        refusal_of(room.phone().do("real_dice", on=True), 401, "no_claim")
        assert not room.world.session.real_dice

    @pytest.mark.parametrize("on", [None, "yes", 1, []])
    def test_real_dice_are_on_or_off(self, room: Room, on: Any) -> None:
        host = room.phone(None)
        host.start()
        refusal_of(host.do("real_dice", on=on), 400, "malformed")

    def test_real_dice_have_no_preview(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        refusal_of(host.post("/api/preview", do="real_dice", on=True), 400, "malformed")

    def test_one_request_for_real_dice_counts_once(self, room: Room) -> None:
        host = room.phone(None)
        host.start()
        assert host.do("real_dice", on=True, id="same").status_code == 200
        assert host.do("real_dice", on=False).status_code == 200
        assert host.do("real_dice", on=True, id="same").status_code == 200
        assert not room.world.session.real_dice
