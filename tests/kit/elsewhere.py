"""Games that another program left behind: by other rules, and of a game that the next program may not have."""

from __future__ import annotations

from typing import Any

from companion.session.session import Session
from companion.table.commands import Leave, Play, Start
from tests.kept import to_the_end
from tests.kit.older import note_totals, rewrite

MISSING, OVER, REFUSED, CARRIED = 1, 2, 3, 4
"""Numbers of the games that `leave_behind` leaves."""
NAMES = ("Inès", "Bao", "Chloé")


def leave_behind(session: Session, names: tuple[str, ...] = NAMES) -> None:
    """Leave four games in the journal of a session that has played none and knows both shipped games.

    The first is a classic one, the others are Expeditions of these three players by other rules: one is over; in one
    the crate that the first player took is refused now; in one the first player has another total.
    """
    session.do(Start(game="classic", names=names[:2]))
    session.do(Start(game="expedition", names=names))
    session.do(Play(moves=tuple(to_the_end())))
    step, crate, end = {"move": "step", "by": "cards"}, {"move": "crate", "value": 2}, {"move": "end_turn"}
    for _ in (REFUSED, CARRIED):
        session.do(Start(game="expedition", names=names))
        for move in ((1, step), (1, crate), (1, end), (2, step)):
            session.do(Play(moves=(move,)))
    session.do(Leave())
    path = session.journal.path
    rewrite(path, OVER, version=7)
    rewrite(path, REFUSED, _invalid_crate, version=7)
    rewrite(path, CARRIED, version=7)
    note_totals(path, CARRIED, 4, 3, 3)
    session.journal.remember()  # so that the journal accepts the rewritten games


def _invalid_crate(seq: int, body: dict[str, Any]) -> dict[str, Any]:
    """Turn the crate of value 2 into one of value 9, which does not exist."""
    crate = body.get("move", {}).get("move") == "crate"
    return body | {"move": {"move": "crate", "value": 9}} if crate else body
