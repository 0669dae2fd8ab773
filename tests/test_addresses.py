"""Tests of this machine's addresses and names: those that a phone in the room can reach come first."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import ifaddr
import pytest

from companion.support.host_names import ascii_name
from companion.system import addresses
from companion.system.addresses import fault_of_addresses, own_addresses, own_names, unusable_name

UP, BROADCAST, POINT_TO_POINT = 0x1, 0x2, 0x10


class FakeMachine:
    """A machine whose interfaces, routes and names the test chooses."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder / "net"
        self._devices = folder / "devices"
        self._patch = monkeypatch
        self._adapters: list[ifaddr.Adapter] = []
        self._folder.mkdir()
        monkeypatch.setattr(addresses, "INTERFACES", self._folder)
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: self._adapters)
        self.route("")

    def interface(
        self,
        name: str,
        *ips: str,
        flags: int = UP | BROADCAST,
        state: str = "up",
        physical: bool = True,
        below: str = "",
    ) -> None:
        """Add an interface with these addresses; `below` is the interface that it stands on."""
        folder = self._folder / name
        folder.mkdir()
        (folder / "flags").write_text(f"{flags:#x}\n")
        (folder / "operstate").write_text(f"{state}\n")
        if physical:
            (folder / "device").symlink_to(self._folder)
        if below:
            (folder / f"lower_{below}").symlink_to(self._folder / below)
        pairs: list[Any] = [(ip, 0, 2) if ":" in ip else ip for ip in ips]
        self._adapters.append(ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name) for ip in pairs], len(ips)))

    def route(self, address: str) -> None:
        """Let packets to elsewhere come from this address; empty for no route."""
        self._patch.setattr(addresses, "_routed_address", lambda: address)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeMachine:
    return FakeMachine(tmp_path, monkeypatch)


# Addresses


def test_the_routed_address_is_one_of_the_machines() -> None:
    own = {ip.ip if ip.is_IPv4 else ip.ip[0] for adapter in ifaddr.get_adapters() for ip in adapter.ips}
    assert set(own_addresses()) <= own


def test_a_machine_without_a_network_has_no_address(machine: FakeMachine) -> None:
    machine.interface("lo", "127.0.0.1", "::1", flags=UP | 0x8, physical=False, state="unknown")
    assert own_addresses() == ()
    assert fault_of_addresses() == ""


def test_containers_come_after_the_network_of_the_room(machine: FakeMachine) -> None:
    machine.interface("br-1f", "172.18.0.1", physical=False)
    machine.interface("docker0", "172.17.0.1", physical=False)
    machine.interface("wlan0", "192.168.1.20")
    assert own_addresses() == ("192.168.1.20",)


def test_a_vpn_that_takes_all_routes_is_passed_over(machine: FakeMachine) -> None:
    machine.interface("tun0", "10.8.0.2", flags=UP | POINT_TO_POINT, state="unknown", physical=False)
    machine.interface("wg0", "10.9.0.2", flags=UP, state="unknown", physical=False)
    machine.interface("eth0", "192.168.1.20")
    machine.route("10.8.0.2")
    assert own_addresses() == ("192.168.1.20",)


def test_a_modem_that_calls_one_other_comes_after_the_room(machine: FakeMachine) -> None:
    machine.interface("ppp0", "100.70.1.2", flags=UP | BROADCAST | POINT_TO_POINT)
    machine.interface("eth0", "192.168.1.20")
    assert own_addresses() == ("192.168.1.20",)


def test_a_bridge_over_a_real_port_counts_as_one(machine: FakeMachine) -> None:
    machine.interface("docker0", "172.17.0.1", physical=False)
    machine.interface("eth0")
    machine.interface("br0", "192.168.1.20", physical=False, below="eth0")
    assert own_addresses() == ("192.168.1.20",)


@pytest.mark.parametrize(("flags", "state"), [(BROADCAST, "up"), (UP | BROADCAST, "down")])
def test_an_unplugged_cable_is_no_way_in(machine: FakeMachine, flags: int, state: str) -> None:
    machine.interface("eth0", "192.168.9.9", flags=flags, state=state)
    machine.interface("wlan0", "192.168.1.20")
    assert own_addresses() == ("192.168.1.20",)


