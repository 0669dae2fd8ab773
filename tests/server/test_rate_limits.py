"""Tests of rate limits, and that a family that reloads all its pages stays below them."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

import pytest
from werkzeug.test import Client, EnvironBuilder
from werkzeug.wrappers import Response

from companion.server.connections import THREADS_PER_DEVICE, THREADS_PER_NETWORK, ThreadPool
from companion.server.rate_limits import (
    BURST,
    PER_SECOND,
    Origin,
    RateLimit,
    RateLimitMiddleware,
    greediest,
    network_of,
    origin_of,
)
from tests.kit.clock import Clock


def test_a_burst_is_followed_by_a_steady_rate() -> None:
    clock = Clock()
    rate = RateLimit(5, 10, clock)
    assert [rate.wait("one") for _ in range(5)] == [0.0] * 5
    assert rate.wait("one") == pytest.approx(0.1)
    assert rate.wait("other") == 0.0
    clock.now += 0.1
    assert rate.wait("one") == 0.0
    assert rate.wait("one") == pytest.approx(0.1)
    clock.now += 60
    assert [rate.wait("one") for _ in range(6)][:5] == [0.0] * 5


def test_a_weight_counts_as_several_requests() -> None:
    clock = Clock()
    rate = RateLimit(5, 10, clock)
    assert [rate.wait("one", 3), rate.wait("one", 2)] == [0.0, 0.0]
    assert rate.wait("one", 3) == pytest.approx(0.3)
    clock.now += 0.3
    assert rate.wait("one", 3) == 0.0


def test_refused_requests_do_not_count() -> None:
    clock = Clock()
    rate = RateLimit(2, 1, clock)
    for _ in range(100):
        rate.wait("one")
    clock.now += 1
    assert rate.wait("one") == 0.0


def test_silent_addresses_are_forgotten_first() -> None:
    rate = RateLimit(1, 0.001, Clock())
    for number in range(2000):
        assert rate.wait(str(number)) == 0.0
    assert len(rate._full_at) <= 512


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("nonsense", "nonsense"),
    ],
)
def test_an_address_is_counted_with_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("address", "device", "counted"),
    [
        ("192.168.1.7", "192.168.1.7", 1),
        ("::ffff:192.168.1.7", "192.168.1.7", 1),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2:aaaa::1", 2),
        ("fe80::1%eth0", "fe80::1", 2),
        ("nonsense", "nonsense", 1),
    ],
)
def test_a_device_is_counted_separately(address: str, device: str, counted: int) -> None:
    assert origin_of(address).device == device
    assert len(origin_of(address).counted) == counted


def test_the_greediest_origin_holds_most() -> None:
    first, two, three = Origin("a", "a"), Origin("b", "b1"), Origin("b", "b2")
    assert greediest([]) is None
    assert greediest([first, first, two, three, three]) == three
    assert greediest([first, first, two]) == first
    assert greediest([first, first, three, two]) == first


def _app(environ: Any, start_response: Any) -> Iterable[bytes]:
    return Response("here")(environ, start_response)


def test_a_phone_with_a_role_has_its_own_limit() -> None:
    clock = Clock()
    app = RateLimitMiddleware(_app, lambda environ: environ.get("HTTP_X_PHONE"), RateLimit(3, 1, clock))
    client = Client(app)

    def ask(address: str, phone: str = "") -> Any:
        headers = [("X-Phone", phone)] if phone else []
        return client.open(EnvironBuilder(environ_base={"REMOTE_ADDR": address}, headers=headers))

    assert [ask("10.0.0.1").status_code for _ in range(4)] == [200] * 3 + [429]
    response = ask("10.0.0.1")
    assert (response.headers["Retry-After"], response.json) == ("1", {"error": "too_many_requests", "wait": 1})
    assert ask("10.0.0.2").status_code == 200
    assert [ask("10.0.0.1", "digest").status_code for _ in range(4)] == [200] * 3 + [429]


def test_ipv6_devices_have_their_own_and_a_common_limit() -> None:
    client = Client(RateLimitMiddleware(_app, lambda _: None, RateLimit(2, 1, Clock()), RateLimit(5, 1, Clock())))

    def ask(device: int) -> int:
        return client.open(EnvironBuilder(environ_base={"REMOTE_ADDR": f"2001:db8::{device:x}"})).status_code

    assert [ask(1) for _ in range(3)] == [200, 200, 429]
    assert ask(2) == 200
    assert [ask(device) for device in range(3, 7)] == [200, 200, 429, 429]


class BlockingRequest:
    """A request that lasts until it is released."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.begun = threading.Event()
        self.let_go = threading.Event()

    def service(self) -> None:
        self.begun.set()
        self.let_go.wait(10)


def test_threads_are_shared_by_device_and_network() -> None:
    threads = ThreadPool(20)
    works = [BlockingRequest(Origin("home", device)) for device in ("a",) * 5 + ("b",) * 5 + ("c",)] + [
        BlockingRequest(Origin("far", "far"))
    ]
    for work in works:
        threads.add_task(work)
    at_once = [*works[:THREADS_PER_DEVICE], *works[5 : 5 + THREADS_PER_NETWORK - THREADS_PER_DEVICE], works[-1]]
    try:
        assert all(work.begun.wait(10) for work in at_once), "the last to come among them"
        assert [work for work in works if work.begun.is_set()] == at_once
        works[0].let_go.set()
        assert works[THREADS_PER_DEVICE].begun.wait(10), "the next of the same device"
    finally:
        for work in works:
            work.let_go.set()
        threads.shutdown(cancel_pending=False)


def test_a_family_that_reloads_everything_stays_below_the_limit() -> None:
    assert BURST >= 8 * 2 * 60
    assert PER_SECOND >= 50
