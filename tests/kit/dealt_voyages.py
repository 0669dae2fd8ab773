"""Games of Voyages that the box deals, played as fast as possible: every seat only takes three coins with each die."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.rules.fields import Json
from companion.rules.game import move_from_json
from companion.session.session import Session
from companion.table.commands import StartGame
from companion.table.random_play import complete_move, open_kinds
from companion.table.table import Table
from tests.kit.scripted_games import NAMES, SeatMove, play, table_of

DEALT: dict[str, Json] = {"draft": True, "deal": True, "expert": True}
SETUP_KINDS = ("deal_map", "deal_row", "deal_characters", "take_character", "deal_goals", "keep_goals")
_ORDER = (*SETUP_KINDS, "roll", "compensate", "choose", "decline", "take_three", "end_turn")
"""The kinds of moves, each made when none before it is possible."""


def next_move(table: Table) -> SeatMove:
    """Return the next move of a fast game: a seat with its move, without chance."""
    seat = table.match.active_seats(table.state)[-1]
    kinds = open_kinds(table.match, table.state, seat)
    kind = next(kind for kind in _ORDER if kind in kinds)
    move: dict[str, Any] = complete_move(table.match, table.state, seat, kind, Random(len(table.entries)))
    move.pop("chance", None)
    return seat, move


def start_dealt_game(session: Session, **options: Json) -> None:
    """Start a game for three that the box deals."""
    session.do(StartGame(game="voyages", names=NAMES, options={**DEALT, **options}))


def in_setup(table: Table) -> bool:
    """Return whether a game is still being set up."""
    return table.match.round(table.state) is None


def play_setup(session: Session) -> None:
    """Play until the dice of the first round can be rolled."""
    while in_setup(table_of(session)):
        session.do(play(next_move(table_of(session))))


def play_to_last_move(session: Session) -> None:
    """Play until the next move ends the game."""
    while not _ends(table_of(session), *next_move(table_of(session))):
        session.do(play(next_move(table_of(session))))


def play_to_end(session: Session) -> None:
    """Play to the end of the game."""
    while not table_of(session).over:
        session.do(play(next_move(table_of(session))))


def _ends(table: Table, seat: int, move: dict[str, Any]) -> bool:
    if move["move"] != "end_turn":
        return False
    after, _ = table.match.play(table.state, seat, move_from_json(table.game, move))
    return table.match.over(after)
