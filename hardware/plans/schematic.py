"""The schematic of a box: each part as a symbol, and the pin of each of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.plans.pin_headers import PI, Pin, Side
from companion.plans.plan_words import PlanWords
from companion.plans.svg import Drawing, Point
from companion.plans.wiring import Contact, WiredPart, Wiring, description
from companion.plans.wiring_picture import pin_name

WIDTH = 980
TOP = 92
ROW = 44
BLOCK = 168
"""Width of the board in the middle."""
EDGE = 44
"""Distance of ground from the edge."""
NOTE_ROW = 20
BOXED = ("screen", "spinner_knob", "knob")
"""Parts with a box around several contacts."""
CHAIN = ("level_shifter", "ring", "capacitor")
"""Parts that are connected to each other."""
CHAIN_ROWS = 5
LEFT_OF_PI = ("screen", "knob", "spinner_knob", "led")
LEFT_OF_PICO = ("arcade_key",)
ORDER = (
    *("screen", "level_shifter", "ring", "capacitor", "knob", "spinner_knob"),
    *("key", "seat_key", "arcade_key", "led", "piezo"),
)
"""Parts from top to bottom, whatever pins they use: in a schematic, parts that belong together are neighbours."""


@dataclass
class Schematic:
    """Rows of parts at both sides of the board in the middle."""

    wiring: Wiring
    words: PlanWords
    next_row: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))

    def svg(self) -> str:
        """Return the whole file."""
        left_ids = LEFT_OF_PI if self.wiring.header is PI else LEFT_OF_PICO
        parts = sorted(self.wiring.parts, key=lambda part: (ORDER.index(part.id), part.number or 0))
        sides = {side: [part for part in parts if (part.id in left_ids) is (side is Side.LEFT)] for side in Side}
        rows = max(_rows(parts) for parts in sides.values()) + 1
        notes = self.words.lines(f"notes.schematic.{self.wiring.id}")
        bottom = TOP + ROW * rows
        below = bottom + (66 if self.wiring.rails else 36)
        drawing = Drawing(WIDTH, below - 4 + NOTE_ROW * len(notes), self.words.language)
        title = self.words(f"schematic.{self.wiring.id}")
        drawing.text((16, 34), title, "title start")
        drawing.text((16, 57), self.words("schematic.how"), "quiet start")
        drawing.rect((self.edge(Side.LEFT), TOP), (BLOCK, bottom - TOP), "card", 4)
        drawing.text(
            (self.middle, TOP + ROW * (rows - 0.5) - 6), self.words(f"board.{self.wiring.header.id}"), "name middle"
        )
        for side, parts in sides.items():
            self._draw_side(drawing, side, parts)
        if self.wiring.rails:
            self._draw_rails(drawing, bottom)
        for index, note in enumerate(notes):
            drawing.text((16, below + NOTE_ROW * index), note)
        return drawing.render(title, description(self.wiring, self.words))

    @property
    def middle(self) -> float:
        return WIDTH / 2 if self.wiring.header is PI else 410

    def edge(self, side: Side) -> float:
        """Return the edge of the board in the middle."""
        return self.middle + side.value * BLOCK / 2

    @staticmethod
    def ground_x(side: Side) -> float:
        return EDGE if side is Side.LEFT else WIDTH - EDGE

    def _row_y(self, side: Side) -> float:
        y = TOP + ROW * (self.next_row[side] + 0.5)
        self.next_row[side] += 1
        return y

    def _draw_side(self, drawing: Drawing, side: Side, parts: Sequence[WiredPart]) -> None:
        if chain := {part.id: part for part in parts if part.id in CHAIN}:
            self._draw_chain(drawing, side, chain)
        for part in parts:
            if part.id in BOXED:
                self._draw_box(drawing, side, part)
        for part in parts:
            if part.id not in (*BOXED, *CHAIN, "arcade_key"):
                self._draw_row(drawing, side, part, part.contacts[0], part.contacts[1])
        for first in (0, 1):
            for part in parts:
                if part.id == "arcade_key":
                    self._draw_row(drawing, side, part, part.contacts[first], part.contacts[first + 2])

    def _draw_rails(self, drawing: Drawing, bottom: float) -> None:
        """Draw one line to ground for all, labelled with its pins."""
        numbers = ", ".join(str(pin.number) for pin in sorted(self.wiring.rails, key=lambda pin: pin.number))
        drawing.line([(self.middle, bottom), (self.middle, bottom + 12)])
        _ground(drawing, (self.middle, bottom + 12))
        drawing.text((self.middle + 20, bottom + 18), self.words("schematic.grounds", pins=numbers), "small start")

    # Pins of the board

    def _pin(self, drawing: Drawing, side: Side, pin: Pin, y: float) -> Point:
        """Draw a pin's name inside and its number outside; return the end of its line."""
        x, out = self.edge(side), side.value
        anchor = "start" if side is Side.LEFT else "end"
        drawing.text((x - out * 9, y + 4.5), pin_name(pin, self.words), anchor)
        drawing.line([(x, y), (x + out * 28, y)])
        drawing.text((x + out * 14, y - 5), str(pin.number), "small middle quiet")
        return (x + out * 28, y)

    def _label(self, part: WiredPart, contact: Contact) -> str:
        if part.id == "arcade_key":
            return self.words(f"schematic.{contact.mark}", n=part.number or 0)
        return self.words(f"part.{part.title}", n=part.number or 0)

    # Parts between a pin and ground

    def _draw_row(self, drawing: Drawing, side: Side, part: WiredPart, contact: Contact, ground: Contact) -> None:
        assert contact.pin
        y, out, end = self._row_y(side), side.value, self.ground_x(side)
        with drawing.group("net", {"pin": contact.pin.number, "entry": contact.entry, "part": part.id}):
            x, _ = self._pin(drawing, side, contact.pin, y)
            lit = part.id == "led" or contact.mark == "light+"
            symbol = _led if lit else _piezo if part.id == "piezo" else _switch
            x = symbol(drawing, (x + out * 22, y), out)
            if ground.resistor:
                drawing.line([(x, y), (x + out * 14, y)])
                drawing.rect((x + out * 14 if out > 0 else x - 48, y - 7), (34, 14), "resistor", 2)
                drawing.text((x + out * 31, y - 11), self.words(f"value.{ground.resistor}"), "small middle")
                x += out * 48
            drawing.line([(x, y), (end, y)])
            _ground(drawing, (end, y))
            anchor = "start" if side is Side.LEFT else "end"
            drawing.text((end, y - 8), self._label(part, contact), anchor)

    # Parts with a box

    def _draw_box(self, drawing: Drawing, side: Side, part: WiredPart) -> None:
        pinned = [contact for contact in part.contacts if contact.pin and contact.mark != "SW"]
        grounds = [contact for contact in part.contacts if not contact.pin and contact.mark != "SW"]
        out, end = side.value, self.ground_x(side)
        ys = [self._row_y(side) for _ in pinned]
        near, far = self.edge(side) + out * 84, self.edge(side) + out * 200
        top = ys[0] - 20
        height = max(ys[-1] + 20 - top, 76)
        drawing.rect((min(near, far), top), (abs(far - near), height), "thing", 3)
        for contact, y in zip(pinned, ys, strict=True):
            assert contact.pin
            with drawing.group("net", {"pin": contact.pin.number, "entry": contact.entry, "part": part.id}):
                x, _ = self._pin(drawing, side, contact.pin, y)
                drawing.line([(x, y), (near, y)])
                drawing.text((near + out * 8, y + 4.5), contact.mark, "end" if side is Side.LEFT else "start")
        middle = top + height / 2
        ground_y = ys[-1] if part.id == "screen" else middle
        if part.id != "screen":
            _turn(drawing, ((near + far) / 2, middle))
        else:
            drawing.rect((far + 14 if out < 0 else far - 60, top + 20), (46, 32), "glass", 2)
        for contact in grounds:
            drawing.line([(far, ground_y), (end, ground_y)])
            _ground(drawing, (end, ground_y))
            drawing.text((far - out * 7, ground_y + 4.5), contact.mark, "start" if side is Side.LEFT else "end")
        name = self._label(part, part.contacts[0])
        drawing.text((far + out * 8, top + 14), name, "end" if side is Side.LEFT else "start")
        if part.id == "screen":
            drawing.text((far + out * 8, top + 30), "SSD1306", "small quiet " + ("end" if out < 0 else "start"))
        self._draw_push(drawing, side, part)

    def _draw_push(self, drawing: Drawing, side: Side, part: WiredPart) -> None:
        """Draw the push of a knob, which is a separate key."""
        pushes = [contact for contact in part.contacts if contact.mark == "SW"]
        if not pushes:
            return
        push, out, end = pushes[0], side.value, self.ground_x(side)
        assert push.pin
        y = self._row_y(side)
        with drawing.group("net", {"pin": push.pin.number, "entry": push.entry, "part": part.id}):
            x, _ = self._pin(drawing, side, push.pin, y)
            x = _switch(drawing, (x + out * 22, y), out)
            drawing.line([(x, y), (end, y)])
        _ground(drawing, (end, y))
        drawing.text((end, y - 8), self.words("schematic.push"), "start" if side is Side.LEFT else "end")

    # The ring, its level shifter and its capacitor

    def _draw_chain(self, drawing: Drawing, side: Side, parts: dict[str, WiredPart]) -> None:
        """Draw 5 V above, ground below, and the data between them, from left to right."""
        data, supply, _ = parts["level_shifter"].contacts
        assert data.pin
        assert supply.pin
        [rail] = [pin for pin in self.wiring.rails if pin.side is supply.pin.side]
        high, middle, low = TOP + ROW * 0.5, TOP + ROW * 2, TOP + ROW * 3.5
        self.next_row[side] = CHAIN_ROWS
        block_edge, ground_edge = self.edge(side), WIDTH - EDGE - 20
        with drawing.group("net", {"pin": supply.pin.number, "entry": "ring.5V", "part": "ring"}):
            x, _ = self._pin(drawing, side, supply.pin, high)
            drawing.line([(x, high), (ground_edge, high)])
            drawing.rect((x + 8, high - 7), (34, 14), "fuse", 2)
            drawing.text((x + 25, high - 11), self.words("value.fuse"), "small middle")
        with drawing.group("net", {"pin": rail.number, "entry": "ring.GND", "part": "ring"}):
            x, _ = self._pin(drawing, side, rail, low)
            drawing.line([(x, low), (ground_edge, low)])
        _ground(drawing, (block_edge + 60, low))
        with drawing.group("net", {"pin": data.pin.number, "entry": data.entry, "part": "level_shifter"}):
            x, _ = self._pin(drawing, side, data.pin, middle)
            drawing.line([(x, middle), (block_edge + 96, middle)])
        self._draw_gate(drawing, (block_edge + 96, middle), high, low)
        _ceramic(drawing, (block_edge + 78, high + 24), high, low)
        drawing.text((block_edge + 60, high + 32), self.words("value.ceramic"), "small end")
        drawing.line([(block_edge + 152, middle), (block_edge + 182, middle)])
        drawing.rect((block_edge + 182, middle - 7), (36, 14), "resistor", 2)
        drawing.text((block_edge + 200, middle - 14), self.words("value.ring_resistor"), "small middle")
        drawing.line([(block_edge + 218, middle), (block_edge + 234, middle)])
        self._draw_ring(drawing, (block_edge + 234, middle), (high, low), parts["ring"])
        _capacitor(drawing, (ground_edge, middle), high, low)
        drawing.text((ground_edge - 20, middle + 26), self.words("part.capacitor"), "small end")
        drawing.text((ground_edge - 10, middle - 8), "+", "small end")

    def _draw_gate(self, drawing: Drawing, position: Point, high: float, low: float) -> None:
        """Draw one of the four gates: a triangle with its five legs."""
        x, y = position
        drawing.path(f"M{x:.1f} {y - 30:.1f} L{x:.1f} {y + 30:.1f} L{x + 56:.1f} {y:.1f} Z", "thing")
        drawing.line([(x + 14, y - 22.5), (x + 14, high)])
        drawing.circle((x + 14, high), 3.5, "filled")
        drawing.text((x + 20, y - 28.5), "14", "small start quiet")
        for across, rise, leg in ((10, 24.6, "7"), (32, 12.9, "1")):
            drawing.line([(x + across, y + rise), (x + across, low)])
            drawing.circle((x + across, low), 3.5, "filled")
            drawing.text((x + across + 6, y + 44), leg, "small start quiet")
        drawing.circle((x + 32, y + 16.5), 3.6, "thing")
        drawing.text((x - 6, y - 5), "2", "small end quiet")
        drawing.text((x + 62, y - 5), "3", "small start quiet")
        drawing.text((x + 50, y + 34), self.words("part.shifter"), "small start")

    def _draw_ring(self, drawing: Drawing, position: Point, ends: Point, ring: WiredPart) -> None:
        x, y = position
        high, low = ends
        drawing.rect((x, y - 48), (108, 96), "thing", 3)
        drawing.text((x + 8, y + 4.5), "DIN", "start")
        for end, side, mark in ((high, -1, self.words("5v")), (low, 1, "GND")):
            drawing.line([(x + 70, y + side * 48), (x + 70, end)])
            drawing.circle((x + 70, end), 3.5, "filled")
            drawing.text((x + 70, y + side * 48 - side * 12 + 4), mark, "small middle")
        drawing.text((x + 8, y + 22), self.words(f"part.{ring.title}", n=ring.number or 0), "small start")


