"""What may be done at a table, as JSON, for whoever asks about some of its seats: the command line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.server.views.phone_view import Role, offer_view
from companion.table.table import Table
from companion.words.catalogue import Words


def asked_view(table: Table, seats: Iterable[int], words: Words, *, everything: bool) -> dict[str, Any]:
    """Where the game is, and the offers of these seats; none once it is over or closed.

    Without `everything`, what shows a hand is told as to anybody else: that there is such a kind of move, and no more.
    """
    told = [] if table.closed else [one for seat in seats for one in _offers(table, seat, words, everything)]
    where = {"game": table.game.id, "seq": table.seq, "entry": len(table.entries)}
    return {**where, "over": table.over, "closed": table.closed, "offers": told}


def _offers(table: Table, seat: int, words: Words, everything: bool) -> list[dict[str, Any]]:
    """Those of one seat, as it sees them itself, or as a host does for whom no seat is claimed."""
    role = Role(seat=seat) if everything else Role(host=True)
    free = table if everything else replace(table, claims={})
    found = (*role.offers(free, seat), *role.theirs(free, seat))
    return [offer_view(table, seat, one, words) for one in found]
