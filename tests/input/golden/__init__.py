"""Golden screens of the whole box: what every screen said when somebody last looked at all of them.

One text file a language. A screen is its name with its page and its face, and below it whatever of the face is not as
it is by itself; a block of the table by what is read aloud of it. How faces are painted is told by the samples in
`tests/screen`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from companion.box.faces.block_face import BlockView
from companion.box.faces.faces import Face
from companion.words.signs import OwnGlyph

FOLDER = Path(__file__).parent
_HEAD = "# "
_WIDEST = 100
"""Letters in a line: what is longer is told line by line, where it is made of several."""


def golden(language: str) -> dict[str, str]:
    """The golden screens of a language, each as it is told, by name."""
    found: dict[str, str] = {}
    for block in path_of(language).read_text("utf-8").split("\n\n"):
        name = block.removeprefix(_HEAD).partition(":")[0]
        found[name] = block.strip("\n")
    return found


def path_of(language: str) -> Path:
    """Where the golden screens of a language are."""
    return FOLDER / f"{language}.txt"


def written(told: Mapping[str, str]) -> str:
    """Screens as the file has them, by name."""
    return "\n\n".join(told[name] for name in sorted(told)) + "\n"


def told(name: str, page: type, face: Face) -> str:
    """A screen as text."""
    return "\n".join([f"{_HEAD}{name}: {page.__name__}, {type(face).__name__}", *_fields(face, "  ")])


def _fields(of: Any, margin: str) -> Iterator[str]:
    for name, value in _said(of):
        whole = f"{margin}{name}: {_short(value)}"
        if (
            len(whole) <= _WIDEST
            or isinstance(value, BlockView)
            or not (isinstance(value, tuple) or is_dataclass(value))
        ):
            yield whole
            continue
        yield f"{margin}{name}:"
        if isinstance(value, tuple):
            yield from (f"{margin}- {_short(one)}" for one in value)
        else:
            yield from _fields(value, f"{margin}  ")


def _said(of: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a dataclass that are not as they are by themselves."""
    for field in fields(of):
        value = getattr(of, field.name)
        if field.default is MISSING or value != field.default:
            yield field.name, value


def _short(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, Enum | OwnGlyph):
        return str(value.value)
    if isinstance(value, BlockView):
        return f"({type(value.block).__name__} {value.block.id!r}, said {_short(value.spoken)})"
    if is_dataclass(value):
        inside = ", ".join(f"{name} {_short(one)}" for name, one in _said(value))
        return f"({inside})"
    if isinstance(value, tuple) and value and all(isinstance(one, bool) for one in value):
        return "".join("#" if one else "." for one in value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_short, value))}]"
    return repr(value)
