"""The example of a ruling as a table: the state before the move, and what the game answers to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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

    def blocks(self, example: Example) -> tuple[Block[Text], ...]:
        """Return the blocks of the scene that the example draws, as they are before the move, for its seat's own eyes."""
        return tuple(self._blocks(self.before, example))

    def blocks_after(self, example: Example) -> tuple[Block[Text], ...]:
        """Return the same blocks after the move; none if it was refused. A block that the move ended is left out."""
        return () if self.after is None else tuple(self._blocks(self.after, example))

    @staticmethod
    def _blocks(table: Table, example: Example) -> Iterator[Block[Text]]:
        viewer = as_seat(example.seat)
        blocks = table.match.scene(table.match.player_view(table.state, viewer), viewer, None).blocks
        yield from (block for block in blocks if block.id in (example.blocks or (blocks[0].id,)))


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
