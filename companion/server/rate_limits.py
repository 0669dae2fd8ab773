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
"""Requests that an address may send at once. A page with all its files takes about fifty, and a family has eight."""
A_SECOND = 60
"""Requests that an address may send each second in the long run."""
DEVICES = 8
"""Factor for all devices of an IPv6 network together: one device can use as many of its addresses as it likes."""
_MOST_KNOWN = 512
"""Limit on the clients that are tracked; the one that was silent longest is forgotten first."""


class Rate:
    """A rate limit for each client. May be used from any thread."""

    def __init__(self, burst: int, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Allow `burst` requests at once, and `a_second` per second in the long run.

        `clock` counts seconds and never goes back.
        """
        self._burst = burst
        self._each = 1.0 / a_second
        self._clock = clock
        self._lock = threading.Lock()
        self._rested: OrderedDict[str, float] = OrderedDict()
        """Time when a client could send a full burst again."""

    def wait(self, who: str, weight: int = 1) -> float:
        """Count a request with this weight, at most the burst; return 0, or the seconds until it would be allowed."""
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
    """WSGI middleware that answers too many requests with 429, at hardly any cost.

    Once its address has sent too many, a phone with a role is counted separately: others may share the address.
    """

    def __init__(
        self,
        app: WSGIApplication,
        known: Callable[[WSGIEnvironment], str | None],
        rate: Rate | None = None,
        networks: Rate | None = None,
    ) -> None:
        """Wrap `app`. `known` returns the phone with a role that a request comes from, None for all others.

        `rate` limits each device, `networks` all the devices of a network together.
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
