"""Tests of what broke in front of players of small games: each of these games had passed every other test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.rules.scene import Grid
from companion.rules.viewer import PUBLIC
from companion.session.session import Session
from companion.table import table as tables
from companion.table.random_play import play_move
from companion.words.catalogue import LANGUAGES, Words
from companion.words.translated_scene import scene_of
from tests.games.acorns import ACORNS
from tests.server.helpers import new_session
from tests.server.phones_room import Phone, Room
from tests.terminal import run

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


def test_a_correction_is_told_without_words_of_the_game(host: Phone) -> None:
    assert host.play(1, {"move": "correct", "what": "acorns", "by": 2}).status_code == 200
    phones = {language: host.room.phone(language=language) for language in LANGUAGES}
    texts = {language: phone.view["events"][0]["text"] for language, phone in phones.items()}
    assert texts == {"en": "Ada: 0 → 2 acorns, corrected", "fr": "Ada\N{NO-BREAK SPACE}: 0 → 2 glands, corrigé"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_with_a_number_is_named_at_the_end(language: str) -> None:
    table = tables.start(ACORNS, NAMES, {"enough": 1})
    for seat, tree in ((1, 3), (2, 2)):
        table = play_move(table, seat, {"move": "choose", "tree": tree})
    for seat in (1, 2):
        table = play_move(table, seat, {"move": "roll", "chance": [6, 6, 6, 6, 6]})
        table = play_move(table, seat, {"move": "gather"})
    first, *_ = scene_of(table, PUBLIC, Words(language)).blocks
    assert isinstance(first, Grid)
    reasons = {"en": "gathered from tree", "fr": "récolté sur l’arbre"}
    expected = [f"{reasons[language]} {tree}" for tree in (3, 2)]
    assert [row.name for row in first.rows][:2] == expected


def test_moves_of_a_turn_name_their_seat_once(host: Phone) -> None:
    begin_turn(host, 1, 2, 2, 5, 6)
    for keep in ([6], [5, 6]):
        assert host.play(1, {"move": "reroll", "keep": keep, "chance": [5] * (5 - len(keep))}).status_code == 200
    assert host.play(1, {"move": "gather"}).status_code == 200
    assert (
        host.view["log"][0]["text"] == "Ada: rolls the dice, rolls some dice again ×2, gathers acorns (+3) · typed in"
    )


def test_replay_names_all_that_it_waits_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.known_games.GAMES", (ACORNS,))
    file = tmp_path / "game.jsonl"
    file.write_text('{"game": "acorns", "seats": ["Ada", "Bao", "Chloé"]}\n{"seat": 2, "move": "choose", "tree": 1}\n')
    assert run("replay", file).output.splitlines()[1] == "Waiting for Ada and Chloé"
