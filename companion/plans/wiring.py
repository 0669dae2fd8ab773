"""Which contact of which part goes to which pin: what all drawings and their texts are made from.

It is read from a board profile, or from the spinner's list of pins; nothing here knows a place on paper.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.devices.parts import Board, I2c
from companion.plans.headers import PI, PICO, Header, Kind, Pin, Side
from companion.views.words.signs import Key

GROUND = "black"
SUPPLY = "red"
"""The colours that never mean anything else."""
GROUPS = {
    "screen.data": "blue",
    "screen.clock": "yellow",
    "knob": "green",
    "keys": "orange",
    "seats": "violet",
    "lights": "white",
    "buzzer": "brown",
    "spinner": "grey",
    "ring": "blue",
}
"""The colour of a wire, by what it is for: each is one of a ribbon of ten, as wires are sold."""


class UndrawableError(ValueError):
    """A board has something that is not drawn as wires. Its text says what."""


@dataclass(frozen=True, slots=True)
class Contact:
    """One contact of a part, and the one wire that goes there."""

    mark: str
    """As it is printed at the part, or a key of words.toml; empty for a part whose contacts are alike."""
    entry: str
    """What a board profile or the list of pins calls it, `knob.a`; for supply and ground `part.mark`."""
    colour: str
    pin: Pin | None
    """None for a contact that goes to the ground rail."""
    resistor: str | None = None
    """The id of a resistor on the way, between this contact and ground."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part on the table."""

    id: str
    """As in parts.toml."""
    title: str
    """A key of words.toml."""
    contacts: tuple[Contact, ...]
    number: int | None = None
    """Which of several: a seat, a key of the spinner."""


@dataclass(frozen=True, slots=True)
class Link:
    """A wire from part to part, through a resistor."""

    start: tuple[str, str]
    """The id of a part, and the mark of its contact."""
    end: tuple[str, str]
    colour: str
    resistor: str


@dataclass(frozen=True, slots=True)
class Wiring:
    """All parts of a box and their wires."""

    id: str
    header: Header
    parts: tuple[Part, ...]
    rails: tuple[Pin, ...] = ()
    """The ground pins that a ground rail goes to, one on a side at most."""
    links: tuple[Link, ...] = ()

    def wires(self) -> Iterator[tuple[Part, Contact]]:
        """Every contact that has a wire to a pin or to a rail, part by part."""
        for part in self.parts:
            for contact in part.contacts:
                yield part, contact


def of_board(board: Board) -> Wiring:
    """The wires of a box that is built by hand.

    Raises:
        UndrawableError: It has a part that no drawing knows how to join: a screen on SPI, an I²C bus that is not on the
            header, or a part whose wires are on both sides of it.
    """
    others = [*_knobs(board), *_keys(board), *_lights(board), *_buzzer(board)]
    parts = [*_screen(board, alone=not others), *others]
    for part in parts:
        if len({contact.pin.side for contact in part.contacts if contact.pin}) > 1:
            raise UndrawableError(f"{board.name}: the wires of {part.title} are on both sides of the header")
    sides = {side for part in parts for side in [_side(part)] if _needs_rail(part)}
    rails = tuple(PI.near(side, Kind.GROUND, 19) for side in Side if side in sides)
    return Wiring(board.name, PI, tuple(sorted(parts, key=_first_row)), rails)


def of_spinner(pins_file: Path) -> Wiring:
    """The wires of the spinner, whose pins stand in a file of its program."""
    pins = runpy.run_path(str(pins_file))
    five, ground = PICO.pins[40], PICO.pins[38]
    shifter = Part(
        "level_shifter",
        "shifter",
        (
            Contact("2", "RING", GROUPS["ring"], PICO.of_line(pins["RING"])),
            Contact("14", "level_shifter.14", SUPPLY, five),
            Contact("7", "level_shifter.7", GROUND, None),
        ),
    )
    ring = Part(
        "ring",
        "ring",
        (Contact("5V", "ring.5V", SUPPLY, five), Contact("GND", "ring.GND", GROUND, None)),
        pins["LIGHTS"],
    )
    capacitor = Part(
        "capacitor",
        "capacitor",
        (Contact("+", "capacitor.+", SUPPLY, five), Contact("−", "capacitor.−", GROUND, None)),
    )
    pairs = zip(pins["KEYS"], pins["KEY_LIGHTS"], strict=True)
    keys = [_arcade_key(number, key, light) for number, (key, light) in enumerate(pairs, 1)]
    buzzer = Part("piezo", "buzzer", (_to(PICO, pins["BUZZER"], "BUZZER", "buzzer"), _grounded("piezo")))
    a, b = _to(PICO, pins["KNOB_A"], "KNOB_A", "knob", "A"), _to(PICO, pins["KNOB_B"], "KNOB_B", "knob", "B")
    assert a.pin
    c = Contact("C", "knob.C", GROUND, PICO.near(a.pin.side, Kind.GROUND, a.pin.row))
    knob = Part("spinner_knob", "knob", tuple(sorted((a, b, c), key=_row)))
    return Wiring(
        "spinner",
        PICO,
        (shifter, ring, capacitor, *keys, buzzer, knob),
        (PICO.pins[18], ground),
        (Link(("level_shifter", "3"), ("ring", "DIN"), GROUPS["ring"], "ring_resistor"),),
    )


