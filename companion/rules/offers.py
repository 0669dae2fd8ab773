"""Offers: what a seat may do now. One answer of the game, from which box, phones and command line all draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.rules.fields import Json
from companion.rules.rule_errors import Refusal
from companion.rules.text import Text
from companion.support.frozen import frozen


@frozen(kw_only=True)
class Offer:
    """Something that a seat may think of now: a kind of move, with as much of it as is decided already."""

    kind: str
    label: Text
    """What it is called; for what is not whole, the kind's own name."""
    called: Text | None = None
    """The kind's own name, where the label says more."""
    chosen: tuple[tuple[str, Json], ...] = ()
    """The fields that are decided, as the JSON of the move."""
    detail: Text | None = None
    """What it costs and gives, in a few words."""
    group: Text | None = None
    """The heading under which it stands with others, where there are many."""
    thing: str | None = None
    """What is drawn beside it: what it asks for, finds or leads to."""
    refused: Refusal | None = None
    complete: bool = False
    """Nothing but chance is missing: one press does it. What is not whole opens the form of its kind."""
    ends_turn: bool = False
    """It closes the turn and does nothing else: the back key does it, the others wait for ok."""
    needs_confirmation: bool = False
    """It is certain, before anything is drawn, that a tally or the end of the game follows: one is asked before."""
    default: bool = False
    """What is done here most of the time; one at most. Where none is, it is the first that may be done."""
    at: str | None = None
    """What one touches to have just this: a place, a die, a card, by the name that the choices of forms give it."""
    touches: tuple[str, ...] = ()
    """The sorts of things that one may touch to fill in its form: what stands before the colon of their names. Of a
    sort that others have too, those alone that it can use, by their whole names."""
    any_order: bool = False
    """It does not mind what others did meanwhile (rolls, final counts): it is stale by what its own seat did alone."""
    minds: tuple[str, ...] = ()
    """Fields by which it does mind, where they say anything: a slot of a row in which cards slide on."""
    secret: bool = False
    """Its form shows what only its seat may know: no host plays moves of this kind for that seat."""
    withheld: tuple[str, ...] = ()
    """Fields that its form leaves to another seat, which alone may know them: no phone fills them in."""

    def move(self) -> dict[str, Json]:
        """The move as JSON, without the seat, as far as it is decided."""
        return {"move": self.kind, **dict(self.chosen)}

    @property
    def same(self) -> tuple[object, ...]:
        """What makes it the same offer, whatever it costs and gives by now."""
        return (self.kind, self.chosen, self.complete)


@frozen
class Option:
    """A kind of move that is offered, by its own name; refused where all of it is."""

    kind: str
    label: Text
    refused: Refusal | None = None
    any_order: bool = False
    secret: bool = False
    withheld: tuple[str, ...] = ()


def options_from(offers: Iterable[Offer]) -> tuple[Option, ...]:
    """The kinds of moves among these offers, in their order. Where all of a kind are refused, it is as the first is."""
    by_kind: dict[str, list[Offer]] = {}
    for offer in offers:
        by_kind.setdefault(offer.kind, []).append(offer)
    return tuple(_option(kind, of_kind) for kind, of_kind in by_kind.items())


def usual_of(offers: Sequence[Offer]) -> Offer | None:
    """Where a cursor begins: at what is marked as usual, else at what is not refused, else at the first."""
    marked = (one for one in offers if one.default)
    open_now = (one for one in offers if one.refused is None)
    return next(marked, None) or next(open_now, None) or next(iter(offers), None)


def _option(kind: str, offers: Sequence[Offer]) -> Option:
    first = offers[0]
    refused = None if any(one.refused is None for one in offers) else first.refused
    secret = any(one.secret for one in offers)
    return Option(kind, first.called or first.label, refused, first.any_order, secret, first.withheld)
