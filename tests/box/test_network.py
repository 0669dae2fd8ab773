"""Tests of the addresses and names that the program shows, each in a network made for it. Needs root.

The machine and the phones are namespaces of Linux, joined by wires. Avahi is Debian's own. A phone must get the page
under all that is shown; a foreign name gets nothing.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.support.host_names import ascii_name
from tests.box.avahi import AAAA, SRV, avahi, resolve
from tests.box.namespace import Namespace
from tests.box.scene import PORT, Scene, ask, playing, visit
from tests.kept import save_game
from tests.kit.used_box import used_box

HERE, PHONE = "192.168.1.20", "192.168.1.50"
NAME = "table.local"
FOREIGN = ("evil.example", "table.evil.example", "table.local.evil.example", f"{HERE}.evil.example")
NO_NETWORK = "No network. You can still play."
LINK_LOCAL = "This network gives only IPv6 link-local addresses, which no browser opens. You can still play."
UNUSABLE = "No network takes the name of this machine, “{}”. Phones find the table by its number."


@pytest.fixture
def box() -> Iterator[Namespace]:
    with Namespace() as box:
        box.set_host_name(b"table")
        yield box


@pytest.fixture
def phone(box: Namespace) -> Iterator[Namespace]:
    """Yield a phone at the other end of a wire from the box's card `lan0`; neither has an address yet."""
    with Namespace() as phone:
        box.wire("lan0", phone, "wlan0")
        box.card("lan0")
        yield phone


@pytest.fixture
def lan(box: Namespace, phone: Namespace) -> Namespace:
    """Return a phone in the usual network of a home."""
    box.address("lan0", f"{HERE}/24")
    phone.address("wlan0", f"{PHONE}/24")
    return phone


@contextmanager
def beside_avahi(box: Namespace, folder: Path) -> Iterator[Scene]:
    """Run the program and Avahi on a box that was used before."""
    with (
        avahi(box, folder / "avahi") as variables,
        playing(box, used_box(folder / "state"), **variables) as scene,
    ):
        yield scene


def assert_shown(scene: Scene, *addresses: str, name: str = "") -> None:
    """Check that all places show the same addresses, the first of them as a square code."""
    assert scene.addresses_in_terminal() == [f"{host}:{PORT}" for host in (*addresses, *filter(None, (name,)))]
    scene.find_table()
    assert_shown_now(scene, *addresses, name=name)


def assert_shown_now(scene: Scene, *addresses: str, name: str = "") -> None:
    """Check the television, and the box, whose page with the address of the table is open."""
    shown = [f"{address}:{PORT}" for address in addresses]
    named = [f"{name}:{PORT}"] if name else []
    television = scene.television()
    assert (television.addresses, television.square) == (shown, shown[0])
    for index, address in enumerate(shown):
        spoken = scene.wait_for_square(address).spoken
        assert [line for line in spoken if f":{PORT}" in line] == [address, *(named if index == 0 else [])]
        if len(shown) > 1:
            scene.press("down")


def assert_reached(phone: Namespace, *shown: str, number: str = "") -> None:
    """Check that a phone gets the page under these addresses, or under names that lead to a number."""
    for address in shown:
        assert visit(phone, f"{address}:{PORT}", number), address
    for foreign in FOREIGN:
        answer = ask(phone, number or shown[0].strip("[]"), f"{foreign}:{PORT}", "/")
        assert (answer.status, answer.error) == (403, "foreign_host"), foreign


def assert_announced(phone: Namespace, *numbers: str, interface: str = "wlan0") -> None:
    """Check that multicast DNS leads a phone to these numbers, and lists the table among the services."""
    assert resolve(phone, interface, NAME) == [*map(socket.inet_aton, numbers)]
    [service] = resolve(phone, interface, "Table companion (table)._http._tcp.local", SRV)
    assert int.from_bytes(service[4:6], "big") == PORT


# Interfaces


def test_containers_and_a_vpn_come_after_the_room(box: Namespace, lan: Namespace, tmp_path: Path) -> None:
    """The VPN takes all routes."""
    box.bridge("docker0", "172.17.0.1/16")
    box.bridge("br-1f2e3d", "172.18.0.1/16")
    box.tunnel("wg0", "10.9.0.2/32")
    box.tunnel("tun0", "10.8.0.2/24")
    for half in ("0.0.0.0/1", "128.0.0.0/1"):
        box.ip(f"route add {half} dev wg0")
    with beside_avahi(box, tmp_path) as scene:
        assert_shown(scene, HERE, name=NAME)
        assert_reached(lan, HERE)
        assert_reached(lan, NAME, number=HERE)
        assert_announced(lan, HERE)


