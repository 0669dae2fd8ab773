"""Tests of the page to measure parts with: it has every number that is only typical, as in the case."""

from __future__ import annotations

import re

from hardware.case.part_measures import measures
from hardware.plans.part_measuring_page import SECTIONS, page, typical

CHECKS = [check for section in SECTIONS for check in section.checks]


def test_every_typical_measure_is_checked() -> None:
    of_pins_of_a_pico = {
        "pico.pins"
    }  # data sheet: only their height is typical, and they point upwards into free space
    assert typical() - of_pins_of_a_pico <= {check.entry for check in CHECKS}
    assert len(typical()) > 15


def test_every_number_of_an_entry_is_checked() -> None:
    for entry in typical() & {check.entry for check in CHECKS} - {"plug.micro_b"}:
        table, key = entry.split(".")
        value = measures()[table][key]
        numbers = range(len(value)) if isinstance(value, list) else [0]
        assert [check.index for check in CHECKS if check.entry == entry] == list(numbers), entry


def test_page_has_the_numbers_of_the_case() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in page("en").splitlines() if line[:2] == "| "
    ]
    entries = [(row[4].strip("`"), float(row[1])) for row in rows if row[4] != "entry"]
    assert len(entries) == len(CHECKS)
    for (entry, number), check in zip(entries, CHECKS, strict=True):
        table, key = entry.split(".")
        value = measures()[table][key]
        assert number == (value[check.index] if isinstance(value, list) else value)


def test_gap_around_holes_is_that_of_the_case() -> None:
    gaps = {float(number) for number in re.findall(r"± ([\d.]+)", page("en"))}
    assert gaps == {0.3}
