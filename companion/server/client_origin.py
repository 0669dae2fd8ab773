"""The origin of a request: a device and its network."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

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
