"""The turn that decided a game, and the number of its turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.match_functions import standings
from companion.rules.viewer import EVERYTHING
from companion.support.frozen_dataclasses import frozen
from companion.table.history_queries import TurnSpan, turn_spans
from companion.table.table import Table


@frozen
class TurningPoint:
    """The turn in which the winner gained most on the best of the others."""

    winner: int
    """The seat that won alone."""
    entry: int
    """Number of the first entry of the turn, from 1."""
    last: int
    """Number of its last entry."""
    turn: int | None
    """Number of the turn; None for a phase between turns."""
    round: int | None
    """Number of its round; None in a game without rounds."""
    gain: int
    """Points that the winner gained there on the best of the others, at least 1."""


def turning_point(table: Table) -> TurningPoint | None:
    """Return the turn that decided a finished game; the later of two equal ones.

    The entry that ends the game, and all after it, count as the final scoring. Returns None before the end, for a
    shared win, if no turn brought the winner nearer, if the final scoring brought more than every turn, and if others
    have more than the winner: then something else decides, or few of them win.
    """
    end = ending_entry(table)
    winners = [place.seat for place in standings(table.match, table.state) if place.rank == 1] if end else []
    if end is None or len(winners) != 1:
        return None
    [winner] = winners

    def gain_of(span: TurnSpan) -> int:
        after, before = table.before(min(span.last + 1, end)), table.before(span.first)
        return _lead(table, after, winner) - _lead(table, before, winner)

    turns = [span for span in turn_spans(table) if span.first < end]
    best = max(turns, key=gain_of, default=None)  # the last turn comes first, and is the first of equals
    lead = _lead(table, table.state, winner)
    final = lead - _lead(table, table.before(end), winner)
    if best is None or lead < 0 or gain_of(best) < max(1, final):
        return None
    number = table.match.round(table.before(best.first))
    return TurningPoint(winner, best.first, min(best.last, end), best.turn, number, gain_of(best))


def count_turns(table: Table) -> int:
    """Return the number of turns that have a move; phases between turns are none."""
    return sum(span.turn is not None for span in turn_spans(table))


def ending_entry(table: Table) -> int | None:
    """Return the number of the entry that ended the game, from 1; None before the end, and of a game without moves.

    If a game went on after an end, that end does not count.
    """
    if not table.over:
        return None
    return next(
        (number for number in range(len(table.entries), 0, -1) if not table.match.over(table.before(number))), None
    )


def _lead(table: Table, state: Any, winner: int) -> int:
    """Return the winner's total in a state, less that of the best of the others."""
    match = table.match
    totals: Sequence[int] = [total.value or 0 for total in match.totals(match.player_view(state, EVERYTHING))]
    return totals[winner - 1] - max(total for seat, total in enumerate(totals, 1) if seat != winner)
