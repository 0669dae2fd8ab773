"""Choice of the board by the detected hardware, and the service's files that follow from it. No input or output."""

from __future__ import annotations

from collections.abc import Sequence

from companion.devices.board_parts import BoardProfile, I2c, Identity, Spi
from companion.rules.text import Text, say
from companion.support.frozen_dataclasses import frozen
from companion.system.buses import BusKind, bus_of, device_of, kind_of, lines_of_controls
from companion.system.detection_report import DetectionFinding
from companion.system.settings import BOARD_VARIABLE, CHOSEN_BOARD_VARIABLE, LANGUAGE_VARIABLE, Settings

DEFAULT_BOARD = Settings().board
"""The board that is taken if nothing points to another one."""
SPINNER = "companion-spinner"
"""The name in /dev that the udev rule gives to the spinner."""
SPINNER_CLASS = "ttyACM"
"""The kernel's class of serial lines over USB. It is allowed even without a spinner, which may be plugged in later."""


@frozen
class DetectedHardware:
    """The hardware that was detected on the machine."""

    chip: str = ""
    """The name in /dev of the chip with the lines of the header; empty on a machine without a header."""
    devices: frozenset[str] = frozenset()
    """The names in /dev of the existing buses, and of the spinner if it is plugged in."""
    answering: frozenset[I2c] = frozenset()
    """The buses and addresses at which a screen answers."""
    identity: Identity | None = None
    """The identity that a plugged-on board reports."""
    classes: frozenset[str] = frozenset()
    """The classes of devices that the kernel knows at this moment."""

    def has(self, bus: I2c | Spi) -> bool:
        """Return whether a bus exists."""
        return device_of(bus) in self.devices


@frozen
class BoardChoice:
    """The board that was chosen."""

    board: BoardProfile
    findings: tuple[DetectionFinding, ...]
    """The reason for the choice first, then further notes on it."""
    configured: bool = False
    """True if the settings name the board."""
    chosen: bool = False
    """True if the board, or its detection, was chosen without a keyboard: that comes before the settings."""


def choose_board(
    hardware: DetectedHardware, boards: Sequence[BoardProfile], configured: BoardProfile | None, settings_path: str
) -> BoardChoice:
    """Choose the board: the configured one, else one that identifies itself, else one that answers, else the default.

    Args:
        hardware: The detected hardware.
        boards: The known boards, at least one.
        configured: The board that the settings name.
        settings_path: The path of the settings file, for sentences.
    """
    missing_header = () if hardware.chip else (DetectionFinding(False, say("found.no_lines")),)
    if configured is not None:
        why = DetectionFinding(True, say("found.board.settings", name=configured.name, path=settings_path))
        return BoardChoice(configured, (why, *missing_header), configured=True)
    if missing_header:
        return BoardChoice(_default_board(boards), missing_header)
    matching = [board for board in boards if board.identity is not None and _is_same(board.identity, hardware.identity)]
    if matching and hardware.identity is not None:
        return BoardChoice(
            matching[0],
            (DetectionFinding(True, _identity_text("found.board.identity", hardware.identity, name=matching[0].name)),),
        )
    chosen, why = _by_bus(hardware, boards, settings_path)
    unknown_identity = (
        ()
        if hardware.identity is None
        else (DetectionFinding(True, _identity_text("found.identity.unknown", hardware.identity)),)
    )
    return BoardChoice(chosen, (why, *unknown_identity))


def mismatches(hardware: DetectedHardware, choice: BoardChoice) -> tuple[DetectionFinding, ...]:
    """Return what does not fit the chosen board: a silent screen, or a bus that uses lines of its keys."""
    if not hardware.chip:
        return ()
    bus, findings = bus_of(choice.board), []
    if choice.configured and isinstance(bus, I2c) and hardware.has(bus) and bus not in hardware.answering:
        findings.append(DetectionFinding(False, say("found.screen.silent", **_place_args(bus))))
    lines = set(lines_of_controls(choice.board))
    for kind in (kind for kind in BusKind if kind.device in hardware.devices):
        if (bus is None or kind_of(bus) is not kind) and lines & set(kind.pins):
            findings.append(
                DetectionFinding(False, say("found.bus.takes_lines", bus=kind.title, name=choice.board.name))
            )
    return tuple(findings)


