"""Settings: a TOML file of the owner's, read once at the start, every fault with its file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class SettingsError(ValueError):
    """The settings file cannot be used; says the file, the line, and what is wrong."""

    def __init__(self, path: Path, line: int | None, what: str) -> None:
        super().__init__(f"{path}, line {line}: {what}" if line else f"{path}: {what}")


class CannotStartError(Exception):
    """The table cannot be opened here; the message says in one sentence why, and what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the owner may set. Language, volume and large text are only the first values: the box keeps its own."""

    language: str = "fr"
    """`fr` or `en`."""
    volume: int = 2
    """0 (mute) to 3."""
    large_text: bool = False
    board: str = "bench"
    """The board profile: a name from `hardware/boards`, or the path of a file."""
    host: str = "0.0.0.0"
    """The address that the pages are served on; `127.0.0.1` for this machine alone."""
    port: int = 8080
    streams: int = 32
    """How many pages may be live at once, 1 to 200."""
    power_off: tuple[str, ...] = ()
    """The command that switches the machine off, word by word; empty: the program only ends."""


def read_settings(path: Path) -> Settings:
    """The settings in a file. Raises SettingsError for an unknown key, a wrong type or a value out of bounds."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(path, None, f"cannot be read: {error}") from error
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise SettingsError(path, int(found[1]) if found else None, f"is not TOML: {error}") from error
    return _checked(table, lambda key, what: SettingsError(path, _line_of(text, key), what))


def _checked(table: Mapping[str, Any], fault: Callable[[str, str], SettingsError]) -> Settings:
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _CHECKS:
            raise fault(key, f"there is no setting {key!r}; there are: {', '.join(_CHECKS)}")
        wanted = _CHECKS[key](value)
        if wanted:
            raise fault(key, f"{key} must be {wanted}")
        values[key] = tuple(value) if isinstance(value, list) else value
    return Settings(**values)


def _line_of(text: str, key: str) -> int | None:
    """The line that sets a key, from 1."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"""\s*(\[+\s*)?["']?{re.escape(key)}["']?\s*[=.\]]""", line):
            return number
    return None


def _one_of(*words: str) -> Callable[[Any], str]:
    return lambda value: "" if value in words else " or ".join(words)


def _number(low: int, high: int) -> Callable[[Any], str]:
    return lambda value: "" if type(value) is int and low <= value <= high else f"a whole number from {low} to {high}"


def _text(value: Any) -> str:
    return "" if isinstance(value, str) and value else "a text"


def _flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _texts(value: Any) -> str:
    texts = isinstance(value, list) and all(isinstance(word, str) and word for word in value)
    return "" if texts else "a list of texts"


_CHECKS: Mapping[str, Callable[[Any], str]] = {
    "language": _one_of("fr", "en"),
    "volume": _number(0, 3),
    "large_text": _flag,
    "board": _text,
    "host": _text,
    "port": _number(0, 65535),
    "streams": _number(1, 200),
    "power_off": _texts,
}
