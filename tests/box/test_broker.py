"""Tests of the program with a real broker, Debian's Mosquitto: killed, restarted, cut off, full, with a password."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.app.application import Companion
from companion.broker import broker_thread
from companion.broker.broker_check import broker_fault
from companion.broker.broker_status import BrokerFault
from companion.broker.broker_thread import BoxFacts, BrokerThread, Patience
from companion.broker.sent_results import FILE, SentResults
from companion.broker.topics import Topics
from companion.journal.archive import PastGame
from companion.session.publisher import Publisher
from companion.session.session import Snapshot
from companion.system.settings import Settings
from tests.box.mosquitto import Mosquitto, Reader, wait_until
from tests.box.namespace import Namespace
from tests.broker.schemas import BOX, HOME_ASSISTANT, check, schema
from tests.broker.test_game_results import ENDED, EVENING
from tests.hands import CLOCK
from tests.kept import save_game
from tests.kit.scripted_games import expedition, play, replayed_table, skip_reveal, whole_game
from tests.kit.used_box import used_box

BOX_ADDRESS, BROKER_ADDRESS = "192.168.7.1", "192.168.7.2"
QUICK = Patience(first_wait=0.1, longest_wait=0.2, answer=3.0, close=5.0)
OTHER_BOX = "fedcba9876543210"
USER, PASSWORD = "table", "marco polo"


class Room:
    """Brokers, readers and tables, all closed at the end."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        self.snapshots: Publisher[Snapshot] = Publisher()
        self.games: tuple[PastGame, ...] = ()

    def broker(self, *settings: str) -> Mosquitto:
        broker = Mosquitto(self.folder, *settings)
        self.stack.callback(broker.kill)
        broker.start()
        return broker

    def read(self, broker: Mosquitto, *options: str) -> Reader:
        reader = Reader(broker, *options)
        self.stack.callback(reader.close)
        return reader

    def table(self, broker: Mosquitto, box: str = BOX, login: tuple[str, str] | None = None) -> BrokerThread:
        facts = BoxFacts("1.0", lambda: "en", lambda: self.games, frozenset(), lambda: EVENING, lambda: True)
        sent = SentResults(self.folder / f"{box}-{FILE}", broker.address, box)
        thread = BrokerThread(broker.address, login, Topics(box), sent, facts, QUICK)
        thread.start(self.snapshots)
        self.stack.callback(thread.close)
        return thread

    def show(self, moves: int) -> None:
        self.snapshots.publish(Snapshot(replayed_table(whole_game()[:moves]), saved=True))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(tmp_path, stack)


def wait_for_subscription(broker: Mosquitto, reader: Reader) -> None:
    """Wait until a reader gets what is published, which are messages of the check."""
    wait_until(lambda: broker_fault(broker.address, None) is None and bool(reader.payloads("/check")))


def test_broker_that_is_killed_has_the_newest_state_again(room: Room) -> None:
    room.show(0)
    broker = room.broker()
    thread = room.table(broker)
    wait_until(lambda: thread.status.connected)
    broker.kill()
    wait_until(lambda: thread.status.fault is BrokerFault.UNREACHABLE)
    room.games = (ENDED,)
    for moves in range(1, 6):
        room.show(moves)
    broker.start()
    reader = room.read(broker)
    wait_until(lambda: bool(reader.payloads("/state")) and reader.newest("/online") == "online")
    state = json.loads(reader.newest("/state"))
    check(state, schema("state-1"))
    assert state["game"]["id"] == "expedition"
    room.show(6)
    wait_until(lambda: json.loads(reader.newest("/state")) != state)


def test_each_ended_game_arrives_once_over_restarts(room: Room) -> None:
    room.games = (replace(ENDED, number=4, first_time=EVENING + 9000), ENDED)
    broker = room.broker("persistence true", f"persistence_location {room.folder}/", "autosave_interval 1")
    reader = room.read(broker)
    wait_for_subscription(broker, reader)
    thread = room.table(broker)
    wait_until(lambda: len(reader.payloads("/results/4")) == 1)
    thread.close()
    again = room.table(broker)
    wait_until(lambda: again.status.connected)
    room.show(1)
    wait_until(lambda: len(reader.payloads("/online")) >= 3 and '"playing"' in reader.newest("/state"))
    results = reader.payloads("/results/3") + reader.payloads("/results/4")
    for result in results:
        check(json.loads(result), schema("result-1"))
    assert [json.loads(result)["number"] for result in results] == [3, 4]


