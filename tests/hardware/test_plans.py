"""Tests of the wiring drawings: they match the current boards and pins, and each wire leads to its place without
overlap.
"""

from __future__ import annotations

import re
import runpy
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory
from playwright.sync_api import Browser

from companion.devices.board_parts import DisplaySpec, I2c
from companion.devices.board_profiles import load_board
from companion.plans.part_symbols import SHIFTER_LEGS
from companion.plans.parts_lists import PARTS, read_parts
from companion.plans.pin_headers import PI, PICO, PinKind
from companion.plans.plan_words import LANGUAGES, PlanWords
from companion.plans.svg import WIRE_COLOURS
from companion.plans.wiring import UndrawableError, wiring_of_board
from companion.support.resources import boards_dir, firmware_dir
from hardware.plans.generated_files import DRAWINGS, LISTS, PLUGGED, WIRED, generated_files, obsolete_files
from tests.chromium import STILL
from tests.test_docs import section, text

MADE = generated_files()
HEADER = MockFactory(revision="c03111").board_info.headers["J8"].pins
GROUNDS = {"pi": {6, 9, 14, 20, 25, 30, 34, 39}, "pico": {3, 8, 13, 18, 23, 28, 38}}
WIRED_DRAWINGS = [*WIRED, "spinner"]
SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element
Wire = tuple[Element, list[tuple[float, float]]]
"""A wire, and its points."""


def name_of(path: Path) -> str:
    return path.relative_to(DRAWINGS.parents[1]).as_posix()


@cache
def drawn(name: str, language: str) -> Element:
    """Return a committed drawing."""
    return ElementTree.fromstring((DRAWINGS / f"{name}.{language}.svg").read_text("utf-8"))


def groups(svg: Element, kind: str) -> list[Element]:
    return [group for group in svg.iter(f"{SVG}g") if group.get("class") == kind]


def lines_of(group: Element, kind: str) -> list[list[tuple[float, float]]]:
    """Return the lines of a class within a group, each as its points."""
    return [
        [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.get("d", ""))]
        for path in group.iter(f"{SVG}path")
        if path.get("class", "").split()[0] == kind
    ]


@cache
def expected_pins(name: str) -> dict[str, int]:
    """Return the pin of every line in a board's file or the spinner's list, read without the drawings' own code."""
    if name == "spinner":
        pins = runpy.run_path(str(firmware_dir() / "pins.py"))
        lines = {entry: pins[entry] for entry in ("RING", "BUZZER", "KNOB_A", "KNOB_B")}
        for entry in ("KEYS", "KEY_LIGHTS"):
            lines |= {f"{entry}[{index}]": line for index, line in enumerate(pins[entry])}
        return {entry: on_the_pico(line) for entry, line in lines.items()}
    tables = tomllib.loads((boards_dir() / f"{name}.toml").read_text("utf-8"))
    lines = {
        f"{table}.{entry}": line
        for table, entries in tables.items()
        if table not in ("display", "pico")
        for entry, line in entries.items()
    }
    assert tables["display"]["bus"] == "i2c"
    lines |= {"display.data": 2, "display.clock": 3}
    [on] = [{int(pin.name[4:]): pin.number for pin in HEADER.values() if pin.name.startswith("GPIO")}]
    return {entry: on[line] for entry, line in lines.items()}


def on_the_pico(line: int) -> int:
    """Return a line's pin: two lines, two lines, and a ground, along both edges, as in its data sheet."""
    if line <= 15:
        return line + 1 + (line + 2) // 4
    return {16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}[line]


def header_of(name: str) -> str:
    return "pico" if name == "spinner" else "pi"


# Generated files


@pytest.mark.parametrize("path", MADE, ids=name_of)
def test_committed_files_are_up_to_date(path: Path) -> None:
    assert path.read_text("utf-8") == MADE[path], "make plans"


def test_no_other_files_are_committed() -> None:
    assert obsolete_files(MADE) == []
    assert obsolete_files({}) == sorted([*DRAWINGS.iterdir(), *LISTS.iterdir()])


