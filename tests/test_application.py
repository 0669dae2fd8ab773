"""Tests of a whole companion in one process: its start, the path of a press, and its end."""

from __future__ import annotations

import json
import logging
import signal
import socket
import sqlite3
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app import application
from companion.app.application import Companion
from companion.app.inbox_events import AddressChanged
from companion.app.stop_request import StopRequest
from companion.box.faces.faces import (
    CodeFace,
    Face,
    HomeFace,
    KeyTestFace,
    ListFace,
    ListRow,
    MessageFace,
    OffFace,
    QrFace,
    TurnFace,
)
from companion.box.faces.signals import BoxOutput, Glow
from companion.box.pages.field_pages import NumberPage
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.page import SEAT_KEYS
from companion.box.preferences import PREFERENCES_NOTE
from companion.box.screen.paint import paint
from companion.games import GAMES
from companion.journal.backup import backup_to, restore_backup
from companion.journal.journal import Journal
from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME
from companion.rules.fields import NumberField
from companion.rules.text import say
from companion.session.pairing_codes import LIFE_S
from companion.session.session import Session
from companion.support.qr_code import modules
from companion.support.resources import boards_dir
from companion.support.settings_errors import CannotStartError
from companion.system.addresses import is_local_only, url
from companion.system.announce import Announcer
from companion.system.settings import Settings
from companion.system.systemd_notify import Service
from companion.table.commands import ClaimSeat, LeaveGame, Play, StartGame
from companion.table.lobby import LOBBY_NOTE
from companion.table.people import PEOPLE_NOTE
from companion.table.session_errors import InUseError, NothingToDoError
from companion.words.signs import Badge, Key, TurnedPart
from tests.hands import CLOCK, PATIENCE_S, move, press, wait_for
from tests.kept import FIRST_TURN, ROUND_OF_PASSES, save_game
from tests.kit.clock import Clock
from tests.kit.ipv6 import needs_ipv6
from tests.kit.used_box import used_box

HERE = Settings(language="en", host="127.0.0.1", port=0)
BENCH_KEYS = (Key.OK, Key.BACK, Key.SPIN, Key.UNDO, *SEAT_KEYS)
"""The keys of the bench that are pressed."""


@contextmanager
def running(state: Path, settings: Settings = HERE) -> Iterator[Companion]:
    with Companion(settings, used_box(state), simulated=True, clock=CLOCK) as companion:
        yield companion


@contextmanager
def new_box(state: Path) -> Iterator[Companion]:
    """Yield a companion that was never used before, unless the directory says otherwise."""
    with Companion(HERE, state, simulated=True, clock=CLOCK) as companion:
        yield companion


def face(companion: Companion) -> Face:
    assert companion.outputs.newest is not None
    return companion.outputs.newest.face