def test_in_a_container_the_routed_address_comes_first(box: Namespace, lan: Namespace, tmp_path: Path) -> None:
    """A container has no card: its own way out is as virtual as the bridges inside."""
    box.bridge("docker0", "172.17.0.1/16")
    box.forget_cards()
    box.ip(f"route add default via {PHONE}")
    with playing(box, used_box(tmp_path / "state")) as scene:
        assert_shown(scene, HERE, "172.17.0.1")
        assert_reached(lan, HERE)


def test_two_networks_are_both_shown_and_reached(box: Namespace, lan: Namespace, tmp_path: Path) -> None:
    with Namespace() as second:
        box.wire("lan1", second, "wlan0")
        box.card("lan1")
        box.address("lan1", "192.168.2.20/24")
        second.address("wlan0", "192.168.2.50/24")
        box.ip("route add default via 192.168.2.50")
        with beside_avahi(box, tmp_path) as scene:
            assert_shown(scene, "192.168.2.20", HERE, name=NAME)
            assert_reached(lan, HERE)
            assert_reached(second, "192.168.2.20")
            assert_announced(lan, HERE)
            assert_announced(second, "192.168.2.20")


def test_cable_and_wireless_in_one_network_are_both_reached(box: Namespace, tmp_path: Path) -> None:
    with Namespace() as phone:
        phone.ip("link add wlan0 type bridge")
        phone.ip("link set wlan0 up")
        for number in (0, 1):
            box.wire(f"lan{number}", phone, f"port{number}")
            phone.ip(f"link set port{number} master wlan0")
            box.card(f"lan{number}")
            box.address(f"lan{number}", f"192.168.1.2{number}/24")
        phone.address("wlan0", f"{PHONE}/24")
        with playing(box, used_box(tmp_path / "state")) as scene:
            assert_shown(scene, HERE, "192.168.1.21")
            assert_reached(phone, HERE, "192.168.1.21")


# Kinds of addresses


def test_ipv6_alone_is_shown_and_reached(box: Namespace, phone: Namespace, tmp_path: Path) -> None:
    box.address("lan0", "fd00::20/64")
    phone.address("wlan0", "fd00::50/64")
    with beside_avahi(box, tmp_path) as scene:
        assert_shown(scene, "[fd00::20]", name=NAME)
        assert_reached(phone, "[fd00::20]")
        assert_reached(phone, NAME, number="fd00::20")
        assert socket.inet_pton(socket.AF_INET6, "fd00::20") in resolve(phone, "wlan0", NAME, AAAA, ipv6=True)


def test_link_local_ipv4_alone_is_shown_and_reached(box: Namespace, phone: Namespace, tmp_path: Path) -> None:
    box.address("lan0", "169.254.3.4/16")
    phone.address("wlan0", "169.254.7.8/16")
    with playing(box, used_box(tmp_path / "state")) as scene:
        assert_shown(scene, "169.254.3.4")
        assert_reached(phone, "169.254.3.4")


def test_link_local_ipv6_alone_is_named_as_the_reason(box: Namespace, phone: Namespace, tmp_path: Path) -> None:
    address = box.link_local("lan0")
    with playing(box, used_box(tmp_path / "state")) as scene:
        assert LINK_LOCAL in scene.terminal
        assert_no_address(scene, LINK_LOCAL)
        assert visit(phone, f"[{address}]:{PORT}", f"{address}%wlan0"), "what sends such an address gets its answer"


def test_without_a_network_the_box_still_plays(box: Namespace, tmp_path: Path) -> None:
    with playing(box, used_box(tmp_path / "state")) as scene:
        assert scene.terminal[1:3] == (f"The table is at http://127.0.0.1:{PORT}/", NO_NETWORK)
        assert_no_address(scene, NO_NETWORK)
        assert visit(box, f"127.0.0.1:{PORT}")
        assert visit(box, f"localhost:{PORT}", "127.0.0.1")


