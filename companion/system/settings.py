"""Settings: a TOML file of the owner's, read once at the start, every fault with its file and line."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from companion.support.frozen import frozen
from companion.support.settings_errors import NAME, OnSlip, SettingsError, fail
from companion.support.toml_lines import NotTomlError, Toml, parsed

BOARD_FOUND = "COMPANION_BOARD"
"""The variable of the environment in which a service is told the board that was found plugged in."""
OF_SERVICE = Path("/etc/companion") / NAME
"""That of the service."""
_LAST_PIN = 27
"""Lines of the header are 0 to 27, as the processor numbers them (BCM)."""


@frozen
class Source:
    """Where settings come from, for whoever finds later that one of them cannot be."""

    file: Path | None = None
    """None: from no file."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """Where each setting stands in it, and each entry of a table: "rotate", "keys.up". From 1."""


@frozen
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
    """Have Avahi list the table on the local network, and show its name; not where only this machine is served."""
    streams: int = 32
    """How many pages may be live at once, 1 to 200."""
    power_off: tuple[str, ...] = ()
    """The command that switches the machine off, word by word; empty: the program only ends."""
    restart: tuple[str, ...] = ()
    """The command that starts the machine again, word by word; empty: the box does not offer it."""
    gpio: str = "auto"
    """What drives the lines of a real box: `lgpio`, `gpiod`, `rpi-gpio` for the module RPi.GPIO, or `auto` for lgpio
    where it is, else gpiod."""
    spinner: str = "auto"
    """The port of the spinner, by its path; `auto` for whichever it is plugged into, `off` for none."""
    buzzer: bool = True
    """Whether the box has the buzzer of its board profile; without it a spinner plays the sounds."""
    rotate: int = 0
    """How far the joystick is turned clockwise, seen from above: 0, 90, 180 or 270 degrees."""
    keys: Mapping[str, int] = field(default_factory=dict)
    """Keys that are on other lines than the board profile says, by name."""
    profiles: Mapping[str, Path] = field(default_factory=dict)
    """The owner's own editions: by game, the TOML file with its figures."""
    source: Source = field(default_factory=Source, compare=False)
    """No setting: where these come from."""


_UNSAID = Settings()


def read_settings(path: Path, on_slip: OnSlip = fail, without: Settings = _UNSAID) -> Settings:
    """The settings in a file; an unknown key, a wrong type or a value out of bounds is a slip.

    A board profile or an edition named by a relative path is looked for beside the file. What the file leaves open, and
    what is a slip in it, is as in `without`; so is everything, where it cannot be read or is no TOML.
    """
    try:
        toml = read_toml(path)
    except SettingsError as slip:
        on_slip(slip)
        return replace(without, source=Source(path))
    values = {}
    for key, value in toml.entries.items():
        try:
            values[key] = _checked(path, toml, key, value, on_slip)
        except SettingsError as slip:
            on_slip(slip)
    if values.get("board", "").endswith(".toml"):
        values["board"] = str(path.parent / values["board"])
    if "profiles" in values:
        values["profiles"] = {game: path.parent / file for game, file in values["profiles"].items()}
    return replace(without, **values, source=Source(path, _lines(toml)))


