"""Tests of the parts lists: numbers match the boards and the spinner, and sums are right."""

from __future__ import annotations

import csv
import re
import runpy
import tomllib
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from companion.plans.parts_lists import BOXES, FIELDS, PARTS, ListedPart, PartsError, as_table, read_parts, with_tables
from companion.plans.plan_words import LANGUAGES, PlanWords
from companion.support.resources import boards_dir, firmware_dir
from hardware.case import build
from hardware.case.part_measures import MEASURES
from hardware.plans.generated_files import LISTS, PAGES, wirings
from tests.test_docs import section

LISTED = {part.id: part for part in read_parts(PARTS)}
HEADINGS = {
    "en": {
        "adafruit-bonnet": "## The Adafruit OLED Bonnet",
        "waveshare-oled-hat": "## The Waveshare OLED HAT",
        "bench": "## The bench",
        "spinner": "## The spinner",
        "pico": "## A Pi with a screen and the spinner",
    },
    "fr": {
        "adafruit-bonnet": "## L’OLED Bonnet d’Adafruit",
        "waveshare-oled-hat": "## L’OLED HAT de Waveshare",
        "bench": "## L’établi",
        "spinner": "## La roulette lumineuse",
        "pico": "## Un Pi avec un écran et la roulette",
    },
}
CASE = {
    "bench": {
        **{"screw_lid": 4, "screw_pi": 4, "screw_screen": 4, "cap": 1},
        **{"weight": 24, "foot": 4, "filament": 1, "sundries": 1},
    },
    "spinner": {
        **{"screw_lid": 4, "screw_diffuser": 4, "screw_pico": 2},
        **{"weight": 6, "foot": 4, "tie": 1, "filament": 1, "sundries": 1},
    },
}
"""Parts that each case needs besides those that it holds."""
BLUE = (1, 5)
"""The seats whose lights drop some 3 V: blue and violet."""
SELECTS = (7, 8)
"""The lines that SPI drives to choose a device."""
ONE = '[[part]]\nid = "pi"\n' + "".join(f'{name} = {{ en = "a", fr = "b" }}\n' for name in FIELDS)


def counts_of(box: str) -> dict[str, int]:
    return {part.id: part.count[box] for part in LISTED.values() if box in part.count}


def profile(name: str) -> dict[str, Any]:
    return tomllib.loads((boards_dir() / f"{name}.toml").read_text("utf-8"))


def without_case(box: str, counts: dict[str, int]) -> dict[str, int]:
    """Return the listed parts of a box without those of its case, all of which must be listed."""
    assert {name: number for name, number in counts.items() if name in CASE[box]} == CASE[box]
    return {name: number for name, number in counts.items() if name not in CASE[box]}


def weights(box: str) -> int:
    """Return the number of washers in the pockets of a box's wheel."""
    source = (build.HERE / f"{box}.scad").read_text("utf-8")
    [stacked] = re.findall(r"\bwheel\(.+, (\d+)\);", source)
    [first, step, last] = re.findall(
        r"turn = \[(\d+) : (\d+) : (\d+)\]", (build.HERE / "common.scad").read_text("utf-8")
    )[0]
    return int(stacked) * len(range(int(first), int(last) + 1, int(step)))


def test_screws_have_the_size_that_the_case_expects() -> None:
    screw = tomllib.loads(MEASURES.read_text("utf-8"))["screw"]
    assert f"M{screw['m3']} × {screw['m3_length']}" in LISTED["screw_lid"].name["en"]
    assert {box: counts_of(box)["weight"] for box in CASE} == {box: weights(box) for box in CASE}
    assert "M6" in LISTED["weight"].name["en"]
    [stand] = re.findall(r"^stand = (\d+);", (build.HERE / "common.scad").read_text("utf-8"), re.MULTILINE)
    for part, board in (("screw_pi", "pi"), ("screw_pico", "pico")):
        [long] = re.findall(r"× (\d+)", LISTED[part].name["en"])
        thick = tomllib.loads(MEASURES.read_text("utf-8"))[board]["thick"]
        assert 2.5 <= int(long) - thick <= int(stand), "it bites, and does not end on the floor"
    assert screw["weight"][0] == 12, "an M6 washer is 12 wide"


def test_no_screw_is_listed_beside_the_picos_socket() -> None:
    sizes = tomllib.loads(MEASURES.read_text("utf-8"))
    pico, [head, _] = sizes["pico"], sizes["screw"]["m2_head"]
    beside_socket = (pico["hole_pitch"][1] - pico["usb_size"][1]) / 2
    assert head / 2 > beside_socket
    assert {box: counts_of(box)["screw_pico"] for box in ("spinner", "pico")} == {"spinner": 2, "pico": 2}


