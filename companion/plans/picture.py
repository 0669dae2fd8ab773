"""The picture one wires from: a header as it is seen from above, and every wire to the part it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from companion.plans.headers import PI, Header, Kind, Pin, Side
from companion.plans.svg import Drawing, Point
from companion.plans.symbols import HALVES, PLANS, WIDTHS
from companion.plans.telling import entry_told, told
from companion.plans.wiring import GROUND, Contact, Link, Part, Wiring
from companion.plans.words import Words

TOP = 96
"""Where parts begin, below the title."""
PITCH = 27
"""From one pin to the next."""
TAB = 68
ROW = PITCH
"""From one contact of a part to the next: where a part has its pins' order, its wires run straight."""
PAD = 9
TITLE = 19
GAP = 13
RAIL = 24
"""How far from the edge a ground rail is."""
CARD_OFF = 74
"""How far from the edge the cards are: a resistor has room between them and the rail."""
LANE = 9
LINK_GAP = 66
LEGEND_ROW = 25
IN_A_ROW = 4
NOTE_ROW = 20


@dataclass(frozen=True, slots=True)
class Frame:
    """How wide things are."""

    width: float
    """Of the whole picture."""
    middle: float
    """Where the header has its middle."""
    spread: float
    """Between the two rows of pins."""
    card: float


FRAMES = {"pi": Frame(980, 490, 28, 214), "pico": Frame(1090, 560, 84, 246)}
"""By the header."""


@dataclass
class Card:
    """One part on the paper, at one side of the header."""

    part: Part
    side: Side
    frame: Frame
    links_in: bool
    links_out: bool
    top: float = 0.0

    @property
    def inner(self) -> list[Contact]:
        """The contacts with a wire to a pin, from above."""
        return [contact for contact in self.part.contacts if contact.pin]

    @property
    def outer(self) -> list[Contact]:
        """Those with a wire to the ground rail."""
        return [contact for contact in self.part.contacts if contact.pin is None]

    @property
    def height(self) -> float:
        rows = len(self.inner) + self.links_in + self.links_out
        return max(2 * PAD + TITLE + ROW * rows - 4, 2 * HALVES.get(self.part.id, 20) + 12)

    @property
    def inner_x(self) -> float:
        off = CARD_OFF + self.frame.card
        return off if self.side is Side.LEFT else self.frame.width - off

    @property
    def wire_x(self) -> float:
        """Where wires end: at the edge of the circle with the pin's number."""
        return self.inner_x - self.towards_outer * 11

    @property
    def outer_x(self) -> float:
        return CARD_OFF if self.side is Side.LEFT else self.frame.width - CARD_OFF

    @property
    def link_x(self) -> float:
        """Where wires from part to part come in from above and go out below."""
        return self.inner_x + self.towards_outer * 20

    @property
    def towards_outer(self) -> int:
        return self.side.value

    def inner_y(self, index: int) -> float:
        return self.top + PAD + TITLE + ROW * (index + self.links_in) + 9

    def outer_y(self, index: int) -> float:
        """Spread over the rows of the other edge; one alone is in their middle."""
        last = max(len(self.inner) - 1, 0)
        if len(self.outer) == 1:
            return (self.inner_y(0) + self.inner_y(last)) / 2
        return self.inner_y(0) + (self.inner_y(last) - self.inner_y(0)) * index / (len(self.outer) - 1)


@dataclass
class Passage:
    """Where the wire of a ground rail goes out between parts."""

    pin: Pin
    side: Side
    height: float = 10.0
    top: float = 0.0

    @property
    def y(self) -> float:
        return self.top + self.height / 2


@dataclass
class _Run:
    """One wire from the header to one side, and the lane in which it goes up or down."""

    pin: Pin
    start: Point
    ends: list[Point]
    colour: str
    entries: list[str]
    parts: list[str]
    lane: int = 0
    x: float = 0.0


