"""TOML with line numbers: the line of every entry, and of a syntax error."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from companion.support.frozen_dataclasses import frozen

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))[ \t]*""")
_PLAIN = re.compile(r"[^,\]}\n#]*")
_STRINGS = (
    re.compile(r'"{3}(?:[^\\]|\\.)*?"{3,5}', re.S),
    re.compile(r"'{3}.*?'{3,5}", re.S),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)


class TomlError(ValueError):
    """A text is not valid TOML. The message is the one of Python's parser."""

    def __init__(self, line: int, cause: str) -> None:
        """`line` counts from 1: the line where the parser gave up."""
        super().__init__(cause)
        self.line = line


_LIMITS = {
    "A number has too many digits": re.compile(r"[0-9][0-9_]{99}"),
    "A name has too many parts": re.compile(r"""(?:[\w"'-]++[ \t]*+\.[ \t]*+){30}"""),
    "Brackets are nested too deeply": re.compile(r"(?:[\[{][^\]}\[{]*+){100}"),
}
"""Limits that no file of ours comes near, by the message about them."""


@frozen
class Toml:
    """The entries of a TOML text, with their lines."""

    entries: Mapping[str, Any]
    """All entries at the top level, tables included."""
    _lines: Mapping[tuple[str, ...], int]

    def line(self, *names: str) -> int | None:
        """Return the line of an entry, or of what contains it: `line("keys", "up")`, `line("wheel", "sectors", "3")`.

        List items are named by their index, from 0. Lines count from 1.
        """
        return next((self._lines[names[:end]] for end in range(len(names), 0, -1) if names[:end] in self._lines), None)


def parse_toml(text: str) -> Toml:
    """Parse a TOML text. Raises NotTomlError."""
    for message, pattern in _LIMITS.items():  # the parser would be very slow, or crash without a message
        if (match := pattern.search(text)) is not None:
            raise TomlError(text.count("\n", 0, match.start()) + 1, message)
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # The parser names no line for an error at the end of the text.
        match = re.search(r"at line (\d+)", str(error))
        raise TomlError(int(match[1]) if match else len(text.splitlines()), str(error)) from error
    except (ValueError, RecursionError) as error:  # not a TOML error of the parser, so there is no line
        raise TomlError(1, str(error)) from error
    return Toml(entries, _LineFinder(text).lines)


class _LineFinder:
    """Goes through a valid TOML text, and notes the line of each entry."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._position = 0
        self._tables: dict[tuple[str, ...], int] = {}
        self.lines: dict[tuple[str, ...], int] = {}
        table: tuple[str, ...] = ()
        while self._skip(_BLANK) or self._position < len(self._text):
            if self._here == "[":
                table = self._header()
            else:
                self._entry(table)

    @property
    def _here(self) -> str:
        return self._text[self._position : self._position + 1]

    def _skip(self, pattern: re.Pattern[str]) -> str:
        """Go past a match of this pattern, if there is one here, and return it."""
        match = pattern.match(self._text, self._position)
        self._position = match.end() if match else self._position
        return match[0] if match else ""

    def _note(self, path: tuple[str, ...], position: int | None = None) -> None:
        line = self._text.count("\n", 0, self._position if position is None else position) + 1
        self.lines.setdefault(path, line)
        # An entry in an array of tables can also be looked up without an index.
        self.lines.setdefault(tuple(name for name in path if not name.isdecimal()), line)

    def _names(self) -> tuple[str, ...]:
        names = []
        while match := _KEY.match(self._text, self._position):
            names.append(next(name for name in match.groups() if name is not None))
            self._position = match.end()
            if self._here != ".":
                break
            self._position += 1
        return tuple(names)

    def _header(self) -> tuple[str, ...]:
        start = self._position
        several = self._text.startswith("[[", start)
        self._position += 2 if several else 1
        *around, last = self._names()
        table: tuple[str, ...] = ()
        for name in around:
            table = self._last_table((*table, name))
        table = (*table, last)
        self._note(table, start)
        if several:
            self._tables[table] = self._tables.get(table, -1) + 1
            table = self._last_table(table)
            self._note(table, start)
        self._position += 2 if several else 1
        return table

    def _last_table(self, table: tuple[str, ...]) -> tuple[str, ...]:
        """Return the path of the last table of an array of tables."""
        return (*table, str(self._tables[table])) if table in self._tables else table

    def _entry(self, table: tuple[str, ...]) -> None:
        self._skip(_BLANK)
        start = self._position
        names = self._names()
        for end in range(1, len(names) + 1):
            self._note((*table, *names[:end]), start)
        self._position += 1  # the equals sign
        self._value((*table, *names))

    def _value(self, place: tuple[str, ...]) -> None:
        self._skip(_BLANK)
        if self._here == "[":
            self._array_or_inline_table("]", place)
        elif self._here == "{":
            self._array_or_inline_table("}", place)
        elif not any(self._skip(string) for string in _STRINGS):
            self._skip(_PLAIN)

    def _array_or_inline_table(self, end: str, place: tuple[str, ...]) -> None:
        """Read an array or an inline table."""
        self._position += 1
        number = 0
        self._skip(_BLANK)
        while self._here != end:
            if end == "]":
                inside = (*place, str(number))
                self.lines.setdefault(inside, self._text.count("\n", 0, self._position) + 1)
                self._value(inside)
            else:
                self._entry(place)
            number += 1
            self._skip(_BLANK)
            if self._here == ",":
                self._position += 1
                self._skip(_BLANK)
        self._position += 1
