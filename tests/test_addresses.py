"""Tests of this machine's address: on a network with a route out, on one without, and without a network."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import Any

import ifaddr
import pytest

from companion.system import addresses


class NoWayOut(socket.socket):
    def connect(self, _: Any) -> None:
        raise OSError("Network is unreachable")


@dataclass
class Adapter:
    ips: list[ifaddr.IP]


def adapters(*ips: Any) -> list[Adapter]:
    return [Adapter([ifaddr.IP(ip, 24, "any")]) for ip in ips]


def test_own_address_is_one_of_the_machines_addresses() -> None:
    own = {ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips}
    assert addresses.own_address() in {*own, ""}


@pytest.mark.parametrize(
    ("adapter_list", "address"),
    [
        (adapters("127.0.0.1", "192.168.4.1"), "192.168.4.1"),
        (adapters("127.0.0.1", ("fe80::1", 0, 2), "169.254.3.4", "10.0.0.5", "10.0.0.6"), "10.0.0.5"),
        (adapters("127.0.0.1", "169.254.3.4"), ""),
        (adapters(), ""),
    ],
)
def test_without_a_route_out_the_local_address_is_used(
    monkeypatch: pytest.MonkeyPatch, adapter_list: list[Adapter], address: str
) -> None:
    monkeypatch.setattr(socket, "socket", NoWayOut)
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapter_list)
    assert addresses.own_address() == address
