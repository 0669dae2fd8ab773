"""What these tests play: moves in short, a whole scripted Expedition, and the table that the rules alone make of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.games import GAMES as SHIPPED
from companion.journal.backup import backup_to
from companion.journal.journal import Journal
from companion.journal.store import open_store
from companion.rules.fields import ChanceField
from companion.rules.game import Game, game_named, move_from_json
from companion.session.session import Session
from companion.support.whole_file import scratch_folder
from companion.table import table as tables
from companion.table.commands import Play, Start
from companion.table.table import Played, Table
from tests.games.lanterns import LANTERNS

Moved = tuple[int, dict[str, Any]]
"""A seat and its move as JSON, as a command has it."""
GAMES: tuple[Game, ...] = (*SHIPPED, LANTERNS)
NAMES = ("Ada", "Bao", "Chloé")
NOON = 1_700_000_000.0


def step(seat: int, by: str = "cards") -> Moved:
    return seat, {"move": "step", "by": by}


def crate(seat: int, value: int) -> Moved:
    return seat, {"move": "crate", "value": value}


def end_turn(seat: int) -> Moved:
    return seat, {"move": "end_turn"}


def correct(seat: int, by: int, note: str = "") -> Moved:
    return seat, {"move": "correct", "what": "gold", "by": by, "note": note}


def expedition(names: tuple[str, ...] = NAMES, **about: Any) -> Start:
    return Start(game="expedition", names=names, **about)


def play(*moves: Moved, **about: Any) -> Play:
    """One press that makes these moves."""
    return Play(moves=moves, **about)


@cache
def whole_game() -> tuple[Moved, ...]:
    """A three-player Expedition from Ormuz to Dadu."""
    start = (
        step(1),
        crate(1, 2),
        end_turn(1),
        correct(3, 2, "déjà payé"),
        step(2),
        crate(2, 1),
        end_turn(2),
        end_turn(3),
    )
    to_ganzhou = (step(1),) * 12  # the last of them brings on the interim tally, which ends the turn
    between = (step(2, "ballast"), end_turn(2), step(3), end_turn(3))
    to_dadu = (step(1),) * 13
    return (*start, *to_ganzhou, *between, *to_dadu)


def straight(moves: Iterable[Moved], names: tuple[str, ...] = NAMES, game: str = "expedition") -> Table:
    """The table that these moves lead to when nothing else happens, each a press of its own; no session is asked."""
    table = tables.start(game_named(game, GAMES), names, {}, number=1, seq=1)
    for group, (seat, body) in enumerate(moves, 2):
        table = tables.play(table, [Played(seat, move_from_json(table.game, body))], group)
        table = replace(table, seq=group)
    return table


@cache
def digests() -> tuple[str, ...]:
    """The digest of the whole game's state at the start and after each of its moves."""
    moves = whole_game()
    return tuple(straight(moves[:n]).digest() for n in range(len(moves) + 1))


def table_of(session: Session) -> Table:
    """The open table, which there has to be."""
    assert session.table is not None
    return session.table


def session_on(journal: Journal, dice: Iterable[int] = ()) -> Session:
    """A session on this journal, at noon, drawing these dice one after the other."""
    left = iter(dice)

    def draw(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
        return tuple(next(left) for _ in wanted.bounds)

    return Session(journal, GAMES, lambda: NOON, draw)


def market(journal: Journal, dice: Iterable[int]) -> Session:
    """A game of Lanterns for two on this journal, cards and wishes hidden, about to roll; everyone has 1 oil."""
    session = session_on(journal, dice)
    session.do(Start(game="lanterns", names=("Ada", "Bao")))
    cards = ((1, "red", 11111), (1, "blue", 22222), (2, "red", 33333), (2, "blue", 44444))
    session.do(play(*((seat, {"move": "hide", "colour": c, "value": v, "wish": "rain"}) for seat, c, v in cards)))
    return session


def roll(seat: int, *faces: int) -> Moved:
    """Dice for oil: drawn, or with their faces typed in."""
    return seat, {"move": "roll", "chance": list(faces)} if faces else {"move": "roll"}


def backup_of_another_table(folder: Path) -> Path:
    """A backup with one game on the table, of three who play nowhere else. `folder` keeps what it is made of, too."""
    with closing(open_store(folder / "elsewhere", GAMES)) as other:
        session_on(other.journal).do(expedition(("Ina", "Jo", "Kim")))
        backup_to(folder / "backup.sqlite3", folder / "elsewhere")
    return folder / "backup.sqlite3"


_ROOM = 64 << 20
"""So many bytes are free where journals of tests lie; some machines have less in memory."""


def folder_in_memory() -> TemporaryDirectory[str]:
    """A folder for journals whose every commit need not reach a disk."""
    return scratch_folder(_ROOM)


@contextmanager
def journal_in_memory() -> Iterator[Journal]:
    """Open a journal in such a folder; both are gone afterwards."""
    with folder_in_memory() as folder, closing(Journal(Path(folder) / "journal.sqlite3")) as journal:
        yield journal


def resumed(journal: Journal, directory: Path) -> Table | None:
    """What a fresh session makes of a copy of this journal, while it stays open."""
    copy = directory / f"copy-{len(list(directory.glob('copy-*')))}.sqlite3"
    journal.copy_to(copy)
    other = Journal(copy)
    try:
        return session_on(other).table
    finally:
        other.close()