@dataclass
class Picture:
    """Places everything, then draws it."""

    wiring: Wiring
    words: Words
    rows_top: float = 0.0
    slots: dict[Side, list[Card | Passage]] = field(default_factory=dict)

    def svg(self) -> str:
        """The whole file."""
        bottom = self._place()
        legend = _legend(self.wiring)
        notes = self.words.lines(f"notes.{self.wiring.id}")
        height = bottom + 34 + LEGEND_ROW * -(-len(legend) // IN_A_ROW) + 12 + NOTE_ROW * len(notes) + 8
        drawing = Drawing(self.frame.width, height, self.words.language)
        title = self.words(f"title.{self.wiring.id}")
        drawing.text((RAIL - 8, 34), title, "title start")
        drawing.text((RAIL - 8, 57), self.words(f"seen.{self.wiring.header.id}"), "quiet start")
        self._draw_rails(drawing)
        draw_header(drawing, self)
        for side in Side:
            self._draw_side(drawing, side)
        for link in self.wiring.links:
            self._draw_link(drawing, link)
        self._draw_over(drawing)
        at = self._draw_legend(drawing, legend, bottom + 34)
        for index, note in enumerate(notes):
            drawing.text((RAIL - 8, at + 12 + NOTE_ROW * index), note, "start")
        return drawing.render(title, told(self.wiring, self.words))

    # Places

    @property
    def frame(self) -> Frame:
        return FRAMES[self.wiring.header.id]

    def row_y(self, pin: Pin) -> float:
        return self.rows_top + PITCH * pin.row

    def pin_x(self, pin: Pin) -> float:
        return self.frame.middle + pin.side.value * self.frame.spread / 2

    def tab_x(self, side: Side) -> float:
        """The outer edge of the names beside the pins, where wires begin."""
        return self.frame.middle + side.value * (self.frame.spread / 2 + 14 + TAB)

    def _place(self) -> float:
        """Spread the parts over the height; gives where they end."""
        self.slots = {side: self._slots_of(side) for side in Side}
        header = PITCH * 19
        wanted = [sum(self._heights(slots)) for slots in self.slots.values()]
        height = max(*wanted, header + 84)
        self.rows_top = TOP + (height - header) / 2 + 10
        for slots in self.slots.values():
            self._spread_out(slots, height)
        return TOP + height

    def _slots_of(self, side: Side) -> list[Card | Passage]:
        starts, ends = ({getattr(link, at)[0] for link in self.wiring.links} for at in ("start", "end"))
        cards: list[Card | Passage] = [
            Card(part, side, self.frame, part.id in ends, part.id in starts)
            for part in self.wiring.parts
            if side_of(part) is side
        ]
        passages = [Passage(pin, side) for pin in self.wiring.rails if pin.side is side]
        return sorted([*cards, *passages], key=_first_row)

    def _heights(self, slots: Sequence[Card | Passage]) -> Iterable[float]:
        for index, slot in enumerate(slots):
            yield slot.height + (self._gap(slot) if index < len(slots) - 1 else 0)

    def _gap(self, slot: Card | Passage) -> float:
        """What stays free below it; where wires cross, all parts stand alike to the rows of pins."""
        if isinstance(slot, Passage):
            return GAP
        if slot.links_out:
            return LINK_GAP
        return GAP if self._in_order(slot.side) else GAP + -(slot.height + GAP) % PITCH

    def _in_order(self, side: Side) -> bool:
        """Whether the parts of a side follow its pins, so that no wires cross."""
        parts = sorted((part for part in self.wiring.parts if side_of(part) is side), key=first_row)
        pins = (contact.pin for part in parts for contact in part.contacts)
        rows = [pin.row for pin in pins if pin and pin.side is side]
        return rows == sorted(rows)

    def _spread_out(self, slots: Sequence[Card | Passage], height: float) -> None:
        """Each as near to its own pins as the others let it be."""
        floor = float(TOP)
        for slot in slots:
            slot.top = max(floor, self._ideal(slot))
            floor = slot.top + slot.height + self._gap(slot)
        ceiling = TOP + height
        for slot in reversed(slots):
            if slot is not slots[-1]:
                ceiling -= self._gap(slot)
            slot.top = min(slot.top, ceiling - slot.height)
            ceiling = slot.top
        if slots and not self._in_order(slots[0].side):
            self._off_the_rows(slots)

    def _off_the_rows(self, slots: Sequence[Card | Passage]) -> None:
        """Move a side where wires cross, so that none comes in at the height of another's pin."""
        ends = [
            (self.row_y(contact.pin), slot.inner_y(index))
            for slot in slots
            if isinstance(slot, Card)
            for index, contact in enumerate(slot.inner)
            if contact.pin and contact.pin.side is slot.side
        ]

        def room(shift: int) -> float:
            return min(abs(end + shift - start) for own, end in ends for start, _ in ends if start != own)

        best = max(range(PITCH), key=lambda shift: (min(room(shift), 8), -shift))
        for slot in slots:
            slot.top += best

    def _ideal(self, slot: Card | Passage) -> float:
        """The top with which its wires run straightest."""
        if isinstance(slot, Passage):
            return self.row_y(slot.pin) - slot.height / 2
        rows = [
            self.row_y(contact.pin) - (slot.inner_y(index) - slot.top)
            for index, contact in enumerate(slot.inner)
            if contact.pin and contact.pin.side is slot.side
        ]
        return sum(rows) / len(rows)

    def _draw_legend(self, drawing: Drawing, legend: list[tuple[str, str]], top: float) -> float:
        """The colours in words; gives where they end."""
        across = (self.frame.width - 2 * RAIL) / IN_A_ROW
        for index, (colour, use) in enumerate(legend):
            x, y = RAIL - 4 + across * (index % IN_A_ROW), top + LEGEND_ROW * (index // IN_A_ROW)
            drawing.wire([(x, y), (x + 28, y)], colour)
            words = self.words("legend", colour=self.words("colour." + colour), use=self.words(use))
            drawing.text((x + 38, y + 4.5), words)
        return top + LEGEND_ROW * -(-len(legend) // IN_A_ROW)

    # Wires

    def _runs(self, side: Side) -> list[_Run]:
        """The wires of one side, from the uppermost pin, each in its lane."""
        found: dict[int, _Run] = {}
        for slot in self.slots[side]:
            if isinstance(slot, Passage):
                entry, end = f"rail.{side.name.lower()}", (self._rail_x(side), slot.y)
                self._join(found, slot.pin, GROUND, (entry, "rail"), end)
                continue
            for index, contact in enumerate(slot.inner):
                if contact.pin and contact.pin.side is side:
                    end = (slot.wire_x, slot.inner_y(index))
                    self._join(found, contact.pin, contact.colour, (contact.entry, slot.part.id), end)
        runs = sorted(found.values(), key=lambda run: run.start[1])
        _give_lanes(runs)
        first = 30 if any(contact.pin and contact.pin.side is side for contact in self._going_over()) else 16
        for run in runs:
            run.x = self.tab_x(side) + side.value * (first + LANE * run.lane)
        return runs

    def _join(self, runs: dict[int, _Run], pin: Pin, colour: str, to: tuple[str, str], end: Point) -> None:
        run = runs.setdefault(pin.number, _Run(pin, (self.tab_x(pin.side), self.row_y(pin)), [], colour, [], []))
        run.ends.append(end)
        run.entries.append(to[0])
        run.parts.append(to[1])

    def _rail_x(self, side: Side) -> float:
        return RAIL if side is Side.LEFT else self.frame.width - RAIL

    def _draw_rails(self, drawing: Drawing) -> None:
        for pin in self.wiring.rails:
            x = self._rail_x(pin.side)
            ys = [slot.y for slot in self.slots[pin.side] if isinstance(slot, Passage)]
            for card in self._cards(pin.side):
                ys += [card.outer_y(index) for index, _ in enumerate(card.outer)]
            with drawing.group("rail", {"pin": pin.number}):
                drawing.wire([(x, min(ys)), (x, max(ys))], GROUND)

    def _cards(self, side: Side) -> list[Card]:
        return [slot for slot in self.slots[side] if isinstance(slot, Card)]

    def _draw_side(self, drawing: Drawing, side: Side) -> None:
        runs = self._runs(side)
        for run in runs:
            for end, entry, part in zip(run.ends, run.entries, run.parts, strict=True):
                data = {"pin": run.pin.number, "entry": entry, "part": part, "colour": run.colour}
                with drawing.group("wire", data):
                    drawing.wire(_bent(run, end), run.colour)
        for run in runs:
            for joint in _joints(run):
                drawing.dot(joint, run.colour)
        for card in self._cards(side):
            self._draw_grounds(drawing, card)
            _draw_card(drawing, card, self.words)

    def _draw_grounds(self, drawing: Drawing, card: Card) -> None:
        rail = self._rail_x(card.side)
        for index, contact in enumerate(card.outer):
            y = card.outer_y(index)
            with drawing.group("ground", {"entry": contact.entry, "part": card.part.id, "colour": contact.colour}):
                drawing.wire([(card.outer_x, y), (rail, y)], contact.colour)
                drawing.dot((rail, y), contact.colour)
                if contact.resistor:
                    middle = (card.outer_x + rail) / 2
                    drawing.rect((middle - 14, y - 6), (28, 12), "resistor", 3)

    def _draw_link(self, drawing: Drawing, link: Link) -> None:
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
        text = f"{self.words('ring_resistor')} · {self.words('colour.' + link.colour)}"
        drawing.text((x + start.towards_outer * 16, middle + 5), text, _towards(start.side))

    def _going_over(self) -> list[Contact]:
        """The contacts whose pin is at the other side of the board than their part."""
        cards = (card for side in Side for card in self._cards(side))
        return [
            contact for card in cards for contact in card.inner if contact.pin and contact.pin.side is not card.side
        ]

    def _draw_over(self, drawing: Drawing) -> None:
        """A wire from a pin of the one side to a part at the other goes over the top of the board."""
        over = self._going_over()
        for side in Side:
            for card in self._cards(side):
                for index, contact in enumerate(card.inner):
                    if contact in over:
                        self._draw_one_over(drawing, card, index, contact)

    def _draw_one_over(self, drawing: Drawing, card: Card, index: int, contact: Contact) -> None:
        pin = contact.pin
        assert pin
        start = (self.tab_x(pin.side), self.row_y(pin))
        near, over = start[0] + pin.side.value * 12, self.rows_top - 66
        far = self.tab_x(card.side) + card.side.value * 46
        end = (card.wire_x, card.inner_y(index))
        data = {"pin": pin.number, "entry": contact.entry, "part": card.part.id, "colour": contact.colour}
        with drawing.group("wire", data):
            points = [start, (near, start[1]), (near, over), (far, over), (far, end[1]), end]
            drawing.wire(points, contact.colour)


def _give_lanes(runs: Sequence[_Run]) -> None:
    """Lanes in which no wire lies on another.

    Where parts have the order of their pins, no two even cross. Elsewhere each colour has lanes of its own, so that
    only wires of different colours do.
    """
    ends = [run.ends[0][1] for run in runs]
    families = [list(runs)] if ends == sorted(ends) else _by_colour(runs)
    first = 0
    for family in families:
        first += _give_lanes_from(first, family)


def _by_colour(runs: Sequence[_Run]) -> list[list[_Run]]:
    families: dict[str, list[_Run]] = {}
    for run in runs:
        families.setdefault(run.colour, []).append(run)
    return list(families.values())


def _give_lanes_from(first: int, runs: Sequence[_Run]) -> int:
    """Of wires that go down, the upper ones turn farther out; of wires that go up, nearer in. Gives how many lanes."""

    def down(run: _Run) -> bool:
        return sum(y for _, y in run.ends) / len(run.ends) > run.start[1]

    most = 0
    for going_down, together in groupby(runs, key=down):
        members = list(together)
        most = max(most, len(members))
        for index, run in enumerate(members):
            run.lane = first + (len(members) - 1 - index if going_down else index)
    return most


def _bent(run: _Run, end: Point) -> list[Point]:
    if abs(run.start[1] - end[1]) < 0.5 and len(run.ends) == 1:
        return [run.start, end]
    return [run.start, (run.x, run.start[1]), (run.x, end[1]), end]


def _joints(run: _Run) -> Iterator[Point]:
    """Where three ends of one wire meet."""
    ys = [round(y, 1) for y in (run.start[1], *(y for _, y in run.ends))]
    for y in sorted(set(ys)):
        if ys.count(y) + (y > min(ys)) + (y < max(ys)) > 2:
            yield (run.x, y)


def side_of(part: Part) -> Side:
    """The side where most of a part's wires are; the right where there are as many."""
    sides = [contact.pin.side for contact in part.contacts if contact.pin]
    return Side.LEFT if sides.count(Side.LEFT) > sides.count(Side.RIGHT) else Side.RIGHT


def first_row(part: Part) -> int:
    """The uppermost of a part's pins at its own side."""
    side = side_of(part)
    return min(contact.pin.row for contact in part.contacts if contact.pin and contact.pin.side is side)


def _first_row(slot: Card | Passage) -> int:
    return slot.pin.row if isinstance(slot, Passage) else first_row(slot.part)


def _towards(side: Side) -> str:
    """How text is anchored that ends at the inner edge of a card."""
    return "end" if side is Side.LEFT else "start"


def _draw_card(drawing: Drawing, card: Card, words: Words) -> None:
    part, out = card.part, card.towards_outer
    left = min(card.inner_x, card.outer_x)
    with drawing.group("part", {"part": part.id, "number": part.number or 0}):
        drawing.rect((left, card.top), (card.frame.card, card.height), "card", 8)
        marked = any(contact.mark for contact in card.outer)
        across = card.outer_x - out * (WIDTHS.get(part.id, 24) + (42 if marked else 14))
        PLANS[part.id](drawing, (across, card.top + card.height / 2), part.number or 0)
        text_x, anchor = card.inner_x + out * 17, _towards(card.side)
        title_y = card.top + PAD + 13 + ROW * card.links_in
        drawing.text((text_x, title_y), words(f"part.{part.title}", n=part.number or 0), f"name {anchor}")
        for index, contact in enumerate(card.inner):
            _draw_inner(drawing, card, index, contact, words)
        for index, contact in enumerate(card.outer):
            y = card.outer_y(index)
            drawing.circle((card.outer_x, y), 4.5, "joint black")
            if contact.mark:
                mark = entry_told(part, contact, words)
                drawing.text((card.outer_x - out * 9, y + 4.5), mark, "start" if card.side is Side.LEFT else "end")
        if card.links_in:
            drawing.text((card.link_x + out * 10, card.top + PAD + 13), words("link.in"), anchor)
        if card.links_out:
            drawing.text((card.link_x + out * 10, card.top + card.height - 8), words("link.out"), anchor)


def _draw_inner(drawing: Drawing, card: Card, index: int, contact: Contact, words: Words) -> None:
    assert contact.pin
    at = (card.inner_x, card.inner_y(index))
    mark = entry_told(card.part, contact, words)
    text = f"{mark} · {words('colour.' + contact.colour)}" if mark else words("colour." + contact.colour)
    drawing.text((at[0] + card.towards_outer * 17, at[1] + 4.5), text, _towards(card.side))
    _draw_terminal(drawing, at, contact.pin)


def _draw_terminal(drawing: Drawing, at: Point, pin: Pin) -> None:
    """A contact with the number of the pin that its wire comes from."""
    drawing.circle(at, 10, "pin")
    drawing.text((at[0], at[1] + 4), str(pin.number), "small middle on-light")


# The header


def draw_header(drawing: Drawing, picture: Picture) -> None:
    """The board's edge with all its pins, each with its number and its name."""
    used = {contact.pin.number: contact.colour for _, contact in picture.wiring.wires() if contact.pin}
    used |= {pin.number: GROUND for pin in picture.wiring.rails}
    header = picture.wiring.header
    top, bottom = picture.rows_top - 40, picture.rows_top + PITCH * 19 + 24
    half = picture.frame.spread / 2 + 14 + (TAB + 6 if header is PI else -8)
    middle = picture.frame.middle
    drawing.rect((middle - half, top), (2 * half, bottom - top), "board", 10)
    _draw_features(drawing, header, middle, (top, bottom), picture.words)
    for pin in header.pins.values():
        with drawing.group("pin-of-header", {"pin": pin.number, "kind": pin.kind.value}):
            at = (picture.pin_x(pin), picture.row_y(pin))
            _draw_tab(drawing, pin, at, used.get(pin.number), picture.words)
            drawing.circle(at, 10.5, "pin")
            drawing.text((at[0], at[1] + 4), str(pin.number), "small middle on-light")


def _draw_features(drawing: Drawing, header: Header, middle: float, ends: Point, words: Words) -> None:
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


def _draw_tab(drawing: Drawing, pin: Pin, at: Point, colour: str | None, words: Words) -> None:
    """The name beside a pin: what carries a wire of ours stands out."""
    x = at[0] + pin.side.value * 14
    left = x if pin.side is Side.RIGHT else x - TAB
    name = pin_name(pin, words)
    if colour:
        kind = {Kind.V3: "joint red", Kind.V5: "joint red", Kind.GROUND: "joint black"}.get(pin.kind, "tab")
        ink = "" if kind == "tab" else " on-dark"
    elif pin.kind is Kind.V5:
        name, kind, ink = words("5v.not"), "warned", ""
    else:
        kind, ink = "free", " quiet"
    drawing.rect((left, at[1] - 10.5), (TAB, 21), kind, 4)
    drawing.text((left + TAB / 2, at[1] + 4.5), name, f"small middle{ink}")


def pin_name(pin: Pin, words: Words) -> str:
    """A pin's name as the reader says it."""
    named = {Kind.GROUND: "ground", Kind.V3: "3v3"}
    if pin.kind in named:
        return words(named[pin.kind])
    return words("5v") if pin.name == "5V" else pin.name.replace("GPIO", "GPIO ")


# The colours in words


def _legend(wiring: Wiring) -> list[tuple[str, str]]:
    """Each colour with what it is for, in the order in which it is first used."""
    found: dict[str, str] = {}
    for part, contact in wiring.wires():
        use = "ground" if contact.colour == GROUND else _use(wiring, part, contact)
        found.setdefault(contact.colour, use)
    return list(found.items())


def _use(wiring: Wiring, part: Part, contact: Contact) -> str:
    if contact.colour == "red":
        return "5v" if wiring.header is not PI else "3v3"
    return f"use.{part.id}.{contact.mark}" if part.id in ("screen", "arcade_key") else f"use.{part.id}"
