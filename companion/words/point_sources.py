"""What everyone's total came from, once a game is over: the lines of its sheet, added up by their reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.scene import Cell, Grid, GridRow
from companion.rules.text import Text, say
from companion.rules.viewer import EVERYTHING
from companion.table.table import Table

SOURCES = "sources"
"""The id of the block."""


def sources_of(table: Table) -> Iterator[Grid[Text]]:
    """A row for each reason, what brought most in all first; none where totals are not the sum of what was booked."""
    if not table.over or table.closed:
        return
    match, seats = table.match, table.seats
    booked: dict[str, dict[int, int]] = {}
    called: dict[str, Text] = {}
    for _, line in table.lines():
        if line.what == match.unit:
            why = line.why.key
            called.setdefault(why, line.why if not line.why.args else say(f"{why}.source"))
            by_seat = booked.setdefault(why, dict.fromkeys(seats, 0))
            by_seat[line.seat] += line.by
    sums = [sum(by_seat[seat] for by_seat in booked.values()) for seat in seats]
    totals = [total.value for total in match.totals(match.seen(table.state, EVERYTHING))]
    if not booked or sums != totals:
        return
    in_order = sorted(booked.items(), key=lambda one: -sum(one[1].values()))
    rows = tuple(GridRow[Text](id=why, name=called[why], cells=_cells(by_seat.values())) for why, by_seat in in_order)
    total = GridRow[Text](id="total", name=say("scene.total"), cells=_cells(sums), thing=match.unit, total=True)
    yield Grid(id=SOURCES, name=say("scene.sources", what=match.thing(match.unit).counted(2)), rows=(*rows, total))


def _cells(values: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(Cell(value=value) for value in values)
