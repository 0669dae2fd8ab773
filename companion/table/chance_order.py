"""Refuses a move that follows chance in the same press and could depend on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.rules.offers import Offer
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.table.legal_moves import offers_of
from companion.table.table import Table


def check_after_chance(before: Table, seats: Collection[int], seat: int, move: Mapping[str, Any]) -> None:
    """Raise IllegalMoveError for a move that could depend on chance of the same press.

    Otherwise the reason why it is refused would tell of a draw that is not kept. `before` is the table before the
    first move with chance, `seats` are those of the moves from there on; none while there was no chance.
    """
    if seats and (seat in seats or not in_any_order(before, seat, move)):
        raise IllegalMoveError(say("session.after_chance"))


def in_any_order(table: Table, seat: int, move: Mapping[str, Any]) -> bool:
    """Whether a move is offered whole whatever others do meanwhile, so that it tells nothing of their chance."""
    return offer_of(table, seat, {name: value for name, value in move.items() if name != "chance"}) is not None


def offer_of(table: Table, seat: int, move: Mapping[str, Any]) -> Offer | None:
    """What offers exactly this move in any order, to whoever looks on; None where nothing does."""
    if seat not in table.seats:
        return None
    return next((one for one in open_to_all(table, seat) if one.move() == move), None)


def open_to_all(table: Table, seat: int) -> Collection[Offer]:
    """What a seat may do as it stands, in any order, and by nothing that is a secret."""
    offers = offers_of(table, seat)
    return [one for one in offers if one.whole and one.any_order and not one.secret and one.refused is None]
