"""Moves that one press makes as one group, all of them or none: everyone's rolls, an action and the end of its turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.rules.fields import ChanceField
from companion.rules.offers import Offer
from companion.session import table as tables
from companion.session.asking import next_field, offers_of
from companion.session.chosen import completed, no_chance
from companion.session.table import Table

_CHANCE = "chance"


def has_chance(table: Table, move: Mapping[str, Any]) -> bool:
    """Whether a move is of a kind that brings chance, drawn or typed."""
    cls = table.game.moves.get(str(move.get("move")))
    return cls is not None and _CHANCE in cls.__dataclass_fields__  # type: ignore[attr-defined]  # every move is a dataclass


def in_any_order(table: Table, seat: int, move: Mapping[str, Any]) -> bool:
    """Whether a move is offered whole whatever others do meanwhile, so that it tells nothing of their chance."""
    return _offered(table, seat, {name: value for name, value in move.items() if name != _CHANCE}) is not None


def may_be_asked(table: Table, seat: int, move: Mapping[str, Any]) -> bool:
    """Whether whoever leads the table may ask for a move of any seat: nothing of it is left to decide, or to type."""
    offer = _offered(table, seat, move)
    return offer is not None and _chance_alone(table, seat, offer)


def played_on(table: Table, seat: int, move: dict[str, Any]) -> Table:
    """The table after this move, as one looks ahead. Raises as `Session.preview` does."""
    return tables.play(table, completed(table, [(seat, move)], no_chance), table.seq + 1)


def _offered(table: Table, seat: int, move: Mapping[str, Any]) -> Offer | None:
    """What offers exactly this move in any order, to whoever looks on; None where nothing does."""
    if seat not in table.seats:
        return None
    return next((one for one in _open_to_all(table, seat) if one.move() == move), None)


def _open_to_all(table: Table, seat: int) -> Collection[Offer]:
    """What a seat may do as it stands, in any order, and by nothing that is a secret."""
    offers = offers_of(table, seat)
    return [one for one in offers if one.whole and one.any_order and not one.secret and one.refused is None]


def _chance_alone(table: Table, seat: int, offer: Offer) -> bool:
    """Whether chance is the only field of an offer."""
    return not offer.chosen and isinstance(next_field(table, seat, offer.kind, {}), ChanceField)
