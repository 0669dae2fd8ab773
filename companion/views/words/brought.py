"""What moves brought to be seen, in the game's own words: of one entry, and which entries the newest change brought."""

from __future__ import annotations

from companion.rules.scene import Ceremony
from companion.rules.text import Text
from companion.rules.viewer import Viewer
from companion.session.table import Table


def brought_by(table: Table, entry: int, viewer: Viewer) -> tuple[Ceremony[Text], ...]:
    """What the entry of this number, from 1, brought to be seen, in the order in which it is played."""
    this = table.entries[entry - 1]
    before = table.before(entry)
    return tuple(table.match.ceremonies(before, this.played.seat, this.played.move, this.state, this.lines, viewer))


def newest_entries(table: Table) -> range:
    """The entries of the newest change, from 1; none where that was no move, was taken back, or is yet to come.

    It is yet to come for a table as it was before one of its entries.
    """
    if table.undone or not table.done or table.done[-1].group is None:
        return range(0)
    before, after = len(table.done[-1].before), len(table.done[-1].after)
    return range(before + 1, after + 1) if after == len(table.entries) else range(0)
