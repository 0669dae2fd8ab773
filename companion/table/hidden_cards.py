"""What an amendment must not tell: which cards others hold, by the moves of theirs that would no longer fit."""

from __future__ import annotations

from companion.rules.game import move_to_json
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.rules.viewer import Viewer
from companion.table import amendments
from companion.table.commands import Amend, Insert
from companion.table.complete_moves import inserted_move, replacement_move
from companion.table.table import Entry, Table
from companion.table.table_errors import MisfitsError


def check_amend(table: Table, command: Amend | Insert, viewer: Viewer) -> None:
    """Refuse an amendment whose mere look would be a guess at what later moves hide from this viewer.

    Where later moves hide something, the amendment may neither change what passes unseen from hand to hand nor leave
    any later move without room: whether a hidden card could still be paid would tell which one it was. Whether it does
    is plain from what the viewer knows, so that the refusal tells nothing either. Raises IllegalMoveError.
    """
    first_later = command.entry + (1 if isinstance(command, Amend) else 0)
    if table.over or not any(
        hides_from_viewer(table, number, viewer) for number in range(max(1, first_later), len(table.entries) + 1)
    ):
        return
    refusal = IllegalMoveError(say("session.amend_unseen"))
    if command.entry == 0:
        if isinstance(command, Amend) and set(command.options or {}) - {"colours"}:
            raise refusal  # whether hidden moves still fit other figures or house rules would tell of them
        return
    if command.entry > len(table.entries):
        return
    try:
        affected = _affected_entries(table, command)
    except MisfitsError as error:
        raise refusal from error
    if any(_moves_unseen(entry) for entry in affected):
        raise refusal


def _affected_entries(table: Table, command: Amend | Insert) -> list[Entry]:
    """The entries that a command takes away and brings. Raises MisfitsError where later ones have no room."""
    number = command.entry
    if isinstance(command, Insert):
        return [amendments.insert(table, number, inserted_move(table, command)).entries[number - 1]]
    replacement = replacement_move(table, command)
    after = amendments.amend(table, number, replacement)
    return [table.entries[number - 1], *(after.entries[number - 1 :][:1] if replacement else ())]


def hides_from_viewer(table: Table, entry: int, viewer: Viewer) -> bool:
    """Whether the move of this entry, from 1, has something that this viewer may not see."""
    played = table.entries[entry - 1].played
    return table.match.move_view(table.before(entry), played.seat, played.move, table.state, viewer) != move_to_json(
        played.move
    )


def _moves_unseen(entry: Entry) -> bool:
    """Whether something went unseen from one hand to another, or came from where others had laid it."""
    drawn = "chance" in move_to_json(entry.played.move)
    return any(line.secret and (line.by < 0 or line.seat != entry.played.seat or drawn) for line in entry.lines)