def read_toml(path: Path) -> Toml:
    """What a file says. Raises SettingsError where it cannot be read or is no TOML."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise SettingsError(path, None, "config.unreadable", cause=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsError(path, line, "config.no_text") from error
    try:
        return parsed(text)
    except NotTomlError as error:
        raise SettingsError(path, error.line, "config.no_toml", cause=str(error)) from error


def settings_from(state: Path, file: Path | None, *, port: int | None, board: str | None) -> Settings:
    """The settings: of the file named, else of `settings.toml` in the state directory if there is one; then what the
    command line says. Raises SettingsError.
    """
    in_state = state / NAME
    settings = read_settings(file) if file else read_settings(in_state) if _is_there(in_state) else Settings()
    return _over(settings, port=port, board=board)


def settings_of_service(
    file: Path | None,
    on_slip: OnSlip,
    *,
    port: int | None = None,
    board: str | None = None,
    variables: Mapping[str, str] = os.environ,
) -> Settings:
    """The settings of a program that the system starts: of the file named, else of OF_SERVICE if there is one; then
    what the command line says. No slip keeps it from starting: `on_slip` is told of each.

    Where neither names a board it is the one that `variables` say was found, if they do.
    """
    found = variables.get(BOARD_FOUND) or Settings().board
    without = Settings(board=found, power_off=("systemctl", "poweroff"), restart=("systemctl", "reboot"))
    path = file or OF_SERVICE
    settings = read_settings(path, on_slip, without) if file or os.path.lexists(path) else without
    return _over(settings, port=port, board=board)


def left_out(settings: Settings, setting: str) -> Settings:
    """Settings without one that cannot be, or without one entry of it: "rotate", "keys.up"."""
    name, _, entry = setting.partition(".")
    if not entry:
        return replace(settings, **{name: getattr(Settings(), name)})
    kept = {key: value for key, value in getattr(settings, name).items() if key != entry}
    changed: dict[str, Any] = {name: kept}
    return replace(settings, **changed)


def _over(settings: Settings, **said: Any) -> Settings:
    """Settings with what the command line says, where it says something."""
    return replace(settings, **{name: value for name, value in said.items() if value is not None})


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # a folder that may not be looked into
        raise SettingsError(path, None, "config.unreadable", cause=error.strerror or str(error)) from error


def _checked(path: Path, toml: Toml, key: str, value: Any, on_slip: OnSlip) -> Any:
    """A setting that will do; of a table, the entries that will. Raises SettingsError where it will not."""
    if key not in _CHECKS:
        raise SettingsError(path, toml.line(key), "config.unknown", setting=key, name=key, names=", ".join(_CHECKS))
    _hold(path, toml.line(key), key, key, _CHECKS[key](value))
    if isinstance(value, dict):
        return {name: one for name, one in value.items() if _is_entry(path, toml, key, name, one, on_slip)}
    return tuple(value) if isinstance(value, list) else value


def _is_entry(path: Path, toml: Toml, key: str, name: str, value: Any, on_slip: OnSlip) -> bool:
    try:
        _hold(path, toml.line(key, name), f"{key}.{name}", name, _ENTRIES[key](value))
    except SettingsError as slip:
        on_slip(slip)
        return False
    return True


def _hold(path: Path, line: int | None, setting: str, name: str, wanted: _Wanted) -> None:
    if wanted is not None:
        sentence, facts = wanted
        raise SettingsError(path, line, sentence, setting=setting, name=name, **facts)


def _lines(toml: Toml) -> dict[str, int]:
    tables = {key: value for key, value in toml.entries.items() if isinstance(value, dict)}
    places = [(key,) for key in toml.entries] + [(key, name) for key, value in tables.items() for name in value]
    return {".".join(place): line for place in places if (line := toml.line(*place))}


_Wanted = tuple[str, dict[str, str | int]] | None
"""What is wanted instead: a key of the catalogue with its arguments; None when the value will do."""


def _one_of(*wanted: str | int) -> Callable[[Any], _Wanted]:
    # By type too: in Python false is 0.
    return lambda value: (
        None
        if any(type(value) is type(one) and value == one for one in wanted)
        else ("config.one_of", {"wanted": ", ".join(map(str, wanted))})
    )


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


def _table(value: Any) -> _Wanted:
    return None if isinstance(value, dict) else ("config.table", {})


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
    "restart": _texts,
    "gpio": _one_of("auto", "lgpio", "gpiod", "rpi-gpio"),
    "spinner": _text,
    "buzzer": _flag,
    "rotate": _one_of(0, 90, 180, 270),
    "keys": _table,
    "profiles": _table,
}
_ENTRIES: Mapping[str, Callable[[Any], _Wanted]] = {"keys": _number(0, _LAST_PIN), "profiles": _text}
"""What the entries of a setting that is a table may be."""