def get(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        return json.load(answer)


# The start.


def test_box_with_a_setting_shows_the_welcome(tmp_path: Path) -> None:
    with running(tmp_path / "deep" / "state") as companion:
        assert isinstance(face(companion), HomeFace)
        assert get(f"{companion.local_address}api/state")["game"] is None


def test_new_box_begins_with_its_first_steps_once(tmp_path: Path) -> None:
    with new_box(tmp_path) as companion:
        assert face(companion).strip.title == "1/6 Langue · Language"
        press(companion, Key.OK)
        current = face(companion)
        assert isinstance(current, KeyTestFace)
        assert tuple(part.part for part in current.parts) == (*BENCH_KEYS, TurnedPart.KNOB), (
            "the key spin is drawn, not the wheel"
        )
    with new_box(tmp_path) as companion:
        assert isinstance(face(companion), HomeFace)


def test_new_box_begins_again_if_nothing_was_chosen(tmp_path: Path) -> None:
    for _ in range(2):
        with new_box(tmp_path) as companion:
            assert face(companion).strip.title == "1/6 Langue · Language"


def test_leaving_the_first_steps_ends_them(tmp_path: Path) -> None:
    with new_box(tmp_path) as companion:
        press(companion, Key.BACK)
        assert isinstance(face(companion), HomeFace)
    with new_box(tmp_path) as companion:
        assert isinstance(face(companion), HomeFace)


def test_game_from_a_phone_ends_the_first_steps(tmp_path: Path) -> None:
    with new_box(tmp_path) as companion:
        companion.ask(lambda: companion.session.do(StartGame(game="expedition", names=("Ada", "Bao", "Chloé"))))
        assert isinstance(face(companion), TurnFace)
        companion.ask(lambda: companion.session.do(LeaveGame()))
        assert isinstance(face(companion), HomeFace)
        assert companion.ask(lambda: companion.store.journal.note(PREFERENCES_NOTE)) is not None


@pytest.mark.parametrize("name", [LOBBY_NOTE, PEOPLE_NOTE, PREFERENCES_NOTE, "profile.classic"])
def test_any_note_makes_a_box_known(tmp_path: Path, name: str) -> None:
    with closing(open_store(tmp_path, GAMES)) as store:
        store.journal.set_note(name, {})
    with new_box(tmp_path) as companion:
        assert isinstance(face(companion), HomeFace)


def test_messages_of_the_start_cover_the_first_steps(tmp_path: Path) -> None:
    service = Service(startup_errors=(say("session.stale"),))
    with Companion(HERE, tmp_path, simulated=True, service=service, clock=CLOCK) as companion:
        assert isinstance(face(companion), MessageFace)
        press(companion, Key.OK)
        assert face(companion).strip.title == "1/6 Langue · Language"


def test_damaged_journal_is_no_new_box(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"garbage")
    with new_box(tmp_path) as companion:
        press(companion, Key.OK)
        assert isinstance(face(companion), HomeFace)


def test_open_game_is_resumed(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN)
    with running(tmp_path) as companion:
        current = face(companion)
        assert isinstance(current, TurnFace)
        assert current.strip.turn is not None
        assert (current.strip.turn.name, current.number) == ("Ada", 5)
        assert companion.outputs.newest is not None
        assert companion.outputs.newest.glows == (Glow.STEADY, Glow.OFF, Glow.OFF)
        assert get(f"{companion.local_address}api/state")["entry"] == 2


def test_left_game_is_not_opened(tmp_path: Path) -> None:
    save_game(tmp_path, leave=True)
    with running(tmp_path) as companion:
        assert isinstance(face(companion), HomeFace)


def test_damaged_journal_is_reported_and_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    save_game(tmp_path, FIRST_TURN)
    content = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(content[:2000] + bytes(3000))
    with caplog.at_level(logging.ERROR), running(tmp_path) as companion:
        current = face(companion)
        assert isinstance(current, MessageFace)
        assert "damaged-1.sqlite3" in current.body
        assert Badge.DAMAGED in current.strip.badges
        badges = get(f"{companion.local_address}api/state")["badges"]
        assert [badge["key"] for badge in badges] == ["damaged"]
        press(companion, Key.OK)
        assert not isinstance(face(companion), MessageFace)
    assert "damaged" in caplog.text
    assert (tmp_path / "damaged-1.sqlite3").read_bytes() == content[:2000] + bytes(3000)


def test_game_continues_before_its_damaged_last_row(tmp_path: Path) -> None:
    save_game(tmp_path, ROUND_OF_PASSES)
    with closing(sqlite3.connect(tmp_path / NAME)) as journal, journal:
        journal.execute("UPDATE rows SET body = '{}' WHERE seq = 4")
    with running(tmp_path) as companion:
        assert isinstance(face(companion), MessageFace)
        assert Badge.DAMAGED in face(companion).strip.badges
        press(companion, Key.OK)
        current = face(companion)
        assert isinstance(current, TurnFace)
        assert current.strip.turn is not None
        assert current.strip.turn.name == "Chloé"


def test_damaged_journal_log_is_reported_and_kept(tmp_path: Path) -> None:
    store = open_store(tmp_path, GAMES)
    session = Session(store.journal, GAMES, time.time)
    session.do(StartGame(game="expedition", names=("Ada", "Bao", "Chloé")))
    session.do(Play(moves=((1, {"move": "step", "by": "cards"}),)))
    files = {name: (tmp_path / name).read_bytes() for name in ("journal.sqlite3", "journal.sqlite3-wal")}
    store.close()
    log = bytearray(files["journal.sqlite3-wal"])
    log[len(log) // 2] ^= 1
    for name, content in {**files, "journal.sqlite3-wal": bytes(log)}.items():
        (tmp_path / name).write_bytes(content)
    with running(tmp_path) as companion:
        current = face(companion)
        assert isinstance(current, MessageFace)
        assert "damaged-1.sqlite3" in current.body
        assert (tmp_path / "damaged-1.sqlite3-wal").read_bytes() == log


def test_damage_within_a_game_is_reported_after_the_start(tmp_path: Path) -> None:
    """The game is not open: the last row of the journal is intact, and so is its first."""
    store = open_store(tmp_path, GAMES)
    session = Session(store.journal, GAMES, time.time)
    for _ in range(2):
        session.do(StartGame(game="expedition", names=("Ada", "Bao", "Chloé")))
        session.do(Play(moves=((1, {"move": "step", "by": "cards"}),)))
        session.do(Play(moves=((1, {"move": "end_turn"}),)))
    store.close()
    with closing(sqlite3.connect(tmp_path / "journal.sqlite3")) as db, db:
        db.execute("UPDATE rows SET source = 'fox' WHERE game = 1 AND seq = 3")
    with running(tmp_path) as companion:
        current = wait_for(companion.outputs, lambda output: isinstance(output.face, MessageFace)).face
        assert isinstance(current, MessageFace)
        assert "damaged-1.sqlite3" in current.body
        snapshot = companion.snapshots.newest
        assert snapshot is not None
        assert snapshot.damaged
        assert [len(list(companion.store.journal.rows(number))) for number in (1, 2)] == [2, 3]
    with running(tmp_path) as companion:
        assert not companion.session.damaged, "what is told once is put right"


def test_idle_journal_log_is_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.session.idle_checkpoint.REST", 0.05)
    log = tmp_path / "journal.sqlite3-wal"
    with running(tmp_path) as companion:
        companion.ask(lambda: companion.session.do(StartGame(game="expedition", names=("Ada", "Bao", "Chloé"))))
        settled = threading.Event()
        settle = Session.checkpoint

        def settle_and_say(session: Session) -> bool:
            settled_now = settle(session)
            settled.set()
            return settled_now

        monkeypatch.setattr(Session, "checkpoint", settle_and_say)
        companion.ask(lambda: companion.session.do(Play(moves=((1, {"move": "step", "by": "cards"}),))))
        assert settled.wait(10)
        assert companion.ask(lambda: log.stat().st_size) == 0


def test_game_from_a_file_shows_its_new_commitment(tmp_path: Path) -> None:
    store = open_store(tmp_path / "old", GAMES)
    Session(store.journal, GAMES, time.time).do(StartGame(game="classic", names=("Ada", "Bao")))
    backup_to(tmp_path / "backup.sqlite3", tmp_path / "old")
    store.close()
    restore_backup(tmp_path / "backup.sqlite3", tmp_path / "new", GAMES)
    with running(tmp_path / "new") as companion:
        current = face(companion)
        table = companion.session.table
        assert table is not None
        assert isinstance(current, MessageFace)
        assert " ".join(table.commitments[1].words) in current.body
        badges = get(f"{companion.local_address}api/state")["badges"]
        assert [(badge["key"], badge["level"]) for badge in badges] == [("from_file", "warning")]


def test_settings_are_only_first_values(tmp_path: Path) -> None:
    with running(tmp_path, replace(HERE, language="en", large_text=True)) as companion:
        assert companion.box.words.language == "en"
        assert face(companion).large
        companion.ask(
            lambda: companion.box.set_preferences(replace(companion.box.preferences, language="fr", large=False))
        )
    with running(tmp_path, replace(HERE, language="en", large_text=True)) as companion:
        assert companion.box.words.language == "fr"
        assert not face(companion).large


# Failed starts. Everything that was opened before is closed again.


def test_second_companion_on_one_state_is_refused(tmp_path: Path) -> None:
    with running(tmp_path), pytest.raises(InUseError):
        Companion(HERE, tmp_path, simulated=True)
    with running(tmp_path):
        pass


def test_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(CannotStartError) as caught:
        Companion(replace(HERE, port=server.getsockname()[1]), tmp_path, simulated=True)
    assert caught.value.key == "start.port"
    assert "desk" not in {thread.name for thread in threading.enumerate()}
    with running(tmp_path):
        pass


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        (replace(HERE, host="no.such.name.invalid"), "start.pages"),
        (replace(HERE, board="none"), "start.unknown_board"),
        (replace(HERE, board="none.toml"), "start.board"),
    ],
)
def test_invalid_host_or_board_prevents_the_start(tmp_path: Path, settings: Settings, key: str) -> None:
    with pytest.raises(CannotStartError) as caught:
        Companion(settings, tmp_path, simulated=True)
    assert caught.value.key == key
    with running(tmp_path):
        pass


