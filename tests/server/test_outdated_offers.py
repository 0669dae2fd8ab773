"""Tests of offers that no longer exist, from another build or an older table: each is refused with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.session.session import Session
from companion.table.commands import StartGame
from tests.kit.scripted_games import play
from tests.server.helpers import catalogue_text
from tests.server.phones_room import END, NAMES, STEP, Phone, Room, refusal_of

LANGUAGES = ["en", "fr"]
HANG = {"move": "hang", "row": "gate"}


def answers_to(phone: Phone, room: Room, **body: Any) -> Iterator[Any]:
    """Yield the responses to a command and to its preview; neither may change anything."""
    before = room.world.session.snapshot()
    for path in ("commands", "preview"):
        yield phone.post(f"/api/{path}", **{"do": "play", "id": room.fresh_id(), "expected_seq": room.seq, **body})
        assert room.world.session.snapshot() == before


def alone_and_in_group(seat: int, move: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a move alone, and as the last of several."""
    return [{"seat": seat, "move": move}, {"moves": [{"seat": seat, "move": STEP}, {"seat": seat, "move": move}]}]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("move", "where", "key", "placeholders"),
    [
        ({"move": "fly"}, "move", "error.unknown_move", {"move": "fly"}),
        ({**STEP, "sails": 2}, "sails", "error.unknown_field", {"field": "sails"}),
        ({"move": "step", "by": "air"}, "by", "error.unknown_word", {"wanted": "cards, ballast"}),
        ({"move": "step"}, "by", "error.missing_field", {"field": "by"}),
        ({"move": 7}, "move", "error.unknown_move", {"move": "7"}),
        ({}, "move", "error.unknown_move", {"move": "None"}),
    ],
)
def test_an_unknown_offer_is_refused_with_the_unknown_part(
    room: Room, move: dict[str, Any], where: str, key: str, placeholders: dict[str, str], language: str
) -> None:
    host = room.phone(None, language=language)
    host.start()
    for body in alone_and_in_group(1, move):
        for answer in answers_to(host, room, **body):
            error = refusal_of(answer, 400, "malformed")
            assert (error["where"], error["reason"]) == (where, catalogue_text(language, key, **placeholders))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_of_an_unknown_offer_is_refused(room: Room, language: str) -> None:
    host = room.phone(None, language=language)
    host.start()
    error = refusal_of(host.post("/api/form", seat=1, move="fly", chosen={"to": 3}), 400, "malformed")
    assert error["reason"] == catalogue_text(language, "error.unknown_move", move="fly")
    form = host.post("/api/form", seat=1, move="step", chosen={"sails": 2}).json
    assert form
    assert "sails" not in form["move"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_of_a_closed_game_is_stale(room: Room, language: str) -> None:
    host = room.phone(None, language=language)
    host.start()
    known_seq = host.view
    assert host.do("start", game="classic", seats=NAMES).status_code == 200
    for answer in answers_to(host, room, seat=1, move=STEP, number=known_seq["number"], expected_seq=known_seq["seq"]):
        assert refusal_of(answer, 409, "stale")["reason"] == catalogue_text(language, "session.stale")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_made_impossible_by_another_seat_is_stale(room: Room, language: str) -> None:
    host = room.phone(None, language=language)
    host.start()
    known_seq = room.seq
    room.world.session.do(play((1, STEP), (1, END)))
    ending = [{"seat": 1, "move": STEP}, {"seat": 1, "move": END}]
    for body in (*alone_and_in_group(1, STEP), {"moves": ending}):
        for answer in answers_to(host, room, **body, expected_seq=known_seq):
            error = refusal_of(answer, 409, "stale")
            assert (error["reason"], error["seq"]) == (catalogue_text(language, "session.stale"), room.seq)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forbidden_move_is_refused_only_on_a_current_view(room: Room, language: str) -> None:
    room.phone(None).start()
    known_seq = room.seq - 1
    bao = room.phone(2, language=language)
    assert refusal_of(bao.play(1, STEP, expected_seq=known_seq), 409, "stale")["reason"] == catalogue_text(
        language, "session.stale"
    )
    for body in alone_and_in_group(1, STEP):
        for answer in answers_to(bao, room, **body):
            assert refusal_of(answer, 403, "not_yours")["reason"] == catalogue_text(language, "web.error.not_yours")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_partly_invalid_form_continues_from_its_valid_part(session: Session, room: Room, language: str) -> None:
    """Seat 1 hangs three lanterns; before it confirms, somebody corrects its oil to one."""
    session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
    for seat in (1, 1, 2, 2):
        session.do(play((seat, {"move": "hide", "colour": "red", "value": 10_001 + room.seq, "wish": "rain"})))
    for seat in (1, 2):
        session.do(play((seat, {"move": "roll", "chance": [1, 2]})))
    ada, walk = room.phone(1, language=language), {"row": "gate", "path": [1, 2, 3]}
    form = ada.post("/api/form", seat=1, move="hang", chosen=walk).json
    assert form
    assert form["move"] == {**HANG, "path": [1, 2, 3]}
    known_seq = room.seq
    less = play((1, {"move": "correct", "what": "oil", "by": -3}))
    room.world.table.ask(lambda: session.do(less))
    form = ada.post("/api/form", seat=1, move="hang", chosen=walk).json
    assert form
    assert form["move"] == {**HANG, "path": [1], "flame": "small"}
    for answer in answers_to(ada, room, seat=1, move={**HANG, "path": [1, 2, 3]}, expected_seq=known_seq):
        assert refusal_of(answer, 409, "stale")["reason"] == catalogue_text(language, "session.stale")
    for answer in answers_to(ada, room, seat=1, move={**HANG, "path": [1, 2, 3]}):
        assert refusal_of(answer, 422, "illegal_move")["ruling"] == "L3"
    assert ada.play(1, form["move"]).status_code == 200


def test_a_repeated_command_is_answered_although_it_became_impossible(session: Session, room: Room) -> None:
    session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
    for seat in (1, 1, 2, 2):
        session.do(play((seat, {"move": "hide", "colour": "red", "value": 10_001 + room.seq, "wish": "rain"})))
    room.phone(1)
    host = room.phone(None)
    once = {
        "id": "all dice",
        "expected_seq": room.seq,
        "moves": [{"seat": s, "move": {"move": "roll"}} for s in (1, 2)],
    }
    first = host.do("play", **once)
    assert first.status_code == 200
    again = host.do("play", **once)
    assert (again.status_code, again.json) == (200, first.json)
    refusal_of(host.post("/api/preview", do="play", **{**once, "expected_seq": room.seq}), 403, "not_yours")
