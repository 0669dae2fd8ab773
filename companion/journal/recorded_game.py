"""A game as its rows record it, read without its rules: the moves that were made, but not their results.

This is all that can be read of a game whose rules have changed or are missing: its players, the moves that stand, its
draws. Nothing is played, and nothing is refused but a broken chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from companion.chance.canonical_json import MAX_SAFE_INTEGER, is_plain, is_whole_number
from companion.journal.rows import CHANGE_KINDS, NO_PREVIOUS_HASH, Row, RowDraft, RowKind, Stamp
from companion.rules.people_names import LONGEST_NAME
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table.draw_record import Commitment, DrawRecord, from_body
from companion.table.game_summary import Places, check_places, parse_names, parse_places
from companion.table.list_edits import (
    EntryId,
    HistoryStep,
    Span,
    apply,
    inverse,
    merged,
    removing,
    replacing,
    without_entries,
)
from companion.table.persistent_list import PersistentList, extended_list
from companion.table.salted_match_hash import SealedMatch
from companion.table.salted_match_hash import from_body as from_row
from companion.table.session_errors import DamagedError


@frozen
class RecordedMove:
    """A move that stands."""

    seat: int
    move: Mapping[str, Any]
    id: EntryId
    """The row that added it, and its place among the moves of that row."""
    group: int
    typed: bool = False
    drawn: DrawRecord | None = None
    spends: tuple[str, int] | None = None


@frozen
class _Change(HistoryStep[RecordedMove]):
    retracted: tuple[RecordedMove, ...] = ()
    setups: tuple[tuple[tuple[str, ...], Mapping[str, Any]], tuple[tuple[str, ...], Mapping[str, Any]]] | None = None


@frozen
class RecordedGame:
    """A game up to its last row."""

    number: int
    game: str
    names: tuple[str, ...]
    options: Mapping[str, Any]
    version: int
    """Version of the rules that the last rows follow."""
    seq: int
    previous: str
    """Hash of the last row."""
    digest: str = ""
    """Digest of the state after the last row, as that row names it."""
    entries: Sequence[RecordedMove] = field(default_factory=PersistentList)
    done: Sequence[_Change] = field(default_factory=PersistentList)
    undone: Sequence[_Change] = field(default_factory=PersistentList)
    closed: bool = False
    disclosed: bool = False
    """True if it was closed in such a way that everything in it may be shown."""
    claims: Mapping[int, str] = field(default_factory=dict)
    sealed: tuple[SealedMatch, ...] = ()
    """The setup and every change of it; empty in games older than seals."""
    commitments: tuple[Commitment, ...] = ()
    draws: Sequence[DrawRecord] = field(default_factory=PersistentList)
    result: Places | None = None
    """Places that a row gives, if no later row changed the game; else None, as in older games."""
    replaced_draws: Mapping[int, str] = field(default_factory=dict)
    """By entry, from 1, the name of the draw that the entry's own draw replaces, as the last row gives it."""
    moved_draws: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """By entry, from 1, the round and turn of a draw that was made for another, likewise."""


def read_rows(rows: Iterable[Row]) -> RecordedGame:
    """Read a game from its rows. Raises DamagedError if a row is not the next one, or its content makes no sense."""
    recorded: RecordedGame | None = None
    for row in rows:
        recorded = record_row(recorded, row)
    if recorded is None:
        raise DamagedError(say("session.no_rows"))
    return recorded


def record_row(recorded: RecordedGame | None, row: Row) -> RecordedGame:
    """Return the game after one more row. Raises DamagedError."""
    if (
        row.previous != (recorded.previous if recorded else NO_PREVIOUS_HASH)
        or row.seq != (recorded.seq if recorded else 0) + 1
    ):
        raise DamagedError(say("session.row_chain", game=row.game, seq=row.seq))
    try:
        after = _start(row) if recorded is None else _apply_row(recorded, row)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise DamagedError(say("session.row_bad", game=row.game, seq=row.seq)) from error
    if row.kind in CHANGE_KINDS:
        after = replace(after, result=None, replaced_draws={}, moved_draws={})
    return replace(after, seq=row.seq, previous=row.hash(), digest=row.digest)


