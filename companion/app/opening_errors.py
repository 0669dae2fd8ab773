"""Why a table cannot be opened, as a sentence: what is the matter, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.devices.boards import BoardError, UnknownBoardError
from companion.devices.gpio import PinsError
from companion.support.resources import MissingResourceError
from companion.support.settings_errors import CannotStartError


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


@contextmanager
def told_why() -> Iterator[None]:
    """Within it, whatever keeps a part of a table from being opened is a CannotStartError."""
    try:
        yield
    except (BoardError, UnknownBoardError, PinsError, MissingResourceError) as error:
        raise cannot_start(error) from error