def test_machine_without_lines_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    monkeypatch.setitem(sys.modules, "companion.devices.gpio_lines_gpiod", None)
    with pytest.raises(CannotStartError) as caught:
        Companion(HERE, tmp_path, simulated=False)
    assert caught.value.key == "start.pins"


# The path of a press.


def test_simulated_press_makes_an_entry_and_a_picture(tmp_path: Path) -> None:
    save_game(tmp_path)
    with running(tmp_path) as companion:
        world = companion.devices.simulated
        assert world is not None
        press(companion, Key.OK)
        view = get(f"{companion.local_address}api/state")
        assert (view["entry"], view["holdings"]["1"]["camels"]) == (1, [3])
        picture = paint(face(companion)).to_bytes()
        wait_for(world.states, lambda state: state.picture == picture)
    with closing(open_store(tmp_path, GAMES)) as store:
        assert [row.kind.value for row in store.journal.rows(1)] == ["started", "played"]


def test_pressed_key_is_shown_at_once(tmp_path: Path) -> None:
    save_game(tmp_path)
    with running(tmp_path) as companion:
        move(companion, Key.OK, down=True)
        wait_for(companion.outputs, lambda output: any(hint.pressed for hint in output.face.hints))
        move(companion, Key.OK, down=False)
        wait_for(companion.outputs, lambda output: not any(hint.pressed for hint in output.face.hints))


