"""Resumption of a saved game: its rows are replayed, invalid ones cut off, missing rows about its seeds written.

A game that started by other rules is migrated to the present ones, or refused with a reason.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.journal.journal import Journal
from companion.journal.migration import migrate
from companion.journal.recorded_game import RecordedGame, chain_on
from companion.journal.replay import Foreign, Replay, fold_stored, followed
from companion.journal.rows import Body, Kind, Row, Stamp, carried_body, chain, chance_bodies, revealed_body
from companion.rules.game import Game
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen import frozen
from companion.table.game_summary import GameSummary, game_summary
from companion.table.sealed_match import Sealed
from companion.table.table import Table
from companion.table.table_errors import ForeignError, MisfitsError, NotSavedError

log = logging.getLogger(__name__)


@frozen
class Opened:
    """A saved game that is resumed."""

    table: Table
    previous: str
    """Hash of its last row."""
    damaged: bool
    """True if rows at its end did not hold."""
    migrated: bool = False
    """True if it was migrated to the present rules just now."""
    totals: tuple[tuple[int, int, int], ...] = ()
    """(seat, before, now) for each public total that the migration changed."""


@frozen
class Mended:
    """Report about the repair of a game."""

    aside: Path
    """Copy of the journal before the repair."""
    tail: bool
    """True if invalid rows were cut off; else the names, colours or result in its summary did not match its moves."""


class Opener:
    """Opener of the saved games of a journal."""

    def __init__(
        self, journal: Journal, games: Sequence[Game], seed: Callable[[], bytes], salt: Callable[[], bytes]
    ) -> None:
        """Create one; `seed` and `salt` give bytes that nobody can guess."""
        self._journal = journal
        self._games = games
        self._seed = seed
        self._salt = salt

    def opened(self, number: int, stamp: Stamp, without: Collection[int] = ()) -> Opened:
        """Return the table of a saved game. Invalid rows at its end are kept in a copy of the journal, then cut off.

        `stamp` is for rows written on the way. Raises DamagedError if not even the first row holds, and NotSavedError
        if the copy, or the migration, cannot be kept. Raises ForeignError if the game is missing, is over or closed by
        other rules, or cannot start by the present ones; and MisfitsError if those refuse some of its moves, unless
        `without` names exactly these: then nothing is written.
        """
        folded = self._folded(number)
        if folded.table is None:
            return self._carried(folded, self._unfinished(folded), stamp, without)
        self._cut(folded, number, game_summary(folded.table))
        table, previous = self._seeds_told(folded.table, folded.previous, stamp)
        return Opened(table, previous, folded.damage is not None)

    def close(self, number: int, stamp: Stamp) -> tuple[Row, ...]:
        """Close an unfinished game of other rules and reveal its seed; return the rows that were written.

        From then on its file shows everything in it: without its rules it cannot be decided what is secret.

        Raises ForeignError for any other game, DamagedError or NotSavedError as `resume` does.
        """
        folded = self._folded(number)
        if folded.table is not None:
            raise ForeignError(say("session.not_foreign"))
        told = self._unfinished(folded)
        bodies: list[Body] = [(Kind.CLOSED, None, {"told": True})]
        if told.commitments and not told.commitments[-1].revealed:
            bodies.append(revealed_body(told.commitments[-1], {}))
        noted = self._journal.summary(number)
        self._cut(folded, number, noted)
        rows = chain_on(told, stamp, bodies)
        self._journal.append(rows, noted)
        return rows

    def mend(self, number: int) -> Mended | None:
        """Cut off invalid rows at the end of a game and correct its summary; return None if it needs no repair.

        Raises DamagedError if not even the first row holds, NotSavedError if no copy of the journal can be kept.
        """
        folded = self._folded(number)
        noted = game_summary(folded.table) if folded.table is not None else self._noted_of(folded.paper)
        aside = self._cut(folded, number, noted)
        return Mended(aside, tail=folded.damage is not None) if aside is not None else None

    def _noted_of(self, told: RecordedGame | None) -> Any:
        """Return the summary of a foreign game, with the names and the result that its rows give."""
        assert told is not None  # every foreign game has one
        noted = self._journal.summary(told.number)
        result = [list(place) for place in told.result] if told.result is not None else None
        if not isinstance(noted, dict):
            return result or noted
        return {**noted, "names": list(told.names), **({"result": result} if result is not None else {})}

    def _folded(self, number: int) -> Replay:
        folded = fold_stored(partial(self._journal.rows, number), self._games)
        if folded.damage is not None:
            log.error("game %d does not hold after row %d: %s", number, folded.seq, folded.damage.reason)
        return folded

    def _cut(self, folded: Replay, number: int, noted: Any) -> Path | None:
        """Cut off invalid rows once a copy of them is kept beside the journal; return the path of the copy."""
        whole = folded.damage is None and folded.fits(self._journal.noted(number))
        if whole or self._journal.read_only:
            return None
        aside = self._journal.keep_copy(number)
        self._journal.cut(number, folded.seq, noted)
        return aside

    def _unfinished(self, folded: Replay) -> RecordedGame:
        """Return an unfinished foreign game. Raises ForeignError if its rules are missing, or if it has ended."""
        told = folded.paper
        assert told is not None  # every foreign game has one
        if folded.foreign is Foreign.MISSING:
            raise ForeignError(say("session.missing_game", game=told.game))
        if self._journal.noted(told.number).result is not None or told.result is not None:
            raise ForeignError(say("session.ended_by_other_rules", version=told.version))
        if told.closed:
            raise ForeignError(say("session.closed_by_other_rules", version=told.version))
        return told

    def _carried(self, folded: Replay, told: RecordedGame, stamp: Stamp, without: Collection[int]) -> Opened:
        noted = self._journal.noted(told.number)
        game = next(one for one in self._games if one.id == told.game)
        try:
            table = migrate(told, game, without)
        except MalformedError as error:
            raise ForeignError(say("session.cannot_begin_so", reason=error.reason), closable=True) from error
        except MisfitsError as error:
            raise MisfitsError(error.misfits, migrating=told.names) from error
        self._cut(folded, told.number, self._journal.summary(told.number))
        sealed = Sealed.of(table.match, table.version, self._salt())
        after = replace(table, sealed=(*table.sealed, sealed))
        bodies: list[Body] = [carried_body(told.version, table.version, sealed, without)]
        bodies += (chance := chance_bodies(after, self._seed, bodies))
        after = followed(after, chance)
        rows, after = chain(replace(table, seq=told.seq), told.previous, stamp, bodies, after)
        self._journal.append(rows, game_summary(after))
        damaged = folded.damage is not None
        # If rows were cut off, the totals in the summary include them, and cannot be compared.
        totals = _changed(noted, after) if not damaged else ()
        return Opened(after, rows[-1].hash(), damaged, migrated=True, totals=totals)

    def _seeds_told(self, table: Table, previous: str, stamp: Stamp) -> tuple[Table, str]:
        bodies = chance_bodies(table, self._seed)
        if self._journal.read_only or not bodies:
            return table, previous
        rows, after = chain(table, previous, stamp, bodies, followed(table, bodies))
        try:
            self._journal.append(rows, game_summary(after))
        except NotSavedError:  # the game can still be shown; the row is written with the next one
            log.exception("game %d lacks a row about its seeds", table.number)
            return table, previous
        return after, rows[-1].hash()


def _changed(noted: GameSummary, after: Table) -> tuple[tuple[int, int, int], ...]:
    now = game_summary(after)["totals"]
    if noted.totals is None:
        return ()
    pairs = enumerate(zip(noted.totals, now, strict=True), 1)
    return tuple((seat, before, total) for seat, (before, total) in pairs if before != total)
