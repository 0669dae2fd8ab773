"""Games that another program left behind: by other rules, and of a game that the next program may not have."""

from __future__ import annotations

from typing import Any

from companion.session.session import Session
from companion.table.commands import LeaveGame, Play, StartGame
from tests.kept import whole_game
from tests.kit.older_journals import note_totals, rewrite_game

MISSING_GAME, FINISHED_GAME, REFUSED_GAME, MIGRATED_GAME = 1, 2, 3, 4
"""Numbers of the games that `leave_behind` leaves."""
NAMES = ("Inès", "Bao", "Chloé")


def leave_older_games(session: Session, names: tuple[str, ...] = NAMES) -> None:
    """Leave four games in the journal of a session that has played none and knows both shipped games.

    The first is a classic one, the others are Expeditions of these three players by other rules: one is over; in one
    the crate that the first player took is refused now; in one the first player has another total.
    """
    session.do(StartGame(game="classic", names=names[:2]))
    session.do(StartGame(game="expedition", names=names))
    session.do(Play(moves=tuple(whole_game())))
    step, crate, end = {"move": "step", "by": "cards"}, {"move": "crate", "value": 2}, {"move": "end_turn"}
    for _ in (REFUSED_GAME, MIGRATED_GAME):
        session.do(StartGame(game="expedition", names=names))
        for move in ((1, step), (1, crate), (1, end), (2, step)):
            session.do(Play(moves=(move,)))
    session.do(LeaveGame())
    path = session.journal.path
    rewrite_game(path, FINISHED_GAME, version=7)
    rewrite_game(path, REFUSED_GAME, _invalid_crate, version=7)
    rewrite_game(path, MIGRATED_GAME, version=7)
    note_totals(path, MIGRATED_GAME, 4, 3, 3)
    session.journal.keep_recent()  # so that the journal accepts the rewritten games


def _invalid_crate(seq: int, body: dict[str, Any]) -> dict[str, Any]:
    """Turn the crate of value 2 into one of value 9, which does not exist."""
    crate = body.get("move", {}).get("move") == "crate"
    return body | {"move": {"move": "crate", "value": 9}} if crate else body
