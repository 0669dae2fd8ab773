"""Attacks on the lobby: its code seen, guessed or used by strangers; a place, a lead or a display that wants more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.session.pairing_codes import CodeKind, CodeOffer
from companion.session.session import Session
from companion.table.commands import CloseGame, LeaveGame, OpenGame
from companion.table.lobby import MOST_VISITORS
from tests.server.phones_room import STEP, Phone, Room, refusal_of

AWAY = "192.168.7.9"
NEEDS_TABLE_CODE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/api/profile", {"game": "expedition", "profile": {}}),
    ("/api/erase", {"game": None}),
    ("/api/erase", {"game": 1}),
    ("/api/phones", {"forget": "0" * 12}),
    ("/api/backup/ask", {}),
    ("/api/backup/take", {}),
    ("/api/restore/put", {"backup": "x", "put": True}),
)
READ_WITH_TABLE_CODE = (
    "/api/profile?game=expedition",
    "/api/copied?address=/copy/board",
    "/api/phones",
    "/api/backup",
    "/backup/finished.sqlite3",
    "/api/how",
    "/how/log.txt",
)


class LobbyRoom(Room):
    """A table whose box shows the lobby of the next Expedition."""

    def __init__(self) -> None:
        super().__init__()
        self.desk(lambda session: session.open_lobby(session.games[0]))
        self.offer = self.show_code()

    def desk(self, work: Callable[[Session], Any]) -> Any:
        return self.world.table.ask(lambda: work(self.world.session))

    def show_code(self) -> CodeOffer:
        epoch = self.world.session.snapshot().roles.epoch
        self.offer = self.world.codes.offer(None, epoch, kind=CodeKind.LOBBY)
        return self.offer

    def guest(self, address: str = AWAY) -> Phone:
        """Return a phone that has used the code."""
        phone = self.phone(address=address)
        answer = phone.post("/api/claim", code=self.offer.token)
        assert (answer.status_code, answer.json) == (200, {"host": False, "seat": None, "place": 0})
        return phone

    def sitting(self, name: str, address: str = AWAY) -> Phone:
        """Return a phone that sits under this name."""
        phone = self.guest(address)
        assert phone.post("/api/lobby", do="sit", name=name).status_code == 200
        return phone

    def start(self) -> None:
        self.desk(lambda session: session.start_lobby(str))


@pytest.fixture
def room() -> LobbyRoom:
    return LobbyRoom()


def paths(room: Room) -> Iterator[str]:
    """Yield every address that can be read."""
    for rule in room.app.url_map.iter_rules():
        if rule.methods is not None and "GET" in rule.methods:
            yield rule.rule


def beginning_of(answer: TestResponse) -> str:
    """Return the text of an answer, of a stream its first event."""
    if answer.is_streamed and answer.mimetype == "text/event-stream":
        return str(next(iter(answer.response)))
    return answer.get_data(as_text=True)


def test_no_address_shows_a_code_to_a_guest(room: LobbyRoom) -> None:
    stranger, opened = room.phone(address=AWAY), []
    for kind in CodeKind:
        offer = room.world.codes.offer(None, 1, kind=kind)
        for path in paths(room):
            if "<" in path:
                continue
            answer = stranger.client.get(path, headers=stranger.headers, buffered=False)
            if answer.status_code == 200:
                opened.append(path)
                text = beginning_of(answer)
                for secret in (offer.code, f"{offer.code[:3]} {offer.code[3:]}", offer.token):
                    assert secret not in text, path
            answer.close()
    assert {"/", "/tv", "/api/state", "/api/events", "/api/openapi.json"} <= set(opened)
    assert "/box/events" not in opened, "it shows the glass to this machine alone"


def test_leader_reads_no_code(room: LobbyRoom) -> None:
    leader = room.sitting("Ada")
    for path in ("/api/state", "/api/setup", "/api/claim", "/setup", "/tv"):
        text = leader.client.get(path, headers=leader.headers).get_data(as_text=True)
        assert room.offer.code not in text
        assert room.offer.token not in text


def test_guessing_the_lobby_code_is_slowed_down(room: LobbyRoom) -> None:
    stranger = room.phone(address=AWAY)
    answers = [stranger.post("/api/claim", code=f"{guess:06}").status_code for guess in range(12)]
    assert answers[:3] == [403] * 3
    assert 429 in answers
    assert room.world.session.lobby is not None
    assert not room.world.session.lobby.visitors


def test_flood_of_guests_costs_nobody_a_seat(room: LobbyRoom) -> None:
    ada = room.sitting("Ada")
    for _ in range(MOST_VISITORS + 3):
        room.guest()
    assert ada.get("/api/claim")["place"] == 1
    assert ada.post("/api/lobby", do="rename", name="Anna").status_code == 200
    lobby = room.world.session.lobby
    assert lobby is not None
    assert len(lobby.visitors) <= MOST_VISITORS + 1


def test_flood_of_changes_is_limited(room: LobbyRoom) -> None:
    ada = room.sitting("Ada")
    answers = {ada.post("/api/lobby", do="rename", name=f"Ada {n}").status_code for n in range(120)}
    assert answers == {200, 429}


def test_guest_without_the_code_reaches_nothing(room: LobbyRoom) -> None:
    stranger = room.phone(address=AWAY)
    for do in ("open", "sit", "add", "rename", "stand_up", "send_away", "start", "game", "options", "give_up_lead"):
        refusal_of(stranger.post("/api/lobby", do=do, place=1, name="Eve", game="expedition"), 401, "no_claim")
    refusal_of(stranger.post("/api/lead", seat=1), 401, "no_claim")
    assert stranger.client.get("/api/setup").status_code == 401
    assert room.world.session.lobby is not None
    assert not room.world.session.lobby.places


def test_place_does_only_its_own_things(room: LobbyRoom) -> None:
    room.sitting("Ada")
    bao = room.sitting("Bao")
    for do in ("rename", "colour", "stand_up"):
        refusal_of(bao.post("/api/lobby", do=do, place=1, name="Eve", colour="red"), 403, "not_yours")
    for do in ("open", "add", "send_away", "move", "begin_with", "game", "options", "hand_on", "give_up_lead", "start"):
        refusal_of(bao.post("/api/lobby", do=do, place=2, name="Eve", game="classic"), 403, "not_yours")
    assert bao.post("/api/lobby", do="rename", name="Bert").status_code == 200
    assert bao.post("/api/lobby", do="stand_up").status_code == 200
    assert [place["name"] for place in bao.view["lobby"]["places"]] == ["Ada"]


def test_guest_takes_no_place_of_a_phone(room: LobbyRoom) -> None:
    ada = room.sitting("Ada")
    assert ada.post("/api/lobby", do="add", name="Mum").status_code == 200
    stranger, guest = room.phone(address=AWAY), room.guest()
    refusal_of(stranger.post("/api/lobby", do="take", place=2), 401, "no_claim")
    refusal_of(guest.post("/api/lobby", do="take", place=1), 422, "illegal_move")
    refusal_of(ada.post("/api/lobby", do="take", place=2), 422, "illegal_move")
    assert guest.post("/api/lobby", do="take", place=2).status_code == 200
    assert guest.get("/api/claim")["place"] == 2


def test_sent_away_stranger_needs_a_new_code(room: LobbyRoom) -> None:
    ada, eve = room.sitting("Ada"), room.sitting("Eve")
    assert ada.post("/api/lobby", do="send_away", place=2).status_code == 200
    room.show_code()
    refusal_of(eve.post("/api/lobby", do="sit", name="Eve"), 401, "no_claim")
    assert "place" not in eve.get("/api/claim")
    refusal_of(eve.post("/api/claim", code="100000"), 403, "outdated_code")


def test_void_code_admits_nobody(room: LobbyRoom) -> None:
    stranger, old = room.phone(address=AWAY), room.offer
    room.world.codes.withdraw()
    refusal_of(stranger.post("/api/claim", code=old.code), 403, "outdated_code")
    refusal_of(stranger.post("/api/claim", code=old.token), 403, "old_code")
    room.show_code()
    room.desk(lambda session: session.forget_phones())
    refusal_of(stranger.post("/api/claim", code=room.offer.code), 409, "stale")
    assert not room.world.session.snapshot().roles.phones


def classic_with_hands(room: Room) -> tuple[Phone, int]:
    """Start a game of 1983 in which Ada holds a card on her phone; return that phone and the number of the game."""
    host = room.phone(None)
    assert host.do("start", game="classic", seats=["Ada", "Bao"]).status_code == 200
    ada, table = room.phone(1), room.world.session.table
    assert table is not None
    room.world.table.ask(lambda: None)
    for card in ("blue:80", "blue:50"):
        move = {"move": "correct", "what": card, "by": 1}
        assert ada.play(1, move).status_code == 200
    return ada, table.number


def test_stranger_under_the_name_of_a_player_sees_no_hand() -> None:
    """He sits down as Ada, who has an unfinished game of 1983: neither the start nor that game gives him anything."""
    room = Room()
    ada, number = classic_with_hands(room)
    assert ada.view["holdings"]["1"]["goods"]
    room.world.table.ask(lambda: room.world.session.open_lobby(room.world.session.games[0]))
    offer = room.world.codes.offer(None, room.world.session.snapshot().roles.epoch, kind=CodeKind.LOBBY)
    eve = room.phone(address=AWAY)
    assert eve.post("/api/claim", code=offer.code).status_code == 200
    assert eve.post("/api/lobby", do="sit", name="Ada").status_code == 200
    assert eve.post("/api/lobby", do="add", name="Cid").status_code == 200

    def sees_nothing() -> None:
        you, view = eve.get("/api/claim"), eve.view
        assert you["seat"] is None
        assert "blue:80" not in str(view)
        refusal_of(eve.play(1, STEP), 403 if you.get("leads") else 401, "not_yours" if you.get("leads") else "no_claim")

    sees_nothing()
    assert eve.post("/api/lobby", do="start").status_code == 200
    assert eve.get("/api/claim")["seat"] == 1, "in the new game"
    room.world.table.ask(lambda: room.world.session.do(LeaveGame()))
    room.world.table.ask(lambda: room.world.session.do(OpenGame(number=number)))
    assert eve.get("/api/claim") == {"host": False, "seat": None, "asked": False, "refused": False}
    refusal_of(eve.play(2, STEP), 401, "no_claim")
    assert "blue:80" not in str(eve.view)
    assert ada.view["holdings"]["1"]["goods"], "Ada goes on where she was"


def leader_of_lobby() -> Phone:
    return LobbyRoom().sitting("Ada")


def leader_of_game() -> Phone:
    ada = leader_of_lobby()
    for name in ("Bao", "Cid"):
        assert ada.post("/api/lobby", do="add", name=name).status_code == 200
    assert ada.post("/api/lobby", do="start").status_code == 200
    assert ada.get("/api/claim")["leads"]
    return ada


@pytest.mark.parametrize("make", [leader_of_lobby, leader_of_game])
def test_leader_cannot_do_what_needs_the_table_code(make: Callable[[], Phone]) -> None:
    leader = make()
    for path, body in NEEDS_TABLE_CODE:
        refusal_of(leader.post(path, **body), 403, "not_yours")
    for path in READ_WITH_TABLE_CODE:
        assert leader.client.get(path, headers=leader.headers).status_code == 403, path
    upload = {"Content-Type": "application/octet-stream", **leader.headers}
    for path in ("/api/import", "/api/restore"):
        assert leader.client.post(path, data=b"x", headers=upload).status_code in (403, 415), path
    for do, body in (
        ("open", {"game": 1}),
        ("leave", {}),
        ("close", {}),
        ("start", {"game": "expedition", "seats": []}),
    ):
        answer = leader.do(do, **{**body, **({"seats": ["Ada", "Bao"]} if do == "start" else {})})
        assert answer.status_code in (401, 403), do
    rename = leader.do("amend", entry=0, seats=["Eve", "Bao", "Cid"])
    assert rename.status_code in (401, 403, 409)


def test_leader_plays_for_others_and_sees_no_hand() -> None:
    room = LobbyRoom()
    room.desk(lambda session: session.choose_game(session.games[1]))
    ada, bao = room.sitting("Ada"), room.sitting("Bao")
    assert ada.post("/api/lobby", do="add", name="Cid").status_code == 200
    assert ada.post("/api/lobby", do="start").status_code == 200
    assert bao.play(2, {"move": "correct", "what": "blue:80", "by": 1}).status_code == 200
    assert "blue:80" in str(bao.view)
    assert "blue:80" not in str(ada.view)
    seats = {offer["seat"] for offer in ada.view["offers"]}
    assert seats == {1, 3}, "not for Bao, who has a phone"
    assert not {offer["seat"] for offer in bao.view["offers"]} - {2}


def test_leader_of_a_game_under_way_opens_no_other(room: LobbyRoom) -> None:
    ada = room.sitting("Ada")
    room.sitting("Bao")
    room.start()
    for body in ({"game": "expedition"}, {"rematch": True}):
        refusal_of(ada.post("/api/lobby", do="open", **body), 403, "not_yours")
    room.desk(lambda session: session.do(CloseGame()))
    refusal_of(ada.post("/api/lobby", do="open", game="classic"), 403, "not_yours")
    assert ada.post("/api/lobby", do="open", rematch=True).status_code == 200


def test_lead_cannot_be_taken(room: LobbyRoom) -> None:
    ada = room.sitting("Ada")
    bao = room.sitting("Bao")
    room.start()
    refusal_of(bao.post("/api/lead", seat=2), 403, "not_yours")
    assert ada.post("/api/lead", seat=2).status_code == 200
    refusal_of(ada.post("/api/lead", seat=1), 403, "not_yours")
    assert bao.get("/api/claim")["leads"]
    assert bao.post("/api/resign").status_code == 200
    assert ada.get("/api/claim")["leads"]


def test_display_may_do_nothing(room: LobbyRoom) -> None:
    television = room.phone(address=AWAY)
    code = room.world.codes.offer(None, 1, kind=CodeKind.DISPLAY).code
    assert television.post("/api/claim", code=code).status_code == 200
    for do in ("open", "sit", "add", "start"):
        assert television.post("/api/lobby", do=do, name="Eve", game="expedition").status_code == 401
    assert television.client.get("/api/setup").status_code == 401
    refusal_of(room.phone(address=AWAY).post("/api/claim", code=code), 403, "wrong_code")
