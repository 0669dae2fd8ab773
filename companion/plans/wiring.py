"""The wires of a board, contact by contact: all drawings and their texts are made from these.

They are read from a board profile, or from the spinner's list of pins; nothing here knows a place on the drawing.
"""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path

from companion.devices.board_parts import BoardProfile, DisplaySpec, I2c, KnobSpec
from companion.plans.pin_headers import PI, PICO, Header, Pin, PinKind, Side
from companion.plans.plan_words import PlanWords
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Key

GROUND = "black"
SUPPLY = "red"
"""The two colours that never have another meaning."""
GROUP_COLOURS = {
    "screen.data": "blue",
    "screen.clock": "yellow",
    "screen.control": "grey",
    "knob": "green",
    "keys": "orange",
    "seats": "violet",
    "lights": "white",
    "buzzer": "brown",
    "spinner": "grey",
    "ring": "blue",
}
"""The colour of a wire, by its purpose: each is a colour of a ribbon of ten, as wires are sold."""
OWN_BOARD = "own"
"""The id of the wiring of a board that does not belong to the project."""
_LIGHT_RESISTOR = "led_resistor"
_SEAT_RESISTORS = {1: "blue_resistor", 5: "blue_resistor"}
"""The seats whose lights are blue and violet: these drop some 3 V, so that 330 Ω would leave them dark."""
_SPI_DRIVEN = frozenset((7, 8, 10, 11))
"""Lines that the system drives once SPI is on: both selects, data out, clock."""
_CONSOLE_DRIVEN = frozenset((14,))
"""The line that the system drives once the serial console is on."""
_DRIVEN = _SPI_DRIVEN | _CONSOLE_DRIVEN
"""A contact that joins one of these to ground, or to another of them, needs a resistor."""
_PRESS_RESISTOR = "key_resistor"


class UndrawableError(ValueError):
    """A board has a part that cannot be drawn as wires. The message says which."""


@frozen
class Contact:
    """One contact of a part, and the one wire that goes there."""

    mark: str
    """The mark printed at the part, or a key of words.toml; empty for a part whose contacts are alike."""
    entry: str
    """The name in a board profile or in the list of pins, `knob.a`; for supply and ground `part.mark`."""
    colour: str
    pin: Pin | None
    """None for a contact that goes to the ground rail."""
    resistor: str | None = None
    """The id of a resistor on the way from this contact to its pin, or to ground."""
    bypass: str | None = None
    """The id of a capacitor close to the part, between this contact and the part's ground."""


@frozen
class WiredPart:
    """One part on the drawing, with its contacts."""

    id: str
    """The id in parts.toml."""
    title: str
    """A key of words.toml."""
    contacts: tuple[Contact, ...]
    number: int | None = None
    """The number of one of several alike: a seat, a key of the spinner."""


@frozen
class PartLink:
    """A wire from part to part, through a resistor."""

    start: tuple[str, str]
    """The id of a part, and the mark of its contact."""
    end: tuple[str, str]
    colour: str
    resistor: str


@frozen
class Wiring:
    """All parts of a box and their wires."""

    id: str
    header: Header
    parts: tuple[WiredPart, ...]
    rails: tuple[Pin, ...] = ()
    """The ground pins that a ground rail goes to, at most one on a side."""
    links: tuple[PartLink, ...] = ()
    fuses: Mapping[int, str] = field(default_factory=dict)
    """The id of a fuse in the wire from a pin, by the number of the pin."""
    notes: tuple[str, ...] = ()
    """Keys of words.toml, below `note.`: the notes below the drawing."""
    name: str = ""
    """The name of a board that does not belong to the project, for the title."""

    def wires(self) -> Iterator[tuple[WiredPart, Contact]]:
        """Return every contact that has a wire to a pin or to a rail, part by part."""
        for part in self.parts:
            for contact in part.contacts:
                yield part, contact

    def counts(self) -> Counter[str]:
        """Count the parts by their ids, including those within wires."""
        result = Counter(part.id for part in self.parts)
        for _, contact in self.wires():
            result.update(id for id in (contact.resistor, contact.bypass) if id)
        result.update(link.resistor for link in self.links)
        result.update(self.fuses.values())
        return result


