"""The work of `detect`, as root before the service starts: detect the hardware, switch its bus on, write the results.

No problem keeps the service from starting: it is reported, and the next step follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from companion.devices.board_file import BoardError
from companion.devices.board_parts import DisplaySpec, I2c, Spi
from companion.devices.board_profiles import BoardProfile, UnknownBoardError, board_names, load_board
from companion.rules.text import Arg, Text, say
from companion.support.atomic_write import flush_to_disk, write_atomically
from companion.support.frozen_dataclasses import frozen
from companion.support.resources import MissingResourceError
from companion.support.settings_errors import SettingsError
from companion.system.board_choice import (
    SPINNER_CLASS,
    BoardChoice,
    DetectedHardware,
    choose_board,
    drop_in,
    environment_file,
    mismatches,
    missing_bus,
)
from companion.system.boot_file import boot_file, is_on, restore_if_empty, switch_on
from companion.system.buses import BusKind, device_of, kind_of
from companion.system.chosen_settings import (
    BOOT_FILES,
    CARD,
    CHOSEN,
    READ_NAME,
    ChosenSettings,
    name_machine,
    read_chosen,
)
from companion.system.detection_report import REPORT_PATH, DetectionFinding, DetectionReport
from companion.system.hardware_probe import chip_label, detect_hardware, header_chip, read_identity, screen_answers
from companion.system.settings import read_settings, read_toml
from companion.system.system_commands import CommandResult, Run, run_command
from companion.words.catalogue import LANGUAGES, Words

SETTINGS = Path("/etc/companion/settings.toml")
"""The settings file of the service."""
ENVIRONMENT = REPORT_PATH.with_name("environment")
"""The environment file of the service."""
DEVICES = Path("/run/systemd/system/companion.service.d/50-devices.conf")
"""The systemd drop-in with the devices that the service may use."""
_DESCRIPTIONS = {"companion.service": "service.table", "companion-setup.service": "service.detection"}
"""The units of the package, and the keys of their descriptions."""
_RASPI_CONFIG = "usr/bin/raspi-config"
_READABLE, _ENTERABLE = 0o644, 0o755


@frozen
class ExaminedMachine:
    """The machine that is examined, and the functions that examine it: a test passes its own."""

    root: Path = Path("/")
    run: Run = run_command
    answers: Callable[[DisplaySpec], bool] = screen_answers
    label: Callable[[Path], str] = chip_label

    def locate(self, path: Path) -> Path:
        """Return the real path of a path of this machine."""
        return self.root / path.relative_to("/")


@frozen
class DetectionResult:
    """The result of a detection."""

    report: DetectionReport
    planned: tuple[Text, ...] = ()
    """Steps that a run without `dry` would take."""


def set_up_hardware(
    boards: Path, settings: Path = SETTINGS, machine: ExaminedMachine | None = None, *, dry: bool = False
) -> DetectionResult:
    """Detect the board, switch on its bus, and write the files for the service and for readers of the report.

    Args:
        boards: The folder of the board profiles.
        settings: The settings file of the service; need not exist.
        machine: The machine to examine; this one by default.
        dry: Change nothing, and report what would be done.

    Raises:
        MissingResourceError: There is no usable board profile.
    """
    return _HardwareSetup(boards, settings, machine or ExaminedMachine(), dry).execute()


class _HardwareSetup:
    """One run of the detection."""

    def __init__(self, boards: Path, settings: Path, machine: ExaminedMachine, dry: bool) -> None:
        self._machine = machine
        self._settings = settings
        self._dry = dry
        self._findings: list[DetectionFinding] = []
        self._planned: list[Text] = []
        self._restart = False
        self._configured_file: Path | None = None
        self._boards = tuple(self._profiles(boards))
        if not self._boards:
            raise MissingResourceError(f"Files of the program are missing: {boards} has no board profile that will do.")
        self._card = self._read_card()
        self._chosen = self._chosen_board()
        self._language = self._card.language or LANGUAGES[0]
        self._configured = self._configured_board(boards)
        if self._chosen:
            self._configured = None
        elif self._configured is None:
            self._chosen = self._card.board
        self._chip = header_chip(machine.root, machine.label)
        self._identity, unreadable = read_identity(machine.root)
        self._findings += unreadable

    def execute(self) -> DetectionResult:
        """Detect, repair what can be repaired, detect again, and write the report."""
        if self._chip:
            self._restore_boot_file()
            self._load_modules()
        hardware = self._detect()
        choice = self._choose(hardware)
        if (bus := missing_bus(hardware, choice.board)) is not None:
            self._switch_on(bus)
            hardware = self._detect()
            choice = self._choose(hardware)
        findings = [*choice.findings, *mismatches(hardware, choice), *self._findings]
        changed = self._write(DEVICES, drop_in(hardware, choice.board), findings)
        for unit, key in _DESCRIPTIONS.items():
            text = f"[Unit]\nDescription={Words(self._language)(key)}\n"
            changed |= self._write(description_file(unit), text, [])  # nobody misses a description
        if changed and (trouble := self._run("systemctl", "daemon-reload").error) is not None:
            findings.append(DetectionFinding(False, say("found.devices.not_taken", cause=trouble)))
        self._write(ENVIRONMENT, environment_file(choice, self._card.language), findings)
        report = DetectionReport(self._board_name(choice), self._restart, tuple(findings), chosen=choice.chosen)
        self._write(REPORT_PATH, report.to_json(), findings)
        return DetectionResult(replace(report, findings=tuple(findings)), tuple(self._planned))

    # Reading.

    def _profiles(self, boards: Path) -> Iterable[BoardProfile]:
        for name in board_names(boards):
            try:
                yield load_board(name, boards)
            except BoardError as error:
                self._findings.append(DetectionFinding(False, say("start.board", cause=str(error))))

    def _configured_board(self, boards: Path) -> BoardProfile | None:
        """Return the board that the settings name. A slip in them is reported; their other entries hold."""
        path = self._machine.locate(self._settings) if self._settings.is_absolute() else self._settings
        if not path.exists():
            return None
        try:
            entries = read_toml(path).entries
            name = entries.get("board")
        except SettingsError as error:
            self._findings.append(_settings_finding(error, self._settings))
            return None
        if (language := entries.get("language")) in LANGUAGES:
            self._language = str(language)
        try:
            read_settings(path)
        except SettingsError as error:
            self._findings.append(_settings_finding(error, self._settings))
        if not isinstance(name, str) or not name:
            return None
        own = path.parent / name if name.endswith(".toml") else None
        try:
            board = load_board(own or name, boards)
        except UnknownBoardError as error:
            why = say("start.unknown_board", name=error.name, names=", ".join(error.available))
        except BoardError as error:
            why = say("start.board", cause=str(error))
        else:
            self._configured_file = own
            return board
        self._findings.append(
            DetectionFinding(False, say("found.settings.fault", path=str(self._settings), reason=why))
        )
        return None

    def _read_card(self) -> ChosenSettings:
        """Return the settings of the card. A new file on the boot partition is read first, once."""
        names = tuple(board.name for board in self._boards)
        kept = self._machine.locate(CARD)
        try:
            card = read_chosen(kept, names, CARD) if kept.exists() else ChosenSettings()
        except SettingsError as error:
            self._findings.append(_settings_finding(error, CARD))
            card = ChosenSettings()
        shown = next((path for path in BOOT_FILES if self._machine.locate(path).exists()), None)
        if shown is None:
            return card
        try:
            new = read_chosen(self._machine.locate(shown), names, shown)
        except SettingsError as error:
            line = say("found.card.line", line=error.line) if error.line else ""
            reason = say(error.key, **error.facts)
            self._report(False, "found.card.fault", path=str(shown), line=line, reason=reason)
            return card
        if self._dry:
            self._planned.append(say("found.would.read", path=str(shown)))
            return new
        return new if self._take_over(shown, new) else card

    def _take_over(self, shown: Path, new: ChosenSettings) -> bool:
        """Keep the settings of a new file, and give the file another name; return whether they hold."""
        if new.name and (refusal := name_machine(new.name, self._machine.run)) is not None:
            self._report(False, "found.card.no_name", path=str(shown), reason=refusal.reason)
            return False
        path, kept = self._machine.locate(shown), self._machine.locate(CARD)
        is_known = _read_text(kept) == new.to_toml()
        failures: list[DetectionFinding] = []
        self._write(CARD, new.to_toml(), failures)
        self._findings += failures
        if failures:
            return False
        try:
            if new.board and not is_known:
                self._machine.locate(CHOSEN).unlink(missing_ok=True)
            path.replace(path.with_name(READ_NAME))
            flush_to_disk(path.parent)
        except OSError as error:
            self._report(False, "found.card.stays", path=str(shown), cause=error.strerror or str(error))
        else:
            settings = ", ".join(new.to_toml().splitlines())
            self._report(True, "found.card.read", path=str(shown), settings=settings, name=READ_NAME)
        return True

    def _chosen_board(self) -> str:
        """Return the board that was chosen on the box or a phone: its name, AUTOMATIC, or "" if none was."""
        path = self._machine.locate(CHOSEN)
        try:
            return read_chosen(path, [board.name for board in self._boards], CHOSEN).board if path.exists() else ""
        except SettingsError as error:
            self._findings.append(_settings_finding(error, CHOSEN))
            return ""

    def _detect(self) -> DetectedHardware:
        boards = (*self._boards, *((self._configured,) if self._configured else ()))
        screens = [board.display for board in boards if board.display is not None]
        return detect_hardware(self._machine.root, self._chip, self._identity, screens, self._machine.answers)

    def _choose(self, hardware: DetectedHardware) -> BoardChoice:
        chosen = next((board for board in self._boards if board.name == self._chosen), None)
        if chosen is None:
            choice = choose_board(hardware, self._boards, self._configured, str(self._settings))
            return replace(choice, chosen=bool(self._chosen))
        choice = choose_board(hardware, self._boards, chosen, str(self._settings))
        why = DetectionFinding(True, say("found.board.chosen", name=chosen.name))
        return replace(choice, findings=(why, *choice.findings[1:]), chosen=True)

    def _board_name(self, choice: BoardChoice) -> str:
        """Return the board as the settings would name it."""
        return (
            str(self._configured_file) if choice.configured and self._configured_file is not None else choice.board.name
        )

    # The bus.

    def _restore_boot_file(self) -> None:
        """Restore a config.txt that a power cut during a write has left empty."""
        path = boot_file(self._machine.root)
        if path is None or (path.is_file() and path.stat().st_size):
            return
        if self._dry:
            self._planned.append(say("found.would.write", path=str(path)))
        elif (message := restore_if_empty(path)) is not None:
            self._findings.append(DetectionFinding(False, message))

    def _load_modules(self) -> None:
        """Load the kernel modules for the buses and for the spinner: not all of them load automatically."""
        hardware = detect_hardware(self._machine.root, self._chip, None, (), self._machine.answers)
        missing = [kind for kind in BusKind if kind.device not in hardware.devices]
        for kind in missing:
            self._run("modprobe", kind.module)
        if SPINNER_CLASS not in hardware.classes:
            # systemd cannot allow a class of devices that the kernel does not know yet.
            self._run("modprobe", "cdc-acm")
        if missing:
            self._run("udevadm", "settle", "--timeout=10")

    def _switch_on(self, bus: I2c | Spi) -> None:
        """Switch the bus on where that is possible; else report how to do it."""
        kind, device = kind_of(bus), device_of(bus)
        path = boot_file(self._machine.root)
        if path is None or device not in kind.switched:
            self._report(False, "found.bus.missing", bus=kind.title, device=f"/dev/{device}")
        elif is_on(_read_text(path), kind):
            self._report(False, "found.bus.stays_off", bus=kind.title, device=f"/dev/{device}", path=str(path))
        elif not (self._machine.root / _RASPI_CONFIG).exists():
            self._report(False, "found.bus.by_hand", bus=kind.title, line=kind.line, path=str(path))
        elif self._dry:
            self._planned.append(say("found.would.run", command=f"raspi-config nonint do_{kind.value} 0"))
            self._report(False, "found.bus.off", bus=kind.title)
        elif (trouble := switch_on(path, kind, self._machine.run)) is not None:
            self._findings.append(DetectionFinding(False, trouble))
        else:
            self._run("modprobe", kind.module)
            self._run("udevadm", "settle", "--timeout=10")
            self._restart = not (self._machine.root / "dev" / device).exists()
            self._report(
                not self._restart, f"found.bus.{'restart' if self._restart else 'switched_on'}", bus=kind.title
            )

    # Acting.

    def _report(self, ok: bool, key: str, **args: Arg) -> None:
        self._findings.append(DetectionFinding(ok, say(key, **args)))

    def _run(self, *command: str) -> CommandResult:
        if self._dry:
            self._planned.append(say("found.would.run", command=" ".join(command)))
            return CommandResult()
        return self._machine.run(command)

    def _write(self, path: Path, text: str, findings: list[DetectionFinding]) -> bool:
        """Write a file if its content changes; return whether it did, or would without `dry`."""
        target = self._machine.locate(path)
        if _read_text(target) == text:
            return False
        if self._dry:
            self._planned.append(say("found.would.write", path=str(path)))
        else:
            try:
                if not target.parent.is_dir():
                    target.parent.mkdir(parents=True)
                    target.parent.chmod(_ENTERABLE)
                write_atomically(target, text.encode(), mode=_READABLE)
            except OSError as error:
                findings.append(
                    DetectionFinding(False, say("file.unwritable", path=str(path), cause=error.strerror or str(error)))
                )
                return False
        return True


def description_file(unit: str) -> Path:
    """Return the systemd drop-in with the description of a unit, in the language of the settings."""
    return Path(f"/run/systemd/system/{unit}.d/60-description.conf")


def _read_text(path: Path) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _settings_finding(error: SettingsError, path: Path) -> DetectionFinding:
    reason = say(error.key, **error.facts)
    if error.line is None:
        return DetectionFinding(False, say("found.settings.fault", path=str(path), reason=reason))
    return DetectionFinding(False, say("found.settings.slip", path=str(path), line=error.line, reason=reason))
