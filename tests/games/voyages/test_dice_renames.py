"""The dice that later moves use after a roll that was misread is put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.moves import Roll
from companion.rules.game import PlayedMove, move_from_json, move_to_json
from companion.rules.moves import Move
from companion.rules.viewer import PUBLIC
from companion.table import amendments
from companion.table import table as tables
from companion.table.session_errors import Misfit, MisfitsError
from companion.table.table import CompleteMove, Table
from companion.words.catalogue import Words
from companion.words.event_lines import full_change_line
from tests.games.voyages.test_whole_games import random_case
from tests.games.voyages.voyage import FREE_CHARACTERS, Voyage
from tests.kit.random_play import whole_game

ROLLS = ("roll", "reroll", "black_die")
CHANGES = 6
"""Number of rolls of each random game that are amended."""


def move(kind: str, **fields: Any) -> Move:
    return move_from_json(VOYAGES, {"move": kind, **fields})


def roll(*values: int) -> Move:
    return move("roll", chance=[*values])


def five(*dice: str) -> Move:
    return move("take_five", dice=[*dice])


def three(die: str) -> Move:
    return move("take_three", dice=[die])


def turn(die: str, by: int) -> Move:
    return move("turn_die", die=die, by=by)


def reroll(die: str, value: int) -> Move:
    return move("reroll", die=die, chance=[value])


def follow(old: Move, new: Move, *later: Move, seat: int = 1) -> list[Move]:
    """Return later moves of a seat after seat 1 amended its first roll."""
    return follow_in(Voyage(characters=FREE_CHARACTERS), old, new, *later, seat=seat)


def follow_in(voyage: Voyage, old: Move, new: Move, *later: Move, seat: int = 1) -> list[Move]:
    """Return later moves of a seat after seat 1 amended its roll in this position."""
    before, after = (
        PlayedMove(voyage.state, 1, move, *voyage.match.play(voyage.state, 1, move)) for move in (old, new)
    )
    return [*voyage.match.follow_renames(before, after, [(seat, move) for move in later])]


OLD, NEW = roll(4, 4, 4, 5, 6), roll(4, 4, 4, 4, 6)


@pytest.mark.parametrize(
    ("later", "wanted"),
    [
        pytest.param([three("blue:5")], [three("blue:4")], id="the misread die"),
        pytest.param([three("blue:4"), three("blue:6")], [three("blue:4"), three("blue:6")], id="other dice"),
        pytest.param([five("blue:6", "blue:5")], [five("blue:6", "blue:4")], id="with another die"),
        pytest.param([turn("blue:5", -1), three("blue:4")], [turn("blue:4", -1), three("blue:4")], id="turned"),
        pytest.param(
            [turn("blue:5", 1), three("blue:6"), three("blue:6")],
            [turn("blue:4", 1), three("blue:6"), three("blue:5")],
            id="turned to the value of another die",
        ),
        pytest.param([reroll("blue:5", 2), three("blue:2")], [reroll("blue:4", 2), three("blue:2")], id="rolled again"),
        pytest.param(
            [move("black_die", chance=[5]), three("black:5"), three("blue:5")],
            [move("black_die", chance=[5]), three("black:5"), three("blue:4")],
            id="beside a black die",
        ),
        pytest.param([roll(5, 5, 5, 5, 5), three("blue:5")], [roll(5, 5, 5, 5, 5), three("blue:5")], id="next round"),
        pytest.param([move("end_turn")], [move("end_turn")], id="no die"),
    ],
)
def test_later_moves_use_the_new_dice(later: list[Move], wanted: list[Move]) -> None:
    assert follow(OLD, NEW, *later) == wanted


def test_of_equal_dice_only_the_last_changes() -> None:
    later = [three("blue:4")] * 3
    assert follow(OLD, roll(4, 4, 2, 5, 6), *later) == [*later[:2], three("blue:2")]


def test_two_misread_dice_are_matched_by_value() -> None:
    assert follow(OLD, roll(1, 4, 4, 4, 2), three("blue:6"), three("blue:5")) == [three("blue:2"), three("blue:1")]


def test_a_die_that_cannot_be_turned_stays() -> None:
    """The seat leaves the turning out: its die shows a six from the beginning."""
    later = [turn("blue:5", 1), three("blue:6"), three("blue:6")]
    assert follow(OLD, roll(4, 4, 4, 6, 6), *later) == [turn("blue:6", 1), *later[1:]]


def test_other_seats_keep_their_dice() -> None:
    assert follow(OLD, NEW, five("blue:5"), seat=2) == [five("blue:5")]


def test_equal_dice_in_another_order_change_nothing() -> None:
    assert follow(OLD, roll(6, 5, 4, 4, 4), three("blue:5")) == [three("blue:5")]


@pytest.mark.parametrize(
    ("coins", "camels", "wanted"),
    [(5, 0, (3, 0)), (0, 5, (0, 3)), (3, 2, (1, 2)), (1, 4, (0, 3))],
)
def test_compensation_follows_the_roll(coins: int, camels: int, wanted: tuple[int, int]) -> None:
    """Camels stay as far as possible (V7)."""
    later = move("compensate", coins=coins, camels=camels)
    wanted_move = move("compensate", coins=wanted[0], camels=wanted[1])
    assert follow(roll(2, 2, 2, 2, 2), roll(2, 2, 2, 2, 4), later) == [wanted_move]


def test_compensation_that_is_no_longer_due_stays_as_it_was() -> None:
    later = move("compensate", coins=1, camels=0)
    assert follow(roll(2, 3, 3, 3, 3), roll(3, 3, 3, 3, 3), later) == [later]


def test_a_white_die_never_becomes_an_own_one() -> None:
    voyage = Voyage(characters=["matteo", "berke"]).play(move="decline")
    old, new = roll(3, 3, 3, 3, 4, 5), roll(3, 3, 3, 3, 5, 4)
    assert follow_in(voyage, old, new, three("white:5"), three("blue:4")) == [three("white:4"), three("blue:5")]


def test_a_misread_die_of_two_rounds_ago_is_put_right() -> None:
    """As on the box: one die is replaced, nothing is removed, and the table stands as if it had been read well."""
    played, wanted = evening(5), evening(4)
    first = next(number for number, entry in enumerate(played.entries, 1) if isinstance(entry.played.move, Roll))
    amended = amendments.amend(played, first, wanted.entries[first - 1].played)
    assert [entry.played for entry in amended.entries] == [entry.played for entry in wanted.entries]
    assert amended.state == wanted.state != played.state
    line = full_change_line(amended, amended.undo_stack[-1], Words("en"), PUBLIC)
    assert line == "Changed: Ada rolls 4 4 4 5 6 → 4 4 4 4 6", "of dice in a row all are told"


def evening(misread: int) -> Table:
    """Return three rounds of two seats that take camels, then coins; a die of the first roll shows `misread`."""
    table = tables.start(VOYAGES, ("Ada", "Bao"), {"characters": [*FREE_CHARACTERS]})
    body: dict[str, Any]
    while table.match.round(table.state) != 4:
        [seat, *_] = table.match.active_seats(table.state)
        board = table.state.boards[seat - 1]
        if not board.rolled:
            body = {"move": "roll", "chance": [3, 4, 5, 5, 6] if table.entries else [4, 4, 4, misread, 6]}
        elif not board.dice:
            body = {"move": "end_turn"}
        elif table.state.turn.acted or seat == 2:
            body = {"move": "take_three", "dice": [str(board.dice[-1])]}
        else:
            body = {"move": "bazaar", "row": "camel", "dice": [str(board.dice[3])]}
        table = tables.play(table, [CompleteMove(seat, move_from_json(VOYAGES, body))], table.seq + 1)
    return table


@pytest.mark.parametrize("number", range(12))
def test_no_move_of_a_random_game_lacks_a_die_first(number: int) -> None:
    """A later move may fail for another reason; what comes after it was not done as it says."""
    table, rnd = whole_game(random_case(number), number), Random(number)
    for entry, new_roll in rolls_with_another_die(table, rnd):
        misfits = misfits_of(table, entry, new_roll)
        reasons = [misfit.reason.key for misfit in misfits]
        assert reasons[:1] != ["voyages.refused.no_such_die"], (entry, table.entries[entry - 1].played, new_roll)


def misfits_of(table: Table, entry: int, move: Move) -> tuple[Misfit, ...]:
    played = table.entries[entry - 1].played
    try:
        amendments.amend(table, entry, replace(played, move=move, drawn=None))
    except MisfitsError as error:
        return error.misfits
    return ()


def rolls_with_another_die(table: Table, rnd: Random) -> Iterator[tuple[int, Move]]:
    """Yield some rolls of a game, each with another value of one of its dice."""
    moves = ((number, move_to_json(entry.played.move)) for number, entry in enumerate(table.entries, 1))
    rolls = [(n, body, body["chance"]) for n, body in moves if body["move"] in ROLLS and body.get("chance")]
    for number, body, chance in rnd.sample(rolls, min(CHANGES, len(rolls))):
        assert isinstance(chance, list)
        values = [*chance]
        values[rnd.randrange(len(values))] = rnd.randint(1, 6)
        yield number, move_from_json(VOYAGES, body | {"chance": values})
