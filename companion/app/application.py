"""The application: builds journal, session, box, desk, screen and pages, starts and stops them."""

from __future__ import annotations

import logging
import platform
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from companion import __version__
from companion.app import startup_errors
from companion.app.inbox_events import AddressChanged, Arrival, FaultyGame, ScreenHealth
from companion.app.startup_errors import cannot_start, raise_startup_errors
from companion.app.stop_request import StopRequest
from companion.box.box import Box, Preferences
from companion.box.box_parts import BoxParts
from companion.box.faces.faces import Face
from companion.box.faces.signals import BoxOutput
from companion.box.input_events import KeyEdge, KnobThrow, KnobTurn, SpinnerLost
from companion.box.key_presses import LONG_PRESS_TIME
from companion.box.pages.first_steps_pages import first_steps
from companion.box.pages.off_page import MomentPage
from companion.box.screen.canvas import Picture
from companion.box.screen.paint import last_scroll, paint
from companion.devices.board_file import BoardError
from companion.devices.board_profiles import BoardProfile, UnknownBoardError, board_names
from companion.devices.connected_parts import connected_parts
from companion.devices.gpio_devices import PinsError
from companion.devices.open_devices import OpenBox as Devices
from companion.devices.open_devices import no_box, open_box
from companion.devices.spinner.link import SpinnerState
from companion.games import GAMES
from companion.journal.archive import Archive
from companion.journal.backup import install_backup
from companion.journal.clock_watch import ClockWatch
from companion.journal.journal_check import JournalChecker
from companion.journal.open_journal import Store, open_store
from companion.journal.upload import RestoreOutcome, UploadSlot, WaitingBackup
from companion.rules.text import Text, say
from companion.session.desk import Desk
from companion.session.idle_checkpoint import IdleCheckpoint
from companion.session.pairing_codes import TOKEN_BYTES, PairingCodes
from companion.session.publisher import FairPublisher, PaintBarrier, Publisher
from companion.session.session import Session, Snapshot
from companion.session.system_status import Health, SystemStatus
from companion.support import qr_code
from companion.support.frozen_dataclasses import frozen
from companion.support.resources import art_dir, boards_dir, bundle_dir, web_dir
from companion.support.settings_errors import CannotStartError, SettingsError, raise_error
from companion.system import machine_clock
from companion.system.addresses import (
    ALL_ADDRESSES,
    LOCALHOST,
    fault_of_addresses,
    is_local_only,
    local_name,
    own_addresses,
    own_names,
    unusable_name,
    url,
)
from companion.system.announce import Announcer
from companion.system.board_from_settings import board_of
from companion.system.broker_login import login_of
from companion.system.chosen_settings import InstalledMachine
from companion.system.edition_files import editions_of
from companion.system.liveness import health
from companion.system.log_buffer import LogBuffer
from companion.system.machine_facts import read_facts, voltage_alarm
from companion.system.own_games import with_own_games
from companion.system.power_watch import PowerWatch
from companion.system.settings import Settings
from companion.system.status_report import JournalStatus, ProgramStatus, system_status
from companion.system.system_commands import run_power_command
from companion.system.systemd_notify import Notifier, Service
from companion.table.roles import PhoneRole, Roles
from companion.table.session_errors import SessionError
from companion.table.table import Table
from companion.words.catalogue import add_catalogues, colour_words
from companion.words.signs import Key

if TYPE_CHECKING:
    from companion.broker.broker_status import BrokerStatus
    from companion.broker.broker_thread import BrokerThread
    from companion.server.http_server import Server

log = logging.getLogger(__name__)
T = TypeVar("T")

PAINT_WAIT_S = 0.04
"""Longest wait of the pages for the box's own picture, in seconds: a slow screen must not delay them."""


KEY_WAIT_S = LONG_PRESS_TIME + 0.4
"""Longest wait of a phone's command for a key that is held at the box, in seconds: as long as holding one takes."""


def _is_clock_right() -> bool:
    return machine_clock.is_right(machine_clock.is_synchronised(), time.time())


