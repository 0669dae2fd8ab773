"""Tests of a companion started by systemd: its notifications, and that it opens in spite of problems."""

from __future__ import annotations

import html
import logging
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app import application, run
from companion.app.application import Companion
from companion.app.inbox_events import AddressChanged
from companion.app.run import run_companion
from companion.box.faces.faces import HomeFace, MessageFace, OffFace
from companion.box.screen.paint import paint
from companion.devices.gpio_devices import PinsError
from companion.rules.text import Text, say
from companion.support.settings_errors import CannotStartError, SettingsError
from companion.system import settings as config
from companion.system.settings import Settings, SettingsSource
from companion.system.systemd_notify import Notifier, Service
from companion.table.commands import StartGame
from companion.words.catalogue import Words
from companion.words.signs import Key
from tests.hands import CLOCK, PATIENCE_S, press
from tests.kit.used_box import used_box
from tests.system.test_systemd_notify import FakeManager
from tests.terminal import environment

HERE = Settings(language="en", host="127.0.0.1", port=0)
ENGLISH, FRENCH = Words("en"), Words("fr")


@contextmanager
def served(state: Path, settings: Settings = HERE, **service: Any) -> Iterator[Companion]:
    with Companion(settings, used_box(state), simulated=True, service=Service(**service), clock=CLOCK) as companion:
        yield companion


def error_texts(companion: Companion, words: Words = ENGLISH) -> list[str]:
    return [words.of(trouble) for trouble in companion.startup_errors]


def face(companion: Companion) -> Any:
    assert companion.outputs.newest is not None
    return companion.outputs.newest.face


def page(companion: Companion, path: str = "?lang=en") -> str:
    with urllib.request.urlopen(f"{companion.local_address}{path}", timeout=PATIENCE_S) as answer:
        return html.unescape(answer.read().decode())


# Notifications to systemd.


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[FakeManager]:
    manager = FakeManager(str(tmp_path / "notify"))
    yield manager
    manager.close()


def test_systemd_is_notified_of_start_and_stop(tmp_path: Path, manager: FakeManager) -> None:
    with served(tmp_path / "state", notifier=Notifier(str(tmp_path / "notify"))) as companion:
        assert manager.receive() == ["READY=1", f"STATUS=The table is at {companion.local_address}"]
        assert page(companion)
    assert manager.receive() == ["STOPPING=1"]


def test_status_for_systemd_names_the_address(
    tmp_path: Path, manager: FakeManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path / "state", notifier=Notifier(str(tmp_path / "notify"))) as companion:
        manager.receive()
        monkeypatch.setattr(Companion, "address", "http://192.0.2.7:8080/")
        companion.desk.post(AddressChanged())
        assert manager.receive() == ["STATUS=Phones find the table at http://192.0.2.7:8080/"]


def test_status_for_systemd_has_the_language_of_the_box(tmp_path: Path, manager: FakeManager) -> None:
    with served(tmp_path / "state", notifier=Notifier(str(tmp_path / "notify"))) as companion:
        manager.receive()
        companion.ask(lambda: companion.box.set_preferences(replace(companion.box.preferences, language="fr")))
        assert manager.receive() == [f"STATUS=La table est à l’adresse {companion.local_address}"]


def test_working_desk_feeds_the_watchdog(tmp_path: Path, manager: FakeManager) -> None:
    with served(tmp_path / "state", notifier=Notifier(str(tmp_path / "notify"), watchdog_s=0.02)):
        messages = [manager.receive()[0] for _ in range(6)]
    assert messages.count("WATCHDOG=1") >= 4


# Startup errors.


def test_impossible_setting_is_ignored_and_reported(tmp_path: Path) -> None:
    source = SettingsSource(Path("/etc/companion/settings.toml"), {"rotate": 3, "keys.nose": 5})
    settings = replace(HERE, rotate=90, keys={"nose": 4, "undo": 12}, source=source)
    with served(tmp_path, settings) as companion:
        first, second = error_texts(companion)
        assert first.startswith("/etc/companion/settings.toml, line 5: there is no key “nose”")
        assert second.startswith("/etc/companion/settings.toml, line 3: the board “bench” has no joystick")
        assert error_texts(companion, FRENCH)[1].startswith("/etc/companion/settings.toml, ligne 3\N{NO-BREAK SPACE}:")
        message_face = face(companion)
        assert isinstance(message_face, MessageFace)
        assert (message_face.strip.title, message_face.body) == ("Needs fixing", first)
        press(companion, Key.OK)
        assert face(companion).body == second
        press(companion, Key.OK)
        assert isinstance(face(companion), HomeFace)
        assert companion.devices.simulated is not None
        assert Key.UNDO in companion.devices.simulated.keys
    with pytest.raises(SettingsError):
        Companion(settings, tmp_path, simulated=True)


