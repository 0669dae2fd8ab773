"""Rows of the journal: what each kind says, how rows are chained, and how they fold to a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from companion.rules.errors import RulesError
from companion.rules.game import Game, move_from_json, move_to_json
from companion.rules.registry import game_named
from companion.rules.text import say
from companion.session import table as tables
from companion.session.canonical import digest
from companion.session.errors import DamagedError, SessionError
from companion.session.table import Played, Table


class Kind(Enum):
    """What a row of the journal says."""

    STARTED = "started"
    PLAYED = "played"
    TAKEN_BACK = "taken_back"
    RESTORED = "restored"
    AMENDED = "amended"
    SEAT_CLAIMED = "seat_claimed"
    COMMITTED = "committed"
    REVEALED = "revealed"
    CLOSED = "closed"


NOTES = (Kind.COMMITTED, Kind.REVEALED)
"""Kinds that are kept with the game but do not move its state."""
FIRST = "0" * 64
"""What stands for the row before in the first row of a game."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the journal."""

    game: int
    seq: int
    group: int
    time: int
    """Seconds since 1970 by the machine's clock, which may be wrong: shown, never used to decide anything."""
    source: str
    """Where it came from: box, phone, import …"""
    seat: int | None
    command: str | None
    """The id of the command that made it; a repeated command gets the answer of its rows."""
    kind: Kind
    body: dict[str, Any]
    entry: int
    """How many entries stand after it."""
    previous: str
    """The hash of the row before."""
    digest: str
    """The digest of the state after it."""

    def hash(self) -> str:
        """SHA-256 over everything the row says, the hash of the row before included."""
        return digest(
            [
                *(self.game, self.seq, self.group, self.time, self.source, self.seat, self.command, self.kind.value),
                *(self.body, self.entry, self.previous, self.digest),
            ]
        )


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a row carries besides what happened: when, whence, and by which command."""

    time: int
    source: str
    command: str | None = None


def played_body(played: Played) -> dict[str, Any]:
    """The body of a played row."""
    body: dict[str, Any] = {"move": move_to_json(played.move)}
    return {**body, "typed": True} if played.typed else body


def chain(
    table: Table, previous: str, stamp: Stamp, bodies: Sequence[tuple[Kind, int | None, dict[str, Any]]], after: Table
) -> tuple[tuple[Row, ...], Table]:
    """The rows that lead from `table` to `after`, one for each body, and `after` with its new seq.

    The rows of one command share the group of its first seq. Each row has the digest of the state after *it*.
    """
    group = table.seq + 1
    rows: list[Row] = []
    for kind, seat, body in bodies:
        seq = table.seq + len(rows) + 1
        entry = len(after.entries) - (len(bodies) - 1 - len(rows) if kind is Kind.PLAYED else 0)
        state = after if entry == len(after.entries) else replace(after, entries=after.entries[:entry])
        row = Row(
            after.number, seq, group, stamp.time, stamp.source, seat, stamp.command, kind, body, entry, previous,
            state.digest(),
        )  # fmt: skip
        rows.append(row)
        previous = row.hash()
    return tuple(rows), replace(after, seq=table.seq + len(rows))


def fold(rows: Iterable[Row], games: tuple[Game[Any], ...]) -> tuple[Table, str, DamagedError | None]:
    """The table that the rows of one game lead to, the hash of its last good row, and what stopped it if anything did.

    Every row is checked against the one before, and its digest against the state it leads to; what comes after a row
    that does not hold is not used. Raises DamagedError when not even the first row holds.
    """
    table: Table | None = None
    previous = FIRST
    try:
        for row in rows:
            table = follow(table, previous, row, games)
            previous = row.hash()
    except DamagedError as damage:  # of the row, or of the reading of it
        if table is None:
            raise
        return table, previous, damage
    if table is None:
        raise DamagedError(say("session.no_rows"))
    return table, previous, None


def follow(table: Table | None, previous: str, row: Row, games: tuple[Game[Any], ...]) -> Table:
    """The table after one more row. Raises DamagedError when it is not the next one, or does not lead where it says."""
    if row.previous != previous or row.seq != (table.seq if table else 0) + 1:
        raise DamagedError(say("session.row_chain", game=row.game, seq=row.seq))
    try:
        after = replace(_step(table, row, games), seq=row.seq)
    except (RulesError, SessionError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise DamagedError(say("session.row_bad", game=row.game, seq=row.seq)) from error
    if row.digest != after.digest() or row.entry != len(after.entries):
        raise DamagedError(say("session.row_digest", game=row.game, seq=row.seq))
    return after


def _step(table: Table | None, row: Row, games: tuple[Game[Any], ...]) -> Table:
    body = row.body
    if (table is None) is not (row.kind is Kind.STARTED):
        raise DamagedError(say("session.row_chain", game=row.game, seq=row.seq))
    if table is None:
        return tables.start(game_named(body["game"], games), body["seats"], body["options"], number=row.game)
    if row.kind in NOTES:
        return table
    if row.kind is Kind.SEAT_CLAIMED:
        return tables.claim(table, int(row.seat or 0), body["phone"])
    if row.kind is Kind.PLAYED:
        return tables.play(table, [_played(table, row.seat, body)], row.group)
    if row.kind is Kind.TAKEN_BACK:
        return tables.take_back(table)
    if row.kind is Kind.RESTORED:
        return tables.restore(table)
    if row.kind is Kind.AMENDED:
        instead = _played(table, row.seat, body) if body["move"] is not None else None
        return tables.amend(table, body["entry"], instead, body["without"])
    return tables.close(table)


def _played(table: Table, seat: int | None, body: dict[str, Any]) -> Played:
    return Played(int(seat or 0), move_from_json(table.game, body["move"]), bool(body.get("typed", False)))
