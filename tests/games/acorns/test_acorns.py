"""Tests of what broke in front of players of small games: each of these games had passed every other test."""

from __future__ import annotations

from collections.abc import Iterator

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_rounds_without_a_known_number_are_shown(host: Phone, language: str) -> None:
    for path in ("/", "/tv"):
        response = host.client.get(path, headers={"Accept-Language": language})
        assert response.status_code == 200
        words = Words(language)
        assert f">{words('page.round', title=words('game.acorns'), n=1)}<" in response.text
