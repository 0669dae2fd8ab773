"""Rescue of a damaged journal: it is put aside whole, and a new one starts with everything that still holds."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

from companion.journal.database import Salvaged, merge_salvaged, salvage, with_our_header
from companion.journal.database_files import copy_database, discard_database, log_of, remove_database, with_log
from companion.journal.journal import Journal, check_pragmas, free_name
from companion.journal.memory_copy import RecentWrites
from companion.journal.replacement import replace_database
from companion.journal.replay import replay_rows
from companion.journal.rows import Row
from companion.journal.state_directory import COPY_GROWTH, NAME, SALVAGED, path_for_copy
from companion.rules.game import Game
from companion.support.atomic_write import scratch_folder
from companion.support.frozen_dataclasses import frozen
from companion.table.game_summary import game_summary, with_clock_of
from companion.table.session_errors import DamagedError, NotSavedError, SaveFailure

log = logging.getLogger(__name__)


@frozen
class RescuedJournal:
    """An opened journal, and what became of the one before."""

    journal: Journal
    old_path: Path | None = None
    lost: int = 0
    log_broken: bool = False


def rescue_journal(path: Path, games: tuple[Game, ...], spoilt: Journal | None = None) -> RescuedJournal:
    """Put a damaged journal aside and start one with what still holds; `spoilt` is the damaged one if still open."""
    new_path = path.with_name(SALVAGED)
    try:
        remove_database(new_path)
        if spoilt is None:
            lost, log_broken = salvage_into(path, new_path, games)
        else:
            lost, log_broken = _salvage_open_journal(spoilt, path, new_path, games), False
        old_path = free_name(path)
        replace_database(new_path, path, old_path)
    finally:
        discard_database(new_path)
    log.error("the damaged journal is kept as %s; %d games did not come over whole", old_path, lost)
    return RescuedJournal(open_checked(path), old_path if old_path.exists() else None, lost, log_broken)


def salvage_into(
    damaged: Path, new_path: Path, games: tuple[Game, ...], recent: RecentWrites | None = None
) -> tuple[int, bool]:
    """Start a journal with what still holds of a damaged one, and with the records kept in memory.

    Returns the number of games that are not whole, and whether the log is broken.
    """
    salvaged, log_broken = _salvage_with_log(damaged)
    games_to_write: list[tuple[list[Row], Any]] = []
    incomplete: set[int] = set()
    for number, rows in sorted(salvaged.rows.items()):
        try:
            replay = replay_rows(rows, games)
        except DamagedError:  # not even its first row holds
            incomplete.add(number)
            continue
        if replay.damage is not None or number in salvaged.broken:
            incomplete.add(number)
        # The summary of a foreign game cannot be recomputed.
        summary = salvaged.summaries.get(number)
        if replay.table is not None:
            summary = with_clock_of(game_summary(replay.table), summary)
        games_to_write.append((rows[: replay.seq], summary))
    with closing(Journal(new_path)) as journal:
        journal.append_games(games_to_write, salvaged.notes)
        if recent is not None:
            incomplete = (incomplete - recent.games) | journal.write_recent(recent)
        checkpoint_fully(journal)
    return len(incomplete), log_broken


def open_checked(path: Path) -> Journal:
    """Open a journal and check SQLite's durability settings. Raises as `Journal` and `check_pragmas` do."""
    journal = Journal(path)
    try:
        check_pragmas(journal)
    except BaseException:
        journal.close()
        raise
    return journal


def checkpoint_fully(journal: Journal) -> None:
    """Move all of a new journal into its one file, because only that file is put in place. Raises NotSavedError."""
    if not journal.checkpoint():
        raise NotSavedError("there is no room for all of it", SaveFailure.FULL)


def _salvage_open_journal(spoilt: Journal, path: Path, new_path: Path, games: tuple[Game, ...]) -> int:
    """Start a journal with what holds of one that was spoilt while open, and with the records it keeps in memory.

    Returns the number of games that are not whole. The records of the log are in memory, so the database is enough,
    if it holds.
    """
    copies: list[Callable[[Path], object]] = [partial(shutil.copyfile, path)]
    if spoilt.moved:
        copies.insert(0, spoilt.copy_open_database)
    for copy in copies:
        if spoilt.recent is None:
            break
        try:
            copy(new_path)
            Journal(new_path, read_only=True).close()  # an empty file would become a new journal
            with closing(Journal(new_path)) as journal:
                missing = journal.write_recent(spoilt.recent)
                checkpoint_fully(journal)
        except (DamagedError, FileNotFoundError, sqlite3.Error) as error:
            log.error("the database of the spoilt journal does not hold: %s", error)
            remove_database(new_path)
        else:
            return len(missing)
    with ExitStack() as stack:
        copied = path_for_copy(stack, path)  # SQLite has the files open, with an old index of the log
        copy_database(path, copied)
        return salvage_into(copied, new_path, games, spoilt.recent)[0]


def _salvage_with_log(damaged: Path) -> tuple[Salvaged, bool]:
    """Return what can be read of a damaged journal, and whether its log is broken.

    SQLite ignores the frames of a log after a broken place. Once they are put into the database, they may be
    readable.
    """
    salvaged = salvage(damaged)
    try:
        wal = log_of(damaged)
        if wal.broken:
            salvaged = merge_salvaged(_salvage_bytes(with_log(damaged.read_bytes(), wal)), salvaged)
        if not salvaged.rows and damaged.is_file():
            salvaged = _salvage_bytes(with_our_header(with_log(damaged.read_bytes(), wal)))
    except OSError:  # the card cannot be read
        return salvaged, True
    return salvaged, wal.broken


def _salvage_bytes(database: bytes) -> Salvaged:
    with ExitStack() as stack:
        mended = Path(stack.enter_context(scratch_folder(COPY_GROWTH * len(database)))) / NAME
        mended.write_bytes(database)
        return salvage(mended)
