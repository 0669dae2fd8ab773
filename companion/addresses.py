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
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def own_names() -> tuple[str, ...]:
    """The names under which a network knows this machine."""
    name = socket.gethostname()
    return (name, f"{name}.local")


def only_here(host: str) -> bool:
    """Whether only this machine finds what is served on this host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def url(host: str, port: int) -> str:
    """The address of the first page of a host, by name or number."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
