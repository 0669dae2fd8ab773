"""Refusal of amendments that would reveal the hidden cards of others."""

from __future__ import annotations

from companion.rules.game import move_to_json
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.rules.viewer import Viewer, as_seat
from companion.table import amendments
from companion.table.commands import Amend, Insert
from companion.table.complete_moves import inserted_move, replacement_move
from companion.table.session_errors import MisfitsError
from companion.table.table import Entry, Table


def check_amend(table: Table, command: Amend | Insert, viewer: Viewer) -> None:
    """Raise IllegalMoveError for an amendment whose outcome would leak what later moves hide from this viewer.

    If later moves hide something, the amendment may neither change what was passed unseen between hands, nor make any
    later move a misfit: whether a hidden card could still be paid would reveal which card it was. The viewer can tell
    from what they know whether this is the case, so that the refusal reveals nothing either. A move that not even its
    own seat may see is never changed: cards of other seats may have been dealt with it.
    """
    refusal = IllegalMoveError(say("session.amend_unseen"))
    existing = isinstance(command, Amend) and 1 <= command.entry <= len(table.entries)
    if existing and _is_hidden_from_own_seat(table, command.entry):
        raise refusal
    first_later = command.entry + (1 if isinstance(command, Amend) else 0)
    if last_hidden_entry(table, viewer) < max(1, first_later):
        return
    if command.entry == 0:
        if isinstance(command, Amend) and set(command.options or {}) - {"colours"}:
            # Whether hidden moves still fit other figures or house rules would reveal them.
            raise IllegalMoveError(say("session.setup_unseen"))
        return
    if command.entry > len(table.entries):
        return
    try:
        affected = _affected_entries(table, command)
    except MisfitsError as error:
        raise refusal from error
    if any(_moves_unseen(entry) for entry in affected):
        raise refusal


def last_hidden_entry(table: Table, viewer: Viewer) -> int:
    """Return the last entry, from 1, that hides something from this viewer; 0 if none does, as after the end."""
    if table.over:
        return 0
    return next((number for number in range(len(table.entries), 0, -1) if hides_from_viewer(table, number, viewer)), 0)


def locked_entries(table: Table, hidden: int, part: range) -> list[int]:
    """Return those of these entries of which every change is refused, whatever it is.

    `hidden` is the result of `last_hidden_entry` for the viewer.
    """
    unseen = (number for number in part if number < hidden and _moves_unseen(table.entries[number - 1]))
    return sorted({*unseen, *(number for number in part if _is_hidden_from_own_seat(table, number))})


def _affected_entries(table: Table, command: Amend | Insert) -> list[Entry]:
    """Return the entries that a command removes and adds. Raises MisfitsError if later ones no longer fit."""
    number = command.entry
    if isinstance(command, Insert):
        return [amendments.insert(table, number, inserted_move(table, command)).entries[number - 1]]
    replacement = replacement_move(table, command)
    after = amendments.amend(table, number, replacement)
    return [table.entries[number - 1], *(after.entries[number - 1 :][:1] if replacement else ())]


def hides_from_viewer(table: Table, entry: int, viewer: Viewer) -> bool:
    """Return whether the move of this entry, from 1, has a part that this viewer may not see."""
    played = table.entries[entry - 1].played
    return table.match.move_view(table.before(entry), played.seat, played.move, table.state, viewer) != move_to_json(
        played.move
    )


def _is_hidden_from_own_seat(table: Table, entry: int) -> bool:
    """Return whether not even the seat of this entry, from 1, may see all of its move, as long as cards are hidden."""
    return hides_from_viewer(table, entry, as_seat(table.entries[entry - 1].played.seat))


def _moves_unseen(entry: Entry) -> bool:
    """Return whether something was passed unseen between hands, or drawn from what other seats had put there."""
    drawn = "chance" in move_to_json(entry.played.move)
    return any(line.secret and (line.by < 0 or line.seat != entry.played.seat or drawn) for line in entry.lines)