def test_every_board_is_drawn_in_every_language() -> None:
    drawn_boards = {path.name.rsplit("-", 1)[0] for path in DRAWINGS.iterdir()}
    assert drawn_boards == {file.stem for file in boards_dir().glob("*.toml")} | {"spinner"}
    assert {path.suffixes[-2] for path in DRAWINGS.iterdir()} == {f".{language}" for language in LANGUAGES}


def test_every_text_exists_in_every_language() -> None:
    file = Path(__file__).parents[2] / "companion/plans/words.toml"
    words = tomllib.loads(file.read_text("utf-8"))
    assert [name for name, entry in words.items() if set(entry) != set(LANGUAGES)] == []
    assert [name for name, entry in words.items() if not all(text.strip() for text in entry.values())] == []


FRENCH = [
    *("companion/plans/words.toml", "companion/plans/parts.toml", "hardware/plans/measuring_page.toml"),
    *(path.relative_to(DRAWINGS.parents[1]).as_posix() for path in DRAWINGS.parents[1].glob("hardware/*.fr.md")),
    *(path.relative_to(DRAWINGS.parents[1]).as_posix() for path in DRAWINGS.parents[1].glob("docs/**/*.fr.md")),
]


@pytest.mark.parametrize("file", FRENCH)
def test_french_punctuation_has_a_nonbreaking_space(file: str) -> None:
    content = re.sub(r"^```.*?^```", "", text(file), flags=re.MULTILINE | re.DOTALL)
    french = (
        re.findall(r'fr = (?:"""(.*?)"""|"(.*?)")', content, re.DOTALL) if file.endswith(".toml") else [(content, "")]
    )
    assert [
        fault for groups_of_text in french for fault in re.findall(r".{0,20} [:;?!»](?!-)", "".join(groups_of_text))
    ] == []


# Headers


def test_header_of_the_pi_is_correct() -> None:
    kinds = {PinKind.GROUND: "GND", PinKind.V3: "3V3", PinKind.V5: "5V"}
    names = {pin.number: kinds.get(pin.kind, pin.name) for pin in PI.pins.values()}
    assert names == {pin.number: pin.name for pin in HEADER.values()}
    assert {pin.number: (pin.row + 1, (pin.side.value + 3) // 2) for pin in PI.pins.values()} == {
        pin.number: (pin.row, pin.col) for pin in HEADER.values()
    }


def test_pins_of_the_pico_match_its_data_sheet() -> None:
    lines = {pin.line: pin.number for pin in PICO.pins.values() if pin.line is not None}
    assert lines == {line: on_the_pico(line) for line in [*range(23), 26, 27, 28]}
    assert {pin.number for pin in PICO.pins.values() if pin.kind is PinKind.GROUND} == GROUNDS["pico"]
    assert {pin.name: pin.number for pin in PICO.pins.values() if pin.kind in (PinKind.V3, PinKind.V5)} == {
        "VBUS": 40,
        "3V3": 36,
    }
    assert [pin.number for pin in PICO.pins.values()] == [*range(1, 41)]


def test_all_legs_of_the_level_shifter_are_described() -> None:
    by_colour = {colour: {leg for leg, its in SHIFTER_LEGS.items() if its == colour} for colour in ("red", "black")}
    for language in LANGUAGES:
        [note, *_] = PlanWords(language).lines("note.shifter")
        supply, ground, free = ({int(leg) for leg in re.findall(r"\b\d+\b", part)} for part in _after_colon(note))
        assert supply - {5} | {5} & by_colour["red"] == by_colour["red"], "the 5 is that of 5 V"
        assert ground == by_colour["black"]
        assert free == set(range(1, 15)) - set(SHIFTER_LEGS)


def _after_colon(note: str) -> list[str]:
    return note.split(":", 1)[1].split(";")


# Wires


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WIRED_DRAWINGS)
def test_every_line_has_one_wire_from_its_pin(name: str, language: str) -> None:
    wires = [(wire.get("data-entry"), int(wire.get("data-pin", 0))) for wire in wires_of(name, language)]
    to_lines = sorted((str(entry), pin) for entry, pin in wires if entry in expected_pins(name))
    assert to_lines == sorted(expected_pins(name).items())


