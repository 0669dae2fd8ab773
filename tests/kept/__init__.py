"""State directories as a companion leaves them: games started, played and saved, for tests that open them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.journal.store import open_store
from companion.session.session import Session
from companion.table.commands import Leave, Play, Start

NAMES = ("Ada", "Bao", "Chloé")
NOON = 1_700_000_000.0
Moved = tuple[int, dict[str, Any]]
"""A seat and its move as JSON."""
TURN: tuple[Moved, ...] = ((1, {"move": "step", "by": "cards"}), (1, {"move": "crate", "value": 2}))
"""The first seat steps onto space 3 and finds a crate there."""
PASSES: tuple[Moved, ...] = tuple((seat, {"move": "end_turn"}) for seat in (1, 2, 3))
"""A round in which nobody steps."""


def keep(
    state: Path, moves: Iterable[Moved] = (), names: tuple[str, ...] = NAMES, options: dict[str, Any] | None = None,
    *, game: str = "expedition", leave: bool = False,
) -> int:  # fmt: skip
    """Start a game in a state directory and play these moves, one command each; return the number of the game.

    The game stays open for the next start, except with `leave`.
    """
    with closing(open_store(state, GAMES)) as store:
        session = Session(store.journal, GAMES, lambda: NOON)
        number = session.do(Start(game=game, names=names, options=options or {})).game
        for move in moves:
            session.do(Play(moves=(move,)))
        if leave:
            session.do(Leave())
        return number


def to_the_end() -> list[Moved]:
    """Return a whole game of three in which the first seat walks to Dadu and nobody else moves; it reaches Ganzhou
    first.
    """
    moves: list[Moved] = []
    for _ in range(14):  # from space 0 past the two others to Ganzhou, where the tally ends the turn
        moves.append((1, {"move": "step", "by": "cards"}))
    moves += PASSES[1:]
    for _ in range(13):
        moves.append((1, {"move": "step", "by": "cards"}))
    return moves
