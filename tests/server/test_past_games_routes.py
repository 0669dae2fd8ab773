"""Tests of past games over HTTP: lists, exports, imports, and that only a host erases."""

from __future__ import annotations

import io
import json
import logging
import re
import sqlite3
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from flask.testing import FlaskClient

import companion.server.past_games_routes
import companion.server.views.evenings
import companion.server.views.history_view
from companion.journal.moves_file import replay_file
from companion.rules.match_functions import standings
from companion.session.pairing_codes import PairingCodes
from companion.session.session import Session
from companion.table.commands import CloseGame, LeaveGame, Play, StartGame
from tests.kept import whole_game
from tests.kit.scripted_games import GAMES, skip_reveal, table_of
from tests.server.helpers import RecordedBox, code_sequence, new_session

CODE = "123456"
NAMES = ("Inès", "=Marc", "<b>Zoé</b>")


@pytest.fixture
def session() -> Iterator[Session]:
    with new_session(GAMES) as session:
        yield session


@pytest.fixture
def world(session: Session) -> RecordedBox:
    return RecordedBox(session=session, codes=PairingCodes(lambda: 0.0, code_sequence(CODE), lambda: "A" * 22))


@pytest.fixture
def client(world: RecordedBox) -> FlaskClient:
    return world.app().test_client()


@pytest.fixture
def host(world: RecordedBox, client: FlaskClient) -> FlaskClient:
    """Return a host's client."""
    world.codes.offer(None, 1)
    assert client.post("/api/claim", json={"code": CODE}).status_code == 200
    return client


def begun(session: Session, names: tuple[str, ...] = NAMES, game: str = "expedition") -> int:
    return session.do(StartGame(game=game, names=names)).game


def over(session: Session, names: tuple[str, ...] = NAMES) -> int:
    number = begun(session, names)
    session.do(Play(moves=tuple(whole_game())))
    return number


def spoil(session: Session, statement: str) -> None:
    with closing(sqlite3.connect(session.journal.path)) as db:
        db.execute(statement)
        db.commit()


