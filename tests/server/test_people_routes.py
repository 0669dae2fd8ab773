"""Tests of people on the network: hosts rename, merge, colour and forget them, beside statistics, games and files."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.phones_room import Phone, Room, refusal_of
from tests.server.test_past_games_routes import over


@pytest.fixture
def room() -> Room:
    """Return a room with a finished game and one that goes on; Ines and Inès are one person."""
    room = Room()
    over(room.world.session, ("Inès", "Bao", "Cleo"))
    room.phone(None).start("Ines", "Zoé")
    return room


@pytest.fixture
def host(room: Room) -> Phone:
    return room.phone(None)


def names_in(view: Any) -> list[str]:
    return [person["name"] for person in view["people"]]


def players(phone: Phone) -> set[str]:
    return {player["name"] for player in phone.get("/api/statistics")["players"]}


def test_hosts_see_people_with_colours_and_games(host: Phone) -> None:
    view = host.get("/api/people")
    assert names_in(view) == ["Ines", "Zoé", "Inès", "Bao", "Cleo"]
    assert view["people"][0] == {"name": "Ines", "colour": "blue", "colour_name": "blue", "games": 1}
    assert {"id": "violet", "name": "violet", "shape": "pentagon"} in view["colours"]
    page = host.client.get("/people", headers=host.headers).get_data(as_text=True)
    assert "<b>Zoé</b>" in page
    assert page.count("1 game<") == 5


def test_a_merge_is_asked_for_before_it_is_done(host: Phone) -> None:
    assert "Inès" in players(host)
    refusal = refusal_of(host.post("/api/people", person="Inès", name="ines"), 409, "becomes_one")
    assert (refusal["reason"], refusal["other"]) == ("Inès and Ines become one person, Ines.", "Ines")
    assert names_in(host.get("/api/people")) == ["Ines", "Zoé", "Inès", "Bao", "Cleo"]
    answer = host.post("/api/people", person="Inès", name="ines", merge=True)
    assert names_in(answer.json) == ["Ines", "Zoé", "Bao", "Cleo"]
    assert answer.json
    assert answer.json["people"][0]["games"] == 2
    assert players(host) == {"Ines", "Bao", "Cleo"}, "statistics follow at once"


def test_renaming_leaves_games_and_files_as_they_were(host: Phone) -> None:
    paths = ("/api/games", "/api/games/1", "/games/1/moves.jsonl", "/results.csv")
    before = [host.client.get(path, headers=host.headers).data for path in paths]
    for person, name in (("Bao", "Baozhai"), ("Ines", "Agnès"), ("Zoé", "Zoë")):
        assert host.post("/api/people", person=person, name=name).status_code == 200
    assert [host.client.get(path, headers=host.headers).data for path in paths] == before
    assert players(host) == {"Inès", "Baozhai", "Cleo"}
    assert host.view["seats"][0]["name"] == "Ines"


def test_a_person_prefers_another_colour(host: Phone) -> None:
    answer = host.post("/api/people", person="Bao", colour="violet").json
    assert answer is not None
    person = answer["people"][3]
    assert (person["colour"], person["colour_name"]) == ("violet", "violet")
    for colour in ("pink", "blue\n", "toString"):
        assert refusal_of(host.post("/api/people", person="Bao", colour=colour), 400, "malformed")["where"] == "colour"


def test_a_forgotten_person_stays_in_past_games(host: Phone) -> None:
    assert names_in(host.post("/api/people", person="Bao", forget=True).json) == ["Ines", "Zoé", "Inès", "Cleo"]
    assert "Bao" in players(host)
    assert "Bao" in str(host.get("/api/games/1"))
    refusal_of(host.post("/api/people", person="Bao", forget=True), 400, "malformed")
    host.start("Bao", "Ines")
    assert names_in(host.get("/api/people"))[0] == "Bao"


@pytest.mark.parametrize(
    "body",
    [
        {"person": "Bao"},
        {"person": "Bao", "forget": False},
        {"person": "Bao", "forget": True, "name": "Bo"},
        {"person": "Bao", "colour": "red", "name": "Bo"},
        {"person": "Nobody", "name": "Bo"},
        {"person": "Bao", "name": " \u3164 "},
        {"person": "Bao", "name": "B" * 41},
        {"person": "Bao", "name": "Сleо"},
        {"person": "Bao", "name": "Rouge"},
        {"person": "Bao", "name": "Cleo", "merge": True},
        {"person": "Bao", "name": None, "merge": True},
        {"person": ["Bao"], "forget": True},
        {"name": "Bo"},
    ],
)
def test_a_change_that_does_not_fit_is_refused(host: Phone, body: dict[str, Any]) -> None:
    before = host.get("/api/people")
    refusal_of(host.post("/api/people", **body), 400, "malformed")
    assert host.get("/api/people") == before


def test_seats_without_a_name_are_in_no_list(room: Room, host: Phone) -> None:
    over(room.world.session, ("Rouge", "Blue", "Bao"))
    assert names_in(host.get("/api/people"))[0] == "Bao"
    assert {"Rouge", "Blue"}.isdisjoint({*names_in(host.get("/api/people")), *players(host)})
    assert "Rouge" in host.client.get("/results.csv").get_data(as_text=True)
