"""The drawing of the header for a plugged-on board: the lines it uses, and their purpose."""

from __future__ import annotations

from companion.devices.board_parts import BoardProfile, I2c
from companion.plans.pin_headers import PI, Pin, PinKind, Side
from companion.plans.plan_words import PlanWords
from companion.plans.svg import Drawing
from companion.plans.wiring_picture import TAB, pin_name

WIDTH = 760
MIDDLE = WIDTH / 2
PITCH = 27
TOP = 140
SPREAD = 28
NAME = 176


def uses_of_lines(board: BoardProfile) -> dict[int, str]:
    """Return the purpose of each line that a plugged-on board uses, as a key of words.toml, by line."""
    result = {line: f"plugged.{key.value}" for key, line in board.keys.items()}
    if board.display is None:
        return result
    bus = board.display.bus
    if isinstance(bus, I2c):
        return result | dict(zip(bus.pins, ("plugged.sda", "plugged.scl"), strict=True))
    names = (
        "plugged.mosi",
        "plugged.miso",
        "plugged.clock",
        "plugged.select",
        "plugged.kept",
        "plugged.dc",
        "plugged.reset",
    )
    chosen = dict(zip(bus.pins, names, strict=True))
    if bus.device == 1:
        chosen |= {8: "plugged.kept", 7: "plugged.select"}
    return result | chosen


def svg(board: BoardProfile, words: PlanWords) -> str:
    """Return the whole file."""
    line_uses = uses_of_lines(board)
    notes = words.lines("notes.plugged")
    bottom = TOP + PITCH * 19 + 26
    drawing = Drawing(WIDTH, bottom + 30 + 20 * len(notes), words.language)
    title = words(f"title.{board.name}")
    drawing.text((16, 34), title, "title start")
    for index, line in enumerate(words.lines("seen.plugged")):
        drawing.text((16, 57 + 18 * index), line, "quiet start")
    half = SPREAD / 2 + 14 + TAB + 6
    drawing.rect((MIDDLE - half, TOP - 40), (2 * half, bottom - TOP + 38), "board", 10)
    drawing.text((MIDDLE, TOP - 20), words("pi.top"), "small middle")
    for pin in PI.pins.values():
        with drawing.group("pin-of-header", {"pin": pin.number, "kind": pin.kind.value, "use": _use(pin, line_uses)}):
            _draw_pin(drawing, pin, _use(pin, line_uses), words)
    for index, note in enumerate(notes):
        drawing.text((16, bottom + 30 + 20 * index), note)
    sentences = [
        words("told.plugged", pin=pin.number, name=pin.name, use=words(_use(pin, line_uses)))
        for pin in PI.pins.values()
        if _use(pin, line_uses)
    ]
    return drawing.render(title, " ".join(sentences))


def _use(pin: Pin, line_uses: dict[int, str]) -> str:
    return line_uses.get(pin.line, "") if pin.line is not None else ""


def _draw_pin(drawing: Drawing, pin: Pin, use: str, words: PlanWords) -> None:
    out = pin.side.value
    x, y = MIDDLE + out * SPREAD / 2, TOP + PITCH * pin.row
    tab_left = x + 14 if out > 0 else x - 14 - TAB
    kinds = {PinKind.V3: "joint red", PinKind.V5: "joint red", PinKind.GROUND: "joint black"}
    kind = kinds.get(pin.kind, "tab" if use else "free")
    drawing.rect((tab_left, y - 10.5), (TAB, 21), kind, 4)
    ink = "on-dark" if kind.startswith("joint") else ("" if use else "quiet")
    drawing.text((tab_left + TAB / 2, y + 4.5), pin_name(pin, words), f"small middle {ink}".rstrip())
    drawing.circle((x, y), 10.5, "pin")
    drawing.text((x, y + 4), str(pin.number), "small middle on-light")
    if use:
        start = x + out * (14 + TAB)
        colour = _colour(use)
        drawing.wire([(start, y), (start + out * 34, y)], colour)
        box = start + out * 34
        drawing.rect((box if out > 0 else box - NAME, y - 11.5), (NAME, 23), "card", 6)
        anchor = "end" if pin.side is Side.LEFT else "start"
        drawing.text((box + out * 10, y + 4.5), words(use), anchor)


def _colour(use: str) -> str:
    """Return the colour as on the drawings of wired boards: the screen's data blue, its clock yellow, keys orange."""
    colours = {"plugged.sda": "blue", "plugged.mosi": "blue", "plugged.scl": "yellow", "plugged.clock": "yellow"}
    screen = ("plugged.select", "plugged.dc", "plugged.reset", "plugged.miso", "plugged.kept")
    return colours.get(use, "grey" if use in screen else "orange")
