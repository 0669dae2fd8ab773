"""What happened at a table, in words: for the line of the last event and for the history."""

from __future__ import annotations

from typing import Any

from companion.rules.text import Text
from companion.rules.viewer import PUBLIC, Viewer
from companion.table.counts import newly_replaced, replaced
from companion.table.table import Change, Table
from companion.words.catalogue import Words
from companion.words.signs import LETTERS, brief_names


def told(table: Table, entry: int, viewer: Viewer = PUBLIC) -> Text:
    """What the entry of this number, from 1, did; as this viewer could know it as soon as it was done."""
    return _told(table, entry, table.entries[entry - 1].state, viewer)


def told_now(table: Table, entry: int, viewer: Viewer = PUBLIC) -> Text:
    """The same, as this viewer may know it by now: after the end nothing is secret any more."""
    return _told(table, entry, table.state, viewer)


def _told(table: Table, entry: int, now: Any, viewer: Viewer) -> Text:
    this = table.entries[entry - 1]
    return table.match.tell(table.before(entry), this.played.seat, this.played.move, this.state, now, viewer)


def with_chance_note(text: str, table: Table, entry: int, words: Words) -> str:
    """What the entry of this number did, with a word about its chance if that is worth one.

    Its draw stands in place of another, or is the same as before; or it was typed in.
    """
    played = table.entries[entry - 1].played
    if entry in replaced(table):
        return words("table.replaced", what=text)
    if played.otherwise:
        return words("table.otherwise", what=text)
    if played.drawn is not None and played.drawn.again:
        return words("table.again", what=text)
    return words("table.typed", what=text) if played.typed else text


def with_replaced_note(text: str, table: Table, words: Words) -> str:
    """What the last change did; with a word about it if a draw stands in place of another since then."""
    return words("table.replaced_now", what=text) if newly_replaced(table) else text


def change_told(table: Table, change: Change, words: Words) -> str:
    """What one step of the history did, as one line."""
    if change.group is None and not change.own:
        return amended_told(change, words)
    return words.of(last_of(table, change), brief_names(table.names))


def amended_told(change: Change, words: Words) -> str:
    """What a change of an earlier move, or of the beginning, did to it."""
    if change.inserted is not None:
        return words("table.inserted", number=change.inserted)
    if change.amended == 0:
        return words("table.amended_start")
    return words("table.left_out" if change.left_out else "table.amended", number=change.amended or 0)


def in_brief(table: Table, change: Change, words: Words) -> str:
    """The same where other words stand on the line too: the seat by its letter alone."""
    if change.group is None and not change.own:
        return amended_told(change, words)
    letter = LETTERS[change.last.played.seat - 1]
    return f"{letter} {words.brief(last_of(table, change), brief_names(table.names))}"


def last_of(table: Table, change: Change, viewer: Viewer = PUBLIC) -> Text:
    """The last move of a change; of those that a seat has taken back for itself, from where they stood."""
    this = change.last
    return table.match.tell(this.before, this.played.seat, this.played.move, this.state, this.state, viewer)
