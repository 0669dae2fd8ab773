"""The folder of a new game: written from `my_game`, a game that can be played at once and is there to be changed."""

from __future__ import annotations

import keyword
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.journal.moves_file import BadFileError
from companion.rules.text import say

ID = re.compile(r"[a-z][a-z0-9_]{0,23}")
_TEMPLATE = "my_game"
_AS_TEXT = ".txt"
"""Ending of the files of the template that would otherwise be part of this program."""


def write_new_game(name: str, to: Path) -> list[Path]:
    """Write the folder of a game with this id into another folder; return the files, in order.

    Raises BadFileError for an id that is no id, for a folder that is there already, and for one that cannot be written.
    """
    if not ID.fullmatch(name) or keyword.iskeyword(name):
        raise BadFileError(None, say("new_game.id", name=name))
    folder = to / name
    if folder.exists():
        raise BadFileError(None, say("new_game.exists", path=str(folder)))
    try:
        return sorted(_copy(resources.files(__name__) / _TEMPLATE, folder, name))
    except OSError as error:
        raise BadFileError(
            None, say("file.unwritable", path=str(folder), cause=error.strerror or str(error))
        ) from error


def _copy(source: Traversable, to: Path, name: str) -> list[Path]:
    """Copy a folder, so that only its owner may write to it: otherwise it would not be loaded."""
    _make_folder(to)
    written = []
    for child in source.iterdir():
        if child.is_dir():
            written += _copy(child, to / child.name, name)
        else:
            file = to / child.name.removesuffix(_AS_TEXT)
            file.write_text(_renamed(child.read_text("utf-8"), name), "utf-8")
            file.chmod(0o644)
            written.append(file)
    return written


def _make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing."""
    if not folder.parent.exists():
        _make_folder(folder.parent)
    folder.mkdir()
    folder.chmod(0o755)


def _renamed(text: str, name: str) -> str:
    """Return a text of the template in the names of another game."""
    title = name.replace("_", " ").capitalize()
    for before, after in (
        ("my_game", name),
        ("MY_GAME", name.upper()),
        ("MyGame", name.title().replace("_", "")),
        ("My game", title),
        ("Mon jeu", title),
    ):
        text = text.replace(before, after)
    return text
