"""Ceremonies as JSON: what is played before everybody's eyes once a move is in the journal."""

from __future__ import annotations

from typing import Any

from companion.rules.scene import Ceremony
from companion.rules.viewer import Viewer
from companion.server.views.scene_view import as_json
from companion.table.table import Entry, Table
from companion.words.animations import ceremonies_of
from companion.words.catalogue import Words
from companion.words.effects import newest_entries


def ceremonies_view(table: Table, viewer: Viewer, words: Words) -> list[dict[str, Any]]:
    """What the newest change brought, as JSON; nothing where it was no move, or was taken back.

    Each says which entry brought it, and of its chance whether it was typed in, or is the same as before.
    """
    return [
        _view(table, entry, one)
        for entry in newest_entries(table)
        for one in ceremonies_of(table, entry, viewer, words)
    ]


def _view(table: Table, entry: int, one: Ceremony[str]) -> dict[str, Any]:
    this: Entry = table.entries[entry - 1]
    about = {"ceremony": type(one).__name__.lower(), "entry": entry, "by": this.played.seat}
    drawn = this.played.drawn
    return {**about, "typed": this.played.typed, "again": drawn is not None and drawn.again, **as_json(one)}
