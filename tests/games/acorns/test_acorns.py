"""Tests of what broke in front of players of small games: each of these games had passed every other test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.session.session import Session
from companion.words.catalogue import LANGUAGES, Words
from tests.games.acorns import ACORNS
from tests.server.helpers import new_session
from tests.server.phones_room import Phone, Room

NAMES = ["Ada", "Bao"]


@pytest.fixture
def session() -> Iterator[Session]:
    with new_session((ACORNS,)) as session:
        yield session


@pytest.fixture
def host(session: Session) -> Phone:
    """Return the host's phone after the start of a game for two."""
    host = Room(session).phone(None)
    assert host.do("start", game="acorns", seats=NAMES).status_code == 200
    return host


def begin_turn(host: Phone, *faces: int) -> None:
    """Choose tree 3 for both, and roll these faces for the first."""
    for seat in (1, 2):
        assert host.play(seat, {"move": "choose", "tree": 3}).status_code == 200
    assert host.play(1, {"move": "roll", "chance": list(faces)}).status_code == 200


def touched(host: Phone, seat: int, *touches: str) -> list[tuple[dict[str, Any], bool]]:
    """Return the moves that these touches lead to, and whether each is complete."""
    offers = host.post("/api/touch", seat=seat, touches=touches).json or {}
    return [(offer["move"], offer["whole"]) for offer in offers["offers"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rounds_without_a_known_number_are_shown(host: Phone, language: str) -> None:
    for path in ("/", "/tv"):
        response = host.client.get(path, headers={"Accept-Language": language})
        assert response.status_code == 200
        words = Words(language)
        assert f">{words('page.round', title=words('game.acorns'), n=1)}<" in response.text


def test_a_choice_offered_by_one_press_can_be_touched(host: Phone) -> None:
    offers = [(offer["move"], offer["at"]) for offer in host.view["offers"] if offer["seat"] == 2 and offer["at"]]
    assert offers == [({"move": "choose", "tree": tree}, f"tree:2:{tree}") for tree in (1, 2, 3)]
    assert touched(host, 2, "tree:2:3") == [({"move": "choose", "tree": 3}, True)]


def test_things_touched_fill_in_the_form_of_a_plain_game(host: Phone) -> None:
    begin_turn(host, 1, 2, 2, 5, 6)
    assert touched(host, 1, "die:2", "die:6") == [({"move": "reroll", "keep": [2, 6]}, False)]
