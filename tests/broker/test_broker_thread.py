"""Tests of the thread with a scripted broker: what it publishes, and how it bears a bad one."""

from __future__ import annotations

import json
import socket
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from companion.broker import mqtt_connection
from companion.broker.broker_check import broker_fault, outside_address
from companion.broker.broker_status import BrokerFault
from companion.broker.broker_thread import BoxFacts, BrokerThread, Patience
from companion.broker.mqtt_connection import BrokerAddress, BrokerError
from companion.broker.sent_results import FILE, SentResults
from companion.broker.topics import Topics
from companion.journal.archive import PastGame
from companion.session.publisher import Publisher
from companion.session.session import Snapshot
from tests.broker.schemas import BOX
from tests.broker.scripted_broker import (
    ACCEPTED,
    LONG_MESSAGE,
    MESSAGE_NOBODY_ASKED_FOR,
    WRONG_LOGIN,
    ScriptedBroker,
)
from tests.broker.test_game_results import ENDED, EVENING
from tests.kit.scripted_games import replayed_table, whole_game

IMPATIENT = Patience(first_wait=0.05, longest_wait=0.1, answer=0.3, close=5.0)
LATER = replace(ENDED, number=4, first_time=EVENING + 7200)


class Table:
    """The published snapshots and the saved games, with a thread that follows them."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack, self._folder = stack, folder
        self.snapshots: Publisher[Snapshot] = Publisher()
        self.games: tuple[PastGame, ...] = ()

    def connect(self, address: str, login: tuple[str, str] | None = None) -> BrokerThread:
        facts = BoxFacts("1.0", lambda: "en", lambda: self.games, frozenset(), lambda: EVENING, lambda: True)
        sent = SentResults(self._folder / FILE, address, BOX)
        thread = BrokerThread(address, login, Topics(BOX), sent, facts, IMPATIENT)
        thread.start(self.snapshots)
        self._stack.callback(thread.close)
        return thread

    def show(self, moves: int) -> None:
        self.snapshots.publish(Snapshot(replayed_table(whole_game()[:moves]), saved=True))

    @property
    def sent(self) -> dict[str, str]:
        file = self._folder / FILE
        return dict(json.loads(file.read_text("utf-8"))["sent"]) if file.exists() else {}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with ExitStack() as stack:
        yield Table(stack, tmp_path)


def wait_until(condition: Callable[[], bool], seconds: float = 10) -> None:
    deadline, pause = time.monotonic() + seconds, threading.Event()
    while not condition() and time.monotonic() < deadline:
        pause.wait(0.01)
    assert condition()


def test_newest_state_is_published_with_every_change(table: Table) -> None:
    table.show(0)
    with ScriptedBroker() as broker:
        table.connect(broker.address)
        broker.wait_for("/state")
        table.show(1)
        first, second = broker.wait_for("/state", 2)
        assert json.loads(first)["state"] == json.loads(second)["state"] == "playing"
        assert first != second
        assert broker.payloads("/online") == [b"online"]
        assert len(broker.payloads("/config")) == 5


def test_each_result_arrives_once_also_after_a_cut(table: Table) -> None:
    table.games = (LATER, ENDED)
    with ScriptedBroker() as broker:
        thread = table.connect(broker.address)
        results = broker.wait_for("/results/3") + broker.wait_for("/results/4")
        assert [json.loads(result)["number"] for result in results] == [3, 4]
        wait_until(lambda: len(table.sent) == 2)
        broker.hang_up()
        broker.wait_for("/online", 2)
        wait_until(lambda: thread.status.connected)
        table.show(2)
        broker.wait_for("/state", 3)
        assert len(broker.payloads("/results/3")) == len(broker.payloads("/results/4")) == 1


def test_broker_that_forgets_gets_the_result_again(table: Table) -> None:
    table.games = (ENDED,)
    with ScriptedBroker(acknowledges=False) as broker:
        thread = table.connect(broker.address)
        first, second, *_ = broker.wait_for("/results/3", 2)
        assert first == second
        wait_until(lambda: thread.status.fault is BrokerFault.NO_ANSWER)
        broker.acknowledges = True
        wait_until(lambda: thread.status.connected and len(table.sent) == 1)


@pytest.mark.parametrize(
    ("greeting", "fault"),
    [
        (WRONG_LOGIN, BrokerFault.LOGIN),
        (b"\x20\x02\x00\x03", BrokerFault.BAD_ANSWER),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", BrokerFault.BAD_ANSWER),
        (ACCEPTED + MESSAGE_NOBODY_ASKED_FOR, BrokerFault.BAD_ANSWER),
        (ACCEPTED + LONG_MESSAGE, BrokerFault.BAD_ANSWER),
        (b"", BrokerFault.NO_ANSWER),
    ],
)
def test_bad_broker_is_named(
    table: Table, greeting: bytes, fault: BrokerFault, caplog: pytest.LogCaptureFixture
) -> None:
    table.show(0)
    with ScriptedBroker(greeting) as broker:
        thread = table.connect(broker.address)
        wait_until(lambda: thread.status.fault is fault and broker.connections > 2)
        condition = thread.status.condition()
        assert (condition.ok, condition.subject) == (False, "broker")
        assert condition.advice is not None
    assert len([record for record in caplog.records if f"({fault.value})" in record.getMessage()]) == 1


# The library leaves the socket of a handshake that failed to Python, which closes it at once and warns in tests.
@pytest.mark.filterwarnings("ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning")
def test_broker_without_encryption_is_refused_at_a_secure_address() -> None:
    with ScriptedBroker(b"nothing encrypted") as broker:
        fault = broker_fault(broker.address.replace("mqtt:", "mqtts:"), None, 2)
    assert fault in (BrokerFault.CERTIFICATE, BrokerFault.UNREACHABLE)


def test_lost_connection_is_named(table: Table) -> None:
    with ScriptedBroker() as broker:
        thread = table.connect(broker.address)
        wait_until(lambda: thread.status.connected)
        broker.greeting = b""
        broker.hang_up()
        wait_until(lambda: thread.status.fault is BrokerFault.LOST)


def test_missing_library_is_named_with_its_command(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BrokerError(BrokerFault.LIBRARY, "No module named 'paho'")

    monkeypatch.setattr(mqtt_connection.MqttConnection, "__init__", refuse)
    thread = table.connect("mqtt://127.0.0.1:1")
    wait_until(lambda: thread.status.fault is BrokerFault.LIBRARY)
    assert "paho" in str(thread.status.condition().advice)


def test_moves_without_a_broker_cost_no_memory(table: Table) -> None:
    thread = table.connect("mqtt://127.0.0.1:1")
    wait_until(lambda: thread.status.fault is BrokerFault.UNREACHABLE)
    shown = [Snapshot(replayed_table(whole_game()[:moves]), saved=True) for moves in range(2)]
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(10_000):
            table.snapshots.publish(shown[number % 2])
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 200_000


def test_moves_do_not_wait_for_a_broker_that_reads_nothing(table: Table) -> None:
    table.show(0)
    with ScriptedBroker(reads=False) as broker:
        thread = table.connect(broker.address)
        wait_until(lambda: thread.status.connected)
        shown = [Snapshot(replayed_table(whole_game()[:moves]), saved=True) for moves in range(2)]
        began = time.monotonic()
        for number in range(10_000):
            table.snapshots.publish(shown[number % 2])
        assert time.monotonic() - began < 5


def test_connection_at_rest_wakes_only_for_its_keepalive(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mqtt_connection, "KEEPALIVE_S", 4)  # on a busy machine an answer may take a second
    waits: list[float | None] = []
    wait = mqtt_connection.MqttConnection.wait

    def counted(connection: mqtt_connection.MqttConnection, seconds: float | None, *others: socket.socket) -> None:
        waits.append(seconds)
        wait(connection, seconds, *others)

    monkeypatch.setattr(mqtt_connection.MqttConnection, "wait", counted)
    with ScriptedBroker() as broker:
        thread = table.connect(broker.address)
        wait_until(lambda: broker.pings >= 1, 30)
        before = len(waits)
        wait_until(lambda: broker.pings >= 3, 30)
        assert len(waits) - before <= 4  # each time one to ask, and one for the answer
        assert (thread.status.connected, broker.connections) == (True, 1)


def test_dropped_connection_delivers_nothing_more() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        connection = mqtt_connection.MqttConnection(
            BrokerAddress.of(f"mqtt://127.0.0.1:{listener.getsockname()[1]}"), None
        )
        connection.open()
        client, _ = listener.accept()
        with client:
            assert client.recv(4096)
            connection.drop()
            with pytest.raises(ConnectionResetError):
                client.recv(4096)


def test_clean_end_says_that_the_box_is_offline(table: Table) -> None:
    with ScriptedBroker() as broker:
        thread = table.connect(broker.address)
        broker.wait_for("/state")
        thread.close()
        assert broker.wait_for("/online", 2) == [b"online", b"offline"]


def test_check_names_what_is_wrong_with_a_broker() -> None:
    with ScriptedBroker() as broker:
        assert broker_fault(broker.address, None, 5) is None
        assert broker.published == [("table-companion/check", b"")]
    with ScriptedBroker(acknowledges=False) as broker:
        assert broker_fault(broker.address, None, 0.5) is BrokerFault.NO_ANSWER
    with ScriptedBroker(WRONG_LOGIN) as broker:
        assert broker_fault(broker.address, ("table", "wrong"), 5) is BrokerFault.LOGIN
    with ScriptedBroker(b"") as broker:
        assert broker_fault(broker.address, None, 0.2) is BrokerFault.NO_ANSWER
    assert broker_fault("mqtt://127.0.0.1:1", None, 5) is BrokerFault.UNREACHABLE


@pytest.mark.parametrize(
    ("setting", "address"),
    [
        ("mqtt://192.168.1.5", None),
        ("mqtt://[fd00::5]:1884", None),
        ("mqtts://127.0.0.1", None),
        ("mqtt://9.9.9.9", "9.9.9.9"),
        ("mqtt://[2620:fe::9]", "2620:fe::9"),
        ("mqtt://nowhere.invalid", None),
    ],
)
def test_address_outside_of_the_local_network_is_known(setting: str, address: str | None) -> None:
    assert outside_address(setting) == address


def test_ports_are_the_usual_ones() -> None:
    assert BrokerAddress.of("mqtt://broker.lan") == BrokerAddress("broker.lan", 1883, encrypted=False)
    assert BrokerAddress.of("mqtts://broker.lan") == BrokerAddress("broker.lan", 8883, encrypted=True)
    assert BrokerAddress.of("mqtt://[fd00::5]:1/") == BrokerAddress("fd00::5", 1, encrypted=False)
