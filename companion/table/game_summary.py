"""The summary that the journal stores with each game: names, totals and result, which can be shown without its
rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from companion.chance.canonical_json import is_whole_number
from companion.rules.match_functions import standings
from companion.rules.people_names import LONGEST_NAME, check_names
from companion.rules.rule_errors import MalformedError
from companion.rules.viewer import PUBLIC
from companion.support.frozen_dataclasses import frozen
from companion.table.table import Table
from companion.table.turning_point import TurningPoint, count_turns, turning_point

Places = tuple[tuple[int, int, int], ...]
"""(seat, rank, total) by rank then seat."""


CLOCK = "clock"
"""Field of a summary with the periods of a game in which the clock was not known to be right."""
MOST_CLOCK_PERIODS = 64
"""The most periods of a game: a clock that is set that often tells nothing."""
_LONGEST_SHIFT_S = 2**40
"""Bound of a shift, far beyond what any clock shows."""
MOST_SEATS = 20
"""The most seats of a game by other rules, which may seat more people than any game here does."""


@frozen
class ClockPeriod:
    """Rows of a game that were written by a clock which was wrong by the same time, up to the next period."""

    first_seq: int
    """Seq of the first of these rows."""
    shift_s: int | None
    """Seconds to add to the time in each row; None as long as nobody knows how wrong the clock was."""


@frozen
class GameSummary:
    """The summary of a game."""

    result: Places | None = None
    """The places once the game is over, else None."""
    names: tuple[str, ...] | None = None
    """The present names of the seats; None if an older program wrote no summary."""
    colours: tuple[tuple[str, ...], ...] | None = None
    """The colours of each seat's pieces; None if an older program wrote no summary."""
    totals: tuple[int, ...] | None = None
    """The public totals by seat; None if an older program wrote no summary."""
    turns: int | None = None
    """Number of turns once the game is over; None before, and if an older program wrote the summary."""
    turning_point: TurningPoint | None = None
    """The turn that decided it; None before the end, if there was none, and from an older program."""
    clock: tuple[ClockPeriod, ...] = ()
    """Periods in which the clock was not known to be right, in order. Times in rows before the first one count."""


def game_summary(table: Table) -> dict[str, Any]:
    """Return the summary of a game as JSON."""
    totals = [total.public for total in table.match.totals(table.match.player_view(table.state, PUBLIC))]
    colours = [list(each) for each in table.match.colours]
    summary = {"names": list(table.names), "colours": colours, "totals": totals, "result": places_to_json(table)}
    if not table.over:
        return summary
    point = turning_point(table)
    return summary | {"turns": count_turns(table), "turning_point": asdict(point) if point is not None else None}


def places_to_json(table: Table) -> list[list[int]] | None:
    """Return the places as JSON, as in `Places`; None before the game is over."""
    if not table.over:
        return None
    return [[place.seat, place.rank, place.total] for place in standings(table.match, table.state)]


def parse_summary(note: Any) -> GameSummary:
    """Return the summary that a note holds. Older notes have only a result, or nothing.

    Raises TypeError or ValueError for anything else.
    """
    if note is None or isinstance(note, list):
        return GameSummary(parse_places(note))
    names, colours, totals = note["names"], note["colours"], note["totals"]
    if not (isinstance(colours, list) and all(_are_colours(each) for each in colours)):
        raise ValueError("no colours")
    if not (isinstance(totals, list) and all(map(is_whole_number, totals))):
        raise ValueError("no totals")
    result = parse_places(note["result"])
    seats, turns, point = parse_names(names), note.get("turns"), note.get("turning_point")
    if not (turns is None or is_whole_number(turns)):
        raise ValueError("turns are a whole number")
    parsed = _parse_turning_point(point, len(seats)) if point is not None else None
    clock = parse_clock(note.get(CLOCK))
    return GameSummary(result, seats, tuple(map(tuple, colours)), tuple(totals), turns, parsed, clock)


def parse_clock(value: Any) -> tuple[ClockPeriod, ...]:
    """Return the periods that JSON holds. Raises TypeError or ValueError for anything else."""
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > MOST_CLOCK_PERIODS:
        raise ValueError("no periods of a clock")
    periods = tuple(ClockPeriod(first_seq, shift_s) for first_seq, shift_s in value)
    if not all(is_whole_number(period.first_seq) and _is_shift(period.shift_s) for period in periods):
        raise ValueError("a period has a row and a shift")
    numbers = [0, *(period.first_seq for period in periods)]
    if any(number >= following for number, following in pairwise(numbers)):
        raise ValueError("periods are in order")
    return periods


def clock_to_json(periods: Iterable[ClockPeriod]) -> list[list[int | None]]:
    """Return periods as JSON."""
    return [[period.first_seq, period.shift_s] for period in periods]


def with_clock_of(summary: dict[str, Any], previous: Any) -> dict[str, Any]:
    """Return a summary with the periods of a previous one: they do not follow from the moves."""
    if isinstance(previous, dict) and CLOCK in previous:
        return {**summary, CLOCK: previous[CLOCK]}
    return summary


def _is_shift(value: Any) -> bool:
    return value is None or (is_whole_number(value) and abs(value) <= _LONGEST_SHIFT_S)


def _parse_turning_point(value: Any, seats: int) -> TurningPoint:
    """Return the turning point that JSON holds. Raises TypeError or ValueError for anything else."""
    point = TurningPoint(**value)
    numbers = [number for number in (point.turn, point.round) if number is not None]
    if not all(is_whole_number(number) for number in (point.winner, point.entry, point.last, point.gain, *numbers)):
        raise ValueError("a turning point has whole numbers")
    if not 1 <= point.winner <= seats:
        raise ValueError("a winner without a seat")
    return point


def parse_places(value: Any) -> Places | None:
    """Return the places that this JSON holds, None if it is empty. Raises TypeError or ValueError for anything else."""
    if not value:
        return None
    places = tuple((seat, rank, total) for seat, rank, total in value)
    if not all(is_whole_number(number) for place in places for number in place):
        raise ValueError("places are whole numbers")
    return places


def parse_names(value: Any) -> tuple[str, ...]:
    """Return the names of the seats that JSON gives. Raises ValueError for anything else."""
    if not isinstance(value, list):
        raise ValueError("names are a list")
    try:
        return check_names(value, range(1, MOST_SEATS + 1))
    except MalformedError as error:
        raise ValueError(f"no name: {error.where}") from error


def check_places(places: Places | None, seats: int) -> None:
    """Raise ValueError unless each seat has one place, with a rank that is possible."""
    if places is None:
        return
    if sorted(seat for seat, _, _ in places) != [*range(1, seats + 1)]:
        raise ValueError("each seat has one place")
    if not all(1 <= rank <= seats for _, rank, _ in places):
        raise ValueError("a rank that no seat can have")


def check_summary(summary: GameSummary, seats: int) -> None:
    """Raise ValueError unless a summary fits a game with this number of seats."""
    check_places(summary.result, seats)
    if not all(each is None or len(each) == seats for each in (summary.names, summary.colours, summary.totals)):
        raise ValueError("a note for another number of seats")


def _are_colours(value: Any) -> bool:
    """Return whether this value holds the colours of one seat's pieces."""
    return (
        isinstance(value, list)
        and 1 <= len(value) <= MOST_SEATS
        and all(isinstance(colour, str) and len(colour) <= LONGEST_NAME and colour.isprintable() for colour in value)
    )
