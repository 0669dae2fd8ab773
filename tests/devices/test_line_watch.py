"""Tests of the watch over the kernel's lines: changes of several lines are passed on in the order of their times."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import gpiod
import pytest

from companion.devices.gpio_line_watch import LineWatch
from tests.devices.helpers import Collected


@dataclass(frozen=True)
class Event:
    """A fake of gpiod's event."""

    class Type(Enum):
        RISING_EDGE = 1
        FALLING_EDGE = 2

    event_type: Type
    timestamp_ns: int
    line_offset: int


class Request:
    """A fake of gpiod's line request. Its descriptor is ready as long as changes are waiting."""

    def __init__(self, pin: int) -> None:
        self.pin = pin
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.events: list[Event] = []
        self.before_reading: Callable[[], None] = lambda: None

    def change(self, time: int) -> None:
        self.events.append(Event(Event.Type.FALLING_EDGE, time, self.pin))
        os.eventfd_write(self.fd, 1)

    def read_edge_events(self) -> list[Event]:
        before, self.before_reading = self.before_reading, lambda: None
        before()
        os.eventfd_read(self.fd)
        events, self.events = self.events, []
        return events

    def release(self) -> None:
        os.close(self.fd)


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> dict[int, Request]:
    """Return the requested lines."""
    requests: dict[int, Request] = {}

    def request_lines(chip: str, config: dict[int, object], *args: object, **more: object) -> Request:
        [pin] = config
        requests[pin] = Request(pin)
        return requests[pin]

    monkeypatch.setattr(gpiod, "request_lines", request_lines)
    return requests


def test_changes_during_a_read_keep_their_order(requests: dict[int, Request]) -> None:
    """On a busy machine a knob's first line may change twice before it is read, and its second one in between."""
    times: Collected[int] = Collected()
    watch = LineWatch("/dev/gpiochip0")
    for pin in (17, 27):
        watch.add(pin, "up", lambda high, time: times.add(time))
    first, second = requests[17], requests[27]

    def meanwhile() -> None:
        second.change(2)
        first.change(3)

    first.before_reading = meanwhile
    first.change(1)
    assert times.wait_for(lambda times: len(times) == 3) == [1, 2, 3]
    watch.close()


def test_a_released_line_is_silent_and_the_others_go_on(requests: dict[int, Request]) -> None:
    times: Collected[int] = Collected()
    watch = LineWatch("/dev/gpiochip0")
    for pin in (17, 27):
        watch.add(pin, "up", lambda high, time: times.add(time))
    watch.remove(17)
    requests[27].change(1)
    assert times.wait_for(bool) == [1]
    assert watch.high(17) is None
    watch.close()
    watch.close()


@dataclass(frozen=True)
class LineInfo:
    """A fake of the system's information about a line."""

    used: bool
    consumer: str


@pytest.mark.parametrize(
    ("info", "other_user"),
    [
        (LineInfo(True, "w1"), "w1"),
        (LineInfo(True, "companion"), ""),
        (LineInfo(False, ""), ""),
        (LineInfo(False, "w1"), ""),
    ],
)
def test_the_other_program_using_a_line_is_named(
    info: LineInfo, other_user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Chip:
        def __init__(self, path: str) -> None:
            assert path == "/dev/gpiochip0"

        def __enter__(self) -> Chip:
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def get_line_info(self, pin: int) -> LineInfo:
            assert pin == 4
            return info

    monkeypatch.setattr(gpiod, "Chip", Chip)
    assert LineWatch("/dev/gpiochip0").other_user(4) == other_user


def test_a_missing_chip_has_no_known_users() -> None:
    assert LineWatch("/dev/no chip").other_user(4) == ""
