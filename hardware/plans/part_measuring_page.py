"""The page for checking bought parts with a ruler before printing, made from the numbers that the case is made from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from hardware.case.part_measures import MEASURES, Measure, measures

_COMMON = MEASURES.with_name("common.scad")


class Fit(Enum):
    """The deviations of a part's size that the case allows without a change."""

    SAME = "± {gap}"
    MOST = "as much or less"
    LEAST = "as much or more"
    ANY = "anything: it is for the pictures only"


@dataclass(frozen=True, slots=True)
class RulerCheck:
    """One measurement to make."""

    entry: str
    """The entry in measures.toml: table and key."""
    what: str
    fit: Fit
    index: int = 0
    """Index of the number within an entry that has several."""


_SCREEN = (
    RulerCheck("screen.board", "its board, across", Fit.MOST),
    RulerCheck("screen.board", "its board, from the pins to the other edge", Fit.MOST, 1),
    RulerCheck("screen.thick", "its board, thickness (thinner: glue it, screws come through the lid)", Fit.LEAST),
    RulerCheck("screen.hole", "its holes, diameter", Fit.LEAST),
    RulerCheck("screen.hole_pitch", "from hole to hole, across", Fit.SAME),
    RulerCheck("screen.hole_pitch", "from hole to hole, along", Fit.SAME, 1),
    RulerCheck(
        "screen.lit_up", "middle of the part that shines, above the middle of the board, towards the pins", Fit.SAME
    ),
    RulerCheck("screen.pins", "its row of pins, length", Fit.MOST),
    RulerCheck("screen.pins", "its row of pins, width", Fit.MOST, 1),
    RulerCheck("screen.pins_edge", "from the upper edge to the middle of the pins", Fit.SAME),
    RulerCheck("screen.pins_front", "what stands out in front of the pins, once soldered and cut", Fit.MOST),
)
_KEYS = (
    RulerCheck("key.thread", "its thread, diameter", Fit.SAME),
    RulerCheck("key.bezel", "its rim, diameter", Fit.LEAST),
    RulerCheck("key.bezel", "its rim, height", Fit.ANY, 1),
    RulerCheck("key.cap", "its cap, diameter", Fit.ANY),
    RulerCheck("key.cap", "its cap, height over the rim", Fit.ANY, 1),
    RulerCheck("key.nut", "its nut, over the corners", Fit.MOST),
    RulerCheck("key.nut", "its nut, height", Fit.MOST, 1),
    RulerCheck("key.depth", "from its rim to the end of its bent legs", Fit.MOST),
)
_KNOBS = (
    RulerCheck("ec11.bushing", "its neck with the thread, diameter", Fit.SAME),
    RulerCheck("ec11.shaft", "its shaft, diameter", Fit.SAME),
    RulerCheck("ec11.flat", "its shaft, across the flat", Fit.SAME),
    RulerCheck("ec11.shaft_length", "its shaft, from the body to the tip", Fit.SAME),
    RulerCheck("ec11.flat_length", "the flat, from the tip", Fit.LEAST),
)
_PLUGS = (
    RulerCheck("plug.length", "plug of the power cable, length", Fit.ANY),
    RulerCheck("plug.socket", "socket of a single wire, height over the pins", Fit.MOST),
)
_SPINNER = (
    RulerCheck("ring.outer", "ring, outer diameter", Fit.SAME),
    RulerCheck("ring.inner", "ring, inner diameter", Fit.SAME),
    RulerCheck("ring.thick", "ring, thickness of its board without the lights", Fit.SAME),
    RulerCheck("arcade.hole", "arcade key, its body below the rim, diameter", Fit.MOST),
    RulerCheck("arcade.rim", "arcade key, its rim, diameter", Fit.LEAST),
    RulerCheck("arcade.rim", "arcade key, its rim, height", Fit.ANY, 1),
    RulerCheck("arcade.cap", "arcade key, its cap, diameter", Fit.ANY),
    RulerCheck("arcade.cap", "arcade key, its cap, height over the panel", Fit.ANY, 1),
    RulerCheck("arcade.clips", "arcade key, over its sprung tongues", Fit.MOST),
    RulerCheck("arcade.clips", "arcade key, from below the panel to the end of the tongues", Fit.MOST, 1),
    RulerCheck("arcade.depth", "arcade key, from its rim to the end of its contacts", Fit.MOST),
    RulerCheck("stripboard.thick", "stripboard, thickness", Fit.MOST),
    RulerCheck("plug.micro_b", "plug at the Pico, length with what keeps the cable from kinking", Fit.MOST, 2),
    RulerCheck("plug.cable", "cable to the Pico, diameter", Fit.SAME),
)
SECTIONS: Mapping[str, tuple[RulerCheck, ...]] = {
    "The screen of the bench": _SCREEN,
    "The keys of the bench": _KEYS,
    "The knobs of both boxes": _KNOBS,
    "The cap of the bench’s knob": (
        RulerCheck("cap.size", "its diameter", Fit.ANY),
        RulerCheck("cap.size", "its height", Fit.ANY, 1),
    ),
    "Plugs of the bench": _PLUGS,
    "The spinner": _SPINNER,
}
_HEAD = """\
# Measure before you print

The case is made for parts as they are mostly sold, and makers differ. These are the measures to check with a ruler,
better a caliper, on the parts that you bought: all that are called "typical" in
[measures.toml](../../hardware/case/measures.toml), and a few others on which much depends. All are in millimetres.

The column *fits* says what needs no change. If your part does not fit, write its number into the named entry of
`measures.toml` (the first, second or third number of it, in the order of the rows here), and run `make case`. The case
leaves {gap} mm around what goes through a hole, and {board_gap} mm around a board.

This page is made by `make plans` from `measures.toml`; change the numbers there.
"""


def page() -> str:
    """Return the page as Markdown."""
    sizes, gap, notes = measures(), _gap("hole_gap"), _notes(MEASURES)
    blocks = [_HEAD.format(gap=gap, board_gap=_gap("board_gap"))]
    for title, checks in SECTIONS.items():
        rows = ["| what | case | where the number is from | fits | entry | yours |", "|---|---|---|---|---|---|"]
        for check in checks:
            number = _number(sizes, check)
            fit = check.fit.value.format(gap=gap)
            rows.append(f"| {check.what} | {number:g} | {notes[check.entry]} | {fit} | `{check.entry}` |  |")
        blocks.append(f"## {title}\n\n" + "\n".join(rows) + "\n")
    return "\n".join(blocks)


def typical() -> set[str]:
    """Return every entry with a number that is only typical."""
    return {entry for entry, note in _notes(MEASURES).items() if "typical" in note}


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
