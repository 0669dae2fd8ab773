"""Settings: the owner's TOML file, read once at the start, with the file and line of every fault."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field, replace
from ipaddress import ip_address
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from companion.support.frozen_dataclasses import frozen
from companion.support.host_names import is_network_name
from companion.support.settings_errors import SETTINGS_FILE, OnSettingsError, SettingsError, raise_error
from companion.support.toml_line_numbers import Toml, TomlError, parse_toml

BOARD_VARIABLE = "COMPANION_BOARD"
"""The environment variable that gives a service the detected board."""
CHOSEN_BOARD_VARIABLE = "COMPANION_CHOSEN_BOARD"
"""The environment variable that gives a service the board that was chosen without a keyboard."""
LANGUAGE_VARIABLE = "COMPANION_LANGUAGE"
"""The environment variable that gives a service the language that was chosen without a keyboard."""
SERVICE_FILE = Path("/etc/companion") / SETTINGS_FILE
"""The settings file of the service."""
_LAST_PIN = 27
"""Lines of the header are 0 to 27, as the processor numbers them (BCM)."""


@frozen
class SettingsSource:
    """The file that settings come from, for later errors about one of them."""

    file: Path | None = None
    """None without a file."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line of each setting, and of each entry of a table: "rotate", "keys.up". From 1."""


@frozen
class Settings:
    """The owner's settings. Language, volume and large text are only the first values: the box keeps its own."""

    language: str = "fr"
    """`fr` or `en`."""
    volume: int = 2
    """0 (mute) to 3."""
    large_text: bool = False
    board: str = "bench"
    """The board profile: a name from `hardware/boards`, or the path of a `.toml` file."""
    host: str = "::"
    """The address that the pages are served on: all of IPv6 and IPv4, `0.0.0.0` for all of IPv4, `127.0.0.1` for this
    machine alone."""
    address: str = ""
    """The address shown for phones: a number, a name, or the whole address of a proxy; empty for the likeliest."""
    hosts: tuple[str, ...] = ()
    """More names under which browsers may call this machine; its own name and all addresses always work."""
    port: int = 8080
    """0 takes any free one."""
    announce: bool = True
    """Have Avahi list the table on the local network, and show its name; not where only this machine is served."""
    streams: int = 32
    """Number of pages that may be live at once, 1 to 200."""
    mqtt: str = ""
    """The address of the MQTT broker that gets the public state, such as `mqtt://192.168.1.5:1883`; empty for none."""
    mqtt_login: str = ""
    """The path of the TOML file with `user` and `password` for the broker; empty for a broker without a password."""
    power_off: tuple[str, ...] = ()
    """The command that switches the machine off, word by word; empty: the program only ends."""
    restart: tuple[str, ...] = ()
    """The command that starts the machine again, word by word; empty: the box does not offer it."""
    gpio: str = "auto"
    """The library for the lines of a real box: `lgpio`, `gpiod`, `rpi-gpio` for the module RPi.GPIO, or `auto` for
    lgpio where it is installed, else gpiod."""
    spinner: str = "auto"
    """The path of the spinner's port; `auto` for the port it is plugged into, `off` for none."""
    buzzer: bool = True
    """True if the box has the buzzer of its board profile; without it a spinner plays the sounds."""
    rotate: int = 0
    """Clockwise rotation of the joystick, seen from above: 0, 90, 180 or 270 degrees."""
    keys: Mapping[str, int] = field(default_factory=dict)
    """Lines of keys that differ from the board profile, by name of the key."""
    profiles: Mapping[str, Path] = field(default_factory=dict)
    """The owner's own editions: the TOML file with the figures, by game."""
    games: str = ""
    """The folder of the owner's own games, whose code runs with all rights of this program; empty for none."""
    source: SettingsSource = field(default_factory=SettingsSource, compare=False)
    """Not a setting: the file that these come from."""


_DEFAULTS = Settings()


def read_settings(path: Path, on_slip: OnSettingsError = raise_error, defaults: Settings = _DEFAULTS) -> Settings:
    """Return the settings in a file; an unknown key, a wrong type or a value out of bounds is a slip.

    A relative path in it is relative to the file's folder. A setting that is
    missing or is a slip has the value in `defaults`; so has every setting if the file cannot be read or is no TOML.
    """
    try:
        toml = read_toml(path)
    except SettingsError as slip:
        on_slip(slip)
        return replace(defaults, source=SettingsSource(path))
    values = {}
    for key, value in toml.entries.items():
        try:
            values[key] = _checked(path, toml, key, value, on_slip)
        except SettingsError as slip:
            on_slip(slip)
    if values.get("board", "").endswith(".toml"):
        values["board"] = str(path.parent / values["board"])
    for key in ("games", "mqtt_login"):
        if key in values:
            values[key] = values[key] and str(path.parent / values[key])
    if "profiles" in values:
        values["profiles"] = {game: path.parent / file for game, file in values["profiles"].items()}
    return replace(defaults, **values, source=SettingsSource(path, _lines(toml)))


