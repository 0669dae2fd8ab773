"""Times of games: the plausible ones, and the days and evenings that they belong to in the box's zone."""

from __future__ import annotations

from datetime import datetime

from companion.journal.played_times import is_plausible

_NEW_DAY_S = 5 * 3600
"""Seconds after midnight until which an evening goes on."""


def plausible_time(seconds: int) -> int | None:
    """Return seconds since 1970 if they are plausible, else None."""
    return seconds if is_plausible(seconds) else None


def day_of(seconds: int) -> str | None:
    """Return the day of a time in the box's zone, as 2026-11-21, if it is plausible; else None."""
    time = plausible_time(seconds)
    return f"{datetime.fromtimestamp(time):%Y-%m-%d}" if time is not None else None


def evening_of(seconds: int) -> str | None:
    """Return the day on which the evening of a time began, as 2026-11-21, if it is plausible; else None.

    It is the day in the box's zone five hours earlier.
    """
    time = plausible_time(seconds)
    return f"{datetime.fromtimestamp(time - _NEW_DAY_S):%Y-%m-%d}" if time is not None else None


def minute_of(seconds: int) -> str | None:
    """Return the day and minute of a time in the box's zone, as 2026-11-21 20:15, if it is plausible; else None."""
    time = plausible_time(seconds)
    return f"{datetime.fromtimestamp(time):%Y-%m-%d %H:%M}" if time is not None else None