def test_lost_screen_shows_a_badge_until_it_returns(tmp_path: Path) -> None:
    def lost(output: BoxOutput) -> bool:
        return Badge.SCREEN_LOST in output.face.strip.badges

    save_game(tmp_path)
    with running(tmp_path) as companion:
        assert companion.devices.panel is not None
        companion.devices.panel.failing = True
        press(companion, Key.OK)
        wait_for(companion.outputs, lost)
        companion.devices.panel.failing = False
        wait_for(companion.outputs, lambda output: not lost(output))
        assert get(f"{companion.local_address}api/state")["entry"] == 1


def test_bounces_during_a_slow_write_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They wait in the inbox until the disk is done: long after the key has settled."""
    save_game(tmp_path)
    clock = Clock(1000.0)
    append = Journal.append

    def append_slowly(*args: Any, **more: Any) -> Any:
        for down in (True, False):
            clock.now += 0.002
            companion.devices.simulated.press(Key.OK, down)  # type: ignore[union-attr]  # a simulated box has one
        clock.now += 0.1
        return append(*args, **more)

    def entries() -> list[str]:
        assert companion.session.table is not None
        return [entry.played.move.kind for entry in companion.session.table.entries]

    with Companion(HERE, tmp_path, simulated=True, clock=clock) as companion:
        monkeypatch.setattr(Journal, "append", append_slowly)
        for down in (True, False):
            clock.now += 0.05
            companion.devices.simulated.press(Key.OK, down)  # type: ignore[union-attr]  # as above
        assert companion.ask(entries) == ["step"]
        assert companion.ask(entries) == ["step"]  # every bounce has arrived by now


def test_arrows_of_the_drawn_knob_match_the_screen(tmp_path: Path) -> None:
    """In a list, up is up; on a number, whose bounds are shown at the arrows, up is more."""

    def push(key: str) -> str:
        """Return what the screen says after the key, without the page's title."""
        body = json.dumps({"key": key, "down": True}).encode()
        request = urllib.request.Request(
            f"{companion.local_address}box/keys", body, {"Content-Type": "application/json"}
        )
        urllib.request.urlopen(request, timeout=PATIENCE_S).close()
        return " ".join(companion.ask(lambda: companion.box.page.face().spoken())).removeprefix("Of how many? ")

    field = NumberField(name="n", label=say("field.correct_by"), low=1, high=9)
    with running(tmp_path) as companion:
        box = companion.box
        rows = [ListItem(ListRow(str(n)), lambda: None) for n in range(3)]
        companion.ask(lambda: box.push(ListPage(box, "", lambda: rows)))
        assert [push(key) for key in ("down", "down", "up")] == ["1", "2", "1"]
        companion.ask(lambda: box.push(NumberPage(box, "Of how many?", field, lambda number: None, number=5)))
        assert [push(key) for key in ("up", "up", "down")] == ["6", "7", "6"]


