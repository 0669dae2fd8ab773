"""Very long games of corrections, or of corrections and random moves, and files of such games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

from companion.journal.open_journal import open_store
from companion.journal.rows import Row, RowKind, Stamp, chain, played_body
from companion.rules.game import find_game, move_from_json, move_to_json
from companion.session.session import Session
from companion.table import table as tables
from companion.table.commands import StartGame
from companion.table.game_summary import game_summary
from companion.table.random_play import complete_move, open_kinds
from companion.table.table import CompleteMove, Table
from tests.kit.scripted_games import GAMES, NAMES, NOON

CORRECTIONS = 0.7
"""Share of corrections among the entries of a random game."""
BATCH = 500
"""Number of rows written in one transaction."""


def store_long_game(state: Path, game: str, entries: int, *, moves: bool) -> int:
    """Begin a game in a state directory, leave it open after this number of entries, and return its number.

    With `moves`, random moves are mixed with the corrections, as long as they do not end the game.
    """
    with closing(open_store(state, GAMES)) as store:
        session = Session(store.journal, GAMES, lambda: NOON)
        number = session.do(StartGame(game=game, names=NAMES)).game
        assert session.table is not None
        table, previous = session.table, list(store.journal.rows(number))[-1].hash()
        rows: list[Row] = []
        for played, after in long_game(session.table, entries, moves=moves):
            bodies = [(RowKind.PLAYED, played.seat, played_body(played))]
            fresh, table = chain(table, previous, Stamp(int(NOON), "box"), bodies, after)
            previous = fresh[-1].hash()
            rows += fresh
            if len(rows) >= BATCH or len(table.entries) == entries:
                store.journal.append(rows, game_summary(table))
                rows = []
        return number


def write_long_file(path: Path, game: str, entries: int) -> None:
    """Write a moves file with this number of corrections."""
    table = tables.start(find_game(game, GAMES), NAMES, {}, seq=1)
    head = {"game": game, "seats": list(NAMES), "options": {}}
    all_played = (played for played, _ in long_game(table, entries, moves=False))
    lines = [head, *({"seat": played.seat, **move_to_json(played.move)} for played in all_played)]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


def long_game(table: Table, entries: int, *, moves: bool) -> Iterator[tuple[CompleteMove, Table]]:
    """Yield each of this number of additional entries, and the table after it."""
    rnd = Random(11)
    for number in range(entries):
        played = (_move(table, rnd) if moves and rnd.random() > CORRECTIONS else None) or _correction(table, number)
        after = tables.play(table, [played], table.seq + 1)
        yield played, after
        table = replace(after, seq=after.seq + 1)


def _move(table: Table, rnd: Random) -> CompleteMove | None:
    """Return a random move; None if it would end the game."""
    seat = rnd.choice(table.match.active_seats(table.state))
    kinds = [kind for kind in open_kinds(table.match, table.state, seat) if kind != "correct"]
    if not kinds:
        return None
    body = complete_move(table.match, table.state, seat, rnd.choice(kinds), rnd)
    played = CompleteMove(seat, move_from_json(table.game, body), typed="chance" in body)
    return played if not tables.play(table, [played], 0).over else None


def _correction(table: Table, number: int) -> CompleteMove:
    """Return a correction by +1 and −1 in turn, of the first component of a seat that can be corrected."""
    seat = 1 + number // 2 % len(table.names)
    correctable = table.match.correctable(table.state, seat)[0]
    by = 1 if (number % 2 == 0 and correctable.high > 0) or correctable.low == 0 else -1
    body = {"move": "correct", "what": correctable.what, "by": by, "note": f"déjà payé ({number})"}
    return CompleteMove(seat, move_from_json(table.game, body))
