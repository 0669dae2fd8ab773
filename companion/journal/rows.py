"""Rows of the journal: the content of each kind, and the hash chain between them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from companion.chance.canonical_json import digest
from companion.rules.game import move_to_json
from companion.rules.moves import Move
from companion.support.frozen_dataclasses import frozen
from companion.table.draw_record import Commitment, to_body
from companion.table.game_summary import places_to_json
from companion.table.history_queries import moved_draws, replaced_draw_names
from companion.table.salted_match_hash import SealedMatch, body_of
from companion.table.table import CompleteMove, Table


class RowKind(Enum):
    """Kind of a row of the journal."""

    STARTED = "started"
    PLAYED = "played"
    TAKEN_BACK = "taken_back"
    RESTORED = "restored"
    AMENDED = "amended"
    INSERTED = "inserted"
    SEAT_CLAIMED = "seat_claimed"
    """Only in journals of earlier versions, which stored the phone of a seat in the rows of its game."""
    COMMITTED = "committed"
    REVEALED = "revealed"
    MIGRATED = "carried"
    CLOSED = "closed"


CHANGE_KINDS = (
    RowKind.PLAYED,
    RowKind.TAKEN_BACK,
    RowKind.RESTORED,
    RowKind.AMENDED,
    RowKind.INSERTED,
    RowKind.MIGRATED,
)
"""Kinds of rows that change the moves or the setup; the result that an earlier row tells no longer holds after one."""
IMPORT_SOURCE = "import"
"""Source of the rows of a game that was imported from an exported file."""
NO_PREVIOUS_HASH = "0" * 64
"""Previous hash in the first row of a game."""


@frozen
class Row:
    """A row of the journal."""

    game: int
    seq: int
    group: int
    time: int
    """Seconds since 1970 by the machine's clock, which may be wrong. Only `played_times` reads it, for dates."""
    source: str
    """Origin of the row: box, phone, import …"""
    seat: int | None
    command: str | None
    """Id of the command that wrote the row; a repeated command gets the answer of its rows."""
    kind: RowKind
    body: dict[str, Any]
    entry: int
    """Number of entries of the game after this row."""
    previous: str
    """Hash of the row before."""
    digest: str
    """Digest of the state after this row."""

    def hash(self) -> str:
        """Return the SHA-256 of everything in the row, including the hash of the row before."""
        return digest(
            [
                *(self.game, self.seq, self.group, self.time, self.source, self.seat, self.command, self.kind.value),
                *(self.body, self.entry, self.previous, self.digest),
            ]
        )


RowDraft = tuple[RowKind, int | None, dict[str, Any]]
"""A row before it is chained: its kind, its seat, its body."""


@frozen
class Stamp:
    """Time, source and command of rows that are written."""

    time: int
    source: str
    command: str | None = None


def started_body(sealed: SealedMatch) -> RowDraft:
    """Return the row that a game begins with. Older rows name no version of the rules: that is version 0."""
    return (RowKind.STARTED, None, {**sealed.document, **body_of(sealed)})


def played_body(played: CompleteMove) -> dict[str, Any]:
    """Return the body of a played row."""
    body: dict[str, Any] = {"move": move_to_json(played.move)}
    if played.drawn is not None:
        body["draw"] = to_body(played.drawn)
    if played.typed:
        body["typed"] = True
    return {**body, "spends": list(played.spends)} if played.spends is not None else body


def amended_body(
    entry: int,
    replacement: CompleteMove | None,
    without: Collection[int],
    renamed_moves: Mapping[int, Move] | None = None,
) -> RowDraft:
    """Return the row that amends an entry, counted from 1; `renamed_moves` are later moves whose names change.

    Only the game knows which moves those are. The row repeats them because it is also read without the rules.
    """
    body: dict[str, Any] = {"entry": entry, "move": None, "without": sorted(without)}
    if renamed_moves:
        body["renamed"] = [
            {"entry": number, "move": move_to_json(move)} for number, move in sorted(renamed_moves.items())
        ]
    if replacement is not None:
        body |= played_body(replacement)
    return (RowKind.AMENDED, replacement.seat if replacement else None, body)


def amended_setup_body(sealed: SealedMatch, without: Collection[int]) -> RowDraft:
    """Return the row that amends the setup, which is entry 0."""
    setup = {name: sealed.document[name] for name in ("seats", "options")}
    return (RowKind.AMENDED, None, {"entry": 0, **setup, **body_of(sealed), "without": sorted(without)})


