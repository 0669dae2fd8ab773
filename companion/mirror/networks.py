"""Where requests come from, as far as places and rates go: an address, and of IPv6 the network that a household has."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

HOUSEHOLD = 64
"""Bits of an IPv6 address that tell one household from another; the rest every device chooses by itself, ever anew."""


@lru_cache(maxsize=1024)
def network_of(address: str) -> str:
    """What an address is counted under: an IPv4 address by itself, an IPv6 address by its /64."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, HOUSEHOLD), strict=False))
    return str(found)


def greediest(holders: Iterable[str]) -> str | None:
    """Who holds most, each holder named once for each thing held; the first of several, None where nobody holds any."""
    counted = Counter(holders).most_common(1)
    return counted[0][0] if counted else None