def test_invalid_edition_is_ignored_and_reported(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("[wheels]\n")
    settings = replace(HERE, profiles={"classic": tmp_path / "mine.toml", "chess": tmp_path / "chess.toml"})
    with served(tmp_path / "state", settings) as companion:
        first, second = error_texts(companion)
        assert first.startswith(f"{tmp_path / 'mine.toml'}, line 1: wheels: an edition of this game")
        assert second.startswith(f"{tmp_path / 'chess.toml'}: there is no game “chess”")
        assert companion.session.edition("classic") == {}


def without_lines(*_: Any, **__: Any) -> Any:
    raise PinsError("There is no chip with lines.")


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("cardboard", "There is no board profile “cardboard”"),
        ("mine.toml", "The board profile can’t be used"),
        ("bench", "The box’s lines don’t answer: There is no chip with lines."),
    ],
)
def test_pages_work_without_a_box_and_say_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: str, why: str
) -> None:
    (tmp_path / "mine.toml").write_text("[keys]\n")
    named = str(tmp_path / board) if board.endswith(".toml") else board
    if board == "bench":
        monkeypatch.setattr(application, "open_box", without_lines)
    with served(tmp_path / "state", replace(HERE, board=named)) as companion:
        [trouble] = error_texts(companion)
        assert trouble.startswith(why)
        assert trouble.endswith("Fix this, then restart the box. Phones that have joined can play on.")
        companion.ask(lambda: companion.session.do(StartGame(game="expedition", names=("Ada", "Bao"))))
        for path in ("?lang=en", "tv?lang=en", "games?lang=en"):
            assert trouble in page(companion, path)
        assert "L’écran et les touches restent éteints" in page(companion, "?lang=fr")
    with pytest.raises(CannotStartError):
        Companion(replace(HERE, board=named), tmp_path / "state", simulated=True)


def test_pages_show_no_errors_if_there_are_none(tmp_path: Path) -> None:
    with served(tmp_path) as companion:
        assert companion.startup_errors == ()
        assert "troubles" not in page(companion)
        well = companion.server.streams.build
    with served(tmp_path, startup_errors=(say("trouble.storage", path="/games", kind="tmpfs"),)) as companion:
        assert 'class="troubles"' in page(companion)
        assert companion.server.streams.build != well


# The end.


def test_restarting_box_shows_just_a_moment(tmp_path: Path) -> None:
    with served(tmp_path, is_restarting=lambda: True) as companion:
        panel = companion.devices.panel
    assert face(companion) == OffFace(line="Just a moment…")
    assert panel is not None
    assert panel.on
    assert panel.picture() == paint(OffFace(line="Just a moment…"))


def test_ending_box_goes_dark(tmp_path: Path) -> None:
    with served(tmp_path, is_restarting=lambda: False) as companion:
        panel = companion.devices.panel
    assert panel is not None
    assert not panel.on


def test_request_at_the_box_outweighs_a_service_restart(tmp_path: Path) -> None:
    with served(tmp_path, is_restarting=lambda: True) as companion:
        press(companion, Key.OK, Key.UP, Key.OK, Key.OK)
        assert companion.wait(PATIENCE_S)
    assert face(companion) == OffFace(line="You can unplug it now")


def test_machine_restart_shows_its_page_and_runs_the_command(tmp_path: Path) -> None:
    exists_during = tmp_path / "there"
    command = (sys.executable, "-c", f"import pathlib; pathlib.Path({str(exists_during)!r}).touch()")
    with served(tmp_path / "state", replace(HERE, restart=command)) as companion:
        press(companion, Key.OK, Key.UP, Key.OK, Key.DOWN, Key.OK, Key.OK)
        assert companion.wait(PATIENCE_S)
        assert not exists_during.exists()
    assert exists_during.exists()
    assert face(companion) == OffFace(line="Just a moment…")
    assert companion.failure is None


