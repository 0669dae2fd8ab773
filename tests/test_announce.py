"""Answering for this machine's name, between neighbours on the loopback, and moving when the address does."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from zeroconf import AddressResolverIPv4, ServiceInfo, Zeroconf  # type: ignore[attr-defined]  # as in announce.py

from companion.system.announce import Announcer, _heard, address_changes
from tests.depth import deep
from tests.hands import PATIENCE_S

pytestmark = deep

NAME = "caravan-of-a-test"
HERE, THERE = "127.0.0.1", "127.0.0.2"
PATIENCE_MS = PATIENCE_S * 1000
NO_ANSWER_MS = 700
T = TypeVar("T")
Neighbour = Callable[[], Zeroconf]


class Network:
    """What the machine's network looks like to an announcer, changed by hand."""

    def __init__(self, address: str = HERE) -> None:
        self.address = address
        self._news, self._kernel = socket.socketpair()
        self._changes = threading.Semaphore(0)
        self._asked = threading.Event()

    def watch(self) -> socket.socket:
        """For the announcer to open, and to close again."""
        return self._news.dup()

    def own_address(self) -> str:
        """For the announcer to ask."""
        self._asked.set()
        return self.address

    def changed(self) -> None:
        """For the announcer to call."""
        self._changes.release()

    def move(self, address: str) -> None:
        """The machine has another address than the announcer began with, and the kernel says so."""
        assert self._asked.wait(PATIENCE_S)
        self.address = address
        self.tell()

    def tell(self) -> None:
        """The kernel says that something is new."""
        self._kernel.send(b"news")

    def fall_silent(self) -> None:
        """The kernel will say nothing more."""
        self._kernel.close()

    def noticed(self) -> bool:
        """Wait until the announcer calls once more."""
        return self._changes.acquire(timeout=PATIENCE_S)

    def noticed_more(self) -> bool:
        """Whether it called since."""
        return self._changes.acquire(blocking=False)

    def close(self) -> None:
        self._news.close()
        self._kernel.close()


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """One of these at a time, whatever runs side by side: this machine has one loopback, and they share a name."""
    with (Path(tempfile.gettempdir()) / f"{NAME}-{os.getuid()}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture
def network() -> Iterator[Network]:
    network = Network()
    yield network
    network.close()


@pytest.fixture
def neighbour() -> Iterator[Neighbour]:
    """Makes machines next door, which know nothing yet."""
    with ExitStack() as machines:

        def make() -> Zeroconf:
            machine = apart(lambda: Zeroconf(interfaces=[HERE]))
            machines.callback(apart, machine.close)
            return machine

        yield make


def apart(work: Callable[[], T]) -> T:
    """Do something on a thread of its own: a browser that another test opened keeps a loop running on this one."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(work).result(2 * PATIENCE_S)


@contextmanager
def announcing(network: Network, name: str = NAME) -> Iterator[Announcer]:
    announcer = Announcer(name, 8080, network.own_address, network.changed, network.watch)
    announcer.start()
    try:
        yield announcer
    finally:
        announcer.close()


def addresses(machine: Zeroconf, patience_ms: float = PATIENCE_MS) -> list[str]:
    """What a machine hears when it asks for the name."""
    asked = AddressResolverIPv4(f"{NAME}.local.")
    apart(lambda: asked.request(machine, patience_ms))
    return list(asked.parsed_addresses())


def service(machine: Zeroconf) -> ServiceInfo:
    """The table as a machine finds it among all services."""
    kind = "_http._tcp.local."
    info = apart(lambda: machine.get_service_info(kind, f"Table companion ({NAME}).{kind}", PATIENCE_MS))
    assert info is not None
    return info


def taken(address: str) -> ServiceInfo:
    """Something else that calls itself by the name."""
    return ServiceInfo(
        "_other._tcp.local.", "Other._other._tcp.local.", 1, server=f"{NAME}.local.", parsed_addresses=[address]
    )


def test_a_neighbour_finds_the_machine_by_its_name_and_the_table_among_the_services(
    network: Network, neighbour: Neighbour
) -> None:
    with announcing(network) as announcer:
        assert announcer.name == f"{NAME}.local"
        machine = neighbour()
        assert addresses(machine) == [HERE]
        found = service(machine)
        assert (found.port, found.server, found.properties) == (8080, f"{NAME}.local.", {b"path": b"/"})


def test_nobody_answers_any_more_once_it_is_closed(network: Network, neighbour: Neighbour) -> None:
    with announcing(network):
        assert addresses(neighbour()) == [HERE]
    assert addresses(neighbour(), NO_ANSWER_MS) == []


def test_the_name_moves_with_the_address(network: Network, neighbour: Neighbour) -> None:
    with announcing(network) as announcer:
        assert addresses(neighbour()) == [HERE]
        network.move(THERE)
        assert network.noticed()
        machine = neighbour()
        while addresses(machine) != [THERE]:  # the old one may still be taking its leave
            machine = neighbour()
        assert announcer.name == f"{NAME}.local"
        assert not network.noticed_more()


def test_without_a_network_nothing_is_answered_until_there_is_one(network: Network, neighbour: Neighbour) -> None:
    network.address = ""
    with announcing(network):
        network.move(HERE)
        assert network.noticed()
        assert addresses(neighbour()) == [HERE]


def test_news_that_change_nothing_are_let_pass(network: Network) -> None:
    with announcing(network, name="") as announcer:
        network.tell()
        network.tell()
        network.move(THERE)
        assert network.noticed()
        assert announcer.name == ""
    assert not network.noticed_more()


def test_a_name_that_another_machine_has_is_left_to_it(
    network: Network, neighbour: Neighbour, caplog: pytest.LogCaptureFixture
) -> None:
    other = neighbour()
    apart(lambda: other.register_service(taken("127.0.0.9")))
    with announcing(network) as announcer:
        assert network.noticed()
        assert announcer.name == ""
    assert addresses(neighbour()) == ["127.0.0.9"]
    assert f"another machine is called {NAME}.local already: 127.0.0.9" in caplog.text


def test_a_name_that_this_machine_answers_for_already_only_gets_the_table(
    network: Network, neighbour: Neighbour, caplog: pytest.LogCaptureFixture
) -> None:
    avahi = neighbour()
    apart(lambda: avahi.register_service(taken(HERE)))
    with announcing(network) as announcer:
        assert service(neighbour()).port == 8080
        assert announcer.name == f"{NAME}.local"
    assert addresses(neighbour()) == [HERE]
    assert caplog.text == ""


@pytest.mark.parametrize("address", ["198.51.100.7", "2001:db8::7", "caravan.lan"])
def test_an_address_where_it_cannot_be_done_is_told_once(
    network: Network, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    network.address = address
    with announcing(network) as announcer:
        assert network.noticed()
        assert announcer.name == ""
        network.move("198.51.100.8")
        assert network.noticed(), "there is another address"
        assert network.noticed(), "and the name cannot be had there either"
        assert announcer.name == ""
    assert caplog.text.count(f"{NAME}.local cannot be announced") == 1


def test_a_port_that_somebody_keeps_for_himself_is_told(
    network: Network, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def busy(**_: object) -> None:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", busy)
    with announcing(network) as announcer:
        assert network.noticed()
        assert announcer.name == ""
    assert "Address already in use" in caplog.text


def test_closing_at_once_leaves_nothing_behind(network: Network) -> None:
    before = set(threading.enumerate())
    with announcing(network):
        pass
    assert set(threading.enumerate()) == before


def test_closing_in_the_midst_of_a_move_leaves_nothing_behind(network: Network) -> None:
    before = set(threading.enumerate())
    with announcing(network):
        network.move(THERE)
        assert network.noticed()
    assert set(threading.enumerate()) == before


# The news of the kernel.


def test_where_no_news_are_to_be_had_the_name_is_answered_for_all_the_same(
    network: Network, neighbour: Neighbour
) -> None:
    announcer = Announcer(NAME, 8080, network.own_address, network.changed, lambda: None)
    announcer.start()
    assert addresses(neighbour()) == [HERE]
    announcer.close()


def test_news_that_may_not_be_heard_are_told(network: Network, caplog: pytest.LogCaptureFixture) -> None:
    def forbidden() -> None:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    announcer = Announcer("", 8080, network.own_address, network.changed, forbidden)
    announcer.start()
    announcer.close()
    assert "go unnoticed: [Errno" in caplog.text


def test_news_that_stop_coming_end_nothing(network: Network, neighbour: Neighbour) -> None:
    with announcing(network):
        network.fall_silent()
        assert addresses(neighbour()) == [HERE]


def test_more_news_than_there_is_room_for_are_news(monkeypatch: pytest.MonkeyPatch) -> None:
    async def crowded(news: socket.socket, _: int) -> bytes:
        raise OSError(errno.ENOBUFS, "No buffer space available")

    async def take() -> None:
        with socket.socket() as news:
            monkeypatch.setattr(asyncio.get_running_loop(), "sock_recv", crowded)
            await _heard(news)

    apart(lambda: asyncio.run(take()))


def test_a_watch_that_breaks_is_told_and_ends_nothing_else(network: Network, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> str:
        raise RuntimeError("no idea where this is")

    announcer = Announcer("", 8080, broken, network.changed, network.watch)
    announcer.start()
    announcer.close()
    assert "watched no longer" in caplog.text


def test_the_kernel_of_this_machine_tells_or_there_is_none_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "linux":
        news = address_changes()
        assert news is not None
        news.close()
    monkeypatch.setattr(sys, "platform", "elsewhere")
    assert address_changes() is None
