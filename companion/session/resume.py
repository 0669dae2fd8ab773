"""Opening a saved game: rows folded to a table, what does not hold cut off, what was lost of its seeds told again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.rules.game import Game
from companion.session.errors import NotSavedError
from companion.session.journal import Journal
from companion.session.rows import Stamp, chain, chance_bodies, fold, followed
from companion.session.store import result_of
from companion.session.table import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opened:
    """A saved game as it goes on."""

    table: Table
    previous: str
    """The hash of its last row."""
    damaged: bool
    """A tail of it did not hold."""


def opened(
    journal: Journal, number: int, games: tuple[Game[Any], ...], stamp: Stamp, seed: Callable[[], bytes]
) -> Opened:
    """The table of a saved game. A tail that does not hold is kept in a copy beside the journal, then cut off.

    `stamp` and `seed` are for the row about its seeds that may have been cut off with it, such as the one that reveals
    them at the end. Raises DamagedError when not even the first row holds, NotSavedError when the copy cannot be kept.
    """
    table, previous, damage = fold(journal.rows(number), games)
    if damage is not None:
        log.error("game %d does not hold after row %d: %s", number, table.seq, damage.reason)
        if not journal.read_only:
            journal.keep_copy()
            journal.cut(number, table.seq, result_of(table))
    if not journal.read_only and (bodies := chance_bodies(table, seed)):
        rows, after = chain(table, previous, stamp, bodies, followed(table, bodies))
        try:
            journal.append(rows, result_of(after))
        except NotSavedError:  # the game can be looked at all the same; the next row that is kept brings it
            log.exception("game %d lacks a row about its seeds", number)
        else:
            table, previous = after, rows[-1].hash()
    return Opened(table, previous, damage is not None)
