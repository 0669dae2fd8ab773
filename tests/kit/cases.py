"""The cases of the generic tests: every game with its seats and options, and facts about each game."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn

import pytest
from hypothesis import strategies as st

from companion.games import GAMES as SHIPPED
from companion.games.classic.state import GoldenTable
from companion.games.classic.state_changes import new_turn
from companion.rules.fields import Json
from companion.rules.game import Game, Match
from companion.support.settings_errors import SettingsError
from companion.system.own_games import with_own_games
from companion.system.settings import Settings
from companion.words.catalogue import add_catalogues
from tests.depth import DEEP, search
from tests.games.acorns import ACORNS
from tests.games.lanterns import LANTERNS
from tests.games.pebbles import PEBBLES


def with_games_of_variable(games: tuple[Game, ...]) -> tuple[Game, ...]:
    """Add the games of the folder that COMPANION_GAMES names, if any. A fault in one of them is raised."""

    def fail(fault: SettingsError) -> NoReturn:
        raise fault

    with_own = with_own_games(Settings(games=os.environ.get("COMPANION_GAMES", "")), games, fail)
    add_catalogues(game.words for game in with_own)
    return with_own


GAMES = with_games_of_variable((*SHIPPED, LANTERNS, PEBBLES, ACORNS))
NAMES = ("Ada", "Bao", "Chloé", "Dara", "Émile")

_BOARD: dict[str, Json] = {
    "crates": {"1": 2, "3": 1, "6": 0, "8": 2, "11": 1, "17": 2, "28": 1},
    "requirements": {"5": {"kind": "drivers"}, "8": {"kind": "one_colour", "count": 3}},
}
_SOON_HOME: dict[str, Json] = {
    "return": {"threshold": {"2": 400, "3": 400, "4": 400}, "min_each": 0, "max_each": 9},
    "khan": {"gifts": 1},
    "mission": {"towns": []},
}
"""Figures for short games. With the printed ones, random play takes thousands of moves to come home."""
_HASARDS: list[Json] = [{"besants": -200}, {"miss_turn": True}, {"lose": {"colour": "blue", "value": 80}}]
# Without must_hold_both: a seat that sells a Table at random after the mission could never win.
_HOUSE: dict[str, Json] = {
    **{"trade_each_player": True, "trade_in_venice": True, "bandits_d8": True},
    **{"ties_to_bandits": True, "gifts_two_colours": True, "move_bonus": 2, "strict_arrival": True},
}
PLAIN: Mapping[str, dict[str, Json]] = {"classic": _SOON_HOME}
"""Options for games that would be too long with none."""
OPTIONS: Mapping[str, tuple[tuple[int, dict[str, Json]], ...]] = {
    "expedition": (
        (2, {"both_camels": True}),
        (2, {"both_camels": True, "late_camel_stops": False, **_BOARD}),
        (3, _BOARD),
        (4, {"late_camel_stops": False}),
        (5, {"track": {"ormuz": 8}, "start": {"gold": 0}}),
    ),
    "classic": (
        (2, {"tracking": "dice"}),
        (3, {"tracking": "dice", **_SOON_HOME, **_HOUSE, "khan": {"gifts": 3}}),
        (2, {**_SOON_HOME, **_HOUSE, "khan": {"gifts": 2}}),
        (4, {**_SOON_HOME, "hasard": {"effects": _HASARDS}, "goods": {"hasard": 40, "values": {"30": 1}}}),
    ),
    "voyages": (
        (2, {"tracking": "points"}),
        (4, {"tracking": "points", "characters": ["wilhelm", "kubilai", "matteo", "raschid"]}),
        (3, {"expert": True, "characters": ["niccolo_marco", "johannes", "wilhelm"], "row": {"special": 2}}),
        (
            2,
            {
                "characters": ["matteo", "kubilai"],
                "mixed_exchange": False,
                "beijing_slides": True,
                "goals": [["G01", "G02"], ["G03", "G04"]],
                "bonus_tiles": {"MOS": "B10"},
            },
        ),
        (3, {"expert": True, "draft": True, "deal": True, "goals": [None, ["G01", "G02"], ["G03", "G04"]]}),
        (2, {"draft": True, "characters": [None, "kubilai"]}),
        (2, {"deal": True, "city_cards": {"SUM": ["C01", "C02"]}, "bonus_tiles": {"MOS": "B10"}}),
        (3, {"tracking": "points", "draft": True}),
    ),
    "lanterns": ((3, {"rounds": 1}), (3, {"rounds": 3, "charms": ["red", None, "blue"]})),
    "pebbles": ((3, {"heap": 6}),),
}
"""Additional numbers of seats with options, besides every number of seats without options."""

TOTALS = {
    **{"expedition": "gold", "classic": "besants", "voyages": "points"},
    **{"lanterns": "points", "pebbles": "pebbles", "acorns": "acorns"},
}
"""Component that the totals count, as sheet and holdings name it."""
BOOKED_AS = {"crate": "gold"}
"""Component in the line of a correction, if it is not the one that was corrected."""
WON_OTHERWISE = ("classic",)
"""Games in which the greatest total does not win."""
REFUSES_NO_CHOICE = frozenset({"acorns"})
"""Games whose forms never refuse a choice."""
DEALT = {"voyages": ("characters", "starting_contracts", "goals", "city_cards", "bonus_tiles", "income_tiles")}
"""Options that were dealt at one table: a rematch deals again."""
YOUNGEST_BEGINS = frozenset({"expedition", "classic"})
"""Games in which the youngest begins, also in a rematch."""
WITH_SECRET_OPTIONS = frozenset({"lanterns", "voyages"})
"""Games with options that are a secret of a seat."""
SECRETIVE = frozenset({"classic", "lanterns", "voyages"})
"""Games in which seats keep secrets from each other."""
ENDS_OTHERWISE = frozenset({"classic", "voyages"})
"""Games that never end by a complete move without chance, but by a form (cards are counted at the claim) or by dice.

