"""Tests of owners' boards, which are drawn as well as ours: every line has a wire, and no wires overlap."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser

from companion.devices.board_parts import HEADER_PINS, BoardProfile, DisplaySpec, KnobSpec
from companion.devices.new_board.questions import SH1106, SSD1306
from companion.plans.draw_own_board import EVERY_BOX_PARTS, drawing_and_list
from companion.plans.parts_lists import PARTS, read_parts
from companion.plans.plan_words import LANGUAGES, PlanWords
from companion.plans.wiring import wiring_of_own_board
from companion.words.signs import Key
from tests.depth import DEEP, LONG
from tests.hardware.test_plans import CROSSED, evaluate, groups, lines_of, wires_overlap

SEEDS = range(400 if LONG else 80 if DEEP else 40)
SEEN = range(12 if DEEP else 3)
"""The seeds whose drawings are checked in a browser."""
OTHER_KEYS = (Key.LEFT, Key.RIGHT, Key.SPIN, Key.UNDO, Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)


def random_board(seed: int) -> BoardProfile:
    """Return a board with its parts on any lines, as `board new` may find one."""
    random = Random(seed)
    display = random.choice((None, SSD1306, SH1106))
    used = {0, 1, 14, 15, *(display.pins if display else ())}
    lines = [line for line in range(28) if line not in used]
    random.shuffle(lines)
    knob = KnobSpec(lines.pop(), lines.pop()) if random.random() < 0.5 else None
    spinner = KnobSpec(lines.pop(), lines.pop()) if random.random() < 0.5 else None
    required = (Key.OK, Key.BACK) if knob else (Key.OK, Key.BACK, Key.UP, Key.DOWN)
    keys = {key: lines.pop() for key in required}
    keys |= {key: lines.pop() for key in OTHER_KEYS if lines and random.random() < 0.6}
    lights = {seat: lines.pop() for seat in range(1, 6) if lines and random.random() < 0.6}
    buzzer = lines.pop() if lines and random.random() < 0.5 else None
    return BoardProfile(f"box {seed}", keys, lights, buzzer, display, knob, spinner)


def lines_of_board(board: BoardProfile) -> list[int]:
    """Return every line that needs a wire."""
    lines = [*board.keys.values(), *board.lights.values()]
    for knob in (board.knob, board.spinner):
        lines += [knob.a, knob.b] if knob else []
    lines += [board.buzzer] if board.buzzer is not None else []
    return [*lines, *screen_lines(board.display)]


def screen_lines(display: DisplaySpec | None) -> tuple[int, ...]:
    return {None: (), SSD1306: (2, 3), SH1106: (10, 11, 8, 24, 25)}[display]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_line_has_a_wire_and_none_overlap(seed: int) -> None:
    board = random_board(seed)
    svg = ElementTree.fromstring(drawing_and_list(board, "en", "box.svg")[0])
    wires = groups(svg, "wire")
    of_lines = [wire for wire in wires if wire.get("data-colour") not in ("red", "black")]
    drawn = sorted(int(wire.get("data-pin", 0)) for wire in of_lines)
    assert drawn == sorted(HEADER_PINS[line] for line in lines_of_board(board))
    with_paths = [(wire, lines_of(wire, "core")[0]) for kind in ("wire", "ground") for wire in groups(svg, kind)]
    for first, second in combinations(with_paths, 2):
        assert not wires_overlap(first, second), (first[0].attrib, second[0].attrib)


@pytest.mark.parametrize("seed", SEEDS[:20])
def test_contacts_that_could_short_have_a_resistor(seed: int) -> None:
    board = random_board(seed)
    resistors = {contact.entry: contact.resistor for _, contact in wiring_of_own_board(board).wires()}
    for key, line in board.keys.items():
        entry = "keys.ok" if key is Key.OK and board.knob else f"{key.value}.ground"
        assert resistors[entry] == ("key_resistor" if line in (7, 8, 10, 11) else None)
    for seat in board.lights:
        assert resistors[f"light{seat}.ground"] == ("blue_resistor" if seat in (1, 5) else "led_resistor")
    assert board.buzzer is None or resistors["piezo.ground"] == "piezo_resistor"


DRIVEN_KNOBS: tuple[tuple[tuple[int, int, int], set[str]], ...] = (
    ((22, 5, 6), set()),
    ((22, 10, 5), {"knob.a"}),
    ((22, 5, 14), {"knob.b"}),
    ((22, 10, 11), {"knob.a", "knob.b"}),
    ((22, 8, 14), {"knob.a", "knob.b"}),
    ((8, 10, 5), {"keys.ok", "knob.a"}),
    ((14, 10, 11), {"keys.ok", "knob.a", "knob.b"}),
)


@pytest.mark.parametrize(("lines", "expected"), DRIVEN_KNOBS)
def test_no_two_outputs_meet_in_a_knob(lines: tuple[int, int, int], expected: set[str]) -> None:
    """Between two steps a knob joins A to B, and its push may use the ground of C: each line has its own resistor."""
    ok, a, b = lines
    board = BoardProfile("box", {Key.OK: ok, Key.BACK: 4}, {}, None, None, KnobSpec(a, b))
    wiring = wiring_of_own_board(board)
    resistors = {contact.entry: contact.resistor for _, contact in wiring.wires() if contact.resistor}
    assert resistors == dict.fromkeys(expected, "key_resistor")
    assert wiring.counts()["key_resistor"] == len(expected)
    svg, page = drawing_and_list(board, "en", "box.svg")
    drawn = [wire for wire in groups(ElementTree.fromstring(svg), "wire") if wire.findall("{*}rect[@class='resistor']")]
    assert {wire.get("data-entry") for wire in drawn} == expected
    assert page.count("through 330 Ω") == len(expected)


def test_resistors_of_a_knob_do_not_overlap_anything(browser: Browser, tmp_path: Path) -> None:
    knob, wheel = KnobSpec(10, 11), KnobSpec(8, 7)
    board = BoardProfile("box", {Key.OK: 22, Key.BACK: 4}, {}, 18, SSD1306, knob, wheel)
    file = tmp_path / "box.svg"
    for language in LANGUAGES:
        file.write_text(drawing_and_list(board, language, file.name)[0], "utf-8")
        assert evaluate(browser, file, CROSSED) == []


NOTES: tuple[tuple[BoardProfile, set[str]], ...] = (
    (BoardProfile("box", {Key.OK: 22, Key.BACK: 4, Key.UP: 5, Key.DOWN: 6}, {}, None, None), set()),
    (BoardProfile("box", {Key.OK: 22, Key.BACK: 7, Key.UP: 5, Key.DOWN: 6}, {}, None, SSD1306), {"driven", "screen"}),
    (
        BoardProfile("box", {Key.OK: 14, Key.BACK: 4, Key.UP: 5, Key.DOWN: 6}, {}, None, SH1106),
        {"console", "screen_spi"},
    ),
    (BoardProfile("box", {Key.OK: 14, Key.BACK: 8}, {}, None, None, KnobSpec(5, 6)), {"driven", "console"}),
    (BoardProfile("box", {Key.OK: 22, Key.BACK: 4}, {}, None, None, KnobSpec(5, 11)), {"driven"}),
)


@pytest.mark.parametrize(("board", "expected"), NOTES)
def test_notes_match_the_parts_of_the_board(board: BoardProfile, expected: set[str]) -> None:
    assert {*wiring_of_own_board(board).notes} & {"driven", "console", "screen", "screen_spi"} == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_note_is_one_list_item_of_the_page(language: str) -> None:
    board = random_board(1)
    page = drawing_and_list(board, language, "box.svg")[1]
    points = re.findall(r"^- (?!\[ \])(.+)$", page, re.M)
    words = PlanWords(language)
    assert points == [words(f"note.{note}").replace("\n", " ") for note in wiring_of_own_board(board).notes]
    assert words("own.tools") in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", SEEDS[:20])
def test_parts_list_is_exact(seed: int, language: str) -> None:
    board = random_board(seed)
    _, page = drawing_and_list(board, language, "box.svg")
    counts = wiring_of_own_board(board).counts() + Counter(EVERY_BOX_PARTS)
    counts += Counter({"cap": 1 if board.knob else 0})
    names = {part.name[language]: counts[part.id] for part in read_parts(PARTS) if counts[part.id]}
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:3] != "|--"]
    assert {row[1]: int(row[0]) for row in rows if row[0].isdecimal()} == names
    assert len(names) == len(counts)
    word = {"en": "Pin", "fr": "Broche"}[language]
    wired = {HEADER_PINS[line] for line in lines_of_board(board)}
    assert wired <= {int(pin) for pin in re.findall(rf"^- \[ \] {word} (\d+) ", page, re.M)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", SEEN)
def test_no_line_crosses_a_word(browser: Browser, tmp_path: Path, seed: int, language: str) -> None:
    file = tmp_path / "box.svg"
    file.write_text(drawing_and_list(random_board(seed), language, file.name)[0], "utf-8")
    assert evaluate(browser, file, CROSSED) == []


def test_other_languages_get_english() -> None:
    board = BoardProfile("box", {Key.OK: 5, Key.BACK: 6, Key.UP: 12, Key.DOWN: 13}, {}, None, None)
    assert drawing_and_list(board, "de", "a.svg") == drawing_and_list(board, "en", "a.svg")
    assert PlanWords("en")("title.own", name="box") in drawing_and_list(board, "de", "a.svg")[1]
