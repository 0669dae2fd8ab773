"""A game as its rows record it, read without its rules: the moves that were made, but not their results.

This is all that can be read of a game whose rules have changed or are missing: its players, the moves that stand, its
draws. Nothing is played, and nothing is refused but a broken chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from companion.chance.canonical_json import MOST, plain, whole_number
from companion.journal.rows import CHANGES, FIRST, Body, Kind, Row, Stamp
from companion.rules.people_names import LONGEST_NAME
from companion.rules.text import say
from companion.support.frozen import frozen
from companion.table.draw_record import Commitment, Drawn, from_body
from companion.table.game_summary import Places, check_places, names_from, places_from
from companion.table.persistent_list import PersistentList, longer
from companion.table.sealed_match import Sealed
from companion.table.sealed_match import from_body as from_row
from companion.table.spans import Made, Span, Step, apply, in_order, inverse, left_out, replacing, without_entries
from companion.table.table_errors import DamagedError


@frozen
class Noted:
    """A move that stands."""

    seat: int
    move: Mapping[str, Any]
    made: Made
    """The row that added it, and its place among the moves of that row."""
    group: int
    typed: bool = False
    drawn: Drawn | None = None
    spends: tuple[str, int] | None = None


@frozen
class _Change(Step[Noted]):
    own: tuple[Noted, ...] = ()
    begun: tuple[tuple[tuple[str, ...], Mapping[str, Any]], tuple[tuple[str, ...], Mapping[str, Any]]] | None = None


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
    entries: Sequence[Noted] = field(default_factory=PersistentList)
    done: Sequence[_Change] = field(default_factory=PersistentList)
    undone: Sequence[_Change] = field(default_factory=PersistentList)
    closed: bool = False
    told: bool = False
    """True if it was closed in such a way that everything in it may be shown."""
    claims: Mapping[int, str] = field(default_factory=dict)
    sealed: tuple[Sealed, ...] = ()
    """The setup and every change of it; empty in games older than seals."""
    commitments: tuple[Commitment, ...] = ()
    draws: Sequence[Drawn] = field(default_factory=PersistentList)
    result: Places | None = None
    """Places that a row gives, if no later row changed the game; else None, as in older games."""
    instead: Mapping[int, str] = field(default_factory=dict)
    """By entry, from 1, the name of the draw that the entry's own draw replaces, as the last row gives it."""
    moved: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """By entry, from 1, the round and turn of a draw that was made for another, likewise."""


def read(rows: Iterable[Row]) -> RecordedGame:
    """Read a game from its rows. Raises DamagedError if a row is not the next one, or its content makes no sense."""
    paper: RecordedGame | None = None
    for row in rows:
        paper = noted(paper, row)
    if paper is None:
        raise DamagedError(say("session.no_rows"))
    return paper


def noted(paper: RecordedGame | None, row: Row) -> RecordedGame:
    """Return the game after one more row. Raises DamagedError."""
    if row.previous != (paper.previous if paper else FIRST) or row.seq != (paper.seq if paper else 0) + 1:
        raise DamagedError(say("session.row_chain", game=row.game, seq=row.seq))
    try:
        after = _started(row) if paper is None else _noted(paper, row)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise DamagedError(say("session.row_bad", game=row.game, seq=row.seq)) from error
    if row.kind in CHANGES:
        after = replace(after, result=None, instead={}, moved={})
    return replace(after, seq=row.seq, previous=row.hash(), digest=row.digest)


def chain_on(paper: RecordedGame, stamp: Stamp, bodies: Sequence[Body]) -> tuple[Row, ...]:
    """Return the rows of a command that moves nothing, chained to the last row; the state stays the same."""
    rows: list[Row] = []
    previous = paper.previous
    for seq, (kind, seat, body) in enumerate(bodies, paper.seq + 1):
        row = Row(
            paper.number, seq, paper.seq + 1, stamp.time, stamp.source, seat, stamp.command, kind, body,
            len(paper.entries), previous, paper.digest,
        )  # fmt: skip
        rows.append(row)
        previous = row.hash()
    return tuple(rows)


def version_of(body: Mapping[str, Any]) -> int:
    """Return the version of the rules that a started row names, or 0 if it names none.

    Raises ValueError for an invalid version.
    """
    return _number(body.get("rules_version", 0))


@frozen
class Beginning:
    """Content of the row that starts a game."""

    game: str
    version: int
    names: tuple[str, ...]
    options: Mapping[str, Any]


