"""Check of every game of the journal after the start, beside the table, so that a flipped bit is reported early."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from companion.journal.database import connect, rows_in, summary_from_sql, translate_errors
from companion.journal.replay import replay_stored
from companion.rules.game import Game
from companion.rules.text import say
from companion.table.session_errors import DamagedError, SessionError

log = logging.getLogger(__name__)
_REST = 3.0
"""Seconds of rest for every second of reading: the table comes first, on any machine."""


def faulty_games(
    path: Path, games: tuple[Game, ...], reading: AbstractContextManager[Any] | None = None
) -> Iterator[int | None]:
    """Yield for each game its number if a row or the result in its summary does not hold, and None if it is whole.

    `reading` is held while a game is read, and not in between. Raises DamagedError or NotSavedError if the journal
    itself cannot be read.
    """
    with translate_errors(), closing(connect(path, read_only=True)) as db:
        numbers = [number for (number,) in db.execute("SELECT number FROM games ORDER BY number DESC")]
    for number in numbers:
        fault: SessionError | None
        try:
            with reading or nullcontext(), translate_errors(), closing(connect(path, read_only=True)) as db:
                db.execute("BEGIN")  # one consistent state: the game may be played on meanwhile
                query = "SELECT number, last, result, digest FROM games WHERE number = ?"
                record = db.execute(query, (number,)).fetchone()
                if record is None:
                    continue  # erased in the meantime
                replay = replay_stored(partial(rows_in, db, number), games)
                fault = replay.damage
                if fault is None and not replay.matches_summary(summary_from_sql(record)[1]):
                    fault = DamagedError(say("session.wrong_result", number=number))
        except SessionError as error:
            fault = error
        if fault is not None:
            log.error("game %d does not hold: %s", number, fault.reason)
        yield number if fault is not None else None


class JournalChecker:
    """Thread that reads every game, with rests, and reports each that does not hold."""

    def __init__(
        self,
        path: Path,
        games: tuple[Game, ...],
        on_fault: Callable[[int], None],
        reading: AbstractContextManager[Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create a checker that calls `on_fault` with the number of each faulty game, on its thread.

        `reading` is held while a game is read; `clock` counts seconds and never goes back.
        """
        self.faulty = 0
        """Number of faulty games found so far."""
        self.ended: float | None = None
        """Time at which every game had been read, by the clock; None until then."""
        self._clock = clock
        self._path = path
        self._games = games
        self._on_fault = on_fault
        self._reading = reading
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checker", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop after the game that is being read."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        began = time.monotonic()
        try:
            for number in faulty_games(self._path, self._games, self._reading):
                if number is not None:
                    self.faulty += 1
                    self._on_fault(number)
                if self._stopped.wait(_REST * (time.monotonic() - began)):
                    return
                began = time.monotonic()
            self.ended = self._clock()
        except SessionError as error:
            log.error("the journal cannot be read through: %s", error.reason)
