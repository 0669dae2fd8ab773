"""A game of 1983 as the turn screen shows it: the drawings of what may be done."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.classic.state import Terms
from companion.rules.offers import Offer
from companion.session.table import Table
from companion.views.signs import Glyph

_KINDS: Mapping[str, Glyph] = {
    "fight": Glyph.SABRES,
    "refuse_fight": Glyph.GOLD,
    "sell": Glyph.COIN,
    "buy": Glyph.SILK,
    "trade": Glyph.SILK,
    "give_gifts": Glyph.GOLD,
    "finish_mission": Glyph.GOLD,
    "claim": Glyph.CROWN,
}
_PLACES: Mapping[object, Glyph] = {
    "land": Glyph.CAMEL,
    "sea": Glyph.SHIP,
    "post": Glyph.POST,
    "port": Glyph.SHIP,
    "mission": Glyph.GOLD,
}
"""By the route that is announced, or the place where one arrives."""


def glyph_of_step(table: Table, offer: Offer) -> Glyph | None:
    """The drawing of an action of this game, if it has one."""
    if not isinstance(table.match, Terms):
        return None
    chosen = dict(offer.chosen)
    return _PLACES.get(chosen.get("route") or chosen.get("place")) or _KINDS.get(offer.kind)