def test_the_bench_is_counted_from_its_profile() -> None:
    bench = profile("bench")
    seats = [key for key in bench["keys"] if key.startswith("seat")]
    # The key ok is the push of the knob.
    others = set(bench["keys"]) - {*seats, "ok"}
    counts = counts_of("bench")
    parts = {
        "key": len(others),
        "seat_key": len(seats),
        "led": len(bench["lights"]),
        "led_resistor": len(bench["lights"]) - len(BLUE),
        "blue_resistor": len(BLUE),
        "key_resistor": sum(line in SELECTS for line in bench["keys"].values()),
        "piezo_resistor": 1,
    }
    parts |= {"knob": 1, "spinner_knob": 1, "piezo": 1, "screen": 1}
    assert set(bench) == {"keys", "lights", "knob", "spinner", "buzzer", "display"}
    assert without_case("bench", counts) == {**parts, "pi": 1, "card": 1, "power": 1, "wires": 1}


def test_the_spinner_is_counted_from_its_pins() -> None:
    pins = runpy.run_path(str(firmware_dir() / "pins.py"))
    knobs = {name for name in pins if name.startswith("KNOB_")}
    assert knobs == {"KNOB_A", "KNOB_B"}
    counts = counts_of("spinner")
    parts = {"arcade_key": len(pins["KEYS"]), "led_resistor": len(pins["KEY_LIGHTS"]), "spinner_knob": 1, "piezo": 1}
    parts |= {"ring": 1, "ring_resistor": 1, "level_shifter": 1, "ceramic": 1, "capacitor": 1, "fuse": 1}
    parts |= {"dip_socket": 1, "piezo_resistor": 1, "pico": 1, "usb_cable": 1}
    assert without_case("spinner", counts) == {**parts, "stripboard": 1, "strand": 1}
    for name in LISTED["ring"].name.values():
        assert re.findall(r"\d+", name)[0] == str(pins["LIGHTS"])


def test_pico_box_is_the_spinner_plus_a_screen() -> None:
    assert set(profile("pico")) == {"pico", "display"}
    assert counts_of("pico") == {**counts_of("spinner"), "pi": 1, "card": 1, "power": 1, "screen": 1, "wires": 1}


@pytest.mark.parametrize(("box", "board"), [("adafruit-bonnet", "bonnet"), ("waveshare-oled-hat", "hat")])
def test_plugged_on_board_needs_only_a_pi(box: str, board: str) -> None:
    assert counts_of(box) == {board: 1, "pi": 1, "card": 1, "power": 1}


def test_every_box_is_listed() -> None:
    assert set(BOXES) == {file.stem for file in boards_dir().glob("*.toml")} | {"spinner"}


@pytest.mark.parametrize("wiring", wirings(), ids=lambda wiring: wiring.id)
def test_numbers_of_drawn_and_listed_parts_match(wiring: Any) -> None:
    drawn = Counter(part.id for part in wiring.parts)
    drawn.update(contact.resistor for _, contact in wiring.wires() if contact.resistor)
    drawn.update(contact.bypass for _, contact in wiring.wires() if contact.bypass)
    drawn.update(link.resistor for link in wiring.links)
    drawn.update(wiring.fuses.values())
    listed = counts_of(wiring.id)
    assert {part: listed[part] for part in drawn} == drawn == wiring.counts()


@pytest.mark.parametrize("part", LISTED.values(), ids=lambda part: part.id)
def test_every_part_has_texts_in_every_language(part: ListedPart) -> None:
    for field in FIELDS:
        texts = getattr(part, field)
        assert set(texts) == set(LANGUAGES)
        assert all(text and "|" not in text for text in texts.values())


