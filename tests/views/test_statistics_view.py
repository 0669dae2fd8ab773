"""Statistics and results: compared with manual results, and with the formats of other programs."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import unquote, urlsplit

import pytest

from companion.games.expedition import EXPEDITION
from companion.journal.archive import ArchivedGame, PastGame
from companion.server.views.past_games_view import Figures, GameScore, games_view, statistics, statistics_view
from companion.server.views.results_export import COLUMNS, FIRST_PLAUSIBLE, bg_stats_link, day_of, results_csv
from companion.table import table as tables
from companion.table.people import People, PersonEntry
from companion.table.table import Table
from companion.words.catalogue import Words, colour_words
from tests.kit.clock import in_zone
from tests.views.games import expedition, with_secrets

EVENING = int(datetime(2026, 11, 21, 20, 30, tzinfo=UTC).timestamp())


def past_game(
    number: int, *places: tuple[int, int, int], start: Table | None = None, started: int = EVENING
) -> PastGame:
    """Return a game of the archive; without places it is not over."""
    table = start or expedition(3)
    return PastGame(number, 9, table.game.id, table.names, table.match.colours, started, places or None)


def past_game_of(number: int, names: tuple[str, ...], *places: tuple[int, int, int]) -> PastGame:
    return past_game(number, *places, start=tables.start(EXPEDITION, names, {}))


# Figures


def test_figures_of_three_games_match_manual_results() -> None:
    scores = [
        *(GameScore("Ada", "race", 1, 1, 17), GameScore("Bao", "race", 1, 2, 12)),
        *(GameScore("Bao", "race", 2, 1, 17), GameScore("Ada", "race", 2, 2, 14)),
        *(GameScore("Ada", "race", 3, 1, 17), GameScore("Cid", "race", 3, 2, 3)),
    ]
    ada, bao, cid = statistics(scores)
    assert (ada.name, ada.all) == ("Ada", Figures(3, 2, 16.0, 4 / 3, best=17, best_number=1))
    assert (bao.name, bao.all) == ("Bao", Figures(2, 1, 14.5, 1.5, best=17, best_number=2))
    assert (cid.name, cid.all) == ("Cid", Figures(1, 0, 3.0, 2.0, best=3, best_number=3))


def test_a_shared_win_counts_for_each_winner() -> None:
    ada, bao, cid = statistics(
        [GameScore("Ada", "race", 1, 1, 9), GameScore("Bao", "race", 1, 1, 9), GameScore("Cid", "race", 1, 3, 8)]
    )
    assert [player.all.wins for player in (ada, bao, cid)] == [1, 1, 0]


def test_players_are_sorted_by_wins_rank_games_and_name() -> None:
    scores = [
        *(GameScore("Zoe", "race", number, rank, 5) for number, rank in ((1, 1), (2, 1))),
        *(GameScore("Eve", "race", number, rank, 5) for number, rank in ((1, 2), (3, 1))),
        *(GameScore("Bea", "race", number, rank, 5) for number, rank in ((4, 1), (5, 3))),
        *(GameScore("Ana", "race", number, rank, 5) for number, rank in ((6, 2), (7, 2))),
        GameScore("Amy", "race", 8, 2, 5),
        GameScore("Al", "race", 9, 2, 5),
    ]
    assert [player.name for player in statistics(scores)] == ["Zoe", "Eve", "Bea", "Ana", "Al", "Amy"]


def test_spellings_of_a_name_are_one_player() -> None:
    scores = [GameScore("INÈS", "race", 1, 1, 7), GameScore("Ine\N{COMBINING GRAVE ACCENT}s", "race", 2, 2, 5)]
    (ines,) = statistics(reversed(scores))
    assert ines.name == "Ine\N{COMBINING GRAVE ACCENT}s"
    assert ines.all.games == 2


def test_totals_are_separate_for_each_game() -> None:
    scores = [
        GameScore("Ada", "race", 1, 2, 10),
        GameScore("Ada", "voyages", 2, 1, 60),
        GameScore("Ada", "voyages", 3, 3, 40),
    ]
    (ada,) = statistics(scores)
    assert ada.by_game == (
        ("voyages", Figures(2, 1, 50.0, 2.0, best=60, best_number=2)),
        ("race", Figures(1, 0, 10.0, 2.0, best=10, best_number=1)),
    )


def test_only_finished_games_count() -> None:
    games = [past_game(1, (2, 1, 9), (1, 2, 7), (3, 3, 5)), past_game(2), PastGame(3, 4, None, damaged=True)]
    players = statistics_view(games, People(), Words("en"))
    assert [(player["name"], player["games"], player["best"]) for player in players] == [
        ("Bao", 1, {"total": 9, "number": 1}),
        ("Inès", 1, {"total": 7, "number": 1}),
        ("Chloé", 1, {"total": 5, "number": 1}),
    ]


def test_merged_people_have_their_figures_together() -> None:
    games = [
        past_game_of(1, ("Anna", "Bao"), (1, 1, 9), (2, 2, 7)),
        past_game_of(2, ("Bao", "Annie"), (2, 1, 8), (1, 2, 3)),
    ]
    people = People((PersonEntry("Anne", former=("Anna", "Annie")), PersonEntry("Bao", forgotten=True)))
    players = statistics_view(games, people, Words("en"))
    assert [(player["name"], player["games"], player["wins"]) for player in players] == [("Anne", 2, 2), ("Bao", 2, 0)]
    assert [[seat["name"] for seat in game["seats"]] for game in games_view(games, None, Words("en"))] == [
        ["Anna", "Bao"],
        ["Bao", "Annie"],
    ]


def test_seats_without_a_name_have_no_figures() -> None:
    games = [past_game_of(1, ("Rouge", "Bao"), (1, 1, 9), (2, 2, 7)), past_game_of(2, ("Blue", "White"), (1, 1, 8))]
    players = statistics_view(games, People(nobodies=colour_words()), Words("en"))
    assert [(player["name"], player["games"], player["wins"]) for player in players] == [("Bao", 1, 0)]


def test_without_games_there_are_no_figures() -> None:
    assert statistics([]) == ()


# The list


def test_every_game_has_its_status() -> None:
    closed = replace(past_game(5), closed=True)
    games = [
        past_game(1, (1, 1, 9), (2, 2, 7), (3, 3, 5)),
        past_game(2),
        past_game(3),
        PastGame(4, 4, None, damaged=True),
        closed,
    ]
    statuses = {game["number"]: game["status"] for game in games_view(games, 3, Words("fr"))}
    assert statuses == {1: "over", 2: "unfinished", 3: "open", 4: "unreadable", 5: "closed"}


def test_an_impossible_clock_gives_no_date() -> None:
    before, first = past_game(1, started=FIRST_PLAUSIBLE - 1), past_game(2, started=FIRST_PLAUSIBLE)
    assert [game["started"] for game in games_view([before, first], None, Words("fr"))] == [None, FIRST_PLAUSIBLE]


# The table for spreadsheets


def rows(games: list[PastGame]) -> list[dict[str, str]]:
    return list(
        csv.DictReader(io.StringIO(results_csv(games).removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"), newline=""))
    )


def test_the_csv_has_a_row_per_seat_of_finished_games() -> None:
    table = results_csv([past_game(7, (2, 1, 9), (1, 2, 7), (3, 3, -5)), past_game(8)])
    day = datetime.fromtimestamp(EVENING).astimezone().date().isoformat()
    assert table == (
        f"\ufeff{','.join(COLUMNS)}\r\n"
        f"7,expedition,{day},2,Bao,red,1,9,3,\r\n"
        f"7,expedition,{day},1,Inès,blue,2,7,3,\r\n"
        f"7,expedition,{day},3,Chloé,green,3,-5,3,\r\n"
    )


@pytest.mark.parametrize(
    ("zone", "day"), [("Pacific/Auckland", "2026-11-22"), ("UTC", "2026-11-21"), ("Pacific/Honolulu", "2026-11-21")]
)
def test_dates_follow_the_time_zone_of_the_box(zone: str, day: str) -> None:
    with in_zone(zone):
        assert day_of(EVENING) == day
        assert rows([past_game(7, (2, 1, 9), (1, 2, 7), (3, 3, -5))])[0]["date"] == day


def test_two_colours_share_a_cell_and_unknown_dates_are_empty() -> None:
    (first, _) = rows([past_game(1, (1, 1, 9), (2, 2, 7), start=expedition(2), started=0)])
    assert (first["colour"], first["date"]) == ("blue+green", "")


@pytest.mark.parametrize("name", ["=1+1", "+33", "-2", "@SUM(A1)", " =cmd", "＝1"])
def test_names_that_look_like_formulas_are_quoted(name: str) -> None:
    (first, _) = rows([past_game_of(1, (name, "Bao"), (1, 1, 9), (2, 2, 7))])
    assert first["name"] == f"'{name}"


@pytest.mark.parametrize("name", ["O'Hara", 'a "b", c', "Anne-Marie", "7"])
def test_other_names_are_unchanged(name: str) -> None:
    (first, _) = rows([past_game_of(1, (name, "Bao"), (1, 1, 9), (2, 2, 7))])
    assert first["name"] == name


# The link to BG Stats


def play_in(link: str | None) -> object:
    assert link is not None
    head, _, data = link.partition("?data=")
    assert head == "bgstats://app.bgstatsapp.com/createPlay.html"
    return json.loads(unquote(data))


def test_the_link_has_the_play_in_bg_stats_format() -> None:
    game = ArchivedGame(past_game(7, (2, 1, 9), (1, 2, 7), (3, 2, 7)), expedition(3), None, EVENING + 3600)
    assert play_in(bg_stats_link(game)) == {
        "sourceName": "Table companion",
        "sourcePlayId": f"7-{EVENING}",
        "game": {
            "name": "Marco Polo Expedition",
            "sourceGameId": "expedition",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {"name": "Inès", "sourcePlayerId": "inès", "startPlayer": True, "winner": False, "rank": 2, "score": 7},
            {"name": "Bao", "sourcePlayerId": "bao", "startPlayer": False, "winner": True, "rank": 1, "score": 9},
            {"name": "Chloé", "sourcePlayerId": "chloé", "startPlayer": False, "winner": False, "rank": 2, "score": 7},
        ],
        "playDate": "2026-11-21 21:30:00",
    }


def test_the_link_is_ascii_and_escapes_names() -> None:
    game = ArchivedGame(past_game_of(1, ("A&b=c#d?é\"'<", "Bao"), (1, 1, 9), (2, 2, 7)), expedition(2), None, 0)
    link = bg_stats_link(game) or ""
    assert link.isascii()
    assert not set("<>\"' ") & set(link)
    assert (urlsplit(link).fragment, link.count("&"), link.count("?")) == ("", 0, 1)
    assert '"A&b=c#d?é\\"\'<"' in json.dumps(play_in(link), ensure_ascii=False)


def test_a_play_with_an_unknown_date_has_no_date() -> None:
    game = ArchivedGame(past_game(7, (1, 1, 9), (2, 2, 7), (3, 3, 5), started=0), expedition(3), None, 86_400)
    assert "playDate" not in str(play_in(bg_stats_link(game)))


def test_an_unfinished_game_has_no_link() -> None:
    assert bg_stats_link(ArchivedGame(past_game(7), expedition(3), None, EVENING)) is None
    assert bg_stats_link(ArchivedGame(past_game(8, start=with_secrets()), with_secrets(), None, EVENING)) is None