def beginning_of(row: Row) -> Beginning:
    """Read the row that starts a game. Raises KeyError, TypeError or ValueError for any other row."""
    if row.kind is not Kind.STARTED:
        raise ValueError("a game begins with another row")
    game = row.body["game"]
    if not (isinstance(game, str) and 0 < len(game) <= LONGEST_NAME and game.isprintable()):
        raise ValueError("no game")
    return Beginning(game, version_of(row.body), names_from(row.body["seats"]), _options(row.body["options"]))


def committed(body: Mapping[str, Any], sealed: Sequence[Sealed]) -> Commitment:
    """Return the commitment of a row, to its seed and the setup. Raises ValueError if the hash is not the seed's."""
    match = sealed[0].digest() if body.get("form", 1) == 2 else None
    commitment = Commitment.to(bytes.fromhex(body["seed"]), match)
    if commitment.sha256 != body["sha256"]:
        raise ValueError("the seed is not the one committed to")
    return replace(commitment, from_file=bool(body.get("from_file", False)))


def _started(row: Row) -> RecordedGame:
    told = beginning_of(row)
    game, version, names, options = told.game, told.version, told.names, told.options
    sealed = from_row(row.body, game, version, names, options)
    return RecordedGame(row.game, game, names, options, version, 0, FIRST, sealed=(sealed,) if sealed else ())


def _noted(paper: RecordedGame, row: Row) -> RecordedGame:  # noqa: C901 - one short case a kind
    body = row.body
    match row.kind:
        case Kind.PLAYED:
            one = _one(paper, row, body)
            return _played(paper, (one,), row.group)
        case Kind.TAKEN_BACK:
            return _taken_back(paper, body)
        case Kind.RESTORED:
            return _restored(paper, row)
        case Kind.AMENDED if body["entry"] == 0:
            return _begun(paper, body)
        case Kind.AMENDED:
            return _amended(paper, row, body)
        case Kind.INSERTED:
            at = _number(body["entry"], 1, len(paper.entries) + 1)
            spans = (Span(at - 1, (), (_one(paper, row, body),)), *left_out(paper.entries, _without(paper, body)))
            return _changed(paper, _Change(spans, None))
        case Kind.CARRIED:
            # The new rules start here; moves taken back before cannot be restored.
            kept, version = apply(paper.entries, left_out(paper.entries, _without(paper, body))), _number(body["to"])
            sealed = from_row(body, paper.game, version, paper.names, paper.options)
            seals = (*paper.sealed, *([sealed] if sealed else []))
            return replace(
                paper, version=version, entries=kept, done=PersistentList(), undone=PersistentList(), sealed=seals
            )
        case Kind.COMMITTED:
            seeds = (*paper.commitments, committed(body, paper.sealed))
            return replace(paper, commitments=seeds, result=None, instead={}, moved={})
        case Kind.REVEALED:
            *before, last = paper.commitments
            if paper.result is not None:
                raise ValueError("a second result, and nothing was changed since the first")
            return _ended(replace(paper, commitments=(*before, replace(last, revealed=True))), body)
        case Kind.SEAT_CLAIMED:
            others = {seat: phone for seat, phone in paper.claims.items() if seat != row.seat}
            phone = body["phone"]
            if phone is None:
                return replace(paper, claims=others)
            return replace(paper, claims={**others, _seat(paper, row): _word(phone)})
        case Kind.CLOSED:
            paper = replace(paper, closed=True, told=bool(body.get("told", False)))
            return paper if paper.commitments else _ended(paper, body)
    raise ValueError(f"no row of a game under way: {row.kind}")


def _ended(paper: RecordedGame, body: Mapping[str, Any]) -> RecordedGame:
    """Return the game with the outcome that a row gives; `rows.outcome_body` writes it."""
    instead = {_number(entry, 1, len(paper.entries)): _word(name) for entry, name in body.get("instead_of", ())}
    moved = {
        _number(entry, 1, len(paper.entries)): (_number(number), _number(turn))
        for entry, (number, turn) in body.get("moved_to", ())
    }
    result = places_from(body.get("result"))
    check_places(result, len(paper.names))
    return replace(paper, result=result, instead=instead, moved=moved)


def _one(paper: RecordedGame, row: Row, body: Mapping[str, Any]) -> Noted:
    seat, move, drawn = _seat(paper, row), _move(body["move"]), None
    if "draw" in body and row.kind is Kind.PLAYED:
        last = len(paper.commitments) - 1
        drawn = from_body(body["draw"], seat, move["move"], move["chance"], paper.draws, last)
    spends = (_word(body["spends"][0]), _number(body["spends"][1])) if "spends" in body else None
    return Noted(seat, move, (row.seq, 0), row.group, bool(body.get("typed", False)), drawn, spends)


