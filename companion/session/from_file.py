"""What becomes of a game that comes from a file: no phone has a role in it, and nobody knows its coming throws.

Whoever has the file of a backup has the seeds in it, and could tell every throw to come. So the seed that was in force
is laid open, and another one is committed to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.session.about import about
from companion.session.folding import Folded, followed
from companion.session.free import FREE, from_note, put_away, to_note
from companion.session.handing_out import HANDED_OUT
from companion.session.journal import Journal
from companion.session.paper import Paper, chain_on
from companion.session.roles import ROLES, Roles
from companion.session.roles import to_note as noted_roles
from companion.session.rows import Body, Stamp, chain, committed_body, revealed_body
from companion.session.table import Table

SOURCE = "restore"
"""Where the rows come from that say so."""


def take_in(journal: Journal, folded: Iterable[Folded], stamp: Stamp, seed: Callable[[], bytes]) -> int:
    """Make the games of a journal that came from a file our own; how many there are. Raises NotSavedError.

    `folded` are all its games, whole, one at a time; `seed` gives bytes that nobody can guess.
    """
    games = 0
    for game in folded:
        games += 1
        told = game.table if game.table is not None else game.paper
        assert told is not None  # it is one or the other
        bodies = [] if _ended(told) else _sealed_anew(told, seed)
        if not bodies:
            continue
        if isinstance(told, Paper):
            journal.append(chain_on(told, stamp, bodies), journal.about(told.number))
            continue
        rows, after = chain(told, game.previous, stamp, bodies, followed(told, bodies))
        journal.append(rows, about(after))
    tray = from_note(journal.note(FREE))
    laid_out = to_note(put_away(tray, seed())) if tray is not None else None
    journal.set_notes({ROLES: noted_roles(Roles()), FREE: laid_out, HANDED_OUT: None})
    return games


def _ended(told: Table | Paper) -> bool:
    """Whether nothing more is drawn in a game. What is noted beside it is not asked: anybody can write that."""
    if isinstance(told, Table):
        return told.over or told.closed
    return told.closed or not told.commitments or told.commitments[-1].revealed


def _sealed_anew(told: Table | Paper, seed: Callable[[], bytes]) -> list[Body]:
    if not told.commitments:
        return []
    last = told.commitments[-1]
    fresh = committed_body(seed(), last.match, from_file=True)
    return [fresh] if last.revealed else [revealed_body(last), fresh]
