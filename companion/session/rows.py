"""Rows of the journal: what each kind says, how rows are chained, and how they fold to a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from companion.rules.errors import RulesError
from companion.rules.game import Game, move_from_json, move_to_json
from companion.rules.registry import game_named
from companion.rules.text import say
from companion.session import table as tables
from companion.session.canonical import digest
from companion.session.draws import Commitment, from_body, to_body
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


Body = tuple[Kind, int | None, dict[str, Any]]
"""What a row is about to say: its kind, its seat, its body."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a row carries besides what happened: when, whence, and by which command."""

    time: int
    source: str
    command: str | None = None


def played_body(played: Played) -> dict[str, Any]:
    """The body of a played row."""
    body: dict[str, Any] = {"move": move_to_json(played.move)}
    if played.drawn is not None:
        body["draw"] = to_body(played.drawn)
    return {**body, "typed": True} if played.typed else body


def chance_bodies(after: Table, fresh: Callable[[], bytes]) -> list[Body]:
    """What a command that led here adds to the journal about chance, if anything.

    The seed is revealed as soon as the game is over or closed. A game that goes on after that, because its end was
    taken back, has a new one (`fresh` gives its bytes): what was not drawn yet nobody can know.
    """
    if not after.commitments:
        return []
    ended, last = after.over or after.closed, after.commitments[-1]
    if ended and not last.revealed:
        return [(Kind.REVEALED, None, {"seed": last.seed.hex()})]
    return [] if ended or not last.revealed else [committed_body(fresh())]


def committed_body(seed: bytes) -> Body:
    """The row that commits to a seed. The journal alone holds the seed itself."""
    return (Kind.COMMITTED, None, {"sha256": Commitment.to(seed).sha256, "seed": seed.hex()})


def chain(
    table: Table, previous: str, stamp: Stamp, bodies: Sequence[Body], after: Table
) -> tuple[tuple[Row, ...], Table]:
    """The rows that lead from `table` to `after`, one for each body, and `after` with its new seq.

    The rows of one command share the group of its first seq. Each row has the digest of the state after *it*.
    """
    group = table.seq + 1
    rows: list[Row] = []
    to_play = sum(kind is Kind.PLAYED for kind, _, _ in bodies)
    for kind, seat, body in bodies:
        seq = table.seq + len(rows) + 1
        to_play -= kind is Kind.PLAYED
        entry = len(after.entries) - to_play
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
    if row.kind in (Kind.COMMITTED, Kind.REVEALED):
        return followed(table, [(row.kind, row.seat, body)])
    if row.kind is Kind.SEAT_CLAIMED:
        return tables.claim(table, int(row.seat or 0), body["phone"])
    if row.kind is Kind.PLAYED:
        return tables.play(table, [_played(table, row.seat, body)], row.group)
    if row.kind is Kind.TAKEN_BACK:
        return tables.take_back(table)
    if row.kind is Kind.RESTORED:
        return tables.restore(table)
    if row.kind is Kind.AMENDED:
        instead = _instead(table, row.seat, body) if body["move"] is not None else None
        return tables.amend(table, body["entry"], instead, body["without"])
    return tables.close(table)


def followed(table: Table, bodies: Iterable[Body]) -> Table:
    """The table after what these bodies say about its seeds. Raises ValueError where they are not what they should."""
    for kind, _, body in bodies:
        table = tables.commit(table, _committed(body)) if kind is Kind.COMMITTED else tables.reveal(table)
    return table


def _committed(body: dict[str, Any]) -> Commitment:
    committed = Commitment.to(bytes.fromhex(body["seed"]))
    if committed.sha256 != body["sha256"]:
        raise ValueError("the seed is not the one committed to")
    return committed


def _instead(table: Table, seat: int | None, body: dict[str, Any]) -> Played:
    """What stands in place of an entry; its draw, where it keeps one, is the entry's own."""
    kept = table.entries[body["entry"] - 1].played.drawn if "draw" in body else None
    without = {name: value for name, value in body.items() if name != "draw"}
    return replace(_played(table, seat, without), drawn=kept)


def _played(table: Table, seat: int | None, body: dict[str, Any]) -> Played:
    seat, move, drawn = int(seat or 0), body["move"], None
    if "draw" in body:
        last = len(table.commitments) - 1
        drawn = from_body(body["draw"], seat, move["move"], move["chance"], table.draws, last)
    return Played(seat, move_from_json(table.game, move), bool(body.get("typed", False)), drawn)