class _KeyHeldError(Exception):
    """A key of the box is held, so nothing may be done that would release it."""


@frozen
class PreviousCompanion:
    """The state that a companion passes on to its successor in the same process."""

    port: int
    link_key: str
    restored: RestoreOutcome


class Companion:
    """A whole companion, used as a context: everything is open inside and is closed again, whatever happens."""

    def __init__(  # noqa: PLR0913 - its parts, by name
        self,
        settings: Settings,
        state: Path,
        *,
        simulated: bool,
        service: Service | None = None,
        stop: StopRequest | None = None,
        clock: Callable[[], float] = time.monotonic,
        previous: PreviousCompanion | None = None,
    ) -> None:
        """Open the journal, the box and the port, in this order, so that the first picture comes early.

        As a `service` it also opens when a setting or the box is unusable, and says so. `clock` counts seconds and
        never goes back. `before` comes from a companion that closed in order to restart: the port and the key of the
        simulated box stay the same.

        Raises SessionError if the state directory cannot be used, SettingsError if the settings ask for an impossible
        change of the board or name an unusable edition, and CannotStartError for everything else. A service raises only
        the first, and the last for the port.
        """
        self.settings = settings if previous is None else replace(settings, port=previous.port)
        self._state = state
        self._restored = previous.restored if previous is not None else None
        self._backup_to_restore: WaitingBackup | None = None
        """The backup to be put in place after everything was closed."""
        self.failure: Text | None = None
        """The reason why the machine was not switched off or restarted although somebody asked for it."""
        self._service = service
        self._startup_errors: list[Text] = [*service.startup_errors] if service is not None else []
        if settings.announce and not is_local_only(settings.host) and (name := unusable_name()):
            self._startup_errors.append(startup_errors.name_error(name))
        self.outputs: Publisher[BoxOutput] = Publisher()
        self._paint_barrier = PaintBarrier(self._paint)
        self.snapshots: FairPublisher[Snapshot] = FairPublisher(
            partial(self._paint_barrier.wait_until_painted, PAINT_WAIT_S)
        )
        self.codes = PairingCodes(clock, secrets.randbelow, lambda: secrets.token_urlsafe(TOKEN_BYTES))
        self.link_key = previous.link_key if previous is not None else secrets.token_urlsafe(16)
        self._no_key_held = threading.Event()
        """Set while no key is held at the box that means something."""
        self._stop = stop or StopRequest()
        self._last_command: tuple[tuple[str, ...], str] | None = None
        self._status_language = ""
        """The language of the status for systemd; empty before the first."""
        """The command to run at the end, and the text to show if it fails."""
        self._painted = False
        self._clock = clock
        self._started = clock()
        self._log_buffer = LogBuffer(clock)
        self._checker: JournalChecker | None = None
        self._power_watch = PowerWatch(voltage_alarm())
        self._server: Server | None = None
        self._announcer: Announcer | None = None
        self._broker: BrokerThread | None = None
        self._broker_status: BrokerStatus | None = None
        """The status of a broker that cannot even be tried."""
        self._board_profile: BoardProfile | None = None
        """The board whose parts are opened; None without a usable one."""
        self._spinner: SpinnerState | None = None
        """The state of the spinner; None until one was seen."""
        on_slip = raise_error if service is None else self._note_slip
        self._games = games = with_own_games(settings, GAMES, self._note_slip)
        add_catalogues(game.words for game in games)
        profiles = editions_of(settings, games, on_slip)
        self._login = login_of(settings, on_slip)
        with ExitStack() as parts, raise_startup_errors():
            parts.enter_context(self._log_buffer.attached())
            board = self._board_profile = self._board()
            self.store: Store = open_store(state, games)
            parts.callback(self.store.close)
            watch = ClockWatch(_is_clock_right, time.time, machine_clock.uptime)
            self.session = Session(
                self.store.journal, games, time.time, profiles=profiles, nobodies=colour_words(), clock_watch=watch
            )
            self.session.damaged = self.session.damaged or self.store.old_path is not None or self.store.lost > 0
            self._idle_checkpoint = IdleCheckpoint(self.session, clock)
            self._archive = Archive(
                self.store.journal.path, games, lambda: self.session.table, lambda: self._published_table
            )
            self._uploads = UploadSlot(state, games, self._archive.reading)
            parts.callback(self._uploads.close)
            self.box = self._box()
            notifier = self._notifier
            self.desk: Desk[Arrival] = Desk(
                self._handle, self._tick, self._deadline, clock, heartbeat=notifier.alive, heartbeat_s=notifier.beat_s
            )
            if board is not None and board.pico is not None:
                self._on_spinner(SpinnerState(False))  # it is part of the board: it counts as lost until it answers
            self._publish()
            self.devices: Devices = self._open_box(board, simulated, clock)
            self._display = board.display if board is not None and self.devices.has_parts else None
            parts.callback(self.devices.close)
            parts.callback(self.desk.stop)
            parts.callback(self._show_moment_page)
            self.desk.start()
            self._server = self._serve(board)
            parts.callback(self._server.close)
            self.snapshots.start()
            parts.callback(self.snapshots.stop)
            self._parts = parts.pop_all()

    def __enter__(self) -> Companion:
        self.server.start()
        self._checker = JournalChecker(
            self.store.journal.path,
            self._games,
            lambda number: self.desk.post(FaultyGame(number)),
            self._archive.reading,
            self._clock,
        )
        self._checker.start()
        self._parts.callback(self._checker.close)
        self._power_watch.start()
        self._parts.callback(self._power_watch.close)
        if not is_local_only(self.settings.host):
            self._announcer = self._announce()
            self._parts.callback(self._announcer.close)
        if self.settings.mqtt:
            self._start_broker()
        self._notifier.ready(self._service_status())
        return self

    def __exit__(self, *_: object) -> None:
        command, failure_key = self._last_command or ((), "")
        if not command and self._backup_to_restore is None:
            self._notifier.stopping()
        self._parts.close()
        if command and not run_power_command(command):
            self.failure = say(failure_key, command=" ".join(command))

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the switch-off page or `stop` ends it, at most `timeout` seconds. Return whether it was ended."""
        return self._stop.wait(timeout)

    def stop(self) -> None:
        """Let `wait` return. May be called from any thread and from a signal's handler."""
        self._stop.ask()

    def successor(self) -> PreviousCompanion | None:
        """Return, after everything was closed, the state for the successor if this one is to be restarted, else None.

        If a backup was the reason, it is in place now, or everything is as before; the successor says which.
        """
        backup = self._backup_to_restore
        if backup is None or not self._stop.take_restart():
            return None
        try:
            kept_aside = install_backup(backup.path, self._state, self._hosts)
            restored = RestoreOutcome(backup.name, backup.contents.games, kept_aside.name)
        except SessionError as error:
            log.error("the backup was not put in place: %s", getattr(error, "cause", error))
            restored = RestoreOutcome(backup.name, reason=error.reason)
        return PreviousCompanion(self.server.port, self.link_key, restored)

    def ask(self, work: Callable[[], T]) -> T:
        """Run some work on the desk's thread, and publish what it changed before returning.

        Raises what the work raises, and TimeoutError.
        """

        def work_and_publish() -> T:
            try:
                return work()
            finally:
                self.box.refresh()
                self._publish()

        return self.desk.ask(work_and_publish)

    def status(self) -> SystemStatus:
        """Return the status of the box and of the machine. Raises TimeoutError."""
        return self.desk.ask(self._system_status)

    def health(self) -> Health:
        """Return whether the desk answers and the journal can be written. Takes as little time as possible, raises
        nothing.
        """
        return health(
            self.desk, lambda: self._screen_state, self.session, self.store.directory, self._clock() - self._started
        )

    @property
    def startup_errors(self) -> tuple[Text, ...]:
        """Everything that is not as the owner wanted it, in the order of discovery; unchanged until the next start."""
        return tuple(self._startup_errors)

    @property
    def server(self) -> Server:
        """The server of the pages."""
        assert self._server is not None  # it is None only during construction
        return self._server

    @property
    def address(self) -> str:
        """The address for phones, the likeliest if there are several; "" without a network, or if only this machine is
        served.
        """
        return next(iter(self._addresses), "")

    @property
    def more_addresses(self) -> tuple[str, ...]:
        """The other addresses for phones, which may also be reached."""
        return self._addresses[1:]

    @property
    def why_no_address(self) -> str:
        """The catalogue key of the reason why phones have no address."""
        fault = fault_of_addresses()
        return f"settings.no_address.{fault}" if fault else "settings.no_address"

    @property
    def _addresses(self) -> tuple[str, ...]:
        if self._server is None:
            return ()
        port, named = self._server.port, self.settings.address
        if named:
            return (f"{named.rstrip('/')}/" if "://" in named else url(named, port),)
        return tuple(url(host, port) for host in self._own_hosts() if not is_local_only(host))

    @property
    def named_address(self) -> str:
        """The same address by the name that Avahi answers to, such as `table.local`; "" without one."""
        return url(self._announced_name, self.server.port) if self._announced_name and self.address else ""

    @property
    def _announced_name(self) -> str:
        return self._announcer.name if self._announcer else ""

    @property
    def local_address(self) -> str:
        """The address for this machine."""
        return url(LOCALHOST if self.settings.host in ALL_ADDRESSES else self.settings.host, self.server.port)

    @property
    def _published_table(self) -> Table | None:
        """The game on the table as it was published last."""
        snapshot = self.snapshots.newest
        return snapshot.table if snapshot is not None else None

    def _box(self) -> Box:
        preferences = Preferences(self.settings.language, self.settings.volume, self.settings.large_text)
        box = Box(
            self.session,
            preferences,
            self._switch_off,
            lambda: self.address,
            last_scroll,
            codes=self.codes,
            named_address=lambda: self.named_address,
            more_addresses=lambda: self.more_addresses,
            why_no_address=lambda: self.why_no_address,
            qr=qr_code.modules,
            restart=self._restart_machine if self.settings.restart else None,
            system_status=self._system_status,
            parts=self._connected_parts,
            past_games=self._archive.games,
            hour=lambda: time.localtime().tm_hour,
            machine=self._machine,
        )
        for news in self._service.news if self._service is not None else ():
            box.show_message(box.words("home.settings"), news)
        for error in reversed(self._startup_errors):
            box.show_message(box.words("trouble.title"), error)
        if self.session.damaged:
            box.show_message(box.words("badge.damaged_title"), self._damage_text())
        if self._restored is not None:
            box.show_message(box.words("backup.title"), self._restored.sentence)
        if self._board_profile is not None and self._restored is None and self.session.is_untouched:
            box.push_below(first_steps(box))  # before the first picture, so that the welcome page does not flash up
        return box

    @property
    def _machine(self) -> InstalledMachine | None:
        """The machine below; None if the program was not installed there as a service that can restart it."""
        if self._service is None or not self.settings.restart:
            return None
        return InstalledMachine(self._state, board_names(boards_dir()))

    def _connected_parts(self) -> BoxParts:
        if self._board_profile is None:
            return BoxParts()
        simulated = self.devices.simulated
        turnable = simulated.turned_keys if simulated is not None else None
        return connected_parts(self._board_profile, self._spinner, turnable)

    def _damage_text(self) -> Text:
        """Return the text about a journal that was found damaged."""
        aside, lost = self.store.old_path, self.store.lost
        if aside is None:
            return say("badge.damaged")
        if not lost and not self.session.journal.games():
            return say("session.put_aside_unread", name=aside.name)
        if self.store.log_broken and not lost:
            return say("session.log_put_aside", name=aside.name)
        return say("session.put_aside", name=aside.name, n=lost)

    def _system_status(self) -> SystemStatus:
        """Return the status. Runs on the desk's thread."""
        now, faults = self._clock(), self._log_buffer.faults
        broker = self._broker.status if self._broker is not None else self._broker_status
        program = ProgramStatus(
            version=__version__,
            python=platform.python_version(),
            running_s=now - self._started,
            board=Path(self.settings.board).stem,
            simulated=self.devices.simulated is not None,
            display=self._display,
            screen_lost=self.box.screen_lost,
            spinner=self._spinner,
            journal=self._journal_status(now),
            faults=faults.count,
            has_errors=faults.has_errors,
            newest=faults.newest,
            startup_errors=self.startup_errors,
            broker=broker.condition() if broker is not None else None,
        )
        return system_status(program, self._power_watch.with_remembered_power(read_facts(self.store.directory)))

    def _journal_status(self, now: float) -> JournalStatus:
        checker, aside = self._checker, self.store.old_path
        ended = checker.ended if checker is not None else None
        try:
            games = len(self.session.journal.games())
        except SessionError:
            games = None
        return JournalStatus(
            games=games,
            saved=self.session.saved,
            aside=aside.name if aside is not None else None,
            damaged=self.store.lost + (checker.faulty if checker is not None else 0),
            checked_s=now - ended if ended is not None else None,
        )

    @property
    def _screen_state(self) -> str:
        if self._display is None and self.devices.simulated is None:
            return "none"
        return "lost" if self.box.screen_lost else "ok"

    def _mend_game(self, number: int) -> None:
        """Keep what still holds of a damaged game, and say so on the screen."""
        try:
            mended = self.session.repair(number)
            key = "session.game_damaged" if mended is not None and mended.rows_cut else "session.result_mended"
            message = say(key, number=number, name=mended.copy.name) if mended is not None else None
        except SessionError as error:
            log.error("game %d stays as it is: %s", number, error.reason)
            message = say("session.game_unreadable", number=number)
        if message is not None:
            self.box.show_message(self.box.words("badge.damaged_title"), message)

    def _handle(self, arrival: Arrival) -> None:
        changed = True
        try:
            match arrival:
                case KeyEdge():
                    changed = self.box.edge(arrival)
                case KnobTurn():
                    self.box.turn(arrival)
                case KnobThrow():
                    self.box.throw(arrival)
                case SpinnerLost():
                    self.box.release_spinner(arrival)
                case SpinnerState():
                    self._on_spinner(arrival)
                case ScreenHealth():
                    self.box.screen_lost = not arrival.ok
                case FaultyGame():
                    self._mend_game(arrival.number)
                case AddressChanged():
                    # The page with the address reads it for every picture.
                    self._notifier.status(self._service_status())
        finally:
            if changed:
                self._publish()

    def _on_spinner(self, state: SpinnerState) -> None:
        """Note that the spinner came or went. One with another version of its program works as far as both know it."""
        previous_hello = self._spinner.hello if self._spinner is not None else None
        self._spinner = state
        self.box.spinner_lost = not state.connected
        if state.hello is not None and state.hello != previous_hello and (state.older or state.newer):
            message = say("spinner.older" if state.older else "spinner.newer")
            self.box.show_message(self.box.words("spinner.title"), message)

    def _deadline(self) -> float | None:
        times = (self.box.deadline(), self._idle_checkpoint.deadline())
        return min((time for time in times if time is not None), default=None)

    def _tick(self, now: float) -> None:
        changed = True
        try:
            due = self.box.deadline()
            if due is not None and due <= now:
                changed = self.box.tick(now)
            else:
                self._idle_checkpoint.tick(now)
                was_moved = self.store.journal.path != self._archive.path
                changed = was_moved or self.session.snapshot() != self.snapshots.newest
        finally:
            if changed:
                self._publish()

    def _act(self, work: Callable[[], T]) -> T:
        """Run a phone's work like `ask`, but first wait, at most KEY_WAIT_S, until no key of the box is held."""
        deadline = time.monotonic() + KEY_WAIT_S

        def work_unless_held() -> T:
            if self.box.down and time.monotonic() < deadline:
                raise _KeyHeldError
            return work()

        while True:
            self._no_key_held.wait(max(0.0, deadline - time.monotonic()))
            try:
                return self.ask(work_unless_held)
            except _KeyHeldError:
                continue  # a key was pressed in between

    def _publish(self) -> None:
        # The table comes before its picture, so that a client that saw the picture gets a table at least as new. Pages
        # are woken only when the picture is painted: the players at the box come first.
        snapshot = self.session.snapshot()
        if is_new := snapshot != self.snapshots.newest:
            self.snapshots.set_newest(snapshot)
        (self._no_key_held.clear if self.box.down else self._no_key_held.set)()
        try:
            output = self.box.output()
            self._paint_barrier.expect_face(output.face)
            self.outputs.publish(output)
        finally:
            if is_new:
                self.snapshots.distribute()
        self._idle_checkpoint.note_writes()
        self._archive.path = self.store.journal.path
        if self._status_language not in ("", self.box.preferences.language):
            self._notifier.status(self._service_status())

    def _paint(self, face: Face) -> Picture:
        picture = paint(face)
        if not self._painted:
            self._painted = True
            log.debug("the first picture is painted")
        return picture

    def _press_simulated_key(self, key: Key, down: bool) -> None:
        """Press a key of the drawn box. On a page with a number, the arrows of its knob are swapped: up means more."""
        world = self.devices.simulated
        assert world is not None  # only a simulated box has drawn keys
        if key in world.turned_keys and self.box.page.clockwise_is_up:
            key = {Key.UP: Key.DOWN, Key.DOWN: Key.UP}.get(key, key)
        world.press(key, down)

    def _switch_off(self) -> None:
        self._last_command = self.settings.power_off, "off.failed"
        self.stop()

    def _restart_machine(self) -> None:
        self._last_command = self.settings.restart, "restart.failed"
        self.stop()

    def _show_moment_page(self) -> None:
        """Show on the screen that the program is back in a moment, if that is so."""
        if self._last_command is None and self._service is not None and self._service.is_restarting():
            with suppress(TimeoutError):  # the desk may hang
                self.ask(lambda: self.box.push(MomentPage(self.box)))

    @property
    def _notifier(self) -> Notifier:
        return self._service.notifier if self._service is not None else Notifier()

    def _service_status(self) -> str:
        words, self._status_language = self.box.words, self.box.preferences.language
        return (
            words("run.phones", address=self.address) if self.address else words("run.at", address=self.local_address)
        )

    def _note_slip(self, slip: SettingsError) -> None:
        self._startup_errors.append(startup_errors.setting_error(slip))

    def _board(self) -> BoardProfile | None:
        """Return the board that the settings name, or None. A service leaves out what is impossible."""
        try:
            return board_of(self.settings, boards_dir(), raise_error if self._service is None else self._note_slip)
        except (BoardError, UnknownBoardError) as error:
            if self._service is None:
                raise
            self._startup_errors.append(startup_errors.box_error(cannot_start(error)))
            return None

    def _open_box(self, board: BoardProfile | None, simulated: bool, clock: Callable[[], float]) -> Devices:
        """Open the parts of a board. A service opens none if the box cannot be opened."""
        if board is None:
            return no_box()
        try:
            return open_box(
                board,
                simulated,
                outputs=self.outputs,
                paint=self._paint_barrier.paint,
                on_edge=self.desk.post,
                on_screen_health=lambda ok: self.desk.post(ScreenHealth(ok)),
                clock=clock,
                library=self.settings.gpio,
                spinner=self.settings.spinner,
                on_spinner=self.desk.post,
            )
        except PinsError as error:
            if self._service is None:
                raise
            self._startup_errors.append(startup_errors.box_error(CannotStartError("trouble.pins", cause=str(error))))
            return no_box()

    def _restore_backup(self, backup: WaitingBackup) -> None:
        """Close, put a backup in place, and restart. The hosts of now stay hosts; nobody else keeps a role."""
        self._backup_to_restore = backup
        self._stop.ask_restart()

    @property
    def _hosts(self) -> Roles:
        roles = self.session.snapshot().roles
        return Roles(roles.epoch + 1, tuple(PhoneRole(guest.phone, host=True) for guest in roles.phones if guest.host))

    def _own_hosts(self) -> tuple[str, ...]:
        host = self.settings.host
        if host not in ALL_ADDRESSES:
            return (host,)
        # The service answers no public address: see systemd/companion.service.
        return own_addresses(ipv6=":" in host, public=self._service is None)

    def _announce(self) -> Announcer:
        name = local_name() if self.settings.announce else ""
        announcer = Announcer(name, self.server.port, self._own_hosts, lambda: self.desk.post(AddressChanged()))
        announcer.start()
        return announcer

    def _start_broker(self) -> None:
        # Imported here: most tables have no broker.
        from companion.broker.box_id import box_id
        from companion.broker.broker_status import BrokerFault, BrokerStatus
        from companion.broker.broker_thread import BoxFacts, BrokerThread
        from companion.broker.sent_results import FILE, SentResults
        from companion.broker.topics import Topics

        address, box = self.settings.mqtt, box_id()
        if box is None or (self._login is None and self.settings.mqtt_login):
            fault = BrokerFault.MACHINE_ID if box is None else BrokerFault.LOGIN_FILE
            self._broker_status = BrokerStatus(address, fault=fault)
            return
        facts = BoxFacts(
            __version__,
            lambda: self.box.preferences.language,
            self._archive.games,
            colour_words(),
            time.time,
            _is_clock_right,
        )
        sent = SentResults(self.store.directory / FILE, address, box)
        login = (self._login.user, self._login.password) if self._login is not None else None
        self._broker = BrokerThread(address, login, Topics(box), sent, facts)
        self._broker.start(self.snapshots)
        self._parts.callback(self._broker.close)

    def _serve(self, board: BoardProfile | None) -> Server:
        # Imported late: the web server takes half as long to load as everything that the first picture needs.
        from companion.server.backup_routes import Backups
        from companion.server.event_streams import Streams
        from companion.server.http_server import PortInUseError, listening_server
        from companion.server.settings_routes import SettingsLink
        from companion.server.simulated_box_routes import BoxLink
        from companion.server.status_routes import StatusLink
        from companion.server.table_gateway import TableGateway
        from companion.server.web_app import make_app
        from companion.server.web_files import WebFiles, build_id

        named = self.settings.address
        outside = named.rstrip("/") if "://" in named else ""
        hosts = (self.settings.host, urlsplit(outside).hostname or named, *self.settings.hosts)
        drawings = [art_dir(game.words) for game in self._games if game.words]
        errors = " ".join(map(str, self.startup_errors))  # a page with other errors reloads
        streams = Streams(self.settings.streams, build=build_id(web_dir(), bundle_dir(), *drawings, shown_text=errors))
        simulated = self.devices.simulated
        link = None
        if simulated is not None and board is not None:
            link = BoxLink(
                simulated.states,
                self._press_simulated_key,
                simulated.keys,
                tuple(board.lights),
                self.link_key,
                simulated.turned_keys,
                simulated.spinner_keys,
            )
        app = make_app(
            web=WebFiles(web_dir(), bundle_dir()),
            table=TableGateway(
                self.snapshots,
                self.session,
                self.ask,
                self._act,
                self.codes,
                address=lambda: self.address,
                named_address=lambda: self.named_address,
                more_addresses=lambda: self.more_addresses,
            ),
            archive=self._archive,
            streams=streams,
            backups=Backups(self._uploads, self._restore_backup, self._restored),
            settings=SettingsLink(lambda: self.box.preferences, self.box.set_preferences, self.box.machine),
            box=link,
            startup_errors=self.startup_errors,
            status=StatusLink(self.status, lambda: self._log_buffer.lines, self.health),
            hosts=lambda: (*own_names(), *hosts, self._announced_name),
            outside=outside,
        )
        host, port = self.settings.host, self.settings.port
        try:
            return listening_server(app, host, port, streams)
        except PortInUseError as error:
            raise CannotStartError("start.port", port=port) from error
        except OSError as error:
            cause = error.strerror or str(error)
            raise CannotStartError("start.pages", host=host, port=port, cause=cause) from error