@pytest.mark.parametrize("name", WIRED_DRAWINGS)
def test_other_wires_are_ground_or_supply(name: str) -> None:
    supply = {"pi": {1, 17}, "pico": {40}}[header_of(name)]
    others = [wire for wire in wires_of(name, "en") if wire.get("data-entry") not in expected_pins(name)]
    by_colour = {"red": supply, "black": GROUNDS[header_of(name)]}
    assert others
    for wire in others:
        assert int(wire.get("data-pin", 0)) in by_colour[wire.get("data-colour", "")], wire.attrib
        mark = str(wire.get("data-entry")).rsplit(".", 1)[1]
        assert (mark in ("VCC", "14", "5V", "+")) == (wire.get("data-colour") == "red"), mark
    lines = [wire for wire in wires_of(name, "en") if wire.get("data-entry") in expected_pins(name)]
    assert {wire.get("data-colour") for wire in lines} & set(by_colour) == set()


@pytest.mark.parametrize("name", WIRED_DRAWINGS)
def test_every_part_has_a_ground(name: str) -> None:
    svg = drawn(f"{name}-wires", "en")
    parts = groups(svg, "part")
    entries = [str(group.get("data-entry")) for group in groups(svg, "ground")]
    assert len(set(entries)) == len(entries)
    direct = [wire for wire in wires_of(name, "en") if wire.get("data-colour") == "black"]
    to_parts = [wire for wire in direct if wire.get("data-part") != "rail"]
    # A knob with a push has two, because its push is a key; a key with a light has two.
    doubles = sum(part.get("data-part") in ("knob", "arcade_key") for part in parts)
    assert len(entries) + len(to_parts) == len(parts) + doubles
    lit = sum(part.get("data-part") in ("led", "arcade_key", "piezo") for part in parts)
    driven = {"bench": ["spin.ground", "undo.ground"]}.get(name, [])
    resistors = [str(group.get("data-entry")) for group in groups(svg, "ground") if _has(group, "resistor")]
    assert len(resistors) == lit + len(driven)
    assert {*driven} <= {*resistors}


@pytest.mark.parametrize("name", WIRED_DRAWINGS)
def test_rail_joins_one_ground_pin_and_its_sides_grounds(name: str) -> None:
    svg = drawn(f"{name}-wires", "en")
    rails = {lines_of(rail, "core")[0][0][0]: lines_of(rail, "core")[0] for rail in groups(svg, "rail")}
    feeds = [wire for wire in groups(svg, "wire") if wire.get("data-part") == "rail"]
    assert [lines_of(feed, "core")[0][-1][0] for feed in feeds] == sorted(rails)
    for group in (*groups(svg, "ground"), *feeds):
        x, y = lines_of(group, "core")[0][-1]
        (_, top), (_, bottom) = rails[x]
        assert top <= y <= bottom, group.attrib


@pytest.mark.parametrize("name", WIRED_DRAWINGS)
def test_wire_joins_its_pin_and_the_pins_number(name: str) -> None:
    svg = drawn(f"{name}-wires", "fr")
    rows = {}
    for pin in groups(svg, "pin-of-header"):
        [circle] = pin.iter(f"{SVG}circle")
        numbers = [text.text for text in pin.iter(f"{SVG}text")]
        assert str(pin.get("data-pin")) in numbers
        rows[int(pin.get("data-pin", 0))] = float(circle.get("cy", 0))
    assert len(rows) == 40
    ends = {
        (float(text.get("x", 0)), float(text.get("y", 0)) - 4): text.text
        for text in svg.iter(f"{SVG}text")
        if str(text.get("class")) == "small middle on-light"
    }
    for wire in groups(svg, "wire"):
        [points] = lines_of(wire, "core")
        assert points[0][1] == rows[int(wire.get("data-pin", 0))]
        if wire.get("data-part") != "rail":
            x, y = points[-1]
            near = [text for end, text in ends.items() if abs(end[0] - x) < 30 and abs(end[1] - y) < 0.2]
            behind_fuse = wire.get("data-colour") == "red" and name == "spinner"
            assert near == [PlanWords("fr")("mark.fuse") if behind_fuse else wire.get("data-pin")], wire.attrib


