"""Measures of the bought parts that the case is made around: read from measures.toml, and written for OpenSCAD."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

MEASURES = Path(__file__).with_name("measures.toml")
WRITTEN = Path(__file__).with_name("measures.scad")
_HEAD = "// Written from measures.toml by `python -m hardware.case.build --write`: change it there.\n"

Measure = int | float | list[int | float]
"""Millimetres; a list is a size or a place, in the order that the file states."""


def measures() -> Mapping[str, Mapping[str, Measure]]:
    """Return all measures of all parts, as in the file.

    Raises:
        tomllib.TOMLDecodeError: The file is no TOML.
    """
    return tomllib.loads(MEASURES.read_text("utf-8"))


def as_scad(parts: Mapping[str, Mapping[str, Measure]]) -> str:
    """Return the measures for OpenSCAD, where `board` of the table `pi` is `pi_board`."""
    lines = [_HEAD]
    for part, values in parts.items():
        lines.append("\n")
        lines += [f"{part}_{name} = {value};\n" for name, value in values.items()]
    return "".join(lines)
