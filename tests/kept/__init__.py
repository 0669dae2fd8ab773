"""State directories as a companion leaves them: games started, played and saved, for tests that open them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.journal.open_journal import open_store
from companion.session.session import Session
from companion.table.commands import LeaveGame, Play, StartGame

NAMES = ("Ada", "Bao", "Chloé")
NOON = 1_700_000_000.0
SeatMove = tuple[int, dict[str, Any]]
"""A seat and its move as JSON."""
FIRST_TURN: tuple[SeatMove, ...] = ((1, {"move": "step", "by": "cards"}), (1, {"move": "crate", "value": 2}))
"""The first seat steps onto space 3 and finds a crate there."""
ROUND_OF_PASSES: tuple[SeatMove, ...] = tuple((seat, {"move": "end_turn"}) for seat in (1, 2, 3))
"""A round in which nobody steps."""


def save_game(
    state: Path, moves: Iterable[SeatMove] = (), names: tuple[str, ...] = NAMES, options: dict[str, Any] | None = None,
    *, game: str = "expedition", leave: bool = False,
) -> int:  # fmt: skip
    """Start a game in a state directory and play these moves, one command each; return the number of the game.

    The game stays open for the next start, except with `leave`.
    """
    with closing(open_store(state, GAMES)) as store:
        session = Session(store.journal, GAMES, lambda: NOON)
        number = session.do(StartGame(game=game, names=names, options=options or {})).game
        for move in moves:
            session.do(Play(moves=(move,)))
        if leave:
            session.do(LeaveGame())
        return number


def whole_game() -> list[SeatMove]:
    """Return a whole game of three in which the first seat walks to Dadu and nobody else moves; it reaches Ganzhou
    first, and notes no crates at Dadu.
    """
    moves: list[SeatMove] = []
    for _ in range(14):  # from space 0 past the two others to Ganzhou, where the tally ends the turn
        moves.append((1, {"move": "step", "by": "cards"}))
    moves += ROUND_OF_PASSES[1:]
    for _ in range(13):
        moves.append((1, {"move": "step", "by": "cards"}))
    moves.append((1, {"move": "no_crates"}))
    return moves
