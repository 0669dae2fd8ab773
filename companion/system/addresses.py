"""Where this machine is found: its own address, its names, and what only it can reach."""

from __future__ import annotations

import ipaddress
import socket

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for every address of this machine."""
HERE = "127.0.0.1"


def own_address() -> str:
    """This machine's numeric address on its network, "" without one. Nothing is sent: a socket is only pointed."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:  # no way leads out, as on a box that is its own hotspot
            return _first_address()
        return str(probe.getsockname()[0])


def _first_address() -> str:
    """The first address of this machine that others on its own network could reach."""
    import ifaddr

    found = (str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4)
    others = (ipaddress.ip_address(address) for address in found)
    return next((str(address) for address in others if not (address.is_loopback or address.is_link_local)), "")


def own_names() -> tuple[str, ...]:
    """The names under which a network knows this machine."""
    name = local_name()
    return (socket.gethostname(), *([f"{name}.local"] if name else []))


def local_name() -> str:
    """The part before `.local` of the name by which this machine may be found, "" if it has none of its own."""
    name = socket.gethostname().partition(".")[0]
    return "" if name == "localhost" else name


def only_here(host: str) -> bool:
    """Whether only this machine finds what is served on this host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def url(host: str, port: int) -> str:
    """The address of the first page of a host, by name or number."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
