"""A whole game of 1983 for two at the box, with its keys only: from the welcome page to the claim in Venice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.faces.faces import TurnFace
from companion.games import GAMES
from companion.journal.moves_file import export, replay_file
from companion.words.signs import Key
from tests.input.hands import Hands
from tests.input.whole_classic import Players, set_up, whole_game

REQUIRED = {Key.UP, Key.DOWN, Key.OK, Key.BACK}


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    """Inès and Bao have set up a game of 1983 on a box that knows every game."""
    hands = Hands(tmp_path / "state", games=GAMES, calm=True)
    yield set_up(hands)
    hands.close()


def test_two_players_reach_the_claim_with_the_four_required_keys(players: Players) -> None:
    hands = players.hands
    whole_game(players)
    assert hands.used == REQUIRED

    replayed = replay_file(export(hands.table).encode(), GAMES)
    assert (replayed.match, replayed.digest()) == (hands.table.match, hands.table.digest())


def test_a_turn_without_trade_takes_four_presses(players: Players) -> None:
    hands = players.hands
    hands.press("ok", "ok")
    assert len(hands.table.entries) == 1, "the wheel was announced and thrown by two presses"
    players.to_table()
    assert isinstance(hands.face, TurnFace)
    hands.press("ok", "back")
    assert hands.table.state.turn.seat == 2
    assert [entry.played.move.kind for entry in hands.table.entries] == ["spin", "arrive", "end_turn"]
