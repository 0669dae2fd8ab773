"""Network addresses and names of this machine: those that a phone in the room can reach, the likeliest first."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.support.frozen_dataclasses import frozen
from companion.support.host_names import ascii_name, is_network_name

ALL_ADDRESSES = ("::", "0.0.0.0")
"""Hosts that mean every address of this machine: of both kinds, or IPv4 alone."""
LOCALHOST = "127.0.0.1"
MOST_ADDRESSES = 3
"""Limit on the addresses that are shown; nobody tries more."""

INTERFACES = Path("/sys/class/net")
"""Folder with what Linux knows of each interface."""
RESOLVER = Path("/etc/resolv.conf")
"""File with the search domains of this machine."""
_IS_UP, _CAN_BROADCAST, _IS_POINT_TO_POINT = 0x1, 0x2, 0x10
"""Flags of an interface in Linux: IFF_UP, IFF_BROADCAST, IFF_POINTOPOINT."""
_RUNNING = ("up", "unknown")
"""Operational states of an interface that works; drivers that cannot tell say "unknown"."""
_HOME_SUFFIXES = ("local", "lan", "fritz.box", "home.arpa")
"""Suffixes under which networks at home know a machine by its own name. Nobody can own such a domain."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@frozen
class _Candidate:
    address: Address
    interface: str
    rank: tuple[bool, ...]
    """Reasons against the address, the gravest first. Equal ranks are equally likely."""


def own_addresses(*, ipv6: bool = True, public: bool = True) -> tuple[str, ...]:
    """Return the numeric addresses by which phones can reach this machine, the likeliest first; empty without any.

    On Linux, interfaces that run, can broadcast and are physical, or stand on a physical one, come before those of
    containers and of a VPN; routable addresses before link-local ones; IPv4 before IPv6, which `ipv6` includes. Those
    that are equally likely, one for each interface, are returned together, the one of the default route first.
    Link-local IPv6 addresses are left out: no browser opens them. So are those of the internet without `public`.
    """
    candidates = [
        candidate
        for candidate in _candidates()
        if _is_for_browsers(candidate.address)
        and (ipv6 or candidate.address.version == 4)
        and (public or not candidate.address.is_global)
    ]
    if not candidates:
        return ()
    least = min(candidate.rank for candidate in candidates)
    by_interface: dict[str, str] = {}
    for candidate in candidates:
        if candidate.rank == least:
            by_interface.setdefault(candidate.interface, str(candidate.address))
    routed = _routed_address()
    ordered = sorted(by_interface.values(), key=lambda address: address != routed)
    if not INTERFACES.is_dir():  # nothing tells the interfaces apart: the route does
        return tuple(ordered[:1])
    return tuple(ordered[:MOST_ADDRESSES])


def fault_of_addresses() -> str:
    """Return what is wrong with the addresses of this machine if `own_addresses` returns none.

    It is "link_local" or "public" if there are no others; else "".
    """
    addresses = [candidate.address for candidate in _candidates()]
    for_browsers = [address for address in addresses if _is_for_browsers(address)]
    if for_browsers:
        return "public" if all(address.is_global for address in for_browsers) else ""
    return "link_local" if addresses else ""


def _is_for_browsers(address: Address) -> bool:
    return address.version == 4 or not address.is_link_local


def _candidates() -> Iterator[_Candidate]:
    """Yield the addresses of this machine that are not its own loopback."""
    import ifaddr

    for adapter in ifaddr.get_adapters():
        against = _against(adapter.name)
        for ip in adapter.ips:
            address = ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
            if not (address.is_loopback or address.is_unspecified):
                rank = (*against, address.is_link_local, address.version == 6)
                yield _Candidate(address, adapter.name, rank)


def _against(interface: str) -> tuple[bool, ...]:
    """Return the reasons against an interface: it does not run, cannot broadcast, or is not physical."""
    folder = INTERFACES / interface
    try:
        flags = int((folder / "flags").read_text("ascii"), 16)
        state = (folder / "operstate").read_text("ascii").strip()
    except (OSError, ValueError):
        return (False, False, False)
    runs = bool(flags & _IS_UP) and state in _RUNNING
    broadcasts = bool(flags & _CAN_BROADCAST) and not flags & _IS_POINT_TO_POINT
    return (not runs, not broadcasts, not _is_physical(folder))


def _is_physical(folder: Path) -> bool:
    """Return whether an interface is a device, or a bridge, a bond or a virtual network on one."""
    return (folder / "device").exists() or any((lower / "device").exists() for lower in folder.glob("lower_*"))


def _routed_address() -> str:
    """Return the address that packets to elsewhere would come from, "" without a route.

    Nothing is sent: connecting a datagram socket only selects the route.
    """
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            return str(probe.getsockname()[0])
    return ""


def own_names() -> tuple[str, ...]:
    """Return the names by which a network may know this machine, in the form that browsers send.

    They are its label alone, and below the suffixes of networks at home and of this machine's own search domains. No
    other suffix counts: a foreign domain may lead here to reach us through a browser at the table (DNS rebinding).
    """
    label = ascii_name(local_name())
    return (label, *(f"{label}.{suffix}" for suffix in (*_HOME_SUFFIXES, *_search_domains()))) if label else ()


def local_name() -> str:
    """Return this machine's name up to the first full stop; "" for `localhost`, and for one that no network takes."""
    name = _first_label()
    return name if is_network_name(name) and name != "localhost" else ""


def unusable_name() -> str:
    """Return this machine's name if no network takes it, with bytes that are no UTF-8 as question marks; else ""."""
    name = _first_label()
    return "" if not name or is_network_name(name) else name.encode("utf-8", "replace").decode()


def _first_label() -> str:
    return socket.gethostname().partition(".")[0]


def _search_domains() -> tuple[str, ...]:
    """Return the domains in which this machine looks for names without one."""
    try:
        lines = RESOLVER.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ()
    words = [line.split() for line in lines]
    domains = (ascii_name(name) for key, *names in filter(None, words) if key in ("search", "domain") for name in names)
    return tuple(dict.fromkeys(domain for domain in domains if domain))


def is_local_only(host: str) -> bool:
    """Return whether a server on this host can be reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def url(host: str, port: int) -> str:
    """Return the URL of the first page on a host, which is a name or a numeric address."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
