"""Phones without a host's role, and other sites, change settings; a permission for one thing is used for another."""

from __future__ import annotations

import pytest

from companion.box.preferences import Preferences
from tests.server.phones_room import Phone, Room, refusal_of

CHANGES = (("/api/settings", {"volume": 0}), ("/api/settings/ask", {"board": "pico"}))


@pytest.fixture
def room() -> Room:
    room = Room()
    room.phone(None).start()
    return room


def refused(phone: Phone, status: int, error: str) -> None:
    """Check that a phone can neither read nor change settings."""
    world = phone.room.world
    for path, body in CHANGES:
        refusal_of(phone.post(path, **body), status, error)
    assert phone.client.get("/api/settings", headers=phone.headers).status_code == status
    assert world.preferences == Preferences()
    assert world.codes.change_permission.pending_request is None


def test_guests_and_seats_neither_read_nor_change_settings(room: Room) -> None:
    refused(room.phone(), 401, "no_claim")
    refused(room.phone(1), 403, "not_yours")


def test_the_page_shows_a_guest_nothing_of_the_box(room: Room) -> None:
    page = room.phone(1).client.get("/settings", headers={"Accept-Language": "en"}).get_data(as_text=True)
    assert "Enter the table code here" in page
    assert "bonnet" not in page
    assert 'id="boards"' not in page


def test_another_sites_page_changes_no_setting(room: Room) -> None:
    host = room.phone(None)
    host.headers = {**host.headers, "Origin": "http://evil.example"}
    for path, body in CHANGES:
        refusal_of(host.post(path, **body), 403, "foreign_origin")
    for path, _ in CHANGES:
        answer = host.client.post(path, data='{"volume": 0, "board": "pico"}', content_type="text/plain")
        assert answer.status_code == 415
    assert room.world.preferences == Preferences()


def test_a_permission_for_a_board_gives_no_backup(room: Room) -> None:
    host = room.phone(None)
    assert host.post("/api/settings/ask", board="pico").status_code == 200
    codes = room.world.codes
    request = codes.change_permission.pending_request
    assert request is not None
    assert not codes.backup_permission.answer(request, granted=True)
    assert codes.change_permission.answer(request, granted=True)
    refusal_of(host.post("/api/backup/take"), 404, "nothing_to_take")


def test_repeated_questions_are_silenced_after_refusals(room: Room) -> None:
    host, permission = room.phone(None), room.world.codes.change_permission
    for _ in range(2):
        assert host.post("/api/settings/ask", board="pico").status_code == 200
        request = permission.pending_request
        assert request is not None
        permission.answer(request, granted=False)
    refusal_of(host.post("/api/settings/ask", name="mallory"), 409, "box_asks")
