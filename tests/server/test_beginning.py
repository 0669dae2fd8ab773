"""Tests of the beginning of a game over the API: who reads it, who corrects it, what is refused, and what is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.rules.viewer import PUBLIC
from companion.server.views.setup_view import beginning_view
from companion.session.session import Session
from companion.table.commands import Play, StartGame
from companion.words.catalogue import Words
from tests.kit.scripted_games import GAMES, play
from tests.server.helpers import new_session
from tests.server.phones_room import END, NAMES, STEP, Phone, Room, refusal_of

CARD = {"move": "correct", "what": "blue:80", "by": 1}


@pytest.fixture
def race(room: Room) -> Phone:
    """Return the host of an Expedition of three in which Ada has moved."""
    host = room.phone(None)
    host.start()
    assert host.play(1, STEP).status_code == 200
    assert host.play(1, END).status_code == 200
    return host


def house_rules(room: Room, **options: Any) -> Phone:
    """Begin a game of 1983; return its host."""
    host = room.phone(None)
    assert host.do("start", game="classic", seats=NAMES, options=options).status_code == 200
    return host


def at_box(room: Room, command: Play) -> None:
    """Play a move at the box."""
    room.world.table.ask(lambda: room.world.session.do(command))


def fields(phone: Phone) -> dict[str, Any]:
    """Return the options of the form by name."""
    view = phone.get("/api/beginning")
    [form] = view["game"]["forms"].values()
    return {field["name"]: field for field in form}


def test_a_host_gets_the_form_as_the_game_began(race: Phone) -> None:
    view = race.get("/api/beginning")
    assert view["plan"] == {
        "game": "expedition",
        "seats": NAMES,
        "colours": [["blue"], ["red"], ["green"]],
        "options": {"late_camel_stops": True},
    }
    assert view["why_not"] is None
    assert view["seats_stay"] == "There are 3 players in this game. That can’t change any more."
    assert {*view["game"]["forms"]} == {"3"}
    assert "page.setup.colour_of" in view["words"]


@pytest.mark.parametrize("roles", [(), (1,)])
def test_others_read_why_they_cannot_change_it(room: Room, roles: tuple[int, ...]) -> None:
    house_rules(room, bandits_d8=True)
    view = room.phone(*roles).get("/api/beginning")
    assert view["why_not"] == "Only a host’s phone and the box change the beginning."
    assert view["told"] == ["Track: Besants and cards", "House rule: Bandits roll a d8"]
    assert "plan" not in view
    assert "game" not in view


def test_a_closed_game_only_shows_how_it_began(race: Phone) -> None:
    assert race.do("close").status_code == 200
    view = race.get("/api/beginning")
    assert view["why_not"] == "This game was ended."
    assert "plan" not in view


def test_there_is_no_beginning_without_a_game(room: Room) -> None:
    answer = room.phone().client.get("/api/beginning", headers={"Accept-Language": "en"})
    refusal_of(answer, 409, "no_game")


def test_the_oldest_part_of_the_moves_has_the_beginning(race: Phone) -> None:
    assert race.get("/api/history")["beginning"] == {
        "title": "The beginning",
        "text": "Ada, Bao and Chloé",
        "corrected": False,
    }
    assert race.do("amend", entry=0, seats=["Eda", "Bao", "Chloé"]).status_code == 200
    assert race.get("/api/history")["beginning"] == {
        "title": "The beginning, corrected",
        "text": "Eda, Bao and Chloé",
        "corrected": True,
    }
    assert race.do("take_back").status_code == 200
    history = race.get("/api/history")
    assert history["beginning"]["corrected"] is False
    assert history["undone"] == ["Corrected: Ada → Eda"]


def test_a_preview_tells_what_changes(race: Phone) -> None:
    change = {"seats": ["Eda", "Bao", "Chloé"], "options": {"colours": ["white", "red", "green"]}}
    preview: Any = race.post("/api/preview", do="amend", entry=0, **change).json
    assert (preview["told"], preview["misfits"]) == ("Ada is now called Eda · Eda now plays white", [])
    assert preview["lines"] == []
    assert race.do("amend", entry=0, **change).status_code == 200
    assert race.view["seats"][0]["colour"] == "white"


def test_a_preview_names_the_moves_that_no_longer_fit(room: Room) -> None:
    host = house_rules(room, tracking="dice", bandits_d8=True)
    assert host.play(1, {"move": "spin", "route": "land", "chance": [7]}).status_code == 200
    assert host.play(1, {"move": "fight", "chance": [1, 8]}).status_code == 200
    preview: Any = host.post("/api/preview", do="amend", entry=0, options={"bandits_d8": None}).json
    assert preview["told"] == "House rule removed: Bandits roll a d8"
    [misfit] = preview["misfits"]
    assert (misfit["entry"], misfit["seat"]) == (2, 1)
    error = refusal_of(host.do("amend", entry=0, options={"bandits_d8": None}), 409, "misfits")
    assert error["entries"] == [2]
    assert host.do("amend", entry=0, options={"bandits_d8": None}, without=[2]).status_code == 200
    assert host.view["entry"] == 1


def test_everybody_reads_of_the_correction(race: Phone, room: Room) -> None:
    ada = room.phone(1, language="fr")
    assert race.do("amend", entry=0, options={"late_camel_stops": False}).status_code == 200
    event = ada.view["events"][0]
    assert event["text"] == "Corrigé\N{NO-BREAK SPACE}: Repos à Ganzhou\N{NO-BREAK SPACE}: non"
    assert event["notice"] is True
    assert race.view["undo"] == "Corrected: Rest at Ganzhou: no"
    assert race.play(2, STEP).status_code == 200
    assert not any(event.get("notice") for event in ada.view["events"])


def test_hidden_moves_are_named_at_each_option(room: Room) -> None:
    host = house_rules(room)
    assert not any("refused" in field for field in fields(host).values())
    at_box(room, play((2, CARD)))
    reasons = {field["refused"]["reason"] for field in fields(host).values()}
    assert reasons == {
        "Some moves are secret, and another option could give away their cards. Only names and colours can change now."
    }
    refused = refusal_of(host.do("amend", entry=0, options={"bandits_d8": True}), 422, "illegal_move")
    assert refused["reason"] in reasons
    names = ["Ada", "Bo", "Chloé"]
    colours = ["yellow", "red", "green"]
    assert host.do("amend", entry=0, seats=names, options={"colours": colours}).status_code == 200
    assert host.view["seats"][0]["colour"] == "yellow"


def test_the_owner_of_the_hidden_moves_may_change_options(room: Room) -> None:
    house_rules(room)
    host = room.phone(None, 2)
    at_box(room, play((2, CARD)))
    assert not any("refused" in field for field in fields(host).values())
    assert host.do("amend", entry=0, options={"bandits_d8": True}).status_code == 200


def views_of(command: StartGame, *moves: Play, language: str = "en") -> list[Any]:
    """Return the beginning of a game for a host without a seat, and with seat 1 and 3."""
    views = []
    for seats in ((), (1,), (3,)):
        with new_session(GAMES) as session:
            for step in (command, *moves):
                session.do(step)
            views.append(Room(session).phone(None, *seats, language=language).get("/api/beginning"))
    return views


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_form_has_no_secret_of_a_seat(language: str) -> None:
    goals = ([["G01", "G02"], ["G03", "G04"], None], [["G05", "G06"], ["G07", "G08"], ["G09", "G10"]])
    starts = [StartGame(game="voyages", names=tuple(NAMES), options={"goals": dealt}) for dealt in goals]
    first, second = (views_of(start, language=language) for start in starts)
    assert first == second
    assert all('"goals"' not in json.dumps([view["game"], view["plan"], view["told"]]) for view in first)


def test_the_form_does_not_depend_on_a_hidden_card() -> None:
    start = StartGame(game="classic", names=tuple(NAMES))
    first, second = (views_of(start, play((2, {**CARD, "what": card}))) for card in ("blue:80", "blue:50"))
    assert first == second
    assert ["refused" in view["game"]["forms"]["3"][0] for view in first] == [True, True, True]


def test_the_form_is_not_made_for_those_without_it(session: Session) -> None:
    session.do(StartGame(game="classic", names=tuple(NAMES)))
    assert session.table is not None
    beginning_view(session.table, PUBLIC, Words("en"), may_change=False)
    assert "unfit choices" not in session.table.cache
