"""Cards, tiles and pieces of a scene have the entry that added them, where "it is another" corrects it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.rules.game import move_from_json
from companion.rules.scene import Card, Cards, Graph, Mark, Piece, Squares, Track
from companion.rules.viewer import PUBLIC, as_seat
from companion.server.views.scene_view import scene_view
from companion.table import amendments
from companion.table import table as tables
from companion.table.random_play import play_move
from companion.table.table import CompleteMove, Table
from companion.words.catalogue import Words
from companion.words.translated_scene import untranslated_scene
from tests.games.lanterns import LANTERNS
from tests.kit.cases import Case
from tests.kit.random_play import cut_table, whole_game

CASE = Case(VOYAGES, 2, {"characters": ["wilhelm", "kubilai"], "city_cards": {"MOS": ["C01"]}})


def named_components(table: Table) -> Iterator[tuple[str, int | None]]:
    """Yield the named components of the scene with their entries."""
    for block in untranslated_scene(table, PUBLIC).blocks:
        if isinstance(block, Cards):
            cards: Iterator[Card[Any]] = (card for row in block.rows for card in row.cards)
            yield from ((card.thing, card.entry) for card in cards if card.thing is not None)
        if isinstance(block, Graph):
            pieces: tuple[Piece[Any], ...] = block.pieces
            marks: Iterator[Mark[Any]] = (mark for spot in block.spots for mark in spot.marks)
            yield from ((piece.id, piece.entry) for piece in pieces)
            yield from ((mark.thing, mark.entry) for mark in marks)


def added_entries(table: Table) -> dict[str, int]:
    """Return the components added since the setup, with their entries."""
    return {name: entry for name, entry in named_components(table) if entry is not None}


@pytest.fixture
def rolled() -> Table:
    """Return a table on which everyone has rolled: two entries. Kubilai has a post in Beijing from the start."""
    table = tables.start(VOYAGES, CASE.names, CASE.options)
    for seat in (1, 2):
        table = play_move(table, seat, {"move": "roll", "chance": [3, 3, 3, 3, 3]})
    return table


def take_contracts(*cards: str | None) -> dict[str, Any]:
    return {"move": "contracts", "dice": ["blue:3"], "slots": [2, 3], "contracts": [*cards], "discard": [None]}


def name_contract(card: str, **slot: int) -> dict[str, Any]:
    return {"move": "name", "contract": card, **slot}


def test_components_of_the_setup_have_no_entry(rolled: Table) -> None:
    assert added_entries(rolled) == {}
    assert {"card:C01", "figure:1:1", "figure:2:1", "post:2:BEI"} <= {name for name, _ in named_components(rolled)}


def test_a_contract_has_the_entry_that_took_it(rolled: Table) -> None:
    table = play_move(rolled, 1, take_contracts("K07", "K08"))
    assert added_entries(table) == {"contract:K07": 3, "contract:K08": 3}


def test_an_unknown_contract_has_the_entry_that_named_it(rolled: Table) -> None:
    table = play_move(rolled, 1, take_contracts(None, "K08"))
    assert added_entries(table) == {"contract:K08": 3}
    table = play_move(table, 1, name_contract("K07"))
    assert added_entries(table) == {"contract:K08": 3, "contract:K07": 4}


def test_a_contract_named_in_the_row_keeps_that_entry(rolled: Table) -> None:
    table = play_move(rolled, 2, name_contract("K07", slot=2))
    assert added_entries(table) == {"contract:K07": 3}
    assert added_entries(play_move(table, 1, take_contracts(None, "K08"))) == {"contract:K07": 3, "contract:K08": 4}


def test_posts_and_figures_have_the_entry_of_the_journey(rolled: Table) -> None:
    table = play_move(rolled, 1, {"move": "correct", "what": "coins", "by": 50, "note": ""})
    table = play_move(table, 1, {"move": "travel", "dice": ["blue:3", "blue:3"], "paths": [["O1", "MOS"]]})
    assert added_entries(table) == {"figure:1:1": 4, "post:1:MOS": 4}


def test_entries_shift_when_a_move_is_inserted(rolled: Table) -> None:
    table = play_move(rolled, 1, take_contracts("K07", "K08"))
    correction = move_from_json(VOYAGES, {"move": "correct", "what": "coins", "by": 1, "note": ""})
    assert added_entries(amendments.insert(table, 1, CompleteMove(1, correction))) == {
        "contract:K07": 4,
        "contract:K08": 4,
    }
    assert added_entries(amendments.amend(table, 3, None)) == {}


def test_the_scene_view_has_the_entries_of_cards(rolled: Table) -> None:
    table = play_move(rolled, 1, take_contracts("K07", None))
    (block,) = (
        candidate
        for candidate in scene_view(table, as_seat(2), Words("en"))["blocks"]
        if candidate["id"] == "contracts"
    )
    (row,) = (row for row in block["rows"] if row["id"] == "active:1")
    assert [(card.get("thing"), card.get("entry")) for card in row["cards"]] == [("contract:K07", 3), (None, None)]


def test_the_light_of_lanterns_has_the_entry_of_its_round() -> None:
    game = whole_game(Case(LANTERNS, 2), 1)
    rounds = [game.match.player_view(entry.state, PUBLIC).round for entry in game.entries]
    entry = rounds.index(1) + 1
    for entries_played in (entry, entry + 1):
        track = next(
            block
            for block in untranslated_scene(cut_table(game, entries_played), PUBLIC).blocks
            if isinstance(block, Track)
        )
        assert [(piece.id, piece.entry) for piece in track.pieces] == [("light", entry)]


def test_a_lantern_on_its_square_has_its_entry() -> None:
    game = whole_game(Case(LANTERNS, 2), 1)
    hung = [len(game.match.player_view(entry.state, PUBLIC).hung) for entry in game.entries]
    board = next(block for block in untranslated_scene(game, PUBLIC).blocks if isinstance(block, Squares))
    entries = [next(number for number, count in enumerate(hung, 1) if count > nth) for nth in range(hung[-1])]
    assert entries
    assert [piece.entry for piece in board.pieces] == entries


@pytest.mark.parametrize("seed", range(2))
def test_every_arrival_is_in_the_scene_with_its_entry(seed: int) -> None:
    game = whole_game(replace(CASE, options={"expert": True}), seed)
    for number, entry in enumerate(game.entries, 1):
        before, after = (game.match.player_view(state, PUBLIC) for state in (entry.before, entry.state))
        arrivals = game.match.arrivals(before, after)
        components = dict(named_components(cut_table(game, number)))
        assert {name: components[name] for name in arrivals} == dict.fromkeys(arrivals, number)
