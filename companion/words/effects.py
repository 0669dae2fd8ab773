"""What moves brought to be seen, in the game's own words: of one entry, and which entries the newest change brought."""

from __future__ import annotations

import logging

from companion.rules.scene import Ceremony
from companion.rules.text import Text
from companion.rules.validate_scene import sound_played
from companion.rules.viewer import Viewer
from companion.table.table import Table

log = logging.getLogger(__name__)


def brought_by(table: Table, entry: int, viewer: Viewer) -> tuple[Ceremony[Text], ...]:
    """What the entry of this number, from 1, brought to be seen, in the order in which it is played.

    If the game's ceremonies are not tested, one that names what is not there is left out and logged. They are made once
    for each table and viewer.
    """
    return table.kept(("brought", entry, viewer), lambda: _brought_by(table, entry, viewer))


def _brought_by(table: Table, entry: int, viewer: Viewer) -> tuple[Ceremony[Text], ...]:
    match, this = table.match, table.entries[entry - 1]
    before = table.before(entry)
    played = tuple(match.ceremonies(before, this.played.seat, this.played.move, this.state, this.lines, viewer))
    if not played or match.game.scenes_tested:
        return played
    sound, faults = sound_played(played, match.scene(match.seen(this.state, viewer), viewer, None), match)
    for fault in faults:
        log.warning("game %d, entry %d: %s", table.number, entry, fault)
    return sound


def newest_entries(table: Table) -> range:
    """The entries of the newest change, from 1; none where that was no move, was taken back, or is yet to come.

    It is yet to come for a table as it was before one of its entries.
    """
    if table.undone or not table.done or table.done[-1].group is None:
        return range(0)
    (span,) = table.done[-1].spans
    after = span.at + len(span.into)
    return range(span.at + 1, after + 1) if after == len(table.entries) else range(0)
