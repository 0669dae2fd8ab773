"""Independent generators of legal moves for each game, and the walk of such a move through its form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.fields import ChanceField, Field, Pick, TextField
from companion.rules.form_walk import FilledField
from companion.table.game_facts import Body, Generator
from companion.table.random_play import form
from tests.kit.cases import FACTS

GENERATORS: Mapping[str, Generator] = {name: facts.generator for name, facts in FACTS.items() if facts.generator}
"""Generators by the id of the game, for those that have one."""


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
