"""Real journals by the rules before the second reading: continued, closed, or finished, like the kept ones."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.chance.verdict import ChanceStatus
from companion.chance.verify_chance import check_chance
from companion.games import GAMES
from companion.journal.archive import Archive
from companion.journal.game_export import moves_file
from companion.journal.journal import Journal
from companion.journal.verify_moves_file import RulesCheck, check_moves_file
from companion.server.views.past_games_view import statistics_view
from companion.session.session import Session
from companion.table.commands import CloseGame, OpenGame
from companion.table.people import People
from companion.table.session_errors import ForeignError
from companion.words.catalogue import Words
from tests.kept.files import REFUSED, copy_journal
from tests.kept.program import NAME
from tests.kit.scripted_games import NOON, table_of


@pytest.fixture
def journal(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    return copy_journal(request.param, tmp_path / "state") / NAME


def on(journal: Journal) -> Session:
    return Session(journal, GAMES, lambda: NOON, entropy=Random(5).randbytes)


def file_of(path: Path) -> str:
    saved_game = Archive(path, GAMES).find(1)
    return moves_file(saved_game.table, saved_game.recorded, saved_game.past.result, GAMES)


@pytest.mark.parametrize("journal", ["classic_typed"], indirect=True)
def test_an_accepted_game_continues_with_the_same_totals(journal: Path) -> None:
    with closing(Journal(journal)) as opened:
        session = on(opened)
        assert (session.just_migrated, session.snapshot().migrated_totals) == (True, ())
        assert table_of(session).version == 3


@pytest.mark.parametrize("journal", ["expedition_v1_refused"], indirect=True)
def test_without_the_refused_ballast_its_gold_is_back(journal: Path) -> None:
    with closing(Journal(journal)) as opened:
        session = on(opened)
        assert session.table is None
        session.do(OpenGame(number=1, without=REFUSED["expedition_v1_refused"]))
        assert session.snapshot().migrated_totals == ((1, 4, 5),)
        assert [line.why.key for _, line in table_of(session).lines() if line.ruling == "E4"] == []


@pytest.mark.parametrize("journal", ["classic_v1_refused"], indirect=True)
def test_a_refused_game_may_be_closed_with_seed_and_file(journal: Path) -> None:
    with closing(Journal(journal)) as opened:
        session = on(opened)
        session.do(CloseGame(number=1))
        with pytest.raises(ForeignError):
            session.do(OpenGame(number=1))
    file = file_of(journal)
    moves = [line for line in map(json.loads, file.splitlines()) if "move" in line]
    assert {"seat": 1, "move": "buy", "colour": "blue", "value": 80} in moves  # everything in it may be shown now
    verdict = check_chance(file.encode())
    assert (verdict.problems, verdict.chance) == ((), ChanceStatus.CHECKED)
    report = check_moves_file(file.encode(), GAMES)
    assert (report.rules, report.holds) == (RulesCheck.OTHER_VERSION, True)


@pytest.mark.parametrize(
    ("journal", "places"),
    [("classic_v1_finished", [("Ada", 1, 1170), ("Bao", 2, 240)])],
    indirect=["journal"],
)
def test_a_finished_game_keeps_its_result_everywhere(journal: Path, places: list[tuple[str, int, int]]) -> None:
    with closing(Journal(journal)) as opened:
        before = [*opened.rows(1)]
        session = on(opened)
        assert session.table is None
        assert [*opened.rows(1)] == before
        [saved] = opened.games()
        assert saved.result == tuple((seat, rank, total) for seat, (_, rank, total) in enumerate(places, 1))
    [*_, end] = (line for line in map(json.loads, file_of(journal).splitlines()) if line.get("kind") == "end")
    assert [(standing["rank"], standing["total"]) for standing in end["standings"]] == [
        (rank, total) for _, rank, total in places
    ]
    report = check_moves_file(file_of(journal).encode(), GAMES)
    assert (report.rules, report.holds) == (RulesCheck.OTHER_VERSION, True)
    players = statistics_view(Archive(journal, GAMES).games(), People(), Words("en"))["players"]
    assert sorted((player["name"], player["games"], player["wins"]) for player in players) == [
        (name, 1, int(rank == 1)) for name, rank, _ in places
    ]