def read_toml(path: Path) -> Toml:
    """Return the content of a file. Raises SettingsError if it cannot be read or is no TOML."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise SettingsError(path, None, "config.unreadable", cause=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsError(path, line, "config.no_text") from error
    try:
        return parse_toml(text)
    except TomlError as error:
        raise SettingsError(path, error.line, "config.no_toml", cause=str(error)) from error


def settings_from(
    state: Path, file: Path | None, *, port: int | None, board: str | None, games: str | None = None
) -> Settings:
    """Return the settings of the given file, else of `settings.toml` in the state directory if there is one, then those
    of the command line. Raises SettingsError.
    """
    in_state = state / SETTINGS_FILE
    settings = read_settings(file) if file else read_settings(in_state) if _exists(in_state) else Settings()
    return _override(settings, port=port, board=board, games=games)


def settings_in_force(
    state: Path,
    file: Path | None,
    on_slip: OnSettingsError,
    *,
    board: str | None = None,
    variables: Mapping[str, str] = MappingProxyType({}),
) -> Settings:
    """Return the settings of the file given or in the state directory, else those of the installed service, to whose
    board `variables` may add the detected one. No slip is raised: `on_slip` is called with it.
    """
    if file is None and not _is_there(state / SETTINGS_FILE) and SERVICE_FILE.exists():
        return service_settings(SERVICE_FILE, on_slip, board=board, variables=variables)
    try:
        return settings_from(state, file, port=None, board=board)
    except SettingsError as slip:
        on_slip(slip)
        return Settings() if board is None else Settings(board=board)


def _is_there(file: Path) -> bool:
    """Return whether there are settings beside the games. False if only the service may look."""
    try:
        return file.exists()
    except OSError:
        return False


def service_settings(
    file: Path | None,
    on_slip: OnSettingsError,
    *,
    port: int | None = None,
    board: str | None = None,
    games: str | None = None,
    variables: Mapping[str, str] = os.environ,
) -> Settings:
    """Return the settings of a program that the system starts.

    They come from the given file, else from SERVICE_FILE if it exists; then from the command line. No slip prevents the
    start: `on_slip` is called with each. If neither names a board, it is the detected one in `variables`, if any. One
    that was chosen on the box, on a phone or on the card comes before the file.
    """
    defaults = Settings(
        language=variables.get(LANGUAGE_VARIABLE) or Settings().language,
        board=variables.get(BOARD_VARIABLE) or Settings().board,
        power_off=("systemctl", "poweroff"),
        restart=("systemctl", "reboot"),
    )
    path = file or SERVICE_FILE
    settings = read_settings(path, on_slip, defaults) if file or os.path.lexists(path) else defaults
    return _override(settings, port=port, board=board or variables.get(CHOSEN_BOARD_VARIABLE), games=games)


def without_setting(settings: Settings, setting: str) -> Settings:
    """Return settings with the default for one setting, or without one entry of it: "rotate", "keys.up"."""
    name, _, entry = setting.partition(".")
    if not entry:
        return replace(settings, **{name: getattr(Settings(), name)})
    entries = {key: value for key, value in getattr(settings, name).items() if key != entry}
    changed: dict[str, Any] = {name: entries}
    return replace(settings, **changed)


def _override(settings: Settings, **overrides: Any) -> Settings:
    """Return settings with the values of the command line that are not None."""
    return replace(settings, **{name: value for name, value in overrides.items() if value is not None})


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # a folder without permission to enter
        raise SettingsError(path, None, "config.unreadable", cause=error.strerror or str(error)) from error


def _checked(path: Path, toml: Toml, key: str, value: Any, on_slip: OnSettingsError) -> Any:
    """Return a valid setting; of a table, the valid entries. Raises SettingsError if it is invalid."""
    if key not in _CHECKS:
        raise SettingsError(path, toml.line(key), "config.unknown", setting=key, name=key, names=", ".join(_CHECKS))
    _raise_unless_valid(path, toml.line(key), key, key, _CHECKS[key](value))
    if isinstance(value, dict):
        return {name: entry for name, entry in value.items() if _is_valid_entry(path, toml, key, name, entry, on_slip)}
    return tuple(value) if isinstance(value, list) else value


def _is_valid_entry(path: Path, toml: Toml, key: str, name: str, value: Any, on_slip: OnSettingsError) -> bool:
    try:
        _raise_unless_valid(path, toml.line(key, name), f"{key}.{name}", name, _ENTRIES[key](value))
    except SettingsError as slip:
        on_slip(slip)
        return False
    return True


def _raise_unless_valid(path: Path, line: int | None, setting: str, name: str, expected: _Expected) -> None:
    if expected is not None:
        sentence, facts = expected
        raise SettingsError(path, line, sentence, setting=setting, name=name, **facts)


def _lines(toml: Toml) -> dict[str, int]:
    tables = {key: value for key, value in toml.entries.items() if isinstance(value, dict)}
    places = [(key,) for key in toml.entries] + [(key, name) for key, value in tables.items() for name in value]
    return {".".join(place): line for place in places if (line := toml.line(*place))}


_Expected = tuple[str, dict[str, str | int]] | None
"""The expected value: a key of the catalogue with its arguments; None when the value is valid."""


def _one_of(*choices: str | int) -> Callable[[Any], _Expected]:
    # Compare the types too: in Python, False equals 0.
    return lambda value: (
        None
        if any(type(value) is type(choice) and value == choice for choice in choices)
        else ("config.one_of", {"wanted": ", ".join(map(str, choices))})
    )


def _number(low: int, high: int) -> Callable[[Any], _Expected]:
    # In Python, True is an int; in a settings file it is a slip.
    return lambda value: (
        None if type(value) is int and low <= value <= high else ("config.number", {"low": low, "high": high})
    )


def _text(value: Any) -> _Expected:
    return None if isinstance(value, str) and value else ("config.text", {})


def _is_host(text: str) -> bool:
    """Return whether a text is a numeric address, or a name that browsers take."""
    with suppress(ValueError):
        return bool(ip_address(text))
    labels = text.rstrip(".").split(".")
    return all(map(is_network_name, labels)) and not labels[-1].isdigit()


def _hosts(value: Any) -> _Expected:
    if (not_texts := _texts(value)) is not None:
        return not_texts
    wrong = next((host for host in value if not _is_host(host)), None)
    return None if wrong is None else ("config.hosts", {"host": wrong})


def _address(value: Any) -> _Expected:
    if value == "":
        return None
    if not isinstance(value, str):
        return ("config.text", {})
    scheme, separator, rest = value.partition("://")
    if not separator:
        return None if _is_host(value) else ("config.address", {})
    try:
        parts = urlsplit(value)
        is_plain = rest.rstrip("/") == parts.netloc and "@" not in rest and (parts.port is None or parts.port > 0)
    except ValueError:
        return ("config.address", {})
    is_valid = scheme.lower() in ("http", "https") and is_plain and _is_host(parts.hostname or "")
    return None if is_valid else ("config.address", {})


def _broker(value: Any) -> _Expected:
    """Expect the address of a broker. A password in it would be readable by everybody who may read the settings."""
    if value == "":
        return None
    if not isinstance(value, str):
        return ("config.text", {})
    scheme, _, rest = value.partition("://")
    try:
        parts = urlsplit(value)
        is_plain = rest.rstrip("/") == parts.netloc and "@" not in rest and (parts.port is None or parts.port > 0)
    except ValueError:
        return ("config.broker", {})
    is_valid = scheme in ("mqtt", "mqtts") and is_plain and _is_host(parts.hostname or "")
    return None if is_valid else ("config.broker", {})


def _text_or_none(value: Any) -> _Expected:
    return None if value == "" else _text(value)


def _flag(value: Any) -> _Expected:
    return None if isinstance(value, bool) else ("config.flag", {})


def _texts(value: Any) -> _Expected:
    is_valid = isinstance(value, list) and all(isinstance(word, str) and word for word in value)
    return None if is_valid else ("config.texts", {})


def _table(value: Any) -> _Expected:
    return None if isinstance(value, dict) else ("config.table", {})


_CHECKS: Mapping[str, Callable[[Any], _Expected]] = {
    "language": _one_of("fr", "en"),
    "volume": _number(0, 3),
    "large_text": _flag,
    "board": _text,
    "host": _text,
    "hosts": _hosts,
    "address": _address,
    "port": _number(0, 65535),
    "announce": _flag,
    "streams": _number(1, 200),
    "mqtt": _broker,
    "mqtt_login": _text_or_none,
    "power_off": _texts,
    "restart": _texts,
    "gpio": _one_of("auto", "lgpio", "gpiod", "rpi-gpio"),
    "spinner": _text,
    "buzzer": _flag,
    "rotate": _one_of(0, 90, 180, 270),
    "keys": _table,
    "profiles": _table,
    "games": _text_or_none,
}
_ENTRIES: Mapping[str, Callable[[Any], _Expected]] = {"keys": _number(0, _LAST_PIN), "profiles": _text}
"""Checks for the entries of settings that are tables."""
