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

from companion.journal.database import Salvaged, better_of, salvage, with_our_header
from companion.journal.database_files import copy_database, discard_database, log_of, remove_database, with_log
from companion.journal.journal import Journal, check_pragmas, free_name
from companion.journal.recent_writes import RecentWrites
from companion.journal.replacement import put_in_place_of
from companion.journal.replay import fold
from companion.journal.rows import Row
from companion.journal.state_directory import GROWS, NAME, SALVAGED, path_for_copy
from companion.rules.game import Game
from companion.support.frozen import frozen
from companion.support.whole_file import scratch_folder
from companion.table.game_summary import game_summary
from companion.table.table_errors import DamagedError, NotSavedError, Why

log = logging.getLogger(__name__)


@frozen
class Opened:
    """An opened journal, and what became of the one before."""

    journal: Journal
    aside: Path | None = None
    lost: int = 0
    log_broken: bool = False


def begin_again(path: Path, games: tuple[Game, ...], spoilt: Journal | None = None) -> Opened:
    """Put a damaged journal aside and start one with what still holds; `spoilt` is the damaged one if still open."""
    fresh = path.with_name(SALVAGED)
    try:
        remove_database(fresh)
        if spoilt is None:
            lost, log_broken = carry_over(path, fresh, games)
        else:
            lost, log_broken = _carry_over_spoilt(spoilt, path, fresh, games), False
        aside = free_name(path)
        put_in_place_of(fresh, path, aside)
    finally:
        discard_database(fresh)
    log.error("the damaged journal is kept as %s; %d games did not come over whole", aside, lost)
    return Opened(sound(path), aside if aside.exists() else None, lost, log_broken)


def carry_over(
    damaged: Path, fresh: Path, games: tuple[Game, ...], recent: RecentWrites | None = None
) -> tuple[int, bool]:
    """Start a journal with what still holds of a damaged one, and with the records kept in memory.

    Returns the number of games that are not whole, and whether the log is broken.
    """
    found, log_broken = _salvaged(damaged)
    holding: list[tuple[list[Row], Any]] = []
    torn: set[int] = set()
    for number, rows in sorted(found.rows.items()):
        try:
            held = fold(rows, games)
        except DamagedError:  # not even its first row holds
            torn.add(number)
            continue
        if held.damage is not None or number in found.broken:
            torn.add(number)
        # The summary of a foreign game cannot be recomputed.
        noted = game_summary(held.table) if held.table is not None else found.about.get(number)
        holding.append((rows[: held.seq], noted))
    with closing(Journal(fresh)) as journal:
        journal.fill(holding, found.notes)
        if recent is not None:
            torn = (torn - recent.games) | journal.write_recent(recent)
        all_in_one(journal)
    return len(torn), log_broken


def sound(path: Path) -> Journal:
    """Open a journal and check SQLite's durability settings. Raises as `Journal` and `check_pragmas` do."""
    journal = Journal(path)
    try:
        check_pragmas(journal)
    except BaseException:
        journal.close()
        raise
    return journal


def all_in_one(journal: Journal) -> None:
    """Move all of a new journal into its one file, because only that file is put in place. Raises NotSavedError."""
    if not journal.settle():
        raise NotSavedError("there is no room for all of it", Why.FULL)


def _carry_over_spoilt(spoilt: Journal, path: Path, fresh: Path, games: tuple[Game, ...]) -> int:
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
            copy(fresh)
            Journal(fresh, read_only=True).close()  # an empty file would become a new journal
            with closing(Journal(fresh)) as journal:
                missing = journal.write_recent(spoilt.recent)
                all_in_one(journal)
        except (DamagedError, FileNotFoundError, sqlite3.Error) as error:
            log.error("the database of the spoilt journal does not hold: %s", error)
            remove_database(fresh)
        else:
            return len(missing)
    with ExitStack() as held:
        copied = path_for_copy(held, path)  # SQLite has the files open, with an old index of the log
        copy_database(path, copied)
        return carry_over(copied, fresh, games, spoilt.recent)[0]


def _salvaged(damaged: Path) -> tuple[Salvaged, bool]:
    """Return what can be read of a damaged journal, and whether its log is broken.

    SQLite ignores the frames of a log after a broken place. Once they are put into the database, they may be
    readable.
    """
    found = salvage(damaged)
    try:
        told = log_of(damaged)
        if told.broken:
            found = better_of(_salvaged_as(with_log(damaged.read_bytes(), told)), found)
        if not found.rows and damaged.is_file():
            found = _salvaged_as(with_our_header(with_log(damaged.read_bytes(), told)))
    except OSError:  # the card cannot be read
        return found, True
    return found, told.broken


def _salvaged_as(database: bytes) -> Salvaged:
    with ExitStack() as held:
        mended = Path(held.enter_context(scratch_folder(GROWS * len(database)))) / NAME
        mended.write_bytes(database)
        return salvage(mended)
