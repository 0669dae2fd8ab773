"""Legal moves at a table: the answer of the game, less what a throw that was taken back still binds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.rules import match_functions
from companion.rules.fields import Chosen, Field, Items, Json, OneOf, Refusal
from companion.rules.offers import Offer, Option, options_from
from companion.rules.picks import Walk, begin
from companion.rules.rule_errors import IllegalMoveError, RulesError
from companion.rules.text import say
from companion.rules.touches import Touched, names_touch, touched
from companion.table.locked_draws import Bound, bound_by, refusal
from companion.table.table import Table


def offers_of(table: Table, seat: int) -> tuple[Offer, ...]:
    """What a seat may do now, in the order it is shown, refused offers with their reason; `correct` is the last.

    The game is asked once for each table and seat, however many screens and phones want to know.
    """
    if seat not in table.offers:
        said = match_functions.offers_of(table.match, table.state, seat)
        table.offers[seat] = tuple(_as_bound(table, seat, one) for one in said)
    return table.offers[seat]


def options_of(table: Table, seat: int) -> tuple[Option, ...]:
    """The kinds of moves that this seat may think of now, refused ones with their reason."""
    return options_from(offers_of(table, seat))


def next_pick(table: Table, seat: int, kind: str, chosen: Chosen, items: Items = ()) -> Field | None:
    """The next field of a kind of move, `correct` included; None when it is whole. Raises as the game does."""
    field = match_functions.next_pick(table.match, table.state, seat, kind, chosen, items)
    if not isinstance(field, OneOf):
        return field
    for bound in bound_by(table, seat, kind):
        choices = tuple(
            replace(one, refused=one.refused or _bound()) if _against(bound, {**chosen, field.name: one.value}) else one
            for one in field.choices
        )
        field = replace(field, choices=choices)
    return field


def told_by_hand(table: Table, seat: int, kind: str) -> bool:
    """Whether a kind of move is refused now for what a hand lacks: nobody may know before it is tried."""
    return table.kept(("told by hand", seat, kind), lambda: _told_by_hand(table, seat, kind))


def walk(table: Table, seat: int, kind: str, chosen: Chosen | None = None) -> Walk:
    """The form of a kind of move, from what is chosen already. Raises as the game does."""
    return begin(partial(next_pick, table, seat, kind), chosen)


def touched_at(table: Table, seat: int, touches: Sequence[str], offered: Iterable[Offer]) -> tuple[Touched, ...]:
    """Those of a seat's offers that speak of such things, with these put into their forms in this order.

    Raises IllegalMoveError where nothing may be done with them.
    """
    found = tuple(
        touched(one, partial(walk, table, seat, one.kind, dict(one.chosen)), touches)
        for one in offered
        if names_touch(one, touches)
    )
    if not found:
        raise IllegalMoveError(say("refused.touched_nothing"))
    return found


def _told_by_hand(table: Table, seat: int, kind: str) -> bool:
    try:
        next_pick(table, seat, kind, {})
    except IllegalMoveError as error:
        return error.private is not None
    except RulesError:
        return False
    return False


def _as_bound(table: Table, seat: int, offer: Offer) -> Offer:
    """An offer; refused where a throw that was taken back was announced otherwise, or cannot be made as it was."""
    if offer.refused is None:
        for bound in bound_by(table, seat, offer.kind):
            if (bound.binds and not bound.legal) or _against(bound, dict(offer.chosen)):
                return replace(offer, refused=_bound())
    return offer


def _against(bound: Bound, chosen: Mapping[str, Json]) -> bool:
    """Whether what is chosen so far cannot become the throw as it was announced."""
    asked = bound.first.asked or {}
    return bound.binds and any(name in chosen and chosen[name] != value for name, value in asked.items())


def _bound() -> Refusal:
    return Refusal.of(refusal())
