"""The pages for checking bought parts with a ruler before printing, with the numbers that the case is made from."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.plans.plan_words import PlanWords
from hardware.case.part_measures import MEASURES, Measure, measures

_COMMON = MEASURES.with_name("common.scad")
_WORDS = tomllib.loads(Path(__file__).with_name("measuring_page.toml").read_text("utf-8"))
"""The words of the pages, in each language."""


@dataclass(frozen=True, slots=True)
class RulerCheck:
    """One measurement to make."""

    entry: str
    """The entry in measures.toml: table and key."""
    what: Mapping[str, str]
    """The distance to measure, by language."""
    fits: str
    """The deviation that the case allows without a change, a key of the words."""
    index: int
    """Index of the number within an entry that has several."""


@dataclass(frozen=True, slots=True)
class Section:
    """The measurements of one kind of part."""

    title: Mapping[str, str]
    checks: tuple[RulerCheck, ...]


def page(language: str) -> str:
    """Return the page in a language as Markdown."""
    sizes, point = measures(), PlanWords(language)("list.point")
    gaps = {name: _gap(name).replace(".", point) for name in ("hole_gap", "board_gap")}
    columns = _WORDS["columns"][language]
    blocks = [_WORDS["head"][language].format(**gaps)]
    for section in SECTIONS:
        rows = [_row(columns), "|" + "---|" * len(columns) + "\n"]
        for check in section.checks:
            number = f"{_number(sizes, check):g}".replace(".", point)
            fits = _WORDS["fits"][check.fits][language].format(**gaps)
            source = _source(check.entry, language)
            rows.append(_row([check.what[language], number, source, fits, f"`{check.entry}`", ""]))
        blocks.append(f"## {section.title[language]}\n\n" + "".join(rows))
    return "\n".join(blocks)


def typical() -> set[str]:
    """Return every entry with a number that is only typical."""
    return {entry for entry, note in _notes(MEASURES).items() if "typical" in note}


def _sections() -> Iterator[Section]:
    for section in _WORDS["section"]:
        yield Section(section["title"], tuple(_checks(section["rows"])))


def _checks(rows: Sequence[Mapping[str, Any]]) -> Iterator[RulerCheck]:
    used = Counter[str]()
    for row in rows:
        entry = row["entry"]
        yield RulerCheck(entry, row, row["fits"], row.get("number", used[entry]))
        used[entry] += 1


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _source(entry: str, language: str) -> str:
    note = _notes(MEASURES)[entry]
    return note if language == "en" else str(_WORDS["sources"][language][note])


def _number(sizes: Mapping[str, Mapping[str, Measure]], check: RulerCheck) -> float:
    table, key = check.entry.split(".")
    value = sizes[table][key]
    return value[check.index] if isinstance(value, list) else value


def _notes(file: Path) -> dict[str, str]:
    """Return the comment on each entry: the source of its number, and how much makers differ."""
    return dict(_read_notes(file.read_text("utf-8").splitlines()))


def _read_notes(lines: list[str]) -> Iterator[tuple[str, str]]:
    table = ""
    for line in lines:
        if head := re.fullmatch(r"\[(\w+)\]", line):
            table = head[1]
        elif entry := re.match(r"(\w+) = .+? # (.+)", line):
            yield f"{table}.{entry[1]}", entry[2]


def _gap(name: str) -> str:
    [gap] = re.findall(rf"^{name} = ([\d.]+);", _COMMON.read_text("utf-8"), re.MULTILINE)
    return str(gap)


SECTIONS = tuple(_sections())
