"""The example of a ruling as a table: the state before the move, and what the game answers to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules import codec
from companion.rules.game import Game, move_from_json
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.rulings import Example
from companion.rules.scene import Block
from companion.rules.text import Text
from companion.rules.viewer import as_seat
from companion.support.frozen_dataclasses import frozen
from companion.table.table import CompleteMove, Table, play, start

NAMES = ("Ada", "Bruno", "Chloé", "David", "Emma")
"""Names of the players in all examples, from seat 1."""


@frozen
class PlayedExample:
    """An example after its move."""

    before: Table
    after: Table | None
    """The table after the move; None if it was refused, and for a picture."""
    refused: IllegalMoveError | None

    @property
    def named(self) -> frozenset[str]:
        """The rulings that the lines of the move, or its refusal, name."""
        if self.refused is not None:
            return frozenset({self.refused.ruling or ""})
        lines = self.after.entries[-1].lines if self.after is not None else ()
        return frozenset(line.ruling or "" for line in lines)

    def blocks_of(self, example: Example) -> tuple[str, ...]:
        """Return the ids of the blocks that the example draws: those that it names, or the first of its scene."""
        return tuple(example.blocks) or (scene_of(self.before, example)[0].id,)


def scene_of(table: Table, example: Example) -> tuple[Block[Text], ...]:
    """Return the blocks of the scene as the example's own seat sees them."""
    viewer = as_seat(example.seat)
    return table.match.scene(table.match.player_view(table.state, viewer), viewer, None).blocks


def play_example(game: Game, example: Example) -> PlayedExample:
    """Return an example after its move. Raises MalformedError for options, a state or a move that do not fit."""
    before = _table(game, example)
    if example.move is None:
        return PlayedExample(before, None, None)
    move = move_from_json(game, example.move)
    try:
        return PlayedExample(before, play(before, (CompleteMove(example.seat, move),), 0), None)
    except IllegalMoveError as error:
        return PlayedExample(before, None, error)


def _table(game: Game, example: Example) -> Table:
    table = start(game, NAMES[: example.players], example.options or {})
    if not example.state:
        return table
    state = codec.from_json(game.state_type, merge_state(codec.to_json(table.initial_state), example.state))
    return replace(table, game_start=replace(table.game_start, state=state))


def merge_state(base: Any, over: Any) -> Any:
    """Return JSON `base` with the values of `over`: tables field by field, lists of tables table by table.

    An empty table in such a list leaves its place as it is. Every other list replaces the old one.
    """
    if isinstance(over, Mapping) and isinstance(base, Mapping):
        return {**base, **{name: merge_state(base.get(name), value) for name, value in over.items()}}
    if _are_tables(over) and _are_tables(base) and len(over) <= len(base):
        return [*(merge_state(*pair) for pair in zip(base, over, strict=False)), *base[len(over) :]]
    return over


def _are_tables(value: Any) -> bool:
    return isinstance(value, Sequence) and bool(value) and all(isinstance(item, Mapping) for item in value)
