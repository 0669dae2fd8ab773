"""Games under the first printing of Lanterns; the second printing migrates some of them and refuses others."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from random import Random
from typing import Any

import pytest

from companion.games import GAMES as SHIPPED
from companion.journal.journal import Journal
from companion.journal.open_journal import Store
from companion.journal.rows import Row
from companion.rules.game import Game, move_to_json
from companion.rules.viewer import PUBLIC
from companion.session.session import Session
from companion.table.commands import LeaveGame, OpenGame, StartGame
from companion.table.session_errors import MisfitsError
from companion.table.table import Table
from tests.games.lanterns import LANTERNS, LANTERNS_REPRINTED
from tests.kit.scripted_games import NOON, SeatMove, play, roll, table_of

BEFORE: tuple[Game, ...] = (*SHIPPED, LANTERNS)
NOW: tuple[Game, ...] = (*SHIPPED, LANTERNS_REPRINTED)
WITHOUT: tuple[Game, ...] = SHIPPED
CARDS: tuple[SeatMove, ...] = tuple(
    (seat, {"move": "hide", "colour": colour, "value": value, "wish": "rain"})
    for seat, colour, value in ((1, "red", 11111), (1, "blue", 22222), (2, "red", 33333), (2, "blue", 44444))
)
END: SeatMove = (1, {"move": "end_turn"})


def session_with(journal: Journal, games: tuple[Game, ...]) -> Session:
    """Return a session whose seeds are the same in every test. They give no double six in these tests."""
    return Session(journal, games, lambda: NOON, entropy=Random(3).randbytes)


def values(session: Session) -> list[Any]:
    """Return the values of the cards under the stalls, in the order in which they were hidden."""
    return [move_to_json(entry.played.move)["value"] for entry in table_of(session).entries]


def show(seat: int, *cards: str) -> SeatMove:
    return seat, {"move": "show", "cards": list(cards)}


SHOW_TWO = show(1, "red:11111", "blue:22222")
"""Two cards at once, which the second printing refuses."""


def begin_old_game(store: Store, *moves: SeatMove, options: dict[str, Any] | None = None, leave: bool = True) -> None:
    """Play a game under the first printing: cards hidden, everyone has rolled, then these moves."""
    session = session_with(store.journal, BEFORE)
    session.do(StartGame(game="lanterns", names=("Ada", "Bao"), options=options or {}))
    for move in (*CARDS, roll(1), roll(2), *moves):
        session.do(play(move))
    if leave:
        session.do(LeaveGame())


def finish_old_game(store: Store) -> None:
    """Play a game under the first printing to its end, with a move that the second refuses."""
    begin_old_game(store, SHOW_TWO, END, (2, {"move": "end_turn"}), leave=False)
    session = session_with(store.journal, BEFORE)
    for move in (roll(1), roll(2), END, (2, {"move": "end_turn"})):
        session.do(play(move))
    assert table_of(session).over
    session.do(LeaveGame())


def rows(store: Store, number: int = 1) -> list[Row]:
    return list(store.journal.rows(number))


def kinds(store: Store, number: int = 1) -> list[str]:
    return [row.kind.value for row in rows(store, number)]


def points(table: Table) -> list[int]:
    return [total.public for total in table.match.totals(table.match.player_view(table.state, PUBLIC))]


def refusal(session: Session, number: int = 1) -> MisfitsError:
    with pytest.raises(MisfitsError) as refused:
        session.do(OpenGame(number=number))
    return refused.value


def table_of_open(session: Session, number: int) -> Table:
    session.do(OpenGame(number=number))
    return table_of(session)


def damage_row(store: Store, seq: int) -> None:
    with closing(sqlite3.connect(store.journal.path)) as db, db:
        db.execute("UPDATE rows SET body = '{}' WHERE game = 1 AND seq = ?", (seq,))
