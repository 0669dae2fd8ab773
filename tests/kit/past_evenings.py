"""Journals with evenings of finished games: golden games, played by other people at given times."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.games import GAMES
from companion.journal.open_journal import open_store
from companion.session.session import Session
from companion.table.commands import LeaveGame, Play, StartGame
from tests.kit.clock import Clock
from tests.kit.golden_games import golden_file

PlayedGame = tuple[str, str, Sequence[str], int]
"""Game, name of the golden game, names of the seats, and minutes from the first to the last move."""


def play_evening(state: Path, begin: str, games: Sequence[PlayedGame], break_s: int = 600, leave: int = 0) -> None:
    """Play golden games in a state directory, one after the other, with a break after each.

    `begin` is the time of the first in UTC, as 2026-11-21 20:15. With `leave`, the last game is left unfinished after
    this number of moves. None is on the table afterwards.
    """
    clock = Clock(datetime.fromisoformat(begin).replace(tzinfo=UTC).timestamp())
    with closing(open_store(state, GAMES)) as store:
        session = Session(store.journal, GAMES, clock)
        for game, golden, names, minutes in games:
            head, *lines = [json.loads(line) for line in golden_file(game, golden).read_text("utf-8").splitlines()]
            session.do(StartGame(game=game, names=tuple(names), options=head.get("options", {})))
            moves = [line for line in lines if "move" in line]
            for line in moves[: leave or None] if (game, golden) == games[-1][:2] else moves:
                clock.now += minutes * 60 / len(moves)
                session.do(Play(moves=((line.pop("seat"), line),)))
            if session.table is not None:
                session.do(LeaveGame())
            clock.now += break_s
