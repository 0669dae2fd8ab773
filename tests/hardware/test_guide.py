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

ENDINGS = {"en": ".md", "fr": ".fr.md"}
GUIDES = [("bench", language) for language in ENDINGS] + [("spinner", language) for language in ENDINGS]
each_guide = pytest.mark.parametrize(("box", "language"), GUIDES)
each_language = pytest.mark.parametrize("language", ENDINGS)


OTHER_PROGRAMS = {
    "en": ["I understand, erase and write", "Write complete!"],
    "fr": ["Je comprends, effacer et écrire", "Écriture terminée\N{NO-BREAK SPACE}!"],
}
"""Sentences of Raspberry Pi Imager, then of ssh and scp."""
for _sentences in OTHER_PROGRAMS.values():
    _sentences += ["Are you sure you want to continue connecting", "Connection refused"]
    _sentences += ["Permission denied", "REMOTE HOST IDENTIFICATION HAS CHANGED", "No such file"]


def guide(box: str, language: str) -> str:
    return text(f"docs/pi/{box}{ENDINGS[language]}")


@each_guide
def test_every_screw_is_listed_for_its_box(box: str, language: str) -> None:
    listed = " ".join(part.name[language] for part in read_parts(PARTS) if part.count.get(box))
    named = set(re.findall(r"M[\d.,]+ × \d+", guide(box, language)))
    assert named == set(re.findall(r"M[\d.,]+ × \d+", listed))


@each_guide
def test_every_picture_shows_the_case_or_the_wires(box: str, language: str) -> None:
    pictures = re.findall(r"^!\[.+\]\((.+)\)$", guide(box, language), re.MULTILINE)
    assert {Path(picture).name for picture in pictures} == {
        f"{box}-closed.png",
        f"{box}-under.png",
        f"{box}-inside.png",
        f"{box}-open.png",
        f"{box}-wires.{language}.svg",
    }
    assert all((COMMITTED.parent / picture).exists() for picture in pictures)


@each_guide
def test_steps_match_the_table_of_times(box: str, language: str) -> None:
    read = guide(box, language)
    assert re.findall(r"^\| (\d\. .+?) \|", read, re.MULTILINE) == re.findall(r"^## (\d\. .+)$", read, re.MULTILINE)


@pytest.mark.parametrize("box", ["README", "bench", "bonnet", "spinner", "waveshare"])
@each_language
def test_quoted_messages_are_those_of_the_program(box: str, language: str) -> None:
    """A quoted sentence is one of the catalogue's, or the beginning of one; its versions are the spinner's."""
    version = re.search(r"^VERSION = \((.+)\)$", (firmware_dir() / "spinner/link.py").read_text("utf-8"), re.MULTILINE)
    assert version
    versions = {"{version}": version[1].replace(", ", "."), "{tried}": MICROPYTHON}
    forms = [form for quote in sentences(language).values() for form in quote.forms]
    for name, value in versions.items():
        forms += [form.replace(name, value) for form in forms] + [form.replace(name, "…") for form in forms]
    quotes = {"en": "“(.+?)”", "fr": "«\xa0(.+?)\xa0»"}[language]
    forms += OTHER_PROGRAMS[language]
    quoted = re.findall(quotes, guide(box, language).replace("\n", " "))
    assert [quote for quote in quoted if not any(sentence.startswith(quote) for sentence in forms)] == []


@each_language
def test_colours_of_wires_match_the_drawing(language: str) -> None:
    groups = re.findall(r"^\d\. \*\*(.+?)\*\*\xa0?:", guide("bench", language), re.MULTILINE)
    named = [colour.lower() for group in groups for colour in group.split(", ")]
    drawn = (COMMITTED.parents[2] / f"hardware/drawings/bench-wires.{language}.svg").read_text("utf-8")
    assert sorted(named) == sorted(set(re.findall(r">([a-z]+)\xa0?: ", drawn)))


@pytest.mark.parametrize(
    ("language", "ring", "keys"),
    [("en", "a ring of {} lights", "five lit keys"), ("fr", "un anneau de {} LED", "cinq touches lumineuses")],
)
def test_lights_and_keys_of_the_spinner_match_its_pins(language: str, ring: str, keys: str) -> None:
    pins = runpy.run_path(str(firmware_dir() / "pins.py"))
    read = guide("spinner", language)
    assert ring.format(pins["LIGHTS"]) in read
    assert len(pins["KEYS"]) == 5
    assert keys in read


LEG = {"en": r"leg (\d+): (ground|5 V|blue|nothing)", "fr": r"patte (\d+)\xa0: (masse|5 V|fil bleu|rien)"}
JOINED = {"en": r"the legs ([\d, and]+) for (5 V|ground)", "fr": r"les pattes ([\d, et]+) pour (le 5 V|la masse)"}
COLOURS = {
    "en": {"ground": "black", "5 V": "red", "blue": "blue", "nothing": None},
    "fr": {"masse": "black", "la masse": "black", "5 V": "red", "le 5 V": "red", "fil bleu": "blue", "rien": None},
}
"""The colour of the wire at each kind of leg."""


@each_language
def test_legs_of_the_level_shifter_match_the_drawing(language: str) -> None:
    read, colours = guide("spinner", language), COLOURS[language]
    colour_of_leg = {int(leg): colours[kind] for leg, kind in re.findall(LEG[language], read)}
    assert colour_of_leg == {leg: SHIFTER_LEGS.get(leg) for leg in range(1, DIP_LEGS + 1)}
    rows = [[int(leg) for leg in re.findall(r"\| (?:leg|patte) (\d+)\xa0?:", row)] for row in read.splitlines()]
    assert [row for row in rows if row] == [[leg, DIP_LEGS + 1 - leg] for leg in range(1, DIP_LEGS // 2 + 1)]
    joined = re.findall(JOINED[language], read.replace("\n", " "))
    for legs, kind in joined:
        assert {int(leg) for leg in re.findall(r"\d+", legs)} == {
            leg for leg, its in colour_of_leg.items() if its == colours[kind]
        }
    assert len(joined) == 2
