"""Rate limits: how many requests a device, a network or a phone may send, and the origin that they count under."""

from __future__ import annotations

import ipaddress
import json
import math
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


OURS = "X-Companion"
"""Header of every answer of this program. Pages trust no answer without it: a network may answer in the box's place."""
NETWORK_BITS = 64
"""Bits of an IPv6 address that identify a household; each device chooses the rest freely, and changes it often."""


class Origin(NamedTuple):
    """The origin that a request is counted under: first by network, and within it by device."""

    network: str
    """The /64 of an IPv6 address; a single IPv4 address, so two of them count as two devices."""
    device: str
    """The address."""

    @property
    def counted(self) -> frozenset[str]:
        """The keys that it counts under: one for IPv4, two for IPv6."""
        return frozenset(self)


@lru_cache(maxsize=1024)
def origin_of(address: str) -> Origin:
    """Return the origin of an address; a text that is no address is its own origin."""
    try:
        parsed = _parse_address(address.partition("%")[0])
    except ValueError:
        return Origin(address, address)
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is None:
            return Origin(str(ipaddress.ip_network((parsed, NETWORK_BITS), strict=False)), str(parsed))
        parsed = parsed.ipv4_mapped
    return Origin(str(parsed), str(parsed))


def network_of(address: str) -> str:
    """Return the network that an address is counted under."""
    return origin_of(address).network


def greediest(holders: Iterable[Origin]) -> Origin | None:
    """Return the holder of most: of the network with most, the device with most. `holders` has one item per holding.

    The first of several, None without any.
    """
    counts = Counter(holders)
    if not counts:
        return None
    networks: Counter[str] = Counter()
    for origin, number in counts.items():
        networks[origin.network] += number
    network = networks.most_common(1)[0][0]
    return max((origin for origin in counts if origin.network == network), key=counts.__getitem__)


_parse_address = ipaddress.ip_address


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
        headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body))), (OURS, "1")]
        start_response("429 TOO MANY REQUESTS", [*headers, ("Retry-After", str(math.ceil(wait)))])
        return (body,)