def wiring_of_board(board: BoardProfile) -> Wiring:
    """Return the wires of a box that is built by hand.

    Raises:
        UndrawableError: The screen is on an I²C bus that is not on the header.
    """
    others = [*_knobs(board), *_keys(board), *_lights(board), *_buzzer(board)]
    parts = [_ordered(part) for part in (*_screen(board, alone=not others), *others)]
    sides = {side_of(part) for part in parts if _needs_rail(part)}
    rails = tuple(PI.near(side, PinKind.GROUND, 19) for side in Side if side in sides)
    return Wiring(board.name, PI, tuple(sorted(parts, key=first_row)), rails, notes=tuple(_notes(board, parts)))


def wiring_of_own_board(board: BoardProfile) -> Wiring:
    """Return the same for a board that does not belong to the project. Raises UndrawableError."""
    return replace(wiring_of_board(board), id=OWN_BOARD, name=board.name)


def wiring_of_spinner(pins_file: Path) -> Wiring:
    """Return the wires of the spinner, whose pins are listed in a file of its program."""
    pins = runpy.run_path(str(pins_file))
    five_volts, ground = PICO.pins[40], PICO.pins[38]
    shifter = WiredPart(
        "level_shifter",
        "shifter",
        (
            Contact("2", "RING", GROUP_COLOURS["ring"], PICO.of_line(pins["RING"])),
            Contact("14", "level_shifter.14", SUPPLY, five_volts, bypass="ceramic"),
            Contact("7", "level_shifter.7", GROUND, None),
        ),
    )
    ring = WiredPart(
        "ring",
        "ring",
        (Contact("5V", "ring.5V", SUPPLY, five_volts), Contact("GND", "ring.GND", GROUND, None)),
        pins["LIGHTS"],
    )
    capacitor = WiredPart(
        "capacitor",
        "capacitor",
        (Contact("+", "capacitor.+", SUPPLY, five_volts), Contact("−", "capacitor.−", GROUND, None)),
    )
    pairs = zip(pins["KEYS"], pins["KEY_LIGHTS"], strict=True)
    keys = [_arcade_key(number, key, light) for number, (key, light) in enumerate(pairs, 1)]
    buzzer = WiredPart("piezo", "buzzer", (_line_contact(PICO, pins["BUZZER"], "BUZZER", "buzzer"), _piezo_ground()))
    a, b = (
        _line_contact(PICO, pins["KNOB_A"], "KNOB_A", "knob", "A"),
        _line_contact(PICO, pins["KNOB_B"], "KNOB_B", "knob", "B"),
    )
    assert a.pin
    c = Contact("C", "knob.C", GROUND, PICO.near(a.pin.side, PinKind.GROUND, a.pin.row))
    knob = WiredPart("spinner_knob", "knob", tuple(sorted((a, b, c), key=_row)))
    return Wiring(
        "spinner",
        PICO,
        (shifter, ring, capacitor, *keys, buzzer, knob),
        (PICO.pins[18], ground),
        (PartLink(("level_shifter", "3"), ("ring", "DIN"), GROUP_COLOURS["ring"], "ring_resistor"),),
        {five_volts.number: "fuse"},
        ("shifter", "fuse", "capacitor", "key_lights", "piezo", "spinner"),
    )


def description(wiring: Wiring, words: PlanWords) -> str:
    """Return a description: how the header is seen, and every wire in a sentence."""
    return " ".join([words(f"seen.{wiring.header.id}"), *sentences(wiring, words)])


def sentences(wiring: Wiring, words: PlanWords) -> list[str]:
    """Return a sentence for every wire."""
    result: list[str] = []
    for part, contact in wiring.wires():
        name = words(f"part.{part.title}", n=part.number or 0)
        mark = mark_text(part, contact, words)
        target = f"{name}, {mark}" if mark else name
        colour = words("colour." + contact.colour)
        value = words(f"value.{contact.resistor}") if contact.resistor else ""
        through = words("told.through", value=value) if value else ""
        if contact.pin:
            number, pin_name = contact.pin.number, contact.pin.name
            result.append(words("told.wire", pin=number, name=pin_name, colour=colour, through=through, to=target))
            if contact.bypass:
                result.append(words("told.beside", value=words(f"value.{contact.bypass}"), to=name))
        else:
            result.append(words("told.ground", colour=colour, to=target, through=through))
    for pin, fuse in wiring.fuses.items():
        result.append(words("told.fuse", pin=pin, value=words(f"value.{fuse}")))
    result += [words("told.rail", pin=pin.number) for pin in wiring.rails]
    result += [words("told.link")] * len(wiring.links)
    return result


