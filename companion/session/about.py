"""What the journal notes beside each game: names, totals and result, to be shown also where its rules are missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules.match import standings
from companion.rules.viewer import PUBLIC
from companion.session.table import Table

Places = tuple[tuple[int, int, int], ...]
"""(seat, rank, total) by rank then seat."""


@dataclass(frozen=True, slots=True)
class About:
    """What is noted of a game."""

    result: Places | None = None
    """Once the game is over, else None."""
    names: tuple[str, ...] | None = None
    """Of the seats as they are now; None where an older program noted nothing."""
    colours: tuple[tuple[str, ...], ...] | None = None
    """Of each seat's pieces; None likewise."""
    totals: tuple[int, ...] | None = None
    """By seat, what everybody may know of them; None likewise."""


def about(table: Table) -> dict[str, Any]:
    """The note of a game, as JSON."""
    totals = [total.shown for total in table.match.totals(table.match.seen(table.state, PUBLIC))]
    colours = [list(each) for each in table.match.colours]
    return {"names": list(table.names), "colours": colours, "totals": totals, "result": result_of(table)}


def result_of(table: Table) -> list[list[int]] | None:
    """The places as JSON, as in `Places`; None before the game is over."""
    if not table.over:
        return None
    return [[place.seat, place.rank, place.total] for place in standings(table.match, table.state)]


def about_from(noted: Any) -> About:
    """What a note says; older ones have a result alone, or nothing. Raises TypeError or ValueError for what is none."""
    if noted is None or isinstance(noted, list):
        return About(places_from(noted))
    colours = tuple(tuple(map(str, each)) for each in noted["colours"])
    return About(
        places_from(noted["result"]), tuple(map(str, noted["names"])), colours, tuple(map(int, noted["totals"]))
    )


def places_from(noted: Any) -> Places | None:
    """The places that JSON names; None where it names none. Raises TypeError or ValueError for what is none."""
    return tuple((seat, rank, total) for seat, rank, total in noted) if noted else None