def _rows(parts: Sequence[WiredPart]) -> int:
    count = CHAIN_ROWS if any(part.id in CHAIN for part in parts) else 0
    for part in parts:
        if part.id not in CHAIN:
            count += sum(1 for contact in part.contacts if contact.pin)
    return count


# Symbols, from the pin outwards: `out` is 1 towards the right, -1 towards the left. Each returns the end of its line.


def _switch(drawing: Drawing, position: Point, out: int) -> float:
    """Draw a push button that closes while it is pressed."""
    x, y = position
    far = x + out * 40
    drawing.line([(x - out * 22, y), (x, y)])
    for end in (x + out * 3, far - out * 3):
        drawing.circle((end, y), 3.5, "thing")
    drawing.line([(x, y - 9), (far, y - 9)])
    drawing.line([(x + out * 20, y - 9), (x + out * 20, y - 17)])
    drawing.line([(x + out * 13, y - 17), (x + out * 27, y - 17)])
    return far


def _led(drawing: Drawing, position: Point, out: int) -> float:
    """Draw a light-emitting diode with its + towards the pin."""
    x, y = position
    tip = x + out * 26
    drawing.line([(x - out * 22, y), (x + out * 6, y)])
    drawing.path(f"M{x + out * 6:.1f} {y - 10:.1f} L{x + out * 6:.1f} {y + 10:.1f} L{tip:.1f} {y:.1f} Z", "lit")
    drawing.line([(tip, y - 10), (tip, y + 10)])
    for shift in (10, 18):
        start, end = (x + out * shift, y - 10), (x + out * (shift + 7), y - 19)
        drawing.line([start, end])
        drawing.circle(end, 2, "filled")
    return tip


