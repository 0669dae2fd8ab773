"""The entries of a game by the turns and phases that they were made in, found from the last one back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from companion.rules.game import Deed, Match
from companion.rules.moves import Correct
from companion.rules.sheet import Line
from companion.support.frozen import frozen
from companion.table.incremental import grown
from companion.table.table import Entry, Table

_ToldAs = tuple[int | None, int | None]
"""The number of a turn, or None and the round."""


@frozen
class Stretch:
    """Entries in a row that are told together: those of one turn, or of a phase between turns."""

    first: int
    last: int
    """The numbers of its first and its last entry."""
    turn: int | None
    """The number of the turn; None of a phase."""
    seat: int | None
    """Whose turn it is; None in a phase."""
    ended: bool
    """Nothing more can come to it: another turn or phase has begun, or the game is over."""


def stretch_at(table: Table, entry: int) -> Stretch:
    """The turn or phase in which the entry of this number, from 1, was made."""
    begun = _begun(table)
    at = bisect_right(begun, entry, key=lambda one: one[0]) - 1
    first, told_as = begun[at]
    last = begun[at + 1][0] - 1 if at + 1 < len(begun) else len(table.entries)
    ended = last < len(table.entries) or table.over or _told_as(table.match, table.state) != told_as
    return Stretch(first, last, told_as[0], table.match.turn(table.before(first)), ended)


def _begun(table: Table) -> Sequence[tuple[int, _ToldAs]]:
    """The first entry of every turn and phase, and as what it is told."""

    def more(number: int, before: Sequence[tuple[int, _ToldAs]]) -> Iterator[tuple[int, _ToldAs]]:
        told_as = _told_as(table.match, table.before(number))
        if not before or before[-1][1] != told_as:
            yield number, told_as

    return grown(table, "begun", tuple, more)


def _told_as(match: Match, state: Any) -> _ToldAs:
    """The turn that a move made now belongs to, and between turns the round: a game may have no turns at all.

    What comes before the first round belongs to it.
    """
    number = match.turn_no(state)
    return number, None if number is not None else match.round(state) or 1


def stretches(table: Table) -> Iterator[Stretch]:
    """Every turn and phase in which something was done, the last first; each is looked for as it is asked for."""
    last = len(table.entries)
    while last:
        found = stretch_at(table, last)
        yield found
        last = found.first - 1


def told_together(entry: Entry) -> bool:
    """Whether an entry is told with its turn: a correction by hand is told by itself."""
    return not isinstance(entry.played.move, Correct)


def deeds_of(table: Table, stretch: Stretch) -> tuple[Deed, ...]:
    """The moves of a turn or phase, corrections aside, with their lines.

    Lines that belong to what follows are told there: with its first move. After the end nothing follows.
    """
    deeds: list[Deed] = []
    end = len(table.entries) if table.over else 0
    carried = _carried(table.entries[stretch.first - 2]) if stretch.first > 1 else ()
    for number in range(stretch.first, stretch.last + 1):
        entry = table.entries[number - 1]
        if told_together(entry):
            lines = (
                *carried,
                *(line for line in entry.lines if not line.follows or number < stretch.last or number == end),
            )
            played = entry.played
            deeds.append(Deed(table.before(number), played.seat, played.move, entry.state, lines))
            carried = ()
    return tuple(deeds)


def _carried(entry: Entry) -> tuple[Line, ...]:
    """The lines of the entry that closed a turn which belong to what comes after it."""
    return tuple(line for line in entry.lines if line.follows)
