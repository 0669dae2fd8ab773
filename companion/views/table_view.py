"""The view: the whole table as one JSON object, as one viewer may see it. Every outlet goes through here."""

from __future__ import annotations

from typing import Any

from companion.rules.sheet import Line
from companion.rules.viewer import Viewer
from companion.session.session import Snapshot
from companion.session.table import Table
from companion.views.texts import Words


def table_view(snapshot: Snapshot, viewer: Viewer, words: Words) -> dict[str, Any]:
    """The view of DESIGN: game, seq, entry, turn, standings, holdings, sheet, options, badges, state.

    What the viewer may not see is null, its key stays. Without an open game, `game` is null and the rest is empty.
    """
    table = snapshot.table
    badges = _badges(snapshot, words)
    if table is None:
        empty: dict[str, Any] = {"game": None, "seq": 0, "entry": 0, "over": False, "turn": None, "waiting": []}
        return {**empty, "standings": [], "holdings": {}, "sheet": [], "options": [], "badges": badges, "state": None}
    game, state = table.game, table.state
    view: dict[str, Any] = {
        "game": game.id,
        "seq": table.seq,
        "entry": len(table.entries),
        "over": table.over,
        "closed": table.closed,
        "turn": game.turn(state),
        "waiting": list(game.waiting(state)),
    }
    if (number := game.round(state)) is not None:
        view["round"] = number
    view["standings"] = _standings(table)
    view["holdings"] = game.holdings(state, viewer)
    view["sheet"] = [sheet_line(entry, line, table, viewer, words) for entry, line in table.lines()]
    view["options"] = _options(table, viewer, words)
    view["badges"] = badges
    view["state"] = game.state_view(state, viewer)
    return view


def sheet_line(entry: int, line: Line, table: Table, viewer: Viewer, words: Words) -> dict[str, Any]:
    """A line of the sheet as this viewer may see it: what is secret of another seat is null until the end."""
    hidden = line.secret and not (viewer.sees(line.seat) or table.over)
    return {
        "seat": line.seat,
        "entry": entry,
        "what": None if hidden else line.what,
        "by": line.by,
        "why": None if hidden else line.why.key,
        "text": None if hidden else words.of(line.why, table.names),
        "ruling": line.ruling,
    }


def _standings(table: Table) -> list[dict[str, Any]]:
    colours = table.game.seat_colours(table.state)
    return [
        {
            "seat": place.seat,
            "name": table.names[place.seat - 1],
            "colour": colours[place.seat - 1][0],
            "rank": place.rank,
            "total": place.total,
        }
        for place in table.game.standings(table.state)
    ]


def _options(table: Table, viewer: Viewer, words: Words) -> list[dict[str, Any]]:
    """What each seat that this viewer speaks for may do: options go to their seat alone."""
    found = []
    for seat in table.seats:
        if table.closed or not viewer.sees(seat):
            continue
        for option in table.game.options(table.state, seat):
            refused = option.refused and {
                "reason": words.of(option.refused.reason, table.names),
                "ruling": option.refused.ruling,
            }
            label = words.of(option.label, table.names)
            found.append({"seat": seat, "move": option.kind, "text": label, "refused": refused})
    return found


def _badges(snapshot: Snapshot, words: Words) -> list[dict[str, str]]:
    badges = []
    if not snapshot.saved:
        badges.append({"key": "not_saved", "level": "error", "text": words("badge.not_saved")})
    if snapshot.damaged:
        badges.append({"key": "damaged", "level": "warning", "text": words("badge.damaged")})
    if snapshot.table and any(entry.played.move.kind == "correct" for entry in snapshot.table.entries):
        badges.append({"key": "corrected", "level": "info", "text": words("badge.corrected")})
    return badges
