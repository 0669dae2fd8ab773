"""When each phone with a role was last heard of. It is kept in memory alone: nobody comes and goes in writing."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable

_MOST_KNOWN = 256
"""Of how many phones that is remembered: more than have a role at any time."""


class Attendance:
    """Who is there, and who was. May be used from any thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` counts seconds and never goes back."""
        self._clock = clock
        self._lock = threading.Lock()
        self._heard: OrderedDict[str, float] = OrderedDict()
        self._looking: Counter[str] = Counter()

    def heard(self, phone: str) -> None:
        """Something came from a phone just now."""
        with self._lock:
            self._note(phone)

    def looks_on(self, phone: str) -> Callable[[], None]:
        """A phone has a page open that follows the table; what is given back is to be called once it has not."""
        with self._lock:
            self._looking[phone] += 1

        def left() -> None:
            with self._lock:
                self._looking[phone] -= 1
                self._looking += Counter()  # without those at nought
                self._note(phone)

        return left

    def since(self, phone: str) -> float | None:
        """How many seconds ago a phone was last there, 0 while it looks on; None if it was not since the start."""
        with self._lock:
            if self._looking[phone] > 0:
                return 0.0
            heard = self._heard.get(phone)
            return None if heard is None else self._clock() - heard

    def _note(self, phone: str) -> None:
        self._heard[phone] = self._clock()
        self._heard.move_to_end(phone)
        while len(self._heard) > _MOST_KNOWN:
            self._heard.popitem(last=False)
