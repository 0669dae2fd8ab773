"""What an amendment must not tell: which cards others hold, by the moves of theirs that would no longer fit."""

from __future__ import annotations

from companion.rules.errors import IllegalMoveError
from companion.rules.game import move_to_json
from companion.rules.text import say
from companion.rules.viewer import Viewer
from companion.session import table as tables
from companion.session.chosen import instead_of
from companion.session.commands import Amend
from companion.session.errors import MisfitsError
from companion.session.table import Entry, Table


def check_amend(table: Table, command: Amend, viewer: Viewer) -> None:
    """Refuse an amendment whose mere look would be a guess at what later moves hide from this viewer.

    Where later moves hide something, the amendment may neither change what passes unseen from hand to hand nor leave
    any later move without room: whether a hidden card could still be paid would tell which one it was. Whether it does
    is plain from what the viewer knows, so that the refusal tells nothing either. Raises IllegalMoveError.
    """
    if table.over or not 1 <= command.entry <= len(table.entries):
        return
    if not any(hides(table, number, viewer) for number in range(command.entry + 1, len(table.entries) + 1)):
        return
    unseen = IllegalMoveError(say("session.amend_unseen"))
    instead = instead_of(table, command)
    try:
        after = tables.amend(table, command.entry, instead)
    except MisfitsError as error:
        raise unseen from error
    changed = [table.entries[command.entry - 1], *(after.entries[command.entry - 1 :][:1] if instead else ())]
    if any(_passes(entry) for entry in changed):
        raise unseen


def hides(table: Table, entry: int, viewer: Viewer) -> bool:
    """Whether the move of this entry, from 1, has something that this viewer may not see."""
    played = table.entries[entry - 1].played
    return table.game.move_view(table.before(entry), played.seat, played.move, viewer) != move_to_json(played.move)


def _passes(entry: Entry) -> bool:
    """Whether something went unseen from one hand to another, or came from where others had laid it."""
    drawn = "chance" in move_to_json(entry.played.move)
    return any(line.secret and (line.by < 0 or line.seat != entry.played.seat or drawn) for line in entry.lines)