def test_error_during_a_press_does_not_end_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    save_game(tmp_path)
    with running(tmp_path) as companion:
        with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
            broken.setattr(companion.session, "do", lambda command: 1 / 0)
            press(companion, Key.OK)
            companion.ask(lambda: None)  # the desk has handled the press
        assert "ZeroDivisionError" in caplog.text
        press(companion, Key.OK)
        assert get(f"{companion.local_address}api/state")["entry"] == 1


# Phones.


def to_row(companion: Companion, key: str) -> None:
    """Go down the shown list to a row, by its key in the catalogue, and press ok."""
    while isinstance(current := face(companion), ListFace):
        if current.rows[current.chosen].text == companion.box.words(key):
            press(companion, Key.OK)
            return
        press(companion, Key.DOWN)
    raise AssertionError(f"no list any more: {face(companion)}")


def code_of_the_table(companion: Companion) -> str:
    """Make the box show the code of the table, and return it."""
    press(companion, Key.OK)
    to_row(companion, "phones.title")
    to_row(companion, "phones.table_code")
    current = face(companion)
    assert isinstance(current, CodeFace)
    return current.code


def test_code_from_the_box_pairs_a_phone(tmp_path: Path) -> None:
    with running(tmp_path) as companion:
        offer = companion.codes.redeem(code_of_the_table(companion))
        assert offer is not None
        companion.ask(lambda: companion.session.do(ClaimSeat(seat=offer.seat, phone="digest")))
        current = face(companion)
        assert isinstance(current, MessageFace)
        assert current.body == "This phone is the host."
        assert companion.snapshots.newest is not None
        assert companion.snapshots.newest.roles.hosts == {"digest"}


def test_code_expires(tmp_path: Path) -> None:
    with running(tmp_path) as companion:
        code = code_of_the_table(companion)
        CLOCK.ahead += LIFE_S
        companion.ask(lambda: None)  # the desk looks at the clock
        wait_for(companion.outputs, lambda output: isinstance(output.face, MessageFace))
        assert companion.codes.redeem(code) is None


def test_two_codes_differ(tmp_path: Path) -> None:
    with running(tmp_path) as companion:
        assert len({companion.codes.offer(None, 1).code for _ in range(5)}) > 1


# Calls from another thread.


def test_change_is_published_before_ask_returns(tmp_path: Path) -> None:
    save_game(tmp_path)
    with running(tmp_path) as companion:
        for number, move in enumerate(ROUND_OF_PASSES, 1):
            answer = companion.ask(lambda move=move: companion.session.do(Play(moves=(move,))))  # type: ignore[misc]
            assert answer.entry == number
            assert companion.snapshots.newest is not None
            assert companion.snapshots.newest.table is companion.session.table
            current = face(companion)
            assert isinstance(current, TurnFace)
            assert current.strip.turn is not None
            assert current.strip.turn.seat == number % 3 + 1


def test_pages_wake_when_the_face_is_painted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_game(tmp_path)
    begun, go = threading.Event(), threading.Event()
    go.set()

    def painted(face: Face) -> Any:
        begun.set()
        assert go.wait(PATIENCE_S)
        return paint(face)

    monkeypatch.setattr(application, "PAINT_WAIT_S", PATIENCE_S)
    monkeypatch.setattr(application, "paint", painted)
    with running(tmp_path) as companion:
        page = companion.snapshots.subscribe()
        before = page.take(PATIENCE_S)
        assert begun.wait(PATIENCE_S)
        begun.clear()
        go.clear()
        companion.ask(lambda: companion.session.do(Play(moves=(ROUND_OF_PASSES[0],))))
        assert begun.wait(PATIENCE_S)
        now = companion.snapshots.newest
        assert now is not None
        assert now.table is companion.session.table
        assert page.last_item is before, "not woken yet"
        go.set()
        assert page.take(PATIENCE_S) is now


