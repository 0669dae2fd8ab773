"""Publishing in turn: one reader after another, the last is the first next time, and urgent work goes before."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from companion.session.publisher import FairPublisher, SubscriberSlot

SOON = 30.0
"""Seconds that no passing test needs; only a failing one waits that long."""


class Table:
    """Readers of one publisher, and the order in which they read."""

    def __init__(self, ready: Callable[[], object] = lambda: None, turn_s: float = SOON) -> None:
        self.rounds: FairPublisher[str] = FairPublisher(ready, turn_s)
        self.read: list[tuple[str, str]] = []
        """(reader, item), in order."""
        self._changed = threading.Condition()
        self._threads = ThreadPoolExecutor(8)
        self._readers: list[Future[None]] = []
        self._slots: list[SubscriberSlot[str]] = []

    def reader(self, who: str, on_item: Callable[[str], object] = lambda _: None) -> SubscriberSlot[str]:
        """Add a reader that calls `on_item` with each item."""
        slot = self.rounds.subscribe()
        self._slots.append(slot)

        def read() -> None:
            while (item := slot.take(SOON)) is not None:
                on_item(item)
                with self._changed:
                    self.read.append((who, item))
                    self._changed.notify_all()

        self._readers.append(self._threads.submit(read))
        assert slot.wait_until_taken(SOON)
        return slot

    def wait_for_items(self, count: int) -> list[tuple[str, str]]:
        """Return the items read, once there are this many."""
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
    readers = Table(ready, turn_s)
    try:
        yield readers
    finally:
        readers.close()


def test_the_last_reader_is_the_first_in_the_next_round() -> None:
    with table() as readers:
        for who in "abc":
            readers.reader(who)
        readers.rounds.start()
        for number, what in enumerate(("one", "two", "three"), 1):
            readers.rounds.publish(what)
            readers.wait_for_items(3 * number)
        order = "".join(who for who, _ in readers.read)
        assert order == "cba" + "abc" + "cba"


def test_readers_are_served_one_after_another() -> None:
    at_once: list[int] = []
    working = 0

    def work(_: str) -> None:
        nonlocal working
        working += 1
        at_once.append(working)
        working -= 1

    with table() as readers:
        for who in "abcdef":
            readers.reader(who, work)
        readers.rounds.start()
        for number in range(1, 30):
            readers.rounds.publish(f"{number}")
            readers.wait_for_items(6 * number)
    assert {*at_once} == {1}


def test_nobody_is_woken_before_urgent_work_is_done() -> None:
    painted = threading.Event()
    with table(lambda: painted.wait(SOON)) as readers:
        slot = readers.reader("a")
        readers.rounds.start()
        readers.rounds.publish("one")
        assert readers.rounds.newest == "one", "whoever asks finds it at once"
        assert slot.last_item is None
        painted.set()
        assert readers.wait_for_items(1) == [("a", "one")]


def test_an_item_published_meanwhile_reaches_waiting_readers_first() -> None:
    newest_items: list[str | None] = []
    with table(lambda: newest_items.append(readers.rounds.newest)) as readers:

        def then(what: str) -> None:
            if what == "one":
                readers.rounds.publish("two")  # before its turn is over

        readers.reader("c")
        readers.reader("b")
        readers.reader("a", then)
        readers.rounds.start()
        readers.rounds.publish("one")
        assert readers.wait_for_items(4) == [("a", "one"), ("b", "two"), ("c", "two"), ("a", "two")]
    assert newest_items[:2] == ["one", "two"]


def test_a_stuck_reader_blocks_nobody() -> None:
    has_one, goes_on = threading.Event(), threading.Event()

    def get_stuck(_: str) -> None:
        has_one.set()
        goes_on.wait(SOON)

    with table(turn_s=0.001) as readers:
        readers.reader("b")
        readers.reader("a", get_stuck)
        readers.rounds.start()
        for number, what in enumerate(("one", "two", "three"), 1):
            readers.rounds.publish(what)
            assert readers.wait_for_items(number)[-1] == ("b", what)
            assert has_one.wait(SOON)
        goes_on.set()
        assert readers.wait_for_items(5)[3:] == [("a", "one"), ("a", "three")], "and then has the newest"


@pytest.mark.parametrize("started", [False, True])
def test_a_late_subscriber_gets_the_newest_item_once(started: bool) -> None:
    with table() as readers:
        if started:
            readers.rounds.start()
        readers.rounds.publish("one")
        readers.reader("a")
        readers.rounds.publish("two")
        assert readers.wait_for_items(2) == [("a", "one"), ("a", "two")]


def test_a_reader_that_left_has_no_turn() -> None:
    with table() as readers:
        slot = readers.rounds.subscribe()
        readers.rounds.unsubscribe(slot)
        readers.reader("a")
        readers.rounds.start()
        readers.rounds.publish("one")
        assert readers.wait_for_items(1) == [("a", "one")]
        assert slot.last_item is None


def test_a_newest_item_is_distributed_when_requested() -> None:
    with table() as readers:
        slot = readers.rounds.subscribe()
        readers.rounds.set_newest("one")
        assert readers.rounds.newest == "one"
        assert slot.take(0) is None
        readers.rounds.distribute()
        assert slot.take(0) == "one"
