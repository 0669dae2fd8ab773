"""The wiring drawing: a header as seen from above, and every wire to its part."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, floor

from companion.plans.part_symbols import HALF_HEIGHTS, HALF_WIDTHS, SYMBOLS
from companion.plans.pin_headers import PI, Header, Pin, PinKind, Side
from companion.plans.plan_words import PlanWords
from companion.plans.svg import Drawing, Point
from companion.plans.wiring import (
    GROUND,
    Contact,
    PartLink,
    WiredPart,
    Wiring,
    description,
    first_row,
    mark_text,
    side_of,
)
from companion.support.frozen_dataclasses import frozen

TOP = 96
"""Height where parts begin, below the title."""
PITCH = 27
"""Distance from one pin to the next."""
TAB = 68
ROW = PITCH
"""Distance from one contact of a part to the next: if a part has the order of its pins, its wires run straight."""
PAD = 9
TITLE = 19
GAP = 13
RAIL = 24
"""Distance of a ground rail from the edge."""
CARD_MARGIN = 74
"""Distance of the cards from the edge: a resistor fits between them and the rail."""
LANE = 9
FIRST_LANE = 16
"""Distance from the names beside the pins to the first lane."""
AFTER_LANES = 14
LANE_GAP = 7
"""Distance between the end of one wire in a lane and the beginning of the next."""
FUSE = 52
"""Width that a fuse takes beside its pin."""
FUSED_END = 30
"""Extra width of the word that replaces a pin's number behind a fuse."""
PART_ROOM = 42
"""Width between the lanes and the parts for a resistor, or for that word."""
LINK_GAP = 66
LEGEND_ROW = 25
LEGEND_COLUMNS = 4
NOTE_ROW = 20


@frozen
class HeaderSizes:
    """Widths around a header."""

    spread: float
    """Distance between the two rows of pins."""
    card: float
    room: float
    """Least distance between the names of the pins and the parts."""

    def reach(self, room: float) -> float:
        """Return the width of one side, from the middle of the header, with this room for wires."""
        return self.spread / 2 + 14 + TAB + room + 11 + self.card + CARD_MARGIN


SIZES = {"pi": HeaderSizes(28, 214, 95), "pico": HeaderSizes(84, 284, 75)}
"""Widths by the id of the header."""


@frozen
class PictureFrame:
    """Horizontal positions in the picture."""

    width: float
    """Width of the whole picture."""
    middle: float
    """The middle of the header."""
    card: float


@dataclass
class PartCard:
    """The card of one part on the drawing, at one side of the header."""

    part: WiredPart
    side: Side
    links_in: bool
    links_out: bool
    frame: PictureFrame = field(default_factory=lambda: PictureFrame(0, 0, 0))
    """Known once all parts are placed."""
    top: float = 0.0

    @property
    def inner(self) -> list[Contact]:
        """The contacts with a wire to a pin, from above."""
        return [contact for contact in self.part.contacts if contact.pin]

    @property
    def outer(self) -> list[Contact]:
        """The contacts with a wire to the ground rail."""
        return [contact for contact in self.part.contacts if contact.pin is None]

    @property
    def height(self) -> float:
        rows = len(self.inner) + self.links_in + self.links_out
        return max(2 * PAD + TITLE + ROW * rows - 4, 2 * HALF_HEIGHTS.get(self.part.id, 20) + 12)

    @property
    def inner_x(self) -> float:
        off = CARD_MARGIN + self.frame.card
        return off if self.side is Side.LEFT else self.frame.width - off

    @property
    def outer_x(self) -> float:
        return CARD_MARGIN if self.side is Side.LEFT else self.frame.width - CARD_MARGIN

    @property
    def link_x(self) -> float:
        """The position where wires from part to part arrive from above and leave below."""
        return self.inner_x + self.towards_outer * 20

    @property
    def towards_outer(self) -> int:
        return self.side.value

    def inner_y(self, index: int) -> float:
        return self.top + PAD + TITLE + ROW * (index + self.links_in) + 9

    def outer_y(self, index: int) -> float:
        """Return the height of an outer contact.

        They are spread over the rows of the other edge; a single one is in their middle.
        """
        last = max(len(self.inner) - 1, 0)
        if len(self.outer) == 1:
            return (self.inner_y(0) + self.inner_y(last)) / 2
        return self.inner_y(0) + (self.inner_y(last) - self.inner_y(0)) * index / (len(self.outer) - 1)


