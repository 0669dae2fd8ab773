"""The watch over the machine's clock: games that were played while it was wrong get their times once it is right."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.journal.played_times import is_plausible
from companion.table.game_summary import MOST_CLOCK_PERIODS, ClockPeriod

STEP_S = 2.0
"""From this many seconds on, a difference to the time that the machine has run means that the clock was set."""
_RIGHT = ClockPeriod(0, 0)
"""The period before the first one that is stored."""


class ClockWatch:
    """Knows which rows of this run of the program were written by a wrong clock.

    A Pi without a battery for its clock starts in 1970, or at the time of its last evening. The network corrects it
    minutes later, perhaps in the middle of a game. The machine's running time tells by how much.
    """

    def __init__(self, is_right: Callable[[], bool], now: Callable[[], float], uptime: Callable[[], float]) -> None:
        """Start the watch.

        `is_right` returns whether anything says that the clock is right, `now` the seconds since 1970 that the clock
        shows, and `uptime` the seconds that the machine has run: nobody sets those.
        """
        self._is_right = is_right
        self._now = now
        self._uptime = uptime
        self._waiting: dict[tuple[int, int], float] = {}
        """By game and first row of a period without a right clock, when the machine started by that clock."""
        self._asked_start: float | None = None
        """The time at which the machine started, by the clock that was last asked about; None before that."""
        self._knew_time = False
        """True if that clock was right."""

    def periods_with(self, game: int, seq: int, periods: tuple[ClockPeriod, ...]) -> tuple[ClockPeriod, ...]:
        """Return the periods of a game to which rows from `seq` on are added now; `periods` are those before."""
        last = periods[-1] if periods else _RIGHT
        if self._knows_time():
            return periods if last.shift_s == 0 else self._with(game, periods, ClockPeriod(seq, 0))
        began = self._began()
        waiting = self._waiting.get((game, last.first_seq))
        if last.shift_s is None and waiting is not None and abs(began - waiting) < STEP_S:
            return periods
        self._waiting[game, seq] = began
        return self._with(game, periods, ClockPeriod(seq, None))

    def known_shifts(self) -> Mapping[tuple[int, int], int]:
        """Return the shifts of the periods that wait for a right clock, by game and first row; none before that."""
        if not self._knew_time:
            self._asked_start = None  # the network may have confirmed the clock without setting it
        if not self._waiting or not self._knows_time():
            return {}
        began = self._began()
        return {period: round(began - waiting) for period, waiting in self._waiting.items()}

    def forget_waiting(self) -> None:
        """Forget the periods that have waited: their shifts are written."""
        self._waiting.clear()

    def _with(self, game: int, periods: tuple[ClockPeriod, ...], period: ClockPeriod) -> tuple[ClockPeriod, ...]:
        """Return periods and one more; if they are too many, nothing is known from the last one on."""
        if len(periods) < MOST_CLOCK_PERIODS:
            return (*periods, period)
        last = periods[-1].first_seq
        for seq in (last, period.first_seq):
            self._waiting.pop((game, seq), None)
        return (*periods[:-1], ClockPeriod(last, None))

    def _knows_time(self) -> bool:
        """Return whether the clock is right. It is asked again only once it was set, and while nobody plays."""
        began = self._began()
        if self._asked_start is None or abs(began - self._asked_start) >= STEP_S:
            self._asked_start = began
            self._knew_time = is_plausible(self._now()) and self._is_right()
        return self._knew_time

    def _began(self) -> float:
        """Return when the machine started, by its clock."""
        return self._now() - self._uptime()
