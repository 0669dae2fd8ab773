"""Naming a card changes nothing else: the same games with unnamed contracts end the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.state import PlayerBoard, State
from companion.rules.game import move_from_json, move_to_json
from companion.table import table as tables
from companion.table.table import Table
from tests.kit.cases import Case
from tests.kit.random_play import play_on


def random_game(seed: int) -> Table:
    """Return a random game, played to its end."""
    rnd = Random(seed)
    seats = rnd.choice([2, 3, 4])
    people = rnd.sample([person.value for person in Person], seats)
    case = Case(VOYAGES, seats, {"characters": [*people], "expert": bool(seed % 2)})
    return play_on(tables.start(VOYAGES, case.names, case.options), rnd, 3_000)


def without_name(body: dict[str, Any]) -> dict[str, Any]:
    """Return the move with no contract named that need not be."""
    if body["move"] == "contracts":
        return {**body, "contracts": [None] * len(body["slots"])}
    if body["move"] == "keep":
        return {**body, "contract": None}
    return body


def without_names(state: State) -> State:
    """Return the state with all held contracts and those of the row and the special pile unknown."""

    def bare(board: PlayerBoard) -> PlayerBoard:
        return replace(board, active=tuple(replace(contract, card=None, starting=False) for contract in board.active))

    market = replace(state.market, row=(None,) * len(state.market.row), starting_discards=())
    return replace(state, boards=tuple(map(bare, state.boards)), market=market)


@pytest.mark.parametrize("seed", range(15))
def test_a_game_with_unnamed_contracts_ends_the_same(seed: int) -> None:
    table = random_game(seed)
    assert table.over
    state, unnamed_count = table.initial_state, 0
    for number, entry in enumerate(table.entries, 1):
        played = entry.played
        if played.move.kind == "name":
            continue
        body = without_name(move_to_json(played.move))
        unnamed_count += body != move_to_json(played.move)
        state, lines = table.match.play(state, played.seat, move_from_json(VOYAGES, body))
        assert lines == entry.lines, (number, body)
    assert without_names(state) == without_names(table.state)