@dataclass
class RailPassage:
    """The gap between parts where the wire of a ground rail goes out."""

    pin: Pin
    side: Side
    height: float = 10.0
    top: float = 0.0

    @property
    def y(self) -> float:
        return self.top + self.height / 2


@frozen
class _Crossing:
    """The path of a wire from a pin at one side to a part at the other: up, and across above the header."""

    near: int
    """Its lane beside its pin."""
    level: int
    """The number of wires that cross below it."""


@frozen
class _End:
    """The end of a wire, at a part or a rail."""

    y: float
    entry: str
    part: str
    """The id of a part, or `rail`."""
    resistor: str | None = None
    """The id of a resistor right before the part."""


@dataclass
class _Run:
    """One wire to parts of one side, and its vertical lane there."""

    pin: Pin
    start: float
    """The height at which it arrives: that of its pin, or above the header."""
    colour: str
    crossing: _Crossing | None = None
    ends: list[_End] = field(default_factory=list)
    lane: int = 0
    x: float = 0.0

    @property
    def span(self) -> tuple[float, float]:
        """The top and the bottom of its vertical part."""
        ys = [self.start, *(end.y for end in self.ends)]
        return min(ys), max(ys)


@dataclass
class WiringPicture:
    """The drawing of a wiring: first places everything, then draws it."""

    wiring: Wiring
    words: PlanWords
    rows_top: float = 0.0
    slots: dict[Side, list[PartCard | RailPassage]] = field(default_factory=dict)
    frame: PictureFrame = field(default_factory=lambda: PictureFrame(0, 0, 0))
    runs: dict[Side, list[_Run]] = field(default_factory=dict)

    def svg(self) -> str:
        """Return the whole file."""
        bottom = self._place()
        legend = _legend(self.wiring)
        notes = [line for note in self.wiring.notes for line in self.words.lines(f"note.{note}")]
        height = bottom + 34 + LEGEND_ROW * -(-len(legend) // LEGEND_COLUMNS) + 12 + NOTE_ROW * len(notes) + 8
        drawing = Drawing(self.frame.width, height, self.words.language)
        title = self.words(f"title.{self.wiring.id}", name=self.wiring.name)
        drawing.text((RAIL - 8, 34), title, "title start")
        drawing.text((RAIL - 8, 57), self.words(f"seen.{self.wiring.header.id}"), "quiet start")
        self._draw_rails(drawing)
        draw_header(drawing, self)
        for side in Side:
            self._draw_side(drawing, side)
        for link in self.wiring.links:
            self._draw_link(drawing, link)
        legend_bottom = self._draw_legend(drawing, legend, bottom + 34)
        for index, note in enumerate(notes):
            drawing.text((RAIL - 8, legend_bottom + 12 + NOTE_ROW * index), note, "start")
        return drawing.render(title, description(self.wiring, self.words))

    # Places

    @property
    def sizes(self) -> HeaderSizes:
        return SIZES[self.wiring.header.id]

    def row_y(self, pin: Pin) -> float:
        return self.rows_top + PITCH * pin.row

    def pin_x(self, pin: Pin) -> float:
        return self.frame.middle + pin.side.value * self.sizes.spread / 2

    def tab_x(self, side: Side) -> float:
        """Return the outer edge of the names beside the pins, where wires begin."""
        return self.frame.middle + side.value * (self.sizes.spread / 2 + 14 + TAB)

    def _place(self) -> float:
        """Spread the parts over the height and give each wire its lane; return the bottom of the parts."""
        self.slots = {side: self._slots_of(side) for side in Side}
        header = PITCH * 19
        least = header + 84 + 2 * (_height_above_pins(max(len(self._crossings) - 1, 0)) - _height_above_pins(0))
        height = max(least, *(self._needed_height(side) for side in Side))
        self.rows_top = TOP + (height - header) / 2 + 10
        for side in Side:
            self._spread_out(side, height)
        self.runs = {side: self._runs(side) for side in Side}
        self._widen()
        return TOP + height

    def _slots_of(self, side: Side) -> list[PartCard | RailPassage]:
        starts, ends = ({getattr(link, field_name)[0] for link in self.wiring.links} for field_name in ("start", "end"))
        cards: list[PartCard | RailPassage] = [
            PartCard(part, side, part.id in ends, part.id in starts)
            for part in self.wiring.parts
            if side_of(part) is side
        ]
        passages = [RailPassage(pin, side) for pin in self.wiring.rails if pin.side is side]
        return sorted([*cards, *passages], key=_first_row)

    @property
    def _crossings(self) -> Mapping[str, _Crossing]:
        """The wires to parts on the side opposite to their pins, by their entries."""
        crossings: dict[str, _Crossing] = {}
        for side in Side:
            contacts = [contact for card in self._cards(other_than(side)) for contact in card.inner]
            leaving = sorted((contact for contact in contacts if _is_at(contact, side)), key=_row)
            for near, contact in enumerate(leaving):
                crossings[contact.entry] = _Crossing(near, len(crossings))
        return crossings

    def _needed_height(self, side: Side) -> float:
        """Return the height that a side needs."""
        slots = self.slots[side]
        if self._is_in_order(side):
            return sum(slot.height for slot in slots) + sum(_gap(slot) for slot in slots[:-1])
        bottom = 0.0
        for slot in slots:
            bottom = _on_grid(bottom, -_to_first_wire(slot), ceil) + slot.height + _gap(slot)
        return bottom + PITCH

    def _is_in_order(self, side: Side) -> bool:
        """Return whether the parts of a side have the order of its pins, so that no wires cross."""
        starts: list[int] = []
        for slot in self.slots[side]:
            if isinstance(slot, RailPassage):
                starts.append(slot.pin.row)
                continue
            for contact in slot.inner:
                crossing = self._crossings.get(contact.entry)
                starts.append(-1 - crossing.level if crossing else _row(contact))
        return starts == sorted(starts)

    def _spread_out(self, side: Side, height: float) -> None:
        """Put each part as near to its own pins as the others allow.

        Where wires cross, all of them arrive halfway between two pins, so that no wire covers another.
        """
        slots, in_order = self.slots[side], self._is_in_order(side)

        def position(slot: PartCard | RailPassage, top: float, rounded: Callable[[float], int]) -> float:
            between = self.rows_top + PITCH / 2 - _to_first_wire(slot)
            return top if in_order else _on_grid(top, between, rounded)

        lowest = float(TOP)
        for slot in slots:
            slot.top = position(slot, max(lowest, self._ideal_top(slot)), ceil)
            lowest = slot.top + slot.height + _gap(slot)
        highest = TOP + height
        for slot in reversed(slots):
            if slot is not slots[-1]:
                highest -= _gap(slot)
            slot.top = min(slot.top, position(slot, highest - slot.height, floor))
            highest = slot.top

    def _ideal_top(self, slot: PartCard | RailPassage) -> float:
        """Return the top that makes its wires straightest."""
        if isinstance(slot, RailPassage):
            return self.row_y(slot.pin) - slot.height / 2
        rows = [
            self.row_y(contact.pin) - (slot.inner_y(index) - slot.top)
            for index, contact in enumerate(slot.inner)
            if contact.pin and contact.pin.side is slot.side
        ]
        return sum(rows) / len(rows)

    def _widen(self) -> None:
        """Make both sides as wide as their lanes need, and give each wire its horizontal position."""
        rooms = {}
        for side in Side:
            lanes = max((run.lane + 1 for run in self.runs[side]), default=0)
            rooms[side] = max(self.sizes.room, self._first_lane(side) + LANE * lanes + self._after_lanes(side))
        left_reach, right_reach = (self.sizes.reach(rooms[side]) for side in (Side.LEFT, Side.RIGHT))
        self.frame = PictureFrame(left_reach + right_reach, left_reach, self.sizes.card)
        for side in Side:
            for run in self.runs[side]:
                run.x = self.tab_x(side) + side.value * (self._first_lane(side) + LANE * run.lane)
            for card in self._cards(side):
                card.frame = self.frame

    def _first_lane(self, side: Side) -> float:
        """Return the distance of the first lane from the names of the pins: beyond crossing wires and a fuse."""
        pins = self.wiring.header.pins
        has_fuse = any(pins[pin].side is side for pin in self.wiring.fuses)
        leaving = sum(_is_at(contact, side) for card in self._cards(other_than(side)) for contact in card.inner)
        return FIRST_LANE + (LANE * leaving + 5 if leaving else 0) + (FUSE if has_fuse else 0)

    def _after_lanes(self, side: Side) -> float:
        """Return the room between the last lane and the parts."""
        contacts = [contact for card in self._cards(side) for contact in card.inner]
        needs_room = any(contact.resistor or self._is_fused(contact.pin) for contact in contacts)
        return AFTER_LANES + (PART_ROOM if needs_room else 0)

    def _is_fused(self, pin: Pin | None) -> bool:
        return pin is not None and pin.number in self.wiring.fuses

    def _draw_legend(self, drawing: Drawing, legend: list[tuple[str, str]], top: float) -> float:
        """Draw the colours with their meaning; return the bottom of the legend."""
        across = (self.frame.width - 2 * RAIL) / LEGEND_COLUMNS
        for index, (colour, use) in enumerate(legend):
            x, y = RAIL - 4 + across * (index % LEGEND_COLUMNS), top + LEGEND_ROW * (index // LEGEND_COLUMNS)
            drawing.wire([(x, y), (x + 28, y)], colour)
            words = self.words("legend", colour=self.words("colour." + colour), use=self.words(use))
            drawing.text((x + 38, y + 4.5), words)
        return top + LEGEND_ROW * -(-len(legend) // LEGEND_COLUMNS)

    # Wires

    def _runs(self, side: Side) -> list[_Run]:
        """Return the wires of one side, from the uppermost, each in its lane."""
        by_pin: dict[tuple[int, bool], _Run] = {}
        for slot in self.slots[side]:
            if isinstance(slot, RailPassage):
                run = by_pin.setdefault((slot.pin.number, False), _Run(slot.pin, self.row_y(slot.pin), GROUND))
                run.ends.append(_End(slot.y, f"rail.{side.name.lower()}", "rail"))
                continue
            for index, contact in enumerate(slot.inner):
                assert contact.pin
                crossing = self._crossings.get(contact.entry)
                start = self._level_y(crossing) if crossing else self.row_y(contact.pin)
                new_run = _Run(contact.pin, start, contact.colour, crossing)
                run = by_pin.setdefault((contact.pin.number, crossing is not None), new_run)
                run.ends.append(_End(slot.inner_y(index), contact.entry, slot.part.id, contact.resistor))
        runs = sorted(by_pin.values(), key=lambda run: run.start)
        _give_lanes(runs, in_order=self._is_in_order(side))
        return runs

    def _level_y(self, crossing: _Crossing) -> float:
        return self.rows_top - _height_above_pins(crossing.level)

    def _points(self, run: _Run, end: _End, side: Side) -> list[Point]:
        """Return the corners of a wire, from its pin to one of its ends."""
        end_x = self._rail_x(side) if end.part == "rail" else self._wire_x(side)
        if self._is_fused(run.pin):
            end_x -= side.value * FUSED_END
        start = (self.tab_x(run.pin.side), self.row_y(run.pin))
        if run.crossing:
            near = start[0] + run.pin.side.value * (12 + LANE * run.crossing.near)
            return [start, (near, start[1]), (near, run.start), (run.x, run.start), (run.x, end.y), (end_x, end.y)]
        if abs(run.start - end.y) < 0.5 and len(run.ends) == 1:
            return [start, (end_x, end.y)]
        return [start, (run.x, run.start), (run.x, end.y), (end_x, end.y)]

    def _wire_x(self, side: Side) -> float:
        """Return where wires end: at the edge of the circle with the pin's number."""
        off = CARD_MARGIN + self.sizes.card + 11
        return off if side is Side.LEFT else self.frame.width - off

    def _rail_x(self, side: Side) -> float:
        return RAIL if side is Side.LEFT else self.frame.width - RAIL

    def _draw_rails(self, drawing: Drawing) -> None:
        for pin in self.wiring.rails:
            x = self._rail_x(pin.side)
            ys = [slot.y for slot in self.slots[pin.side] if isinstance(slot, RailPassage)]
            for card in self._cards(pin.side):
                ys += [card.outer_y(index) for index, _ in enumerate(card.outer)]
            with drawing.group("rail", {"pin": pin.number}):
                drawing.wire([(x, min(ys)), (x, max(ys))], GROUND)

    def _cards(self, side: Side) -> list[PartCard]:
        return [slot for slot in self.slots[side] if isinstance(slot, PartCard)]

    def _draw_side(self, drawing: Drawing, side: Side) -> None:
        for run in self.runs[side]:
            for end in run.ends:
                data = {"pin": run.pin.number, "entry": end.entry, "part": end.part, "colour": run.colour}
                with drawing.group("wire", data):
                    drawing.wire(self._points(run, end, side), run.colour)
                    if end.resistor:
                        x = self._wire_x(side) - side.value * 22
                        self._draw_resistor(drawing, (x, end.y), end.resistor)
        for run in self.runs[side]:
            for joint in _joints(run):
                drawing.dot(joint, run.colour)
            if run.pin.number in self.wiring.fuses:
                self._draw_fuse(drawing, run)
        for card in self._cards(side):
            self._draw_grounds(drawing, card)
            _draw_card(drawing, card, self.words, self.wiring.fuses)

    def _draw_fuse(self, drawing: Drawing, run: _Run) -> None:
        """Draw a fuse on the wire, between its pin and its first branch."""
        side, fuse = run.pin.side, self.wiring.fuses[run.pin.number]
        x = self.tab_x(side) + side.value * (self._first_lane(side) - FUSE / 2 - 3)
        with drawing.group("guard", {"pin": run.pin.number, "part": fuse}):
            drawing.rect((x - 18, run.start - 7), (36, 14), "fuse", 3)
            drawing.text((x, run.start - 13), self.words(f"value.{fuse}"), "small middle")

    def _draw_grounds(self, drawing: Drawing, card: PartCard) -> None:
        rail = self._rail_x(card.side)
        for index, contact in enumerate(card.outer):
            y = card.outer_y(index)
            with drawing.group("ground", {"entry": contact.entry, "part": card.part.id, "colour": contact.colour}):
                drawing.wire([(card.outer_x, y), (rail, y)], contact.colour)
                drawing.dot((rail, y), contact.colour)
                if contact.resistor:
                    self._draw_resistor(drawing, ((card.outer_x + rail) / 2, y), contact.resistor)

    def _draw_resistor(self, drawing: Drawing, position: Point, resistor: str) -> None:
        x, y = position
        drawing.rect((x - 14, y - 6), (28, 12), "resistor", 3)
        drawing.text((x, y - 11), self.words(f"value.{resistor}"), "small middle")

    def _draw_link(self, drawing: Drawing, link: PartLink) -> None:
        cards = {card.part.id: card for side in Side for card in self._cards(side)}
        start, end = cards[link.start[0]], cards[link.end[0]]
        x, top, bottom = start.link_x, start.top + start.height, end.top
        data = {"from": ".".join(link.start), "to": ".".join(link.end), "colour": link.colour}
        with drawing.group("link", data):
            drawing.wire([(x, top), (x, bottom)], link.colour)
            middle = (top + bottom) / 2
            drawing.rect((x - 7, middle - 17), (14, 34), "resistor", 3)
            for y in (top, bottom):
                drawing.circle((x, y), 4.5, "joint black")
        text = f"{self.words('value.' + link.resistor)} · {self.words('colour.' + link.colour)}"
        drawing.text((x + start.towards_outer * 16, middle + 5), text, _text_anchor(start.side))


def _give_lanes(runs: Sequence[_Run], *, in_order: bool) -> None:
    """Give each wire a lane so that no wire covers another.

    If the parts have the order of their pins, no two wires even cross. Otherwise each colour has its own lanes, so that
    only wires of different colours cross.
    """
    if in_order:
        _give_lanes_in_order(runs)
        return
    first = 0
    for family in _by_colour(runs):
        first += _give_lanes_from(first, family)


def _by_colour(runs: Sequence[_Run]) -> list[list[_Run]]:
    families: dict[str, list[_Run]] = {}
    for run in runs:
        families.setdefault(run.colour, []).append(run)
    return list(families.values())


def _give_lanes_in_order(runs: Sequence[_Run]) -> None:
    """Give lanes to wires in order: of those that go down, the upper ones turn farther out; of those that go up, nearer
    in.
    """

    def goes_down(run: _Run) -> bool:
        return sum(end.y for end in run.ends) / len(run.ends) > run.start

    for going_down, group in groupby(runs, key=goes_down):
        members = list(group)
        for index, run in enumerate(members):
            run.lane = len(members) - 1 - index if going_down else index


def _give_lanes_from(first: int, runs: Sequence[_Run]) -> int:
    """Give each wire of one colour the outermost free lane; return the number of lanes used."""
    lanes: list[list[_Run]] = []
    for run in runs:
        top, bottom = run.span
        free = (
            lane
            for lane in lanes
            if all(top > span[1] + LANE_GAP or bottom < span[0] - LANE_GAP for span in _spans(lane))
        )
        lane = next(free, None)
        if lane is None:
            lane = []
            lanes.append(lane)
        lane.append(run)
    for index, lane in enumerate(reversed(lanes)):
        for run in lane:
            run.lane = first + index
    return len(lanes)


def _spans(lane: Sequence[_Run]) -> Iterator[tuple[float, float]]:
    return (run.span for run in lane)


def _joints(run: _Run) -> Iterator[Point]:
    """Return the points where three ends of one wire meet."""
    ys = [round(y, 1) for y in (run.start, *(end.y for end in run.ends))]
    for y in sorted(set(ys)):
        if ys.count(y) + (y > min(ys)) + (y < max(ys)) > 2:
            yield (run.x, y)


def other_than(side: Side) -> Side:
    """Return the other side."""
    return Side.RIGHT if side is Side.LEFT else Side.LEFT


def _is_at(contact: Contact, side: Side) -> bool:
    return contact.pin is not None and contact.pin.side is side


def _row(contact: Contact) -> int:
    assert contact.pin
    return contact.pin.row


def _first_row(slot: PartCard | RailPassage) -> int:
    return slot.pin.row if isinstance(slot, RailPassage) else first_row(slot.part)


def _gap(slot: PartCard | RailPassage) -> float:
    """Return the height that stays free below a card or passage."""
    return LINK_GAP if isinstance(slot, PartCard) and slot.links_out else GAP


def _to_first_wire(slot: PartCard | RailPassage) -> float:
    """Return the height from its top to its first wire."""
    return slot.height / 2 if isinstance(slot, RailPassage) else slot.inner_y(0) - slot.top


def _height_above_pins(level: int) -> float:
    """Return the distance of a crossing wire above the first pins, which avoids wires that arrive between two rows."""
    pairs, odd = divmod(level + 1, 2)
    return 2 * PITCH - LANE / 2 + PITCH * pairs + LANE * odd


def _on_grid(top: float, phase: float, rounded: Callable[[float], int]) -> float:
    """Return a top moved by less than a row, to a whole number of rows from a phase."""
    return phase + PITCH * rounded((top - phase) / PITCH - 1e-9 * (1 if rounded is ceil else -1))


def _text_anchor(side: Side) -> str:
    """Return the anchor of text that ends at the inner edge of a card."""
    return "end" if side is Side.LEFT else "start"


def _draw_card(drawing: Drawing, card: PartCard, words: PlanWords, fused: Container[int]) -> None:
    part, out = card.part, card.towards_outer
    card_left = min(card.inner_x, card.outer_x)
    with drawing.group("part", {"part": part.id, "number": part.number or 0}):
        drawing.rect((card_left, card.top), (card.frame.card, card.height), "card", 8)
        has_marks = any(contact.mark for contact in card.outer)
        across = card.outer_x - out * (HALF_WIDTHS.get(part.id, 24) + (42 if has_marks else 14))
        SYMBOLS[part.id](drawing, (across, card.top + card.height / 2), part.number or 0)
        text_x, anchor = card.inner_x + out * 17, _text_anchor(card.side)
        title_y = card.top + PAD + 13 + ROW * card.links_in
        drawing.text((text_x, title_y), words(f"part.{part.title}", n=part.number or 0), f"name {anchor}")
        for index, contact in enumerate(card.inner):
            _draw_inner(drawing, card, index, contact, words)
            assert contact.pin
            if contact.pin.number in fused:
                _draw_behind_fuse(drawing, (card.inner_x, card.inner_y(index)), card.towards_outer, words)
            else:
                _draw_terminal(drawing, (card.inner_x, card.inner_y(index)), contact.pin)
            if contact.bypass:
                _draw_bypass(drawing, card, words(f"value.{contact.bypass}"))
        for index, contact in enumerate(card.outer):
            y = card.outer_y(index)
            drawing.circle((card.outer_x, y), 4.5, "joint black")
            if contact.mark:
                mark = mark_text(part, contact, words)
                drawing.text((card.outer_x - out * 9, y + 4.5), mark, "start" if card.side is Side.LEFT else "end")
        if card.links_in:
            drawing.text((card.link_x + out * 10, card.top + PAD + 13), words("link.in"), anchor)
        if card.links_out:
            drawing.text((card.link_x + out * 10, card.top + card.height - 8), words("link.out"), anchor)


def _draw_inner(drawing: Drawing, card: PartCard, index: int, contact: Contact, words: PlanWords) -> None:
    position = (card.inner_x, card.inner_y(index))
    mark = mark_text(card.part, contact, words)
    text = f"{mark} · {words('colour.' + contact.colour)}" if mark else words("colour." + contact.colour)
    drawing.text((position[0] + card.towards_outer * 17, position[1] + 4.5), text, _text_anchor(card.side))


def _draw_bypass(drawing: Drawing, card: PartCard, value: str) -> None:
    """Draw a ceramic capacitor beside a chip, in the middle of its card."""
    x, y = card.inner_x + card.towards_outer * (card.frame.card / 2 - 8), card.top + card.height / 2 + 20
    for shift in (-5, 5):
        drawing.line([(x + shift, y), (x + shift * 1.6, y + 16)])
    drawing.circle((x, y), 9, "ceramic")
    drawing.text((x, y + 29), value, "small middle")


def _draw_terminal(drawing: Drawing, position: Point, pin: Pin) -> None:
    """Draw a contact with the number of the pin that its wire comes from."""
    drawing.circle(position, 10, "pin")
    drawing.text((position[0], position[1] + 4), str(pin.number), "small middle on-light")


def _draw_behind_fuse(drawing: Drawing, position: Point, towards_outer: int, words: PlanWords) -> None:
    """Draw a contact whose wire comes from the fuse: no wire goes from here to the pin directly."""
    x, y = position
    far = x - towards_outer * (11 + FUSED_END)
    near = x + towards_outer * 10
    drawing.rect((min(near, far), y - 9), (abs(near - far), 18), "fuse", 4)
    drawing.text(((near + far) / 2, y + 4), words("mark.fuse"), "small middle on-light")


# The header


def draw_header(drawing: Drawing, picture: WiringPicture) -> None:
    """Draw the board's edge with all its pins, each with its number and its name."""
    used = {contact.pin.number: contact.colour for _, contact in picture.wiring.wires() if contact.pin}
    used |= {pin.number: GROUND for pin in picture.wiring.rails}
    header = picture.wiring.header
    top, bottom = picture.rows_top - 40, picture.rows_top + PITCH * 19 + 24
    half = picture.sizes.spread / 2 + 14 + (TAB + 6 if header is PI else -8)
    middle = picture.frame.middle
    drawing.rect((middle - half, top), (2 * half, bottom - top), "board", 10)
    _draw_features(drawing, header, middle, (top, bottom), picture.words)
    for pin in header.pins.values():
        with drawing.group("pin-of-header", {"pin": pin.number, "kind": pin.kind.value}):
            position = (picture.pin_x(pin), picture.row_y(pin))
            _draw_tab(drawing, pin, position, used.get(pin.number), picture.words)
            drawing.circle(position, 10.5, "pin")
            drawing.text((position[0], position[1] + 4), str(pin.number), "small middle on-light")


def _draw_features(drawing: Drawing, header: Header, middle: float, ends: Point, words: PlanWords) -> None:
    top, bottom = ends
    if header is PI:
        drawing.text((middle, top + 19), words("pi.top"), "small middle")
        return
    drawing.rect((middle - 20, top - 10), (40, 30), "metal", 4)
    drawing.text((middle, top + 10), "USB", "small middle on-light")
    drawing.rect((middle - 9, top + 92), (18, 12), "pale", 3)
    drawing.text((middle, top + 120), "BOOTSEL", "small middle")
    drawing.rect((middle - 19, (top + bottom) / 2 - 19), (38, 38), "dark", 2)
    drawing.text((middle, (top + bottom) / 2 + 42), "RP2040", "small middle")


def _draw_tab(drawing: Drawing, pin: Pin, position: Point, colour: str | None, words: PlanWords) -> None:
    """Draw the name beside a pin; a pin with one of our wires stands out."""
    x = position[0] + pin.side.value * 14
    tab_left = x if pin.side is Side.RIGHT else x - TAB
    name = pin_name(pin, words)
    if colour:
        kind = {PinKind.V3: "joint red", PinKind.V5: "joint red", PinKind.GROUND: "joint black"}.get(pin.kind, "tab")
        ink = "" if kind == "tab" else " on-dark"
    elif pin.kind is PinKind.V5:
        name, kind, ink = words("5v.not"), "warned", ""
    else:
        kind, ink = "free", " quiet"
    drawing.rect((tab_left, position[1] - 10.5), (TAB, 21), kind, 4)
    drawing.text((tab_left + TAB / 2, position[1] + 4.5), name, f"small middle{ink}")


def pin_name(pin: Pin, words: PlanWords) -> str:
    """Return a pin's name in the reader's words."""
    names = {PinKind.GROUND: "ground", PinKind.V3: "3v3"}
    if pin.kind in names:
        return words(names[pin.kind])
    return words("5v") if pin.name == "5V" else pin.name.replace("GPIO", "GPIO ")


# The colours in words


def _legend(wiring: Wiring) -> list[tuple[str, str]]:
    """Return each colour with its purpose, in the order of first use."""
    uses = (
        (contact.colour, "ground" if contact.colour == GROUND else _purpose(wiring, part, contact))
        for part, contact in wiring.wires()
    )
    return list(dict.fromkeys(uses))


def _purpose(wiring: Wiring, part: WiredPart, contact: Contact) -> str:
    if contact.colour == "red":
        return "5v" if wiring.header is not PI else "3v3"
    if part.id == "screen_spi" and contact.mark in ("CS", "DC", "RES"):
        return "use.screen_spi.control"
    return f"use.{part.id}.{contact.mark}" if part.id in ("screen", "screen_spi", "arcade_key") else f"use.{part.id}"
