"""Backup of finished games only: copied row by row into a fresh file, so that nothing else is in it.

It gives away no hand and no coming throw: it has no unfinished game, no free dice and no phones.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.journal.archive import Archive, PastGame
from companion.journal.database import connect, note_from_sql, rows_in, summary_from_sql, translate_errors
from companion.journal.game_export import moves_head
from companion.journal.journal import LAST_ERASED, Journal
from companion.journal.rows import Row, RowKind
from companion.rules.rule_errors import RulesError
from companion.table.game_setup import PROFILE_PREFIX
from companion.table.session_errors import NotSavedError, SaveFailure, SessionError


def finished_games(archive: Archive) -> tuple[int, ...]:
    """Return the numbers of the games in which nothing is secret any more, newest first. Raises DamagedError.

    They are over; or closed before that, if nobody holds anything hidden in them. Damaged games are left out.
    """
    return tuple(past.number for past in archive.games() if _is_finished(archive, past))


def write_finished(archive: Archive, numbers: Collection[int], to: Path, notes: Collection[str] = ()) -> int:
    """Write a backup of these games at `to`, which must not exist; return the number of games in it.

    The owner's own figures are included, and of all other notes those named in `notes`. A game that is no longer
    finished is left out. Raises NotSavedError or DamagedError; then the file at `to` is of no use.
    """
    count = 0

    def read_games() -> Iterator[tuple[list[Row], Any]]:
        nonlocal count
        for number in sorted(numbers):
            rows = list(rows_in(db, number))
            record = db.execute("SELECT number, last, result, digest FROM games WHERE number = ?", (number,)).fetchone()
            if not rows or record is None or not _seeds_revealed(rows):
                continue
            _, summary = summary_from_sql(record)
            closed = any(row.kind is RowKind.CLOSED for row in rows)
            if summary.result is None and not closed:
                continue  # its end was taken back in the meantime
            count += 1
            _, _, result, _ = record
            yield rows, json.loads(result) if result else None

    with translate_errors(), closing(connect(archive.path, read_only=True)) as db:
        db.execute("BEGIN")  # one consistent state, without later writes
        with closing(Journal(to)) as journal:
            all_notes = dict(map(note_from_sql, db.execute("SELECT name, value, digest FROM notes")))
            kept_notes = {
                name: value for name, value in all_notes.items() if name in notes or name.startswith(PROFILE_PREFIX)
            }
            (last,) = db.execute("SELECT coalesce(max(number), 0) FROM games").fetchone()
            kept_notes[LAST_ERASED] = (
                max(last, all_notes.get(LAST_ERASED) or 0) or None
            )  # so that no number is given twice
            journal.append_games(read_games(), kept_notes)
            if not journal.checkpoint():
                raise NotSavedError("there is no room for all of it", SaveFailure.FULL)
        convert_to_one_file(to)
    return count


def convert_to_one_file(path: Path) -> None:
    """Have a closed database keep no log, so that it is one file wherever it is read."""
    with translate_errors(), closing(connect(path, read_only=False)) as db:
        db.execute("PRAGMA journal_mode = delete")


def _is_finished(archive: Archive, past: PastGame) -> bool:
    if past.game is None or past.damaged or past.unfinished:
        return False
    if past.result is not None:
        return True
    try:
        archived = archive.find(past.number)
        head = moves_head(archived.table, archived.recorded, archived.past.result, archive.known_games)
    except (SessionError, RulesError):
        return False
    return not (archived.past.damaged or head.get("partial"))


def _seeds_revealed(rows: list[Row]) -> bool:
    """Return whether all seeds of a game are revealed."""
    chance = [row.kind for row in rows if row.kind in (RowKind.COMMITTED, RowKind.REVEALED)]
    last = [*chance[1:], RowKind.COMMITTED]
    return all(
        after is RowKind.REVEALED for kind, after in zip(chance, last, strict=False) if kind is RowKind.COMMITTED
    )