def test_pages_do_not_wait_for_a_slow_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_game(tmp_path)
    go = threading.Event()
    go.set()

    def stuck(face: Face) -> Any:
        assert go.wait(PATIENCE_S)
        return paint(face)

    monkeypatch.setattr(application, "paint", stuck)
    with running(tmp_path) as companion:
        page = companion.snapshots.subscribe()
        page.take(PATIENCE_S)
        go.clear()
        companion.ask(lambda: companion.session.do(Play(moves=(ROUND_OF_PASSES[0],))))
        assert page.take(PATIENCE_S) is companion.snapshots.newest
        go.set()


def test_refusal_reaches_the_caller(tmp_path: Path) -> None:
    with running(tmp_path) as companion, pytest.raises(NothingToDoError):
        companion.ask(lambda: _raise(NothingToDoError))


def _raise(error: type[NothingToDoError]) -> None:
    from companion.rules.text import say

    raise error(say("session.nothing_to_restore"))


# The end.


def test_power_off_command_runs_after_everything_is_closed(tmp_path: Path) -> None:
    output = tmp_path / "told"
    look = f"import pathlib, sqlite3; pathlib.Path({str(output)!r}).write_text('off')"
    state = tmp_path / "state"
    with running(state, replace(HERE, power_off=(sys.executable, "-c", look))) as companion:
        companion.ask(companion.box.power_off)
        assert companion.wait(PATIENCE_S)
        assert not output.exists()
    assert output.read_text() == "off"
    with running(state):
        pass


def test_off_page_of_the_menu_ends_the_program(tmp_path: Path) -> None:
    with running(tmp_path) as companion:
        press(companion, Key.OK, Key.UP, Key.OK, Key.OK)
        assert companion.wait(PATIENCE_S)
        assert isinstance(face(companion), OffFace)
        assert companion.devices.panel is not None
    assert companion.devices.panel.picture() == paint(face(companion))


