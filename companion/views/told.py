"""What happened at a table, in words: for the line of the last event and for the history."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.text import Text
from companion.rules.viewer import PUBLIC
from companion.session.table import Change, Table
from companion.views.seats import LETTERS, brief_names
from companion.views.texts import Words


def told(table: Table, entry: int) -> Text:
    """What the entry of this number, from 1, did; as everyone may know it."""
    this = table.entries[entry - 1]
    return table.game.tell(table.before(entry), this.played.seat, this.played.move, this.state, PUBLIC)


def last_told(table: Table, words: Words) -> str:
    """What happened last, as one line: a move, what was taken back, or a change of an earlier move. "" at the start."""
    if table.undone:
        return words("table.taken_back", what=_in_brief(table, table.undone[-1], words))
    return change_told(table, table.done[-1], words) if table.done else ""


def change_told(table: Table, change: Change, words: Words) -> str:
    """What one step of the history did, as one line."""
    if change.amended is not None:
        return words("table.amended", number=change.amended)
    return words.of(_last_of(table, change), brief_names(table.names))


def _in_brief(table: Table, change: Change, words: Words) -> str:
    """The same where other words stand on the line too: the seat by its letter alone."""
    if change.amended is not None:
        return words("table.amended", number=change.amended)
    letter = LETTERS[change.after[-1].played.seat - 1]
    return f"{letter} {words.brief(_last_of(table, change), brief_names(table.names))}"


def _last_of(table: Table, change: Change) -> Text:
    return told(replace(table, entries=change.after), len(change.after))
