"""Tests of a companion that closes and restarts in the same process: the table with the games of a backup."""

from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from companion.app import run
from companion.app.application import Companion, PreviousCompanion
from companion.app.stop_request import StopRequest
from companion.box.faces.faces import MessageFace
from companion.games import GAMES
from companion.journal.journal import Journal
from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME, UPLOAD_NAME
from companion.server.backup_routes import FILE_TYPE
from companion.system.settings import Settings
from companion.table.commands import StartGame
from companion.words.catalogue import Words
from tests.hands import PATIENCE_S
from tests.kit.scripted_games import backup_of_another_table

HERE = Settings(language="en", host="127.0.0.1", port=0)


class Phone:
    """A host's phone."""

    def __init__(self, companion: Companion) -> None:
        self._address = companion.local_address
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        epoch = companion.session.snapshot().roles.epoch
        self.post("api/claim", {"code": companion.ask(lambda: companion.codes.offer(None, epoch).code)})

    def post(self, path: str, body: Any) -> Any:
        data, kind = (body, FILE_TYPE) if isinstance(body, bytes) else (json.dumps(body).encode(), "application/json")
        return self._ask(urllib.request.Request(f"{self._address}{path}", data, {"Content-Type": kind}))

    def get(self, path: str) -> Any:
        return self._ask(urllib.request.Request(f"{self._address}{path}"))

    def _ask(self, request: urllib.request.Request) -> Any:
        with self._opener.open(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)


@pytest.fixture
def backup(tmp_path: Path) -> bytes:
    return backup_of_another_table(tmp_path).read_bytes()


@contextmanager
def restoring(state: Path, backup: bytes, stop: StopRequest) -> Iterator[tuple[Companion, Phone, str]]:
    """Yield a companion with a game on the table, its host's phone, and the name of a backup that it restores."""
    with Companion(HERE, state, simulated=True, stop=stop) as companion:
        companion.ask(lambda: companion.session.do(StartGame(game="expedition", names=("Ada", "Bao", "Chloé"))))
        phone = Phone(companion)
        name = phone.post("api/restore", backup)["backup"]
        assert phone.post("api/restore/put", {"backup": name, "put": True}) == {"again": True}
        assert companion.wait(PATIENCE_S)
        yield companion, phone, name


def successor(state: Path, stop: StopRequest, before: PreviousCompanion | None) -> Companion:
    assert before is not None
    return Companion(HERE, state, simulated=True, stop=stop, previous=before)


def test_successor_continues_with_the_restored_games(tmp_path: Path, backup: bytes) -> None:
    stop, state = StopRequest(), tmp_path / "state"
    with restoring(state, backup, stop) as (companion, phone, name):
        pass
    with successor(state, stop, companion.successor()) as after:
        assert (after.server.port, after.link_key) == (companion.server.port, companion.link_key)
        assert after.session.table is not None
        assert after.session.table.names == ("Ina", "Jo", "Kim")
        assert phone.get("api/state")["you"] == {"host": True, "seat": None}, "who leads goes on leading"
        backup_view = phone.get("api/backup")
        assert backup_view["restored"] == {"backup": name, "games": 1, "kept": "replaced-1.sqlite3", "reason": None}
        assert after.outputs.newest is not None
        assert isinstance(face := after.outputs.newest.face, MessageFace)
        assert "replaced-1.sqlite3" in face.body
        assert not after.wait(0.0)
    assert after.successor() is None
    with closing(Journal(state / "replaced-1.sqlite3", read_only=True)) as journal:
        assert [game.names for game in journal.games()] == [("Ada", "Bao", "Chloé")]
    assert not (state / UPLOAD_NAME).exists()


def test_failed_restore_changes_nothing_and_is_reported(
    tmp_path: Path, backup: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, state = StopRequest(), tmp_path / "state"
    with restoring(state, backup, stop) as (companion, phone, _):
        pass
    (state / UPLOAD_NAME).unlink()
    (state / UPLOAD_NAME).mkdir()
    before = companion.successor()
    with successor(state, stop, before) as after:
        assert after.session.table is not None
        assert after.session.table.names == ("Ada", "Bao", "Chloé")
        assert phone.get("api/backup")["restored"]["reason"].startswith("La sauvegarde n’a pas été restaurée")
    assert [path.name for path in state.glob("replaced-*")] == []


def test_request_to_end_takes_precedence(tmp_path: Path, backup: bytes) -> None:
    stop, state = StopRequest(), tmp_path / "state"
    with restoring(state, backup, stop) as (companion, _, _):
        stop.ask()
    assert companion.successor() is None
    with closing(open_store(state, GAMES)) as store:
        assert [game.names for game in store.journal.games()] == [("Ada", "Bao", "Chloé")]
    assert not (state / UPLOAD_NAME).exists(), "nothing is left lying"


def test_request_to_restart_is_consumed_once() -> None:
    stop = StopRequest()
    stop.ask_restart()
    assert stop.wait(0.0)
    assert stop.take_restart()
    assert not stop.wait(0.0)
    assert not stop.take_restart()


def test_program_keeps_running_with_the_backup(tmp_path: Path, backup: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same through `companion run`, with a phone that requests everything."""
    opened: list[Companion] = []
    restarted = threading.Event()

    class PhoneDrivenCompanion(Companion):
        def __enter__(self) -> Companion:
            entered = super().__enter__()
            opened.append(self)
            threading.Thread(target=self._goes, daemon=True).start()
            return entered

        def _goes(self) -> None:
            if len(opened) == 1:
                phone = Phone(self)
                name = phone.post("api/restore", backup)["backup"]
                phone.post("api/restore/put", {"backup": name, "put": True})
            else:
                restarted.set()
                self.stop()

    monkeypatch.setattr(run, "Companion", PhoneDrivenCompanion)
    settings = tmp_path / "settings.toml"
    settings.write_text('host = "127.0.0.1"\nport = 0\n')
    printed: list[str] = []
    options: dict[str, Any] = {"simulate": True, "port": 0, "board": None, "words": Words("en"), "show": printed.append}
    run.run_companion(tmp_path / "state", settings, **options)
    assert restarted.is_set()
    assert len(opened) == 2
    assert opened[1].server.port == opened[0].server.port
    assert len([line for line in printed if "http" in line]) == 2, "where box and table are, is said once"
    with closing(open_store(tmp_path / "state", GAMES)) as store:
        assert [game.names for game in store.journal.games()] == [("Ina", "Jo", "Kim")]
    assert (tmp_path / "state" / NAME).exists()
