"""Network addresses and names of this machine."""

from __future__ import annotations

import ipaddress
import socket

ALL_ADDRESSES = ("0.0.0.0", "::")
"""Hosts that mean every address of this machine."""
LOCALHOST = "127.0.0.1"


def own_address() -> str:
    """Return this machine's numeric address on its network, "" without one.

    Nothing is sent: connecting a datagram socket only selects the route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:  # no route leads out, as on a box that is its own hotspot
            return _first_address()
        return str(probe.getsockname()[0])


def _first_address() -> str:
    """Return the first address of this machine that other machines on its network can reach, "" without one."""
    import ifaddr

    numbers = (str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4)
    addresses = (ipaddress.ip_address(address) for address in numbers)
    return next((str(address) for address in addresses if not (address.is_loopback or address.is_link_local)), "")


def own_names() -> tuple[str, ...]:
    """Return the names under which a network knows this machine."""
    name = local_name()
    return (socket.gethostname(), *([f"{name}.local"] if name else []))


def local_name() -> str:
    """Return the part before `.local` of this machine's name on the local network, "" if it has no name but
    `localhost`.
    """
    name = socket.gethostname().partition(".")[0]
    return "" if name == "localhost" else name


def is_local_only(host: str) -> bool:
    """Return whether a server on this host can be reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def url(host: str, port: int) -> str:
    """Return the URL of the first page on a host, which is a name or a numeric address."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
