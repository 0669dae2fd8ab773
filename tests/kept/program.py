"""All that these tests know of the program's inside: how a kept journal is opened, and who may be asked about it."""

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
"""Who is to have a moves file, by what its name says of that."""


@dataclass(frozen=True)
class Sitting:
    """Who sits at the open game, as far as it tells what may be asked of the box."""

    names: tuple[str, ...]
    waiting: tuple[str, ...]
    """Those that the table waits for."""
    ended: bool
    """It is over or closed."""
    carried: bool
    """It goes on by other rules, as the box says first of all."""


@contextmanager
def at_the_box(state: Path, language: str = "fr") -> Iterator[Hands]:
    """Hands at a box that finds this state directory when it is switched on; its time and its seeds are fixed.

    A game of which the present rules refuse some moves is gone on with without them, as its players would.
    """
    hands = Hands(state, language, games=GAMES)
    hands.watch = lambda face: None  # whether words are shortened is asked elsewhere
    if hands.session.waits is not None:
        hands.press("ok")
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
    waiting = tuple(table.names[seat - 1] for seat in table.match.active_seats(table.state))
    return Sitting(table.names, waiting, table.over or table.closed, hands.session.carried_now)


def exports(state: Path, number: int, without: Collection[int] = ()) -> dict[str, str]:
    """A saved game as moves files, by who is to have it: whoever may see all, the public, seat 2.

    One that ended by other rules hides nothing from anybody. An unfinished one is told as the present rules have it:
    raises MisfitsError where they refuse some of its moves, unless `without` names these.
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
    """How many rows the list has that is shown; 0 where it is no list."""
    return len(hands.face.rows) if isinstance(hands.face, ListFace) else 0