def _piezo(drawing: Drawing, position: Point, out: int) -> float:
    """Draw a crystal between two plates."""
    x, y = position
    drawing.line([(x - out * 22, y), (x + out * 8, y)])
    for plate in (8, 32):
        drawing.line([(x + out * plate, y - 12), (x + out * plate, y + 12)])
    crystal_left = x + out * 13 if out > 0 else x - 27
    drawing.rect((crystal_left, y - 14), (14, 28), "thing")
    return x + out * 32


def _ground(drawing: Drawing, position: Point) -> None:
    """Draw three lines, each shorter than the one above it."""
    x, y = position
    drawing.line([(x, y), (x, y + 8)])
    for step, half in enumerate((11, 7, 3)):
        drawing.line([(x - half, y + 8 + 4 * step), (x + half, y + 8 + 4 * step)])


def _turn(drawing: Drawing, position: Point) -> None:
    """Draw a shaft that can be turned both ways."""
    x, y = position
    drawing.circle(position, 9, "metal")
    drawing.path(f"M{x - 16:.1f} {y + 6:.1f} A17 17 0 1 1 {x + 16:.1f} {y + 6:.1f}", "stroke")
    for side in (-1, 1):
        tip = (x + side * 16, y + 6)
        drawing.line([(tip[0] - side * 7, tip[1] - 3), tip, (tip[0] + side * 4, tip[1] - 7)])


def _capacitor(drawing: Drawing, position: Point, high: float, low: float) -> None:
    """Draw a polarised capacitor, its + above."""
    x, y = position
    drawing.line([(x, high), (x, y - 4)])
    drawing.rect((x - 14, y - 5), (28, 5), "thing")
    drawing.rect((x - 14, y + 4), (28, 5), "filled")
    drawing.line([(x, y + 9), (x, low)])


def _ceramic(drawing: Drawing, position: Point, high: float, low: float) -> None:
    """Draw a capacitor without a stripe; its line to ground passes behind other lines."""
    x, y = position
    for end, plate in ((high, y - 3), (low, y + 3)):
        drawing.line([(x, end), (x, plate)])
        drawing.line([(x - 9, plate), (x + 9, plate)])
        drawing.circle((x, end), 3.5, "filled")
