"""Rate limits: how many requests a device, a network or a phone may send."""

from __future__ import annotations

import json
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from companion.server.client_origin import origin_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


BURST = 1200
"""How many requests an address may send at once. A page and all it names are some fifty, and a family has eight."""
A_SECOND = 60
"""How many it may send a second for as long as it likes."""
DEVICES = 8
"""How many times that all devices of an IPv6 network together: one can take as many addresses of it as it likes."""
_MOST_KNOWN = 512
"""How many addresses are told apart; whoever was silent longest is forgotten first."""


class Rate:
    """Whether somebody may ask once more. May be used from any thread."""

    def __init__(self, burst: int, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`burst` at once, and `a_second` all the time; `clock` counts seconds and never goes back."""
        self._burst = burst
        self._each = 1.0 / a_second
        self._clock = clock
        self._lock = threading.Lock()
        self._rested: OrderedDict[str, float] = OrderedDict()
        """By who asks, when the whole burst would be free again."""

    def wait(self, who: str, weight: int = 1) -> float:
        """Count a request, as so many; 0 where it may be answered, else how many seconds until it may.

        `weight` is at most the burst.
        """
        with self._lock:
            now = self._clock()
            rested = max(self._rested.get(who, now), now) + weight * self._each
            late = rested - now - self._burst * self._each
            if late > 1e-9:
                return late
            self._rested[who] = rested
            self._rested.move_to_end(who)
            while len(self._rested) > _MOST_KNOWN:
                self._rested.popitem(last=False)
            return 0.0


class Rated:
    """Stands before an application and answers whoever asks too much with 429, at hardly any cost.

    A phone with a role is counted for itself, once its address has asked for too much: others may be behind that.
    """

    def __init__(
        self,
        app: WSGIApplication,
        known: Callable[[WSGIEnvironment], str | None],
        rate: Rate | None = None,
        networks: Rate | None = None,
    ) -> None:
        """`known` tells which phone with a role a request comes from, None of all others.

        `rate` is that of a device, `networks` that of all the devices of one network.
        """
        self._app = app
        self._known = known
        self._rate = rate or Rate(BURST, A_SECOND)
        self._networks = networks or Rate(DEVICES * BURST, DEVICES * A_SECOND)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        origin = origin_of(environ.get("REMOTE_ADDR", ""))
        wait = self._rate.wait(origin.device) or self._networks.wait(origin.network)
        if wait and (phone := self._known(environ)) is not None:
            wait = self._rate.wait(f"phone {phone}")
        if not wait:
            return self._app(environ, start_response)
        body = json.dumps({"error": "too_many_requests", "wait": math.ceil(wait)}).encode()
        headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
        start_response("429 TOO MANY REQUESTS", [*headers, ("Retry-After", str(math.ceil(wait)))])
        return (body,)
