"""What stands in a game: draws and what they stand in place of, results that were typed in, and corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.chance.occasions import Occasion, period
from companion.rules.errors import RulesError
from companion.rules.game import Correct
from companion.session import mending
from companion.session.draws import Drawn
from companion.session.growing import grown
from companion.session.table import Entry, Table


def taken_back(table: Table) -> int:
    """How many draws stand no more."""
    return len(table.draws) - len(_drawn(table))


def typed(table: Table) -> int:
    """How many moves stand whose chance was typed in."""
    return len(_entries(table, "typed", lambda entry: entry.played.typed))


def corrected(table: Table) -> bool:
    """Whether a correction by hand stands."""
    return bool(_entries(table, "corrected", lambda entry: isinstance(entry.played.move, Correct)))


def replaced(table: Table) -> Mapping[int, str]:
    """The draws that stand in place of others: by entry, from 1, the name of the first of the others.

    A seat has seen two results for one round, or in a game without rounds for one turn, and one is gone: the other draw
    was made for the round in which this one stands now, or for a later one. It has a lower number, and no move stands
    on it; nor does a result that was typed in there spend it. A draw of an older game does not say what it was made
    for, and is left out.
    """
    return table.kept("replaced", lambda: _replaced(table)) if taken_back(table) else {}


def moved_draws(table: Table) -> Mapping[int, Occasion]:
    """Return the draws that stand in another round than they were made for: by entry, from 1, where they stand now.

    In a game without rounds it is another turn. Moves before them were inserted, changed or left out.
    """

    def more(number: int, _: object) -> tuple[tuple[int, Occasion], ...]:
        drawn = table.entries[number - 1].played.drawn
        if drawn is None or drawn.occasion is None:
            return ()
        now = table.occasion_of(number)
        return ((number, now),) if period(now) != period(drawn.occasion) else ()

    return dict(grown(table, "moved draws", tuple, more))


def newly_replaced(table: Table) -> bool:
    """Whether since the last change a draw stands in place of another that did not before."""
    now = _names(table)
    if not now or table.closed or not (table.undone or table.done):
        return False
    try:
        before = mending.restore(table) if table.undone else mending.take_back(table)
    except RulesError:  # what a seat has taken back for itself need not be restorable
        return True
    return not now <= _names(before)


def _names(table: Table) -> set[str]:
    drawn = (table.entries[entry - 1].played.drawn for entry in replaced(table))
    return {one.name for one in drawn if one is not None}


def _replaced(table: Table) -> dict[int, str]:
    made = [(entry, drawn) for entry in _drawn(table) if (drawn := table.entries[entry - 1].played.drawn) is not None]
    standing = {drawn.name for _, drawn in made}
    gone: dict[tuple[int, str], list[Drawn]] = {}
    for one in table.draws:
        if one.occasion is not None and one.name not in standing:
            gone.setdefault((one.seat, one.purpose), []).append(one)
    if not gone:
        return {}
    instead = [(entry, table.entries[entry - 1].played) for entry in _typed_instead(table)]
    spent = {(one.seat, one.spends, period(table.occasion_of(entry))) for entry, one in instead}
    found = {}
    for entry, drawn in made:
        others = [one for one in gone.get((drawn.seat, drawn.purpose), ()) if one.n < drawn.n]
        if not others:
            continue
        now = period(table.occasion_of(entry))
        seen = [
            one
            for one in others
            if one.occasion is not None
            and period(one.occasion) >= now
            and (one.seat, one.purpose_and_n, now) not in spent
        ]
        if seen:
            found[entry] = min(seen, key=lambda one: one.n).name
    return found


def _drawn(table: Table) -> Sequence[int]:
    return _entries(table, "drawn", lambda entry: entry.played.drawn is not None)


def _typed_instead(table: Table) -> Sequence[int]:
    return _entries(table, "typed instead", lambda entry: entry.played.spends is not None)


def _entries(table: Table, key: str, wanted: Callable[[Entry], bool]) -> Sequence[int]:
    """The numbers of the entries that are wanted; the key names what is wanted."""

    def more(number: int, _: object) -> tuple[int, ...]:
        return (number,) if wanted(table.entries[number - 1]) else ()

    return grown(table, key, tuple, more)
