"""Who asks, a device and its network, and how much anybody may ask for."""

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


HOUSEHOLD = 64
"""Bits of an IPv6 address that tell one household from another; the rest every device chooses by itself, ever anew."""


class Origin(NamedTuple):
    """Who a request is counted under: first by network, and inside of it by device."""

    network: str
    """Of an IPv6 address its /64; an IPv4 address by itself, for whoever has two of those is two devices."""
    device: str
    """The address itself."""

    @property
    def counted(self) -> frozenset[str]:
        """All that it counts under: one for IPv4, two for IPv6."""
        return frozenset(self)


@lru_cache(maxsize=1024)
def origin_of(address: str) -> Origin:
    """Where an address is counted; what is none stands for itself."""
    try:
        found = _read(address.partition("%")[0])
    except ValueError:
        return Origin(address, address)
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return Origin(str(ipaddress.ip_network((found, HOUSEHOLD), strict=False)), str(found))
        found = found.ipv4_mapped
    return Origin(str(found), str(found))


def network_of(address: str) -> str:
    """The network that an address is counted under."""
    return origin_of(address).network


def greediest(holders: Iterable[Origin]) -> Origin | None:
    """Who holds most, each holder named once for each thing held: of the network that does, the device that does.

    The first of several, None where nobody holds any.
    """
    held = Counter(holders)
    if not held:
        return None
    networks: Counter[str] = Counter()
    for origin, number in held.items():
        networks[origin.network] += number
    network = networks.most_common(1)[0][0]
    return max((origin for origin in held if origin.network == network), key=held.__getitem__)


_read = ipaddress.ip_address


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
