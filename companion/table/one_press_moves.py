"""Groups of moves that one press makes, all or none: everyone's rolls, or an action and the end of its turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.rules.fields import ChanceField, Json
from companion.rules.game import move_from_json
from companion.rules.moves import Correct
from companion.rules.offers import Offer
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer
from companion.support.frozen_dataclasses import frozen
from companion.table import table as tables
from companion.table.complete_moves import complete_moves, independent_offer, independent_offers, refuse_draw
from companion.table.legal_moves import next_pick, offers_of
from companion.table.table import Table

_CHANCE = "chance"


@frozen
class MoveGroup:
    """Moves that are offered together. None of them is refused or secret."""

    moves: tuple[tuple[int, dict[str, Json]], ...]
    """The moves with their seats, as in `Play`."""
    label: Text
    offer: Offer
    """The offer of the first move alone."""
    needs_confirmation: bool = False
    """True if one of the moves needs confirmation."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of these moves, each once."""
        return tuple(dict.fromkeys(seat for seat, _ in self.moves))


def groups_for_all_seats(
    table: Table, own_seats: Sequence[int], other_seats: Sequence[int] = ()
) -> tuple[MoveGroup, ...]:
    """Return equal moves of several seats, complete and valid in any order, as groups: all dice of the round.

    The caller acts for `own_seats`; for `other_seats` it may only request chance. Moves made meanwhile are left out in
    the next call. A single seat of `other_seats` also gets a group, because it has no other offer for the caller.
    """
    if table.closed:
        return ()
    groups: list[list[tuple[int, Offer]]] = []
    for seat in sorted({*own_seats, *other_seats}):
        for offer in _offers_without_choice(table, seat):
            if seat not in own_seats and not _asks_only_chance(table, seat, offer):
                continue
            matching = next((group for group in groups if group[0][1].identity == offer.identity), None)
            if matching is None:
                groups.append([(seat, offer)])
            else:
                matching.append((seat, offer))
    return tuple(_group_of_seats(offered) for offered in groups if len(offered) > 1 or offered[0][0] not in own_seats)


def groups_ending_turn(table: Table, seat: int, viewer: Viewer) -> tuple[MoveGroup, ...]:
    """Return a seat's moves after which it can only end its turn, each together with that end.

    For viewers that do not see the seat's hand, a secret move that the hand alone allows counts as one that may follow.
    """
    if table.closed or table.match.turn(table.state) != seat:
        return ()

    def build() -> tuple[MoveGroup, ...]:
        ending = [(offer, _only_end_offer(table, seat, offer, viewer)) for offer in offers_of(table, seat)]
        return tuple(_group_with_end(seat, offer, end_offer) for offer, end_offer in ending if end_offer is not None)

    return table.cached(("and end turn", seat, viewer.sees(seat)), build)


def has_chance(table: Table, move: Mapping[str, Any]) -> bool:
    """Return whether a move is of a kind with chance, drawn or typed."""
    cls = table.game.moves.get(str(move.get("move")))
    return cls is not None and _CHANCE in cls.__dataclass_fields__  # type: ignore[attr-defined]  # every move is a dataclass


def rolls_dice(table: Table, seat: int, offer: Offer) -> bool:
    """Return whether an offer that is not refused rolls dice or turns a wheel next, rather than dealing cards."""
    field = next_pick(table, seat, offer.kind, dict(offer.chosen)) if offer.refused is None else None
    return isinstance(field, ChanceField) and not field.is_deal


def host_may_request(table: Table, seat: int, move: Mapping[str, Any]) -> bool:
    """Return whether a host may request this move for any seat: nothing in it is left to decide or to type."""
    offer = independent_offer(table, seat, move)
    return offer is not None and _asks_only_chance(table, seat, offer)


def preview_move(table: Table, seat: int, move: dict[str, Any]) -> Table:
    """Return the table after this move, as a preview. Raises what `Session.preview` raises."""
    return tables.play(table, complete_moves(table, [(seat, move)], refuse_draw), table.seq + 1)


def _offers_without_choice(table: Table, seat: int) -> Iterator[Offer]:
    """Yield the offers of a seat that are the only one of their kind.

    Corrections are not part of the game, and what gives something up is decided seat by seat.
    """
    kinds = [offer.kind for offer in offers_of(table, seat)]
    return (
        offer
        for offer in independent_offers(table, seat)
        if kinds.count(offer.kind) == 1 and offer.kind != Correct.kind and not offer.gives_up
    )


def _group_of_seats(offered: Sequence[tuple[int, Offer]]) -> MoveGroup:
    (seat, first), count = offered[0], len(offered)
    label = (
        say("offer.for_all", offer=first.label, n=count)
        if count > 1
        else say("offer.for", offer=first.label, seat=seat)
    )
    needs_confirmation = any(offer.needs_confirmation for _, offer in offered)
    return MoveGroup(
        tuple((seat_of_offer, offer.move()) for seat_of_offer, offer in offered), label, first, needs_confirmation
    )


def _group_with_end(seat: int, offer: Offer, end: Offer) -> MoveGroup:
    return MoveGroup(((seat, offer.move()), (seat, end.move())), say("offer.and_end_turn", offer=offer.label), offer)


def _only_end_offer(table: Table, seat: int, offer: Offer, viewer: Viewer) -> Offer | None:
    """Return the offer to end the turn if nothing else can follow this offer, else None."""
    immediate = _is_immediate(table, offer) and not offer.ends_turn and (viewer.sees(seat) or not offer.secret)
    if not immediate:
        return None
    match, state = table.match, table.state
    after, _ = match.play(state, seat, move_from_json(table.game, offer.move()))
    if match.turn(after) != seat or match.turn_no(after) != match.turn_no(state):
        return None
    later_offers = match.offers(after, seat)
    if not viewer.sees(seat) and any(later_offer.secret for later_offer in later_offers):
        return None
    legal_offers = [later_offer for later_offer in later_offers if later_offer.refused is None]
    return (
        legal_offers[0]
        if len(legal_offers) == 1 and legal_offers[0].ends_turn and _is_immediate(table, legal_offers[0])
        else None
    )


def _is_immediate(table: Table, offer: Offer) -> bool:
    """Return whether an offer needs only one press, with neither confirmation nor chance."""
    return (
        offer.complete
        and offer.refused is None
        and not offer.needs_confirmation
        and not has_chance(table, offer.move())
    )


def _asks_only_chance(table: Table, seat: int, offer: Offer) -> bool:
    """Return whether chance is the only field of an offer."""
    return not offer.chosen and isinstance(next_pick(table, seat, offer.kind, {}), ChanceField)
