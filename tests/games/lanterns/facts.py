"""Facts about Lanterns for the generic tests."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.rules.moves import Move
from companion.table.game_facts import GameFacts, Generator
from companion.table.table import CompleteMove, Table
from tests.games.lanterns import legal
from tests.games.lanterns.state import CARD_VALUES, Colour, Hide


def _secrets(state: Any, seat: int) -> set[str]:
    return {card.split(":")[1] for card in state.hidden[seat - 1]} | {*state.wishes[seat - 1]}


def _other(table: Table, played: CompleteMove, rnd: Random) -> Move:
    """Hide another card, unless the seat has shown an equal one: nobody else knows which of two equal cards it was."""
    move, shown_cards = played.move, table.state.shown[played.seat - 1]
    if isinstance(move, Hide) and f"{move.colour.value}:{move.value}" not in shown_cards:
        return Hide(rnd.choice([*Colour]), rnd.choice(CARD_VALUES[1:-1]), f"{move.wish[:30]} {rnd.randrange(100)}")
    return move


GAME_FACTS = GameFacts(
    options=((3, {"rounds": 1}), (3, {"rounds": 3, "charms": ["red", None, "blue"]})),
    another_turn=lambda before, kind, after: after.turn is not None and after.turn != before.turn,
    secrets=_secrets,
    other=_other,
    generator=Generator(legal.legal_moves, legal.is_legal, legal.edges),
)