@pytest.mark.parametrize("name", WIRED_DRAWINGS)
def test_wire_has_the_described_colour(name: str) -> None:
    svg = drawn(f"{name}-wires", "en")
    texts = {(float(text.get("y", 0)), text.text or "") for text in svg.iter(f"{SVG}text")}
    for wire in groups(svg, "wire"):
        colour = wire.get("data-colour", "")
        [core] = [path for path in wire.iter(f"{SVG}path") if path.get("class", "").startswith("core")]
        assert core.get("class") == f"core {colour}"
        y = lines_of(wire, "core")[0][-1][1] + 4.5
        if wire.get("data-part") != "rail":
            words = [text for height, text in texts if abs(height - y) < 0.2]
            assert any(text == colour or text.endswith(f"· {colour}") for text in words), wire.attrib
    described = {text.split(":")[0] for _, text in texts if ": " in text}
    assert {wire.get("data-colour") for wire in groups(svg, "wire")} <= described & set(WIRE_COLOURS)


@pytest.mark.parametrize("name", WIRED_DRAWINGS)
def test_no_wires_overlap(name: str) -> None:
    svg = drawn(f"{name}-wires", "en")
    kinds = ("wire", "ground", "link")
    wires = [(wire, lines_of(wire, "core")[0]) for kind in kinds for wire in groups(svg, kind)]
    for first, second in combinations(wires, 2):
        assert not wires_overlap(first, second), (first[0].attrib, second[0].attrib)


def wires_overlap(first: Wire, second: Wire) -> bool:
    """Return whether two wires cannot be distinguished somewhere; contacts at one pin are one wire with branches."""
    pin = first[0].get("data-pin")
    if pin and pin == second[0].get("data-pin"):
        return False
    return any(_beside(*pair) for pair in _pairs(first[1], second[1]))


Line = tuple[tuple[float, float], tuple[float, float]]


def _pairs(points: list[tuple[float, float]], other_points: list[tuple[float, float]]) -> Iterator[tuple[Line, Line]]:
    for first in pairwise(points):
        for second in pairwise(other_points):
            yield first, second


def _beside(first: Line, second: Line) -> bool:
    """Return whether two lines run along each other, too close to be distinguished by their edges."""
    for across, along in ((0, 1), (1, 0)):
        if first[0][across] == first[1][across] and second[0][across] == second[1][across]:
            (low, high), (from_, to) = sorted(p[along] for p in first), sorted(p[along] for p in second)
            return abs(first[0][across] - second[0][across]) < 6.5 and min(high, to) - max(low, from_) > 0
    return False


def _has(group: Element, kind: str) -> bool:
    return any(child.get("class") == kind for child in group.iter())


def wires_of(name: str, language: str) -> list[Element]:
    return groups(drawn(f"{name}-wires", language), "wire")


def test_red_wires_of_the_spinner_pass_the_fuse() -> None:
    svg = drawn("spinner-wires", "en")
    [fuse] = groups(svg, "guard")
    [box] = fuse.iter(f"{SVG}rect")
    fuse_left, right = float(box.get("x", 0)), float(box.get("x", 0)) + float(box.get("width", 0))
    red = [lines_of(wire, "core")[0] for wire in wires_of("spinner", "en") if wire.get("data-colour") == "red"]
    assert len(red) == 3
    for first, second, *_ in red:
        assert first[0] < fuse_left < right < second[0]
        assert first[1] == second[1] == float(box.get("y", 0)) + 7


def test_ring_gets_data_from_the_level_shifter_through_a_resistor() -> None:
    [link] = groups(drawn("spinner-wires", "en"), "link")
    assert (link.get("data-from"), link.get("data-to")) == ("level_shifter.3", "ring.DIN")
    assert _has(link, "resistor")
    for name in ("spinner-wires", "spinner-schematic"):
        assert any((text.text or "").startswith("330 Ω") for text in drawn(name, "en").iter(f"{SVG}text"))


