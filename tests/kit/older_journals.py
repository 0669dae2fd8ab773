"""Saved games as other programs left them: under another rules version, with moves that ours would refuse."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.chance.canonical_json import canonical, digest
from companion.journal import replay
from companion.journal.database import connect, row_from_sql, row_to_sql, with_digest
from companion.journal.rows import NO_PREVIOUS_HASH, Row, RowKind
from companion.rules import codec
from companion.rules.game import Game
from companion.table.draw_record import Commitment
from companion.table.salted_match_hash import SealedMatch, body_of
from companion.table.table import Table

Change = Callable[[int, dict[str, Any]], dict[str, Any]]
"""(seq, body of a row) → the changed body."""


def unchanged(seq: int, body: dict[str, Any]) -> dict[str, Any]:
    """Leave every row as it is."""
    return body


def rewrite_game(path: Path, number: int, change: Change = unchanged, *, version: int | None = None) -> None:
    """Rewrite a game in a journal consistently: every row follows the one before, and the match is sealed again.

    With `version` it is under that version of its rules, whatever moves it contains. The digests of its states are left
    as they were: nobody compares those of other rules.
    """
    with closing(connect(path, read_only=False)) as db:
        rows = rows_of(db, number)
        previous, match = NO_PREVIOUS_HASH, None
        for row in rows:
            body = change(row.seq, dict(row.body))
            if row.kind is RowKind.STARTED and version is not None:
                document = {name: body[name] for name in ("game", "seats", "options", "edition")}
                sealed = SealedMatch({**document, "rules_version": version}, body["salt"])
                body, match = {**sealed.document, **body_of(sealed)}, sealed.digest()
            if row.kind is RowKind.COMMITTED and match is not None:
                body["sha256"] = Commitment.to(bytes.fromhex(body["seed"]), match).sha256
            row = replace(row, body=body, previous=previous)
            previous = row.hash()
            _store_row(db, row)


def remove_versions(path: Path, number: int, game: Game) -> None:
    """Rewrite a game in a journal as programs without versions wrote it: other digests, no match, no salts."""
    with closing(connect(path, read_only=False)) as db:
        rows = rows_of(db, number)
        tables = tables_of(rows, game)
        previous = NO_PREVIOUS_HASH
        for row, table in zip(rows, tables, strict=True):
            body = dict(row.body)
            if row.kind is RowKind.STARTED:
                body = {name: body[name] for name in ("game", "seats", "options")}
            if row.kind is RowKind.COMMITTED:
                seed = Commitment.to(bytes.fromhex(body["seed"]))
                body = {"sha256": seed.sha256, "seed": body["seed"]}
            if "draw" in body:
                old = ("name", "n", "of", "weights")
                body["draw"] = {name: value for name, value in body["draw"].items() if name in old}
            flat = digest({"names": list(table.names), **codec.to_json(table.state)})
            row = replace(row, body=body, previous=previous, digest=flat)
            previous = row.hash()
            _store_row(db, row)
        forget_notes(db, number)


def forget_notes(db: sqlite3.Connection, number: int) -> None:
    """Remove the notes about a game, as in journals of the first programs, which had none until the game was over."""
    (last,) = db.execute("SELECT last FROM games WHERE number = ?", (number,)).fetchone()
    *_, notes_digest = with_digest(number, last, None)
    db.execute("UPDATE games SET result = NULL, digest = ? WHERE number = ?", (notes_digest, number))


def rows_of(db: sqlite3.Connection, number: int) -> list[Row]:
    """Return the rows of a game, in order."""
    return [row_from_sql(values) for values in db.execute("SELECT * FROM rows WHERE game = ? ORDER BY seq", (number,))]


def tables_of(rows: Sequence[Row], game: Game) -> list[Table]:
    """Return the table after each of these rows."""
    return [
        table for n in range(1, len(rows) + 1) if (table := replay.replay_rows(rows[:n], (game,)).table) is not None
    ]


def everything_in(path: Path, number: int) -> list[tuple[Any, ...]]:
    """Return everything that is stored of a game, rows and notes, in raw form."""
    with closing(connect(path, read_only=True)) as db:
        rows = db.execute("SELECT * FROM rows WHERE game = ? ORDER BY seq", (number,)).fetchall()
        return [*rows, *db.execute("SELECT * FROM games WHERE number = ?", (number,)).fetchall()]


def user_version(path: Path, wanted: int | None = None) -> int:
    """Return the version of a journal. With `wanted`, set it first."""
    with closing(connect(path, read_only=wanted is None)) as db:
        if wanted is not None:
            db.execute(f"PRAGMA user_version = {wanted}")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return int(version)


def _store_row(db: sqlite3.Connection, row: Row) -> None:
    db.execute("DELETE FROM rows WHERE game = ? AND seq = ?", (row.game, row.seq))
    db.execute(f"INSERT INTO rows VALUES ({', '.join('?' * 13)})", row_to_sql(row))


def note_totals(path: Path, number: int, *totals: int) -> None:
    """Note other totals of a game, as other rules would have counted them."""
    with closing(connect(path, read_only=False)) as db:
        last, result_text = db.execute("SELECT last, result FROM games WHERE number = ?", (number,)).fetchone()
        *_, result, notes_digest = with_digest(
            number, last, canonical({**json.loads(result_text), "totals": list(totals)})
        )
        db.execute("UPDATE games SET result = ?, digest = ? WHERE number = ?", (result, notes_digest, number))
