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
from companion.journal.migration import migrate
from companion.journal.moves_file import export
from companion.journal.state_directory import NAME
from companion.rules.game import game_named
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from companion.support.resources import web_dir
from tests.input.hands import Hands
from tests.server.room import Phone, Room
from tests.terminal import run

__all__ = ["NAME", "Hands", "Phone", "Room", "Sitting", "at_the_box", "exports", "phones_around", "rows_of", "run",
           "sitting", "web_dir"]  # fmt: skip


VIEWERS = {"": EVERYTHING, ".public": PUBLIC, ".seat2": as_seat(2)}
"""The viewer of a moves file, by the ending of its name."""


@dataclass(frozen=True)
class Sitting:
    """The open game, as far as it decides what the box can be asked."""

    names: tuple[str, ...]
    waiting: tuple[str, ...]
    """Names of the active seats."""
    ended: bool
    """True if it is over or closed."""
    carried: bool
    """True if it was migrated to other rules, which the box says first of all."""


@contextmanager
def at_the_box(state: Path, language: str = "fr") -> Iterator[Hands]:
    """Run a box that finds this state directory when it is switched on, with a fixed time and fixed seeds.

    If the present rules refuse some moves of the open game, it is continued without them, as its players would.
    """
    hands = Hands(state, language, games=GAMES)
    hands.watch = lambda face: None  # shortened words are tested elsewhere
    if hands.session.waits is not None:
        hands.press("ok")
    try:
        yield hands
    finally:
        hands.close()


def phones_around(hands: Hands) -> Room:
    """Return the phones around this box: its pages and its interface."""
    return Room(hands.session)


def sitting(hands: Hands) -> Sitting | None:
    """Return the game that is open at this box; None if there is none."""
    table = hands.session.table
    if table is None:
        return None
    waiting = tuple(table.names[seat - 1] for seat in table.match.active_seats(table.state))
    return Sitting(table.names, waiting, table.over or table.closed, hands.session.carried_now)


def exports(state: Path, number: int, without: Collection[int] = ()) -> dict[str, str]:
    """Return a saved game as moves files, by viewer: one who may see everything, the public, seat 2.

    A game that ended by other rules hides nothing from anybody. An unfinished one is exported by the present rules:
    raises MisfitsError if they refuse some of its moves, unless `without` names these.
    """
    found = Archive(state / NAME, GAMES).find(number)
    if found.past.foreign is not None and found.past.result is not None:
        return dict.fromkeys(VIEWERS, moves_file(None, found.paper, found.past.result, GAMES))
    table = found.table
    if table is None:
        assert found.paper is not None
        table = migrate(found.paper, game_named(found.paper.game, GAMES), without)
    return {ending: export(table, viewer) for ending, viewer in VIEWERS.items()}


def rows_of(hands: Hands) -> int:
    """Return the number of rows of the list on the screen; 0 if it is no list."""
    return len(hands.face.rows) if isinstance(hands.face, ListFace) else 0
