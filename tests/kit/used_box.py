"""State directories of boxes that were used before: no first steps stand before their table."""

from __future__ import annotations

from pathlib import Path

from companion.box.preferences import PREFERENCES_NOTE
from companion.games import GAMES
from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME


def used_box(state: Path) -> Path:
    """Give a state directory without a journal a setting, and return it; one with a journal stays as it is."""
    if not (state / NAME).exists():
        store = open_store(state, GAMES)
        store.journal.set_note(PREFERENCES_NOTE, {})
        store.close()
    return state
