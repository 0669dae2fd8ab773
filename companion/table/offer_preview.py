"""The preview of a complete offer, made with `play`. It shows only what its viewer may know before the move."""

from __future__ import annotations

from companion.rules.game import move_from_json
from companion.rules.moves import Line
from companion.rules.offers import Offer
from companion.rules.viewer import EVERYTHING, Viewer
from companion.support.frozen_dataclasses import frozen
from companion.table.one_press_moves import has_chance
from companion.table.table import Table


@frozen
class OfferPreview:
    """The effects of an offer, in the order of display."""

    own: tuple[Line, ...] = ()
    """The lines of the seat that acts."""
    owed: tuple[str, ...] = ()
    """The ids of the components that this seat would still have to deal with."""
    others: tuple[Line, ...] = ()
    """The lines of all other seats."""
    ends: bool = False
    """True if the game would end."""


def preview_offer(table: Table, seat: int, offer: Offer, viewer: Viewer) -> OfferPreview | None:
    """Return the effects of this offer; None if they are uncertain, because it is refused, incomplete, or has chance.

    Secrets are those before the move: what only the end of the game may show, and what another hand would give or take,
    is left out.
    """
    if not offer.complete or offer.refused is not None or has_chance(table, offer.move()):
        return None
    match, before = table.match, table.state
    after, lines = match.play(before, seat, move_from_json(table.game, offer.move()))
    if match.outcome_is_secret(before, after) and hides_something(table, viewer):
        return OfferPreview()
    must_hide = match.over(after) and hides_something(table, viewer)
    visible = [line for line in lines if viewer.sees(line.seat) or not (line.secret or must_hide)]
    own = tuple(line for line in visible if line.seat == seat)
    owed = match.pending_gains(before, after, seat) if viewer.sees(seat) or not hides_something(table, viewer) else ()
    ends = match.over(after) and (viewer.sees(seat) or not must_hide)
    return OfferPreview(own, owed, tuple(line for line in visible if line.seat != seat), ends)


def hides_something(table: Table, viewer: Viewer) -> bool:
    """Return whether this table has anything that this viewer may not see."""
    match, state = table.match, table.state
    return bool(match.player_view(state, viewer) != match.player_view(state, EVERYTHING))
