"""Opening a saved game: rows replayed to a table, what does not hold cut off, what was lost of its seeds told again.

A game that began by other rules is migrated to the present ones, or told why it cannot be.
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
    """A saved game as it goes on."""

    table: Table
    previous: str
    """The hash of its last row."""
    damaged: bool
    """A tail of it did not hold."""
    migrated: bool = False
    """It was migrated to the present rules right now."""
    totals: tuple[tuple[int, int, int], ...] = ()
    """(seat, before, now) where migrating it changed a total that everybody may know."""


@frozen
class Mended:
    """What was put right of a game."""

    aside: Path
    """Where the journal is kept as it was."""
    tail: bool
    """Rows that did not hold were cut off; else the noted names, colours or result did not match its moves."""


class Opener:
    """Opens saved games of a journal."""

    def __init__(
        self, journal: Journal, games: Sequence[Game], seed: Callable[[], bytes], salt: Callable[[], bytes]
    ) -> None:
        """`seed` and `salt` give bytes that nobody can guess."""
        self._journal = journal
        self._games = games
        self._seed = seed
        self._salt = salt

    def opened(self, number: int, stamp: Stamp, without: Collection[int] = ()) -> Opened:
        """The table of a saved game. A tail that does not hold is kept in a copy beside the journal, then cut off.

        `stamp` is for what is written on the way. Raises DamagedError when not even the first row holds, NotSavedError
        when the copy, or the migration, cannot be kept; ForeignError where the game is missing, is over or closed
        by other rules, or cannot begin by the present ones; MisfitsError where those refuse some of its moves, unless
        `without` names exactly these: then nothing is written.
        """
        folded = self._folded(number)
        if folded.table is None:
            return self._carried(folded, self._unfinished(folded), stamp, without)
        self._cut(folded, number, game_summary(folded.table))
        table, previous = self._seeds_told(folded.table, folded.previous, stamp)
        return Opened(table, previous, folded.damage is not None)

    def close(self, number: int, stamp: Stamp) -> tuple[Row, ...]:
        """Close an unfinished game that began by other rules, and reveal its seed; the rows that say so.

        From then on its file tells everything in it: without its rules nobody could say what is secret.

        Raises ForeignError for any other game, DamagedError or NotSavedError as `opened` does.
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
        """Cut off a tail of a game that does not hold, and put right what is noted of its result.

        None where all of it holds. Raises DamagedError when not even the first row does, NotSavedError when the journal
        cannot be kept as it was.
        """
        folded = self._folded(number)
        noted = game_summary(folded.table) if folded.table is not None else self._noted_of(folded.paper)
        aside = self._cut(folded, number, noted)
        return Mended(aside, tail=folded.damage is not None) if aside is not None else None

    def _noted_of(self, told: RecordedGame | None) -> Any:
        """What is noted of a foreign game, with the names and the result that its rows tell."""
        assert told is not None  # a foreign game has one
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
        """Cut off a tail that does not hold, once a copy of it is kept beside the journal: which copy."""
        whole = folded.damage is None and folded.fits(self._journal.noted(number))
        if whole or self._journal.read_only:
            return None
        aside = self._journal.keep_copy(number)
        self._journal.cut(number, folded.seq, noted)
        return aside

    def _unfinished(self, folded: Replay) -> RecordedGame:
        """What a foreign game tells that has not ended. Raises ForeignError where its rules are missing, or it has."""
        told = folded.paper
        assert told is not None  # a foreign game has one
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
        # What was noted of the totals came after the tail that did not hold.
        totals = _changed(noted, after) if not damaged else ()
        return Opened(after, rows[-1].hash(), damaged, migrated=True, totals=totals)

    def _seeds_told(self, table: Table, previous: str, stamp: Stamp) -> tuple[Table, str]:
        bodies = chance_bodies(table, self._seed)
        if self._journal.read_only or not bodies:
            return table, previous
        rows, after = chain(table, previous, stamp, bodies, followed(table, bodies))
        try:
            self._journal.append(rows, game_summary(after))
        except NotSavedError:  # the game can be looked at all the same; the next row that is kept brings it
            log.exception("game %d lacks a row about its seeds", table.number)
            return table, previous
        return after, rows[-1].hash()


def _changed(noted: GameSummary, after: Table) -> tuple[tuple[int, int, int], ...]:
    now = game_summary(after)["totals"]
    if noted.totals is None:
        return ()
    pairs = enumerate(zip(noted.totals, now, strict=True), 1)
    return tuple((seat, before, total) for seat, (before, total) in pairs if before != total)
