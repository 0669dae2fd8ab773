"""TOML that knows where it stands: the line of every entry, and of the fault when it is none."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_TABLE = re.compile(r"""\s*\[+\s*["']?([\w-]+)""")
_ENTRY = re.compile(r"""\s*["']?([\w-]+)["']?\s*(?:\.\s*["']?([\w-]+)["']?\s*)?=""")


class NotTomlError(ValueError):
    """A text is no TOML. Its text says why, in the words of Python's reader."""

    def __init__(self, line: int, cause: str) -> None:
        """`line` counts from 1: where the reader gave up."""
        super().__init__(cause)
        self.line = line


@dataclass(frozen=True, slots=True)
class Toml:
    """What a text of TOML says, and where."""

    entries: Mapping[str, Any]
    """Everything at the top level, tables included."""
    _lines: Mapping[tuple[str, ...], int]

    def line(self, *names: str) -> int | None:
        """Where an entry stands, or else the table around it: `line("keys", "up")`, `line("port")`. From 1."""
        return next((self._lines[names[:end]] for end in range(len(names), 0, -1) if names[:end] in self._lines), None)


def parsed(text: str) -> Toml:
    """A text of TOML. Raises NotTomlError."""
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # At the end of the text the reader names no line.
        found = re.search(r"at line (\d+)", str(error))
        raise NotTomlError(int(found[1]) if found else len(text.splitlines()), str(error)) from error
    return Toml(entries, _lines_of(text))


def _lines_of(text: str) -> Mapping[tuple[str, ...], int]:
    """Where tables and entries begin, as plain files write them; what goes over several lines may hide some."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            table = (header[1],)
            found.setdefault(table, number)
        elif entry := _ENTRY.match(line):
            names = (*table, *(name for name in entry.groups() if name))
            for end in range(len(table) + 1, len(names) + 1):
                found.setdefault(names[:end], number)
    return found