def test_last_will_says_that_the_box_is_gone(room: Room) -> None:
    broker = room.broker()
    reader = room.read(broker)
    room.table(broker)
    wait_until(lambda: reader.newest("/online") == "online")
    # Another client of the same name throws the first one out, as a cut network does.
    other = ["mosquitto_pub", "-p", str(broker.port), "-i", Topics(BOX).client, "-t", "elsewhere", "-m", "x"]
    subprocess.run(other, check=True)
    wait_until(lambda: "offline" in reader.payloads("/online"))
    wait_until(lambda: reader.newest("/online") == "online")


def test_two_boxes_have_topics_of_their_own(room: Room) -> None:
    broker = room.broker()
    reader = room.read(broker)
    room.show(0)
    room.games = (ENDED,)
    for box in (BOX, OTHER_BOX):
        room.table(broker, box)
    for box in (BOX, OTHER_BOX):
        wait_until(lambda box=box: len(reader.payloads(f"{box}/results/3")) == 1)  # type: ignore[misc]
        wait_until(lambda box=box: len(reader.payloads(f"{box}/state")) == 1)  # type: ignore[misc]
        assert json.loads(reader.newest(f"{box}/state"))["box"] == box
        assert json.loads(reader.newest(f"{box}/results/3"))["box"] == box


def test_two_boxes_of_one_id_name_the_lost_connection(room: Room) -> None:
    broker = room.broker()
    room.show(0)
    threads = [room.table(broker) for _ in range(2)]
    wait_until(lambda: any(thread.status.fault is BrokerFault.LOST for thread in threads))


def test_retained_lie_about_a_box_is_replaced(room: Room) -> None:
    broker = room.broker()
    lie = ["mosquitto_pub", "-p", str(broker.port), "-r", "-t", Topics(BOX).state, "-m", "a lie"]
    subprocess.run(lie, check=True)
    room.show(0)
    room.table(broker)
    reader = room.read(broker)
    wait_until(lambda: bool(reader.payloads("/state")) and reader.newest("/state") != "a lie")
    check(json.loads(reader.newest("/state")), schema("state-1"))


def test_commands_of_others_are_never_read(room: Room) -> None:
    broker = room.broker()
    reader = room.read(broker)
    room.show(0)
    thread = room.table(broker)
    wait_until(lambda: bool(reader.payloads("/state")))
    for topic in (Topics(BOX).state + "/set", f"table-companion/{BOX}/command", "homeassistant/status"):
        subprocess.run(["mosquitto_pub", "-p", str(broker.port), "-t", topic, "-m", "play"], check=True)
    wait_until(lambda: reader.newest("homeassistant/status") == "play")
    assert (thread.status.connected, thread.status.fault) == (True, None)
    assert len(reader.payloads(f"{BOX}/state")) == 1


@pytest.mark.parametrize("noticed", [False, True])
def test_game_that_ends_during_a_cut_arrives_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noticed: bool
) -> None:
    monkeypatch.setattr(broker_thread, "BrokerThread", partial(BrokerThread, patience=QUICK))
    moves = whole_game()
    save_game(used_box(tmp_path / "state"), moves[:10])
    with ExitStack() as stack:
        box, hall = (stack.enter_context(Namespace()) for _ in range(2))
        box.wire("lan0", hall, "lan0")
        box.address("lan0", f"{BOX_ADDRESS}/24")
        hall.address("lan0", f"{BROKER_ADDRESS}/24")
        broker = Mosquitto(tmp_path, machine=hall, host=BROKER_ADDRESS)
        stack.callback(broker.kill)
        broker.start()
        reader = Reader(broker)
        stack.callback(reader.close)
        settings = Settings(language="en", host="127.0.0.1", port=0, mqtt=broker.address)
        table = Companion(settings, tmp_path / "state", simulated=True, clock=CLOCK)
        box.enter(lambda: stack.enter_context(table))
        wait_until(lambda: '"playing"' in reader.newest("/state"))
        hall.ip("link set lan0 down")
        for move in moves[10:]:
            table.ask(partial(table.session.do, play(move)))
        table.ask(lambda: skip_reveal(table.session))
        if noticed:  # the broker did not acknowledge the result, and then nothing answered any more
            wait_until(lambda: "how.broker.unreachable" in _broker_status(table), 30)
        assert reader.payloads("/results/1") == []
        hall.ip("link set lan0 up")
        wait_until(lambda: '"over"' in reader.newest("/state") and "how.broker.well" in _broker_status(table), 30)
        table.ask(lambda: table.session.do(expedition()))
        wait_until(lambda: json.loads(reader.newest("/state"))["game"]["number"] == 2, 30)
        [result] = reader.payloads("/results/1")
        check(json.loads(result), schema("result-1"))


