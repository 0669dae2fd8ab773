"""Every game that the generic tests play: with how many seats, with which options, and what they must know of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from companion.rules.fields import Json
from companion.rules.game import Game
from companion.rules.registry import GAMES as REGISTERED
from tests.rules.lanterns import LANTERNS

GAMES: tuple[Game[Any], ...] = (*REGISTERED, LANTERNS)
NAMES = ("Ada", "Bao", "Chloé", "Dara", "Émile")

_BOARD: dict[str, Json] = {
    "crates": {"1": 2, "3": 1, "6": 0, "8": 2, "11": 1, "17": 2, "28": 1},
    "requirements": {"5": {"kind": "drivers"}, "8": {"kind": "one_colour", "count": 3}},
}
OPTIONS: Mapping[str, tuple[tuple[int, dict[str, Json]], ...]] = {
    "expedition": (
        (2, {"both_camels": True}),
        (2, {"both_camels": True, "late_camel_stops": False, **_BOARD}),
        (3, _BOARD),
        (4, {"late_camel_stops": False}),
        (5, {"track": {"ormuz": 8}, "start": {"gold": 0}}),
    ),
    "lanterns": ((3, {"rounds": 1}),),
}
"""Numbers of seats and options that a game is also played with, besides every number of seats without options."""

TOTALS = {"expedition": "gold", "lanterns": "points"}
"""Whose sum the standings show, by the name that sheet and holdings have for it."""

SECRETS: Mapping[str, Callable[[Any, int], set[str]]] = {
    "expedition": lambda state, seat: set(),
    "lanterns": lambda state, seat: {card.split(":")[1] for card in state.hidden[seat - 1]} | {*state.wishes[seat - 1]},
}
"""What only this seat may know in this state, as it would be found in a text."""


@dataclass(frozen=True, eq=False)
class Case:
    """A game with its seats and options."""

    game: Game[Any]
    seats: int
    options: Mapping[str, Json] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the seats, from seat 1."""
        return NAMES[: self.seats]

    @property
    def every_seat(self) -> range:
        """The seats, from 1."""
        return range(1, self.seats + 1)

    def __str__(self) -> str:
        return "-".join((self.game.id, str(self.seats), *self.options))


CASES = tuple(
    Case(game, seats, options)
    for game in GAMES
    for seats, options in (*((seats, {}) for seats in game.seats), *OPTIONS[game.id])
)

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
a_few = settings(max_examples=12, deadline=None)
some = settings(max_examples=30, deadline=None)
few_seeds = st.integers(0, 9)
"""Of games that are looked at from several sides: they are played once and kept."""
hands = st.randoms(use_true_random=True)