@pytest.mark.parametrize("command", [("/no/such/program",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_failed_power_off_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture, command: tuple[str, ...]) -> None:
    with running(tmp_path, replace(HERE, power_off=command)) as companion:
        companion.ask(companion.box.power_off)
    assert "could not be switched off" in caplog.text


def test_without_a_command_only_the_program_ends(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path) as companion:
        companion.ask(companion.box.power_off)
        assert companion.wait(PATIENCE_S)
    assert caplog.text == ""


def test_close_releases_everything(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with running(tmp_path) as companion:
        port = companion.server.port
        assert set(threading.enumerate()) > before
    assert set(threading.enumerate()) == before
    with running(tmp_path, replace(HERE, port=port)):
        pass
    assert companion.devices.panel is not None
    assert not companion.devices.panel.on


def test_signal_that_wakes_no_thread_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python runs a handler only on the main thread, and only once that thread continues."""
    monkeypatch.setattr("companion.app.stop_request._RECHECK_S", 0.05)
    stop, number = StopRequest(), signal.SIGUSR1
    before = signal.signal(number, lambda *_: stop.ask())
    signal.pthread_sigmask(signal.SIG_BLOCK, {number})

    def send() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        signal.pthread_kill(threading.get_ident(), number)

    sender = threading.Timer(0.2, send)
    try:
        sender.start()
        assert stop.wait(PATIENCE_S)
    finally:
        sender.join()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        signal.signal(number, before)


def test_stop_is_kept_until_and_after_the_wait() -> None:
    stop = StopRequest()
    assert not stop.wait(0)
    stop.ask()
    stop.ask()
    assert stop.wait()
    assert stop.wait()


# Addresses.


def status_for(companion: Companion, name: str) -> int:
    """Return the status of the pages' answer to a request for this host name."""
    request = urllib.request.Request(f"{companion.local_address}api/state", headers={"Host": name})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.parametrize("host", ["127.0.0.1", pytest.param("::1", marks=needs_ipv6), "localhost"])
def test_local_host_gives_no_address_for_phones(tmp_path: Path, host: str) -> None:
    with running(tmp_path, replace(HERE, host=host)) as companion:
        assert companion.address == ""
        assert get(f"{companion.local_address}api/state")["seq"] == 0


def test_new_address_is_shown_without_a_press(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "own_addresses", lambda **_: ("192.0.2.7",))
    with running(tmp_path, replace(HERE, host="0.0.0.0", announce=False)) as companion:
        press(companion, Key.OK)
        to_row(companion, "phones.title")
        to_row(companion, "phones.find")
        current, port = face(companion), companion.server.port
        assert isinstance(current, QrFace)
        assert current.words == (f"192.0.2.7:{port}",)
        assert current.modules == modules(f"http://192.0.2.7:{port}/")
        monkeypatch.setattr(application, "own_addresses", lambda **_: ("192.0.2.8",))
        companion.desk.post(AddressChanged())
        wait_for(
            companion.outputs,
            lambda output: isinstance(output.face, QrFace) and output.face.words == (f"192.0.2.8:{port}",),
        )


def test_without_avahi_only_the_number_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "own_addresses", lambda **_: ("192.0.2.7",))
    monkeypatch.setattr(application, "local_name", lambda: "caravan")
    monkeypatch.setenv("PATH", str(tmp_path))
    with running(tmp_path, replace(HERE, host="0.0.0.0")) as companion:
        assert companion.named_address == ""
        assert companion.address == f"http://192.0.2.7:{companion.server.port}/"


def test_name_of_avahi_is_shown_and_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(announcer: Announcer) -> None:
        announcer.name = "caravan-2.local"  # another machine is called caravan

    monkeypatch.setattr(application, "own_addresses", lambda **_: ("192.0.2.7",))
    monkeypatch.setattr(Announcer, "start", start)
    with running(tmp_path, replace(HERE, host="0.0.0.0")) as companion:
        assert companion.named_address == f"http://caravan-2.local:{companion.server.port}/"
        assert status_for(companion, "caravan-2.local") == 200
        monkeypatch.setattr(application, "own_addresses", lambda **_: ())
        assert companion.named_address == ""


@pytest.mark.parametrize("settings", [HERE, replace(HERE, host="0.0.0.0", announce=False)])
def test_without_announcing_there_is_no_name_for_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(application, "own_addresses", lambda **_: ("192.0.2.7",))
    with running(tmp_path, settings) as companion:
        assert companion.named_address == ""


def test_urls_have_the_form_of_browsers() -> None:
    assert url("192.0.2.7", 80) == "http://192.0.2.7:80/"
    assert url("2001:db8::7", 8080) == "http://[2001:db8::7]:8080/"
    assert is_local_only("127.0.0.9")
    assert not is_local_only("192.0.2.7")
    assert not is_local_only("table.local")


def test_host_name_from_the_settings_is_accepted(tmp_path: Path) -> None:
    with running(tmp_path, replace(HERE, hosts=("caravan.lan",))) as companion:
        assert status_for(companion, "caravan.lan") == 200
        assert status_for(companion, "elsewhere.lan") == 403


def test_all_shipped_boards_start(tmp_path: Path) -> None:
    for profile in sorted(boards_dir().glob("*.toml")):
        with running(tmp_path, replace(HERE, board=profile.stem)) as companion:
            assert isinstance(face(companion), HomeFace)


# Status and health.


def test_hanging_desk_is_reported_and_delays_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def health(companion: Companion) -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(f"{companion.local_address}healthz", timeout=PATIENCE_S) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    monkeypatch.setattr("companion.system.liveness.PATIENCE_S", 0.01)
    monkeypatch.setattr("companion.server.status_routes.EACH_S", 0)
    begun, go = threading.Event(), threading.Event()
    with running(tmp_path) as companion:

        def hang() -> None:
            begun.set()
            assert go.wait(PATIENCE_S)

        hanging = threading.Thread(target=companion.desk.ask, args=(hang,))
        hanging.start()
        assert begun.wait(PATIENCE_S)
        status, health_view = health(companion)
        assert (status, health_view["ok"], health_view["amiss"]) == (503, False, ["desk"])
        assert get(f"{companion.local_address}api/state")["game"] is None
        go.set()
        hanging.join()
        monkeypatch.setattr("companion.system.liveness.PATIENCE_S", PATIENCE_S)
        status, health_view = health(companion)
        assert (status, health_view["ok"], health_view["journal"], health_view["screen"]) == (200, True, "ok", "ok")
