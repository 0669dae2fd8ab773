"""Sources of everyone's total, once a game is over."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.expedition import EXPEDITION
from companion.games.voyages import VOYAGES
from companion.rules.scene import Grid
from companion.rules.viewer import PUBLIC
from companion.server.views.web_table_view import rounds_view
from companion.table import table as tables
from companion.table.conceal_end import final_categories
from companion.table.random_play import play_move
from companion.table.table import Table
from companion.table.turning_point import ending_entry
from companion.words.catalogue import Words
from companion.words.translated_scene import scene_of
from tests.games.lanterns import LANTERNS
from tests.kit.cases import CASES, every_case
from tests.kit.random_play import whole_game

EN = Words("en")


def sources(table: Table, words: Words = EN) -> dict[str, tuple[int | None, ...]]:
    """Return by label the amounts of a reason for each seat; empty if no sources are shown."""
    first, *_ = scene_of(table, PUBLIC, words).blocks
    if not isinstance(first, Grid) or first.id != "sources":
        return {}
    return {row.name: tuple(cell.value for cell in row.cells) for row in first.rows}


def market() -> Table:
    """Return a whole market of one round: Ada hangs two lanterns and calls a feast, Bo gives and shows a card."""
    table = tables.start(LANTERNS, ("Ada", "Bo"), {"rounds": 1})
    for seat, card in ((1, 11_111), (1, 22_222), (2, 33_333), (2, 44_444)):
        table = play_move(table, seat, {"move": "hide", "colour": "red", "value": card, "wish": "rain"})
    for seat in (1, 2):
        table = play_move(table, seat, {"move": "roll", "chance": [1, 2]})
    table = play_move(table, 1, {"move": "hang", "row": "river", "path": [1, 2]})
    table = play_move(table, 1, {"move": "feast", "first": 2})
    table = play_move(table, 2, {"move": "answer", "gives": True})
    table = play_move(table, 1, {"move": "thank"})
    table = play_move(table, 1, {"move": "end_turn"})
    table = play_move(table, 2, {"move": "show", "cards": ["red:33333"]})
    return play_move(table, 2, {"move": "correct", "what": "points", "by": -1, "note": "twice"})


def test_sources_follow_rulings_and_match_the_total() -> None:
    """Cards that were never shown bring a point each (L6)."""
    table = market()
    assert sources(table) == {}, "before the end nothing is told"
    shown = sources(play_move(table, 2, {"move": "end_turn"}))
    assert shown == {
        "lanterns hung": (4, 0),
        "cards shown": (0, 3),
        "cards never shown": (2, 1),
        "feasts": (0, 1),
        "corrections by hand": (0, -1),
        "Total": (6, 4),
    }
    assert [*shown][-2:] == ["corrections by hand", "Total"]


def test_gold_is_listed_from_the_start_to_dadu() -> None:
    case = next(case for case in CASES if case.game is EXPEDITION)
    order = ["at the start", "crates", "unloading", "tally at Ganzhou", "tally at Dadu", "Total"]
    for seed in range(3):
        shown = [name for name in sources(whole_game(case, seed)) if name in order]
        assert shown == [name for name in order if name in shown]
        assert {"at the start", "tally at Dadu"} <= {*shown}


def test_the_final_scoring_has_the_categories_of_the_reveal() -> None:
    """Before them stands what was booked in the game, and both together make the total."""
    table = whole_game(next(case for case in CASES if case.game is VOYAGES), 1)
    end = ending_entry(table)
    assert end is not None
    shown = sources(table)
    categories = {EN.of(row.name): tuple(cell.value for cell in row.cells) for row in final_categories(table, end)}
    assert [*categories] == ["Goals and goal places", "Coins", "Beijing and goods", "Most contracts"]
    assert {name: shown[name] for name in categories} == categories
    assert not {"goal places reached", "coins left", "goods left"} & {*shown}


def test_a_closed_game_has_no_sources() -> None:
    over = play_move(market(), 2, {"move": "end_turn"})
    assert sources(tables.close(over)) == {}


@pytest.mark.parametrize("language", ["en", "fr"])
@every_case
def test_every_reason_of_every_game_has_words(case: Any, language: str) -> None:
    for seed in range(2):
        reasons = sources(whole_game(case, seed), Words(language))
        assert not [name for name in reasons if name.endswith(".source") or name.startswith(f"{case.game.id}.")]


def test_rounds_begin_at_the_right_entries() -> None:
    """At a market, cards are hidden under the stalls before the first round."""
    assert rounds_view(market())[:] == [[4, 1]]
    table = tables.start(VOYAGES, ("Ada", "Bo"), {"characters": ["berke", "kubilai"], "tracking": "points"})
    assert rounds_view(table)[:] == [[0, 1]]
    for seat in (1, 2):
        table = play_move(table, seat, {"move": "roll", "chance": [1, 2, 3, 4, 5]})
    for seat in (1, 2):
        table = play_move(table, seat, {"move": "end_turn", "used": 5})
    assert rounds_view(table)[:] == [[0, 1], [4, 2]]
