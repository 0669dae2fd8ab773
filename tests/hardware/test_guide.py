"""Tests of the pages from the parts to the first game: their statements agree with other files."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from companion.devices.spinner.flash import MICROPYTHON
from companion.plans.part_symbols import DIP_LEGS, SHIFTER_LEGS
from companion.plans.parts_lists import PARTS, read_parts
from companion.support.resources import firmware_dir
from hardware.case.build import COMMITTED
from tests.test_docs import text
from tests.views.catalogue import sentences

GUIDES = ("docs/pi/bench.md", "docs/pi/spinner.md")
each_guide = pytest.mark.parametrize("guide", GUIDES)


@each_guide
def test_every_screw_is_listed_for_its_box(guide: str) -> None:
    box = Path(guide).stem
    listed = " ".join(part.name["en"] for part in read_parts(PARTS) if part.count.get(box))
    named = set(re.findall(r"M[\d.]+ × \d+", text(guide)))
    assert named == set(re.findall(r"M[\d.]+ × \d+", listed))


@each_guide
def test_every_picture_shows_the_case_or_the_wires(guide: str) -> None:
    pictures = re.findall(r"^!\[.+\]\((.+)\)$", text(guide), re.MULTILINE)
    box = Path(guide).stem
    assert {Path(picture).name for picture in pictures} == {
        f"{box}-closed.png",
        f"{box}-under.png",
        f"{box}-inside.png",
        f"{box}-open.png",
        f"{box}-wires.en.svg",
    }
    assert all((COMMITTED.parent / picture).exists() for picture in pictures)


@each_guide
def test_steps_match_the_table_of_times(guide: str) -> None:
    read = text(guide)
    assert re.findall(r"^\| (\d\. .+?) \|", read, re.MULTILINE) == re.findall(r"^## (\d\. .+)$", read, re.MULTILINE)


@each_guide
def test_quoted_messages_are_those_of_the_program(guide: str) -> None:
    """A quoted sentence is one of the catalogue's, or the beginning of one; its versions are the spinner's."""
    version = re.search(r"^VERSION = \((.+)\)$", (firmware_dir() / "spinner/link.py").read_text("utf-8"), re.MULTILINE)
    assert version
    versions = {"{version}": version[1].replace(", ", "."), "{tried}": MICROPYTHON}
    forms = [form for quote in sentences("en").values() for form in quote.forms]
    for name, value in versions.items():
        forms += [form.replace(name, value) for form in forms] + [form.replace(name, "…") for form in forms]
    quoted = re.findall("“(.+?)”", text(guide).replace("\n", " "))
    assert quoted
    assert [quote for quote in quoted if not any(sentence.startswith(quote) for sentence in forms)] == []


def test_colours_of_wires_match_the_drawing() -> None:
    [paragraph] = re.findall(r"^1\. \*\*Black.+?(?=\n\nAfter every group)", text(GUIDES[0]), re.MULTILINE | re.DOTALL)
    drawn = (COMMITTED.parents[2] / "hardware/drawings/bench-wires.en.svg").read_text("utf-8")
    named = {colour.lower() for group in re.findall(r"\*\*(.+?)\*\*", paragraph) for colour in group.split(", ")}
    assert named == set(re.findall(r">([a-z]+): ", drawn))


def test_lights_and_keys_of_the_spinner_match_its_pins() -> None:
    pins = runpy.run_path(str(firmware_dir() / "pins.py"))
    assert f"A ring of {pins['LIGHTS']} lights" in text(GUIDES[1])
    assert len(pins["KEYS"]) == 5
    assert "five lit keys" in text(GUIDES[1])


def test_legs_of_the_level_shifter_match_the_drawing() -> None:
    read = text(GUIDES[1])
    kinds = {"ground": "black", "5 V": "red", "blue": "blue", "nothing": None}
    colour_of_leg = {int(leg): kinds[kind] for leg, kind in re.findall(r"leg (\d+): (ground|5 V|blue|nothing)", read)}
    assert colour_of_leg == {leg: SHIFTER_LEGS.get(leg) for leg in range(1, DIP_LEGS + 1)}
    rows = [[int(leg) for leg in re.findall(r"\| leg (\d+):", row)] for row in read.splitlines()]
    assert [row for row in rows if row] == [[leg, DIP_LEGS + 1 - leg] for leg in range(1, DIP_LEGS // 2 + 1)]
    joined = re.findall(r"the legs ([\d, and]+) for (5 V|ground)", read.replace("\n", " "))
    for legs, kind in joined:
        assert {int(leg) for leg in re.findall(r"\d+", legs)} == {
            leg for leg, its in colour_of_leg.items() if its == kinds[kind]
        }
    assert len(joined) == 2
