"""A game of Voyages played in few words, for tests that go through the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.dice import ColouredDie, sorted_dice
from companion.games.voyages.match import Match
from companion.games.voyages.state import Contract, PlayerBoard, State
from companion.games.voyages.trading_posts import with_post
from companion.rules import codec
from companion.rules.game import move_from_json
from companion.rules.moves import Line
from companion.rules.picks import Walk, begin
from companion.rules.rule_errors import IllegalMoveError
from tests.games.scripted_game import ScriptedGame

NAMES = ("Ada", "Bao", "Chen", "Dara")
PLAIN = ("berke", "kubilai", "wilhelm", "johannes")
FREE = ["wilhelm", "berke"]
"""Two characters that bring nothing by themselves."""
PURSE = ("coins", "camels", "pepper", "silk", "gold", "points")
DICE = (3, 3, 3, 3, 3)
"""What is rolled where nothing is said: 15, so that nothing is missing."""


class Voyage(ScriptedGame):
    """A game under way. Moves are those of who is waited for first; each returns the voyage."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        self.match: Match
        self.state: State
        self.match, self.state, self.last = VOYAGES.begin(NAMES[:seats], options)

    # What there is to see.

    def board(self, seat: int = 1) -> PlayerBoard:
        return self.state.boards[seat - 1]

    def purse(self, seat: int = 1) -> dict[str, int]:
        """What a seat holds in numbers, without what there is none of."""
        return {name: n for name in PURSE if (n := getattr(self.board(seat).purse, name))}

    def active(self, seat: int = 1) -> list[str | None]:
        return [one.card for one in self.board(seat).active]

    # What is played.

    def play(self, seat: int | None = None, **body: Any) -> Voyage:
        lines: tuple[Line, ...]
        acting = self.active_seats[0] if seat is None else seat
        self.state, lines = self.match.play(self.state, acting, move_from_json(VOYAGES, body))
        assert codec.from_json(State, codec.to_json(self.state)) == self.state
        self.last = lines
        return self

    def refuses(self, ruling: str | None, seat: int | None = None, **body: Any) -> Voyage:
        acting = self.active_seats[0] if seat is None else seat
        with pytest.raises(IllegalMoveError) as caught:
            self.match.play(self.state, acting, move_from_json(VOYAGES, body))
        assert caught.value.ruling == ruling, caught.value.reason
        return self

    def rolled(self, **dice: tuple[int, ...]) -> Voyage:
        """Everyone has rolled and answered: `s1=(…)` for seat 1, else 3 each; drawn contracts are declined."""
        while self.turn is None and self.active_seats:
            seat = self.active_seats[0]
            board = self.board(seat)
            if any(one.seat == seat for one in self.state.pending):
                self.play(seat, move="decline")
            elif not board.rolled:
                white = (6,) if self.match.person(seat).value == "matteo" else ()
                self.play(seat, move="roll", chance=[*dice.get(f"s{seat}", (*DICE, *white))])
            else:
                self.play(seat, move="compensate", coins=board.missing, camels=0)
        return self

    def end(self) -> Voyage:
        """The turn is over, with an action that costs and gives little, where one is owed."""
        turn = self.state.turn
        assert turn is not None
        if not turn.acted and self.board(turn.seat).dice:
            self.give(turn.seat, acted=True)
        return self.play(move="end_turn")

    def round_over(self) -> Voyage:
        """Everybody has used all dice."""
        boards = tuple(replace(board, dice=()) for board in self.state.boards)
        self.state = replace(self.state, boards=boards)
        return self.play(move="end_turn")

    # What the table is made to be.

    def give(self, seat: int = 1, **what: Any) -> Voyage:
        """A seat holds this: amounts by name, `dice="blue:4 black:2"`, `posts="MOS XIA"`, `active`, `filled`, `at`."""
        board, special = self.board(seat), Voyage._special
        purse = {name: n for name, n in what.items() if name in PURSE}
        self._put(seat, replace(board, purse=replace(board.purse, **purse)))
        for name, value in what.items():
            if name not in PURSE:
                partial(special[name], self, seat)(value)
        return self

    def _put(self, seat: int, board: PlayerBoard) -> None:
        self.state = replace(self.state, boards=(*self.state.boards[: seat - 1], board, *self.state.boards[seat:]))

    def _dice(self, seat: int, names: str) -> None:
        dice = (name.split(":") for name in names.split())
        made = sorted_dice(ColouredDie(colour, None if value == "*" else int(value)) for colour, value in dice)
        self._put(seat, replace(self.board(seat), dice=made))

    def _posts(self, seat: int, names: str) -> None:
        for name in names.split():
            self.state = with_post(self.match, self.state, seat, name)

    def _active(self, seat: int, names: str) -> None:
        made = tuple(Contract(None if name == "?" else name) for name in names.split())
        self._put(seat, replace(self.board(seat), active=made))

    def _filled(self, seat: int, names: str) -> None:
        self._put(seat, replace(self.board(seat), filled=tuple(names.split())))

    def _at(self, seat: int, names: str) -> None:
        self._put(seat, replace(self.board(seat), figures=tuple(names.split())))

    def _acted(self, seat: int, value: bool) -> None:
        assert self.state.turn is not None
        self.state = replace(self.state, turn=replace(self.state.turn, acted=value))

    _special: Mapping[str, Any] = {
        "dice": _dice,
        "posts": _posts,
        "active": _active,
        "filled": _filled,
        "at": _at,
        "acted": _acted,
    }

    def form(self, kind: str, seat: int | None = None, **chosen: Any) -> Walk:
        """The form of a kind of move, from what is chosen already."""
        acting = self.active_seats[0] if seat is None else seat
        return begin(partial(self.match.next_pick, self.state, acting, kind), chosen)


def a_turn(*people: str, **options: Any) -> Voyage:
    """The first turn of a game of so many, who are Wilhelm and Berke unless it is said."""
    characters = [*people] or FREE
    return Voyage(len(characters), characters=characters, **options).rolled()