def _broker_status(table: Companion) -> set[str]:
    return {line.text.key for line in table.status().conditions if line.subject == "broker"}


def test_full_queue_of_the_broker_keeps_no_other_reader_waiting(room: Room) -> None:
    games, queue = 160, 100
    broker = room.broker(f"max_queued_messages {queue}")
    away = ("-c", "-i", "away")
    room.read(broker, *away, "-E").wait()
    reader = room.read(broker)
    wait_for_subscription(broker, reader)
    room.games = tuple(replace(ENDED, number=number, first_time=EVENING + number) for number in range(games, 0, -1))
    room.show(1)
    thread = room.table(broker)
    file = room.folder / f"{BOX}-{FILE}"
    wait_until(lambda: file.exists() and len(json.loads(file.read_text("utf-8"))["sent"]) == games)
    room.show(2)
    wait_until(lambda: len(reader.payloads("/state")) == 2)
    results = [json.loads(payload)["number"] for _, topic, payload in reader.lines if "/results/" in topic]
    assert results == [*range(1, games + 1)]
    assert (thread.status.connected, thread.status.fault) == (True, None)
    back = room.read(broker, *away)
    wait_until(lambda: len(back.lines) >= queue)
    assert len([topic for _, topic, _ in back.lines if "/results/" in topic]) < games


def test_password_is_needed_and_a_wrong_one_named(room: Room) -> None:
    passwords = room.folder / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, USER, PASSWORD], check=True)
    broker = room.broker(f"password_file {passwords}")
    for login in (None, (USER, "wrong")):
        assert broker_fault(broker.address, login) is BrokerFault.LOGIN
    wrong = room.table(broker, OTHER_BOX, (USER, "wrong"))
    right = room.table(broker, BOX, (USER, PASSWORD))
    wait_until(lambda: wrong.status.fault is BrokerFault.LOGIN and right.status.connected)


def test_commands_of_the_guide_show_the_table(room: Room) -> None:
    guide = (Path(__file__).parents[2] / "docs/mqtt.md").read_text("utf-8")
    commands = re.findall(r"^mosquitto_.*", guide, re.M)
    user, password = re.findall(r'^   (?:user|password) = "(.*)"', guide, re.M)
    passwords = room.folder / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, user, password], check=True)
    broker = room.broker(f"password_file {passwords}")
    room.show(3)
    thread = room.table(broker, BOX, (user, password))
    wait_until(lambda: thread.status.connected)
    assert commands
    for command in commands:
        words = shlex.split(command.replace("192.168.1.5", "127.0.0.1"))
        shown = subprocess.run(
            [*words, "-p", str(broker.port), "-C", "2", "-W", "10"], check=True, capture_output=True, text=True
        ).stdout
        assert f"table-companion/{BOX}/online online\n" in shown
        state = next(line for line in shown.splitlines() if "/state " in line)
        check(json.loads(state.partition(" ")[2]), schema("state-1"))


def test_certificate_that_nobody_vouches_for_is_named(room: Room) -> None:
    key, certificate = room.folder / "key.pem", room.folder / "certificate.pem"
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-keyout", str(key), "-out", str(certificate), "-subj", "/CN=127.0.0.1", "-days", "1"]
    subprocess.run([*make, *names], check=True, capture_output=True)
    broker = room.broker(f"certfile {certificate}", f"keyfile {key}")
    secure = broker.address.replace("mqtt:", "mqtts:")
    # The library leaves the socket of a handshake that failed to Python; another process has no warnings.
    code = f"from companion.broker.broker_check import broker_fault; print(broker_fault({secure!r}, None))"
    answer = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert answer.stdout == f"{BrokerFault.CERTIFICATE}\n"


def test_home_assistant_finds_one_device_after_its_own_restart(room: Room) -> None:
    broker = room.broker()
    first = room.read(broker)
    room.table(broker)
    wait_until(lambda: len(first.payloads("/config")) == 5)
    reader = room.read(broker)
    wait_until(lambda: len(reader.payloads("/config")) == 5)
    for retained, topic, message in reader.lines:
        if topic.endswith("/config"):
            assert retained
            check(json.loads(message), json.loads(HOME_ASSISTANT.read_text("utf-8")))
