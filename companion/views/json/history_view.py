"""The moves of a game in words, as JSON: those that stand, with their lines, and those taken back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.rules.viewer import Viewer
from companion.session.errors import Misfit
from companion.session.table import Table
from companion.views.json.reasons import why_not
from companion.views.json.table_view import sheet_line
from companion.views.words.events import change_told, told_now, with_chance_note
from companion.views.words.texts import Words
from companion.views.words.turns import turns_view


def history_view(table: Table, viewer: Viewer, words: Words, yours: Collection[int] = ()) -> dict[str, Any]:
    """Every move that stands and the turns they make, oldest first, and what was taken back, last first.

    `yours` are seats one acts for.
    """
    entries = [
        {
            "entry": number,
            "seat": entry.played.seat,
            "text": told_to(table, number, viewer, words),
            "lines": [sheet_line(number, line, table, viewer, words) for line in entry.lines],
            "corrected": entry.played.move.kind == "correct",
            "yours": entry.played.seat in yours and not table.closed,
        }
        for number, entry in enumerate(table.entries, 1)
    ]
    undone = [change_told(table, change, words) for change in reversed(table.undone)]
    turns = turns_view(table, viewer, words)
    return {"number": table.number, "entries": entries, "turns": turns, "undone": undone}


def told_to(table: Table, entry: int, viewer: Viewer, words: Words) -> str:
    """What the entry of this number, from 1, did, as this viewer may know it; after the end everybody may."""
    text = words.of(told_now(table, entry, viewer), table.names)
    return with_chance_note(text, table.entries[entry - 1].played, words)


def misfit_view(table: Table, misfit: Misfit, viewer: Viewer, words: Words) -> dict[str, Any]:
    """A later move that an amendment leaves no room for, with the reason."""
    return {
        "entry": misfit.entry,
        "seat": misfit.seat,
        "text": told_to(table, misfit.entry, viewer, words),
        **why_not(misfit.reason, misfit.ruling, table.names, words),
    }
