"""What happened at a table, in words: for the line of the last event and for the history."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.text import Text
from companion.rules.viewer import PUBLIC, Viewer
from companion.session.table import Change, Played, Table
from companion.views.seats import LETTERS, brief_names
from companion.views.texts import Words


def told(table: Table, entry: int, viewer: Viewer = PUBLIC) -> Text:
    """What the entry of this number, from 1, did; as this viewer may know it."""
    this = table.entries[entry - 1]
    return table.game.tell(table.before(entry), this.played.seat, this.played.move, this.state, viewer)


def with_chance_note(text: str, played: Played, words: Words) -> str:
    """What a move did, with a word about its chance where that is worth one: typed in, or the same as before."""
    if played.drawn is not None and played.drawn.again:
        return words("table.again", what=text)
    return words("table.typed", what=text) if played.typed else text


def last_told(table: Table, words: Words, *, brief: bool = False) -> str:
    """What happened last, as one line: a move, what was taken back, or a change of an earlier move. "" at the start.

    With `brief`, for a line in large letters, the seat is told by its letter alone.
    """
    if table.undone:
        return words("table.taken_back", what=_in_brief(table, table.undone[-1], words))
    if table.done and brief:
        return _in_brief(table, table.done[-1], words)
    return change_told(table, table.done[-1], words) if table.done else ""


def change_told(table: Table, change: Change, words: Words) -> str:
    """What one step of the history did, as one line."""
    if change.amended is not None:
        return amended_told(change, words)
    return words.of(_last_of(table, change), brief_names(table.names))


def amended_told(change: Change, words: Words) -> str:
    """What a change of an earlier move did to it."""
    return words("table.left_out" if change.left_out else "table.amended", number=change.amended or 0)


def _in_brief(table: Table, change: Change, words: Words) -> str:
    """The same where other words stand on the line too: the seat by its letter alone."""
    if change.amended is not None:
        return amended_told(change, words)
    letter = LETTERS[change.after[-1].played.seat - 1]
    return f"{letter} {words.brief(_last_of(table, change), brief_names(table.names))}"


def _last_of(table: Table, change: Change) -> Text:
    return told(replace(table, entries=change.after), len(change.after))
