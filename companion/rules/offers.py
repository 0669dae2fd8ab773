"""Offers: the moves a seat can consider now. Box, phones and command line all show the same offers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.rules.fields import Json
from companion.rules.moves import Correct
from companion.rules.rule_errors import Refusal
from companion.rules.text import Text
from companion.support.frozen_dataclasses import frozen


@frozen(kw_only=True)
class Offer:
    """A move that a seat can consider now: a kind of move, with the fields that are decided already."""

    kind: str
    label: Text
    """Text to show; for an incomplete offer the name of its kind."""
    kind_label: Text | None = None
    """Name of its kind, if `label` says more."""
    chosen: tuple[tuple[str, Json], ...] = ()
    """Fields that are decided, as in the JSON of the move."""
    detail: Text | None = None
    """Costs and gains in a few words."""
    group: Text | None = None
    """Heading under which it is listed with other offers, if there are many."""
    thing: str | None = None
    """Component to draw beside it: what the move costs, finds or leads to."""
    refused: Refusal | None = None
    complete: bool = False
    """True if nothing but chance is missing: one press plays it. Otherwise a press opens the form of its kind."""
    ends_turn: bool = False
    """True if it ends the turn and does nothing else. The back key plays it; all other offers need the ok key."""
    needs_confirmation: bool = False
    """True if a tally, the end of the game or the opening of all hidden cards certainly follows, whatever is drawn. The
    player has to confirm it."""
    private_question: Text | None = None
    """Question to confirm first where only its seat looks, on its own phone or on the box that it holds: it may say
    what only this seat may know. For everybody else the offer needs no confirmation for it."""
    default: bool = False
    """True for the most common move in this situation; at most one. Without one, the first open offer counts. An offer
    that gives something up is the default only if no other is open."""
    gives_up: bool = False
    """True if the seat does without something that it could have: it declines, passes or skips. It is listed behind the
    other offers, and no cursor starts on it while another one is open."""
    aside: bool = False
    """True if the game does not wait for it: it is only possible (a contract named, goals shown early). It is never
    the likely move, and phones list it apart."""
    phone_only: bool = False
    """True if only phones have it, as a shorter way than its form: the box has the form."""
    touch: str | None = None
    """Thing on the table that selects exactly this offer when touched (a place, a die, a card), named as in
    `Choice.touches`."""
    form_touches: tuple[str, ...] = ()
    """Sorts of things that can be touched to fill in its form: the part of their names before the colon.

    If other offers use things of the same sort, the full names of those that this one can use."""
    any_order: bool = False
    """True if other seats' moves do not affect it (rolls, final counts): only moves of the same seat make it stale."""
    order_sensitive_fields: tuple[str, ...] = ()
    """Fields that other seats' moves do affect, despite `any_order`, if they have a value: a slot in a row of cards
    that shifts."""
    secret: bool = False
    """True if its form shows what only its seat may know. No host plays such a move for that seat."""
    withheld_fields: tuple[str, ...] = ()
    """Fields that only another seat may know. The form leaves them to that seat, and no phone may send them."""

    def move(self) -> dict[str, Json]:
        """Return the move as JSON, without the seat, with the fields decided so far."""
        return {"move": self.kind, **dict(self.chosen)}

    @property
    def identity(self) -> tuple[object, ...]:
        """Identity of the offer: equal for two offers that differ only in what they cost and give."""
        return (self.kind, self.chosen, self.complete)


@frozen
class OfferedKind:
    """A kind of move that is on offer; refused if all its offers are."""

    kind: str
    label: Text
    refused: Refusal | None = None
    any_order: bool = False
    secret: bool = False
    withheld_fields: tuple[str, ...] = ()


def offered_kinds(offers: Iterable[Offer]) -> tuple[OfferedKind, ...]:
    """Return the kinds of moves among these offers, in order.

    If all offers of a kind are refused, the kind has the refusal of the first.
    """
    by_kind: dict[str, list[Offer]] = {}
    for offer in offers:
        by_kind.setdefault(offer.kind, []).append(offer)
    return tuple(_option(kind, of_kind) for kind, of_kind in by_kind.items())


def in_order(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return offers in their order of display: those that give something up come last, and are no default beside others
    that are open.
    """
    ordered = sorted(offers, key=lambda offer: offer.gives_up)
    alone = sum(offer.refused is None for offer in ordered) == 1
    return tuple(
        replace(offer, default=False) if offer.gives_up and offer.default and not alone else offer for offer in ordered
    )


def default_offer(offers: Sequence[Offer]) -> Offer | None:
    """Return the offer that a cursor starts on: the default one, else the first that is not refused, else the first.

    Offers that give something up count only if no other is open; those that are aside come after the others.
    """
    open_now = sorted((offer for offer in offers if offer.refused is None), key=lambda offer: offer.aside)
    candidates = [offer for offer in open_now if not offer.gives_up] or open_now or offers
    marked = (offer for offer in candidates if offer.default)
    return next(marked, None) or next(iter(candidates), None)


def likely_offer(offers: Sequence[Offer]) -> Offer | None:
    """Return the one offer that stands out on a phone: the default one, or the only one that can be played.

    None if several can be played and the game prefers none. What gives something up counts only if no other is open.
    """
    open_now = [offer for offer in offers if offer.refused is None and not offer.aside and offer.kind != Correct.kind]
    candidates = [offer for offer in open_now if not offer.gives_up] or open_now
    marked = next((offer for offer in candidates if offer.default), None)
    return marked or (candidates[0] if len(candidates) == 1 else None)


def _option(kind: str, offers: Sequence[Offer]) -> OfferedKind:
    first = offers[0]
    refused = None if any(offer.refused is None for offer in offers) else first.refused
    secret = any(offer.secret for offer in offers)
    return OfferedKind(kind, first.kind_label or first.label, refused, first.any_order, secret, first.withheld_fields)
