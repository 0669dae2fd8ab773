"""The moves of a game in words, as JSON: those that stand, with their lines, and those taken back."""

from __future__ import annotations

from collections.abc import Collection

from companion.rules.viewer import Viewer
from companion.server.views.form_view import reason_view
from companion.server.views.setup_view import beginning_row_view
from companion.server.views.table_view import sheet_line_view
from companion.server.views.view_types import HistoryView, MisfitView, MoveView, NeighboursView
from companion.table.revealing_amendments import last_hidden_entry, locked_entries
from companion.table.session_errors import Misfit
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.event_lines import change_line, entry_text_now, turns_view, with_chance_note

MOST_MOVES = 1_000
"""Limit on the moves in one answer; an evening has fewer."""


def history_view(
    table: Table,
    viewer: Viewer,
    words: Words,
    yours: Collection[int] = (),
    before: int | None = None,
    *,
    may_act: bool = False,
) -> HistoryView:
    """Return the standing moves and their turns, oldest first, and the moves taken back, last first.

    A game longer than MOST_MOVES gives the part that ends before the entry `before`, or with the last entry; `earlier`
    and `later` are the label and query of the neighbouring parts, if there are any. `yours` are the seats that the
    viewer acts for. They are returned as `acts_for`: their moves may be changed or inserted. It is empty for a closed
    game. Every viewer reads who may change the moves of each seat; one who `may_act` reads it at each move that others
    change.
    """
    part = part_of(table, before)
    turns = turns_view(table, viewer, words, part)
    undone = [change_line(table, change, words) for change in reversed(table.redo_stack)]
    moves = moves_view(table, viewer, words, part, yours)
    who_may = {str(seat): _who_may(table, seat, words) for seat in table.seats}
    if may_act and not table.closed:
        for move in moves:
            if not move["yours"]:
                move["why_not"] = who_may[str(move["seat"])]
    seats = [] if table.closed else list(yours)
    played = [(number, table.entries[number - 1].played) for number in part]
    view: HistoryView = {
        "number": table.number,
        "entries": moves,
        "turns": turns,
        "undone": undone,
        "acts_for": seats,
        "who_may": who_may,
        "drawn": [number for number, move in played if move.drawn is not None],
        "typed": [number for number, move in played if move.typed],
    }
    if not seats:
        view["insert_refused"] = words("refused.closed" if table.closed else "moves.plays_for_nobody")
    elif hidden := last_hidden_entry(table, viewer):
        locked = [
            number for number in locked_entries(table, hidden, part) if table.entries[number - 1].played.seat in seats
        ]
        view["hidden"] = {"last": hidden, "locked": locked, "why": words("session.amend_unseen")}
    add_neighbouring_parts(view, table, part, words)
    if part.start == 1:
        view["beginning"] = beginning_row_view(table, words)
    return view


def part_of(table: Table, before: int | None = None) -> range:
    """Return the entries of one part, from 1: the last ones before the entry `before`, or before the end if None."""
    end = len(table.entries) + 1
    end = end if before is None else min(max(before, 1), end)
    return range(max(1, end - MOST_MOVES), end)


def add_neighbouring_parts(view: NeighboursView, table: Table, part: range, words: Words) -> None:
    """Add the labels and queries of the parts before and after this one, if there are any."""
    if part.start > 1:
        view["earlier"] = {"before": part.start, "text": words("web.moves.earlier")}
    if part.stop <= len(table.entries):
        view["later"] = {"before": part.stop + MOST_MOVES, "text": words("web.moves.later")}


def moves_view(table: Table, viewer: Viewer, words: Words, part: range, yours: Collection[int] = ()) -> list[MoveView]:
    """Return these entries, oldest first; `yours` are the seats that the viewer acts for."""
    return [
        {
            "entry": number,
            "seat": entry.played.seat,
            "text": entry_text(table, number, viewer, words),
            "lines": [sheet_line_view(number, line, table, viewer, words) for line in entry.lines],
            "corrected": entry.played.move.kind == "correct",
            "yours": entry.played.seat in yours and not table.closed,
        }
        for number, entry in zip(part, table.entries[part.start - 1 : part.stop - 1], strict=True)
    ]


def _who_may(table: Table, seat: int, words: Words) -> str:
    """Return who may change the moves of a seat: nobody in a closed game."""
    if table.closed:
        return words("refused.closed")
    return words("moves.own_phone" if seat in table.claims else "moves.hosts_alone", name=table.names[seat - 1])


def entry_text(table: Table, entry: int, viewer: Viewer, words: Words) -> str:
    """Return the text of an entry, from 1, as this viewer may know it; after the end everybody may know everything."""
    text = words.of(entry_text_now(table, entry, viewer), table.names)
    return with_chance_note(text, table, entry, words)


def misfit_view(table: Table, misfit: Misfit, viewer: Viewer, words: Words) -> MisfitView:
    """Return a later move that an amendment makes impossible, with the reason."""
    return {
        "entry": misfit.entry,
        "seat": misfit.seat,
        "text": entry_text(table, misfit.entry, viewer, words),
        **reason_view(misfit.reason, misfit.ruling, table.names, words),
    }
