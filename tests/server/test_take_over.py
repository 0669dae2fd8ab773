"""Tests of a second phone for a seat: the box asks, and both phones learn the answer; and of releasing a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from companion.session.pairing_codes import ASKED_S, TakeoverRequest
from companion.table.commands import ClaimSeat
from tests.server.phones_room import Phone, Room

T = TypeVar("T")


class RoomWithClock(Room):
    """A room whose clock can be advanced."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(clock=lambda: self.now)


@pytest.fixture
def room() -> RoomWithClock:
    room = RoomWithClock()
    room.phone(None).start()
    return room


@pytest.fixture
def first(room: RoomWithClock) -> Phone:
    """Return the phone that has the second seat."""
    return room.phone(2)


def ask_for_seat(room: RoomWithClock, phone: Phone) -> TakeoverRequest:
    """Have a phone use the code of the second seat; return what the box asks about."""
    answer = phone.post("/api/claim", code=room.world.codes.offer(2, 1).code)
    assert (answer.status_code, answer.json) == (202, {"asked": True})
    assert "companion_phone" in answer.headers["Set-Cookie"]
    question = room.world.codes.takeover_request
    assert question is not None
    return question


def test_claiming_a_taken_seat_asks_the_box(room: RoomWithClock, first: Phone) -> None:
    second = room.phone()
    question = ask_for_seat(room, second)
    assert second.get("/api/claim") == {"host": False, "seat": None, "asked": True, "refused": False}
    assert first.view["you"]["seat"] == 2
    assert second.view["you"]["seat"] is None
    assert question.seat == 2


def test_a_granted_take_over_moves_the_seat(room: RoomWithClock, first: Phone) -> None:
    second = room.phone()
    question = ask_for_seat(room, second)
    assert room.world.codes.answer_takeover(question, granted=True)
    room.world.table.ask(lambda: room.world.session.do(ClaimSeat(seat=question.seat, phone=question.phone)))
    assert second.get("/api/claim") == {"host": False, "seat": 2, "asked": False, "refused": False}
    assert first.get("/api/claim") == {"host": False, "seat": None, "asked": False, "refused": False}


def test_a_refused_phone_is_told_and_may_retry(room: RoomWithClock, first: Phone) -> None:
    second = room.phone()
    question = ask_for_seat(room, second)
    assert room.world.codes.answer_takeover(question, granted=False)
    assert not room.world.codes.answer_takeover(question, granted=True), "a no stays a no"
    assert second.get("/api/claim") == {"host": False, "seat": None, "asked": False, "refused": True}
    assert first.get("/api/claim")["seat"] == 2
    ask_for_seat(room, second)
    assert second.get("/api/claim") == {"host": False, "seat": None, "asked": True, "refused": False}


def test_a_timeout_refuses_the_take_over(room: RoomWithClock, first: Phone) -> None:
    second = room.phone()
    question = ask_for_seat(room, second)
    room.now += ASKED_S
    assert not room.world.codes.answer_takeover(question, granted=True)
    assert second.get("/api/claim")["refused"]
    assert first.get("/api/claim")["seat"] == 2


def test_a_later_request_replaces_an_earlier_one(room: RoomWithClock, first: Phone) -> None:
    second, third = room.phone(), room.phone()
    ask_for_seat(room, second)
    ask_for_seat(room, third)
    assert second.get("/api/claim")["refused"]
    assert third.get("/api/claim")["asked"]


def test_a_phone_reclaims_its_own_seat_without_a_question(room: RoomWithClock, first: Phone) -> None:
    answer = first.post("/api/claim", code=room.world.codes.offer(2, 1).code)
    assert (answer.status_code, answer.json) == (200, {"host": False, "seat": 2})


def test_a_host_who_releases_a_seat_stays_host(room: RoomWithClock) -> None:
    phone = room.phone(None, 3)
    assert phone.post("/api/release").json == {"host": True, "seat": None}
    assert room.phone(3).get("/api/claim")["seat"] == 3


def test_a_resigned_host_keeps_their_seat(room: RoomWithClock) -> None:
    phone = room.phone(None, 3)
    assert phone.post("/api/resign").json == {"host": False, "seat": 3}
    assert phone.view["you"] == {"host": False, "seat": 3}
    assert phone.post("/api/resign").json == {"host": False, "seat": 3}


def test_a_resigned_host_without_a_seat_has_no_role(room: RoomWithClock) -> None:
    phone = room.phone(None)
    before = len(room.world.table.snapshot.roles.phones)
    assert phone.post("/api/resign").json == {"host": False, "seat": None}
    assert len(room.world.table.snapshot.roles.phones) == before - 1


def test_a_late_release_does_not_affect_the_new_phone(room: RoomWithClock, first: Phone) -> None:
    on_the_spot = room.world.table.ask

    def taken_over_before(work: Callable[[], T]) -> T:
        room.world.session.do(ClaimSeat(seat=2, phone="second"))
        return on_the_spot(work)

    object.__setattr__(room.world.table, "ask", taken_over_before)
    assert first.post("/api/release").json == {"host": False, "seat": None}
    assert room.world.session.table is not None
    assert room.world.session.table.claims == {2: "second"}


def test_a_release_without_a_seat_does_nothing(room: RoomWithClock, first: Phone) -> None:
    assert room.phone().post("/api/release").json == {"host": False, "seat": None}
    assert first.get("/api/claim")["seat"] == 2


def test_a_code_gives_no_seat_of_another_game(room: RoomWithClock) -> None:
    host, player = room.phone(None), room.phone()
    code = room.world.codes.offer(2, 1, 1).code
    host.start("Chloé", "Dan")
    assert player.post("/api/claim", code=code).status_code == 409
    assert player.view["you"] == {"host": False, "seat": None}
    assert room.world.codes.takeover_request is None
