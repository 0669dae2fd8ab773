"""Texts for everything that prevents a start, and for problems of a table that starts anyway."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.devices.board_file import BoardError
from companion.devices.board_profiles import UnknownBoardError
from companion.devices.gpio_devices import PinsError
from companion.rules.text import Arg, Text, say
from companion.support.resources import MissingResourceError
from companion.support.settings_errors import CannotStartError, SettingsError
from companion.system.edition_files import EditionError


@contextmanager
def raise_startup_errors() -> Iterator[None]:
    """Turn the errors of a table's parts into CannotStartError."""
    try:
        yield
    except (BoardError, UnknownBoardError, PinsError, MissingResourceError) as error:
        raise cannot_start(error) from error


def cannot_start(error: BoardError | UnknownBoardError | PinsError | MissingResourceError) -> CannotStartError:
    """Return the error, with its text, for a part of the table that could not be opened."""
    match error:
        case UnknownBoardError():
            return CannotStartError("start.unknown_board", name=error.name, names=", ".join(error.available))
        case BoardError():
            return CannotStartError("start.board", cause=str(error))
        case PinsError():
            return CannotStartError("start.pins", cause=error.message)
        case MissingResourceError():
            return CannotStartError("start.incomplete", cause=str(error))


def setting_error(slip: SettingsError) -> Text:
    """Return the text for an invalid setting, with file and line; the setting is ignored."""
    reason = say(slip.key, **slip.facts)
    if isinstance(slip, EditionError):
        reason = say("trouble.at", where=slip.where, what=reason)
    context: dict[str, Arg] = {"file": str(slip.path), "what": reason}
    return say("trouble.setting", **context, line=slip.line) if slip.line else say("trouble.settings", **context)


def box_error(error: CannotStartError) -> Text:
    """Return the text for a box that cannot be opened; the pages work without it."""
    return say("trouble.box", what=say(error.key, **error.facts))


def name_error(name: str) -> Text:
    """Return the text for a name of this machine that no network takes."""
    return say("trouble.host_name", name=name)


def storage_error(state: Path, kind: str) -> Text:
    """Return the text for a state directory on a file system that loses its files with the power."""
    return say("trouble.storage", path=str(state), kind=kind)
