"""The views of statistics and past games, and results in the formats of other programs."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import unquote, urlsplit

import pytest

from companion.games import GAMES
from companion.games.expedition import EXPEDITION
from companion.games.voyages.printed_parts import Person
from companion.journal.archive import ArchivedGame, PastGame
from companion.journal.played_times import FIRST_PLAUSIBLE
from companion.rules.match_functions import standings
from companion.server.views.game_times import day_of
from companion.server.views.past_games_view import figures_by_game, games_view, statistics_view
from companion.server.views.results_export import COLUMNS, bg_stats_link, results_csv
from companion.table import table as tables
from companion.table.people import People, PersonEntry
from companion.table.table import Table
from companion.words.catalogue import Words, colour_words
from tests.kit.cases import CASES
from tests.kit.clock import in_zone
from tests.kit.random_play import whole_game
from tests.views.games import expedition, with_secrets

EVENING = int(datetime(2026, 11, 21, 20, 30, tzinfo=UTC).timestamp())


NOBODIES = People(nobodies=colour_words())


def past_game(
    number: int, *places: tuple[int, int, int], start: Table | None = None, started: int = EVENING, ended: int = EVENING
) -> PastGame:
    """Return a game of the archive; without places it is not over."""
    table = start or expedition(3)
    past = PastGame(number, 9, table.game.id, table.names, table.match.colours, started, places or None, ended=ended)
    return replace(past, first_time=started)


def past_game_of(number: int, names: tuple[str, ...], *places: tuple[int, int, int]) -> PastGame:
    return past_game(number, *places, start=tables.start(EXPEDITION, names, {}))


# Figures


def test_only_finished_games_count() -> None:
    games = [past_game(1, (2, 1, 9), (1, 2, 7), (3, 3, 5)), past_game(2), PastGame(3, 4, None, damaged=True)]
    players = statistics_view(games, People(), Words("en"))["players"]
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
    players = statistics_view(games, people, Words("en"))["players"]
    assert [(player["name"], player["games"], player["wins"]) for player in players] == [("Anne", 2, 2), ("Bao", 2, 0)]
    assert [[seat["name"] for seat in game["seats"]] for game in games_view(games, None, Words("en"))] == [
        ["Anna", "Bao"],
        ["Bao", "Annie"],
    ]


def test_seats_without_a_name_have_no_figures() -> None:
    games = [past_game_of(1, ("Rouge", "Bao"), (1, 1, 9), (2, 2, 7)), past_game_of(2, ("Blue", "White"), (1, 1, 8))]
    players = statistics_view(games, People(nobodies=colour_words()), Words("en"))["players"]
    assert [(player["name"], player["games"], player["wins"]) for player in players] == [("Bao", 1, 0)]


def test_figures_of_a_game_are_sorted_by_what_is_shown() -> None:
    games = [
        past_game_of(1, ("Hugo", "Léa", "Papa"), (1, 1, 545), (2, 2, 500), (3, 3, 400)),
        past_game_of(2, ("Léa", "Hugo"), (1, 1, 760), (2, 2, 545)),
        past_game_of(3, ("Papa", "Léa"), (1, 1, 970), (2, 2, 630)),
    ]
    [figures] = figures_by_game(statistics_view(games, People(), Words("en"))["players"]).values()
    assert [(name, own["average_total"]) for name, own in figures] == [("Papa", 685), ("Léa", 630), ("Hugo", 545)]


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


def rows(games: list[PastGame], language: str = "en") -> list[dict[str, str]]:
    table = results_csv(games, Words(language)).removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    return list(csv.DictReader(io.StringIO(table, newline=""), delimiter=";" if language == "fr" else ","))


def test_the_csv_has_a_row_per_seat_of_finished_games() -> None:
    finished = past_game(7, (2, 1, 9), (1, 2, 7), (3, 3, -5), ended=EVENING + 4500)
    with in_zone("UTC"):
        table = results_csv([replace(finished, seconds=4500, turns=31), past_game(8)], Words("en"))
    assert table == (
        f"\ufeff{','.join(COLUMNS)}\r\n"
        "7,expedition,2026-11-21,2,Bao,red,1,9,3,,2026-11-21 21:45,75,31\r\n"
        "7,expedition,2026-11-21,1,Inès,blue,2,7,3,,2026-11-21 21:45,75,31\r\n"
        "7,expedition,2026-11-21,3,Chloé,green,3,-5,3,,2026-11-21 21:45,75,31\r\n"
    )


def test_csv_headings_and_notes_follow_the_language() -> None:
    imported = replace(past_game(7, (2, 1, 9), (1, 2, 7), (3, 3, -5)), imported=True, seconds=None)
    noted = replace(past_game(8, (2, 1, 9), (1, 2, 7), (3, 3, -5)), unverifiable=True)
    with in_zone("UTC"):
        english, french = rows([imported, noted], "en"), rows([imported, noted], "fr")
    assert tuple(english[0]) == COLUMNS
    assert tuple(french[0]) == (
        *("numéro", "jeu", "date", "place", "nom", "couleur", "rang", "total", "joueurs", "remarque", "fin"),
        *("minutes", "tours"),
    )
    assert [french[row]["remarque"] for row in (0, 3)] == ["importé d’un fichier", "noté, non vérifié"]
    assert [english[row]["note"] for row in (0, 3)] == ["from a file", "noted, not checked"]
    assert english[3]["date"] == french[3]["date"] == "2026-11-21"
    assert [list(row.values())[:9] for row in english] == [list(row.values())[:9] for row in french]


def test_unknown_times_and_turns_are_empty_in_the_csv() -> None:
    [unknown, *_] = rows([past_game(7, (2, 1, 9), (1, 2, 7), (3, 3, -5), ended=0)])
    assert (unknown["ended"], unknown["minutes"], unknown["turns"]) == ("", "", "")
    imported = replace(past_game(7, (2, 1, 9), (1, 2, 7), (3, 3, -5)), imported=True)
    assert (rows([imported])[0]["date"], rows([imported])[0]["ended"]) == ("", ""), "it is the time of the import"


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
    past = replace(past_game(7, (2, 1, 9), (1, 2, 7), (3, 2, 7), ended=EVENING + 3600), seconds=3599)
    game = ArchivedGame(past, expedition(3), None)
    assert play_in(bg_stats_link(game, GAMES, NOBODIES)) == {
        "sourceName": "Table companion",
        "sourcePlayId": f"7-{EVENING}",
        "game": {
            "name": "Marco Polo Expedition",
            "sourceGameId": "expedition",
            "bggId": 9139,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {"name": "Inès", "sourcePlayerId": "inès", "startPlayer": True, "winner": False, "rank": 2, "score": 7},
            {"name": "Bao", "sourcePlayerId": "bao", "startPlayer": False, "winner": True, "rank": 1, "score": 9},
            {"name": "Chloé", "sourcePlayerId": "chloé", "startPlayer": False, "winner": False, "rank": 2, "score": 7},
        ],
        "playDate": "2026-11-21 20:30:00",
        "durationMin": 59,
    }


def test_the_link_is_ascii_and_escapes_names() -> None:
    game = ArchivedGame(past_game_of(1, ("A&b=c#d?é\"'<", "Bao"), (1, 1, 9), (2, 2, 7)), expedition(2), None)
    link = bg_stats_link(game, GAMES, NOBODIES) or ""
    assert link.isascii()
    assert not set("<>\"' ") & set(link)
    assert (urlsplit(link).fragment, link.count("&"), link.count("?")) == ("", 0, 1)
    assert '"A&b=c#d?é\\"\'<"' in json.dumps(play_in(link), ensure_ascii=False)


def test_a_play_with_an_unknown_date_has_no_date() -> None:
    game = ArchivedGame(past_game(7, (1, 1, 9), (2, 2, 7), (3, 3, 5), started=0, ended=86_400), expedition(3), None)
    assert "playDate" not in str(play_in(bg_stats_link(game, GAMES, NOBODIES)))


def test_an_imported_play_has_no_date() -> None:
    past = replace(past_game(7, (1, 1, 9), (2, 2, 7), (3, 3, 5)), imported=True)
    assert "playDate" not in str(play_in(bg_stats_link(ArchivedGame(past, expedition(3), None), GAMES, NOBODIES)))


def test_a_seat_without_a_name_is_an_anonymous_player() -> None:
    past = past_game_of(1, ("Rouge", "Bao"), (1, 1, 9), (2, 2, 7))
    link = bg_stats_link(ArchivedGame(past, expedition(2), None), GAMES, NOBODIES)
    play = play_in(link)
    assert isinstance(play, dict)
    anonymous, bao = play["players"]
    assert (anonymous["name"], anonymous["role"]) == ("Anonymous player", "blue+green")
    assert "sourcePlayerId" not in anonymous
    assert (bao["name"], bao["sourcePlayerId"]) == ("Bao", "bao")
    assert "role" not in bao


def test_the_role_of_a_play_is_the_character() -> None:
    table = whole_game(next(case for case in CASES if case.game.id == "voyages" and case.seats == 2), 3)
    places = tuple((place.seat, place.rank, place.total) for place in standings(table.match, table.state))
    past = replace(past_game(1, *places, start=table), game="voyages")
    play = play_in(bg_stats_link(ArchivedGame(past, table, None), GAMES, NOBODIES))
    assert isinstance(play, dict)
    people = {Words("en")(f"voyages.person.{person.value}") for person in Person}
    assert {player["role"] for player in play["players"]} <= people


def test_a_play_without_number_or_duration_leaves_them_out() -> None:
    game = ArchivedGame(past_game(7, (1, 1, 9), (2, 2, 7), (3, 3, 5)), expedition(3), None)
    assert "durationMin" not in str(play_in(bg_stats_link(game, GAMES, NOBODIES)))
    assert "bggId" not in str(play_in(bg_stats_link(game, (), NOBODIES)))


def test_every_game_of_the_program_has_its_number() -> None:
    assert {game.id: game.bgg_id for game in GAMES} == {"expedition": 9139, "classic": 2280, "voyages": 171623}


def test_an_unfinished_game_has_no_link() -> None:
    assert bg_stats_link(ArchivedGame(past_game(7, ended=EVENING), expedition(3), None), GAMES, NOBODIES) is None
    assert (
        bg_stats_link(
            ArchivedGame(past_game(8, start=with_secrets(), ended=EVENING), with_secrets(), None), GAMES, NOBODIES
        )
        is None
    )
