"""Scripted games: short forms of moves, a complete Expedition, and the table that the rules alone make of it."""

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
from companion.journal.open_journal import open_store
from companion.rules.fields import ChanceField
from companion.rules.game import Game, find_game, move_from_json
from companion.session.session import Session
from companion.support.atomic_write import scratch_folder
from companion.table import table as tables
from companion.table.commands import Play, StartGame, TurnReveal
from companion.table.table import CompleteMove, Table
from tests.games.lanterns import LANTERNS

SeatMove = tuple[int, dict[str, Any]]
"""A seat and its move as JSON, as in a command."""
GAMES: tuple[Game, ...] = (*SHIPPED, LANTERNS)
NAMES = ("Ada", "Bao", "Chloé")
NOON = 1_700_000_000.0


def step(seat: int, by: str = "cards") -> SeatMove:
    return seat, {"move": "step", "by": by}


def crate(seat: int, value: int) -> SeatMove:
    return seat, {"move": "crate", "value": value}


def end_turn(seat: int) -> SeatMove:
    return seat, {"move": "end_turn"}


def correct(seat: int, by: int, note: str = "") -> SeatMove:
    return seat, {"move": "correct", "what": "gold", "by": by, "note": note}


def expedition(names: tuple[str, ...] = NAMES, **fields: Any) -> StartGame:
    return StartGame(game="expedition", names=names, **fields)


def play(*moves: SeatMove, **fields: Any) -> Play:
    """Return the command of one press that makes these moves."""
    return Play(moves=moves, **fields)


def skip_reveal(session: Session) -> None:
    """End the reveal of a game's end, as the host does."""
    assert session.reveal is not None
    session.do(TurnReveal(step=len(session.reveal.steps) + 1))


@cache
def whole_game() -> tuple[SeatMove, ...]:
    """Return the moves of a three-player Expedition from Ormuz to Dadu, where no more crates are noted."""
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
    to_ganzhou = (step(1),) * 12  # the last step starts the interim tally, which ends the turn
    between = (step(2, "ballast"), end_turn(2), step(3), end_turn(3))
    to_dadu = (step(1),) * 13
    return (*start, *to_ganzhou, *between, *to_dadu, (1, {"move": "no_crates"}))


def replayed_table(moves: Iterable[SeatMove], names: tuple[str, ...] = NAMES, game: str = "expedition") -> Table:
    """Return the table after these moves, one press each, without a session."""
    table = tables.start(find_game(game, GAMES), names, {}, number=1, seq=1)
    for group, (seat, body) in enumerate(moves, 2):
        table = tables.play(table, [CompleteMove(seat, move_from_json(table.game, body))], group)
        table = replace(table, seq=group)
    return table


@cache
def digests() -> tuple[str, ...]:
    """Return the digest of the whole game's state at the start and after each of its moves."""
    moves = whole_game()
    return tuple(replayed_table(moves[:n]).digest() for n in range(len(moves) + 1))


def table_of(session: Session) -> Table:
    """Return the open table, which must exist."""
    assert session.table is not None
    return session.table


def session_on(journal: Journal, dice: Iterable[int] = (), nobodies: frozenset[str] = frozenset()) -> Session:
    """Return a session on this journal, at noon, that draws these dice one after the other."""
    remaining = iter(dice)

    def draw(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
        return tuple(next(remaining) for _ in wanted.bounds)

    return Session(journal, GAMES, lambda: NOON, draw, nobodies=nobodies)


def start_lanterns(journal: Journal, dice: Iterable[int]) -> Session:
    """Start a game of Lanterns for two: cards and wishes are hidden, the roll is next, and everyone has 1 oil."""
    session = session_on(journal, dice)
    session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
    cards = ((1, "red", 11111), (1, "blue", 22222), (2, "red", 33333), (2, "blue", 44444))
    session.do(play(*((seat, {"move": "hide", "colour": c, "value": v, "wish": "rain"}) for seat, c, v in cards)))
    return session


def roll(seat: int, *faces: int) -> SeatMove:
    """Return a roll for oil: drawn, or with typed faces."""
    return seat, {"move": "roll", "chance": list(faces)} if faces else {"move": "roll"}


def backup_of_another_table(folder: Path) -> Path:
    """Make a backup with one game on the table, of three players unknown elsewhere. `folder` also keeps its source."""
    with closing(open_store(folder / "elsewhere", GAMES)) as store:
        session_on(store.journal).do(expedition(("Ina", "Jo", "Kim")))
        backup_to(folder / "backup.sqlite3", folder / "elsewhere")
    return folder / "backup.sqlite3"


_ROOM = 64 << 20
"""Free bytes that the journals of tests need; some machines have less in memory."""


def folder_in_memory() -> TemporaryDirectory[str]:
    """Make a folder for journals whose commits need not reach a disk."""
    return scratch_folder(_ROOM)


@contextmanager
def journal_in_memory() -> Iterator[Journal]:
    """Open a journal in such a folder, and remove both afterwards."""
    with folder_in_memory() as folder, closing(Journal(Path(folder) / "journal.sqlite3")) as journal:
        yield journal


def resumed_table(journal: Journal, directory: Path) -> Table | None:
    """Return the table of a new session on a copy of this journal, which stays open."""
    copy = directory / f"copy-{len(list(directory.glob('copy-*')))}.sqlite3"
    journal.copy_to(copy)
    journal_copy = Journal(copy)
    try:
        return session_on(journal_copy).table
    finally:
        journal_copy.close()
