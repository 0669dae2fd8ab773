"""The keys of the box work, however often a phone changes the table meanwhile."""

from __future__ import annotations

import itertools
import json
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion.server.phone_routes
from companion.app import application
from companion.app.application import Companion
from companion.box.pages.page import Page
from companion.box.pages.phones_page import phones
from companion.system.settings import Settings
from companion.table.commands import StartGame
from companion.words.signs import Key
from tests.hands import CLOCK, PATIENCE_S, move, wait_for

MANY = 1_000.0
"""Rate limit in these tests, too high to matter: the real limits have their own tests."""

TAP_S = 0.1
"""Seconds that a tapped key is down, and up before the next tap."""


class RestlessPhone:
    """A phone with a seat that changes the table without a pause."""

    def __init__(self, companion: Companion) -> None:
        self._companion = companion
        self._address = companion.local_address
        self._numbers = itertools.count()
        self._end = threading.Event()
        epoch = companion.session.snapshot().roles.epoch
        code = companion.ask(lambda: companion.codes.offer(2, epoch).code)
        answer = self._post("api/claim", {"code": code})
        self._cookie = answer.headers["Set-Cookie"].partition(";")[0]
        answer.close()
        self._thread = threading.Thread(target=self._run)

    def change(self) -> None:
        """Correct a value, alternately by one more and one less."""
        number = next(self._numbers)
        move = {"move": "correct", "what": "gold", "by": 1 - number % 2 * 2, "note": ""}
        before = self._companion.snapshots.newest
        assert before is not None
        assert before.table is not None
        command = {"do": "play", "id": f"restless{number}", "expected_seq": before.table.seq, "seat": 2, "move": move}
        self._post("api/commands", command).close()

    def __enter__(self) -> RestlessPhone:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.is_set():
            self.change()

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "Cookie": getattr(self, "_cookie", "")}
        request = urllib.request.Request(self._address + path, json.dumps(body).encode(), headers)
        return urllib.request.urlopen(request, timeout=PATIENCE_S)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Companion]:
    for rate in ("_REQUESTS_PER_SECOND", "_COMMANDS_PER_SECOND"):
        monkeypatch.setattr(companion.server.phone_routes, rate, MANY)
    monkeypatch.setattr(application, "KEY_WAIT_S", PATIENCE_S / 2)  # however slow the machine
    with Companion(Settings(language="en", host="127.0.0.1", port=0), tmp_path, simulated=True, clock=CLOCK) as opened:
        opened.ask(lambda: opened.session.do(StartGame(game="expedition", names=("Ada", "Bo", "Cid"))))
        yield opened


def entries(companion: Companion) -> int:
    """Return the number of standing moves."""
    assert companion.session.table is not None
    return len(companion.session.table.entries)


def wait_for_other_page(companion: Companion, page: Page) -> None:
    """Wait until another page is on top of the box."""
    wait_for(companion.outputs, lambda _: companion.box.page is not page)


def test_a_held_key_counts_during_constant_changes(table: Companion) -> None:
    with RestlessPhone(table):
        for _ in range(3):
            table.ask(table.box.to_table)
            at_table = table.box.page
            move(table, Key.OK, down=True)
            wait_for_other_page(table, at_table)
            move(table, Key.OK, down=False)
            time.sleep(TAP_S)


def test_a_press_counts_during_constant_changes(table: Companion) -> None:
    with RestlessPhone(table):
        for _ in range(3):
            table.ask(table.box.to_table)
            table.ask(lambda: table.box.push(phones(table.box)))
            menu = table.box.page
            move(table, Key.OK, down=True)
            wait_for(table.outputs, lambda _: Key.OK in table.box.down)
            time.sleep(TAP_S)
            move(table, Key.OK, down=False)
            wait_for_other_page(table, menu)
            time.sleep(TAP_S)


def test_a_stuck_key_does_not_delay_phones_for_long(table: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "KEY_WAIT_S", 0.2)
    phone = RestlessPhone(table)
    before = entries(table)
    move(table, Key.OK, down=True)
    wait_for(table.outputs, lambda _: Key.OK in table.box.down)
    phone.change()
    assert entries(table) > before
