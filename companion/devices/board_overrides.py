"""The owner's changes to a board: other lines for keys, a rotated joystick, no buzzer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from types import MappingProxyType

from companion.devices.board_file import KNOB_KEYS, missing_keys
from companion.devices.board_parts import BoardProfile, KnobSpec
from companion.support.frozen_dataclasses import frozen
from companion.support.settings_errors import SETTINGS_FILE, SettingsError
from companion.words.signs import Key

_JOYSTICK_KEYS = (Key.UP, Key.RIGHT, Key.DOWN, Key.LEFT)
"""The joystick's keys, clockwise."""


@frozen
class BoardOverrides:
    """The owner's changes to a board.

    The joystick is rotated first; then each mapped key gets the line it is mapped to.
    """

    file: Path | None = None
    """The settings file, for error messages."""
    keys: Mapping[Key, int] = field(default_factory=dict)
    """Keys and their new lines. A key whose line goes to another key loses it, unless it is listed here too."""
    settings_lines: Mapping[str, int] = field(default_factory=dict)
    """Line numbers in the settings file, from 1, by setting: "rotate", "keys.up"."""
    rotate: int = 0
    """The clockwise rotation of the joystick, seen from above: 0, 90, 180 or 270 degrees."""
    buzzer: bool = True
    """False to ignore the board's buzzer; its line is then free."""


def apply_changes(board: BoardProfile, changes: BoardOverrides) -> BoardProfile:
    """Return a board with the owner's changes.

    Raises:
        SettingsError: The board has no joystick to rotate, a key is mapped to a line that another part has, or a
            required key would be left without a line.
    """
    if not changes.buzzer:
        board = replace(board, buzzer=None)
    rotated = replace(board, keys=MappingProxyType(_rotated_keys(board, changes))) if changes.rotate else board
    return _with_mapped_keys(rotated, changes) if changes.keys else rotated


def _rotated_keys(board: BoardProfile, changes: BoardOverrides) -> dict[Key, int]:
    """Return the keys of a rotated joystick: up is the key that now points away from the player."""
    pairs = [pair <= board.keys.keys() for pair in ({Key.UP, Key.DOWN}, {Key.LEFT, Key.RIGHT})]
    if not (any(pairs) if changes.rotate == 180 else all(pairs)):
        raise settings_error(changes, "rotate", "config.no_joystick", board=board.name, degrees=changes.rotate)
    quarters = changes.rotate // 90
    source_keys = {key: _JOYSTICK_KEYS[(place - quarters) % 4] for place, key in enumerate(_JOYSTICK_KEYS)}
    pins = {key: board.keys.get(source_keys.get(key, key)) for key in Key}
    return {key: pin for key, pin in pins.items() if pin is not None}


def _with_mapped_keys(board: BoardProfile, changes: BoardOverrides) -> BoardProfile:
    new_pins = set(changes.keys.values())
    keys = {key: pin for key, pin in board.keys.items() if key not in changes.keys and pin not in new_pins}
    parts = parts_by_line(board)
    for key, pin in changes.keys.items():
        setting = f"keys.{key.value}"
        if board.knob is not None and key in KNOB_KEYS:
            raise settings_error(changes, setting, "config.key_is_knob", name=key.value, board=board.name)
        if pin in parts:
            raise settings_error(changes, setting, "config.line_taken", name=key.value, pin=pin, part=parts[pin])
        for other in (other for other, its in keys.items() if its == pin):
            raise settings_error(changes, setting, "config.line_shared", name=key.value, pin=pin, other=other.value)
        keys[key] = pin
    mapped = replace(board, keys=MappingProxyType({key: keys[key] for key in Key if key in keys}))
    for key in missing_keys(mapped):
        [thief] = [other.value for other, pin in changes.keys.items() if pin == board.keys[key]]
        raise settings_error(
            changes, f"keys.{thief}", "config.key_lost", name=key.value, pin=board.keys[key], other=thief
        )
    return mapped


def parts_by_line(board: BoardProfile) -> dict[int, str]:
    """Return the part on each line that is not a key's, named as in the board's file."""
    parts = {pin: f"[lights] seat{seat}" for seat, pin in board.lights.items()}
    if board.buzzer is not None:
        parts[board.buzzer] = "[buzzer]"
    parts |= dict.fromkeys(board.display.pins if board.display else (), "[display]")
    return parts | _knob_pins(board.knob, "[knob]") | _knob_pins(board.spinner, "[spinner]")


def _knob_pins(knob: KnobSpec | None, name: str) -> dict[int, str]:
    return {knob.a: name, knob.b: name} if knob is not None else {}


def settings_error(changes: BoardOverrides, setting: str, key: str, **facts: str | int) -> SettingsError:
    """Return the error for this setting of the file that the changes come from."""
    return SettingsError(
        changes.file or Path(SETTINGS_FILE), changes.settings_lines.get(setting), key, setting=setting, **facts
    )
