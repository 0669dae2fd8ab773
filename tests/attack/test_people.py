"""Phones without a host's role read and change people, and a rename tries to take over a seat or a game."""

from __future__ import annotations

import pytest

from companion.rules.rule_errors import MalformedError
from companion.session.session import Session
from companion.table.people import PEOPLE_NOTE
from tests.server.phones_room import NAMES, Phone, Room, refusal_of

CHANGES = ({"name": "Mallory"}, {"name": "Bao", "merge": True}, {"colour": "violet"}, {"forget": True})


@pytest.fixture
def room() -> Room:
    room = Room()
    room.phone(None).start()
    return room


def refused(phone: Phone, status: int, error: str) -> None:
    """Check that a phone can neither read nor change people."""
    session: Session = phone.room.world.session
    before = session.journal.note(PEOPLE_NOTE)
    for person in (*NAMES, "Mallory", "'; DROP TABLE notes; --"):
        for change in CHANGES:
            refusal_of(phone.post("/api/people", person=person, **change), status, error)
    answers = [phone.client.get(path, headers=phone.headers) for path in ("/people", "/api/people")]
    assert {answer.status_code for answer in answers} == {status}
    assert not any(name in answer.get_data(as_text=True) for answer in answers for name in NAMES)
    assert session.journal.note(PEOPLE_NOTE) == before


def test_guests_and_seats_neither_read_nor_change_people(room: Room) -> None:
    refused(room.phone(), 401, "no_claim")
    refused(room.phone(1), 403, "not_yours")


def test_another_sites_page_changes_nobody(room: Room) -> None:
    host = room.phone(None)
    host.headers = {**host.headers, "Origin": "http://evil.example"}
    for change in CHANGES:
        refusal_of(host.post("/api/people", person="Ada", **change), 403, "foreign_origin")
    answer = host.client.post("/api/people", data='{"person": "Ada", "forget": true}', content_type="text/plain")
    assert answer.status_code == 415


def test_renaming_a_person_gives_no_phone_another_seat(room: Room) -> None:
    host, ada, bao = room.phone(None), room.phone(1), room.phone(2)
    before = [ada.view["you"], bao.view["you"]]
    assert host.post("/api/people", person="Ada", name="Zoe").status_code == 200
    assert host.post("/api/people", person="Chloé", name="Ada").status_code == 400, "Ada is a former name of Zoe"
    assert [ada.view["you"], bao.view["you"]] == before
    host.start("Zoe", "Bao", "Ada")
    assert (ada.view["you"]["seat"], bao.view["you"]["seat"]) == (3, 2), "phones follow the names in games alone"


def test_people_of_one_game_cannot_be_counted_as_one(room: Room) -> None:
    with pytest.raises(MalformedError):
        room.world.session.rename_person("Ada", "Bao")
