"""Choice of the board by the detected hardware, and the service's files that follow from it. No input or output."""

from __future__ import annotations

from collections.abc import Sequence

from companion.devices.board_parts import Board, I2c, Identity, Spi
from companion.rules.text import Text, say
from companion.support.frozen import frozen
from companion.system.buses import Kind, bus_of, device_of, kind_of, lines_of
from companion.system.detection_report import Told
from companion.system.settings import BOARD_FOUND, Settings

USUAL = Settings().board
"""The board that is taken if nothing points to another one."""
SPINNER = "companion-spinner"
"""The name in /dev that the udev rule gives to the spinner."""
SPINNER_CLASS = "ttyACM"
"""The kernel's class of serial lines over USB. It is allowed even without a spinner, which may be plugged in later."""


@frozen
class Seen:
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
class Choice:
    """The board that was chosen."""

    board: Board
    told: tuple[Told, ...]
    """The reason for the choice first, then further notes on it."""
    wished: bool = False
    """True if the settings name the board."""


def choose(seen: Seen, boards: Sequence[Board], wished: Board | None, settings: str) -> Choice:
    """Choose the board: the configured one, else one that identifies itself, else one that answers, else the default.

    Args:
        seen: The detected hardware.
        boards: The known boards, at least one.
        wished: The board that the settings name.
        settings: The path of the settings file, for sentences.
    """
    bare = () if seen.chip else (Told(False, say("found.no_lines")),)
    if wished is not None:
        why = Told(True, say("found.board.settings", name=wished.name, path=settings))
        return Choice(wished, (why, *bare), wished=True)
    if bare:
        return Choice(_usual(boards), bare)
    named = [board for board in boards if board.identity is not None and _same(board.identity, seen.identity)]
    if named and seen.identity is not None:
        return Choice(named[0], (Told(True, _identity("found.board.identity", seen.identity, name=named[0].name)),))
    chosen, why = _by_bus(seen, boards, settings)
    stranger = () if seen.identity is None else (Told(True, _identity("found.identity.unknown", seen.identity)),)
    return Choice(chosen, (why, *stranger))


def beside(seen: Seen, choice: Choice) -> tuple[Told, ...]:
    """Return what does not fit the chosen board: a silent screen, or a bus that uses lines of its keys."""
    if not seen.chip:
        return ()
    bus, found = bus_of(choice.board), []
    if choice.wished and isinstance(bus, I2c) and seen.has(bus) and bus not in seen.answering:
        found.append(Told(False, say("found.screen.silent", **_where(bus))))
    lines = set(lines_of(choice.board))
    for kind in (kind for kind in Kind if kind.device in seen.devices):
        if (bus is None or kind_of(bus) is not kind) and lines & set(kind.pins):
            found.append(Told(False, say("found.bus.takes_lines", bus=kind.title, name=choice.board.name)))
    return tuple(found)


def needed(seen: Seen, board: Board) -> I2c | Spi | None:
    """Return the bus that a board needs and that does not exist.

    None if it exists, and on a machine without a header, which has no bus to switch on.
    """
    bus = bus_of(board)
    return None if bus is None or not seen.chip or seen.has(bus) else bus


def environment(choice: Choice) -> str:
    """Return the environment file of the service: the board, unless the settings name it anyway."""
    return "" if choice.wished else f"{BOARD_FOUND}={choice.board.name}\n"


def drop_in(seen: Seen, board: Board) -> str:
    """Return the systemd drop-in that lets the service use the detected devices, and nothing else.

    A missing device is left out: systemd would complain about it at every start.
    """
    bus = bus_of(board)
    allowed = [f"/dev/{seen.chip}"] if seen.chip else []
    if seen.chip and bus is not None and seen.has(bus):
        allowed.append(f"/dev/{device_of(bus)}")
    if SPINNER_CLASS in seen.classes:
        allowed.append(f"char-{SPINNER_CLASS}")
    if SPINNER in seen.devices:
        allowed.append(f"/dev/{SPINNER}")
    head = "# What was found plugged in at this start of the machine.\n[Service]\n"
    return head + "".join(f"DeviceAllow={device} rw\n" for device in allowed)


def _by_bus(seen: Seen, boards: Sequence[Board], settings: str) -> tuple[Board, Told]:
    """Return the board whose screen answers, else one whose bus was switched on by hand, else the default, and the
    reason.
    """
    answering = [board for board in boards if bus_of(board) in seen.answering]
    on_spi = [board for board in boards if isinstance(bus := bus_of(board), Spi) and seen.has(bus)]
    for fitting in (answering, on_spi):
        if fitting:
            chosen = _usual(fitting)
            return chosen, Told(True, _fits(chosen, fitting, boards, settings))
    chosen, bus = _usual(boards), bus_of(_usual(boards))
    others = _others(chosen, boards, settings)
    if bus is None or not seen.has(bus):  # no screen was probed: this says nothing about wires
        return chosen, Told(True, say("found.board.usual", name=chosen.name, **others))
    return chosen, Told(False, say("found.board.none", name=chosen.name, **others))


def _fits(chosen: Board, fitting: Sequence[Board], boards: Sequence[Board], settings: str) -> Text:
    bus = bus_of(chosen)
    if not isinstance(bus, I2c):  # nothing ever answers over SPI: it may also be another board
        return say("found.board.spi", name=chosen.name, **_others(chosen, boards, settings))
    if len(fitting) == 1:
        return say("found.board.answers", name=chosen.name, **_where(bus))
    return say("found.board.alike", name=chosen.name, **_where(bus), **_others(chosen, fitting, settings))


def _usual(boards: Sequence[Board]) -> Board:
    return next((board for board in boards if board.name == USUAL), boards[0])


def _others(chosen: Board, boards: Sequence[Board], settings: str) -> dict[str, str]:
    """Return the lines of the settings that would choose another board."""
    lines = [f'board = "{board.name}"' for board in boards if board.name != chosen.name]
    return {"lines": " / ".join(lines) or 'board = "…"', "path": settings}


def _where(bus: I2c) -> dict[str, str]:
    return {"address": f"0x{bus.address:02X}", "device": f"/dev/{device_of(bus)}"}


def _identity(key: str, identity: Identity, **args: str) -> Text:
    return say(key, vendor=identity.vendor, product=identity.product, **args)


def _same(known: Identity, seen: Identity | None) -> bool:
    if seen is None:
        return False
    pairs = ((known.vendor, seen.vendor), (known.product, seen.product))
    return all(one.strip().casefold() == other.strip().casefold() for one, other in pairs)
