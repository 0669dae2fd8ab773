"""The turn that decided a game: compared with the course of the totals, for every golden game that ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.journal.moves_file import replay_file
from companion.rules.game import Total
from companion.server.views.web_table_view import chart_view, margin
from companion.table.game_summary import game_summary, parse_summary
from companion.table.history_queries import turn_span_at
from companion.table.table import Table
from companion.table.turning_point import count_turns, turning_point
from companion.words.catalogue import Words
from tests.kit.golden_games import Golden, games_with_golden_games, golden_games, played_games
from tests.kit.scripted_games import replayed_table, whole_game

FINISHED = [golden for game in games_with_golden_games() for golden in golden_games(game)]


def table_of_golden(golden: Golden) -> Table:
    return replay_file(golden.valid_part(), played_games())


def golden(game: str, name: str) -> Table:
    [only] = [golden for golden in golden_games(game) if golden.name == name]
    return table_of_golden(only)


def leads(table: Table, winner: int) -> list[int]:
    """Return the winner's lead on the best of the others after each entry, from the course of the totals."""

    def totals() -> Iterator[list[int]]:
        changes: dict[int, list[int]] = dict(chart_view(table))
        current = changes[0]
        for entry in range(len(table.entries) + 1):
            current = changes.get(entry, current)
            yield current

    return [after[winner - 1] - max(after[: winner - 1] + after[winner:]) for after in totals()]


@pytest.mark.parametrize("finished", FINISHED, ids=lambda each: each.name)
def test_no_other_turn_brought_the_winner_more(finished: Golden) -> None:
    table = table_of_golden(finished)
    point = turning_point(table)
    if not table.over:
        assert point is None
        return
    end = next(number for number, entry in enumerate(table.entries, 1) if table.match.over(entry.state))
    spans = {turn_span_at(table, entry).first: turn_span_at(table, entry) for entry in range(1, end)}
    ranks = [standing[1] for standing in game_summary(table)["result"]]
    [winner, *_] = [seat for seat, *_ in game_summary(table)["result"]]
    lead = leads(table, winner)
    gains = {first: lead[min(span.last, end - 1)] - lead[first - 1] for first, span in spans.items()}
    final = lead[-1] - lead[end - 1]
    most = max(gains.values(), default=0)
    if ranks.count(1) > 1 or most < 1 or final > most:
        assert point is None
        return
    assert point is not None
    last = max(first for first, gain in gains.items() if gain == most)
    assert (point.winner, point.entry, point.last) == (winner, last, min(spans[last].last, end))
    assert point.gain == most
    assert (point.turn, point.round) == (spans[last].turn, table.match.round(table.before(last)))


def test_known_games_were_decided_in_known_turns() -> None:
    """These were read off the courses of the totals by hand."""
    ruin = turning_point(golden("classic", "four_players_ruin"))
    assert ruin is not None
    assert (ruin.winner, ruin.entry, ruin.turn, ruin.gain) == (3, 27, 7, 540)
    assert turning_point(golden("expedition", "shared_win")) is None, "nobody won alone"
    assert turning_point(golden("expedition", "five_players_board")) is None, "the final scoring brought more"


def test_turns_are_counted_without_phases() -> None:
    table = golden("voyages", "three_seats")
    numbers = {turn_span_at(table, entry).turn for entry in range(1, len(table.entries) + 1)}
    assert count_turns(table) == len(numbers - {None}) == 54
    assert count_turns(replayed_table(whole_game()[:0])) == 0


def test_the_summary_has_a_turning_point_after_the_end() -> None:
    table = golden("expedition", "two_players")
    summary = parse_summary(game_summary(table))
    assert (summary.turns, summary.turning_point) == (13, turning_point(table))
    before = game_summary(replayed_table(whole_game()[:3]))
    assert {"turns", "turning_point"}.isdisjoint(before)
    assert (parse_summary(before).turns, parse_summary(before).turning_point) == (None, None)


@pytest.mark.parametrize(
    "change",
    [
        {"turns": "13"},
        {"turning_point": 3},
        {"turning_point": {"winner": 1}},
        {"turning_point": {"winner": 9, "entry": 1, "last": 1, "turn": 1, "round": None, "gain": 2}},
        {"turning_point": {"winner": 1, "entry": 1, "last": 1, "turn": "1", "round": None, "gain": 2}},
        {"turning_point": {"winner": 1, "entry": 1, "last": 1, "turn": 1, "round": None, "gain": 2.5}},
    ],
    ids=str,
)
def test_a_summary_with_anything_else_is_refused(change: dict[str, object]) -> None:
    summary = game_summary(golden("expedition", "two_players"))
    with pytest.raises((TypeError, ValueError)):
        parse_summary(summary | change)


def test_nothing_decided_where_fewest_points_win(monkeypatch: pytest.MonkeyPatch) -> None:
    table = golden("classic", "four_players_ruin")
    assert turning_point(table) is not None
    assert " ahead of " in margin(table, Words("en"))
    totals = type(table.match).totals

    def fewest(match: Any, view: Any) -> tuple[Total, ...]:
        return tuple(replace(total, order=(-total.public,)) for total in totals(match, view))

    monkeypatch.setattr(type(table.match), "totals", fewest)
    reversed_table = golden("classic", "four_players_ruin")
    assert turning_point(reversed_table) is None
    assert margin(reversed_table, Words("en")) == "220 to 270"