def mark_text(part: WiredPart, contact: Contact, words: PlanWords) -> str:
    """Return a contact's mark, as printed at the part or in the reader's words; empty where contacts are alike."""
    for name in (f"mark.{part.id}.{contact.mark}", f"mark.{contact.mark}"):
        if name in words:
            return words(name)
    return contact.mark


def side_of(part: WiredPart) -> Side:
    """Return the side of most of a part's wires; the right if both sides have equally many."""
    sides = [contact.pin.side for contact in part.contacts if contact.pin]
    return Side.LEFT if sides.count(Side.LEFT) > sides.count(Side.RIGHT) else Side.RIGHT


def first_row(part: WiredPart) -> int:
    """Return the row of the uppermost of a part's pins at its own side."""
    side = side_of(part)
    return min(contact.pin.row for contact in part.contacts if contact.pin and contact.pin.side is side)


def _ordered(part: WiredPart) -> WiredPart:
    """Return a part with its contacts in the order in which their wires arrive from above.

    Wires from the other side cross above the header, with the wire from the lowest pin on top.
    """
    side = side_of(part)

    def sort_key(contact: Contact) -> tuple[int, int]:
        if contact.pin is None:
            return 2, 0
        return (1, contact.pin.row) if contact.pin.side is side else (0, -contact.pin.row)

    return replace(part, contacts=tuple(sorted(part.contacts, key=sort_key)))


def _notes(board: BoardProfile, parts: Iterable[WiredPart]) -> Iterator[str]:
    grounds = [contact for part in parts for contact in part.contacts if contact.pin is None]
    if grounds:
        yield "rail"
    if board.lights:
        yield "lights"
    closing = _closing_lines(board)
    if closing & _SPI_DRIVEN:
        yield "driven"
    if closing & _CONSOLE_DRIVEN:
        yield "console"
    if board.buzzer is not None:
        yield "piezo"
    if board.knob or board.spinner:
        yield "knobs"
    yield "supply"
    if board.display is not None:
        yield "screen" if isinstance(board.display.bus, I2c) else "screen_spi"
    if board.knob:
        yield "turned"
    if board.pico and not grounds:
        yield "usb"


def _needs_rail(part: WiredPart) -> bool:
    return any(contact.pin is None for contact in part.contacts)


def _screen(board: BoardProfile, *, alone: bool) -> Iterator[WiredPart]:
    """Return the screen, if any. Alone, it gets its ground from the header, as its four wires are sold; else from the
    rail.
    """
    if board.display is None:
        return
    bus = board.display.bus
    if not isinstance(bus, I2c):
        yield _screen_on_spi(board.display)
        return
    if not bus.pins:
        raise UndrawableError(f"{board.name}: the screen's bus, I²C {bus.port}, is not on the header")
    data, clock = bus.pins
    ground = PI.near(Side.LEFT, PinKind.GROUND, 4) if alone else None
    contacts = (
        Contact("VCC", "display.VCC", SUPPLY, PI.near(Side.LEFT, PinKind.V3, 0)),
        _line_contact(PI, data, "display.data", "screen.data", "SDA"),
        _line_contact(PI, clock, "display.clock", "screen.clock", "SCL"),
        Contact("GND", "display.GND", GROUND, ground),
    )
    yield WiredPart("screen", "screen", contacts)


def _screen_on_spi(display: DisplaySpec) -> WiredPart:
    """Return a screen with its seven contacts, by the names that most modules print."""
    bus = display.bus
    assert not isinstance(bus, I2c)
    data, _, clock, *selects, dc, reset = bus.pins
    contacts = (
        Contact("VCC", "display.VCC", SUPPLY, PI.near(Side.LEFT, PinKind.V3, 0)),
        _line_contact(PI, data, "display.data", "screen.data", "MOSI"),
        _line_contact(PI, clock, "display.clock", "screen.clock", "CLK"),
        _line_contact(PI, selects[bus.device], "display.select", "screen.control", "CS"),
        _line_contact(PI, dc, "display.dc", "screen.control", "DC"),
        _line_contact(PI, reset, "display.reset", "screen.control", "RES"),
        Contact("GND", "display.GND", GROUND, None),
    )
    return WiredPart("screen_spi", "screen", contacts)


