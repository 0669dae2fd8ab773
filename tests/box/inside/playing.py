"""A companion over the kernel's lines in this process: on a board of keys alone, or on any other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.app.application import Companion
from companion.box.faces.faces import Face, ListFace, TurnFace
from companion.journal.rows import Kind
from companion.system.settings import Settings
from companion.table.commands import Start
from companion.words.signs import Key
from tests.box.inside.lines import Lines, press
from tests.hands import wait_for
from tests.kept import NAMES

PINS = {Key.UP: 17, Key.DOWN: 27, Key.OK: 22, Key.BACK: 4, Key.UNDO: 8, Key.SPIN: 7, Key.SEAT1: 23, Key.SEAT2: 24}
"""The lines of the board of keys."""


def board_of_keys(folder: Path) -> Path:
    """The file of a board that has these keys and nothing else."""
    file = folder / "keys.toml"
    file.write_text("[keys]\n" + "".join(f"{key.value} = {line}\n" for key, line in PINS.items()))
    return file


@contextmanager
def at_table(folder: Path, library: str = "lgpio") -> Iterator[Companion]:
    """A companion with the board of keys and an Expedition of three that has just begun."""
    settings = Settings(language="en", host="127.0.0.1", port=0, board=str(board_of_keys(folder)), gpio=library)
    with Companion(settings, folder / "state", simulated=False) as companion:
        companion.ask(lambda: companion.session.do(Start(game="expedition", names=NAMES)))
        yield companion


def written(companion: Companion, lines: Lines) -> list[Kind]:
    """What the journal says of the open game behind its first row, once all that was pulled before has come in.

    Looks up a seat's sheet and comes back: whatever was pressed before has come to its end by then.
    """
    lines.play(press(0.05, PINS[Key.SEAT1], 0.05))
    shown(companion, ListFace)
    table = companion.session.table
    assert table is not None
    kinds = companion.ask(lambda: [row.kind for row in companion.store.journal.rows(table.number)])
    lines.play(press(0, PINS[Key.BACK], 0.05))
    shown(companion, TurnFace)
    return kinds[1:]


def shown(companion: Companion, face: type[Face]) -> None:
    """Wait until the box shows such a face."""
    wait_for(companion.outputs, lambda output: isinstance(output.face, face))