def _played(paper: RecordedGame, moves: tuple[Noted, ...], group: int) -> RecordedGame:
    fresh = [one.drawn for one in moves if one.drawn is not None and one.drawn.number >= len(paper.draws)]
    paper = replace(paper, draws=longer(paper.draws, fresh))
    if paper.done and paper.done[-1].group == group:
        span = paper.done[-1].spans[-1]
        more = replace(paper.done[-1], spans=(replace(span, into=(*span.into, *moves)),))
        return replace(paper, entries=longer(paper.entries, moves), done=longer(paper.done[:-1], (more,)))
    return _changed(paper, _Change((Span(len(paper.entries), (), moves),), group))


def _taken_back(paper: RecordedGame, body: Mapping[str, Any]) -> RecordedGame:
    if "entries" not in body:
        change = paper.done[-1]
        names, options = change.begun[0] if change.begun else (paper.names, paper.options)
        return replace(
            paper, names=names, options=options, entries=apply(paper.entries, inverse(change.spans)),
            done=paper.done[:-1], undone=longer(paper.undone, (change,)),
        )  # fmt: skip
    out = left_out(paper.entries, _entries(paper, body["entries"]))
    own = tuple(one for span in out for one in span.out)
    kept = apply(paper.entries, out)
    done = without_entries(paper.done, kept, {one.made for one in own})
    if done is None:
        raise ValueError("something earlier was changed since")
    return replace(paper, entries=kept, done=done, undone=PersistentList([_Change(out, None, own)]))


def _restored(paper: RecordedGame, row: Row) -> RecordedGame:
    change, left = paper.undone[-1], paper.undone[:-1]
    if change.own:
        again = tuple(replace(one, made=(row.seq, at), group=row.seq) for at, one in enumerate(change.own))
        return replace(_played(paper, again, row.seq), undone=left)
    names, options = change.begun[1] if change.begun else (paper.names, paper.options)
    return replace(_changed(paper, change), names=names, options=options, undone=left)


def _begun(paper: RecordedGame, body: Mapping[str, Any]) -> RecordedGame:
    before, after = (paper.names, paper.options), (names_from(body["seats"]), _options(body["options"]))
    if len(after[0]) != len(paper.names):
        raise ValueError("the seats stay")
    change = _Change(left_out(paper.entries, _without(paper, body)), None, begun=(before, after))
    sealed = from_row(body, paper.game, paper.version, *after)
    told = replace(paper, names=after[0], options=after[1], sealed=(*paper.sealed, *([sealed] if sealed else [])))
    return _changed(told, change)


def _amended(paper: RecordedGame, row: Row, body: Mapping[str, Any]) -> RecordedGame:
    at = _number(body["entry"], 1, len(paper.entries))
    old = paper.entries[at - 1]
    instead: tuple[Noted, ...] = ()
    if body["move"] is not None:
        drawn = old.drawn if "draw" in body else None
        instead = (replace(_one(paper, row, body), made=old.made, group=old.group, drawn=drawn),)
    without = _without(paper, body)
    moves = {_number(one["entry"], 1, len(paper.entries)): _move(one["move"]) for one in body.get("renamed", ())}
    called = {number: replace(paper.entries[number - 1], move=move) for number, move in moves.items()}
    others = replacing(paper.entries, {number: one for number, one in called.items() if number not in without})
    spans = (Span(at - 1, (old,), instead), *in_order(left_out(paper.entries, without), others))
    return _changed(paper, _Change(spans, None))


def _changed(paper: RecordedGame, change: _Change) -> RecordedGame:
    return replace(
        paper, entries=apply(paper.entries, change.spans), done=longer(paper.done, (change,)), undone=PersistentList()
    )


def _number(value: Any, least: int = 0, most: int = MOST) -> int:
    if not (whole_number(value) and least <= value <= most):
        raise ValueError(f"no number from {least} to {most}")
    return value


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("no word")
    return value


def _seat(paper: RecordedGame, row: Row) -> int:
    return _number(row.seat, 1, len(paper.names))


def _options(value: Any) -> Mapping[str, Any]:
    if not (isinstance(value, dict) and plain(value)):
        raise ValueError("no options")
    return value


def _move(value: Any) -> Mapping[str, Any]:
    if not (isinstance(value, dict) and isinstance(value.get("move"), str) and plain(value)):
        raise ValueError("no move")
    return value


def _without(paper: RecordedGame, body: Mapping[str, Any]) -> list[int]:
    return _entries(paper, body["without"])


def _entries(paper: RecordedGame, value: Any) -> list[int]:
    """Return the numbers of entries, from 1, each once. Raises TypeError or ValueError for anything else."""
    numbers = [_number(number, 1, len(paper.entries)) for number in value]
    if len({*numbers}) != len(numbers):
        raise ValueError("an entry twice")
    return numbers
