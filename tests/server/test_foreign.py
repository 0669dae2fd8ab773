"""Tests of games by other rules over HTTP: how they are described, that no secrets leak, and a host's actions."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.chance.verify_chance import check_chance
from companion.games import GAMES as SHIPPED
from companion.games.expedition import EXPEDITION
from companion.session.session import Session
from companion.table.commands import LeaveGame, Play, StartGame
from tests.games.lanterns import LANTERNS, LANTERNS_REPRINTED
from tests.kit.older_games import FINISHED_GAME, MIGRATED_GAME, MISSING_GAME, REFUSED_GAME, leave_older_games
from tests.kit.older_journals import everything_in, rewrite_game
from tests.kit.scripted_games import NOON
from tests.server.helpers import new_session
from tests.server.phones_room import Phone, Room, refusal_of

EVERY = (MISSING_GAME, FINISHED_GAME, REFUSED_GAME, MIGRATED_GAME)


@pytest.fixture
def session() -> Iterator[Session]:
    """Yield a session with the Expedition alone, and the games that another program left behind."""
    with new_session(SHIPPED) as before:
        leave_older_games(before)
        yield Session(before.journal, (EXPEDITION,), lambda: NOON)


@pytest.fixture
def host(room: Room) -> Phone:
    return room.phone(None)


def stored_rows(session: Session) -> list[Any]:
    return [everything_in(session.journal.path, number) for number in EVERY]


def closed(host: Phone, number: int) -> TestResponse:
    return host.do("close", game=number)


def test_the_list_explains_each_foreign_game(host: Phone) -> None:
    games = {game["number"]: game for game in host.get("/api/games")["games"]}
    statuses = [(games[n]["status"], games[n]["foreign"]["why"], games[n]["foreign"]["opens"]) for n in EVERY]
    assert statuses == [
        ("unfinished", "missing", False),
        ("over", "other_rules", False),
        ("unfinished", "other_rules", True),
        ("unfinished", "other_rules", True),
    ]
    assert games[MISSING_GAME]["foreign"]["text"].startswith("This program does not know this game")
    assert (games[MISSING_GAME]["title"], games[FINISHED_GAME]["title"]) == (
        "Marco Polo (1983)",
        "Marco Polo Expedition",
    )
    assert [seat["name"] for seat in games[MISSING_GAME]["seats"]] == ["Inès", "Bao"]
    winner, *_ = games[FINISHED_GAME]["places"]
    assert (winner["name"], winner["total"]) == ("Inès", 16)
    assert games[REFUSED_GAME]["date"] == "2027-01-15"


def test_a_game_by_present_rules_is_not_marked_foreign(session: Session, host: Phone) -> None:
    host.start()
    newest = host.get("/api/games")["games"][0]
    assert (newest["status"], "foreign" in newest) == ("open", False)


def test_an_undecided_foreign_game_is_not_shown_as_open(session: Session, host: Phone) -> None:
    session.journal.set_note("open_game", REFUSED_GAME)
    games = {game["number"]: game for game in host.get("/api/games")["games"]}
    assert games[REFUSED_GAME]["status"] == "unfinished"


def test_each_has_its_page_and_its_object_without_a_table(host: Phone) -> None:
    for number in EVERY:
        game = host.get(f"/api/games/{number}")
        assert (game["table"], game["moves"]) == (None, [])
        page = host.client.get(f"/games/{number}", headers={"Accept": "text/html", "Accept-Language": "en"})
        assert page.status_code == 200
        text = page.get_data(as_text=True)
        assert game["foreign"]["text"] in text
        assert 'id="chart"' not in text
        assert (f"/games/{number}/moves.jsonl" in text) is game["foreign"]["file"]
        assert "/picture" not in text
        refusal_of(host.client.get(f"/games/{number}/picture", headers=host.headers), 404, "no_picture")
    assert host.client.get("/games", headers={"Accept": "text/html"}).status_code == 200


def test_a_file_is_offered_only_without_secrets(host: Phone) -> None:
    assert [host.get(f"/api/games/{number}")["foreign"]["file"] for number in EVERY] == [False, True, False, True]
    answer = host.client.get(f"/games/{FINISHED_GAME}/moves.jsonl")
    lines = [json.loads(line) for line in answer.get_data(as_text=True).splitlines()]
    assert (lines[1]["kind"], lines[1]["rules_version"]) == ("match", 7)
    assert lines[-1]["standings"][0] == {"seat": 1, "rank": 1, "total": 16}
    missing = refusal_of(host.client.get(f"/games/{MISSING_GAME}/moves.jsonl", headers=host.headers), 409, "foreign")
    assert "does not know what is secret in it" in missing["reason"]
    refusal_of(host.client.get(f"/games/{REFUSED_GAME}/moves.jsonl", headers=host.headers), 409, "misfits")
    names = zipfile.ZipFile(io.BytesIO(host.client.get("/games.zip").data)).namelist()
    assert names == [f"game-{FINISHED_GAME}.jsonl", f"game-{MIGRATED_GAME}.jsonl"]


def test_results_and_statistics_count_noted_games(host: Phone) -> None:
    results = host.client.get("/results.csv?lang=en").get_data(as_text=True)
    assert f'{FINISHED_GAME},expedition,2027-01-15,1,Inès,blue,1,16,3,"noted, not checked",' in results
    first, *_ = host.get("/api/statistics")["players"]
    assert (first["name"], first["games"], first["best"]) == ("Inès", 1, {"total": 16, "number": FINISHED_GAME})
    assert host.get(f"/api/games/{FINISHED_GAME}")["bg_stats"].startswith("bgstats://")


def test_an_impossible_opening_is_explained_and_writes_nothing(session: Session, host: Phone) -> None:
    before = stored_rows(session)
    for number, reason in ((MISSING_GAME, "does not know the game “classic”"), (FINISHED_GAME, "Its result stands")):
        body = refusal_of(host.do("open", game=number), 409, "foreign")
        assert reason in body["reason"]
        assert body["closable"] is False
        refusal_of(closed(host, number), 409, "foreign")
    refusal_of(host.do("open", game=REFUSED_GAME), 409, "misfits")
    assert stored_rows(session) == before


def test_misfits_are_named_and_removed_on_confirmation(session: Session, host: Phone) -> None:
    body = refusal_of(host.do("open", game=REFUSED_GAME), 409, "misfits")
    assert body["entries"] == [2]
    assert body["misfits"] == [
        {
            **{"entry": 2, "seat": 1, "name": "Inès", "text": "Take a crate"},
            **{"reason": "A crate on the board is worth 1 or 2.", "ruling": "E3"},
        }
    ]
    refusal_of(host.do("open", game=REFUSED_GAME, without=[3]), 409, "misfits")
    assert host.do("open", game=REFUSED_GAME, without=[2]).status_code == 200
    badges = {badge["key"]: badge["text"] for badge in host.view["badges"]}
    assert badges["carried"] == "The game now follows newer rules"
    assert badges["carried.1"] == "Inès: 5 is now 3 with the newer rules"
    assert host.view["number"] == REFUSED_GAME


def test_a_host_closes_a_foreign_game(session: Session, room: Room, host: Phone) -> None:
    assert room.phone(language="en").do("close", game=REFUSED_GAME).status_code == 401
    assert closed(host, REFUSED_GAME).status_code == 200
    game = host.get(f"/api/games/{REFUSED_GAME}")
    assert (game["status"], game["foreign"]["opens"], game["foreign"]["file"]) == ("closed", False, True)
    assert "ended with other rules" in game["foreign"]["text"]
    verdict = check_chance(host.client.get(f"/games/{REFUSED_GAME}/moves.jsonl").data)
    assert verdict.problems == ()


def test_a_seat_opens_and_closes_nothing(room: Room, host: Phone) -> None:
    host.start()
    seat = room.phone(1)
    refusal_of(seat.do("open", game=MIGRATED_GAME), 403, "not_yours")
    refusal_of(seat.do("close", game=REFUSED_GAME), 403, "not_yours")


def test_closing_a_saved_game_has_no_preview(host: Phone) -> None:
    body = refusal_of(host.post("/api/preview", do="close", game=REFUSED_GAME), 400, "malformed")
    assert body["where"] == "game"


def test_misfits_reveal_no_secrets() -> None:
    cards = ((1, "red", 11111), (1, "blue", 22222), (2, "red", 33333), (2, "blue", 44444))
    with new_session((LANTERNS,)) as before:
        before.do(StartGame(game="lanterns", names=("Ada", "Bao"), options={"charms": ["red", "blue"]}))
        for seat, colour, value in cards:
            before.do(Play(moves=((seat, {"move": "hide", "colour": colour, "value": value, "wish": "peace"}),)))
        for seat in (1, 2):
            before.do(Play(moves=((seat, {"move": "roll", "chance": [1, 2]}),)))
        before.do(Play(moves=((1, {"move": "show", "cards": ["red:11111", "blue:22222"]}),)))
        before.do(LeaveGame())
        host = Room(Session(before.journal, (LANTERNS_REPRINTED,), lambda: NOON)).phone(None)
        texts = [
            host.do("open", game=1).get_data(as_text=True),
            host.client.get("/games/1/moves.jsonl").get_data(as_text=True),
            host.client.get("/api/games/1").get_data(as_text=True),
            host.client.get("/games/1", headers={"Accept": "text/html"}).get_data(as_text=True),
        ]
        assert "Show cards" in texts[0]
        for secret in ("11111", "22222", "33333", "44444", "peace", '"blue"'):
            assert not [text for text in texts[:3] if secret in text], secret
            assert secret == '"blue"' or secret not in texts[3]


def test_a_game_that_cannot_begin_may_be_closed(session: Session, host: Phone) -> None:
    fog = {"options": {"fog": True}}
    rewrite_game(session.journal.path, MIGRATED_GAME, lambda seq, body: body | fog if seq == 1 else body, version=7)
    session.journal.keep_recent()
    body = refusal_of(host.do("open", game=MIGRATED_GAME), 409, "foreign")
    assert body["closable"] is True
    assert body["reason"].startswith("Under the current rules, this game couldn’t have started like this")
    assert host.get(f"/api/games/{MIGRATED_GAME}")["foreign"]["file"] is False
    assert closed(host, MIGRATED_GAME).status_code == 200
    assert host.get(f"/api/games/{MIGRATED_GAME}")["foreign"]["file"] is True
