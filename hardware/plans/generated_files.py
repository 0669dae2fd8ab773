"""Every generated file with its content, from board profiles, pins, parts.toml and the measures of the case."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.devices.board_profiles import load_board
from companion.plans.parts_lists import BOXES, PARTS, as_csv, read_parts, with_tables
from companion.plans.plan_words import LANGUAGES, PlanWords
from companion.plans.wiring import Wiring, wiring_of_board, wiring_of_spinner
from companion.plans.wiring_picture import WiringPicture
from hardware.plans import part_measuring_page
from hardware.plans.hat_pinout import svg as plugged_svg
from hardware.plans.schematic import Schematic

HARDWARE = Path(__file__).resolve().parents[1]
DRAWINGS = HARDWARE / "drawings"
GUIDES = HARDWARE.parent / "docs" / "pi"
MEASURES_PAGES = {"en": GUIDES / "measures.md", "fr": GUIDES / "measures.fr.md"}
LISTS = HARDWARE / "parts"
PAGES = {"en": HARDWARE / "parts.md", "fr": HARDWARE / "parts.fr.md"}

WIRED = ("bench", "pico")
"""The boards that are wired by hand."""
PLUGGED = ("adafruit-bonnet", "waveshare-oled-hat")
"""The boards that are plugged onto the header as they are."""


def wirings() -> tuple[Wiring, ...]:
    """Return the wiring of each box, or spinner, that has wires."""
    boards = (load_board(name, HARDWARE / "boards") for name in WIRED)
    return (*map(wiring_of_board, boards), wiring_of_spinner(HARDWARE.parent / "firmware" / "pins.py"))


def generated_files() -> dict[Path, str]:
    """Return the content of each file, by its path."""
    return dict(_generated_files())


def _generated_files() -> Iterator[tuple[Path, str]]:
    parts = read_parts(PARTS)
    for language in LANGUAGES:
        yield MEASURES_PAGES[language], part_measuring_page.page(language)
        words = PlanWords(language)
        for wiring in wirings():
            yield DRAWINGS / f"{wiring.id}-wires.{language}.svg", WiringPicture(wiring, words).svg()
            yield DRAWINGS / f"{wiring.id}-schematic.{language}.svg", Schematic(wiring, words).svg()
        for name in PLUGGED:
            board = load_board(name, HARDWARE / "boards")
            yield DRAWINGS / f"{name}-pins.{language}.svg", plugged_svg(board, words)
        for box in BOXES:
            yield LISTS / f"{box}.{language}.csv", as_csv(parts, box, words)
        page = PAGES[language]
        yield page, with_tables(page.read_text("utf-8"), parts, words)


def obsolete_files(files: dict[Path, str]) -> list[Path]:
    """Return the files in the two folders that are no longer generated."""
    return sorted(path for folder in (DRAWINGS, LISTS) for path in folder.glob("*") if path not in files)
