"""Golden screens of the whole box: the text of every screen when somebody last looked at all of them.

There is one text file for each language. A screen is its name with its page and its face, and below it every field of
the face that differs from its default; a block of the table is shown by its spoken lines. The samples in `tests/screen`
cover the painting of faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from companion.box.faces.block_view import BlockView
from companion.box.faces.faces import Face
from companion.words.signs import GameGlyph

FOLDER = Path(__file__).parent
_HEAD = "# "
_WIDEST = 100
"""Letters in a line; a longer value is written line by line if it has several parts."""


def golden(language: str) -> dict[str, str]:
    """Return the golden screens of a language as text, by name."""
    screens: dict[str, str] = {}
    for block in path_of(language).read_text("utf-8").split("\n\n"):
        name = block.removeprefix(_HEAD).partition(":")[0]
        screens[name] = block.strip("\n")
    return screens


def path_of(language: str) -> Path:
    """Return the path of a language's golden screens."""
    return FOLDER / f"{language}.txt"


def file_text(texts: Mapping[str, str]) -> str:
    """Return screens in the form of the file, from their texts by name."""
    return "\n\n".join(texts[name] for name in sorted(texts)) + "\n"


def screen_text(name: str, page: type, face: Face) -> str:
    """Return a screen as text."""
    return "\n".join([f"{_HEAD}{name}: {page.__name__}, {type(face).__name__}", *_fields(face, "  ")])


def _fields(of: Any, margin: str) -> Iterator[str]:
    for name, value in _changed_fields(of):
        line = f"{margin}{name}: {_short(value)}"
        if (
            len(line) <= _WIDEST
            or isinstance(value, BlockView)
            or not (isinstance(value, tuple) or is_dataclass(value))
        ):
            yield line
            continue
        yield f"{margin}{name}:"
        if isinstance(value, tuple):
            yield from (f"{margin}- {_short(item)}" for item in value)
        else:
            yield from _fields(value, f"{margin}  ")


def _changed_fields(of: Any) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a dataclass that differ from their defaults."""
    for field in fields(of):
        value = getattr(of, field.name)
        if field.default is MISSING or value != field.default:
            yield field.name, value


def _short(value: Any) -> str:
    """Return a value in one line."""
    if isinstance(value, Enum | GameGlyph):
        return str(value.value)
    if isinstance(value, BlockView):
        return f"({type(value.block).__name__} {value.block.id!r}, said {_short(value.spoken)})"
    if is_dataclass(value):
        inside = ", ".join(f"{name} {_short(item)}" for name, item in _changed_fields(value))
        return f"({inside})"
    if isinstance(value, tuple) and value and all(isinstance(item, bool) for item in value):
        return "".join("#" if item else "." for item in value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_short, value))}]"
    return repr(value)