def _arcade_key(number: int, key: int, light: int) -> Part:
    return Part(
        "arcade_key",
        "arcade",
        (
            _to(PICO, key, f"KEYS[{number - 1}]", "keys", "switch"),
            _to(PICO, light, f"KEY_LIGHTS[{number - 1}]", "lights", "light+"),
            Contact("", f"key{number}.ground", GROUND, None),
            Contact("", f"light{number}.ground", GROUND, None, "led_resistor"),
        ),
        number,
    )


def _to(header: Header, line: int, entry: str, group: str, mark: str = "") -> Contact:
    return Contact(mark, entry, GROUPS[group], header.of_line(line))


def _grounded(part: str, mark: str = "", resistor: str | None = None) -> Contact:
    return Contact(mark, f"{part}.{mark or 'ground'}", GROUND, None, resistor)


def _screen(board: Board, *, alone: bool) -> Iterator[Part]:
    """Alone, a screen has its ground from the header, as its four wires come; else from the rail."""
    if board.display is None:
        return
    bus = board.display.bus
    if not isinstance(bus, I2c) or not bus.pins:
        raise UndrawableError(f"{board.name}: only a screen on the header's I²C bus is drawn with wires")
    data, clock = bus.pins
    ground = PI.near(Side.LEFT, Kind.GROUND, 4) if alone else None
    contacts = (
        Contact("VCC", "display.VCC", SUPPLY, PI.near(Side.LEFT, Kind.V3, 0)),
        _to(PI, data, "display.data", "screen.data", "SDA"),
        _to(PI, clock, "display.clock", "screen.clock", "SCL"),
        Contact("GND", "display.GND", GROUND, ground),
    )
    yield Part("screen", "screen", contacts)


def _knobs(board: Board) -> Iterator[Part]:
    if knob := board.knob:
        turned = (_to(PI, knob.a, "knob.a", "knob", "A"), _to(PI, knob.b, "knob.b", "knob", "B"))
        push = _to(PI, board.keys[Key.OK], "keys.ok", "knob", "SW")
        grounds = (_grounded("knob", "C"), _grounded("knob", "SW"))
        yield Part("knob", "knob", (*sorted((*turned, push), key=_row), *grounds))
    if spinner := board.spinner:
        turned = (
            _to(PI, spinner.a, "spinner.a", "spinner", "A"),
            _to(PI, spinner.b, "spinner.b", "spinner", "B"),
        )
        yield Part("spinner_knob", "spinner", (*sorted(turned, key=_row), _grounded("spinner", "C")))


def _keys(board: Board) -> Iterator[Part]:
    for key, line in board.keys.items():
        entry = f"keys.{key.value}"
        if key.value.startswith("seat"):
            number = int(key.value.removeprefix("seat"))
            yield Part("seat_key", "seat_key", (_to(PI, line, entry, "seats"), _grounded(key.value)), number)
        elif key is not Key.OK or board.knob is None:
            yield Part("key", f"key.{key.value}", (_to(PI, line, entry, "keys"), _grounded(key.value)))


def _lights(board: Board) -> Iterator[Part]:
    for seat, line in board.lights.items():
        lit = _to(PI, line, f"lights.seat{seat}", "lights", "long_leg")
        yield Part("led", "light", (lit, _grounded(f"light{seat}", "", "led_resistor")), seat)


def _buzzer(board: Board) -> Iterator[Part]:
    if board.buzzer is not None:
        yield Part("piezo", "buzzer", (_to(PI, board.buzzer, "buzzer.pin", "buzzer"), _grounded("piezo")))


def _row(contact: Contact) -> int:
    assert contact.pin
    return contact.pin.row


def _side(part: Part) -> Side:
    return next(contact.pin.side for contact in part.contacts if contact.pin)


def _first_row(part: Part) -> int:
    return min(contact.pin.row for contact in part.contacts if contact.pin)


def _needs_rail(part: Part) -> bool:
    return any(contact.pin is None for contact in part.contacts)