def in_english(client: FlaskClient, path: str) -> Any:
    answer = client.get(path, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.get_json()


def picture_of(client: FlaskClient, number: int) -> Any:
    return client.get(f"/games/{number}/picture", headers={"Accept": "text/html", "Accept-Language": "en"})


# What is listed


def test_games_are_listed_newest_first_with_their_results(client: FlaskClient, session: Session) -> None:
    over(session)
    begun(session, ("Ada", "Bao"))
    newest, oldest = in_english(client, "/api/games")["games"]
    assert (newest["number"], newest["status"], newest["title"]) == (2, "open", "Marco Polo Expedition")
    assert [seat["colours"] for seat in newest["seats"]] == [["blue", "green"], ["red", "yellow"]]
    assert (oldest["number"], oldest["status"], oldest["damaged"]) == (1, "over", False)
    # Gold of 3 at the start; Inès alone is at Ganzhou and at Dadu, for 6 and 7. The camel in front breaks the tie.
    assert [(seat["name"], seat["letter"], seat["rank"], seat["total"]) for seat in oldest["places"]] == [
        ("Inès", "I", 1, 16),
        ("<b>Zoé</b>", "B", 2, 3),
        ("=Marc", "M", 3, 3),
    ]


def test_one_game_has_its_moves_in_words_with_lines(client: FlaskClient, session: Session) -> None:
    number = over(session)
    game = in_english(client, f"/api/games/{number}")
    assert game["table"]["standings"][0]["total"] == 16
    assert game["moves"][0]["text"] == "Inès steps to 3"
    assert game["moves"][13]["lines"][0]["amount"] == "+6 gold"
    assert not game["partial"]
    assert game["bg_stats"].startswith("bgstats://")


def test_a_very_long_game_comes_in_parts(
    client: FlaskClient, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companion.server.views.history_view, "MOST_MOVES", 12)
    number = over(session)
    all_seats = [entry.played.seat for entry in table_of(session).entries]
    assert len(all_seats) == 30

    def part(query: str) -> tuple[list[int], Any, Any]:
        game = in_english(client, f"/api/games/{number}{query}")
        on_sheet = {line["entry"] for line in game["table"]["sheet"]}
        assert on_sheet <= {move["entry"] for move in game["moves"]} | {0}
        assert (0 in on_sheet) == (game["moves"][0]["entry"] == 1)
        return [move["entry"] for move in game["moves"]], game.get("earlier"), game.get("later")

    earlier = {"before": 19, "text": "Earlier moves"}
    assert part("") == ([*range(19, 31)], earlier, None)
    assert part("?before=19") == ([*range(7, 19)], {**earlier, "before": 7}, {"before": 31, "text": "Later moves"})
    assert part("?before=7") == ([*range(1, 7)], None, {"before": 19, "text": "Later moves"})
    assert part("?before=99") == part("")
    page = client.get(f"/games/{number}?before=19").get_data(as_text=True)
    assert f'href="/games/{number}?before=7"' in page
    assert f'href="/games/{number}?before=31"' in page
    for wrong in ("0", "-1", "x", "", "1" * 30):
        refused = client.get(f"/api/games/{number}?before={wrong}")
        assert (refused.status_code, refused.get_json()["where"]) == (400, "before")


def test_statistics_count_finished_games(client: FlaskClient, session: Session) -> None:
    for _ in range(2):
        over(session)
    begun(session)
    first, *_ = in_english(client, "/api/statistics")["players"]
    assert (first["name"], first["games"], first["wins"], first["average_total"]) == ("Inès", 2, 2, 16.0)
    assert first["by_game"][0]["title"] == "Marco Polo Expedition"
    assert (first["present_streak"], first["longest_streak"]) == (2, 2)


def test_statistics_compare_pairs_and_name_the_best_games(client: FlaskClient, session: Session) -> None:
    for _ in range(3):
        over(session)
    statistics = in_english(client, "/api/statistics")
    assert statistics["pairs"][0] == {
        **{"first": "<b>Zoé</b>", "second": "=Marc", "games": 3},
        **{"first_ahead": 3, "second_ahead": 0},
    }
    [kind] = statistics["games"]
    assert (kind["title"], kind["games"], kind["closest"], kind["clearest"]) == (
        *("Marco Polo Expedition", 3),
        *(None, None),
    )
    assert (kind["best"]["total"], kind["best"]["number"], kind["best"]["names"]) == (16, 1, ["Inès"])
    assert kind["best"]["more"] == 2
    kinds = client.get("/games", headers={"Accept-Language": "en"}).text.partition('id="kinds"')[2]
    assert re.findall(r"<dd>.*</dd>", kinds)[0].count("Inès <b>16</b>") == 3, "everybody who has it, each time"
    for _ in range(3):
        over(session)
    assert "and 2 more games" in client.get("/games", headers={"Accept-Language": "en"}).text


def test_without_games_everything_is_empty(client: FlaskClient) -> None:
    assert in_english(client, "/api/games") == {"games": [], "page": 1, "pages": 1, "count": 0}
    assert in_english(client, "/api/statistics") == {"players": [], "pairs": [], "games": []}
    assert client.get("/results.csv").get_data(as_text=True).count("\n") == 1
    assert zipfile.ZipFile(io.BytesIO(client.get("/games.zip").data)).namelist() == []


@pytest.mark.parametrize("path", ["/games/7", "/api/games/7", "/games/7/moves.jsonl"])
def test_a_missing_game_is_not_found(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.get_json()["error"] == "no_such_game"


# What can be taken home


def test_a_file_of_moves_replays_to_the_same_standings(client: FlaskClient, session: Session) -> None:
    number = over(session)
    answer = client.get(f"/games/{number}/moves.jsonl")
    assert answer.mimetype == "application/jsonl"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="game-{number}.jsonl"'
    assert session.table is not None
    played = replay_file(answer.data, session.games)
    assert standings(played.match, played.state) == standings(session.table.match, session.table.state)


def test_a_file_hides_secrets_and_says_so(client: FlaskClient, session: Session) -> None:
    number = begun(session, ("Ada", "Bao"), game="lanterns")
    session.do(Play(moves=((1, {"move": "hide", "colour": "red", "value": 11_111, "wish": "peace"}),)))
    text = client.get(f"/games/{number}/moves.jsonl").get_data(as_text=True)
    assert json.loads(text.splitlines()[0])["partial"] is True
    assert "11111" not in text
    assert "peace" not in text
    everything = client.get(f"/api/games/{number}").get_data(as_text=True)
    assert "11111" not in everything
    assert "peace" not in everything
    assert in_english(client, f"/api/games/{number}")["partial"] is True


def test_the_zip_holds_every_game_as_exported(client: FlaskClient, session: Session) -> None:
    for _ in range(2):
        over(session)
    answer = client.get("/games.zip")
    assert answer.mimetype == "application/zip"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="games.zip"'
    bundle = zipfile.ZipFile(io.BytesIO(answer.data))
    assert bundle.testzip() is None
    assert bundle.namelist() == ["game-1.jsonl", "game-2.jsonl"]
    assert bundle.read("game-2.jsonl") == client.get("/games/2/moves.jsonl").data


def test_the_results_are_a_table_for_spreadsheets(client: FlaskClient, session: Session) -> None:
    over(session)
    answer = client.get("/results.csv?lang=en")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="results.csv"'
    assert answer.data.startswith(b"\xef\xbb\xbfnumber,game,date,")
    assert ",'=Marc,red,3,3,3,," in answer.data.decode()
    assert client.get("/results.csv?lang=fr").data.startswith("\ufeffnuméro;jeu;date;".encode())


# Damage


def test_an_unreadable_game_says_so_and_hides_no_other(client: FlaskClient, session: Session) -> None:
    over(session)
    begun(session)
    spoil(session, "UPDATE rows SET body = '{}' WHERE game = 1 AND seq = 1")
    newest, oldest = in_english(client, "/api/games")["games"]
    assert (newest["status"], oldest["status"]) == ("open", "unreadable")
    assert client.get("/games", headers={"Accept": "text/html"}).status_code == 200
    assert client.get("/api/games/1").status_code == 410
    assert client.get("/api/games/1").get_json()["error"] == "unreadable_game"
    assert zipfile.ZipFile(io.BytesIO(client.get("/games.zip").data)).namelist() == ["game-2.jsonl"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "its saved data was damaged or changed."),
        ("fr", "\N{NO-BREAK SPACE}: ses données enregistrées ont été abîmées ou modifiées."),
    ],
)
@pytest.mark.parametrize("seq", [1, 6], ids=["unreadable", "in part"])
def test_a_possibly_edited_file_does_not_blame_the_card(
    client: FlaskClient, session: Session, seq: int, language: str, sentence: str
) -> None:
    over(session)
    spoil(session, f"UPDATE rows SET body = '{{}}' WHERE game = 1 AND seq = {seq}")
    headers = {"Accept": "text/html", "Accept-Language": language}
    for path in ("/games/1", "/games"):
        assert sentence in client.get(path, headers=headers).get_data(as_text=True)


