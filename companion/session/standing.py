"""What stands in a game, counted entry by entry: draws, results that were typed in, and corrections."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.rules.game import Correct
from companion.session.growing import grown
from companion.session.table import Entry, Table


def taken_back(table: Table) -> int:
    """How many draws stand no more."""
    return len(table.draws) - len(_entries(table, "drawn", lambda entry: entry.played.drawn is not None))


def typed(table: Table) -> int:
    """How many moves stand whose chance was typed in."""
    return len(_entries(table, "typed", lambda entry: entry.played.typed))


def corrected(table: Table) -> bool:
    """Whether a correction by hand stands."""
    return bool(_entries(table, "corrected", lambda entry: isinstance(entry.played.move, Correct)))


def _entries(table: Table, key: str, wanted: Callable[[Entry], bool]) -> Sequence[int]:
    """The numbers of the entries that are wanted; the key names what is wanted."""

    def more(number: int, _: object) -> tuple[int, ...]:
        return (number,) if wanted(table.entries[number - 1]) else ()

    return grown(table, key, tuple, more)
