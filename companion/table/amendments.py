"""Amendments: taking back and restoring, and changing, leaving out or inserting earlier moves. Pure steps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.game import Match, move_to_json
from companion.rules.match_functions import chance_of
from companion.rules.moves import Move
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import say
from companion.table.persistent_list import PersistentList, longer
from companion.table.spans import Made, Span, Spans, apply, in_order, inverse, left_out, replacing, without_entries
from companion.table.table import Beginning, Change, Entry, Played, Table, added, changed, check_seat
from companion.table.table_errors import Misfit, MisfitsError, NothingToDoError


def take_back(table: Table) -> Table:
    """The table with its last change taken back: the moves of one group, or a change of earlier ones."""
    if not table.done or table.closed:
        raise NothingToDoError(say("session.nothing_to_take_back"))
    change = table.done[-1]
    then = replace(table, beginning=change.begun[0]) if change.begun else table
    entries = _with(then, inverse(change.spans), whole=change.begun is not None)
    return replace(then, entries=entries, done=table.done[:-1], undone=longer(table.undone, (change,)))


def restore(table: Table) -> Table:
    """The table with the change restored that was taken back last.

    What a seat took back from among the moves of others is played at the end. Raises IllegalMoveError where it cannot.
    """
    if not table.undone or table.closed:
        raise NothingToDoError(say("session.nothing_to_restore"))
    change, left = table.undone[-1], table.undone[:-1]
    if change.own:
        group = table.seq + 1
        after = added(table, table.entries, change.own, group, one_row=True)
        played = Span(len(table.entries), (), tuple(after[len(table.entries) :]))
        return replace(changed(table, after, Change((played,), group)), undone=left)
    then = replace(table, beginning=change.begun[1]) if change.begun else table
    entries = _with(then, change.spans, whole=change.begun is not None)
    return replace(then, entries=entries, done=longer(table.done, (change,)), undone=left)


def own_entries(table: Table, seat: int) -> tuple[int, ...]:
    """The entries, from 1, that a take-back of this seat alone leaves out: its own of its last group.

    None where it was not one of several seats that acted, or nobody has acted since: then a take-back is for all. Nor
    where its last group was there before anything that can be taken back: it was migrated from other rules.
    """
    own = [number for number, entry in enumerate(table.entries, 1) if entry.played.seat == seat]
    if not own:
        return ()
    group = table.entries[own[-1] - 1].group
    members = [number for number, entry in enumerate(table.entries, 1) if entry.group == group]
    if {table.entries[number - 1].made for number in members} & _carried(table):
        return ()
    several = len(table.match.active_seats(table.before(members[0]))) > 1
    last = members[-1] == len(table.entries) and all(number in own for number in members)
    plain = last and bool(table.done) and table.done[-1].group == group
    return tuple(number for number in members if number in own) if several and not plain else ()


def take_back_own(table: Table, entries: Collection[int]) -> Table:
    """The table without these entries, from 1, of a seat and what does not fit without them; the others stay.

    Raises MisfitsError with every later entry that no longer fits, unless it is among these; NothingToDoError where
    something else was changed since, which has to be taken back first.
    """
    if table.closed or not entries or not all(1 <= number <= len(table.entries) for number in entries):
        raise NothingToDoError(say("session.nothing_to_take_back"))
    gone = {table.entries[number - 1].made for number in entries}
    if gone & _carried(table):
        raise NothingToDoError(say("session.nothing_to_take_back"))
    taken = tuple(entry.played for entry in table.entries if entry.made in gone)
    first = min(entries)
    later = ((number, one) for number, one in enumerate(table.entries, 1) if number > first and one.made not in gone)
    kept, misfits = replayed(table, table.entries[: first - 1], later)
    if misfits:
        raise MisfitsError(misfits)
    done = without_entries(table.done, kept, gone)
    if done is None:
        raise NothingToDoError(say("session.changed_since"))
    own = Change(left_out(table.entries, entries), None, own=taken)
    return replace(table, entries=kept, done=done, undone=PersistentList([own]))


def amend(
    table: Table,
    entry: int,
    instead: Played | None,
    without: Collection[int] = (),
    renamed: Mapping[int, Move] | None = None,
) -> Table:
    """The table with an earlier entry, from 1, replaced (or left out, for None) and the rest played again.

    `renamed` are the later moves that call something by its new name, by entry; as the game has them where nothing is
    said. Raises MisfitsError with every later entry that no longer fits, unless `without` names exactly these; and
    IllegalMoveError when the new move itself is refused.
    """
    _check_entry(table, entry)
    old = table.entries[entry - 1]
    kept = table.entries[: entry - 1]
    if instead is not None:
        state, lines = table.match.play(old.before, instead.seat, instead.move)
        kept = longer(kept, (Entry(instead, old.group, old.before, state, lines, old.made),))
    moves = renamed_later(table, entry, instead) if renamed is None else renamed
    called = {at: _moved(table.entries[at - 1], move) for at, move in moves.items()}
    later = [called.get(at, one) for at, one in enumerate(table.entries[entry:], entry + 1)]
    after = _on(table, kept, later, entry + 1, without)
    others = replacing(table.entries, {at: one for at, one in called.items() if at not in without})
    spans = (Span(entry - 1, (old,), tuple(kept[entry - 1 :])), *in_order(left_out(table.entries, without), others))
    return changed(table, after, Change(spans, None, amended=entry, left_out=instead is None))


def renamed_later(table: Table, entry: int, instead: Played | None) -> dict[int, Move]:
    """The later moves, by entry, that name something by another name once this stands in place of an entry, from 1."""
    old = table.entries[entry - 1].played
    if instead is None or instead.seat != old.seat or instead.move == old.move:
        return {}
    found = {}
    for at, one in enumerate(table.entries[entry:], entry + 1):
        move = table.match.follow_rename(old.move, instead.move, one.played.move)
        if move != one.played.move:
            found[at] = move
    return found


def _moved(entry: Entry, move: Move) -> Entry:
    return replace(entry, played=replace(entry.played, move=move))


def insert(table: Table, entry: int, played: Played, without: Collection[int] = ()) -> Table:
    """The table with a move more before an entry, from 1, and the rest played again; raises as `amend` does.

    `without` counts as before.
    """
    _check_entry(table, entry)
    check_seat(table, played.seat)
    kept = added(table, table.entries[: entry - 1], [played], table.seq + 1)
    after = _on(table, kept, table.entries[entry - 1 :], entry, without)
    spans = (Span(entry - 1, (), tuple(kept[entry - 1 :])), *left_out(table.entries, without))
    return changed(table, after, Change(spans, None, inserted=entry))


def begin_again(table: Table, beginning: Beginning, without: Collection[int] = ()) -> Table:
    """The table on another beginning (an amendment of entry 0), and all moves played again; raises as `amend` does."""
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    then = replace(table, beginning=beginning)
    after = _on(then, (), table.entries, 1, without)
    change = Change(left_out(table.entries, without), None, amended=0, begun=(table.beginning, beginning))
    return changed(then, after, change)


def check_draw(match: Match, state: Any, played: Played) -> None:
    """Whether the draw of a move is still what the rules want where it is played now. Raises IllegalMoveError."""
    if played.drawn is None:
        return
    chosen = {name: value for name, value in move_to_json(played.move).items() if name not in ("move", "chance")}
    wanted = chance_of(match, state, played.seat, played.move.kind, chosen)
    drawn = (played.drawn.purpose, played.drawn.of, played.drawn.weights)
    if wanted and (wanted.purpose(played.move.kind), wanted.draws, wanted.weights) != drawn:
        raise IllegalMoveError(say("session.other_dice"))


def replayed(
    table: Table, kept: Sequence[Entry], later: Iterable[tuple[int, Entry]]
) -> tuple[Sequence[Entry], tuple[Misfit, ...]]:
    """Later entries, with their numbers, played on after those kept; and those that no longer fit, left out."""
    state = kept[-1].state if kept else table.start
    fitting: list[Entry] = []
    misfits = []
    for number, entry in later:
        one = entry.played
        try:
            check_draw(table.match, state, one)
            after, lines = table.match.play(state, one.seat, one.move)
        except IllegalMoveError as error:
            misfits.append(Misfit(number, one.seat, error.reason, error.ruling))
        else:
            fitting.append(replace(entry, before=state, state=after, lines=lines))
            state = after
    return longer(kept, fitting), tuple(misfits)


def _with(table: Table, spans: Spans[Entry], *, whole: bool) -> Sequence[Entry]:
    """The entries with these spans changed to what they were once: what comes after the first is played again.

    `whole` says that all of them are: the table stands on another beginning.
    """
    entries = apply(table.entries, spans)
    known = 0 if whole else spans[0].at + len(spans[0].into)
    state = entries[known - 1].state if known else table.start
    again: list[Entry] = []
    for entry in entries[known:]:
        before = state
        state, lines = table.match.play(before, entry.played.seat, entry.played.move)
        again.append(replace(entry, before=before, state=state, lines=lines))
    return longer(entries[:known], again)


def _on(
    table: Table, kept: Sequence[Entry], later: Sequence[Entry], first: int, without: Collection[int]
) -> Sequence[Entry]:
    """The entries with the later ones, the first of which has this number, played on; `without` names the misfits."""
    after, misfits = replayed(table, kept, enumerate(later, first))
    if {misfit.entry for misfit in misfits} != set(without):
        raise MisfitsError(misfits)
    return after


def _carried(table: Table) -> frozenset[Made]:
    """The entries that were there before anything that can be taken back: those migrated from other rules."""
    changes = (change for change in table.done if change.amended is None)
    brought = {entry.made for change in changes for span in change.spans for entry in span.into}
    return frozenset(entry.made for entry in table.entries) - brought


def _check_entry(table: Table, entry: int) -> None:
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    if not 1 <= entry <= len(table.entries):
        raise MalformedError(say("session.no_entry", entry=entry), "entry")
