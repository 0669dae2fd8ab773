"""What an amendment must not tell: which cards others hold, by the moves of theirs that would no longer fit."""

from __future__ import annotations

from companion.rules.game import move_to_json
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.rules.viewer import Viewer
from companion.table import amendments
from companion.table.commands import Amend, Insert
from companion.table.complete_moves import inserted, instead_of
from companion.table.table import Entry, Table
from companion.table.table_errors import MisfitsError


def check_amend(table: Table, command: Amend | Insert, viewer: Viewer) -> None:
    """Refuse an amendment whose mere look would be a guess at what later moves hide from this viewer.

    Where later moves hide something, the amendment may neither change what passes unseen from hand to hand nor leave
    any later move without room: whether a hidden card could still be paid would tell which one it was. Whether it does
    is plain from what the viewer knows, so that the refusal tells nothing either. Raises IllegalMoveError.
    """
    later = command.entry + (1 if isinstance(command, Amend) else 0)
    if table.over or not any(hides(table, number, viewer) for number in range(max(1, later), len(table.entries) + 1)):
        return
    unseen = IllegalMoveError(say("session.amend_unseen"))
    if command.entry == 0:
        if isinstance(command, Amend) and set(command.options or {}) - {"colours"}:
            raise unseen  # whether hidden moves still fit other figures or house rules would tell of them
        return
    if command.entry > len(table.entries):
        return
    try:
        changed = _changed(table, command)
    except MisfitsError as error:
        raise unseen from error
    if any(_passes(entry) for entry in changed):
        raise unseen


def _changed(table: Table, command: Amend | Insert) -> list[Entry]:
    """The entries that a command takes away and brings. Raises MisfitsError where later ones have no room."""
    at = command.entry
    if isinstance(command, Insert):
        return [amendments.insert(table, at, inserted(table, command)).entries[at - 1]]
    instead = instead_of(table, command)
    after = amendments.amend(table, at, instead)
    return [table.entries[at - 1], *(after.entries[at - 1 :][:1] if instead else ())]


def hides(table: Table, entry: int, viewer: Viewer) -> bool:
    """Whether the move of this entry, from 1, has something that this viewer may not see."""
    played = table.entries[entry - 1].played
    return table.match.move_view(table.before(entry), played.seat, played.move, table.state, viewer) != move_to_json(
        played.move
    )


def _passes(entry: Entry) -> bool:
    """Whether something went unseen from one hand to another, or came from where others had laid it."""
    drawn = "chance" in move_to_json(entry.played.move)
    return any(line.secret and (line.by < 0 or line.seat != entry.played.seat or drawn) for line in entry.lines)
