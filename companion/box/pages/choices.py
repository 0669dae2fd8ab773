"""What the table's page lets one go through with up and down: the offers of a seat, the end of its turn last."""

from __future__ import annotations

from dataclasses import replace

from companion.box.pages.hand_over_page import told_by_hand
from companion.rules.moves import Correct
from companion.rules.offers import Offer
from companion.table.legal_moves import offers_of
from companion.table.table import Table


def actions_of(table: Table, seat: int) -> list[Offer]:
    """What up and down go through: whole moves, then what opens a form and is not refused, and the end of the turn.

    What the game puts under headings stays together, in its order. There are none where there is no whole move, or all
    of them are refused, while others may act as well: then ok opens the list of every kind of move. Whether a hand
    would do for a move is not shown before it is tried.
    """
    offers = [_untold(table, seat, one) for one in offers_of(table, seat) if one.kind != Correct.kind]
    wholes = [one for one in offers if one.whole]
    forms = [one for one in offers if not one.whole and one.refused is None]
    alone = table.match.waiting(table.state) == (seat,)
    if not any(one.refused is None for one in wholes) and not (forms and alone):
        return []
    headings = [*dict.fromkeys(one.group for one in offers)]
    ordered = sorted([*wholes, *forms], key=lambda one: headings.index(one.group))
    return sorted(ordered, key=lambda one: one.ends_turn)


def acting(table: Table) -> tuple[int, ...]:
    """Whom the game waits for, then who may do something all the same."""
    waiting = table.match.waiting(table.state)
    return (*waiting, *(seat for seat in table.seats if seat not in waiting and open_offers(table, seat)))


def open_offers(table: Table, seat: int) -> list[Offer]:
    """What a seat may do now and is not refused, whole or by a form, as it is shown."""
    shown = (_untold(table, seat, one) for one in offers_of(table, seat) if one.kind != Correct.kind)
    return [one for one in shown if one.refused is None]


def _untold(table: Table, seat: int, offer: Offer) -> Offer:
    """An offer as it is shown: one that a hand would not do for looks like any other."""
    hidden = offer.refused is not None and told_by_hand(table, seat, offer.kind)
    return replace(offer, refused=None) if hidden else offer
