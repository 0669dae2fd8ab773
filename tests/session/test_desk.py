"""The desk: one thread works through one inbox in order, keeps its deadlines, and survives every fault."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from companion.session.desk import Desk

SOON = 30.0
"""Seconds that no passing test needs; only a failing one waits that long."""


class Table:
    """The user of the desk in these tests: it records what comes in, and its time is set by hand."""

    def __init__(self) -> None:
        self.handled: list[Any] = []
        self.ticks: list[float] = []
        self.now = 0.0
        self.due: float | None = None
        self.ticked = threading.Event()
        self.desk = Desk(self.handle, self.tick, self.deadline, lambda: self.now)

    def handle(self, item: Any) -> None:
        if isinstance(item, Exception):
            raise item
        if callable(item):
            item()
        self.handled.append(item)

    def tick(self, now: float) -> None:
        self.ticks.append(now)
        self.due = None
        self.ticked.set()

    def deadline(self) -> float | None:
        return self.due

    def settle(self) -> None:
        """Wait until everything posted so far is done."""
        self.desk.ask(lambda: None, SOON)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    table.desk.start()
    yield table
    table.desk.stop()


class TestInbox:
    """Everything that may change the table is done in order."""

    def test_posted_items_are_handled_in_order(self, table: Table) -> None:
        for number in range(100):
            table.desk.post(number)
        table.settle()
        assert table.handled == list(range(100))

    def test_the_order_of_each_sender_is_kept(self, table: Table) -> None:
        def send(sender: int) -> None:
            for number in range(50):
                table.desk.post((sender, number))

        with ThreadPoolExecutor(4) as senders:
            list(senders.map(send, range(4)))
        table.settle()
        assert len(table.handled) == 200
        for sender in range(4):
            assert [number for who, number in table.handled if who == sender] == list(range(50))

    def test_all_work_is_done_on_one_thread(self, table: Table) -> None:
        threads: set[str] = set()
        with ThreadPoolExecutor(4) as senders:
            for _ in range(8):
                senders.submit(table.desk.post, lambda: threads.add(threading.current_thread().name))
                senders.submit(table.desk.ask, lambda: threads.add(threading.current_thread().name))
        table.settle()
        assert threads == {"desk"}

    def test_posting_does_not_block(self, table: Table) -> None:
        go_on = threading.Event()
        table.desk.post(lambda: go_on.wait(SOON))
        table.desk.post("next")
        assert table.handled == []
        go_on.set()
        table.settle()
        assert table.handled[1:] == ["next"]

    def test_none_can_be_posted(self, table: Table) -> None:
        table.desk.post(None)
        table.settle()
        assert table.handled == [None]

    def test_a_fault_is_logged_and_the_next_press_works(self, table: Table, caplog: pytest.LogCaptureFixture) -> None:
        table.desk.post(ValueError("a bug"))
        table.desk.post("next")
        table.settle()
        assert table.handled == ["next"]
        (record,) = caplog.records
        assert record.levelno == logging.ERROR
        assert record.exc_info is not None
        assert str(record.exc_info[1]) == "a bug"


class TestAsk:
    """Work is done on the desk's thread, and its result is returned."""

    def test_the_result_is_returned(self, table: Table) -> None:
        assert table.desk.ask(lambda: 6 * 7) == 42

    def test_an_error_is_raised_only_where_the_result_is_awaited(
        self, table: Table, caplog: pytest.LogCaptureFixture
    ) -> None:
        def refuse() -> None:
            raise PermissionError("not yours")

        with pytest.raises(PermissionError, match="not yours"):
            table.desk.ask(refuse)
        assert caplog.records == []
        assert table.desk.ask(lambda: "still there") == "still there"

    def test_work_waits_for_earlier_items(self, table: Table) -> None:
        go_on = threading.Event()
        table.desk.post(lambda: go_on.wait(SOON))
        table.desk.post("posted before")
        with ThreadPoolExecutor(1) as asker:
            answer = asker.submit(table.desk.ask, lambda: list(table.handled), SOON)
            go_on.set()
            assert answer.result(SOON)[1:] == ["posted before"]

    def test_work_not_begun_in_time_is_never_done(self, table: Table) -> None:
        """After a timeout the caller may ask again without the work being done twice."""
        begun, go_on = threading.Event(), threading.Event()
        calls: list[str] = []

        def busy() -> None:
            begun.set()
            go_on.wait(SOON)

        table.desk.post(busy)
        assert begun.wait(SOON)
        with pytest.raises(TimeoutError):
            table.desk.ask(lambda: calls.append("late"), timeout=0)
        go_on.set()
        table.settle()
        assert calls == []

    def test_a_timeout_inside_the_work_is_passed_on(self, table: Table) -> None:
        def slow() -> None:
            raise TimeoutError("of the work")

        with pytest.raises(TimeoutError, match="of the work"):
            table.desk.ask(slow)

    def test_on_the_desks_own_thread_work_runs_at_once(self, table: Table) -> None:
        assert table.desk.ask(lambda: table.desk.ask(lambda: "inner", SOON), SOON) == "inner"


