"""The live state: what everybody at the table sees of the game, as one small message. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from companion.broker.times import time_text
from companion.broker.topics import VERSION
from companion.rules.match_functions import standings
from companion.rules.people_names import name_key
from companion.rules.viewer import PUBLIC
from companion.server.views.table_view import shown_totals
from companion.server.views.web_table_view import events_view, headline
from companion.session.session import Snapshot
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import join_names


def live_state(
    snapshot: Snapshot, box: str, words: Words, nobodies: Collection[str] = (), since: int | None = None
) -> dict[str, Any]:
    """Return the live state.

    It is made of the published table, which is that before the end while the end is revealed, and of nothing that a
    spectator does not see. `nobodies` are the names of seats without a person, as keys; `since` is when the turn began.
    """
    table = snapshot.table
    head = {"version": VERSION, "box": box, "health": _health(snapshot)}
    if table is None:
        return {**head, **_no_game()}
    is_open = not table.over and not table.closed and table.reveal is None
    turn = table.match.turn(table.state) if is_open else None
    totals = _totals(table)
    leaders = _leaders(table, totals)
    seats = [_seat(table, seat, total, nobodies) for seat, total in zip(table.seats, totals, strict=True)]
    events = events_view(table, PUBLIC, words)
    return {
        **head,
        "state": _state(table),
        "game": {"id": table.game.id, "title": words(f"game.{table.game.id}"), "number": table.number},
        "round": table.match.round(table.state),
        "rounds": table.match.rounds,
        "turn": seats[turn - 1] if turn is not None else None,
        "waiting": list(table.match.active_seats(table.state)) if is_open else [],
        "since": time_text(since) if since is not None and is_open else None,
        "seats": seats,
        "leaders": leaders,
        "leader": join_names([table.names[seat - 1] for seat in leaders], words) if leaders else None,
        "headline": headline(table, PUBLIC, words),
        "sentence": events[0]["text"] if events else None,
    }


def turn_key(snapshot: Snapshot) -> tuple[Any, ...] | None:
    """Return what the table waits for: as long as it is the same, the same turn goes on; None while nobody's does."""
    table = snapshot.table
    if table is None or table.over or table.closed or table.reveal is not None:
        return None
    return (table.number, table.match.turn(table.state), tuple(table.match.active_seats(table.state)))


def end_key(snapshot: Snapshot) -> tuple[Any, ...] | None:
    """Return what the results depend on: as long as it is the same, no game has ended, and no end was taken back."""
    table = snapshot.table
    if table is None:
        return None
    return (table.number, table.reveal is None, table.closed, table.seq if table.over else None)


def _no_game() -> dict[str, Any]:
    empty = dict.fromkeys(("game", "round", "rounds", "turn", "since", "leader", "headline", "sentence"))
    return {"state": "none", **empty, "waiting": [], "seats": [], "leaders": []}


def _state(table: Table) -> str:
    if table.reveal is not None:
        return "revealing"
    return "over" if table.over else "closed" if table.closed else "playing"


def _health(snapshot: Snapshot) -> str:
    if not snapshot.saved:
        return "not_saved"
    return "damaged" if snapshot.damaged else "ok"


def _totals(table: Table) -> list[int]:
    if not table.over:
        return shown_totals(table)
    return [place.total for place in sorted(standings(table.match, table.state), key=lambda place: place.seat)]


def _leaders(table: Table, totals: Sequence[int]) -> list[int]:
    """Return the winners, or the seats with the highest public total; none while all have the same."""
    if table.over:
        return [place.seat for place in standings(table.match, table.state) if place.rank == 1]
    best = max(totals)
    leaders = [seat for seat, total in zip(table.seats, totals, strict=True) if total == best]
    return leaders if len(leaders) < len(totals) else []


def _seat(table: Table, seat: int, total: int, nobodies: Collection[str]) -> dict[str, Any]:
    label = table.names[seat - 1]
    return {
        "seat": seat,
        "label": label,
        "name": None if name_key(label) in nobodies else label,
        "colour": table.match.colours[seat - 1][0],
        "total": total,
    }
