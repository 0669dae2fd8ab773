"""What a stall may do: whole moves, refused ones with their reason, and what opens a form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.offers import Offer
from companion.rules.rule_errors import refused_by
from companion.rules.text import say
from companion.rules.touches import SECTOR
from tests.games.lanterns.play import check_kind, kinds, play, waiting
from tests.games.lanterns.state import CARD, DIE, OWN_OIL, PLACE, EndTurn, Row, State, Terms

_TOUCHES = {"hang": (PLACE,), "show": (CARD,), "wind": (SECTOR,)}
"""What one may touch to fill in a kind of move."""


def offers(terms: Terms, state: State, seat: int) -> tuple[Offer, ...]:
    """What the state waits for, from whoever it waits for."""
    if seat not in waiting(state):
        return ()
    return tuple(offer for kind in kinds(state) for offer in _of_kind(terms, state, seat, kind))


def _of_kind(terms: Terms, state: State, seat: int, kind: str) -> Iterator[Offer]:
    """Whole are both answers, thanks, a roll that the box draws, the wind about a row, and the end of the turn."""
    called = say(f"lanterns.{kind}")
    plain = Offer(
        kind=kind,
        label=called,
        called=called,
        group=say("lanterns.group.once") if kind in ("feast", "wind") else None,
        refused=refused_by(check_kind, state, seat, kind),
        any_order=kind in ("hide", "roll"),
        secret=kind in ("hide", "show"),
        touches=_TOUCHES.get(kind, ()),
    )
    if kind == "answer":
        for gives in (True, False):
            yield replace(
                plain,
                label=say("lanterns.gives.yes" if gives else "lanterns.gives.no"),
                chosen=(("gives", gives),),
                whole=True,
                at=f"{OWN_OIL}:{seat}" if gives else None,
            )
    elif kind == "roll":
        yield replace(plain, whole=True, at=f"{DIE}:{seat}")
    elif kind == "wind":
        for row in Row:
            label = say(f"lanterns.wind.{row.value}")
            yield replace(plain, label=label, chosen=(("row", row.value),), whole=True)
    elif kind == "end_turn":
        last = play(terms, state, seat, EndTurn())[0].over
        yield replace(plain, label=say("move.end_turn"), whole=True, ends_turn=True, solemn=last)
    else:
        yield replace(plain, whole=kind == "thank")