def _knobs(board: BoardProfile) -> Iterator[WiredPart]:
    if knob := board.knob:
        a, b, c = _knob_contacts(knob, "knob")
        ok = board.keys[Key.OK]
        push = _line_contact(PI, ok, "keys.ok", "knob", "SW", _press_resistor(ok))
        push_ground = _ground_contact("knob", "SW")
        yield WiredPart("knob", "knob", (a, b, push, c, push_ground))
    if spinner := board.spinner:
        yield WiredPart("spinner_knob", "spinner", _knob_contacts(spinner, "spinner"))


def _knob_contacts(knob: KnobSpec, name: str) -> tuple[Contact, Contact, Contact]:
    """Return the contacts A, B and C of a knob.

    Each line that the system may drive has its own resistor: between two steps the knob joins A to B, and its push may
    use the ground of C. Otherwise two outputs would meet there.
    """
    return (
        _line_contact(PI, knob.a, f"{name}.a", name, "A", _press_resistor(knob.a)),
        _line_contact(PI, knob.b, f"{name}.b", name, "B", _press_resistor(knob.b)),
        _ground_contact(name, "C"),
    )


def _keys(board: BoardProfile) -> Iterator[WiredPart]:
    for key, line in board.keys.items():
        entry, ground = f"keys.{key.value}", _ground_contact(key.value, "", _press_resistor(line))
        if key.value.startswith("seat"):
            number = int(key.value.removeprefix("seat"))
            yield WiredPart("seat_key", "seat_key", (_line_contact(PI, line, entry, "seats"), ground), number)
        elif key is not Key.OK or board.knob is None:
            yield WiredPart("key", f"key.{key.value}", (_line_contact(PI, line, entry, "keys"), ground))


def _lights(board: BoardProfile) -> Iterator[WiredPart]:
    for seat, line in board.lights.items():
        long_leg = _line_contact(PI, line, f"lights.seat{seat}", "lights", "long_leg")
        resistor = _SEAT_RESISTORS.get(seat, _LIGHT_RESISTOR)
        yield WiredPart("led", "light", (long_leg, _ground_contact(f"light{seat}", "", resistor)), seat)


def _buzzer(board: BoardProfile) -> Iterator[WiredPart]:
    if board.buzzer is not None:
        yield WiredPart("piezo", "buzzer", (_line_contact(PI, board.buzzer, "buzzer.pin", "buzzer"), _piezo_ground()))


def _arcade_key(number: int, key: int, light: int) -> WiredPart:
    return WiredPart(
        "arcade_key",
        "arcade",
        (
            _line_contact(PICO, key, f"KEYS[{number - 1}]", "keys", "switch"),
            _line_contact(PICO, light, f"KEY_LIGHTS[{number - 1}]", "lights", "light+"),
            Contact("switch", f"key{number}.ground", GROUND, None),
            Contact("light−", f"light{number}.ground", GROUND, None, _LIGHT_RESISTOR),
        ),
        number,
    )


def _row(contact: Contact) -> int:
    assert contact.pin
    return contact.pin.row


def _line_contact(
    header: Header, line: int, entry: str, group: str, mark: str = "", resistor: str | None = None
) -> Contact:
    return Contact(mark, entry, GROUP_COLOURS[group], header.of_line(line), resistor)


def _ground_contact(part: str, mark: str = "", resistor: str | None = None) -> Contact:
    return Contact(mark, f"{part}.{mark or 'ground'}", GROUND, None, resistor)


def _piezo_ground() -> Contact:
    """Return the ground of the disc, through a resistor.

    The disc gives a voltage when it is knocked, and takes a surge at each edge: the resistor keeps both small.
    """
    return _ground_contact("piezo", "", "piezo_resistor")


def _press_resistor(*lines: int) -> str | None:
    """Return the resistor for a contact that joins one of these lines to ground; None if the system drives none of
    them.
    """
    return _PRESS_RESISTOR if {*lines} & {*_DRIVEN} else None


def _closing_lines(board: BoardProfile) -> set[int]:
    """Return the lines that a key or a knob joins to ground."""
    knobs = [knob for knob in (board.knob, board.spinner) if knob]
    return {*board.keys.values(), *(line for knob in knobs for line in (knob.a, knob.b))}
