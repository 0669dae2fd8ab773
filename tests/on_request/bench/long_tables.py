"""Long games with moves of every kind: some random moves, and for the rest corrections, each of them a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from companion.rules.game import find_game, move_from_json
from companion.table import table as tables
from companion.table.random_play import complete_move, open_kinds
from companion.table.table import CompleteMove, Table
from tests.kit.scripted_games import GAMES, NAMES, SeatMove, correct

CORRECTED = {"expedition": "gold", "classic": "besants", "voyages": "coins", "lanterns": "oil"}
"""The figure that is corrected in each game: everybody gets one more of it, and then one less."""
SOME_MOVES = 20
"""The number of random moves at the beginning: the game is then far from its end."""


def a_move(table: Table, rnd: Random) -> SeatMove:
    """Return a random legal move of a seat, but no correction; its chance is typed in."""
    seat = rnd.choice(table.match.active_seats(table.state))
    kinds = [kind for kind in open_kinds(table.match, table.state, seat) if kind != "correct"]
    return seat, complete_move(table.match, table.state, seat, rnd.choice(kinds), rnd)


def corrections(table: Table, count: int) -> Iterator[SeatMove]:
    """Yield `count` corrections in a row; an even number of them cancels out."""
    for number in range(count):
        seat, body = correct(1 + number // 2 % len(table.names), 1 if number % 2 == 0 else -1)
        yield seat, {**body, "what": CORRECTED[table.game.id]}


def lines_of(table: Table) -> int:
    """Return the number of lines on the sheet."""
    return sum(1 for _ in table.lines())


def after(table: Table, moved: SeatMove) -> Table:
    """Return the table after a press that makes this move."""
    seat, body = moved
    played = tables.play(table, [CompleteMove(seat, move_from_json(table.game, body))], table.seq + 1)
    return replace(played, seq=table.seq + 1)


def long_table(game: str, lines: int, rnd: Random) -> Table:
    """Return a table whose sheet has about this many lines; no journal has it."""
    table = tables.start(find_game(game, GAMES), NAMES, {}, number=1, seq=1)
    for moves_left in range(SOME_MOVES, 0, -1):
        table = after(table, a_move(table, rnd))
        for moved in corrections(table, 2 * max(0, (lines - lines_of(table)) // moves_left // 2)):
            table = after(table, moved)
    return table