# Schematics


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WIRED_DRAWINGS)
def test_schematic_has_every_line_once(name: str, language: str) -> None:
    nets = groups(drawn(f"{name}-schematic", language), "net")
    entries = sorted((str(net.get("data-entry")), int(net.get("data-pin", 0))) for net in nets)
    assert [entry for entry in entries if entry[0] in expected_pins(name)] == sorted(expected_pins(name).items())
    pins = (PICO if name == "spinner" else PI).pins
    for net in nets:
        texts = [str(text.text).replace(" ", "") for text in net.iter(f"{SVG}text")]
        pin = pins[int(net.get("data-pin", 0))]
        assert str(pin.number) in texts
        assert pin.name in texts or pin.kind in (PinKind.GROUND, PinKind.V3)
        if net.get("data-entry") not in expected_pins(name):
            assert pin.kind is not PinKind.LINE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["bench", "spinner"])
def test_a_schematic_names_the_ground_pins_of_the_other_drawing(name: str, language: str) -> None:
    texts = [text.text or "" for text in drawn(f"{name}-schematic", language).iter(f"{SVG}text")]
    [numbers] = [re.findall(r"\d+", text) for text in texts if re.match(r"(ground: pins|masse\xa0: broches) ", text)]
    feeds = [wire for wire in wires_of(name, language) if wire.get("data-part") == "rail"]
    assert sorted(numbers) == sorted(str(wire.get("data-pin")) for wire in feeds)
    assert {int(pin) for pin in numbers} <= GROUNDS[header_of(name)]


# Notes


@pytest.mark.parametrize("language", LANGUAGES)
def test_pins_in_notes_are_correct(language: str) -> None:
    words = PlanWords(language)
    fives = {pin.number for pin in HEADER.values() if pin.name == "5V"}
    [numbers] = re.findall(r"(?:Pins|broches) (\d+) (?:and|et) (\d+) (?:carry|portent) 5 V", words("note.supply"))
    assert {int(pin) for pin in numbers} == fives
    [plus] = re.findall(r"\+ (?:goes to pin|à la broche) (\d+)", words("note.knobs"))
    assert HEADER[int(plus)].name == "3V3"
    numbered = re.findall(
        r"^(?:Keys|Touches) 1 (?:to|à) (\d).+?: (.+)\.$", words("note.spinner").replace("\xa0", ""), re.M
    )
    board = tomllib.loads((boards_dir() / "pico.toml").read_text("utf-8"))
    [(last, names)] = numbered
    called = [words(f"part.key.{key}").split()[-1 if language == "fr" else 1] for key in board["pico"]["keys"]]
    assert (int(last), names.split(", ")) == (len(called), called)
    wired = [int(pin) for wire in wires_of("bench", language) for pin in [str(wire.get("data-pin"))]]
    assert int(plus) not in wired


@pytest.mark.parametrize("language", LANGUAGES)
def test_resistors_agree_everywhere(language: str) -> None:
    words, listed = PlanWords(language), {part.id: part for part in read_parts(PARTS)}
    ranges = r"(\d+) (?:to|à) (\d+) Ω"
    on_pi, on_pico = re.findall(ranges, listed["led_resistor"].instead[language])
    [blue] = re.findall(ranges, listed["blue_resistor"].instead[language])
    piezo = ("330", "1000")
    assert re.findall(ranges, words("note.lights")) == [blue, on_pi]
    assert re.findall(ranges, words("note.key_lights")) == [on_pico]
    assert re.findall(ranges, words("note.piezo")) == [piezo]
    assert re.findall(ranges, words("notes.schematic.bench")) == [blue, on_pi, piezo]
    assert re.findall(ranges, words("notes.schematic.spinner")) == [on_pico, piezo]
    ranges_by_heading = {"## The bench": [on_pi, blue, piezo], "## The spinner": [on_pico, piezo]}
    for heading, its in ranges_by_heading.items():
        assert re.findall(r"(\d+) to (\d+) Ω", section(text("hardware/README.md"), heading)) == its
    for part, its in (("led_resistor", [on_pi, on_pico]), ("blue_resistor", [blue]), ("piezo_resistor", [piezo])):
        [ohms] = re.findall(r"(\d+) Ω", listed[part].name[language])
        assert all(int(low) <= int(ohms) <= int(high) for low, high in its)


