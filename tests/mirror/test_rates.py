"""Rates: what anybody may ask for, and what a family that reloads all its pages never meets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from werkzeug.test import Client, EnvironBuilder
from werkzeug.wrappers import Response

from companion.mirror.networks import greediest, network_of
from companion.mirror.rates import A_SECOND, BURST, Rate, Rated


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_so_many_a_second() -> None:
    clock = Clock()
    rate = Rate(5, 10, clock)
    assert [rate.wait("one") for _ in range(5)] == [0.0] * 5
    assert rate.wait("one") == pytest.approx(0.1)
    assert rate.wait("other") == 0.0
    clock.now += 0.1
    assert rate.wait("one") == 0.0
    assert rate.wait("one") == pytest.approx(0.1)
    clock.now += 60
    assert [rate.wait("one") for _ in range(6)][:5] == [0.0] * 5


def test_what_weighs_more_counts_as_so_many() -> None:
    clock = Clock()
    rate = Rate(5, 10, clock)
    assert [rate.wait("one", 3), rate.wait("one", 2)] == [0.0, 0.0]
    assert rate.wait("one", 3) == pytest.approx(0.3)
    clock.now += 0.3
    assert rate.wait("one", 3) == 0.0


def test_what_is_refused_counts_for_nothing() -> None:
    clock = Clock()
    rate = Rate(2, 1, clock)
    for _ in range(100):
        rate.wait("one")
    clock.now += 1
    assert rate.wait("one") == 0.0


def test_of_many_addresses_the_silent_ones_are_forgotten() -> None:
    rate = Rate(1, 0.001, Clock())
    for number in range(2000):
        assert rate.wait(str(number)) == 0.0
    assert len(rate._rested) <= 512


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
def test_an_address_is_counted_with_its_household(address: str, network: str) -> None:
    assert network_of(address) == network


def test_the_greediest_is_who_holds_most() -> None:
    assert greediest([]) is None
    assert greediest(["a", "b", "b"]) == "b"


def _app(environ: Any, start_response: Any) -> Iterable[bytes]:
    return Response("here")(environ, start_response)


def test_a_phone_with_a_role_goes_on_where_others_behind_its_address_asked_too_much() -> None:
    clock = Clock()
    app = Rated(_app, lambda environ: environ.get("HTTP_X_PHONE"), Rate(3, 1, clock))
    client = Client(app)

    def ask(address: str, phone: str = "") -> Any:
        headers = [("X-Phone", phone)] if phone else []
        return client.open(EnvironBuilder(environ_base={"REMOTE_ADDR": address}, headers=headers))

    assert [ask("10.0.0.1").status_code for _ in range(4)] == [200] * 3 + [429]
    told = ask("10.0.0.1")
    assert (told.headers["Retry-After"], told.json) == ("1", {"error": "too_many_requests", "wait": 1})
    assert ask("10.0.0.2").status_code == 200
    assert [ask("10.0.0.1", "digest").status_code for _ in range(4)] == [200] * 3 + [429]


def test_a_family_that_reloads_everything_is_far_below_it() -> None:
    assert BURST >= 8 * 2 * 60
    assert A_SECOND >= 50
