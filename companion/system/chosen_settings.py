"""Settings chosen without a keyboard: on the box or a phone, or in a file on the boot partition of the card.

At the start, root reads the file on the boot partition once, and gives it another name. The program writes later
choices of the box or a phone into a second file, which root reads at the next start.
"""

from __future__ import annotations

import os
import re
import socket
import stat
from collections.abc import Collection
from pathlib import Path

from companion.rules.text import say
from companion.session.machine_change import AUTOMATIC, MachineChange, host_name
from companion.support.atomic_write import write_atomically
from companion.support.frozen_dataclasses import frozen
from companion.support.settings_errors import SettingsError
from companion.support.toml_line_numbers import TomlError, parse_toml
from companion.system.system_commands import Run, run_command
from companion.table.session_errors import SessionError
from companion.words.catalogue import LANGUAGES

CHOSEN_FILE = "chosen.toml"
"""The file of the program in the state directory."""
CHOSEN = Path("/var/lib/companion") / CHOSEN_FILE
"""The same file of the service."""
CARD = Path("/var/lib/companion-setup/card.toml")
"""The file in which root keeps what it read on the boot partition."""
BOOT_FILES = tuple(
    Path(folder) / name for folder in ("/boot/firmware", "/boot") for name in ("companion.toml", "companion.toml.txt")
)
"""The possible paths of the file on the boot partition; the first that exists counts. Windows hides the end `.txt`."""
READ_NAME = "companion-read.toml"
"""The name of that file once it was read."""
_MAX_BYTES = 4096
_NAMES = ("board", "language", "name")
_RICH_TEXT = "{\\rtf"
"""The beginning of a text with formats, as TextEdit of the Mac writes it."""
_CURLY_QUOTES = re.compile(r"[“”„]|«\s*|\s*»")
"""Quotes that editors write where straight ones were typed."""


@frozen
class ChosenSettings:
    """The choices; those that nobody made are empty."""

    board: str = ""
    """The name of a board, or AUTOMATIC."""
    language: str = ""
    name: str = ""
    """The name of the machine."""

    def to_toml(self) -> str:
        """Return the text of a file that `read_chosen` reads."""
        values = {name: getattr(self, name) for name in _NAMES}
        return "".join(f'{name} = "{value}"\n' for name, value in values.items() if value)


def read_chosen(path: Path, boards: Collection[str], shown_path: Path | None = None) -> ChosenSettings:
    """Return what a file chooses among these boards; `shown_path` is its path in errors.

    Raises SettingsError if it cannot be read, or if anything in it is wrong.
    """
    shown = shown_path or path
    try:
        text = _small_text(path)
        if text.startswith(_RICH_TEXT):
            raise SettingsError(shown, None, "config.rich_text")
        toml = parse_toml(_CURLY_QUOTES.sub('"', text))
    except OSError as error:
        raise SettingsError(shown, None, "config.unreadable", cause=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise SettingsError(shown, None, "config.no_text") from error
    except TomlError as error:
        raise SettingsError(shown, error.line, "config.no_toml", cause=str(error)) from error
    for key, value in toml.entries.items():
        if key not in _NAMES:
            raise SettingsError(shown, toml.line(key), "config.unknown", name=key, names=", ".join(_NAMES))
        choices = {"board": (AUTOMATIC, *boards), "language": LANGUAGES}.get(key)
        if choices is not None and value not in choices:
            wanted = ", ".join(choices)
            raise SettingsError(shown, toml.line(key), "config.one_of", name=key, wanted=wanted)
        if key == "name" and not (isinstance(value, str) and value and host_name(value) == value.lower()):
            raise SettingsError(shown, toml.line(key), "config.host_name", name=key)
    name = toml.entries.get("name", "").lower()
    return ChosenSettings(toml.entries.get("board", ""), toml.entries.get("language", ""), name)


def name_machine(name: str, run: Run = run_command) -> SessionError | None:
    """Have the system give the machine this name from its next start on; return why it did not."""
    error = run(("hostnamectl", "hostname", "--static", name)).error
    return SessionError(say("machine.failed", cause=error)) if error is not None else None


class InstalledMachine:
    """The machine of an installed box; a change takes effect with its next start."""

    def __init__(self, state: Path, boards: tuple[str, ...], run: Run = run_command) -> None:
        """`state` is the state directory, `boards` are the names of all boards, and `run` runs commands."""
        self.boards = boards
        self._path = state / CHOSEN_FILE
        self._run = run

    @property
    def board(self) -> str:
        """The board that was chosen on the box or a phone, or AUTOMATIC."""
        try:
            return read_chosen(self._path, self.boards).board or AUTOMATIC
        except SettingsError:
            return AUTOMATIC

    @property
    def name(self) -> str:
        """The name of the machine."""
        return socket.gethostname()

    def change(self, change: MachineChange) -> None:
        """Make a change. Raises SessionError if the file or the name cannot be written."""
        if change.board is not None:
            try:
                write_atomically(self._path, ChosenSettings(board=change.board).to_toml().encode())
            except OSError as error:
                raise SessionError(say("machine.failed", cause=error.strerror or str(error))) from error
        if change.name is not None and (refusal := name_machine(change.name, self._run)) is not None:
            raise refusal


def _small_text(path: Path) -> str:
    """Return the text of a small regular file. Raises OSError, also for a link or a pipe, and UnicodeDecodeError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("not a file")
        return file.read(_MAX_BYTES).decode("utf-8-sig")
