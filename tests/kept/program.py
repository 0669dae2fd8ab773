"""All that these tests know of the program's inside: how a kept journal is opened, and who may be asked about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.games import GAMES
from companion.resources import web_dir
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from companion.session.archive import Archive
from companion.session.moves_file import export
from companion.session.store import NAME
from companion.views.faces.faces import ListFace
from tests.input.hands import Hands
from tests.mirror.room import Phone, Room
from tests.terminal import run

__all__ = ["NAME", "Hands", "Phone", "Room", "Sitting", "at_the_box", "exports", "phones_around", "rows_of", "run",
           "sitting", "web_dir"]  # fmt: skip


@dataclass(frozen=True)
class Sitting:
    """Who sits at the open game, as far as it tells what may be asked of the box."""

    names: tuple[str, ...]
    waiting: tuple[str, ...]
    """Those that the table waits for."""
    ended: bool
    """It is over or closed."""


@contextmanager
def at_the_box(state: Path, language: str = "fr") -> Iterator[Hands]:
    """Hands at a box that finds this state directory when it is switched on; its time and its seeds are fixed."""
    hands = Hands(state, language, games=GAMES)
    hands.watch = lambda face: None  # whether words are shortened is asked elsewhere
    try:
        yield hands
    finally:
        hands.close()


def phones_around(hands: Hands) -> Room:
    """The phones around this box: its pages and its interface."""
    return Room(hands.session)


def sitting(hands: Hands) -> Sitting | None:
    """Who sits at the game that is open at this box; None where none is."""
    table = hands.session.table
    if table is None:
        return None
    waiting = tuple(table.names[seat - 1] for seat in table.match.waiting(table.state))
    return Sitting(table.names, waiting, table.over or table.closed)


def exports(state: Path, number: int) -> dict[str, str]:
    """A saved game as moves files, by who is to have it: whoever may see all, the public, seat 2."""
    table = Archive(state / NAME, GAMES).find(number).table
    assert table is not None  # its rules are there
    return {
        "": export(table, EVERYTHING),
        ".public": export(table, PUBLIC),
        ".seat2": export(table, as_seat(2)),
    }


def rows_of(hands: Hands) -> int:
    """How many rows the list has that is shown; 0 where it is no list."""
    return len(hands.face.rows) if isinstance(hands.face, ListFace) else 0