def chain_recorded(recorded: RecordedGame, stamp: Stamp, bodies: Sequence[RowDraft]) -> tuple[Row, ...]:
    """Return the rows of a command that moves nothing, chained to the last row; the state stays the same."""
    rows: list[Row] = []
    previous = recorded.previous
    for seq, (kind, seat, body) in enumerate(bodies, recorded.seq + 1):
        row = Row(
            recorded.number, seq, recorded.seq + 1, stamp.time, stamp.source, seat, stamp.command, kind, body,
            len(recorded.entries), previous, recorded.digest,
        )  # fmt: skip
        rows.append(row)
        previous = row.hash()
    return tuple(rows)


def rules_version_of(body: Mapping[str, Any]) -> int:
    """Return the version of the rules that a started row names, or 0 if it names none.

    Raises ValueError for an invalid version.
    """
    return _checked_number(body.get("rules_version", 0))


@frozen
class RecordedStart:
    """Content of the row that starts a game."""

    game: str
    version: int
    names: tuple[str, ...]
    options: Mapping[str, Any]


def recorded_start(row: Row) -> RecordedStart:
    """Read the row that starts a game. Raises KeyError, TypeError or ValueError for any other row."""
    if row.kind is not RowKind.STARTED:
        raise ValueError("a game begins with another row")
    game = row.body["game"]
    if not (isinstance(game, str) and 0 < len(game) <= LONGEST_NAME and game.isprintable()):
        raise ValueError("no game")
    return RecordedStart(
        game, rules_version_of(row.body), parse_names(row.body["seats"]), _checked_options(row.body["options"])
    )


def commitment_of_row(body: Mapping[str, Any], sealed: Sequence[SealedMatch]) -> Commitment:
    """Return the commitment of a row, to its seed and the setup. Raises ValueError if the hash is not the seed's."""
    match = sealed[0].digest() if body.get("form", 1) == 2 else None
    commitment = Commitment.to(bytes.fromhex(body["seed"]), match)
    if commitment.sha256 != body["sha256"]:
        raise ValueError("the seed is not the one committed to")
    return replace(commitment, from_file=bool(body.get("from_file", False)))


def _start(row: Row) -> RecordedGame:
    start = recorded_start(row)
    game, version, names, options = start.game, start.version, start.names, start.options
    sealed = from_row(row.body, game, version, names, options)
    return RecordedGame(
        row.game, game, names, options, version, 0, NO_PREVIOUS_HASH, sealed=(sealed,) if sealed else ()
    )


def _apply_row(recorded: RecordedGame, row: Row) -> RecordedGame:  # noqa: C901 - one short case a kind
    body = row.body
    match row.kind:
        case RowKind.PLAYED:
            move = _move_of_row(recorded, row, body)
            return _append_moves(recorded, (move,), row.group)
        case RowKind.TAKEN_BACK:
            return _take_back(recorded, body)
        case RowKind.RESTORED:
            return _restore(recorded, row)
        case RowKind.AMENDED if body["entry"] == 0:
            return _amend_setup(recorded, body)
        case RowKind.AMENDED:
            return _amend_entry(recorded, row, body)
        case RowKind.INSERTED:
            entry = _checked_number(body["entry"], 1, len(recorded.entries) + 1)
            spans = (
                Span(entry - 1, (), (_move_of_row(recorded, row, body),)),
                *removing(recorded.entries, _entries_left_out(recorded, body)),
            )
            return _apply_change(recorded, _Change(spans, None))
        case RowKind.MIGRATED:
            # The new rules start here; moves taken back before cannot be restored.
            entries, version = (
                apply(recorded.entries, removing(recorded.entries, _entries_left_out(recorded, body))),
                _checked_number(body["to"]),
            )
            sealed = from_row(body, recorded.game, version, recorded.names, recorded.options)
            seals = (*recorded.sealed, *([sealed] if sealed else []))
            return replace(
                recorded, version=version, entries=entries, done=PersistentList(), undone=PersistentList(), sealed=seals
            )
        case RowKind.COMMITTED:
            seeds = (*recorded.commitments, commitment_of_row(body, recorded.sealed))
            return replace(recorded, commitments=seeds, result=None, replaced_draws={}, moved_draws={})
        case RowKind.REVEALED:
            *before, last = recorded.commitments
            if recorded.result is not None:
                raise ValueError("a second result, and nothing was changed since the first")
            return _with_outcome(replace(recorded, commitments=(*before, replace(last, revealed=True))), body)
        case RowKind.SEAT_CLAIMED:
            others = {seat: phone for seat, phone in recorded.claims.items() if seat != row.seat}
            phone = body["phone"]
            if phone is None:
                return replace(recorded, claims=others)
            return replace(recorded, claims={**others, _seat_of(recorded, row): _checked_text(phone)})
        case RowKind.CLOSED:
            recorded = replace(recorded, closed=True, disclosed=bool(body.get("told", False)))
            return recorded if recorded.commitments else _with_outcome(recorded, body)
    raise ValueError(f"no row of a game under way: {row.kind}")