@pytest.mark.parametrize("setting", ["power_off", "restart"])
def test_failed_power_off_is_reported(tmp_path: Path, manager: FakeManager, setting: str) -> None:
    """No end that may not come is announced to systemd."""
    command = ("/no/such", "program")
    off, again = (command, ("again",)) if setting == "power_off" else (("off",), command)
    settings = replace(HERE, power_off=off, restart=again)
    with served(tmp_path / "state", settings, notifier=Notifier(str(tmp_path / "notify"))) as companion:
        assert manager.receive()[0] == "READY=1"
        wished = getattr(companion.box, setting)
        companion.ask(wished)
    assert companion.failure is not None
    assert "“/no/such program”" in ENGLISH.of(companion.failure)
    companion.desk.stop()
    Notifier(str(tmp_path / "notify")).status("next")
    assert manager.receive() == ["STATUS=next"]


# In a separate process.


def test_service_reports_its_state_to_systemd(tmp_path: Path, manager: FakeManager) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('host = "127.0.0.1"\nvolume = 9\n')
    words = ("run", "--service", "--simulate", "--port", "0", "--settings", settings, "--state", tmp_path / "state")
    command = [sys.executable, "-m", "companion", *map(str, words)]
    options = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}
    with subprocess.Popen(command, env=environment(**options), stderr=subprocess.PIPE) as service:
        try:
            messages = {manager.receive()[0]}
            while messages != {"READY=1", "WATCHDOG=1"}:
                messages.add(manager.receive()[0])
            service.terminate()
            while manager.receive() != ["STOPPING=1"]:
                pass
            assert service.wait(PATIENCE_S) == 0
        finally:
            service.kill()
        assert service.stderr is not None
        assert f"{settings}, line 2".encode() in service.stderr.read()


# From the command line.


class StartRecorder(Companion):
    """A companion that notes its startup errors, and stops as the next entry of `ends` says."""

    texts: list[tuple[Text, ...]]
    ends: Iterator[str]

    def wait(self, timeout: float | None = None) -> bool:
        self.texts.append(self.startup_errors)
        if next(self.ends) == "off":
            self.ask(self.box.power_off)
        else:
            self.stop()
        return super().wait(PATIENCE_S if timeout is None else timeout)


def errors_of_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *ends: str, kind: str = "", service: bool = True
) -> Any:
    """Return the startup errors of every start, each ended as `ends` says, on storage of this kind."""
    StartRecorder.texts, StartRecorder.ends = [], iter(ends)
    monkeypatch.setattr(run, "Companion", StartRecorder)
    monkeypatch.setattr(run, "volatile_kind_here", lambda state: kind)
    monkeypatch.setattr(run, "read_report", lambda: None)
    monkeypatch.setattr(run, "_log_to_terminal", lambda: None)
    run_companion(
        tmp_path / "state",
        None,
        simulate=True,
        port=0,
        board=None,
        words=ENGLISH,
        show=lambda line: None,
        as_service=service,
    )
    return [[ENGLISH.of(trouble) for trouble in errors] for errors in StartRecorder.texts]


@pytest.fixture
def settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return another settings file that replaces the service's."""
    file = tmp_path / "settings.toml"
    monkeypatch.setattr(config, "SERVICE_FILE", file)
    file.write_text('language = "en"\nhost = "127.0.0.1"\n')
    return file


def test_slip_is_reported_with_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings_file.write_text('host = "127.0.0.1"\nvolume = 9\n', encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        [[trouble]] = errors_of_starts(tmp_path, monkeypatch, "stop")
    wanted = "“volume” must be a whole number from 0 to 3."
    assert trouble == f"{settings_file}, line 2: {wanted} The box ignores it."
    assert trouble in caplog.text


def test_table_starts_again_after_a_failed_power_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings_file: Path
) -> None:
    settings_file.write_text('host = "127.0.0.1"\npower_off = ["/no/such/program"]\n', encoding="utf-8")
    first, second = errors_of_starts(tmp_path, monkeypatch, "off", "stop")
    assert first == []
    assert second == ["The box could not be switched off: “/no/such/program” did not work. Everything is saved."]


def test_volatile_state_directory_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings_file: Path
) -> None:
    [[trouble]] = errors_of_starts(tmp_path, monkeypatch, "stop", kind="overlay")
    assert str(tmp_path / "state") in trouble
    assert "(overlay)" in trouble


def test_volatile_state_directory_is_logged_without_a_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert errors_of_starts(tmp_path, monkeypatch, "stop", kind="tmpfs", service=False) == [[]]
    assert "(tmpfs)" in caplog.text
