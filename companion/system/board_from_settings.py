"""The board that the settings name, with the changes that they make to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.devices.board_overrides import BoardOverrides, settings_error
from companion.devices.board_parts import BoardProfile
from companion.devices.board_profiles import load_board
from companion.support.settings_errors import OnSettingsError, SettingsError, raise_error
from companion.system.settings import Settings, without_setting
from companion.words.signs import Key


def board_of(settings: Settings, boards_dir: Path, on_slip: OnSettingsError = raise_error) -> BoardProfile:
    """Return the board that settings name, with their changes; an impossible change is a slip, and left out.

    Raises UnknownBoardError or BoardError.
    """
    while True:
        try:
            return load_board(settings.board, boards_dir, changes_from(settings))
        except SettingsError as slip:
            on_slip(slip)
            settings = without_setting(settings, slip.setting)


def changes_from(settings: Settings) -> BoardOverrides:
    """Return the changes that settings make to a board. Raises SettingsError for an unknown key."""
    names = {key.value: key for key in Key}
    changes = BoardOverrides(settings.source.file, {}, settings.source.lines, settings.rotate, settings.buzzer)
    for name in settings.keys:
        if name not in names:
            raise settings_error(changes, f"keys.{name}", "config.unknown_key", name=name, names=", ".join(names))
    return replace(changes, keys={names[name]: pin for name, pin in settings.keys.items()})
