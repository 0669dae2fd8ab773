"""Times of a game: its date comes from here alone. Rows keep the time that the clock showed."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise

from companion.support.frozen_dataclasses import frozen
from companion.table.game_summary import ClockPeriod

FIRST_PLAUSIBLE = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
"""Earliest plausible time: a Pi has no battery-backed clock, so an earlier time is wrong."""
LAST_PLAUSIBLE = int(datetime(2100, 1, 1, tzinfo=UTC).timestamp())
"""Latest plausible time: a later one comes from a broken clock or an edited file."""
PAUSE_S = 20 * 60
"""From this many seconds without a row the people had a pause, or the clock was set."""
_ROWS = """
SELECT seq, time, kind IN ('started', 'played', 'amended', 'inserted', 'restored') FROM rows
WHERE game = ? AND seq <= (
    SELECT max(seq) FROM rows WHERE game = ?1 AND kind IN ('started', 'played', 'amended', 'inserted', 'restored'))
ORDER BY seq
"""
"""The rows of a game up to its last move, each with its time, and whether it is a move."""


@frozen
class PlayedTimes:
    """The times of a game."""

    started: int
    """Seconds since 1970 at the start, or at the first move with the right clock; 0 if the clock never was right."""
    ended: int
    """Seconds since 1970 at the last move; 0 if the clock was not right."""
    seconds: int | None
    """Time that it was played, without pauses; None if the clock went back meanwhile."""


def is_plausible(seconds: float) -> bool:
    """Return whether a clock that shows this time, in seconds since 1970, may be right."""
    return FIRST_PLAUSIBLE <= seconds < LAST_PLAUSIBLE


def played_times(db: sqlite3.Connection, game: int, clock: Sequence[ClockPeriod]) -> PlayedTimes:
    """Return when a game was played; `clock` has the periods in which its rows have no right time.

    Between rows of one clock that was wrong, time passed as it should.
    """
    period, coming = ClockPeriod(0, 0), [*reversed(clock)]
    rows: list[tuple[int, ClockPeriod]] = []
    moves: list[int | None] = []
    """The right time of each move; None if nobody knows it."""
    for seq, time, is_move in db.execute(_ROWS, (game,)):
        while coming and coming[-1].first_seq <= seq:
            period = coming.pop()
        rows.append((time + (period.shift_s or 0), period))
        if is_move:
            moves.append(time + period.shift_s if period.shift_s is not None else None)
    known = [time for time in moves if time is not None]
    started = next(filter(is_plausible, known), known[0] if known else 0)
    gaps = [
        after - before
        for (before, earlier), (after, later) in pairwise(rows)
        if earlier is later or None not in (earlier.shift_s, later.shift_s)
    ]
    seconds = sum(gap for gap in gaps if gap < PAUSE_S)
    return PlayedTimes(started, (moves[-1] if moves else None) or 0, seconds if min(gaps, default=0) >= 0 else None)
