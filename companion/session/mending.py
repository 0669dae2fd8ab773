"""Mending what was done: taking back, restoring, and changing, leaving out or inserting earlier moves. Pure steps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.errors import IllegalMoveError, MalformedError
from companion.rules.game import move_to_json
from companion.rules.match import Match, chance_of
from companion.rules.text import say
from companion.session.errors import Misfit, MisfitsError, NothingToDoError
from companion.session.table import Beginning, Change, Entry, Played, Table, added, changed, check_seat

Made = tuple[int, int]


def take_back(table: Table) -> Table:
    """The table with its last change taken back: the moves of one group, or a change of earlier ones."""
    if not table.done or table.closed:
        raise NothingToDoError(say("session.nothing_to_take_back"))
    change = table.done[-1]
    beginning = change.begun[0] if change.begun else table.beginning
    undone = (*table.undone, change)
    return replace(table, beginning=beginning, entries=change.before, done=table.done[:-1], undone=undone)


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
        return replace(changed(table, Change(table.entries, after, group)), undone=left)
    beginning = change.begun[1] if change.begun else table.beginning
    return replace(table, beginning=beginning, entries=change.after, done=(*table.done, change), undone=left)


def own_entries(table: Table, seat: int) -> tuple[int, ...]:
    """The entries, from 1, that a take-back of this seat alone leaves out: its own of its last group.

    None where it was not one of several seats that acted, or nobody has acted since: then a take-back is for all. Nor
    where its last group was there before anything that can be taken back: it was carried over from other rules.
    """
    own = [number for number, entry in enumerate(table.entries, 1) if entry.played.seat == seat]
    if not own:
        return ()
    group = table.entries[own[-1] - 1].group
    members = [number for number, entry in enumerate(table.entries, 1) if entry.group == group]
    if {table.entries[number - 1].made for number in members} & _carried(table):
        return ()
    several = len(table.match.waiting(table.before(members[0]))) > 1
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
    own = Change(table.entries, kept, None, own=taken)
    return replace(table, entries=kept, done=_rewritten(table, kept, gone), undone=(own,))


def amend(table: Table, entry: int, instead: Played | None, without: Collection[int] = ()) -> Table:
    """The table with an earlier entry, from 1, replaced (or left out, for None) and the rest played again.

    Raises MisfitsError with every later entry that no longer fits, unless `without` names exactly these; and
    IllegalMoveError when the new move itself is refused.
    """
    _check_entry(table, entry)
    old = table.entries[entry - 1]
    kept = table.entries[: entry - 1]
    if instead is not None:
        state, lines = table.match.play(table.before(entry), instead.seat, instead.move)
        kept = (*kept, Entry(instead, old.group, state, lines, old.made))
    after = _on(table, kept, table.entries[entry:], entry + 1, without)
    return changed(table, Change(table.entries, after, None, amended=entry, left_out=instead is None))


def insert(table: Table, entry: int, played: Played, without: Collection[int] = ()) -> Table:
    """The table with a move more before an entry, from 1, and the rest played again; raises as `amend` does.

    `without` counts as before.
    """
    _check_entry(table, entry)
    check_seat(table, played.seat)
    kept = added(table, table.entries[: entry - 1], [played], table.seq + 1)
    after = _on(table, kept, table.entries[entry - 1 :], entry, without)
    return changed(table, Change(table.entries, after, None, inserted=entry))


def begin_again(table: Table, beginning: Beginning, without: Collection[int] = ()) -> Table:
    """The table on another beginning (an amendment of entry 0), and all moves played again; raises as `amend` does."""
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    then = replace(table, beginning=beginning)
    after = _on(then, (), table.entries, 1, without)
    return changed(then, Change(table.entries, after, None, amended=0, begun=(table.beginning, beginning)))


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
    table: Table, kept: tuple[Entry, ...], later: Iterable[tuple[int, Entry]]
) -> tuple[tuple[Entry, ...], tuple[Misfit, ...]]:
    """Later entries, with their numbers, played on after those kept; and those that no longer fit, left out."""
    state = kept[-1].state if kept else table.start
    misfits = []
    for number, entry in later:
        one = entry.played
        try:
            check_draw(table.match, state, one)
            state, lines = table.match.play(state, one.seat, one.move)
        except IllegalMoveError as error:
            misfits.append(Misfit(number, one.seat, error.reason, error.ruling))
        else:
            kept = (*kept, replace(entry, state=state, lines=lines))
    return kept, tuple(misfits)


def _on(
    table: Table, kept: tuple[Entry, ...], later: Sequence[Entry], first: int, without: Collection[int]
) -> tuple[Entry, ...]:
    """The entries with the later ones, the first of which has this number, played on; `without` names the misfits."""
    after, misfits = replayed(table, kept, enumerate(later, first))
    if {misfit.entry for misfit in misfits} != set(without):
        raise MisfitsError(misfits)
    return after


def _rewritten(table: Table, kept: tuple[Entry, ...], gone: Collection[Made]) -> tuple[Change, ...]:
    """The changes that stand, as if these entries had never been; one that brought nothing else is left out."""
    stands = {entry.made for entry in kept}
    first = table.done[0].before if table.done else ()
    done: list[Change] = []
    for change in table.done:
        if not any(entry.made in gone for entry in change.after):
            done.append(change)
            continue
        if change.group is None:
            raise NothingToDoError(say("session.changed_since"))
        made = {entry.made for entry in change.after} & stands
        after = tuple(entry for entry in kept if entry.made in made)
        before = done[-1].after if done else first
        if len(after) > len(before):
            done.append(replace(change, before=before, after=after))
    return tuple(done)


def _carried(table: Table) -> frozenset[Made]:
    """The entries that were there before anything that can be taken back: those carried over from other rules."""
    return frozenset(entry.made for entry in (table.done[0].before if table.done else table.entries))


def _check_entry(table: Table, entry: int) -> None:
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    if not 1 <= entry <= len(table.entries):
        raise MalformedError(say("session.no_entry", entry=entry), "entry")