# Boards that are plugged on


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PLUGGED)
def test_plugged_board_is_drawn_with_all_its_lines(name: str, language: str) -> None:
    pins = groups(drawn(f"{name}-pins", language), "pin-of-header")
    uses = {int(pin.get("data-pin", 0)): str(pin.get("data-use")) for pin in pins if pin.get("data-use")}
    file = (boards_dir() / f"{name}.toml").read_text("utf-8")
    keys = {int(pin): f"plugged.{key}" for key, pin in re.findall(r"^(\w+) = \d+ # pin (\d+)", file, re.M)}
    screen = {int(pin) for pin in re.findall(r"BCM \d+, pin (\d+)", file)}
    silent = {21} if 'bus = "spi"' in file else set()
    assert {pin: use for pin, use in uses.items() if pin in keys} == keys
    assert set(uses) == {*keys, *screen, *silent}
    words = PlanWords(language)
    for pin in pins:
        use = str(pin.get("data-use"))
        assert not use or words(use) in [text.text for text in pin.iter(f"{SVG}text")]


def test_screen_on_another_bus_cannot_be_drawn() -> None:
    bench = load_board("bench", boards_dir())
    with pytest.raises(UndrawableError, match="I²C 3, is not on the header"):
        wiring_of_board(replace(bench, display=DisplaySpec("ssd1306", I2c(port=3, address=0x3C))))


# Screen readers


@pytest.mark.parametrize("path", sorted(DRAWINGS.iterdir()), ids=name_of)
def test_drawing_is_described_wire_by_wire(path: Path) -> None:
    svg = ElementTree.fromstring(path.read_text("utf-8"))
    title, description = svg.findtext(f"{SVG}title"), svg.findtext(f"{SVG}desc")
    assert title
    assert description
    assert svg.get("lang") == path.suffixes[-2][1:]
    name, kind = path.name.split(".")[0].rsplit("-", 1)
    uses = [pin for pin in groups(svg, "pin-of-header") if pin.get("data-use")]
    numbers = [int(pin.get("data-pin", 0)) for pin in uses] if kind == "pins" else expected_pins(name).values()
    pin_word = {"en": "Pin", "fr": "Broche"}[svg.get("lang", "")]
    for number in numbers:
        assert description.count(f"{pin_word} {number} (") == 1


@pytest.mark.parametrize("path", sorted(DRAWINGS.iterdir()), ids=name_of)
def test_every_class_in_a_drawing_has_a_style(path: Path) -> None:
    svg = ElementTree.fromstring(path.read_text("utf-8"))
    rules = set(re.findall(r"^\.([a-z-]+) {", svg.findtext(f"{SVG}style") or "", re.M))
    for each in svg.iter():
        first, *others = str(each.get("class", "")).split() or [""]
        if each.tag == f"{SVG}g" or not first:
            continue
        coloured = {first, *others} & set(WIRE_COLOURS) if first in ("core", "joint") else set()
        assert {first, *others} - coloured - {"joint"} <= rules, each.attrib
        assert (first == "joint") <= bool(coloured)


# In a browser

