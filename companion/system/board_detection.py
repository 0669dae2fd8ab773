"""Which board it is, by what was seen of the machine; and what the service is told of it. Pure: looks at nothing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.devices.board_parts import Board, I2c, Identity, Spi
from companion.rules.text import Text, say
from companion.support.frozen import frozen
from companion.system.buses import Kind, bus_of, device_of, kind_of, lines_of
from companion.system.detection_report import Told
from companion.system.settings import BOARD_FOUND, Settings

USUAL = Settings().board
"""The board that is taken where nothing speaks for another."""
SPINNER = "companion-spinner"
"""The name in /dev that the udev rule gives to the spinner."""
SPINNER_CLASS = "ttyACM"
"""As the kernel calls serial lines over USB: the spinner may be plugged in later."""


@frozen
class Seen:
    """What was seen of the machine."""

    chip: str = ""
    """The name in /dev of the chip with the lines of the header; empty where there is no header."""
    devices: frozenset[str] = frozenset()
    """The names in /dev of the buses that are there, and of the spinner."""
    answering: frozenset[I2c] = frozenset()
    """Where a screen answers."""
    identity: Identity | None = None
    """What a board that is plugged on says of itself."""
    classes: frozenset[str] = frozenset()
    """The sorts of devices that the kernel knows at this moment."""

    def has(self, bus: I2c | Spi) -> bool:
        """Whether a bus is there."""
        return device_of(bus) in self.devices


@frozen
class Choice:
    """The board that was taken."""

    board: Board
    told: tuple[Told, ...]
    """First why, then what else is to be known of it."""
    wished: bool = False
    """Whether the settings named it."""


def choose(seen: Seen, boards: Sequence[Board], wished: Board | None, settings: str) -> Choice:
    """The board: the wished one, else the one that says so itself, else one that answers, else the usual one.

    Args:
        seen: What was seen of the machine.
        boards: Those there are, at least one.
        wished: The one that the settings name.
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
    """What does not fit the board that was taken: a screen that is silent, a bus that takes lines of its keys."""
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
    """The bus that a board needs and that is not there; None on a machine without a header, which has none to give."""
    bus = bus_of(board)
    return None if bus is None or not seen.chip or seen.has(bus) else bus


def environment(choice: Choice) -> str:
    """The variables for the service: the board, unless the settings name it anyway."""
    return "" if choice.wished else f"{BOARD_FOUND}={choice.board.name}\n"


def drop_in(seen: Seen, board: Board) -> str:
    """The lines for systemd that let the service use what was found, and nothing else.

    A device that is not there is left out: systemd would complain of it at every start.
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
    """The board whose screen answers, or the one whose bus somebody switched on, or the usual one."""
    answering = [board for board in boards if bus_of(board) in seen.answering]
    on_spi = [board for board in boards if isinstance(bus := bus_of(board), Spi) and seen.has(bus)]
    for fitting in (answering, on_spi):
        if fitting:
            chosen = _usual(fitting)
            return chosen, Told(True, _fits(chosen, fitting, boards, settings))
    chosen, bus = _usual(boards), bus_of(_usual(boards))
    others = _others(chosen, boards, settings)
    if bus is None or not seen.has(bus):  # nobody was asked: it says nothing about wires
        return chosen, Told(True, say("found.board.usual", name=chosen.name, **others))
    return chosen, Told(False, say("found.board.none", name=chosen.name, **others))


def _fits(chosen: Board, fitting: Sequence[Board], boards: Sequence[Board], settings: str) -> Text:
    bus = bus_of(chosen)
    if not isinstance(bus, I2c):  # over SPI nothing ever answers: it may be another board as well
        return say("found.board.spi", name=chosen.name, **_others(chosen, boards, settings))
    if len(fitting) == 1:
        return say("found.board.answers", name=chosen.name, **_where(bus))
    return say("found.board.alike", name=chosen.name, **_where(bus), **_others(chosen, fitting, settings))


def _usual(boards: Sequence[Board]) -> Board:
    return next((board for board in boards if board.name == USUAL), boards[0])


def _others(chosen: Board, boards: Sequence[Board], settings: str) -> dict[str, str]:
    """The lines of the settings with which it would be another board."""
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
