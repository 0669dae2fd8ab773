"""Tests of the places of streams: how addresses share them, and who gives way when there are no more."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.server.event_streams import (
    GUARANTEED_STREAMS,
    MOST_ENDING,
    MOST_UNTRUSTED_STREAMS,
    Stream,
    StreamOwner,
    Streams,
    TooManyStreamsError,
)
from companion.server.rate_limits import Origin
from companion.session.publisher import Publisher


class StreamHall:
    """Streams with a limit, and their owners."""

    def __init__(self, most: int) -> None:
        self.streams = Streams(most=most)
        self.publisher: Publisher[int] = Publisher()
        self.hung_up: list[str] = []
        self.sitting: list[Stream] = []
        self.forgotten: set[str] = set()

    def open_stream(
        self, device: str, *, network: str = "", has_role: bool = False, phone: str = "", own: bool = True
    ) -> Stream:
        """Open a stream; one that gives way ends at once. A device alone is its own network."""
        has_role = has_role or phone != ""
        origin = Origin(network or device, device)
        place = StreamOwner(
            origin, has_role, lambda: self.hung_up.append(device), phone, lambda: phone not in self.forgotten, own
        )
        stream = self.streams.open(self.publisher, lambda _: None, lambda: False, None, place)
        for ended in [open_stream for open_stream in self.sitting if open_stream.slot.closed]:
            ended.close()
            self.sitting.remove(ended)
        self.sitting.append(stream)
        return stream

    @property
    def held(self) -> Counter[str]:
        return Counter(stream.owner.origin.device for stream in self.sitting)


def test_one_address_may_fill_all_free_places() -> None:
    hall = StreamHall(20)
    for _ in range(20):
        hall.open_stream("one")
    assert hall.hung_up == []


def test_the_greediest_addresss_oldest_stream_gives_way() -> None:
    hall = StreamHall(12)
    first = hall.open_stream("one")
    for _ in range(11):
        hall.open_stream("one")
    hall.open_stream("other")
    assert first.slot.closed
    assert hall.hung_up == ["one"]
    assert hall.held == {"one": 11, "other": 1}


def test_a_household_keeps_its_guaranteed_streams() -> None:
    hall = StreamHall(GUARANTEED_STREAMS)
    for _ in range(GUARANTEED_STREAMS):
        hall.open_stream("family")
    with pytest.raises(TooManyStreamsError):
        hall.open_stream("stranger")
    assert hall.held == {"family": GUARANTEED_STREAMS}


def test_the_greediest_device_gives_way_to_its_neighbours() -> None:
    hall = StreamHall(20)
    for _ in range(3):
        hall.open_stream("patient", network="home")
    for _ in range(17):
        hall.open_stream("greedy", network="home")
    for _ in range(4):
        hall.open_stream("neighbour", network="home")
    assert hall.held == {"patient": 3, "greedy": 13, "neighbour": 4}
    hall.open_stream("far")
    assert hall.held == {"patient": 3, "greedy": 12, "neighbour": 4, "far": 1}


def test_each_device_of_a_network_keeps_its_guaranteed_streams() -> None:
    hall = StreamHall(GUARANTEED_STREAMS)
    for _ in range(GUARANTEED_STREAMS):
        hall.open_stream("family", network="home")
    with pytest.raises(TooManyStreamsError):
        hall.open_stream("neighbour", network="home")


def test_a_network_counts_the_streams_of_all_its_devices() -> None:
    hall = StreamHall(20)
    for number in range(20):
        hall.open_stream(f"{number}", network="home")
    for _ in range(10):
        hall.open_stream("far")
    assert hall.held["far"] == 10
    with pytest.raises(TooManyStreamsError):
        hall.open_stream("another", network="home")


def test_the_greediest_address_gets_no_more() -> None:
    hall = StreamHall(20)
    for number in range(20):
        hall.open_stream("one" if number < 11 else "other")
    with pytest.raises(TooManyStreamsError):
        hall.open_stream("one")


def test_a_phone_with_a_role_always_displaces_one_without() -> None:
    hall = StreamHall(4)
    for network in ("a", "b", "c", "d"):
        hall.open_stream(network)
    for _ in range(4):
        hall.open_stream("a", has_role=True)
    assert hall.held == {"a": 4}
    with pytest.raises(TooManyStreamsError):
        hall.open_stream("e", has_role=True)


def test_a_phone_with_a_role_keeps_a_limited_number() -> None:
    hall = StreamHall(20)
    for _ in range(20):
        hall.open_stream("a", phone="greedy")
    for number in range(20 - GUARANTEED_STREAMS):
        hall.open_stream(f"b{number}", phone="" if number % 2 else f"phone {number}")
    assert hall.held["a"] == GUARANTEED_STREAMS
    with pytest.raises(TooManyStreamsError):
        hall.open_stream("a", phone="greedy")


def test_a_forgotten_phones_streams_are_a_strangers() -> None:
    hall = StreamHall(10)
    for _ in range(10):
        hall.open_stream("a", phone="forgotten")
    hall.forgotten.add("forgotten")
    for _ in range(10):
        hall.open_stream("b", phone="other")
        if hall.held["b"] == GUARANTEED_STREAMS:
            break
    assert hall.held == {"a": 10 - GUARANTEED_STREAMS, "b": GUARANTEED_STREAMS}


def test_a_reopened_pages_old_stream_is_hung_up_on() -> None:
    streams, publisher, hung_up = Streams(most=4), Publisher[int](), []
    place = StreamOwner(Origin("one", "one"), hang_up=lambda: hung_up.append("one"), trusted=True)
    old = streams.open(publisher, lambda _: None, lambda: False, "page", place)
    streams.open(publisher, lambda _: None, lambda: False, "page", place)
    assert old.slot.closed
    assert hung_up == ["one"]


def test_stopped_readers_hold_only_spare_threads() -> None:
    streams, publisher = Streams(most=20), Publisher[int]()
    greedy, neighbour = (
        StreamOwner(Origin("one", "one"), trusted=True),
        StreamOwner(Origin("other", "other"), trusted=True),
    )
    for _ in range(20):
        streams.open(publisher, lambda _: None, lambda: False, None, greedy)
    for _ in range(MOST_ENDING - 1):
        streams.open(publisher, lambda _: None, lambda: False, None, neighbour)
    with pytest.raises(TooManyStreamsError):
        streams.open(publisher, lambda _: None, lambda: False, None, neighbour)


def test_untrusted_streams_have_few_places() -> None:
    hall = StreamHall(20)
    for _ in range(MOST_UNTRUSTED_STREAMS):
        hall.open_stream("foreign", own=False)
    with pytest.raises(TooManyStreamsError):
        hall.open_stream("foreign", own=False)
    for _ in range(20 - MOST_UNTRUSTED_STREAMS):
        hall.open_stream("reader")
    assert hall.hung_up == []


def test_untrusted_streams_give_way_first() -> None:
    hall = StreamHall(20)
    hall.open_stream("foreign", own=False)
    for _ in range(19):
        hall.open_stream("greedy")
    hall.open_stream("reader")
    assert hall.held == {"greedy": 19, "reader": 1}
    with pytest.raises(TooManyStreamsError):
        hall.open_stream("foreign", own=False)


def test_untrusted_places_are_shared_by_address() -> None:
    hall = StreamHall(20)
    for _ in range(MOST_UNTRUSTED_STREAMS):
        hall.open_stream("foreign", own=False)
    hall.open_stream("program", own=False)
    hall.open_stream("program", own=False)
    assert hall.held == {"foreign": 2, "program": 2}
    with pytest.raises(TooManyStreamsError):
        hall.open_stream("program", own=False)


def test_a_closed_untrusted_streams_place_is_free() -> None:
    streams, publisher = Streams(most=20), Publisher[int]()
    for _ in range(MOST_UNTRUSTED_STREAMS + 1):
        streams.open(publisher, lambda _: None, lambda: True)
    assert len(streams) == 1


def test_while_a_stream_ends_only_trusted_ones_are_accepted() -> None:
    streams, publisher = Streams(most=20), Publisher[int]()
    old = streams.open(publisher, lambda _: None, lambda: False, "page")
    streams.open(publisher, lambda _: None, lambda: False, "page")
    with pytest.raises(TooManyStreamsError):
        streams.open(publisher, lambda _: None, lambda: False, "page")
    streams.open(publisher, lambda _: None, lambda: False, None, StreamOwner(trusted=True))
    old.close()
    streams.open(publisher, lambda _: None, lambda: False)
    assert len(streams) == 3


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans()), max_size=80))
def test_places_stay_limited_and_roles_never_give_way(comers: list[tuple[str, bool]]) -> None:
    hall = StreamHall(10)
    with_roles = 0
    for network, with_role in comers:
        before = hall.held
        try:
            hall.open_stream(network, has_role=with_role)
        except TooManyStreamsError:
            assert len(hall.sitting) == 10
            assert (
                with_roles == 10
                if with_role
                else max(before.values()) <= max(GUARANTEED_STREAMS, before[network] + 1) or with_roles
            )
            continue
        with_roles += with_role
        assert len(hall.sitting) <= 10
        assert sum(stream.owner.has_role for stream in hall.sitting) == with_roles
