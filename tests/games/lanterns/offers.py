"""The offers of Lanterns: complete moves, refused ones with their reason, and moves that open a form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.fill_form_by_touch import SECTOR
from companion.rules.offers import Offer
from companion.rules.rule_errors import refusal_from
from companion.rules.text import say
from tests.games.lanterns.play import active_seats, check_kind, move_kinds, play
from tests.games.lanterns.state import CARD, DIE, OWN_OIL, PLACE, EndTurn, Row, Setup, State

_TOUCHES = {"hang": (PLACE,), "show": (CARD,), "wind": (SECTOR,)}
"""The touches that fill in a kind of move."""


def offers(setup: Setup, state: State, seat: int) -> tuple[Offer, ...]:
    """Return the offers of an active seat."""
    if seat not in active_seats(state):
        return ()
    return tuple(offer for kind in move_kinds(state) for offer in _kind_offers(setup, state, seat, kind))


def _kind_offers(setup: Setup, state: State, seat: int, kind: str) -> Iterator[Offer]:
    """Yield the offers of a kind.

    Complete are both answers, thanks, a roll drawn by the box, the wind about a row, and the end of the turn.
    """
    name = say(f"lanterns.{kind}")
    base = Offer(
        kind=kind,
        label=name,
        kind_label=name,
        group=say("lanterns.group.once") if kind in ("feast", "wind") else None,
        refused=refusal_from(check_kind, state, seat, kind),
        any_order=kind in ("hide", "roll"),
        secret=kind in ("hide", "show"),
        form_touches=_TOUCHES.get(kind, ()),
    )
    if kind == "answer":
        for gives in (True, False):
            yield replace(
                base,
                label=say("lanterns.gives.yes" if gives else "lanterns.gives.no"),
                chosen=(("gives", gives),),
                complete=True,
                touch=f"{OWN_OIL}:{seat}" if gives else None,
            )
    elif kind == "roll":
        yield replace(base, complete=True, touch=f"{DIE}:{seat}")
    elif kind == "wind":
        for row in Row:
            label = say(f"lanterns.wind.{row.value}")
            yield replace(base, label=label, chosen=(("row", row.value),), complete=True)
    elif kind == "end_turn":
        last = play(setup, state, seat, EndTurn())[0].over
        yield replace(base, label=say("move.end_turn"), complete=True, ends_turn=True, needs_confirmation=last)
    else:
        yield replace(base, complete=kind == "thank")