class TestTime:
    """`tick` is called at the time that `deadline` returned, by the given clock."""

    def test_tick_is_called_at_the_deadline(self, table: Table) -> None:
        table.now, table.due = 5.0, 5.0
        table.settle()
        assert table.ticks == [5.0]

    def test_the_desk_wakes_up_at_the_deadline(self, table: Table) -> None:
        table.desk.post(lambda: setattr(table, "due", 0.0))
        assert table.ticked.wait(SOON)
        assert table.ticks == [0.0]

    def test_tick_is_not_called_before_the_deadline(self, table: Table) -> None:
        table.due = 1_000_000.0
        for _ in range(10):
            table.settle()
        assert table.ticks == []

    def test_tick_is_not_called_without_a_deadline(self, table: Table) -> None:
        table.now = 1_000_000.0
        table.settle()
        assert table.ticks == []

    def test_items_from_before_the_deadline_are_handled_first(self, table: Table) -> None:
        """They may be older than the deadline: bounces of a key whose press took long to write."""
        times: list[int] = []
        go_on = threading.Event()
        table.desk.post(lambda: go_on.wait(SOON))
        table.desk.post(lambda: setattr(table, "due", 0.0))
        for _ in range(3):
            table.desk.post(lambda: times.append(len(table.ticks)))
        go_on.set()
        assert table.ticked.wait(SOON)
        assert times == [0, 0, 0]
        assert table.ticks == [0.0]

    def test_tick_gets_the_time_when_the_marker_was_put(self, table: Table) -> None:
        """On a slow machine much time passes until the marker is handled; the box does not know of it yet."""

        def while_the_mark_lies_there() -> None:
            table.now = 9.0

        table.desk.post(lambda: setattr(table, "due", 1.0))
        table.desk.post(lambda: setattr(table, "now", 2.0))
        table.desk.post(while_the_mark_lies_there)
        table.desk.ask(lambda: None, SOON)
        assert table.ticked.wait(SOON)
        assert table.ticks == [2.0]

    def test_a_busy_inbox_does_not_delay_the_tick(self, table: Table) -> None:
        def never_empty() -> None:
            if not table.ticks:
                table.desk.post(never_empty)

        table.desk.post(lambda: setattr(table, "due", 0.0))
        table.desk.post(never_empty)
        assert table.ticked.wait(SOON)

    def test_ticks_continue_after_a_fault_in_a_press(self, table: Table) -> None:
        table.due = 0.0
        table.desk.post(ValueError("a bug"))
        assert table.ticked.wait(SOON)
        assert table.ticks == [0.0]

    @pytest.mark.parametrize("fault", ["tick", "deadline"])
    def test_a_lasting_fault_neither_stops_nor_overheats_the_desk(
        self, caplog: pytest.LogCaptureFixture, fault: str
    ) -> None:
        def faulty(*_: object) -> Any:
            raise ValueError("a bug")

        table = Table()
        callbacks: dict[str, Callable[..., Any]] = {"tick": table.tick, "deadline": lambda: 0.0, fault: faulty}
        desk = Desk(table.handle, callbacks["tick"], callbacks["deadline"], lambda: 0.0)
        desk.start()
        for number in range(5):
            desk.post(number)
        assert desk.ask(lambda: list(table.handled), SOON) == [0, 1, 2, 3, 4]
        desk.stop()
        assert 1 <= len(caplog.records) <= 20

    @pytest.mark.parametrize("fault", ["tick", "deadline"])
    def test_ticks_continue_after_a_passing_fault(self, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
        monkeypatch.setattr("companion.session.desk._REST", 0.0)
        table = Table()
        table.due = 0.0
        callbacks: dict[str, Callable[..., Any]] = {"tick": table.tick, "deadline": table.deadline}
        faults = iter([True])

        def faulty_at_first(*args: object) -> Any:
            if next(faults, False):
                raise ValueError("a bug")
            return well(*args)

        well, callbacks[fault] = callbacks[fault], faulty_at_first
        desk = Desk(table.handle, callbacks["tick"], callbacks["deadline"], lambda: 0.0)
        desk.start()
        assert table.ticked.wait(SOON)
        desk.stop()
        assert table.ticks == [0.0]


class TestHeartbeat:
    """The heartbeat continues as long as the desk really works."""

    def test_the_heartbeat_continues_at_rest(self) -> None:
        signs = threading.Semaphore(0)
        table = Table()
        desk = Desk(table.handle, table.tick, table.deadline, time.monotonic, heartbeat=signs.release, heartbeat_s=0.01)
        desk.start()
        for _ in range(3):
            assert signs.acquire(timeout=SOON)
        desk.stop()
        assert table.ticks == []

    def test_the_heartbeat_is_not_too_frequent(self) -> None:
        table = Table()
        signs, desk = _with_heartbeat(table)
        for number in range(20):
            desk.post(number)
        desk.ask(lambda: None, SOON)
        assert signs == [0.0]
        table.now = 5.0
        desk.ask(lambda: None, SOON)
        desk.ask(lambda: None, SOON)
        desk.stop()
        assert signs == [0.0, 5.0]

    def test_a_desk_that_hangs_has_no_heartbeat(self) -> None:
        table = Table()
        begun, go_on = threading.Event(), threading.Event()

        def hang() -> None:
            begun.set()
            go_on.wait(SOON)

        signs, desk = _with_heartbeat(table)
        desk.post(hang)
        assert begun.wait(SOON)
        before, table.now = [*signs], 60.0
        assert signs == before
        go_on.set()
        desk.ask(lambda: None, SOON)
        desk.stop()
        assert signs == [*before, 60.0]

    def test_a_desk_whose_tick_fails_has_no_heartbeat(self) -> None:
        table = Table()

        def fail(now: float) -> None:
            raise ValueError("a bug")

        signs: list[float] = []
        table.due = 0.0
        desk = Desk(
            table.handle, fail, table.deadline, lambda: 0.0, heartbeat=lambda: signs.append(0.0), heartbeat_s=5.0
        )
        for _ in range(3):  # a due tick waits while more has come in
            desk.post(lambda: None)
        desk.start()
        desk.ask(lambda: None, SOON)
        desk.stop()
        assert signs == []


def _with_heartbeat(table: Table) -> tuple[list[float], Desk[Any]]:
    """Return the times of its heartbeats, and a working desk with a heartbeat every five seconds of the table's
    time.
    """
    signs: list[float] = []
    desk = Desk(
        table.handle,
        table.tick,
        table.deadline,
        lambda: table.now,
        heartbeat=lambda: signs.append(table.now),
        heartbeat_s=5.0,
    )
    desk.start()
    desk.ask(lambda: None, SOON)
    desk.ask(lambda: None, SOON)
    return signs, desk


class TestStop:
    """What came in before is finished; what comes later is never begun."""

    def test_the_inbox_is_finished_before_the_stop(self) -> None:
        table = Table()
        for number in range(20):
            table.desk.post(number)
        table.desk.start()
        table.desk.stop()
        assert table.handled == list(range(20))

    def test_the_desk_can_be_stopped_twice_and_by_itself(self) -> None:
        table = Table()
        table.desk.start()
        table.desk.post(table.desk.stop)
        table.desk.stop()
        table.desk.stop()
        assert len(table.handled) == 1

    def test_a_desk_that_never_started_can_be_stopped(self) -> None:
        Table().desk.stop()

    def test_a_request_after_the_stop_fails_at_once(self) -> None:
        table = Table()
        table.desk.start()
        table.desk.stop()
        calls: list[str] = []
        with pytest.raises(TimeoutError, match="stopped"):
            table.desk.ask(lambda: calls.append("late"), SOON)
        table.desk.post("late")
        assert (calls, table.handled) == ([], [])

    def test_a_request_behind_the_stop_fails_too(self) -> None:
        table = Table()
        go_on = threading.Event()
        table.desk.post(lambda: go_on.wait(SOON))
        table.desk.start()
        with ThreadPoolExecutor(2) as others:
            stopping = others.submit(table.desk.stop)
            request = others.submit(table.desk.ask, lambda: "late", SOON)
            go_on.set()
            stopping.result(SOON)
            assert isinstance(request.exception(SOON), TimeoutError | None)
        assert len(table.handled) == 1
