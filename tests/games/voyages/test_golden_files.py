"""Checks of the golden games of Voyages themselves: well-formed, adding up, and listed in their README."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.kit.golden_games import Golden, Moment, golden_games, sum_lines

HERE = Path(__file__).parent
GAMES = {golden.name: golden for golden in golden_games("voyages")}
GOLDEN = next(iter(GAMES.values())).path.parent
RULINGS = tuple(f"V{number}" for number in range(1, 47))
PURSE = ("coins", "camels", "pepper", "silk", "gold", "points")
EXPECTED_KEYS = {*PURSE, "turn", "round", "posts", "contracts", "dice", "over", "standings", "waiting"}
MOVES = {
    **{kind: {"chance"} for kind in ("deal_map", "deal_row", "deal_characters", "deal_goals")},
    "take_character": {"character"},
    "keep_goals": {"cards"},
    "roll": {"chance"},
    "compensate": {"coins", "camels"},
    "choose": {"goods", "town", "post", "bonus", "income"},
    "take_five": {"dice"},
    "bazaar": {"row", "dice", "column"},
    "khan": {"dice", "good"},
    "contracts": {"dice", "slots", "contracts", "bonus", "discard"},
    "travel": {"dice", "paths"},
    "city_card": {"card", "city", "dice", "times", "ways"},
    "fulfil": {"contract"},
    "take_three": {"dice"},
    "reroll": {"die", "chance"},
    "turn_die": {"die", "by"},
    "black_die": {"chance"},
    "step": {"paths"},
    "keep": {"contract", "discard"},
    "name": {"contract", "slot"},
    "decline": set(),
    "reveal_goals": {"cards"},
    "leave_goals": set(),
    "end_turn": {"used"},
    "score": {"by", "why"},
    "travelled": set(),
    "post": set(),
    "contract": {"by"},
    "final": {"coins", "camels", "goods", "beijing", "goals", "reached"},
    "correct": {"what", "by", "note"},
}
FIRST_GAME = ("raschid", "matteo", "berke", "mercator")

every_golden = pytest.mark.parametrize("golden", GAMES.values(), ids=GAMES)


def _lines(golden: Golden) -> list[dict[str, Any]]:
    return [json.loads(line) for line in golden.path.read_text("utf-8").splitlines()]


def _begins_with(head: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return the purses of the set-up, by V1, V38 and V40: they include the camel and the coins of round 1.

    Where the set-up is played move by move, round 1 begins later.
    """
    seats, options = len(head["seats"]), head["options"]
    begun = not options.get("draft") and not options.get("deal")
    characters = options.get("characters", FIRST_GAME[:seats]) if begun else [None] * seats
    purse = {what: [0] * seats for what in PURSE}
    purse["coins"] = [7 + seat + 3 * (who == "johannes") for seat, who in enumerate(characters)]
    purse["camels"] = [2 + (who == "niccolo_marco") for who in characters]
    return purse


def test_every_game_has_a_result_and_every_result_a_game() -> None:
    assert GAMES
    assert {path.stem for path in GOLDEN.glob("*.toml")} == {*GAMES}
    assert {path.suffix for path in GOLDEN.iterdir()} == {".jsonl", ".toml"}


@every_golden
def test_every_line_is_a_move_with_its_fields(golden: Golden) -> None:
    head, *moves = _lines(golden)
    assert head.keys() == {"game", "seats", "options"}
    assert head["game"] == "voyages"
    assert head["options"]["tracking"] in ("full", "points")
    assert len(moves) == golden.entries + (golden.refused is not None)
    for line in moves:
        assert 1 <= line["seat"] <= len(head["seats"])
        assert line.keys() - {"seat", "move"} <= MOVES[line["move"]], line


@every_golden
def test_the_sheet_adds_up_to_the_expected_values(golden: Golden) -> None:
    head = _lines(golden)[0]
    assert sorted(map(repr, sum_lines(golden.sheet))) == sorted(map(repr, golden.sheet))
    assert all(1 <= entry <= golden.entries and by for entry, _, _, by, _ in golden.sheet)
    purse = _begins_with(head)
    moments = [*golden.moments, Moment(golden.entries, golden.final.facts)]
    assert [moment.entry for moment in moments] == sorted(moment.entry for moment in moments)
    last_entry = 0
    for moment in moments:
        for entry, seat, what, by, _ in golden.sheet:
            if last_entry < entry <= moment.entry:
                purse[what][seat - 1] += by
        last_entry = max(last_entry, moment.entry)
        assert moment.facts.keys() <= EXPECTED_KEYS
        expected = {what: list(moment.facts[what]) for what in PURSE if what in moment.facts}
        assert expected == {what: purse[what] for what in expected}, f"entry {moment.entry}"
        if head["options"]["tracking"] == "full":
            assert min(min(purse[what]) for what in PURSE[:-1]) >= 0


@every_golden
def test_the_end_is_complete_or_the_last_line_is_refused(golden: Golden) -> None:
    expected = golden.final.facts
    if golden.refused is not None:
        assert golden.refused.line == golden.entries + 2
        assert golden.refused.ruling is None or golden.refused.ruling in RULINGS
        return
    assert expected["over"] is True
    assert (expected["turn"], len(expected["standings"])) == (0, len(expected["points"]))
    ranked = [(rank, seat, expected["points"][seat - 1]) for seat, rank, _ in expected["standings"]]
    assert [(rank, seat, total) for seat, rank, total in expected["standings"]] == sorted(ranked)
    assert [points for *_, points in ranked] == sorted(expected["points"], reverse=True)


def _table_lines() -> list[str]:
    return [line for line in (HERE / "README.md").read_text("utf-8").splitlines() if line.startswith("| ")]


def test_the_readme_names_existing_games_and_entries() -> None:
    """In the README, `game` 3, 5–7 means its entries 3, 5, 6 and 7.

    Entry 0 is the set-up; the one after the last is the refused line.
    """
    named = [part for line in _table_lines() for part in re.findall(r"`(\w+)`([ \d,–]*)", line)]
    assert {*GAMES} == {name for name, _ in named}
    for name, entries in named:
        last = GAMES[name].entries + (GAMES[name].refused is not None)
        assert all(int(entry) <= last for entry in re.findall(r"\d+", entries)), (name, entries)


def test_the_readme_lists_a_game_for_every_ruling() -> None:
    listed = {
        match[1]: {*re.findall(r"`(\w+)`", match[2])}
        for line in _table_lines()
        if (match := re.fullmatch(r"\| (V\d+) \| [^|]+ \| ([^|]+) \|", line))
    }
    covering = {ruling: {name for name, golden in GAMES.items() if ruling in golden.covers} for ruling in RULINGS}
    assert tuple(listed) == RULINGS
    assert all(listed[ruling] and listed[ruling] <= covering[ruling] for ruling in RULINGS)