def missing_bus(hardware: DetectedHardware, board: BoardProfile) -> I2c | Spi | None:
    """Return the bus that a board needs and that does not exist.

    None if it exists, and on a machine without a header, which has no bus to switch on.
    """
    bus = bus_of(board)
    return None if bus is None or not hardware.chip or hardware.has(bus) else bus


def environment_file(choice: BoardChoice, language: str = "") -> str:
    """Return the environment file of the service: the board, unless the settings name it anyway, and the language."""
    lines = [f"{LANGUAGE_VARIABLE}={language}\n"] if language else []
    if choice.chosen:
        lines.append(f"{CHOSEN_BOARD_VARIABLE}={choice.board.name}\n")
    elif not choice.configured:
        lines.append(f"{BOARD_VARIABLE}={choice.board.name}\n")
    return "".join(lines)


def drop_in(hardware: DetectedHardware, board: BoardProfile) -> str:
    """Return the systemd drop-in that lets the service use the detected devices, and nothing else.

    A missing device is left out: systemd would complain about it at every start.
    """
    bus = bus_of(board)
    allowed = [f"/dev/{hardware.chip}"] if hardware.chip else []
    if hardware.chip and bus is not None and hardware.has(bus):
        allowed.append(f"/dev/{device_of(bus)}")
    if SPINNER_CLASS in hardware.classes:
        allowed.append(f"char-{SPINNER_CLASS}")
    if SPINNER in hardware.devices:
        allowed.append(f"/dev/{SPINNER}")
    head = "# What was found plugged in at this start of the machine.\n[Service]\n"
    return head + "".join(f"DeviceAllow={device} rw\n" for device in allowed)


def _by_bus(
    hardware: DetectedHardware, boards: Sequence[BoardProfile], settings_path: str
) -> tuple[BoardProfile, DetectionFinding]:
    """Return the board whose screen answers, else one whose bus was switched on by hand, else the default, and the
    reason.
    """
    answering = [board for board in boards if bus_of(board) in hardware.answering]
    on_spi = [board for board in boards if isinstance(bus := bus_of(board), Spi) and hardware.has(bus)]
    for fitting in (answering, on_spi):
        if fitting:
            chosen = _default_board(fitting)
            return chosen, DetectionFinding(True, _fitting_sentence(chosen, fitting, boards, settings_path))
    chosen, bus = _default_board(boards), bus_of(_default_board(boards))
    others = _alternatives(chosen, boards, settings_path)
    if bus is None or not hardware.has(bus):  # no screen was probed: this says nothing about wires
        return chosen, DetectionFinding(True, say("found.board.usual", name=chosen.name, **others))
    return chosen, DetectionFinding(False, say("found.board.none", name=chosen.name, **others))


def _fitting_sentence(
    chosen: BoardProfile, fitting: Sequence[BoardProfile], boards: Sequence[BoardProfile], settings_path: str
) -> Text:
    bus = bus_of(chosen)
    if not isinstance(bus, I2c):  # nothing ever answers over SPI: it may also be another board
        return say("found.board.spi", name=chosen.name, **_alternatives(chosen, boards, settings_path))
    if len(fitting) == 1:
        return say("found.board.answers", name=chosen.name, **_place_args(bus))
    return say(
        "found.board.alike", name=chosen.name, **_place_args(bus), **_alternatives(chosen, fitting, settings_path)
    )


def _default_board(boards: Sequence[BoardProfile]) -> BoardProfile:
    return next((board for board in boards if board.name == DEFAULT_BOARD), boards[0])


def _alternatives(chosen: BoardProfile, boards: Sequence[BoardProfile], settings_path: str) -> dict[str, str]:
    """Return the lines of the settings that would choose another board."""
    lines = [f'board = "{board.name}"' for board in boards if board.name != chosen.name]
    return {"lines": " / ".join(lines) or 'board = "…"', "path": settings_path}


def _place_args(bus: I2c) -> dict[str, str]:
    return {"address": f"0x{bus.address:02X}", "device": f"/dev/{device_of(bus)}"}


def _identity_text(key: str, identity: Identity, **args: str) -> Text:
    return say(key, vendor=identity.vendor, product=identity.product, **args)


def _is_same(profile: Identity, reported: Identity | None) -> bool:
    if reported is None:
        return False
    pairs = ((profile.vendor, reported.vendor), (profile.product, reported.product))
    return all(expected.strip().casefold() == actual.strip().casefold() for expected, actual in pairs)
