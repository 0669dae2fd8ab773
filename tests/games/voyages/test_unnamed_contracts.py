"""Whether a card is named changes nothing else: the same games with contracts left unnamed end the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.cards import Person
from companion.games.voyages.state import PlayerBoard, State
from companion.rules.game import move_from_json, move_to_json
from companion.table import table as tables
from companion.table.table import Table
from tests.kit.cases import Case
from tests.kit.walking import play_on


def a_game(seed: int) -> Table:
    """A game at random, to its end."""
    rnd = Random(seed)
    seats = rnd.choice([2, 3, 4])
    people = rnd.sample([one.value for one in Person], seats)
    case = Case(VOYAGES, seats, {"characters": [*people], "expert": bool(seed % 2)})
    return play_on(tables.start(VOYAGES, case.names, case.options), rnd, 3_000)


def unnamed(body: dict[str, Any]) -> dict[str, Any]:
    """The same move, with no contract named that need not be."""
    if body["move"] == "contracts":
        return {**body, "contracts": [None] * len(body["slots"])}
    if body["move"] == "keep":
        return {**body, "contract": None}
    return body


def but_for_names(state: State) -> State:
    """The state with no contract known that anybody still holds, or that lies in the row or the special pile."""

    def bare(board: PlayerBoard) -> PlayerBoard:
        return replace(board, active=tuple(replace(one, card=None, starting=False) for one in board.active))

    market = replace(state.market, row=(None,) * len(state.market.row), starting_discards=())
    return replace(state, boards=tuple(map(bare, state.boards)), market=market)


@pytest.mark.parametrize("seed", range(15))
def test_a_game_with_unnamed_contracts_ends_the_same(seed: int) -> None:
    table = a_game(seed)
    assert table.over
    state, left = table.start, 0
    for number, entry in enumerate(table.entries, 1):
        played = entry.played
        if played.move.kind == "name":
            continue
        body = unnamed(move_to_json(played.move))
        left += body != move_to_json(played.move)
        state, lines = table.match.play(state, played.seat, move_from_json(VOYAGES, body))
        assert lines == entry.lines, (number, body)
    assert but_for_names(state) == but_for_names(table.state)
