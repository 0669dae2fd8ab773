"""Settings: a TOML file of the owner's, read once at the start, every fault with its file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

NAME = "settings.toml"
"""The settings file that is looked for in the state directory."""


class StartError(Exception):
    """The table cannot be opened. The terminal puts it into words: a key of the catalogue, and what it speaks of."""

    def __init__(self, key: str, **facts: str | int) -> None:
        """`facts` are the arguments of the key's sentence."""
        super().__init__(f"{key} {facts}" if facts else key)
        self.key = key
        self.facts = facts

    def sentence(self, words: Callable[..., str]) -> str:
        """The error in the reader's words."""
        return words(self.key, **self.facts)


class CannotStartError(StartError):
    """Something that the table needs cannot be had here: a port, the lines of a Pi, a board profile."""


class SettingsError(StartError):
    """The settings file cannot be used."""

    def __init__(self, path: Path, line: int | None, key: str, **facts: str | int) -> None:
        """`line` counts from 1; None where the fault is of the file as a whole."""
        super().__init__(key, **facts)
        self.path = path
        self.line = line

    def sentence(self, words: Callable[..., str]) -> str:
        """The error in the reader's words, with its file and line."""
        line = f"{words('cli.line', line=self.line)} " if self.line else ""
        return f"{self.path}: {line}{super().sentence(words)}"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the owner may set. Language, volume and large text are only the first values: the box keeps its own."""

    language: str = "fr"
    """`fr` or `en`."""
    volume: int = 2
    """0 (mute) to 3."""
    large_text: bool = False
    board: str = "bench"
    """The board profile: a name from `hardware/boards`, or the path of a `.toml` file."""
    host: str = "0.0.0.0"
    """The address that the pages are served on; `127.0.0.1` for this machine alone."""
    hosts: tuple[str, ...] = ()
    """More names under which browsers may call this machine; its own name and all addresses go without saying."""
    port: int = 8080
    """0 takes any free one."""
    announce: bool = True
    """Answer on the own network for this machine's name, `<name>.local`; not where only this machine is served."""
    streams: int = 32
    """How many pages may be live at once, 1 to 200."""
    power_off: tuple[str, ...] = ()
    """The command that switches the machine off, word by word; empty: the program only ends."""


def read_settings(path: Path) -> Settings:
    """The settings in a file. Raises SettingsError for an unknown key, a wrong type or a value out of bounds.

    A board profile named by a relative path is looked for beside the file.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise SettingsError(path, None, "config.unreadable", cause=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsError(path, line, "config.no_text") from error
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        raise SettingsError(path, line, "config.no_toml", cause=str(error)) from error
    values = {key: _checked(path, text, key, value) for key, value in table.items()}
    if values.get("board", "").endswith(".toml"):
        values["board"] = str(path.parent / values["board"])
    return Settings(**values)


def settings_from(state: Path, file: Path | None, *, port: int | None, board: str | None) -> Settings:
    """The settings: of the file named, else of `settings.toml` in the state directory if there is one; then what the
    command line says. Raises SettingsError.
    """
    beside = state / NAME
    settings = read_settings(file) if file else read_settings(beside) if _is_there(beside) else Settings()
    over: dict[str, Any] = {"port": port, "board": board}
    return replace(settings, **{name: value for name, value in over.items() if value is not None})


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # a folder that may not be looked into
        raise SettingsError(path, None, "config.unreadable", cause=error.strerror or str(error)) from error


def _checked(path: Path, text: str, key: str, value: Any) -> Any:
    if key not in _CHECKS:
        raise SettingsError(path, _line_of(text, key), "config.unknown", name=key, names=", ".join(_CHECKS))
    wanted = _CHECKS[key](value)
    if wanted is not None:
        sentence, facts = wanted
        raise SettingsError(path, _line_of(text, key), sentence, name=key, **facts)
    return tuple(value) if isinstance(value, list) else value


def _line_of(text: str, key: str) -> int | None:
    """The line that sets a key, or begins the table of that name, from 1."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"""\s*(\[+\s*)?["']?{re.escape(key)}["']?\s*[=.\]]""", line):
            return number
    return None


_Wanted = tuple[str, dict[str, str | int]] | None
"""What is wanted instead: a key of the catalogue with its arguments; None when the value will do."""


def _one_of(*words: str) -> Callable[[Any], _Wanted]:
    return lambda value: None if value in words else ("config.one_of", {"wanted": ", ".join(words)})


def _number(low: int, high: int) -> Callable[[Any], _Wanted]:
    # In Python true is a number; in a settings file it is a slip.
    return lambda value: (
        None if type(value) is int and low <= value <= high else ("config.number", {"low": low, "high": high})
    )


def _text(value: Any) -> _Wanted:
    return None if isinstance(value, str) and value else ("config.text", {})


def _flag(value: Any) -> _Wanted:
    return None if isinstance(value, bool) else ("config.flag", {})


def _texts(value: Any) -> _Wanted:
    good = isinstance(value, list) and all(isinstance(word, str) and word for word in value)
    return None if good else ("config.texts", {})


_CHECKS: Mapping[str, Callable[[Any], _Wanted]] = {
    "language": _one_of("fr", "en"),
    "volume": _number(0, 3),
    "large_text": _flag,
    "board": _text,
    "host": _text,
    "hosts": _texts,
    "port": _number(0, 65535),
    "announce": _flag,
    "streams": _number(1, 200),
    "power_off": _texts,
}
