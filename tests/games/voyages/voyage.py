"""A scripted game of Voyages, for tests of the rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.coloured_dice import ColouredDie, sorted_dice
from companion.games.voyages.match import Match
from companion.games.voyages.state import Contract, PlayerBoard, State
from companion.games.voyages.trading_posts import with_post
from companion.rules import codec
from companion.rules.form_walk import FormWalk, begin_walk
from companion.rules.game import move_from_json
from companion.rules.moves import Line
from companion.rules.rule_errors import IllegalMoveError
from tests.games.scripted_game import ScriptedGame

NAMES = ("Ada", "Bao", "Chen", "Dara")
PLAIN = ("berke", "kubilai", "wilhelm", "johannes")
FREE_CHARACTERS = ["wilhelm", "berke"]
"""Two characters that give nothing on their own."""
PURSE = ("coins", "camels", "pepper", "silk", "gold", "points")
DICE = (3, 3, 3, 3, 3)
"""The default roll: a sum of 15, so that there is no compensation."""


class Voyage(ScriptedGame):
    """A game in progress. Moves are made by the first seat that the game waits for; each method returns the voyage."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        self.match: Match
        self.state: State
        self.match, self.state, self.last = VOYAGES.begin(NAMES[:seats], options)

    # The state.

    def board(self, seat: int = 1) -> PlayerBoard:
        return self.state.boards[seat - 1]

    def purse(self, seat: int = 1) -> dict[str, int]:
        """Return what a seat holds in numbers, without zeros."""
        return {name: n for name in PURSE if (n := getattr(self.board(seat).purse, name))}

    def active(self, seat: int = 1) -> list[str | None]:
        return [contract.card for contract in self.board(seat).active]

    # Moves.

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

    def roll_all(self, **dice: tuple[int, ...]) -> Voyage:
        """Let everyone roll and answer: `s1=(…)` for seat 1, otherwise 3 each; drawn contracts are declined."""
        while self.turn is None and self.active_seats:
            seat = self.active_seats[0]
            board = self.board(seat)
            if any(item.seat == seat for item in self.state.pending):
                self.play(seat, move="decline")
            elif not board.rolled:
                white = (6,) if self.match.with_characters(self.state).person(seat).value == "matteo" else ()
                self.play(seat, move="roll", chance=[*dice.get(f"s{seat}", (*DICE, *white))])
            else:
                self.play(seat, move="compensate", coins=board.missing, camels=0)
        return self

    def end_turn(self) -> Voyage:
        """End the turn; if an action is still owed, it counts as played."""
        turn = self.state.turn
        assert turn is not None
        if not turn.acted and self.board(turn.seat).dice:
            self.give(turn.seat, acted=True)
        return self.play(move="end_turn")

    def end_round(self) -> Voyage:
        """End the round: nobody has dice left."""
        boards = tuple(replace(board, dice=()) for board in self.state.boards)
        self.state = replace(self.state, boards=boards)
        return self.play(move="end_turn")

    # Changes of the state outside the rules.

    def give(self, seat: int = 1, **what: Any) -> Voyage:
        """Give a seat amounts by name, `dice="blue:4 black:2"`, `posts="MOS XIA"`, `active`, `filled`, `at` or
        `acted`.
        """
        board, special = self.board(seat), Voyage._setters
        purse = {name: n for name, n in what.items() if name in PURSE}
        self._set_board(seat, replace(board, purse=replace(board.purse, **purse)))
        for name, value in what.items():
            if name not in PURSE:
                partial(special[name], self, seat)(value)
        return self

    def _set_board(self, seat: int, board: PlayerBoard) -> None:
        self.state = replace(self.state, boards=(*self.state.boards[: seat - 1], board, *self.state.boards[seat:]))

    def _dice(self, seat: int, names: str) -> None:
        dice = (name.split(":") for name in names.split())
        sorted_names = sorted_dice(ColouredDie(colour, None if value == "*" else int(value)) for colour, value in dice)
        self._set_board(seat, replace(self.board(seat), dice=sorted_names))

    def _posts(self, seat: int, names: str) -> None:
        for name in names.split():
            self.state = with_post(self.match, self.state, seat, name)

    def _active(self, seat: int, names: str) -> None:
        contracts = tuple(Contract(None if name == "?" else name) for name in names.split())
        self._set_board(seat, replace(self.board(seat), active=contracts))

    def _filled(self, seat: int, names: str) -> None:
        self._set_board(seat, replace(self.board(seat), filled=tuple(names.split())))

    def _figures(self, seat: int, names: str) -> None:
        self._set_board(seat, replace(self.board(seat), figures=tuple(names.split())))

    def _acted(self, seat: int, value: bool) -> None:
        assert self.state.turn is not None
        self.state = replace(self.state, turn=replace(self.state.turn, acted=value))

    _setters: Mapping[str, Any] = {
        "dice": _dice,
        "posts": _posts,
        "active": _active,
        "filled": _filled,
        "at": _figures,
        "acted": _acted,
    }

    def form(self, kind: str, seat: int | None = None, **chosen: Any) -> FormWalk:
        """Return the form of a kind of move, with these fields already chosen."""
        acting = self.active_seats[0] if seat is None else seat
        return begin_walk(partial(self.match.next_pick, self.state, acting, kind), chosen)


def first_turn(*people: str, **options: Any) -> Voyage:
    """Return the first turn of a game with these characters; by default Wilhelm and Berke."""
    characters = [*people] or FREE_CHARACTERS
    return Voyage(len(characters), characters=characters, **options).roll_all()
