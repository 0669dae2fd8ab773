"""The fonts that the tests' browser sees: the project's choice, whatever the machine has installed."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast
from xml.sax.saxutils import escape

import pytest

from tests.depth import DEEP

T = TypeVar("T")

USUAL = "usual"


@dataclass(frozen=True, slots=True)
class Letters:
    """The font families that a browser sees."""

    sans: str
    serif: str
    mono: str
    faces: tuple[str, ...] = ("", " Bold")
    """Endings of the full names of its faces. Debian's smallest DejaVu package has only these."""


LETTERS = {
    USUAL: Letters("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"),
    "narrower": Letters("Liberation Sans", "Liberation Serif", "Liberation Mono"),
    "wider": Letters("DejaVu Sans", "DejaVu Sans", "DejaVu Sans", faces=(" Bold",)),
}
"""Fonts by how wide their letters are. Debian: fonts-dejavu-core, fonts-liberation."""
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
_BUILT = Path(__file__).resolve().parents[1] / "build" / "fonts"
_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  {folders}
  <cachedir>{cache}</cachedir>
  <selectfont>
    <rejectfont><pattern></pattern></rejectfont>
    <acceptfont>{faces}</acceptfont>
  </selectfont>
  <match target="pattern">
    <edit name="antialias"><bool>true</bool></edit>
    <edit name="hintstyle"><const>hintslight</const></edit>
    <edit name="rgba"><const>none</const></edit>
  </match>
  {aliases}
</fontconfig>
"""


def in_other_letters(test: T) -> T:
    """Run a test with narrower and with wider letters too, if DEEP is set."""
    return _also(test, "narrower", "wider")


def in_wider_letters(test: T) -> T:
    """Run a test with wider letters too, if DEEP is set."""
    return _also(test, "wider")


def _also(test: T, *others: str) -> T:
    if not DEEP:
        return test
    mark: Any = pytest.mark.parametrize("browser", [None, *others], ids=str, indirect=True)
    return cast(T, mark(test))


def font_environment(name: str) -> dict[str, str]:
    """Return the environment variables that limit a program to the fonts of this name in LETTERS."""
    letters = LETTERS[name]
    generics = {"sans-serif": letters.sans, "serif": letters.serif, "monospace": letters.mono}
    _BUILT.mkdir(parents=True, exist_ok=True)
    file = _BUILT / f"{name}.conf"
    text = _CONFIGURATION.format(
        folders="".join(f"<dir>{folder}</dir>" for folder in FOLDERS),
        cache=escape(str(_BUILT / "cache")),
        faces="".join(_accepted(family + face) for family in sorted({*generics.values()}) for face in letters.faces),
        aliases="".join(_alias(generic, family) for generic, family in generics.items()),
    )
    part = file.with_name(f"{file.name}.{os.getpid()}")  # other processes may read it meanwhile
    part.write_text(text, "utf-8")
    part.replace(file)
    return {"FONTCONFIG_FILE": str(file)}


def _accepted(face: str) -> str:
    return f'<pattern><patelt name="fullname"><string>{face}</string></patelt></pattern>'


def _alias(generic: str, family: str) -> str:
    return f"<alias><family>{generic}</family><prefer><family>{family}</family></prefer></alias>"
