"""The only access of these tests to the program's inside: opening a kept journal, and its open game."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.box.faces.faces import ListFace
from companion.games import GAMES
from companion.journal.archive import Archive
from companion.journal.game_export import moves_file
from companion.journal.moves_file import export
from companion.journal.rules_migration import migrate
from companion.journal.state_directory import NAME
from companion.rules.game import find_game
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from companion.support.resources import web_dir
from tests.input.hands import Hands
from tests.server.phones_room import Phone, Room
from tests.terminal import run

__all__ = [
    "NAME",
    "Hands",
    "OpenGame",
    "Phone",
    "Room",
    "exported_files",
    "open_game",
    "phones_of",
    "row_count",
    "run",
    "run_box",
    "web_dir",
]


VIEWERS = {"": EVERYTHING, ".public": PUBLIC, ".seat2": as_seat(2)}
"""The viewer of a moves file, by the ending of its name."""


@dataclass(frozen=True)
class OpenGame:
    """The open game, as far as it decides what the box can be asked."""

    names: tuple[str, ...]
    active_names: tuple[str, ...]
    """Names of the active seats."""
    ended: bool
    """True if it is over or closed."""
    migrated: bool
    """True if it was migrated to other rules, which the box says first of all."""


@contextmanager
def run_box(state: Path, language: str = "fr") -> Iterator[Hands]:
    """Run a box that finds this state directory when it is switched on, with a fixed time and fixed seeds.

    If the present rules refuse some moves of the open game, it is continued without them, as its players would.
    """
    hands = Hands(state, language, games=GAMES)
    hands.watch = lambda face: None  # shortened words are tested elsewhere
    if hands.session.undecided_game is not None:
        hands.press("ok")
    try:
        yield hands
    finally:
        hands.close()


def phones_of(hands: Hands) -> Room:
    """Return the phones around this box: its pages and its interface."""
    return Room(hands.session)


def open_game(hands: Hands) -> OpenGame | None:
    """Return the game that is open at this box; None if no game is open."""
    table = hands.session.table
    if table is None:
        return None
    active_names = tuple(table.names[seat - 1] for seat in table.match.active_seats(table.state))
    return OpenGame(table.names, active_names, table.over or table.closed, hands.session.just_migrated)


def exported_files(state: Path, number: int, without: Collection[int] = ()) -> dict[str, str]:
    """Return a saved game as moves files, by viewer: one who may see everything, the public, seat 2.

    A game that ended by other rules hides nothing from anybody. An unfinished one is exported by the present rules:
    raises MisfitsError if they refuse some of its moves, unless `without` names these.
    """
    archived = Archive(state / NAME, GAMES).find(number)
    if archived.past.foreign is not None and archived.past.result is not None:
        return dict.fromkeys(VIEWERS, moves_file(None, archived.recorded, archived.past.result, GAMES))
    table = archived.table
    if table is None:
        assert archived.recorded is not None
        table = migrate(archived.recorded, find_game(archived.recorded.game, GAMES), without)
    return {ending: export(table, viewer) for ending, viewer in VIEWERS.items()}


def row_count(hands: Hands) -> int:
    """Return the number of rows of the list on the screen; 0 if it is no list."""
    return len(hands.face.rows) if isinstance(hands.face, ListFace) else 0
