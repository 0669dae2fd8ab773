"""Handing out by turns: one after the other, who was last is first, and only once what is more urgent is done."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from companion.session.publisher import FairPublisher, Slot

SOON = 30.0
"""Seconds that no test takes; only one that fails waits so long."""


class Table:
    """Readers of one publisher, and the order in which they come to read."""

    def __init__(self, ready: Callable[[], object] = lambda: None, turn_s: float = SOON) -> None:
        self.rounds: FairPublisher[str] = FairPublisher(ready, turn_s)
        self.read: list[tuple[str, str]] = []
        """(who, what), in order."""
        self._changed = threading.Condition()
        self._threads = ThreadPoolExecutor(8)
        self._readers: list[Future[None]] = []
        self._slots: list[Slot[str]] = []

    def reader(self, who: str, at: Callable[[str], object] = lambda _: None) -> Slot[str]:
        """Somebody who reads; `at` is what they do with each item."""
        slot = self.rounds.subscribe()
        self._slots.append(slot)

        def read() -> None:
            while (item := slot.take(SOON)) is not None:
                at(item)
                with self._changed:
                    self.read.append((who, item))
                    self._changed.notify_all()

        self._readers.append(self._threads.submit(read))
        assert slot.wait_until_taken(SOON)
        return slot

    def heard(self, count: int) -> list[tuple[str, str]]:
        """What was read, once it is so much."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.read) >= count, SOON)
            return [*self.read]

    def close(self) -> None:
        self.rounds.stop()
        self.rounds.close()
        for each in self._readers:
            each.result(SOON)
        self._threads.shutdown()


@contextmanager
def table(ready: Callable[[], object] = lambda: None, turn_s: float = SOON) -> Iterator[Table]:
    laid = Table(ready, turn_s)
    try:
        yield laid
    finally:
        laid.close()


def test_the_last_reader_is_the_first_in_the_next_round() -> None:
    with table() as laid:
        for who in "abc":
            laid.reader(who)
        laid.rounds.start()
        for number, what in enumerate(("one", "two", "three"), 1):
            laid.rounds.publish(what)
            laid.heard(3 * number)
        order = "".join(who for who, _ in laid.read)
        assert order == "cba" + "abc" + "cba"


def test_readers_are_served_one_after_another() -> None:
    at_once: list[int] = []
    working = 0

    def work(_: str) -> None:
        nonlocal working
        working += 1
        at_once.append(working)
        working -= 1

    with table() as laid:
        for who in "abcdef":
            laid.reader(who, work)
        laid.rounds.start()
        for number in range(1, 30):
            laid.rounds.publish(f"{number}")
            laid.heard(6 * number)
    assert {*at_once} == {1}


def test_nobody_is_woken_before_urgent_work_is_done() -> None:
    painted = threading.Event()
    with table(lambda: painted.wait(SOON)) as laid:
        slot = laid.reader("a")
        laid.rounds.start()
        laid.rounds.publish("one")
        assert laid.rounds.newest == "one", "whoever asks finds it at once"
        assert slot.given is None
        painted.set()
        assert laid.heard(1) == [("a", "one")]


def test_an_item_published_meanwhile_reaches_waiting_readers_first() -> None:
    asked: list[str | None] = []
    with table(lambda: asked.append(laid.rounds.newest)) as laid:

        def then(what: str) -> None:
            if what == "one":
                laid.rounds.publish("two")  # before its turn is over

        laid.reader("c")
        laid.reader("b")
        laid.reader("a", then)
        laid.rounds.start()
        laid.rounds.publish("one")
        assert laid.heard(4) == [("a", "one"), ("b", "two"), ("c", "two"), ("a", "two")]
    assert asked[:2] == ["one", "two"]


def test_a_stuck_reader_blocks_nobody() -> None:
    stuck = threading.Event()
    with table(turn_s=0.001) as laid:
        laid.reader("b")
        laid.reader("a", lambda _: stuck.wait(SOON))
        laid.rounds.start()
        for number, what in enumerate(("one", "two", "three"), 1):
            laid.rounds.publish(what)
            assert laid.heard(number)[-1] == ("b", what)
        stuck.set()
        assert laid.heard(5)[3:] == [("a", "one"), ("a", "three")], "and then has the newest"


@pytest.mark.parametrize("started", [False, True])
def test_a_late_subscriber_gets_the_newest_item_once(started: bool) -> None:
    with table() as laid:
        if started:
            laid.rounds.start()
        laid.rounds.publish("one")
        laid.reader("a")
        laid.rounds.publish("two")
        assert laid.heard(2) == [("a", "one"), ("a", "two")]


def test_a_reader_that_left_has_no_turn() -> None:
    with table() as laid:
        slot = laid.rounds.subscribe()
        laid.rounds.unsubscribe(slot)
        laid.reader("a")
        laid.rounds.start()
        laid.rounds.publish("one")
        assert laid.heard(1) == [("a", "one")]
        assert slot.given is None


def test_a_newest_item_is_distributed_when_requested() -> None:
    with table() as laid:
        slot = laid.rounds.subscribe()
        laid.rounds.lay("one")
        assert laid.rounds.newest == "one"
        assert slot.take(0) is None
        laid.rounds.serve()
        assert slot.take(0) == "one"
