"""A companion over the kernel's lines in this process, on a board that has only keys."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.app.application import Companion
from companion.box.faces.faces import Face, ListFace, TurnFace
from companion.journal.rows import RowKind
from companion.system.settings import Settings
from companion.table.commands import StartGame
from companion.words.signs import Key
from tests.box.inside.lines import Lines, press
from tests.hands import wait_for
from tests.kept import NAMES

PINS = {Key.UP: 17, Key.DOWN: 27, Key.OK: 22, Key.BACK: 4, Key.UNDO: 8, Key.SPIN: 7, Key.SEAT1: 23, Key.SEAT2: 24}
"""The lines of the board of keys."""


def board_of_keys(folder: Path) -> Path:
    """Write the file of a board that has only these keys, and return its path."""
    file = folder / "keys.toml"
    file.write_text("[keys]\n" + "".join(f"{key.value} = {line}\n" for key, line in PINS.items()))
    return file


@contextmanager
def companion_on_lines(folder: Path, library: str = "lgpio") -> Iterator[Companion]:
    """Yield a companion with the board of keys and an Expedition of three that has just begun."""
    settings = Settings(language="en", host="127.0.0.1", port=0, board=str(board_of_keys(folder)), gpio=library)
    with Companion(settings, folder / "state", simulated=False) as companion:
        companion.ask(lambda: companion.session.do(StartGame(game="expedition", names=NAMES)))
        yield companion


def new_row_kinds(companion: Companion, lines: Lines) -> list[RowKind]:
    """Return the kinds of the open game's rows after its first, once every earlier pull was handled.

    Opens a seat's sheet and comes back: every earlier press has been handled by then.
    """
    lines.play(press(0.05, PINS[Key.SEAT1], 0.05))
    wait_for_face(companion, ListFace)
    table = companion.session.table
    assert table is not None
    kinds = companion.ask(lambda: [row.kind for row in companion.store.journal.rows(table.number)])
    lines.play(press(0, PINS[Key.BACK], 0.05))
    wait_for_face(companion, TurnFace)
    return kinds[1:]


def wait_for_face(companion: Companion, face: type[Face]) -> None:
    """Wait until the box shows a face of this type."""
    wait_for(companion.outputs, lambda output: isinstance(output.face, face))
