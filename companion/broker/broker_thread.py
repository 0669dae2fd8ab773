"""The thread that tells a broker about the table: the newest live state, and results until each was acknowledged.

It waits for the broker, and nobody waits for it: between the table and this thread is a slot with the newest state.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import Any

from companion.broker.broker_status import BrokerFault, BrokerStatus
from companion.broker.game_results import ResultMessage, key_of, missing_results
from companion.broker.home_assistant import discovery
from companion.broker.live_state import end_key, live_state, turn_key
from companion.broker.mqtt_connection import BrokerAddress, BrokerError, MqttConnection
from companion.broker.sent_results import SentResults
from companion.broker.topics import OFFLINE, ONLINE, Topics, payload
from companion.journal.archive import PastGame
from companion.session.publisher import Publisher, SubscriberSlot
from companion.session.session import Snapshot
from companion.support.frozen_dataclasses import frozen
from companion.table.session_errors import SessionError
from companion.words.catalogue import Words

log = logging.getLogger(__name__)


@frozen
class Patience:
    """Times of the connection, in seconds."""

    first_wait: float = 1.0
    """Pause after the first failure; it doubles with each one that follows."""
    longest_wait: float = 300.0
    answer: float = 20.0
    """The time that the broker has to accept, and to acknowledge a result."""
    steady: float = 60.0
    """After a connection of this length, the pause begins at the first one again."""
    close: float = 2.0
    """The time that the end of the program waits for this thread."""


@frozen
class BoxFacts:
    """Facts about the box that the thread needs."""

    version: str
    language: Callable[[], str]
    """Gives the language of the box."""
    games: Callable[[], tuple[PastGame, ...]]
    """Gives the saved games, newest first, as everybody may see them now. May raise SessionError."""
    nobodies: Collection[str]
    """Names of seats without a person, as keys."""
    now: Callable[[], float]
    """Gives the seconds since 1970."""
    is_clock_right: Callable[[], bool]


class _Slot(SubscriberSlot[Snapshot]):
    """A slot that wakes a thread which waits for sockets. No publisher waits for its reader."""

    def __init__(self, wake: Callable[[], None]) -> None:
        super().__init__()
        self._wake = wake

    def put(self, item: Snapshot) -> bool:
        super().put(item)
        self._wake()
        return False

    def close(self) -> None:
        super().close()
        self._wake()


class BrokerThread:
    """The thread. A fault is logged once and shown in `status`, and the thread tries again after a growing pause."""

    def __init__(
        self,
        setting: str,
        login: tuple[str, str] | None,
        topics: Topics,
        sent: SentResults,
        facts: BoxFacts,
        patience: Patience = Patience(),  # noqa: B008 - it is frozen
    ) -> None:
        """Prepare the thread: `setting` is the address of the broker, `login` has user and password."""
        self.status = BrokerStatus(setting)
        """The status of the connection; may be read from any thread."""
        self._address = BrokerAddress.of(setting)
        self._login = login
        self._topics = topics
        self._sent = sent
        self._facts = facts
        self._patience = patience
        self._woken, self._waker = socket.socketpair()
        self._woken.setblocking(False)
        self._waker.setblocking(False)
        self._is_connected = False
        self._closing = threading.Event()
        self._slot = _Slot(self._wake)
        self._snapshot = Snapshot(None, saved=True)
        self._turn: tuple[Any, ...] | None = None
        self._since: int | None = None
        self._end: object = None
        self._logged: BrokerFault | None = None
        """The last fault that was logged, until a connection is steady: a lasting one is logged once."""
        self._publisher: Publisher[Snapshot] | None = None
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)

    def start(self, snapshots: Publisher[Snapshot]) -> None:
        """Start the thread, which follows these snapshots."""
        self._publisher = snapshots
        snapshots.subscribe(self._slot)
        self._thread.start()

    def close(self) -> None:
        """Say that the box goes, and end the thread. A broker that does not answer delays this by two seconds."""
        if self._publisher is not None:
            self._publisher.unsubscribe(self._slot)
        self._closing.set()
        self._wake(always=True)
        if self._thread.is_alive():
            self._thread.join(self._patience.close)
        if not self._thread.is_alive():
            self._woken.close()
            self._waker.close()

    def _wake(self, *, always: bool = False) -> None:
        # While there is no connection, nothing wakes the thread: it takes the newest state once it is connected.
        if always or self._is_connected:
            with suppress(OSError):  # it is full of wake-ups, or closed
                self._waker.send(b"\0")

    def _run(self) -> None:
        pause = self._patience.first_wait
        while not self._closing.is_set():
            began = time.monotonic()
            try:
                self._serve()
            except BrokerError as error:
                self._note(error.fault, str(error))
            except Exception:  # the table works without it
                log.exception("the broker is told nothing more until the next attempt")
                self._note(BrokerFault.BAD_ANSWER, "a fault of the program")
            finally:
                self._is_connected = False
                self._sent.save()
            if time.monotonic() - began >= self._patience.steady:
                pause, self._logged = self._patience.first_wait, None
            self._closing.wait(pause)
            pause = min(pause * 2, self._patience.longest_wait)

    def _note(self, fault: BrokerFault, cause: str) -> None:
        if self._logged is not fault:
            self._logged = fault
            log.warning("the broker is not told about the table (%s): %s", fault.value, cause)
        self.status = BrokerStatus(self.status.address, fault=fault)

    def _serve(self) -> None:
        """Connect, and tell the broker everything until the connection ends. Raises BrokerError."""
        connection = MqttConnection(self._address, self._login, self._topics)
        try:
            connection.open()
            self._is_connected = True
            deadline = time.monotonic() + self._patience.answer
            while not connection.accepted and not self._closing.is_set():
                self._wait(connection, deadline)
            if connection.accepted:
                log.info("connected to the broker")
                self.status = BrokerStatus(self.status.address, connected=True)
                self._tell(connection)
        finally:
            connection.drop()

    def _tell(self, connection: MqttConnection) -> None:
        words = Words(self._facts.language())
        for topic, message in discovery(self._topics, words, self._facts.version):
            connection.publish(topic, message, retain=True)
        connection.publish(self._topics.online, ONLINE, qos=0, retain=True)
        shown, results, waiting = b"", self._results(), None
        message_id, deadline = 0, None
        while not self._closing.is_set():
            if self._take_newest():
                results = self._results()
            if waiting is not None and connection.acknowledged == message_id:
                self._sent.add(waiting.key, waiting.fingerprint)
                waiting = deadline = None
            if not connection.wants_write:
                # At most one live state and one result are on the way; what comes meanwhile replaces what waits.
                state = self._live_state()
                if state != shown:
                    connection.publish(self._topics.state, state, retain=True)
                    shown = state
                if waiting is None and (waiting := next(results, None)) is not None:
                    message_id = connection.publish(waiting.topic, waiting.payload, qos=1)
                    deadline = time.monotonic() + self._patience.answer
                elif waiting is None:
                    self._sent.save()
            self._wait(connection, deadline)
        connection.publish(self._topics.online, OFFLINE, retain=True)
        connection.close()

    def _wait(self, connection: MqttConnection, deadline: float | None) -> None:
        """Wait until the broker or the table has something new, or it is time. Raises BrokerError."""
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise BrokerError(BrokerFault.NO_ANSWER, "the broker acknowledges nothing")
        connection.wait(left, self._woken)
        with suppress(BlockingIOError):
            self._woken.recv(4096)

    def _take_newest(self) -> bool:
        """Take the newest snapshot, if there is one; return whether the results may be others now."""
        snapshot = self._slot.take(0)
        if snapshot is None:
            return False
        self._snapshot = snapshot
        turn = turn_key(snapshot)
        if turn != self._turn:
            self._turn = turn
            self._since = int(self._facts.now()) if self._facts.is_clock_right() else None
        end = end_key(snapshot)
        has_changed, self._end = end != self._end, end
        return has_changed

    def _live_state(self) -> bytes:
        words = Words(self._facts.language())
        return payload(live_state(self._snapshot, self._topics.box, words, self._facts.nobodies, self._since))

    def _results(self) -> Iterator[ResultMessage]:
        """Return the results that the broker lacks, the oldest game first."""
        try:
            games = self._facts.games()
        except SessionError as error:
            log.debug("the results wait: %s", error)
            return iter(())
        self._sent.keep_only({key_of(past) for past in games})
        return missing_results(games[::-1], self._sent.fingerprints, self._topics, self._facts.nobodies)