def assert_no_address(scene: Scene, reason: str) -> None:
    """Check that the box gives the reason for having no address, and that no place shows one."""
    scene.find_table()
    television = scene.television()
    assert scene.addresses_in_terminal() == television.addresses == []
    assert scene.get("/qr.svg").status == 404
    scene.until(lambda page: page.spoken == [reason])


# Changes


def test_a_late_address_is_shown_and_announced(box: Namespace, phone: Namespace, tmp_path: Path) -> None:
    with beside_avahi(box, tmp_path) as scene:
        scene.find_table()
        assert scene.addresses_in_terminal() == scene.television().addresses == []
        box.address("lan0", f"{HERE}/24")
        phone.address("wlan0", f"{PHONE}/24")
        scene.until(lambda page: f"{HERE}:{PORT}" in page.spoken)
        assert_shown_now(scene, HERE, name=NAME)
        assert_reached(phone, HERE)
        assert_announced(phone, HERE)


def test_an_address_may_change_in_mid_game(box: Namespace, lan: Namespace, tmp_path: Path) -> None:
    save_game(tmp_path / "state")
    with beside_avahi(box, tmp_path) as scene:
        entry = scene.entry()
        scene.press("ok")
        scene.find_table(in_game=True)
        box.ip(f"address del {HERE}/24 dev lan0")
        box.address("lan0", "10.0.0.20/24")
        lan.address("wlan0", "10.0.0.50/24")
        scene.until(lambda page: f"10.0.0.20:{PORT}" in page.spoken)
        assert_shown_now(scene, "10.0.0.20", name=NAME)
        assert_reached(lan, "10.0.0.20")
        assert_announced(lan, "10.0.0.20")
        assert scene.entry() == entry + 1


# Names


def test_every_name_of_the_machine_is_answered(box: Namespace, lan: Namespace, tmp_path: Path) -> None:
    """Names may change at any time; the first label counts."""
    with playing(box, used_box(tmp_path / "state")):
        for name in ("été", "my_table", "🐫", "x" * 63, "Marco-Polo.example.org"):
            box.set_host_name(name.encode())
            label = name.removesuffix(".example.org")
            assert_reached(lan, *with_suffixes(label), number=HERE)
            assert ask(lan, HERE, f"{ascii_name(label)}.example.org:{PORT}", "/").error == "foreign_host"


@pytest.mark.parametrize(("name", "announced"), [("été_🐫", "t"), ("🐫", "linux")])
def test_the_name_that_avahi_makes_is_shown(
    name: str, announced: str, box: Namespace, lan: Namespace, tmp_path: Path
) -> None:
    """Avahi leaves out the letters that it does not take, and takes another name where none is left."""
    box.set_host_name(name.encode())
    with beside_avahi(box, tmp_path) as scene:
        assert_shown(scene, HERE, name=f"{announced}.local")
        assert resolve(lan, "wlan0", f"{announced}.local") == [socket.inet_aton(HERE)]
        assert resolve(lan, "wlan0", f"Table companion ({name})._http._tcp.local", SRV)
        assert_reached(lan, *with_suffixes(name), f"{announced}.local", number=HERE)


def test_a_name_with_a_blank_is_not_announced(box: Namespace, lan: Namespace, tmp_path: Path) -> None:
    box.set_host_name(b"my table")
    with beside_avahi(box, tmp_path) as scene:
        scene.until(lambda page: page.spoken == [UNUSABLE.format("my table")])
        scene.press("ok")
        assert_shown(scene, HERE)
        assert_reached(lan, HERE)
        assert resolve(lan, "wlan0", "mytable.local"), "Avahi itself is there"


@pytest.mark.parametrize(
    ("name", "shown"),
    [(b"x" * 64, "x" * 64), (b"t\xe9l\xe9", "t?l?")],
    ids=("64 letters", "no UTF-8"),
)
def test_an_unusable_name_is_reported(name: bytes, shown: str, box: Namespace, tmp_path: Path) -> None:
    box.set_host_name(name)
    with playing(box, used_box(tmp_path / "state")) as scene:
        scene.until(lambda page: page.spoken == [UNUSABLE.format(shown)])
        assert UNUSABLE.format(shown) in scene.get("/", **{"Accept-Language": "en"}).text


def with_suffixes(label: str) -> tuple[str, ...]:
    """Return the names under which a network at home knows a machine."""
    return (label, *(f"{label}.{suffix}" for suffix in ("local", "lan", "fritz.box", "home.arpa")))