def test_an_unreadable_game_does_not_fill_the_log(
    client: FlaskClient, session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    over(session)
    spoil(session, "UPDATE rows SET body = '{}' WHERE game = 1 AND seq = 1")
    with caplog.at_level(logging.INFO):
        for path in ("/games", "/games/1", "/api/games/1", "/games/1/moves.jsonl", "/games.zip"):
            client.get(path).get_data()
    assert caplog.messages == []


def test_a_game_with_a_lost_move_shows_earlier_ones(client: FlaskClient, session: Session) -> None:
    over(session)
    spoil(session, "UPDATE rows SET body = '{}' WHERE game = 1 AND seq = 6")
    game = in_english(client, "/api/games/1")
    assert (game["damaged"], len(game["moves"])) == (True, 4)
    assert zipfile.ZipFile(io.BytesIO(client.get("/games.zip").data)).namelist() == ["game-1-incomplete.jsonl"]


# Bringing in


JSONL = {"Content-Type": "application/jsonl"}
NO_GAME = "This file isn’t a game of the companion. Choose one that it exported: its name ends in .jsonl."
FILE = '{"game": "expedition", "seats": ["A", "B", "C"]}\n{"seat": 1, "move": "step", "by": "cards"}\n'


def test_a_host_imports_a_game_and_the_table_stays(host: FlaskClient, session: Session) -> None:
    session.do(StartGame(game="expedition", names=("Dom", "Eve", "Flo")))
    answer = host.post("/api/import", data=FILE, headers=JSONL)
    assert (answer.status_code, answer.get_json()) == (200, {"game": 2, "loose": False})
    game = in_english(host, "/api/games/2")
    assert (len(game["moves"]), [seat["name"] for seat in game["seats"]]) == (1, ["A", "B", "C"])
    assert game["brought_in"] is True
    assert "imported" in host.get("/games?lang=en").text
    assert "brought_in" not in in_english(host, "/api/games/1")
    assert session.table is not None
    assert session.table.number == 1


def test_an_exported_game_can_be_imported(host: FlaskClient, session: Session) -> None:
    over(session)
    exported = host.get("/games/1/moves.jsonl").data
    assert host.post("/api/import", data=exported, headers=JSONL).get_json() == {"game": 2, "loose": False}
    assert host.get("/games/2/moves.jsonl").data == exported


def test_imports_are_read_one_at_a_time(host: FlaskClient, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two at once would take the same number, read everything again, and need twice the memory."""
    parse, reading, most = session.parse_import, [0], [0]

    def parse_slowly(data: bytes, number: int) -> Any:
        reading[0] += 1
        most[0] = max(most[0], reading[0])
        time.sleep(0.1)
        try:
            return parse(data, number)
        finally:
            reading[0] -= 1

    monkeypatch.setattr(session, "parse_import", parse_slowly)
    answers: list[Any] = []
    threads = [
        threading.Thread(target=lambda: answers.append(host.post("/api/import", data=FILE, headers=JSONL).get_json()))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer["game"] for answer in answers) == [1, 2, 3]
    assert most == [1]


def test_a_failed_import_names_the_line(host: FlaskClient, session: Session) -> None:
    bad = FILE + '{"seat": 1, "move": "crate", "value": 9}\n'
    answer = host.post("/api/import?lang=en", data=bad, headers=JSONL)
    body = answer.get_json()
    assert (answer.status_code, body["error"], body["line"]) == (422, "bad_file", 3)
    assert body["reason"].startswith("Line 3: ")
    assert session.journal.games() == ()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("A letter\n", NO_GAME),
        ('{"name": "a program"}\n', NO_GAME),
        (FILE + '{"seat": 1, "mo', "This file is damaged: line 3 can’t be read."),
    ],
    ids=["a text", "other JSON", "half a line"],
)
def test_a_foreign_file_is_refused_without_technical_terms(host: FlaskClient, data: str, reason: str) -> None:
    assert host.post("/api/import?lang=en", data=data, headers=JSONL).get_json()["reason"] == reason


@pytest.mark.parametrize(
    ("data", "headers", "status"),
    [
        (FILE, {"Content-Type": "text/plain"}, 415),
        (b"x" * (512 * 1024 + 1), JSONL, 413),
        (b"", JSONL, 422),
        (b"\xff\xfe\x00", JSONL, 422),
        (FILE, {**JSONL, "Origin": "http://elsewhere.example"}, 403),
    ],
    ids=["another type", "too long", "empty", "noise", "another page"],
)
def test_a_file_that_is_no_game_is_refused(
    host: FlaskClient, session: Session, data: bytes, headers: dict[str, str], status: int
) -> None:
    assert host.post("/api/import", data=data, headers=headers).status_code == status
    assert session.journal.games() == ()


def test_only_a_host_imports_a_game(client: FlaskClient, session: Session) -> None:
    assert client.post("/api/import", data=FILE, headers=JSONL).status_code == 401
    assert session.journal.games() == ()


# Erasing


def test_a_host_erases_one_game(host: FlaskClient, session: Session) -> None:
    over(session)
    begun(session)
    session.do(LeaveGame())
    answer = host.post("/api/erase", json={"game": 1})
    assert (answer.status_code, answer.get_json()) == (200, {"erased": 1})
    assert [saved.number for saved in session.journal.games()] == [2]


def test_a_host_erases_all_games_including_the_open_one(host: FlaskClient, session: Session) -> None:
    over(session)
    begun(session)
    assert host.post("/api/erase", json={"game": None}).get_json() == {"erased": None}
    assert session.journal.games() == ()
    assert session.table is None


def test_only_a_host_erases(client: FlaskClient, session: Session) -> None:
    over(session)
    answer = client.post("/api/erase", json={"game": 1})
    assert (answer.status_code, answer.get_json()["error"]) == (401, "no_claim")
    assert len(session.journal.games()) == 1


def test_another_sites_page_cannot_make_a_host_erase(host: FlaskClient, session: Session) -> None:
    over(session)
    answer = host.post("/api/erase", json={"game": 1}, headers={"Origin": "http://elsewhere.example"})
    assert (answer.status_code, answer.get_json()["error"]) == (403, "foreign_origin")
    assert len(session.journal.games()) == 1


@pytest.mark.parametrize(
    "body", [{}, {"game": "1"}, {"game": True}, {"game": 1.0}, {"game": -1}, {"game": 1, "x": 1}, []]
)
def test_a_malformed_erase_request_erases_nothing(host: FlaskClient, session: Session, body: object) -> None:
    over(session)
    answer = host.post("/api/erase", json=body)
    assert (answer.status_code, answer.get_json()["error"]) == (400, "malformed")
    assert len(session.journal.games()) == 1


def test_a_missing_game_cannot_be_erased(host: FlaskClient) -> None:
    assert host.post("/api/erase", json={"game": 7}).status_code == 404


# The pages


def test_names_are_text_on_the_pages(client: FlaskClient, session: Session) -> None:
    over(session)
    for path in ("/games", "/games/1"):
        page = client.get(path, headers={"Accept": "text/html"}).get_data(as_text=True)
        assert "&lt;b&gt;Zoé&lt;/b&gt;" in page
        assert "<b>Zoé" not in page


def test_only_a_finished_game_has_a_picture(client: FlaskClient, session: Session) -> None:
    over(session)
    unfinished, link = begun(session), 'href="/games/{}/picture"'.format
    assert picture_of(client, 1).status_code == 200
    for number in (unfinished, 99):
        refused = picture_of(client, number)
        assert (refused.status_code, link(number) in client.get(f"/games/{number}").text) == (404, False)
    assert "once the game is over" in picture_of(client, unfinished).text
    session.do(CloseGame())
    assert picture_of(client, unfinished).status_code == 404, "closed before its end"
    assert link(1) in client.get("/games/1").text


def test_there_is_no_picture_while_the_end_is_revealed(
    world: RecordedBox, client: FlaskClient, session: Session
) -> None:
    number = world.table.ask(lambda: over(session))
    refused = picture_of(client, number)
    assert refused.status_code == 404
    assert "still being revealed" in refused.text
    assert "/picture" not in client.get(f"/games/{number}").text
    world.table.ask(lambda: skip_reveal(session))
    assert picture_of(client, number).status_code == 200


def test_only_the_page_of_a_picture_shows_blobs(client: FlaskClient, session: Session) -> None:
    number = over(session)
    begun(session)
    may = [path for path in addresses(client) if "blob:" in client.get(path).headers["Content-Security-Policy"]]
    assert may == [f"/games/{number}/picture"]
    policies = [client.get(path).headers["Content-Security-Policy"] for path in (*may, f"/games/{number}")]
    assert policies[0].replace("img-src 'self' blob:", "img-src 'self'") == policies[1]


def addresses(client: FlaskClient) -> list[str]:
    """Return every address of the pages and the interface that ends; of games, those of the first."""
    rules = [rule for rule in client.application.url_map.iter_rules() if "GET" in (rule.methods or ())]
    paths = [rule.rule.replace("<int:number>", "1") for rule in rules if rule.arguments <= {"number"}]
    return [path for path in paths if path not in ("/api/events", "/box/events", "/api/display")]


def test_a_page_has_whole_evenings(client: FlaskClient, world: RecordedBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.server.past_games_routes, "GAMES_PER_PAGE", 2)
    for _ in range(3):
        over(world.session)
    monkeypatch.setattr(companion.server.views.evenings, "evening_day", lambda past: f"2026-11-2{past.number // 2}")
    page = client.get("/games?lang=en").text
    assert re.findall(r'data-number="(\d)"', page) == ["3", "2"], "the newest evening, the newest game first"
    assert "2 games: Inès won both." in page
    assert re.findall(r'data-number="(\d)"', client.get("/games?page=2").text) == ["1"]
    assert 'href="?page=2"' in page
    assert client.get("/games?page=3").status_code == 200
    assert [game["number"] for game in in_english(client, "/api/games?page=2")["games"]] == [1]


def test_records_are_in_the_list_and_on_the_page(client: FlaskClient, session: Session) -> None:
    for _ in range(3):
        over(session)
    for path in ("/games?lang=en", "/games/3?lang=en"):
        assert "Inès wins 3 games in a row." in client.get(path).text
    assert "in a row" not in client.get("/games/2?lang=en").text.replace("wins in a row", "")


def test_only_a_finished_game_links_to_bg_stats(client: FlaskClient, session: Session) -> None:
    over(session)
    begun(session)
    assert 'href="bgstats://' in client.get("/games/1").get_data(as_text=True)
    assert "bgstats" not in client.get("/games/2").get_data(as_text=True)