In Voyages this is true of one way of tracking only: it ends with the last count."""
OUT_OF_TURN: Mapping[str, frozenset[str]] = {"classic": frozenset({"restart"})}
"""Kinds of complete moves that a seat may make at any moment, also while nobody waits for it."""
NOBODYS = {"space:1", "space:2", "loot"}
"""Components in lines that no seat holds."""


MANY_FIGURES: Mapping[str, dict[str, Json]] = {
    "expedition": {
        "track": {"dadu": 50},
        "crates": {str(space): 1 + space % 2 for space in range(1, 50) if space != 16},
        "requirements": {str(space): {"kind": "drivers"} for space in range(4, 40) if space != 16},
    },
    "classic": {
        "wheel": {"sectors": [{"land": 1 + index % 9, "sea": 2, "weight": 1 + index % 3} for index in range(36)]},
        "mission": {"towns": [f"Pagan {n}" for n in range(20)]},
    },
}
"""Options with more figures than the shipped ones that begin in the same state, for games with figures to set."""
ANOTHER_TURN: Mapping[str, Callable[[Any, str, Any], bool]] = {
    "expedition": lambda before, kind, after: after.turn is not None and _seat(after) != _seat(before),
    # A seat that refuses a fight spins again, but in the same turn; so does one that restarts before its spin.
    "classic": lambda before, kind, after: (
        _fresh(after) and before.turn != after.turn and kind not in ("refuse_fight", "restart")
    ),
    "lanterns": lambda before, kind, after: after.turn is not None and after.turn != before.turn,
    "pebbles": lambda before, kind, after: kind != "correct" and bool(after.heap),
    "acorns": lambda before, kind, after: bool(after.turn) and after.turn_no != before.turn_no,
    "voyages": lambda before, kind, after: after.turn is not None and after.turn_no != before.turn_no,
}
"""Function that returns whether another turn begins with a move of this kind between two states."""


def _seat(state: Any) -> int | None:
    return state.turn and int(state.turn.seat)


def _fresh(state: Any) -> bool:
    """Return whether nothing has happened in this turn yet."""
    return state.turn is not None and state.turn == new_turn(state, state.turn.seat)


SECRETS: Mapping[str, Callable[[Any, int], set[str]]] = {
    "expedition": lambda state, seat: set(),
    "classic": lambda state, seat: _unseen_town(state.hands[seat - 1]),
    "lanterns": lambda state, seat: {card.split(":")[1] for card in state.hidden[seat - 1]} | {*state.wishes[seat - 1]},
    "pebbles": lambda state, seat: set(),
    "acorns": lambda state, seat: set(),
    "voyages": lambda state, seat: set(),
}
"""Function that returns the secrets of a seat in a state, as they would appear in a text.

The hands of Classic and the goals of Voyages, which every form of goals names, have tests of their own."""


def _unseen_town(hand: Any) -> set[str]:
    return {hand.town} if hand.town and hand.table is GoldenTable.UNTURNED else set()


@dataclass(frozen=True, eq=False)
class Case:
    """A game with its number of seats and its options."""

    game: Game
    seats: int
    options: Mapping[str, Json] = field(default_factory=dict)

    @cached_property
    def match(self) -> Match:
        """A match with these seats and options."""
        return self.game.begin(self.names, self.options)[0]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players, from seat 1."""
        return NAMES[: self.seats]

    @property
    def every_seat(self) -> range:
        """The seats, from 1."""
        return range(1, self.seats + 1)

    def __str__(self) -> str:
        return "-".join((self.game.id, str(self.seats), *self.options))


def _plain(game: Game) -> list[tuple[int, Mapping[str, Json]]]:
    """Return every number of seats without options; in a quick run only the fewest and the most."""
    fewest, *_, most = game.seats
    return [(seats, PLAIN.get(game.id, {})) for seats in game.seats if DEEP or seats in (fewest, most)]


CASES = tuple(
    Case(game, seats, options) for game in GAMES for seats, options in (*_plain(game), *OPTIONS.get(game.id, ()))
)

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
a_few = search(12)
some = search(30)
few_seeds = st.integers(0, 9 if DEEP else 1)
"""Seeds of games that many tests look at: these are played once and cached."""
hands = st.randoms(use_true_random=True)
