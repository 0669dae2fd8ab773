"""Whole games of 1983, worked out by hand from the rulings, and lines that the rules refuse."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.classic import CLASSIC
from companion.rules.classic.state import State
from companion.rules.game import Game, move_from_json, move_to_json
from companion.rules.viewer import EVERYTHING
from companion.session import moves_file
from companion.session.moves_file import IllegalLineError
from companion.session.table import Table
from tests.rules.golden import Golden, Moment, golden_games

GAMES: tuple[Game[Any], ...] = (CLASSIC,)
RULINGS = tuple(f"C{number}" for number in range(1, 21))
CITED_BY_LINES = ("C4", "C5", "C9", "C10", "C11", "C12", "C13", "C14", "C16", "C17", "C18")
"""Every gain and loss in a game is one of these."""
CITED_BY_REFUSALS = tuple(f"C{number}" for number in range(1, 21) if number not in (1, 5))
"""C1 is a field of the move itself, without which it is none; C5 gives alone."""

ALL = golden_games("classic")
WHOLE = tuple(golden for golden in ALL if golden.refused is None)
REFUSED = tuple(golden for golden in ALL if golden.refused is not None)

every_game = pytest.mark.parametrize("golden", ALL, ids=[golden.name for golden in ALL])
whole_games = pytest.mark.parametrize("golden", WHOLE, ids=[golden.name for golden in WHOLE])
refused_games = pytest.mark.parametrize("golden", REFUSED, ids=[golden.name for golden in REFUSED])


@every_game
def test_the_table_stands_where_the_rulings_put_it(golden: Golden) -> None:
    table = moves_file.replay(golden.standing(), GAMES)
    assert len(table.entries) == golden.entries
    for moment in (*golden.at, golden.final):
        _check(table, moment)


@every_game
def test_the_sheet_gives_every_gain_and_loss_with_its_ruling(golden: Golden) -> None:
    table = moves_file.replay(golden.standing(), GAMES)
    lines = [(entry, line) for entry, line in table.lines() if entry > 0]
    assert sorted((n, line.seat, line.what, line.by, line.ruling or "") for n, line in lines) == sorted(
        (entry, seat, what, by, ruling or "") for entry, seat, what, by, ruling in golden.sheet
    )


@whole_games
def test_the_game_is_over_by_its_last_line_and_not_before(golden: Golden) -> None:
    table = moves_file.replay(golden.path.read_bytes(), GAMES)
    assert [n for n, entry in enumerate(table.entries, 1) if CLASSIC.over(entry.state)] == [golden.entries]
    assert CLASSIC.waiting(table.state) == ()


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
    assert [entry.played for entry in again.entries] == [entry.played for entry in table.entries]
    assert list(again.lines()) == list(table.lines())


@whole_games
def test_moves_of_a_golden_game_are_read_and_written_alike(golden: Golden) -> None:
    for entry in moves_file.replay(golden.path.read_bytes(), GAMES).entries:
        assert move_from_json(CLASSIC, move_to_json(entry.played.move)) == entry.played.move


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_put_to_the_test_by_a_golden_game(ruling: str) -> None:
    assert [golden.name for golden in ALL if ruling in golden.covers]


@pytest.mark.parametrize("ruling", CITED_BY_LINES)
def test_rulings_that_pay_are_cited_by_lines_of_golden_games(ruling: str) -> None:
    assert [golden.name for golden in WHOLE if any(line[-1] == ruling for line in golden.sheet)]


@pytest.mark.parametrize("ruling", CITED_BY_REFUSALS)
def test_rulings_that_forbid_are_cited_by_refusals_of_golden_games(ruling: str) -> None:
    assert [golden.name for golden in REFUSED if golden.refused and golden.refused.ruling == ruling]


@every_game
def test_a_golden_game_covers_at_least_what_its_lines_cite(golden: Golden) -> None:
    cited = {ruling for *_, ruling in golden.sheet if ruling is not None}
    assert cited <= {*golden.covers} <= {*RULINGS}


def test_there_are_whole_games_for_every_number_of_seats_and_both_ways_to_track() -> None:
    tables = [moves_file.replay(golden.path.read_bytes(), GAMES) for golden in WHOLE]
    assert {len(table.names) for table in tables} == {2, 3, 4}
    assert {table.options.get("tracking", "full") for table in tables} == {"full", "dice"}


def _check(table: Table, moment: Moment) -> None:
    """What a moment tells is so, each thing by its name."""
    entry = len(table.entries) if moment.entry < 0 else moment.entry
    state: State = table.before(entry + 1)
    holdings: list[Any] = list(CLASSIC.holdings(state, EVERYTHING).values())
    found = Moment(
        entry=moment.entry,
        turn=CLASSIC.turn(state) or 0,
        over=CLASSIC.over(state),
        besants=tuple(held["besants"] for held in holdings),
        goods=tuple(tuple(held["goods"] or ()) for held in holdings),
        stages=tuple(held["stage"] for held in holdings),
        loot=(state.loot.besants, len(state.loot.cards)),
        standings=tuple((place.seat, place.rank, place.total) for place in CLASSIC.standings(state)),
    )
    for name in ("turn", "over", "besants", "goods", "stages", "loot", "standings"):
        wanted = getattr(moment, name)
        assert wanted is None or getattr(found, name) == wanted, f"{name} after entry {entry}"
