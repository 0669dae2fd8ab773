"""Sentences for what keeps a table from being opened, and for what is amiss though it is open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.devices.board_file import BoardError
from companion.devices.boards import UnknownBoardError
from companion.devices.gpio import PinsError
from companion.rules.text import Arg, Text, say
from companion.support.resources import MissingResourceError
from companion.support.settings_errors import CannotStartError, SettingsError
from companion.system.editions import EditionError


@contextmanager
def raise_startup_errors() -> Iterator[None]:
    """Within it, whatever keeps a part of a table from being opened is a CannotStartError."""
    try:
        yield
    except (BoardError, UnknownBoardError, PinsError, MissingResourceError) as error:
        raise cannot_start(error) from error


def cannot_start(error: BoardError | UnknownBoardError | PinsError | MissingResourceError) -> CannotStartError:
    """The sentence for what came up while the parts of a table were opened."""
    match error:
        case UnknownBoardError():
            return CannotStartError("start.unknown_board", name=error.name, names=", ".join(error.known))
        case BoardError():
            return CannotStartError("start.board", cause=str(error))
        case PinsError():
            return CannotStartError("start.pins", cause=error.told)
        case MissingResourceError():
            return CannotStartError("start.incomplete", cause=str(error))


def of_slip(slip: SettingsError) -> Text:
    """A slip in a settings file, with file and line: what it says is left out."""
    what = say(slip.key, **slip.facts)
    if isinstance(slip, EditionError):
        what = say("trouble.at", where=slip.where, what=what)
    about: dict[str, Arg] = {"file": str(slip.path), "what": what}
    return say("trouble.setting", **about, line=slip.line) if slip.line else say("trouble.settings", **about)


def of_box(error: CannotStartError) -> Text:
    """A box that cannot be opened: the pages are there without it."""
    return say("trouble.box", what=say(error.key, **error.facts))


def of_storage(state: Path, kind: str) -> Text:
    """A state directory on a file system of a kind that forgets."""
    return say("trouble.storage", path=str(state), kind=kind)
