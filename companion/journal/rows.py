"""Rows of the journal: what each kind says, and how rows are chained."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from companion.chance.canonical_json import digest
from companion.rules.game import move_to_json
from companion.rules.moves import Move
from companion.support.frozen import frozen
from companion.table.counts import moved_draws, replaced
from companion.table.draw_record import Commitment, to_body
from companion.table.game_summary import result_of
from companion.table.sealed_match import Sealed, body_of
from companion.table.table import Played, Table


class Kind(Enum):
    """What a row of the journal says."""

    STARTED = "started"
    PLAYED = "played"
    TAKEN_BACK = "taken_back"
    RESTORED = "restored"
    AMENDED = "amended"
    INSERTED = "inserted"
    SEAT_CLAIMED = "seat_claimed"
    """Only in journals of earlier versions: a seat had its phone in the rows of its game."""
    COMMITTED = "committed"
    REVEALED = "revealed"
    CARRIED = "carried"
    CLOSED = "closed"


CHANGES = (Kind.PLAYED, Kind.TAKEN_BACK, Kind.RESTORED, Kind.AMENDED, Kind.INSERTED, Kind.CARRIED)
"""Rows that change the moves or the beginning: what was told of the end before them is told no more."""
BROUGHT_IN = "import"
"""The source of the rows of a game that came from the file of an export."""
FIRST = "0" * 64
"""What stands for the row before in the first row of a game."""


@frozen
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


@frozen
class Stamp:
    """What a row carries besides what happened: when, whence, and by which command."""

    time: int
    source: str
    command: str | None = None


def started_body(sealed: Sealed) -> Body:
    """The row that a game begins with. Older ones name no version of the rules: that is version 0."""
    return (Kind.STARTED, None, {**sealed.document, **body_of(sealed)})


def played_body(played: Played) -> dict[str, Any]:
    """The body of a played row."""
    body: dict[str, Any] = {"move": move_to_json(played.move)}
    if played.drawn is not None:
        body["draw"] = to_body(played.drawn)
    if played.typed:
        body["typed"] = True
    return {**body, "spends": list(played.spends)} if played.spends is not None else body


def amended_body(
    entry: int, instead: Played | None, without: Collection[int], renamed: Mapping[int, Move] | None = None
) -> Body:
    """The row of an amendment of an entry, from 1; `renamed` are the later moves that have other names by it.

    These the game alone could know, so the row says them: it is read without the rules, too.
    """
    body: dict[str, Any] = {"entry": entry, "move": None, "without": sorted(without)}
    if renamed:
        body["renamed"] = [{"entry": at, "move": move_to_json(move)} for at, move in sorted(renamed.items())]
    if instead is not None:
        body |= played_body(instead)
    return (Kind.AMENDED, instead.seat if instead else None, body)


def begun_body(sealed: Sealed, without: Collection[int]) -> Body:
    """The row of an amendment of the beginning, entry 0."""
    about = {name: sealed.document[name] for name in ("seats", "options")}
    return (Kind.AMENDED, None, {"entry": 0, **about, **body_of(sealed), "without": sorted(without)})


def inserted_body(entry: int, played: Played, without: Collection[int]) -> Body:
    """The row of a move that is put in before an entry."""
    return (Kind.INSERTED, played.seat, {"entry": entry, **played_body(played), "without": sorted(without)})


def carried_body(before: int, after: int, sealed: Sealed, without: Collection[int]) -> Body:
    """The row from which on a game goes by another version of the rules; `without` names what those refuse."""
    return (Kind.CARRIED, None, {"from": before, "to": after, "without": sorted(without), **body_of(sealed)})


def committed_body(seed: bytes, match: str | None, *, from_file: bool = False) -> Body:
    """The row that commits to a seed, and to the match of this digest. The journal alone holds the seed itself.

    `from_file` says why it does in the midst of a game: it came from a file, which somebody else may have too.
    """
    commitment = Commitment.to(seed, match)
    body: dict[str, Any] = {"sha256": commitment.sha256, "seed": seed.hex()}
    if from_file:
        body["from_file"] = True
    return (Kind.COMMITTED, None, {**body, "form": 2} if match is not None else body)


def chance_bodies(after: Table, fresh: Callable[[], bytes], bodies: Iterable[Body] = ()) -> list[Body]:
    """What a command that led here by these rows adds to the journal about chance, if anything.

    The seed is revealed as soon as the game is over or closed, and again after each change of a game that is over: how
    it ended is told with it. A game that goes on after that, because its end was taken back, has a new seed (`fresh`
    gives its bytes): what was not drawn yet nobody can know.
    """
    if not after.commitments:
        return []
    ended, last = after.over or after.closed, after.commitments[-1]
    changed = any(kind in CHANGES for kind, _, _ in bodies)
    if ended and (changed or not last.revealed):
        return [revealed_body(last, ended_by(after))]
    return [] if ended or not last.revealed else [committed_body(fresh(), last.match)]


def closed_body(after: Table) -> Body:
    """The row that closes a game. Where a seed is revealed with it, that row says how the game ended."""
    return (Kind.CLOSED, None, {} if after.commitments else ended_by(after))


def revealed_body(commitment: Commitment, ended: Mapping[str, Any]) -> Body:
    """The row that reveals a seed, with what `ended_by` says of the game."""
    return (Kind.REVEALED, None, {"seed": commitment.seed.hex(), **ended})


def ended_by(table: Table) -> dict[str, Any]:
    """What only the rules can tell of a game that has ended, for whoever reads it without them.

    `result` has the places, [seat, rank, total]; `instead_of` the entries whose draw stands in place of another, each
    with the name of that; `moved_to` the entries whose draw stands in another round or turn than it was made for, each
    with that. Each is there only where there is something to say.
    """
    result, instead, moved = result_of(table), replaced(table), moved_draws(table)
    found: dict[str, Any] = {"result": result} if result is not None else {}
    if instead:
        found["instead_of"] = [[entry, name] for entry, name in instead.items()]
    if moved:
        found["moved_to"] = [[entry, list(now)] for entry, now in moved.items()]
    return found


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
