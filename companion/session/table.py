"""A game at the table as a value: what stands, what was taken back, and the pure steps from one to the next.

The live session and the resuming one take the same steps, so what the journal folds to is what was on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules import codec
from companion.rules.errors import IllegalMoveError, MalformedError
from companion.rules.fields import Json
from companion.rules.game import Game, Move, check_names
from companion.rules.sheet import Line
from companion.rules.text import say
from companion.session.canonical import digest
from companion.session.draws import Commitment, Drawn
from companion.session.errors import Misfit, MisfitsError, NothingToDoError


@dataclass(frozen=True, slots=True)
class Played:
    """A move to be made: what an entry is before it is played."""

    seat: int
    move: Move
    typed: bool = False
    """Its chance was typed in from real dice, not drawn."""
    drawn: Drawn | None = None
    """The draw that its chance came from."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A standing move with what it led to."""

    played: Played
    group: int
    """Entries of one press share a group: they are written together and taken back together."""
    state: Any
    """The state after it."""
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One step of the history: the standing entries before and after it."""

    before: tuple[Entry, ...]
    after: tuple[Entry, ...]
    group: int | None
    """The group of the moves that were played; None when an entry was amended."""
    amended: int | None = None
    """The entry that was amended, from 1; None when moves were played."""
    left_out: bool = False
    """The amended entry was left out, and nothing put in its place."""


@dataclass(frozen=True, slots=True)
class Table:
    """One game at the table."""

    number: int
    """The number of the game in its journal, from 1; 0 outside a journal."""
    game: Game[Any]
    names: tuple[str, ...]
    options: Mapping[str, Json]
    start: Any
    """The state before the first move."""
    start_lines: tuple[Line, ...]
    seq: int = 0
    """How many rows of the journal led here."""
    entries: tuple[Entry, ...] = ()
    done: tuple[Change, ...] = ()
    """The changes that stand, oldest first; take-back undoes the last."""
    undone: tuple[Change, ...] = ()
    """Changes taken back, the last one to be restored first; gone with the next new change."""
    closed: bool = False
    claims: Mapping[int, str] = field(default_factory=dict)
    """The phone that each claimed seat is linked with, by seat: the digest of what that phone shows us."""
    commitments: tuple[Commitment, ...] = ()
    """The seeds committed to, the one in force last; none in a game without chance."""
    draws: tuple[Drawn, ...] = ()
    """Every draw there ever was, oldest first, whether its move stands or was taken back."""

    @property
    def state(self) -> Any:
        """The state now."""
        return self.entries[-1].state if self.entries else self.start

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.game.over(self.state)

    @property
    def seats(self) -> range:
        """The seats, from 1."""
        return range(1, len(self.names) + 1)

    def before(self, entry: int) -> Any:
        """The state before the entry of this number, from 1."""
        return self.entries[entry - 2].state if entry > 1 else self.start

    def lines(self) -> Iterable[tuple[int, Line]]:
        """Every line of the sheet with its entry, oldest first; set-up is entry 0."""
        yield from ((0, line) for line in self.start_lines)
        for number, entry in enumerate(self.entries, 1):
            yield from ((number, line) for line in entry.lines)

    def standing_draws(self) -> Iterable[Drawn]:
        """The draws whose moves stand, newest first."""
        return (entry.played.drawn for entry in reversed(self.entries) if entry.played.drawn is not None)

    def digest(self) -> str:
        """SHA-256 over the state now."""
        return digest(codec.to_json(self.state))


def start(
    game: Game[Any], names: Sequence[object], options: Mapping[str, Json], number: int = 0, seq: int = 0
) -> Table:
    """A table at its first moment. Raises MalformedError for names or options that will not do."""
    checked = check_names(names, game.seats)
    state, lines = game.setup(checked, options)
    return Table(number, game, checked, options, state, lines, seq=seq)


def play(table: Table, played: Sequence[Played], group: int) -> Table:
    """The table after these moves of one group. Raises IllegalMoveError; then none of them was made."""
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    entries, draws = table.entries, table.draws
    state = table.state
    for one in played:
        if one.seat not in table.seats:
            raise MalformedError(say("error.no_seat", seat=one.seat, last=len(table.names)), "seat")
        state, lines = table.game.play(state, one.seat, one.move)
        entries = (*entries, Entry(one, group, state, lines))
        if one.drawn is not None:
            draws = (*draws, one.drawn)
    table = replace(table, draws=draws)
    if table.done and table.done[-1].group == group:
        return replace(table, entries=entries, done=(*table.done[:-1], replace(table.done[-1], after=entries)))
    return _changed(table, Change(table.entries, entries, group))


def take_back(table: Table) -> Table:
    """The table with its last change taken back: the moves of one group, or an amendment."""
    if not table.done or table.closed:
        raise NothingToDoError(say("session.nothing_to_take_back"))
    change = table.done[-1]
    return replace(table, entries=change.before, done=table.done[:-1], undone=(*table.undone, change))


def restore(table: Table) -> Table:
    """The table with the change restored that was taken back last."""
    if not table.undone or table.closed:
        raise NothingToDoError(say("session.nothing_to_restore"))
    change = table.undone[-1]
    return replace(table, entries=change.after, done=(*table.done, change), undone=table.undone[:-1])


def amend(table: Table, entry: int, instead: Played | None, without: Collection[int] = ()) -> Table:
    """The table with an earlier entry replaced (or left out, for None) and the rest played again.

    Raises MisfitsError with every later entry that no longer fits, unless `without` names exactly these; and
    IllegalMoveError when the new move itself is refused.
    """
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    if not 1 <= entry <= len(table.entries):
        raise MalformedError(say("session.no_entry", entry=entry), "entry")
    old = table.entries[entry - 1]
    kept = list(table.entries[: entry - 1])
    state = table.before(entry)
    if instead is not None:
        state, lines = table.game.play(state, instead.seat, instead.move)
        kept.append(Entry(instead, old.group, state, lines))
    misfits = []
    for number, later in enumerate(table.entries[entry:], entry + 1):
        try:
            state, lines = table.game.play(state, later.played.seat, later.played.move)
        except IllegalMoveError as error:
            misfits.append(Misfit(number, later.played.seat, error.reason, error.ruling))
        else:
            kept.append(replace(later, state=state, lines=lines))
    if {misfit.entry for misfit in misfits} != set(without):
        raise MisfitsError(tuple(misfits))
    return _changed(table, Change(table.entries, tuple(kept), None, amended=entry, left_out=instead is None))


def close(table: Table) -> Table:
    """The table closed for good."""
    if table.closed:
        raise IllegalMoveError(say("refused.closed"))
    return replace(table, closed=True)


def commit(table: Table, commitment: Commitment) -> Table:
    """The table with another seed in force."""
    return replace(table, commitments=(*table.commitments, commitment))


def reveal(table: Table) -> Table:
    """The table with the seed in force revealed."""
    *before, last = table.commitments
    return replace(table, commitments=(*before, replace(last, revealed=True)))


def claim(table: Table, seat: int, phone: str | None) -> Table:
    """The table with a seat linked with a phone, or with none. Raises MalformedError for a seat that there is not."""
    if seat not in table.seats:
        raise MalformedError(say("error.no_seat", seat=seat, last=len(table.names)), "seat")
    claims = {other: linked for other, linked in table.claims.items() if other != seat}
    return replace(table, claims={**claims, seat: phone} if phone is not None else claims)


def _changed(table: Table, change: Change) -> Table:
    return replace(table, entries=change.after, done=(*table.done, change), undone=())