@pytest.mark.parametrize(
    ("part", "word"),
    [
        ("screen", "SH1106"),
        ("screen", "5 V"),
        ("piezo", "acti"),
        ("arcade_key", "12 V"),
        ("ring", "RGBW"),
        ("ring", "SK6812"),
        ("usb_cable", "charg"),
        ("level_shifter", "74HC125"),
    ],
)
def test_list_warns_of_common_wrong_purchases(part: str, word: str) -> None:
    assert all(word in text for text in LISTED[part].avoid.values())


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_spreadsheet_adds_up(box: str, language: str) -> None:
    with (LISTS / f"{box}.{language}.csv").open(encoding="utf-8", newline="") as file:
        heads, *rows, last = csv.reader(file)
    assert len(heads) == 8
    assert {row[1]: int(row[0]) for row in rows} == counts_of(box)
    for number, part, *_, low, high in rows:
        prices = [int(number) * Decimal(str(price)) for price in LISTED[part].euro]
        assert prices == [Decimal(low), Decimal(high)]
    assert last[-2:] == [str(sum(Decimal(row[column]) for row in rows)) for column in (-2, -1)]


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_has_a_table_for_each_box(box: str, language: str) -> None:
    part = section(PAGES[language].read_text("utf-8"), HEADINGS[language][box])
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"
    ]
    _, _, *parts, last = rows
    assert {row[1]: row[0] for row in parts} == {
        LISTED[part].name[language]: str(number) for part, number in counts_of(box).items()
    }
    prices = [[Decimal(price.replace(",", ".")) for price in row[-1].strip("*").split("–")] for row in (*parts, last)]
    assert prices[-1] == [sum(row[column] for row in prices[:-1]) for column in (0, 1)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_supply_is_strong_enough_for_the_ring(language: str) -> None:
    source = (firmware_dir() / "spinner" / "ring.py").read_text("utf-8")
    [levels] = re.findall(r"^_MOST_LEVELS = const\((\d+)\)", source, re.M)
    pins = runpy.run_path(str(firmware_dir() / "pins.py"))
    electronics = 1 * pins["LIGHTS"]  # a WS2812B takes about 1 mA while it is dark
    ring, key = round(20 * int(levels) / 255 + electronics, -1), 10
    keys = len(pins["KEYS"])
    page = section(PAGES[language].read_text("utf-8"), HEADINGS[language]["spinner"])
    note = PlanWords(language)("notes.schematic.spinner")
    of_five_at_100_ohms = round((3.3 - 2) / 100 * keys * 1000)
    assert {int(number) for number in re.findall(r"(\d+) mA", note)} == {key, ring, 500}
    assert {int(number) for number in re.findall(r"(\d+) mA", page)} == {key, ring, 500, of_five_at_100_ohms}
    assert ring + keys * key + 50 < 500, "the Pico itself takes less than 50"


def test_key_lights_stay_within_the_picos_current() -> None:
    keys = len(runpy.run_path(str(firmware_dir() / "pins.py"))["KEYS"])
    of_red, most = 1.8, 0.050
    *_, least, _ = re.findall(r"\d+", LISTED["led_resistor"].instead["en"])
    assert (3.3 - of_red) / int(least) * keys < most
    assert (3.3 - of_red) / int(least) < 0.010, "what is counted for each on USB"


def test_largest_capacitor_at_the_plug_is_the_drawn_one() -> None:
    for language in LANGUAGES:
        capacities = re.findall(
            r"(\d+) µF", " ".join([LISTED["capacitor"].name[language], LISTED["capacitor"].instead[language]])
        )
        assert max(map(int, capacities)) == 100
        assert f"{max(capacities, key=int)} µF" == PlanWords(language)("part.capacitor")


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_on_drawings_match_the_lists(language: str) -> None:
    words = PlanWords(language)
    drawn = ["ring_resistor", "led_resistor", "blue_resistor", "key_resistor", "piezo_resistor", "ceramic", "fuse"]
    for part in drawn:
        assert f", {words(f'value.{part}')}" in LISTED[part].name[language]


# Invalid files


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{ONE}euro = [1, 2]\ncount = {{ shed = 1 }}\n", "no box shed"),
        (f"{ONE}euro = [2, 1]\ncount = {{ bench = 1 }}\n", "from less to more"),
        (f"{ONE}euro = [1, 2]\ncount = {{}}\n{ONE}euro = [1, 2]\ncount = {{}}\n", "twice"),
    ],
)
def test_invalid_parts_file_is_reported(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "parts.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(PartsError, match=fault):
        read_parts(file)


def test_page_without_marks_for_a_box_is_reported() -> None:
    with pytest.raises(PartsError, match="no place for the parts of adafruit-bonnet"):
        with_tables("# Nothing\n", read_parts(PARTS), PlanWords("en"))


def test_cents_follow_the_readers_language() -> None:
    text = {"en": "a", "fr": "b"}
    part = ListedPart("pi", text, text, text, text, (Decimal("0.5"), Decimal(2)), {"bench": 3})
    assert as_table([part], "bench", PlanWords("en")).splitlines()[2] == "| 3 | a | a | a | a | 1.50–6 |"
    assert as_table([part], "bench", PlanWords("fr")).splitlines()[2] == "| 3 | b | b | b | b | 1,50–6 |"
