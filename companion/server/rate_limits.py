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
PER_SECOND = 60
"""Requests that an address may send each second in the long run."""
NETWORK_FACTOR = 8
"""Factor for all devices of an IPv6 network together: one device can use as many of its addresses as it likes."""
_MOST_KNOWN = 512
"""Limit on the clients that are tracked; the one that was silent longest is forgotten first."""


class RateLimit:
    """A rate limit for each client. May be used from any thread."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Allow `burst` requests at once, and `per_second` per second in the long run.

        `clock` counts seconds and never goes back.
        """
        self._burst = burst
        self._interval = 1.0 / per_second
        self._clock = clock
        self._lock = threading.Lock()
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """Time when a client could send a full burst again."""

    def wait(self, client: str, weight: int = 1) -> float:
        """Count a request with this weight, at most the burst; return 0, or the seconds until it would be allowed."""
        with self._lock:
            now = self._clock()
            full_at = max(self._full_at.get(client, now), now) + weight * self._interval
            wait_s = full_at - now - self._burst * self._interval
            if wait_s > 1e-9:
                return wait_s
            self._full_at[client] = full_at
            self._full_at.move_to_end(client)
            while len(self._full_at) > _MOST_KNOWN:
                self._full_at.popitem(last=False)
            return 0.0


class RateLimitMiddleware:
    """WSGI middleware that answers too many requests with 429, at hardly any cost.

    Once its address has sent too many, a phone with a role is counted separately: others may share the address.
    """

    def __init__(
        self,
        app: WSGIApplication,
        phone_with_role: Callable[[WSGIEnvironment], str | None],
        rate: RateLimit | None = None,
        network_rate: RateLimit | None = None,
    ) -> None:
        """Wrap `app`. `phone_with_role` returns the phone with a role that a request comes from, None for all others.

        `rate` limits each device, `network_rate` all the devices of a network together.
        """
        self._app = app
        self._phone_with_role = phone_with_role
        self._rate = rate or RateLimit(BURST, PER_SECOND)
        self._network_rate = network_rate or RateLimit(NETWORK_FACTOR * BURST, NETWORK_FACTOR * PER_SECOND)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        origin = origin_of(environ.get("REMOTE_ADDR", ""))
        wait = self._rate.wait(origin.device) or self._network_rate.wait(origin.network)
        if wait and (phone := self._phone_with_role(environ)) is not None:
            wait = self._rate.wait(f"phone {phone}")
        if not wait:
            return self._app(environ, start_response)
        body = json.dumps({"error": "too_many_requests", "wait": math.ceil(wait)}).encode()
        headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
        start_response("429 TOO MANY REQUESTS", [*headers, ("Retry-After", str(math.ceil(wait)))])
        return (body,)
