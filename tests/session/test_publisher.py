"""Publishing: every subscriber has one slot, the newest item wins, and nobody waits for anybody."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.session.publisher import Publisher, SubscriberSlot

SOON = 30.0
"""Seconds that no passing test needs; only a failing one waits that long."""


@pytest.fixture
def publisher() -> Publisher[int]:
    return Publisher()


def test_every_subscriber_gets_the_published_item(publisher: Publisher[int]) -> None:
    slots = [publisher.subscribe() for _ in range(3)]
    publisher.publish(7)
    assert [slot.take(SOON) for slot in slots] == [7, 7, 7]


def test_a_slow_reader_gets_only_the_newest_item(publisher: Publisher[int]) -> None:
    slow = publisher.subscribe()
    for number in range(1000):
        publisher.publish(number)
    assert slow.take(SOON) == 999
    assert slow.take(timeout=0) is None


def test_a_reader_that_never_takes_blocks_nobody(publisher: Publisher[int]) -> None:
    publisher.subscribe()
    reader = publisher.subscribe()
    items = []
    for number in range(100):
        publisher.publish(number)
        items.append(reader.take(SOON))
    assert items == list(range(100))


def test_a_waiting_reader_is_woken(publisher: Publisher[int]) -> None:
    slot = publisher.subscribe()
    with ThreadPoolExecutor(1) as readers:
        pending = readers.submit(slot.take, SOON)
        publisher.publish(7)
        assert pending.result(SOON) == 7


def test_a_late_subscriber_gets_the_newest_item_at_once(publisher: Publisher[int]) -> None:
    publisher.publish(1)
    publisher.publish(2)
    assert publisher.newest == 2
    assert publisher.subscribe().take(timeout=0) == 2


def test_before_the_first_item_there_is_nothing(publisher: Publisher[int]) -> None:
    assert publisher.newest is None
    assert publisher.subscribe().take(timeout=0) is None


def test_an_unsubscribed_reader_gets_nothing(publisher: Publisher[int]) -> None:
    slot = publisher.subscribe()
    publisher.unsubscribe(slot)
    publisher.unsubscribe(slot)
    publisher.publish(7)
    assert slot.take(timeout=0) is None


def test_falsy_items_are_published_too(publisher: Publisher[int]) -> None:
    slot = publisher.subscribe()
    publisher.publish(0)
    assert slot.take(SOON) == 0


def test_put_tells_whether_a_reader_waits_and_when_it_took(publisher: Publisher[int]) -> None:
    slot = publisher.subscribe()
    assert not slot.put(1), "nobody reads yet"
    assert not slot.wait_until_taken(0)
    with ThreadPoolExecutor(1) as readers:
        reading = readers.submit(lambda: [slot.take(SOON) for _ in range(2)])
        assert slot.wait_until_taken(SOON), "the first was taken, and more is waited for"
        assert slot.put(2)
        assert reading.result(SOON) == [1, 2]
    slot.close()
    assert slot.wait_until_taken(SOON)


class TestClose:
    """Waiting readers are woken for good."""

    def test_closing_wakes_the_readers(self, publisher: Publisher[int]) -> None:
        slots = [publisher.subscribe() for _ in range(3)]
        with ThreadPoolExecutor(3) as readers:
            pending = [readers.submit(slot.take, SOON) for slot in slots]
            publisher.close()
            assert [each.result(SOON) for each in pending] == [None, None, None]
        assert all(slot.closed for slot in slots)

    def test_an_item_can_still_be_taken_after_closing(self, publisher: Publisher[int]) -> None:
        slot = publisher.subscribe()
        publisher.publish(7)
        publisher.close()
        assert (slot.take(SOON), slot.take(SOON)) == (7, None)

    def test_a_subscriber_after_closing_is_told_at_once(self, publisher: Publisher[int]) -> None:
        publisher.close()
        slot = publisher.subscribe()
        assert slot.closed
        assert slot.take(SOON) is None


def test_newest_wins_while_many_publish_and_read() -> None:
    """An item taken is never older than the one before, and the last item is never lost."""
    publisher: Publisher[int] = Publisher()
    ready = threading.Barrier(4)

    def read(slot: SubscriberSlot[int]) -> list[int]:
        ready.wait(SOON)
        items = []
        while (item := slot.take(SOON)) is not None:
            items.append(item)
        return items

    slots = [publisher.subscribe() for _ in range(3)]
    with ThreadPoolExecutor(3) as readers:
        reading = [readers.submit(read, slot) for slot in slots]
        ready.wait(SOON)
        for number in range(5000):
            publisher.publish(number)
        publisher.close()
        for each in reading:
            items = each.result(SOON)
            assert items == sorted(set(items))
            assert items[-1] == 4999
