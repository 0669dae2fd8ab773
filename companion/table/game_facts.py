"""Facts about a game that its tests cannot derive: `GAME_FACTS` in `facts.py` of its folder, all optional."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.rules.fields import Json
from companion.rules.moves import Move
from companion.table.table import CompleteMove, Table

Body = dict[str, Any]
Other = Callable[[Table, CompleteMove, Random], Move]
"""(table, played, random) → the same move with another secret, if it still has one."""


@dataclass(frozen=True)
class Generator:
    """The rules of a game, implemented independently of the program."""

    legal_moves: Callable[[Any, Any, int, Random], list[Body]]
    """(match, state, seat, random) → moves that this seat may make: all of them, or some of every type."""
    is_legal: Callable[[Any, Any, int, Mapping[str, Any]], bool]
    """(match, state, seat, move) → whether it may make this one."""
    edges: Callable[[Any, Any, Random], list[Any]]
    """(match, state, random) → similar states, close to the edge where a rule says yes or no."""


@dataclass(frozen=True, kw_only=True)
class GameFacts:
    """Facts about a game. Without a secret, a game needs none of them."""

    plain: Mapping[str, Json] = field(default_factory=dict)
    """Options for games that would be too long with none."""
    options: tuple[tuple[int, dict[str, Json]], ...] = ()
    """Additional numbers of seats with options, besides every number of seats without options."""
    brief: bool = False
    """True if a quick run plays it with one number of seats only: other games show the same."""
    refuses_no_choice: bool = False
    """True if its forms never refuse a choice."""
    ends_otherwise: bool = False
    """True if it never ends by a complete move without chance, but by a form or by dice."""
    many_figures: Mapping[str, Json] | None = None
    """Options with more figures than the shipped ones that begin in the same state, for games with figures to set."""
    another_turn: Callable[[Any, str, Any], bool] | None = None
    """Function that returns whether another turn begins with a move of this kind between two states; None if every
    new number of a turn is one."""
    secrets: Callable[[Any, int], set[str]] | None = None
    """Function that returns the secrets of a seat in a state, as they would appear in a text; None if the game has no
    secrets."""
    other: Other | None = None
    """Function that exchanges what is still hidden in a move for something else that would have been allowed."""
    generator: Generator | None = None
    """Independent generator of legal moves."""