def inserted_body(entry: int, played: CompleteMove, without: Collection[int]) -> RowDraft:
    """Return the row that inserts a move before an entry."""
    return (RowKind.INSERTED, played.seat, {"entry": entry, **played_body(played), "without": sorted(without)})


def migrated_body(from_version: int, to_version: int, sealed: SealedMatch, without: Collection[int]) -> RowDraft:
    """Return the row that migrates a game to another version of the rules; `without` has the entries these refuse."""
    return (
        RowKind.MIGRATED,
        None,
        {"from": from_version, "to": to_version, "without": sorted(without), **body_of(sealed)},
    )


def committed_body(seed: bytes, match: str | None, *, from_file: bool = False) -> RowDraft:
    """Return the row that commits to a seed and to the match of this digest. Only the journal holds the seed itself.

    `from_file` gives the reason for a new commitment in the middle of a game: the game came from a file, which somebody
    else may have too.
    """
    commitment = Commitment.to(seed, match)
    body: dict[str, Any] = {"sha256": commitment.sha256, "seed": seed.hex()}
    if from_file:
        body["from_file"] = True
    return (RowKind.COMMITTED, None, {**body, "form": 2} if match is not None else body)


def chance_bodies(after: Table, new_seed: Callable[[], bytes], bodies: Iterable[RowDraft] = ()) -> list[RowDraft]:
    """Return the rows about chance that the journal still needs after a command wrote `bodies`.

    The seed is revealed as soon as the game is over or closed, and again after each change of a game that is over,
    together with the outcome of the game. A game that goes on afterwards, because its end was taken back, gets a
    new seed (`new_seed` gives its bytes): nobody can know what has not been drawn yet.
    """
    if not after.commitments:
        return []
    ended, last = after.over or after.closed, after.commitments[-1]
    changed = any(kind in CHANGE_KINDS for kind, _, _ in bodies)
    if ended and (changed or not last.revealed):
        return [revealed_body(last, outcome_body(after))]
    return [] if ended or not last.revealed else [committed_body(new_seed(), last.match)]


def closed_body(after: Table) -> RowDraft:
    """Return the row that closes a game. If it has a seed, the row that reveals the seed gives the outcome instead."""
    return (RowKind.CLOSED, None, {} if after.commitments else outcome_body(after))


def revealed_body(commitment: Commitment, ended: Mapping[str, Any]) -> RowDraft:
    """Return the row that reveals a seed, together with the outcome that `outcome_body` gives."""
    return (RowKind.REVEALED, None, {"seed": commitment.seed.hex(), **ended})


def outcome_body(table: Table) -> dict[str, Any]:
    """Return what only the rules know about the end of a game, for readers without the rules.

    `result` has the places, [seat, rank, total]; `instead_of` the entries whose draw replaces another, each with
    the name of that draw; `moved_to` the entries whose draw stands in another round or turn than the one it was
    made for, each with that round and turn. A field without content is left out.
    """
    result, instead_of, moved_to = places_to_json(table), replaced_draw_names(table), moved_draws(table)
    outcome: dict[str, Any] = {"result": result} if result is not None else {}
    if instead_of:
        outcome["instead_of"] = [[entry, name] for entry, name in instead_of.items()]
    if moved_to:
        outcome["moved_to"] = [[entry, list(occasion)] for entry, occasion in moved_to.items()]
    return outcome


def chain(
    table: Table, previous: str, stamp: Stamp, bodies: Sequence[RowDraft], after: Table
) -> tuple[tuple[Row, ...], Table]:
    """Return the rows that lead from `table` to `after`, one for each body, and `after` with its new seq.

    The rows of one command share the seq of the first of them as their group. Each row has the digest of the state
    after *that* row.
    """
    group = table.seq + 1
    rows: list[Row] = []
    moves_left = sum(kind is RowKind.PLAYED for kind, _, _ in bodies)
    for kind, seat, body in bodies:
        seq = table.seq + len(rows) + 1
        moves_left -= kind is RowKind.PLAYED
        entry = len(after.entries) - moves_left
        state = after if entry == len(after.entries) else replace(after, entries=after.entries[:entry])
        row = Row(
            after.number, seq, group, stamp.time, stamp.source, seat, stamp.command, kind, body, entry, previous,
            state.digest(),
        )  # fmt: skip
        rows.append(row)
        previous = row.hash()
    return tuple(rows), replace(after, seq=table.seq + len(rows))
