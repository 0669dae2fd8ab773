"""The origin of a request: a device and its network."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

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
