"""Tests of the watch for low power, which is remembered however short it was."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import select
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.system.machine_facts import MachineFacts, Power
from companion.system.power_watch import PowerWatch, wait_for_news

PATIENCE_S = 60
LOW = Power(low=False, was_low=True, slowed=False)
FACTS = MachineFacts(power=Power(low=False, was_low=False, slowed=False))


class FakeKernel:
    """A kernel with an alarm, and with news when a test sends them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.path.write_text("0\n")
        self._news, self._end = os.pipe()
        self._waiting: queue.SimpleQueue[None] = queue.SimpleQueue()

    def wait(self, alarm: int, closed: int) -> None:
        self._waiting.put(None)
        readable, _, _ = select.select([self._news, closed], [], [])
        if self._news in readable:
            os.read(self._news, 1)

    def write_alarm(self, text: str) -> None:
        """Change the alarm once the watch waits; return when it waits again."""
        self._waiting.get(timeout=PATIENCE_S)
        self.path.write_text(text)
        os.write(self._end, b"!")
        self._waiting.get(timeout=PATIENCE_S)
        self._waiting.put(None)

    def close(self) -> None:
        os.close(self._news)
        os.close(self._end)


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[FakeKernel]:
    with contextlib.closing(FakeKernel(tmp_path / "in0_lcrit_alarm")) as kernel:
        yield kernel


@pytest.fixture
def watch(kernel: FakeKernel) -> Iterator[PowerWatch]:
    watch = PowerWatch(kernel.path, kernel.wait)
    watch.start()
    yield watch
    watch.close()


def test_past_alarm_is_remembered_and_logged_once(
    watch: PowerWatch, kernel: FakeKernel, caplog: pytest.LogCaptureFixture
) -> None:
    kernel.write_alarm("0\n")
    assert watch.with_remembered_power(FACTS) is FACTS
    for _ in range(3):
        kernel.write_alarm("1\n")
        kernel.write_alarm("0\n")
    assert watch.with_remembered_power(FACTS).power == LOW
    assert [record.getMessage() for record in caplog.records] == ["there is too little power"]


def test_without_power_facts_nothing_is_remembered(watch: PowerWatch, kernel: FakeKernel) -> None:
    kernel.write_alarm("1\n")
    assert watch.with_remembered_power(MachineFacts()) == MachineFacts()


def test_without_an_alarm_nothing_is_watched() -> None:
    watch = PowerWatch(None)
    before = threading.active_count()
    watch.start()
    assert threading.active_count() == before
    watch.close()


def test_unreadable_alarm_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    watch = PowerWatch(tmp_path / "nowhere")
    watch.start()
    watch.close()
    assert "too little power goes unnoticed" in caplog.text
    assert not watch.was_low


def test_waiting_watch_can_be_closed(tmp_path: Path) -> None:
    path = tmp_path / "alarm"
    path.write_text("1\n")
    is_waiting = threading.Event()

    def wait(alarm: int, closed: int) -> None:
        is_waiting.set()
        wait_for_news(alarm, closed)

    watch = PowerWatch(path, wait)
    watch.start()
    assert is_waiting.wait(PATIENCE_S)
    watch.close()
    assert watch.was_low


def test_news_end_the_wait() -> None:
    """A pipe whose other end is closed has an exceptional condition, too."""
    reader, writer = os.pipe()
    read_end, held = os.pipe()
    os.close(reader)
    try:
        wait_for_news(writer, read_end)
    finally:
        for descriptor in (writer, read_end, held):
            os.close(descriptor)
