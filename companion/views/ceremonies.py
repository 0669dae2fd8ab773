"""Ceremonies in words and as JSON: what is played before everybody's eyes once a move is in the journal."""

from __future__ import annotations

from typing import Any

from companion.rules.scene import Ceremony, Tally
from companion.rules.viewer import PUBLIC, Viewer
from companion.session.table import Entry, Table
from companion.views.brought import brought_by, newest_entries
from companion.views.scene_view import as_json, said
from companion.views.texts import Words


def ceremonies_of(table: Table, entry: int, viewer: Viewer, words: Words) -> tuple[Ceremony[str], ...]:
    """What the entry of this number, from 1, brought to be seen, in the order in which it is played."""
    shown: tuple[Ceremony[str], ...] = said(brought_by(table, entry, viewer), table, words)
    return shown


def ceremonies_view(table: Table, viewer: Viewer, words: Words) -> list[dict[str, Any]]:
    """What the newest change brought, as JSON; nothing where it was no move, or was taken back.

    Each says which entry brought it, and of its chance whether it was typed in, or is the same as before.
    """
    return [
        _view(table, entry, one)
        for entry in newest_entries(table)
        for one in ceremonies_of(table, entry, viewer, words)
    ]


def tally_at(table: Table, entry: int, words: Words) -> Tally[str] | None:
    """The tally that an entry (from 1) brought, also shares that it pays nothing; None if it brought none."""
    if not 1 <= entry <= len(table.entries):
        return None
    return next((one for one in ceremonies_of(table, entry, PUBLIC, words) if isinstance(one, Tally)), None)


def _view(table: Table, entry: int, one: Ceremony[str]) -> dict[str, Any]:
    this: Entry = table.entries[entry - 1]
    about = {"ceremony": type(one).__name__.lower(), "entry": entry, "by": this.played.seat}
    drawn = this.played.drawn
    return {**about, "typed": this.played.typed, "again": drawn is not None and drawn.again, **as_json(one)}
