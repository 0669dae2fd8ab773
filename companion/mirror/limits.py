"""Limits of how often something may be tried, for each one who tries and for all together."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable

_MOST_KNOWN = 512
"""How many are told apart; whoever was silent longest is forgotten first."""


class Limit:
    """At most so many within so many seconds, for each key. May be used from any thread."""

    def __init__(self, most: int, within_s: float, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and never goes back."""
        self._most = most
        self._within_s = within_s
        self._clock = clock
        self._lock = threading.Lock()
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def reached(self, key: str) -> bool:
        """Whether no more are allowed now."""
        with self._lock:
            return len(self._recent(key)) >= self._most

    def note(self, key: str) -> None:
        """Count one."""
        with self._lock:
            times = self._recent(key)
            times.append(self._clock())
            self._times[key] = times
            self._times.move_to_end(key)
            while len(self._times) > _MOST_KNOWN:
                self._times.popitem(last=False)

    def take(self, key: str) -> bool:
        """Count one if it is allowed; whether it was."""
        with self._lock:
            if len(self._recent(key)) >= self._most:
                return False
        self.note(key)
        return True

    def _recent(self, key: str) -> deque[float]:
        times = self._times.get(key, deque())
        since = self._clock() - self._within_s
        while times and times[0] <= since:
            times.popleft()
        return times