CROSSED = """() => {
    const texts = [...document.querySelectorAll('text')]
        .map((text) => [text.textContent, text.getBoundingClientRect(), text.matches('.on-light')]);
    const faults = [];
    for (const line of document.querySelectorAll('.core, .stroke')) {
        const half = parseFloat(getComputedStyle(line).strokeWidth) / 2 + (line.matches('.core') ? 1 : 0);
        const matrix = line.getScreenCTM();
        for (let at = 0; at <= line.getTotalLength(); at += 2) {
            const { x, y } = line.getPointAtLength(at).matrixTransform(matrix);
            for (const [words, box] of texts) {
                // A box has room above and below its letters.
                const [top, bottom] = [box.top + box.height * 0.2, box.bottom - box.height * 0.22];
                if (x + half > box.left && x - half < box.right && y + half > top && y - half < bottom) {
                    faults.push(`${line.parentNode.dataset.entry ?? line.getAttribute('class')} crosses ${words}`);
                }
            }
        }
    }
    texts.forEach(([words, box, inCircle], index) => {
        const page = document.documentElement.getBoundingClientRect();
        if (box.left < page.left + 4 || box.right > page.right - 4 || box.bottom > page.bottom) {
            faults.push(`${words} is cut off`);
        }
        for (const [others, other] of texts.slice(index + 1)) {
            const low = Math.max(box.top + box.height * 0.2, other.top + other.height * 0.2);
            const high = Math.min(box.bottom - box.height * 0.22, other.bottom - other.height * 0.22);
            if (Math.max(box.left, other.left) < Math.min(box.right, other.right) && low < high) {
                faults.push(`${words} is written over ${others}`);
            }
        }
        // The numbers of pins lie in circles, and those on the edges of what they belong to.
        for (const thing of document.querySelectorAll(inCircle ? 'circle' : 'rect:not([width="100%"]), circle')) {
            const its = thing.getBoundingClientRect();
            const inside = its.left <= box.left && box.right <= its.right &&
                its.top <= box.top + box.height * 0.2 && box.bottom - box.height * 0.22 <= its.bottom;
            const apart = its.right <= box.left || box.right <= its.left || its.bottom <= box.top + box.height * 0.2 ||
                box.bottom - box.height * 0.22 <= its.top;
            if (!inside && !apart) {
                faults.push(`${words} runs into a ${thing.getAttribute('class')}`);
            }
        }
    });
    return [...new Set(faults)];
}"""
CONTRASTS = """() => {
    const light = (colour) => {
        const [red, green, blue] = colour.match(/[\\d.]+/g).slice(0, 3).map((level) => level / 255)
            .map((level) => level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const fill = (selector) => getComputedStyle(document.querySelector(selector)).fill;
    const inks = new Set([...document.querySelectorAll('text:not(.on-dark):not(.on-light)')]
        .map((text) => getComputedStyle(text).fill));
    const grounds = ['.paper', '.card', '.board'].filter((each) => document.querySelector(each)).map(fill);
    return [...inks].flatMap((ink) => grounds.map((ground) => {
        const [high, low] = [light(ink), light(ground)].sort((one, other) => other - one);
        return (high + 0.05) / (low + 0.05);
    }));
}"""


def evaluate(browser: Browser, path: Path, script: str, scheme: Any = "light") -> Any:
    page = browser.new_page(color_scheme=scheme, **STILL)
    page.goto(path.as_uri())
    result = page.evaluate(script)
    page.close()
    return result


@pytest.mark.parametrize("path", sorted(DRAWINGS.iterdir()), ids=name_of)
def test_no_lines_or_words_cross_a_word(browser: Browser, path: Path) -> None:
    assert evaluate(browser, path, CROSSED) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["bench-wires", "spinner-schematic", "adafruit-bonnet-pins"])
def test_words_are_legible_in_light_and_dark(browser: Browser, name: str, scheme: str) -> None:
    contrasts = evaluate(browser, DRAWINGS / f"{name}.en.svg", CONTRASTS, scheme)
    assert len(contrasts) >= 4
    assert min(contrasts) >= 4.5


def test_drawing_follows_the_dark_scheme(browser: Browser) -> None:
    script = "getComputedStyle(document.querySelector('.paper')).fill"
    colours = [evaluate(browser, DRAWINGS / "bench-wires.fr.svg", script, scheme) for scheme in ("light", "dark")]
    assert colours == ["rgb(251, 246, 236)", "rgb(13, 22, 48)"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", WIRED_DRAWINGS)
def test_wires_keep_their_colours_in_light_and_dark(browser: Browser, name: str, scheme: str) -> None:
    script = """() => [...document.querySelectorAll('.core')].map((core) => {
        const { fill, stroke } = getComputedStyle(core);
        return [core.getAttribute('class').split(' ')[1], fill, stroke];
    })"""
    drawn_colours = {tuple(core) for core in evaluate(browser, DRAWINGS / f"{name}-wires.en.svg", script, scheme)}
    wanted = {
        colour: tuple(int(WIRE_COLOURS[colour][start : start + 2], 16) for start in (1, 3, 5))
        for colour, _, _ in drawn_colours
    }
    assert drawn_colours == {(colour, "none", f"rgb{levels}") for colour, levels in wanted.items()}
    assert {"red", "black"} < set(wanted)
