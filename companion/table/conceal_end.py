"""The table during a reveal: everybody sees it as it was before the end, with the steps that are shown so far."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from companion.rules.match_functions import standings
from companion.rules.scene import Cell, Final, GridRow
from companion.rules.text import Text
from companion.rules.viewer import PUBLIC
from companion.table.end_reveal import EndReveal, RevealStep
from companion.table.table import Table, rewind
from companion.table.turning_point import ending_entry


def begin_reveal(before: Table | None, after: Table | None) -> EndReveal | None:
    """Return the reveal that begins with moves that end the game; None for any other change."""
    if before is None or after is None or before.number != after.number or before.over or not after.over:
        return None
    entry = ending_entry(after)
    if entry is None:
        return None
    ends = (ending.played.drawn for ending in after.entries[entry - 1 :])
    new = [draw.number for draw in ends if draw is not None and draw.number >= len(before.draws)]
    totals, steps = _category_steps(after, entry) or _seat_steps(after, entry)
    return EndReveal(after.number, after.seq, entry, min(new, default=len(after.draws)), totals, steps)


def conceal_end(table: Table, reveal: EndReveal) -> Table:
    """Return the table as everybody may see it during its reveal.

    It has the entries before the end alone. Nothing can be played there; its number and seq stay, so that the end can
    be taken back.
    """
    *earlier, last = table.commitments or (None,)
    return replace(
        rewind(table, reveal.entry),
        draws=table.draws[: reveal.draws],
        commitments=(*earlier, replace(last, revealed=False)) if last is not None else (),
        reveal=reveal,
    )


_Steps: TypeAlias = tuple[tuple[int, ...], tuple[RevealStep, ...]]
"""The totals that the steps begin with, and the steps."""


def _category_steps(table: Table, entry: int) -> _Steps | None:
    """Return a step for each category of the final scoring; None if the game shows none.

    They begin with the totals without these categories. A row of something that is not counted in totals adds nothing.
    """
    rows = final_categories(table, entry)
    if not rows:
        return None
    totals = [place.total for place in sorted(standings(table.match, table.state), key=lambda place: place.seat)]
    amounts = [_amounts(row, table) for row in rows]
    first = tuple(total - sum(of_seat) for total, of_seat in zip(totals, zip(*amounts, strict=True), strict=True))
    steps, totals = [], [*first]
    for row, of_row in zip(rows, amounts, strict=True):
        totals = [total + amount for total, amount in zip(totals, of_row, strict=True)]
        steps.append(RevealStep((row,), tuple(totals)))
    return first, tuple(steps)


def final_categories(table: Table, entry: int) -> list[GridRow[Text]]:
    """Return the categories of the final scoring that an entry brought, from 1; none if the game shows none."""
    end, before = table.entries[entry - 1], table.before(entry)
    seat, move = end.played.seat, end.played.move
    animations = table.match.animations(before, seat, move, end.state, end.lines, PUBLIC)
    final = next((animation for animation in animations if isinstance(animation, Final)), None)
    return [row for row in final.rows if not row.total] if final is not None else []


def _amounts(row: GridRow[Text], table: Table) -> tuple[int, ...]:
    """Return what a row adds to the total of each seat."""
    counts = row.thing in (None, table.match.unit)
    return tuple(cell.value or 0 if counts else 0 for cell in row.cells)


def _seat_steps(table: Table, entry: int) -> _Steps:
    """Return a step for each seat, the lowest place first: its lines since the game ended, and its total.

    They begin with the totals that everybody saw before.
    """
    match, before = table.match, table.before(entry)
    first = tuple(total.public or 0 for total in match.totals(match.player_view(before, PUBLIC)))
    lines = [line for later in table.entries[entry - 1 :] for line in later.lines]
    steps: list[RevealStep] = []
    totals: dict[int, int] = {}
    for place in reversed(standings(match, table.state)):
        totals[place.seat] = place.total
        rows = (
            GridRow[Text](
                id=f"{place.seat}.{number}",
                name=line.why,
                cells=tuple(Cell(value=line.by if seat == place.seat else None) for seat in table.seats),
                thing=line.what,
                ruling=line.ruling,
            )
            for number, line in enumerate(lines, 1)
            if line.seat == place.seat
        )
        steps.append(RevealStep(tuple(rows), tuple(totals.get(seat) for seat in table.seats), place.seat))
    return first, tuple(steps)
