"""Tests of an evening with many errors: no name, code, seed or cookie is in the log that hosts may download."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app import application
from companion.app.application import Companion
from companion.app.inbox_events import FaultyGame
from companion.box.faces.faces import Face
from companion.journal.state_directory import NAME
from companion.server.phone_routes import COOKIE
from companion.system.settings import Settings
from companion.table.commands import Play, StartGame
from tests.hands import CLOCK, wait_for
from tests.kept import ROUND_OF_PASSES, save_game

NAMES = ("Zénobie", "Théodule", "Philomène")
HERE = Settings(language="en", host="127.0.0.1", port=0)
SPIN = {"move": "spin", "route": "land"}


@pytest.fixture
def companion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[Companion]:
    """Yield a companion whose journal has a damaged game, and whose screen cannot be painted."""
    caplog.set_level(logging.DEBUG)
    save_game(tmp_path, ROUND_OF_PASSES, leave=True)
    with closing(sqlite3.connect(tmp_path / NAME)) as journal, journal:
        journal.execute("UPDATE rows SET body = ? WHERE seq = 3", (f'{{"{NAMES[0]}": 1}}',))

    def paint(face: Face) -> Any:
        raise ValueError(repr(face))

    monkeypatch.setattr(application, "paint", paint)
    with Companion(HERE, tmp_path, simulated=True, clock=CLOCK) as opened:
        yield opened


def test_log_contains_nothing_from_a_table(
    companion: Companion, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    planted = {*NAMES}
    companion.ask(lambda: companion.session.do(StartGame(game="classic", names=NAMES)))
    companion.ask(lambda: companion.session.do(Play(moves=((1, SPIN),))))
    table = companion.session.table
    assert table is not None
    planted |= {commitment.seed.hex() for commitment in table.commitments}
    host, *others = (_phone(companion, seat, planted) for seat in (None, 1, 2))
    _break_the_desk(companion, monkeypatch, planted)
    _break_a_page(companion, others[0], monkeypatch)
    wait_for(companion.outputs, lambda _: "does not hold" in str(companion._log_buffer.lines))

    companion.server.app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = host.get("/how/log.txt", headers={"Accept-Language": "en"})
    log = answer.get_data(as_text=True)
    for sign in (
        "cannot paint <",
        "the desk could not handle <",
        "does not hold: ",
        "a page or an address of the interface broke",
        "RuntimeError",
    ):
        assert sign in log, log
    assert all(secret in caplog.text for secret in NAMES), "there was something to be left out"
    assert len(planted) >= len(NAMES) + 2 * 3 + 1
    for text in (log, host.get("/api/how").get_data(as_text=True), host.get("/how").get_data(as_text=True)):
        assert [secret for secret in planted if secret in text] == []
    for client in (*others, companion.server.app.test_client()):
        assert client.get("/how/log.txt").status_code in (401, 403)


def _phone(companion: Companion, seat: int | None, planted: set[str]) -> FlaskClient:
    """Return a phone that has used a code; the code and its cookie are planted."""
    client = companion.server.app.test_client()
    offer = companion.codes.offer(seat, companion.session.snapshot().roles.epoch)
    assert client.post("/api/claim", json={"code": offer.code}).status_code == 200
    cookie = client.get_cookie(COOKIE)
    assert cookie is not None
    planted |= {offer.code, cookie.value}
    return client


def _break_the_desk(companion: Companion, monkeypatch: pytest.MonkeyPatch, planted: set[str]) -> None:
    """Raise an error on the desk, with all planted words in its message."""

    def broken(*_: object) -> None:
        raise RuntimeError(*planted) from KeyError(*planted)

    with monkeypatch.context() as now:
        now.setattr(companion, "_mend_game", broken)
        companion.desk.post(FaultyGame(number=2))
        companion.desk.ask(lambda: None)  # the desk has handled it


def _break_a_page(companion: Companion, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise an error in a page."""

    def broken() -> None:
        raise ValueError(" ".join(NAMES))

    with monkeypatch.context() as now:
        now.setattr(companion._archive, "games", broken)
        assert phone.get(f"/api/games?who={NAMES[0]}").status_code == 500


def test_status_and_health_follow_the_running_box(tmp_path: Path) -> None:
    save_game(tmp_path, ROUND_OF_PASSES)
    with Companion(HERE, tmp_path, simulated=True, clock=CLOCK) as companion:
        conditions = {condition.subject: condition for condition in companion.status().conditions}
        assert conditions["screen"].text.key == "how.screen.simulated"
        assert conditions["journal"].text.key in ("how.journal.checking", "how.journal.well")
        assert companion.health().failing == ()
        assert companion.health().screen == "ok"
        companion.box.screen_lost = True
        assert companion.health().screen == "lost"
        assert companion.status().conditions[0].subject == "screen"
        companion.session.saved = False
        assert companion.health().failing == ("journal",)
    assert companion.health().failing == ("desk",)
