"""Amendments as pure functions: taking back and restoring, and changing, leaving out or inserting earlier moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.game import Match, PlayedMove, move_to_json
from companion.rules.match_functions import chance_field_of
from companion.rules.moves import Move
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import say
from companion.table.list_edits import (
    EntryId,
    Span,
    Spans,
    apply,
    inverse,
    merged,
    removing,
    replacing,
    without_entries,
)
from companion.table.persistent_list import PersistentList, extended_list
from companion.table.session_errors import Misfit, MisfitsError, NothingToDoError
from companion.table.table import (
    CompleteMove,
    Entry,
    GameStart,
    Table,
    TableChange,
    check_seat,
    with_change,
    with_moves,
)


def take_back(table: Table, by: tuple[int, ...] | None = None) -> Table:
    """Return the table with its last change taken back: the moves of one group, or a change of earlier moves.

    `by` are the seats of the phone that takes it back; None for the box. Raises NothingToDoError if there is no change
    to take back, or the game is closed.
    """
    if not table.undo_stack or table.closed:
        raise NothingToDoError(say("session.nothing_to_take_back"))
    change = replace(table.undo_stack[-1], taken_back_by=by)
    base = replace(table, game_start=change.game_starts[0]) if change.game_starts else table
    entries = _apply_spans(base, inverse(change.spans), from_start=change.game_starts is not None)
    return replace(
        base, entries=entries, undo_stack=table.undo_stack[:-1], redo_stack=extended_list(table.redo_stack, (change,))
    )


def restore(table: Table) -> Table:
    """Return the table with the change restored that was taken back last.

    Moves that a seat took back from among the moves of others are played at the end. Raises IllegalMoveError if the
    rules refuse them, and NothingToDoError if nothing was taken back or the game is closed.
    """
    if not table.redo_stack or table.closed:
        raise NothingToDoError(say("session.nothing_to_restore"))
    change, remaining = replace(table.redo_stack[-1], taken_back_by=None), table.redo_stack[:-1]
    if change.own_moves:
        group = table.seq + 1
        after = with_moves(table, table.entries, change.own_moves, group, one_row=True)
        played = Span(len(table.entries), (), tuple(after[len(table.entries) :]))
        return replace(with_change(table, after, TableChange((played,), group)), redo_stack=remaining)
    base = replace(table, game_start=change.game_starts[1]) if change.game_starts else table
    entries = _apply_spans(base, change.spans, from_start=change.game_starts is not None)
    return replace(base, entries=entries, undo_stack=extended_list(table.undo_stack, (change,)), redo_stack=remaining)


def seats_of_change(change: TableChange) -> tuple[int, ...]:
    """Return the seats whose moves a change played, inserted, replaced or left out; none for one of the setup.

    Later moves that no longer fitted do not count.
    """
    if change.amended == 0:
        return ()
    entry = change.inserted or change.amended
    spans = [span for span in change.spans if entry is None or span.start == entry - 1]
    moves = [move for span in (spans if entry is None else spans[:1]) for move in (*span.removed, *span.inserted)]
    return tuple(sorted({move.played.seat for move in moves}))


def own_entries(table: Table, seat: int) -> tuple[int, ...]:
    """Return the entries, from 1, that a take-back by this seat alone removes: its own entries of its last group.

    The result is empty if the seat was not one of several seats that had to act, or if nobody has acted since: then a
    take-back is for all seats. It is also empty if the group was migrated from other rules, because nothing that old
    can be taken back.
    """
    own = [number for number, entry in enumerate(table.entries, 1) if entry.played.seat == seat]
    if not own:
        return ()
    group = table.entries[own[-1] - 1].group
    members = [number for number, entry in enumerate(table.entries, 1) if entry.group == group]
    if {table.entries[number - 1].id for number in members} & _migrated_ids(table):
        return ()
    several = len(table.match.active_seats(table.before(members[0]))) > 1
    last = members[-1] == len(table.entries) and all(number in own for number in members)
    plain = last and bool(table.undo_stack) and table.undo_stack[-1].group == group
    return tuple(number for number in members if number in own) if several and not plain else ()


def take_back_own(table: Table, entries: Collection[int], by: tuple[int, ...] | None = None) -> Table:
    """Return the table without these entries, from 1, of one seat. They must include every later entry that does not
    fit without them.

    `by` works as in `take_back`. Raises MisfitsError with every other later entry that no longer fits. Raises
    NothingToDoError if something else was changed since: that change has to be taken back first.
    """
    if table.closed or not entries or not all(1 <= number <= len(table.entries) for number in entries):
        raise NothingToDoError(say("session.nothing_to_take_back"))
    removed = {table.entries[number - 1].id for number in entries}
    if removed & _migrated_ids(table):
        raise NothingToDoError(say("session.nothing_to_take_back"))
    own_moves = tuple(entry.played for entry in table.entries if entry.id in removed)
    first = min(entries)
    later = (
        (number, entry) for number, entry in enumerate(table.entries, 1) if number > first and entry.id not in removed
    )
    remaining, misfits = replay_entries(table, table.entries[: first - 1], later)
    if misfits:
        raise MisfitsError(misfits)
    undo_stack = without_entries(table.undo_stack, remaining, removed)
    if undo_stack is None:
        raise NothingToDoError(say("session.changed_since"))
    change = TableChange(removing(table.entries, entries), None, own_moves=own_moves, taken_back_by=by)
    return replace(table, entries=remaining, undo_stack=undo_stack, redo_stack=PersistentList([change]))


def amend(
    table: Table,
    entry: int,
    replacement: CompleteMove | None,
    without: Collection[int] = (),
    renames: Mapping[int, Move] | None = None,
) -> Table:
    """Return the table with an earlier entry, from 1, replaced (or left out if `replacement` is None) and the later
    ones replayed.

    `renames` holds, by entry, the later moves that name something by its new name; None means those that the game
    finds. Raises MisfitsError with every later entry that no longer fits, unless `without` names exactly these, and
    IllegalMoveError if the new move itself is refused.
    """
    _check_entry(table, entry)
    old = table.entries[entry - 1]
    head = table.entries[: entry - 1]
    if replacement is not None:
        state, lines = table.match.play(old.before, replacement.seat, replacement.move)
        head = extended_list(head, (Entry(replacement, old.group, old.before, state, lines, old.id),))
    moves = follow_renames(table, entry, replacement) if renames is None else renames
    renamed_entries = {number: _with_move(table.entries[number - 1], move) for number, move in moves.items()}
    later = [
        renamed_entries.get(number, later_entry) for number, later_entry in enumerate(table.entries[entry:], entry + 1)
    ]
    after = _replay_without(table, head, later, entry + 1, without)
    renamed_spans = replacing(
        table.entries, {number: later_entry for number, later_entry in renamed_entries.items() if number not in without}
    )
    spans = (
        Span(entry - 1, (old,), tuple(head[entry - 1 :])),
        *merged(removing(table.entries, without), renamed_spans),
    )
    return with_change(table, after, TableChange(spans, None, amended=entry, removed=replacement is None))


def follow_renames(table: Table, entry: int, replacement: CompleteMove | None) -> dict[int, Move]:
    """Return the later moves, by entry, in which a name changes when an entry, from 1, is replaced.

    Raises IllegalMoveError if the new move is refused.
    """
    old = table.entries[entry - 1]
    seat, move = old.played.seat, old.played.move
    if replacement is None or replacement.seat != seat or replacement.move == move:
        return {}
    state, lines = table.match.play(old.before, seat, replacement.move)
    moves = table.match.follow_renames(
        PlayedMove(old.before, seat, move, old.state, old.lines),
        PlayedMove(old.before, seat, replacement.move, state, lines),
        [(later_entry.played.seat, later_entry.played.move) for later_entry in table.entries[entry:]],
    )
    renamed = zip(table.entries[entry:], moves, strict=True)
    return {
        number: move for number, (later_entry, move) in enumerate(renamed, entry + 1) if move != later_entry.played.move
    }


def _with_move(entry: Entry, move: Move) -> Entry:
    return replace(entry, played=replace(entry.played, move=move))


def insert(table: Table, entry: int, played: CompleteMove, without: Collection[int] = ()) -> Table:
    """Return the table with one more move before an entry, from 1, and the later ones replayed.

    `without` works as in `amend`. Raises what `amend` raises.
    """
    _check_entry(table, entry)
    check_seat(table, played.seat)
    head = with_moves(table, table.entries[: entry - 1], [played], table.seq + 1)
    after = _replay_without(table, head, table.entries[entry - 1 :], entry, without)
    spans = (Span(entry - 1, (), tuple(head[entry - 1 :])), *removing(table.entries, without))
    return with_change(table, after, TableChange(spans, None, inserted=entry))


def amend_start(table: Table, game_start: GameStart, without: Collection[int] = ()) -> Table:
    """Return the table with another start (an amendment of entry 0) and all moves replayed. Raises what `amend`
    raises.
    """
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    base = replace(table, game_start=game_start)
    after = _replay_without(base, (), table.entries, 1, without)
    change = TableChange(removing(table.entries, without), None, amended=0, game_starts=(table.game_start, game_start))
    return with_change(base, after, change)


def check_draw(match: Match, state: Any, played: CompleteMove) -> None:
    """Raise IllegalMoveError unless the draw of a move is still the one that the rules ask for in this state."""
    if played.drawn is None:
        return
    chosen = {name: value for name, value in move_to_json(played.move).items() if name not in ("move", "chance")}
    wanted = chance_field_of(match, state, played.seat, played.move.kind, chosen)
    drawn = (played.drawn.purpose, played.drawn.wanted, played.drawn.weights)
    if wanted and (wanted.purpose(played.move.kind), wanted.draws, wanted.weights) != drawn:
        raise IllegalMoveError(say("session.other_dice"))


def replay_entries(
    table: Table, head: Sequence[Entry], later: Iterable[tuple[int, Entry]]
) -> tuple[Sequence[Entry], tuple[Misfit, ...]]:
    """Replay later entries, given with their numbers, after those in `head`.

    Returns all entries that fit, and the misfits, which are left out.
    """
    state = head[-1].state if head else table.initial_state
    fitting: list[Entry] = []
    misfits = []
    for number, entry in later:
        played = entry.played
        try:
            check_draw(table.match, state, played)
            after, lines = table.match.play(state, played.seat, played.move)
        except IllegalMoveError as error:
            misfits.append(Misfit(number, played.seat, error.reason, error.ruling))
        else:
            fitting.append(replace(entry, before=state, state=after, lines=lines))
            state = after
    return extended_list(head, fitting), tuple(misfits)


def _apply_spans(table: Table, spans: Spans[Entry], *, from_start: bool) -> Sequence[Entry]:
    """Return the entries after these changes. Entries behind the first span are replayed, all of them if `from_start`.

    `from_start` is needed when the table also gets another start.
    """
    entries = apply(table.entries, spans)
    unchanged = 0 if from_start else spans[0].start + len(spans[0].inserted)
    state = entries[unchanged - 1].state if unchanged else table.initial_state
    replayed_entries: list[Entry] = []
    for entry in entries[unchanged:]:
        before = state
        state, lines = table.match.play(before, entry.played.seat, entry.played.move)
        replayed_entries.append(replace(entry, before=before, state=state, lines=lines))
    return extended_list(entries[:unchanged], replayed_entries)


def _replay_without(
    table: Table, head: Sequence[Entry], later: Sequence[Entry], first: int, without: Collection[int]
) -> Sequence[Entry]:
    """Replay the later entries, the first of which has the number `first`, after those in `head`.

    Raises MisfitsError unless `without` names exactly the entries that no longer fit.
    """
    after, misfits = replay_entries(table, head, enumerate(later, first))
    if {misfit.entry for misfit in misfits} != set(without):
        raise MisfitsError(misfits)
    return after


def _migrated_ids(table: Table) -> frozenset[EntryId]:
    """Return the ids of the entries that no change on the undo stack has added: those migrated from other rules."""
    changes = (change for change in table.undo_stack if change.amended is None)
    played_ids = {entry.id for change in changes for span in change.spans for entry in span.inserted}
    return frozenset(entry.id for entry in table.entries) - played_ids


def _check_entry(table: Table, entry: int) -> None:
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    if not 1 <= entry <= len(table.entries):
        raise MalformedError(say("session.no_entry", entry=entry), "entry")