def _with_outcome(recorded: RecordedGame, body: Mapping[str, Any]) -> RecordedGame:
    """Return the game with the outcome that a row gives; `rows.outcome_body` writes it."""
    instead = {
        _checked_number(entry, 1, len(recorded.entries)): _checked_text(name)
        for entry, name in body.get("instead_of", ())
    }
    moved = {
        _checked_number(entry, 1, len(recorded.entries)): (_checked_number(number), _checked_number(turn))
        for entry, (number, turn) in body.get("moved_to", ())
    }
    result = parse_places(body.get("result"))
    check_places(result, len(recorded.names))
    return replace(recorded, result=result, replaced_draws=instead, moved_draws=moved)


def _move_of_row(recorded: RecordedGame, row: Row, body: Mapping[str, Any]) -> RecordedMove:
    seat, move, drawn = _seat_of(recorded, row), _checked_move(body["move"]), None
    if "draw" in body and row.kind is RowKind.PLAYED:
        last = len(recorded.commitments) - 1
        drawn = from_body(body["draw"], seat, move["move"], move["chance"], recorded.draws, last)
    spends = (_checked_text(body["spends"][0]), _checked_number(body["spends"][1])) if "spends" in body else None
    return RecordedMove(seat, move, (row.seq, 0), row.group, bool(body.get("typed", False)), drawn, spends)


def _append_moves(recorded: RecordedGame, moves: tuple[RecordedMove, ...], group: int) -> RecordedGame:
    new_draws = [move.drawn for move in moves if move.drawn is not None and move.drawn.number >= len(recorded.draws)]
    recorded = replace(recorded, draws=extended_list(recorded.draws, new_draws))
    if recorded.done and recorded.done[-1].group == group:
        span = recorded.done[-1].spans[-1]
        longer_change = replace(recorded.done[-1], spans=(replace(span, inserted=(*span.inserted, *moves)),))
        return replace(
            recorded,
            entries=extended_list(recorded.entries, moves),
            done=extended_list(recorded.done[:-1], (longer_change,)),
        )
    return _apply_change(recorded, _Change((Span(len(recorded.entries), (), moves),), group))


def _take_back(recorded: RecordedGame, body: Mapping[str, Any]) -> RecordedGame:
    if "entries" not in body:
        change = recorded.done[-1]
        names, options = change.setups[0] if change.setups else (recorded.names, recorded.options)
        return replace(
            recorded, names=names, options=options, entries=apply(recorded.entries, inverse(change.spans)),
            done=recorded.done[:-1], undone=extended_list(recorded.undone, (change,)),
        )  # fmt: skip
    spans = removing(recorded.entries, _entry_numbers(recorded, body["entries"]))
    retracted = tuple(move for span in spans for move in span.removed)
    entries = apply(recorded.entries, spans)
    done = without_entries(recorded.done, entries, {move.id for move in retracted})
    if done is None:
        raise ValueError("something earlier was changed since")
    return replace(recorded, entries=entries, done=done, undone=PersistentList([_Change(spans, None, retracted)]))


