"""Independent generators of legal moves for each game, and the walk of such a move through its form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.rules.fields import ChanceField, Field, Pick, TextField
from companion.rules.form_walk import FilledField
from companion.table.random_play import form
from tests.games.acorns import legal as acorns
from tests.games.classic import legal as classic
from tests.games.classic.edges import edges
from tests.games.expedition import legal as expedition
from tests.games.lanterns import legal as lanterns
from tests.games.pebbles import legal as pebbles
from tests.games.voyages import legal_moves as voyages
from tests.games.voyages.edges import edges as voyages_edges
from tests.games.voyages.legal import is_legal

Body = dict[str, Any]


@dataclass(frozen=True)
class Generator:
    """The rules of a game, implemented independently of the program."""

    legal_moves: Callable[[Any, Any, int, Random], list[Body]]
    """(match, state, seat, random) → moves that this seat may make: all of them, or some of every type."""
    is_legal: Callable[[Any, Any, int, Mapping[str, Any]], bool]
    """(match, state, seat, move) → whether it may make this one."""
    edges: Callable[[Any, Any, Random], list[Any]]
    """(match, state, random) → similar states, close to the edge where a rule says yes or no."""


GENERATORS: Mapping[str, Generator] = {
    "acorns": Generator(acorns.legal_moves, acorns.is_legal, acorns.edges),
    "classic": Generator(classic.legal_moves, classic.is_legal, edges),
    "expedition": Generator(expedition.legal_moves, expedition.is_legal, expedition.edges),
    "lanterns": Generator(lanterns.legal_moves, lanterns.is_legal, lanterns.edges),
    "pebbles": Generator(pebbles.legal_moves, pebbles.is_legal, pebbles.edges),
    "voyages": Generator(voyages.legal_moves, is_legal, voyages_edges),
}
"""Generators by the id of the game."""


def move_by_form(match: Any, state: Any, seat: int, body: Mapping[str, Any]) -> Body:
    """Return the move that its form makes if every open field is answered from this move.

    Automatic values must agree with the move. Fields that the form never asks for are left out. Raises MalformedError
    if the form does not allow the move.
    """
    walk = form(match, state, seat, body["move"])
    while walk.field is not None:
        walk = walk.answer(_answer(walk.field, body))
    for finished in walk.filled:
        assert _agrees(finished, body), f"{finished.field.name} took {finished.value} by itself for {body}"
    return {"move": body["move"], **walk.move_fields}


def _answer(field: Field, body: Mapping[str, Any]) -> Any:
    """Return the move's value for a field; if it has none, an empty list, an empty text, or None."""
    return body.get(field.name, _nothing(field))


def _nothing(field: Field) -> Any:
    return [] if isinstance(field, Pick) else "" if isinstance(field, TextField) else None


def _agrees(finished: FilledField, body: Mapping[str, Any]) -> bool:
    """Return whether a field has the value of the move, if the move has one; lists in any order."""
    wanted = _answer(finished.field, body)
    if isinstance(finished.field, Pick) and not finished.field.ordered:
        return sorted(map(repr, finished.value or ())) == sorted(map(repr, wanted))  # type: ignore[arg-type]
    if isinstance(finished.field, ChanceField):
        return list(finished.value) == list(wanted)  # type: ignore[arg-type]
    return bool(finished.value == wanted)