def test_cable_and_wireless_are_both_shown_the_routed_first(machine: FakeMachine) -> None:
    machine.interface("eth0", "10.0.0.5", "10.0.0.6")
    machine.interface("wlan0", "192.168.1.20")
    assert own_addresses() == ("10.0.0.5", "192.168.1.20")
    machine.route("192.168.1.20")
    assert own_addresses() == ("192.168.1.20", "10.0.0.5")


def test_at_most_three_addresses_are_shown(machine: FakeMachine) -> None:
    for number in range(5):
        machine.interface(f"eth{number}", f"10.0.{number}.5")
    assert own_addresses() == ("10.0.0.5", "10.0.1.5", "10.0.2.5")


def test_a_link_local_address_counts_if_alone(machine: FakeMachine) -> None:
    machine.interface("eth0", "169.254.3.4")
    assert own_addresses() == ("169.254.3.4",)
    machine.interface("wlan0", "192.168.1.20")
    assert own_addresses() == ("192.168.1.20",)


def test_ipv6_alone_is_shown(machine: FakeMachine) -> None:
    machine.interface("eth0", "fe80::5", "fd00::5", "2001:db8::5")
    assert own_addresses() == ("fd00::5",)
    assert own_addresses(ipv6=False) == ()
    assert fault_of_addresses() == "", "it is private: the setting leaves it out"
    machine.interface("wlan0", "192.168.1.20")
    assert own_addresses() == ("192.168.1.20",)


def test_link_local_ipv6_alone_is_named_as_the_reason(machine: FakeMachine) -> None:
    machine.interface("eth0", "fe80::5")
    assert own_addresses() == ()
    assert fault_of_addresses() == "link_local"


def test_public_addresses_are_left_out_where_nobody_answers(machine: FakeMachine) -> None:
    machine.interface("eth0", "2a00:1450::5")
    assert own_addresses() == ("2a00:1450::5",)
    assert own_addresses(public=False) == ()
    assert fault_of_addresses() == "public"
    machine.interface("wlan0", "100.70.1.2")
    assert own_addresses(public=False) == ("100.70.1.2",)


def test_without_facts_the_route_decides(machine: FakeMachine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machine.interface("en0", "192.168.1.20")
    machine.interface("bridge100", "192.168.64.1")
    machine.route("192.168.64.1")
    monkeypatch.setattr(addresses, "INTERFACES", tmp_path / "none")
    assert own_addresses() == ("192.168.64.1",)


# Names


def call(monkeypatch: pytest.MonkeyPatch, name: str, resolver: Path = Path("/nowhere")) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    monkeypatch.setattr(addresses, "RESOLVER", resolver)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("caravan", "caravan"),
        ("Caravan.example.org", "caravan"),
        ("my_table", "my_table"),
        ("été", "xn--t-9fab"),
        ("🐫", "xn--zo8h"),
        ("x" * 63, "x" * 63),
    ],
)
def test_a_name_is_known_alone_and_under_home_suffixes(monkeypatch: pytest.MonkeyPatch, name: str, label: str) -> None:
    call(monkeypatch, name)
    assert own_names() == (label, *(f"{label}.{suffix}" for suffix in ("local", "lan", "fritz.box", "home.arpa")))
    assert unusable_name() == ""


def test_own_search_domains_count_and_no_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    resolver = tmp_path / "resolv.conf"
    resolver.write_text("# comment\nnameserver 192.168.1.1\ndomain club.example\nsearch Club.example. été.example .\n")
    call(monkeypatch, "caravan.elsewhere.example", resolver)
    assert own_names()[5:] == ("caravan.club.example", "caravan.xn--t-9fab.example")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("my table", "my table"), ("x" * 64, "x" * 64), ("é" * 60, "é" * 60), ("a/b", "a/b"), ("t\udce9", "t?")],
)
def test_a_name_that_no_network_takes_is_told(monkeypatch: pytest.MonkeyPatch, name: str, shown: str) -> None:
    call(monkeypatch, name)
    assert (own_names(), unusable_name()) == ((), shown)


@pytest.mark.parametrize("name", ["localhost", ""])
def test_a_machine_without_a_name_has_no_name(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    call(monkeypatch, name)
    assert (own_names(), unusable_name()) == ((), "")


def test_names_have_the_form_of_browsers() -> None:
    assert ascii_name("Été.LOCAL.") == "xn--t-9fab.local"
    assert ascii_name("ｔａｂｌｅ") == "table"
    assert ascii_name("xn--t-9fab") == "xn--t-9fab"