def _restore(recorded: RecordedGame, row: Row) -> RecordedGame:
    change, undone = recorded.undone[-1], recorded.undone[:-1]
    if change.retracted:
        moves = tuple(replace(move, id=(row.seq, index), group=row.seq) for index, move in enumerate(change.retracted))
        return replace(_append_moves(recorded, moves, row.seq), undone=undone)
    names, options = change.setups[1] if change.setups else (recorded.names, recorded.options)
    return replace(_apply_change(recorded, change), names=names, options=options, undone=undone)


def _amend_setup(recorded: RecordedGame, body: Mapping[str, Any]) -> RecordedGame:
    before, after = (recorded.names, recorded.options), (parse_names(body["seats"]), _checked_options(body["options"]))
    if len(after[0]) != len(recorded.names):
        raise ValueError("the seats stay")
    change = _Change(removing(recorded.entries, _entries_left_out(recorded, body)), None, setups=(before, after))
    sealed = from_row(body, recorded.game, recorded.version, *after)
    amended = replace(
        recorded, names=after[0], options=after[1], sealed=(*recorded.sealed, *([sealed] if sealed else []))
    )
    return _apply_change(amended, change)


def _amend_entry(recorded: RecordedGame, row: Row, body: Mapping[str, Any]) -> RecordedGame:
    entry = _checked_number(body["entry"], 1, len(recorded.entries))
    old = recorded.entries[entry - 1]
    replacement: tuple[RecordedMove, ...] = ()
    if body["move"] is not None:
        drawn = old.drawn if "draw" in body else None
        replacement = (replace(_move_of_row(recorded, row, body), id=old.id, group=old.group, drawn=drawn),)
    without = _entries_left_out(recorded, body)
    moves = {
        _checked_number(rename["entry"], 1, len(recorded.entries)): _checked_move(rename["move"])
        for rename in body.get("renamed", ())
    }
    renamed_moves = {number: replace(recorded.entries[number - 1], move=move) for number, move in moves.items()}
    others = replacing(
        recorded.entries, {number: move for number, move in renamed_moves.items() if number not in without}
    )
    spans = (Span(entry - 1, (old,), replacement), *merged(removing(recorded.entries, without), others))
    return _apply_change(recorded, _Change(spans, None))


def _apply_change(recorded: RecordedGame, change: _Change) -> RecordedGame:
    return replace(
        recorded,
        entries=apply(recorded.entries, change.spans),
        done=extended_list(recorded.done, (change,)),
        undone=PersistentList(),
    )


def _checked_number(value: Any, least: int = 0, most: int = MAX_SAFE_INTEGER) -> int:
    if not (is_whole_number(value) and least <= value <= most):
        raise ValueError(f"no number from {least} to {most}")
    return value


def _checked_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("no word")
    return value


def _seat_of(recorded: RecordedGame, row: Row) -> int:
    return _checked_number(row.seat, 1, len(recorded.names))


def _checked_options(value: Any) -> Mapping[str, Any]:
    if not (isinstance(value, dict) and is_plain(value)):
        raise ValueError("no options")
    return value


def _checked_move(value: Any) -> Mapping[str, Any]:
    if not (isinstance(value, dict) and isinstance(value.get("move"), str) and is_plain(value)):
        raise ValueError("no move")
    return value


def _entries_left_out(recorded: RecordedGame, body: Mapping[str, Any]) -> list[int]:
    return _entry_numbers(recorded, body["without"])


def _entry_numbers(recorded: RecordedGame, value: Any) -> list[int]:
    """Return the numbers of entries, from 1, each once. Raises TypeError or ValueError for anything else."""
    numbers = [_checked_number(number, 1, len(recorded.entries)) for number in value]
    if len({*numbers}) != len(numbers):
        raise ValueError("an entry twice")
    return numbers
