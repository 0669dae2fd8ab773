"""Tests of reading: no GET request uses the desk, or writes anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.server.past_games_routes import GAMES_PER_PAGE
from companion.table.commands import CloseGame, StartGame
from tests.server.helpers import RecordedBox
from tests.server.phones_room import START, Room

QUERIES = {"/api/profile": "?game=classic", "/api/copied": "?address=wheel"}
ENDLESS = {"/api/events", "/box/events", "/api/display"}


def paths(room: Room) -> list[str]:
    """Return every address that can be fetched and has content without parameters."""
    paths_found = []
    for rule in room.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule in ENDLESS or "<path:" in rule.rule:
            continue
        path = rule.rule.replace("<int:number>", "1").replace("<game>/<name>", "classic/town")
        paths_found.append(path + QUERIES.get(path, ""))
    return sorted(paths_found)


def test_get_requests_use_no_desk_and_write_nothing() -> None:
    room = Room()
    host = room.phone(None, 2) if room.world.session.table else room.phone(None)
    host.start()
    requests: list[Callable[[], Any]] = []
    object.__setattr__(room.world.table, "ask", requests.append)
    writes = room.world.session.journal.writes
    bodies = {}
    for path in paths(room):
        with host.client.get(path) as answer:
            bodies[path] = answer.status_code
    assert requests == []
    assert room.world.session.journal.writes == writes
    assert set(bodies.values()) <= {200, 404}, bodies
    assert sum(status == 200 for status in bodies.values()) > 25, bodies


@pytest.fixture
def crowded() -> RecordedBox:
    """Return a table with more past games than one page of the list has, and an old unfinished one."""
    world = RecordedBox()
    world.session.do(StartGame(game="expedition", names=("Ada", "Bo")))
    for _ in range(GAMES_PER_PAGE + 4):
        world.session.do(StartGame(game="expedition", names=("Ada", "Bo")))
        world.session.do(CloseGame())
    return world


def client_of(world: RecordedBox) -> FlaskClient:
    return world.app().test_client()


def test_the_list_of_games_has_pages(crowded: RecordedBox) -> None:
    client = client_of(crowded)
    parts = [client.get(f"/api/games?page={page}").json or {} for page in (1, 2, 3)]
    assert [len(part["games"]) for part in parts] == [GAMES_PER_PAGE, 5, 0]
    assert {(part["pages"], part["count"]) for part in parts} == {(2, GAMES_PER_PAGE + 5)}
    numbers = [game["number"] for part in parts for game in part["games"]]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) == GAMES_PER_PAGE + 5


def test_unfinished_games_come_first_on_the_page(crowded: RecordedBox) -> None:
    client = client_of(crowded)
    first, second = (client.get(f"/games?page={page}", headers={"Accept-Language": "en"}).text for page in (1, 2))
    assert 'data-number="1"' in first
    assert 'rel="next" href="?page=2"' in first
    assert 'rel="prev"' not in first
    assert 'rel="prev" href="?page=1"' in second
    assert 'data-number="1"' not in second
    assert 'data-count="55"' in second


@pytest.mark.parametrize("page", ["0", "-1", "x", "1.5", "", "1000000000", "１"])
def test_an_impossible_page_is_malformed(crowded: RecordedBox, page: str) -> None:
    answer = client_of(crowded).get("/api/games", query_string={"page": page})
    assert (answer.status_code, (answer.json or {})["where"]) == (400, "page")


def test_statistics_are_cached_until_a_game_changes() -> None:
    room = Room()
    host = room.phone(None)
    host.start()
    archive = room.world.archive
    assert archive.games() is archive.games()
    before = archive.games()
    host.do("close")
    assert archive.games() is not before
    assert archive.games()[0].closed
    assert host.do("start", **START).status_code == 200
    assert [past.number for past in archive.games()] == [2, 1]
    assert host.post("/api/erase", game=1).status_code == 200
    assert [past.number for past in archive.games()] == [2]
