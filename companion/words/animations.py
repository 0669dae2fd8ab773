"""Ceremonies in words: what is played before everybody's eyes once a move is in the journal."""

from __future__ import annotations

from companion.rules.scene import Ceremony, Tally
from companion.rules.viewer import PUBLIC, Viewer
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.effects import brought_by
from companion.words.scene_texts import said


def ceremonies_of(
    table: Table, entry: int, viewer: Viewer, words: Words, *, brief: bool = False
) -> tuple[Ceremony[str], ...]:
    """What the entry of this number, from 1, brought to be seen, in the order in which it is played.

    With `brief` in few words, where there are.
    """
    shown: tuple[Ceremony[str], ...] = said(brought_by(table, entry, viewer), table, words, brief=brief)
    return shown


def tally_at(table: Table, entry: int, words: Words) -> Tally[str] | None:
    """The tally that an entry (from 1) brought, also shares that it pays nothing; None if it brought none."""
    if not 1 <= entry <= len(table.entries):
        return None
    return next((one for one in ceremonies_of(table, entry, PUBLIC, words) if isinstance(one, Tally)), None)
