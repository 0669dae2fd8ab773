"""Whole games of Expedition, worked out by hand from the rulings, and lines that the rules refuse."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.expedition import EXPEDITION
from companion.rules.expedition.state import State
from companion.rules.game import move_from_json, move_to_json
from companion.rules.registry import GAMES
from companion.rules.viewer import PUBLIC
from companion.session import moves_file
from companion.session.moves_file import IllegalLineError
from companion.session.table import Table
from tests.rules.golden import Golden, Moment, golden_games

RULINGS = tuple(f"E{number}" for number in range(1, 18))
CITED_BY_LINES = ("E3", "E4", "E8", "E13")
"""Every gain and loss in a game is one of these; E1 and E15 stand beside the gold of the set-up."""
CITED_BY_REFUSALS = ("E3", "E4", "E5", "E11", "E15")

ALL = golden_games("expedition")
WHOLE = tuple(golden for golden in ALL if golden.refused is None)
REFUSED = tuple(golden for golden in ALL if golden.refused is not None)


def _name(golden: Golden) -> str:
    return golden.name


every_game = pytest.mark.parametrize("golden", ALL, ids=_name)
whole_games = pytest.mark.parametrize("golden", WHOLE, ids=_name)
refused_games = pytest.mark.parametrize("golden", REFUSED, ids=_name)


@every_game
def test_the_table_stands_where_the_rulings_put_it(golden: Golden) -> None:
    table = moves_file.replay(golden.standing(), GAMES)
    assert len(table.entries) == golden.entries
    for moment in (*golden.at, golden.final):
        _check(table, moment)


@every_game
def test_the_sheet_gives_every_gain_and_loss_with_its_ruling(golden: Golden) -> None:
    table = moves_file.replay(golden.standing(), GAMES)
    lines = [(entry, line) for entry, line in table.lines() if entry > 0 and not line.what.startswith("space:")]
    assert sorted((n, line.seat, line.what, line.by, line.ruling or "") for n, line in lines) == sorted(
        (entry, seat, what, by, ruling or "") for entry, seat, what, by, ruling in golden.sheet
    )


@whole_games
def test_the_game_is_over_by_its_last_line_and_not_before(golden: Golden) -> None:
    table = moves_file.replay(golden.path.read_bytes(), GAMES)
    assert [n for n, entry in enumerate(table.entries, 1) if EXPEDITION.over(entry.state)] == [golden.entries]
    assert EXPEDITION.waiting(table.state) == ()


@refused_games
def test_the_refused_line_is_told_with_its_ruling(golden: Golden) -> None:
    assert golden.refused is not None
    with pytest.raises(IllegalLineError) as caught:
        moves_file.replay(golden.path.read_bytes(), GAMES)
    assert (caught.value.line, caught.value.ruling) == (golden.refused.line, golden.refused.ruling)
    assert golden.refused.status == 3


@whole_games
def test_an_export_of_a_golden_game_replays_to_the_same_game(golden: Golden) -> None:
    table = moves_file.replay(golden.path.read_bytes(), GAMES)
    again = moves_file.replay(moves_file.export(table).encode(), GAMES)
    assert again.digest() == table.digest()
    assert again.names == table.names
    assert [entry.played for entry in again.entries] == [entry.played for entry in table.entries]
    assert list(again.lines()) == list(table.lines())


@whole_games
def test_moves_of_a_golden_game_are_read_and_written_alike(golden: Golden) -> None:
    for entry in moves_file.replay(golden.path.read_bytes(), GAMES).entries:
        assert move_from_json(EXPEDITION, move_to_json(entry.played.move)) == entry.played.move


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_put_to_the_test_by_a_golden_game(ruling: str) -> None:
    assert [golden.name for golden in ALL if ruling in golden.covers]


@pytest.mark.parametrize("ruling", CITED_BY_LINES)
def test_rulings_that_pay_are_cited_by_lines_of_golden_games(ruling: str) -> None:
    citing = {golden.name for golden in ALL if any(line[-1] == ruling for line in golden.sheet)}
    assert citing
    claiming = {golden.name for golden in WHOLE if ruling in golden.covers}
    assert claiming <= citing


@pytest.mark.parametrize("ruling", CITED_BY_REFUSALS)
def test_rulings_that_forbid_are_cited_by_refusals_of_golden_games(ruling: str) -> None:
    assert [golden.name for golden in REFUSED if golden.refused and golden.refused.ruling == ruling]


@every_game
def test_a_golden_game_covers_at_least_what_its_lines_cite(golden: Golden) -> None:
    cited = {ruling for *_, ruling in golden.sheet if ruling is not None}
    assert cited <= {*golden.covers} <= {*RULINGS}


def test_there_are_whole_games_for_every_number_of_seats_and_both_ways_of_two() -> None:
    tables = [moves_file.replay(golden.path.read_bytes(), GAMES) for golden in WHOLE]
    ways = {(len(table.names), table.options.get("both_camels", False)) for table in tables}
    assert ways == {(2, False), (2, True), (3, False), (4, False), (5, False)}
    assert len(tables) >= 14


def _check(table: Table, moment: Moment) -> None:
    """What a moment tells is so, each thing by its name."""
    entry = len(table.entries) if moment.entry < 0 else moment.entry
    state: State = table.before(entry + 1)
    holdings: list[Any] = list(EXPEDITION.holdings(state, PUBLIC).values())
    found = Moment(
        entry=moment.entry,
        turn=EXPEDITION.turn(state) or 0,
        over=EXPEDITION.over(state),
        gold=tuple(held["gold"] for held in holdings),
        camels=tuple(tuple(held["camels"]) for held in holdings),
        standings=tuple((place.seat, place.rank, place.total) for place in EXPEDITION.standings(state)),
    )
    for name in ("turn", "over", "gold", "camels", "standings"):
        wanted = getattr(moment, name)
        assert wanted is None or getattr(found, name) == wanted, f"{name} after entry {entry}"
