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
from companion.journal.recorded_game import RecordedGame, chain_recorded
from companion.journal.replay import ForeignReason, Replay, apply_seed_rows, replay_stored
from companion.journal.rows import Row, RowDraft, RowKind, Stamp, chain, chance_bodies, migrated_body, revealed_body
from companion.journal.rules_migration import migrate
from companion.rules.game import Game
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table.game_summary import GameSummary, game_summary
from companion.table.salted_match_hash import SealedMatch
from companion.table.session_errors import ForeignError, MisfitsError, NotSavedError
from companion.table.table import Table

log = logging.getLogger(__name__)


@frozen
class ResumedGame:
    """A saved game that is resumed."""

    table: Table
    last_hash: str
    """Hash of its last row."""
    damaged: bool
    """True if rows at its end did not hold."""
    migrated: bool = False
    """True if it was migrated to the present rules just now."""
    totals: tuple[tuple[int, int, int], ...] = ()
    """(seat, before, now) for each public total that the migration changed."""


@frozen
class RepairedGame:
    """Report about the repair of a game."""

    copy: Path
    """Copy of the journal before the repair."""
    rows_cut: bool
    """True if invalid rows were cut off; else the names, colours or result in its summary did not match its moves."""


class GameOpener:
    """Opener of the saved games of a journal."""

    def __init__(
        self, journal: Journal, games: Sequence[Game], seed: Callable[[], bytes], salt: Callable[[], bytes]
    ) -> None:
        """Create one; `seed` and `salt` give bytes that nobody can guess."""
        self._journal = journal
        self._games = games
        self._seed = seed
        self._salt = salt

    def resume(self, number: int, stamp: Stamp, without: Collection[int] = ()) -> ResumedGame:
        """Return the table of a saved game. Invalid rows at its end are kept in a copy of the journal, then cut off.

        `stamp` is for rows written on the way. Raises DamagedError if not even the first row holds, and NotSavedError
        if the copy, or the migration, cannot be kept. Raises ForeignError if the game is missing, is over or closed by
        other rules, or cannot start by the present ones; and MisfitsError if those refuse some of its moves, unless
        `without` names exactly these: then nothing is written.
        """
        replay = self._replay(number)
        if replay.table is None:
            return self._migrate(replay, self._require_unfinished(replay), stamp, without)
        self._cut_invalid_rows(replay, number, game_summary(replay.table))
        table, previous = self._write_seed_rows(replay.table, replay.last_hash, stamp)
        return ResumedGame(table, previous, replay.damage is not None)

    def close(self, number: int, stamp: Stamp) -> tuple[Row, ...]:
        """Close an unfinished game of other rules and reveal its seed; return the rows that were written.

        From then on its file shows everything in it: without its rules it cannot be decided what is secret.

        Raises ForeignError for any other game, DamagedError or NotSavedError as `resume` does.
        """
        replay = self._replay(number)
        if replay.table is not None:
            raise ForeignError(say("session.not_foreign"))
        recorded = self._require_unfinished(replay)
        bodies: list[RowDraft] = [(RowKind.CLOSED, None, {"told": True})]
        if recorded.commitments and not recorded.commitments[-1].revealed:
            bodies.append(revealed_body(recorded.commitments[-1], {}))
        summary = self._journal.summary_json(number)
        self._cut_invalid_rows(replay, number, summary)
        rows = chain_recorded(recorded, stamp, bodies)
        self._journal.append(rows, summary)
        return rows

    def repair(self, number: int) -> RepairedGame | None:
        """Cut off invalid rows at the end of a game and correct its summary; return None if it needs no repair.

        Raises DamagedError if not even the first row holds, NotSavedError if no copy of the journal can be kept.
        """
        replay = self._replay(number)
        summary = game_summary(replay.table) if replay.table is not None else self._corrected_summary(replay.recorded)
        copy = self._cut_invalid_rows(replay, number, summary)
        return RepairedGame(copy, rows_cut=replay.damage is not None) if copy is not None else None

    def _corrected_summary(self, recorded: RecordedGame | None) -> Any:
        """Return the summary of a foreign game, with the names and the result that its rows give."""
        assert recorded is not None  # every foreign game has one
        summary = self._journal.summary_json(recorded.number)
        result = [list(place) for place in recorded.result] if recorded.result is not None else None
        if not isinstance(summary, dict):
            return result or summary
        return {**summary, "names": list(recorded.names), **({"result": result} if result is not None else {})}

    def _replay(self, number: int) -> Replay:
        replay = replay_stored(partial(self._journal.rows, number), self._games)
        if replay.damage is not None:
            log.error("game %d does not hold after row %d: %s", number, replay.seq, replay.damage.reason)
        return replay

    def _cut_invalid_rows(self, replay: Replay, number: int, summary: Any) -> Path | None:
        """Cut off invalid rows once a copy of them is kept beside the journal; return the path of the copy."""
        valid = replay.damage is None and replay.matches_summary(self._journal.game_summary(number))
        if valid or self._journal.read_only:
            return None
        copy = self._journal.keep_copy(number)
        self._journal.truncate(number, replay.seq, summary)
        return copy

    def _require_unfinished(self, replay: Replay) -> RecordedGame:
        """Return an unfinished foreign game. Raises ForeignError if its rules are missing, or if it has ended."""
        recorded = replay.recorded
        assert recorded is not None  # every foreign game has one
        if replay.foreign is ForeignReason.MISSING:
            raise ForeignError(say("session.missing_game", game=recorded.game))
        if self._journal.game_summary(recorded.number).result is not None or recorded.result is not None:
            raise ForeignError(say("session.ended_by_other_rules", version=recorded.version))
        if recorded.closed:
            raise ForeignError(say("session.closed_by_other_rules", version=recorded.version))
        return recorded

    def _migrate(self, replay: Replay, recorded: RecordedGame, stamp: Stamp, without: Collection[int]) -> ResumedGame:
        summary = self._journal.game_summary(recorded.number)
        game = next(candidate for candidate in self._games if candidate.id == recorded.game)
        try:
            table = migrate(recorded, game, without)
        except MalformedError as error:
            raise ForeignError(say("session.cannot_begin_so", reason=error.reason), closable=True) from error
        except MisfitsError as error:
            raise MisfitsError(error.misfits, migrating=recorded.names) from error
        self._cut_invalid_rows(replay, recorded.number, self._journal.summary_json(recorded.number))
        sealed = SealedMatch.of(table.match, table.version, self._salt())
        after = replace(table, sealed=(*table.sealed, sealed))
        bodies: list[RowDraft] = [migrated_body(recorded.version, table.version, sealed, without)]
        bodies += (seed_rows := chance_bodies(after, self._seed, bodies))
        after = apply_seed_rows(after, seed_rows)
        rows, after = chain(replace(table, seq=recorded.seq), recorded.previous, stamp, bodies, after)
        self._journal.append(rows, game_summary(after))
        damaged = replay.damage is not None
        # If rows were cut off, the totals in the summary include them, and cannot be compared.
        totals = _changed_totals(summary, after) if not damaged else ()
        return ResumedGame(after, rows[-1].hash(), damaged, migrated=True, totals=totals)

    def _write_seed_rows(self, table: Table, previous: str, stamp: Stamp) -> tuple[Table, str]:
        bodies = chance_bodies(table, self._seed)
        if self._journal.read_only or not bodies:
            return table, previous
        rows, after = chain(table, previous, stamp, bodies, apply_seed_rows(table, bodies))
        try:
            self._journal.append(rows, game_summary(after))
        except NotSavedError:  # the game can still be shown; the row is written with the next one
            log.exception("game %d lacks a row about its seeds", table.number)
            return table, previous
        return after, rows[-1].hash()


def _changed_totals(summary: GameSummary, after: Table) -> tuple[tuple[int, int, int], ...]:
    totals = game_summary(after)["totals"]
    if summary.totals is None:
        return ()
    pairs = enumerate(zip(summary.totals, totals, strict=True), 1)
    return tuple((seat, before, total) for seat, (before, total) in pairs if before != total)
