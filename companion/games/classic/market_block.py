"""What may be done at the post where the turn has come to, and what it costs, for whoever is there."""

from __future__ import annotations

from companion.games.classic.conditions import market_at
from companion.games.classic.state import Terms, Turn
from companion.rules.components import Amount
from companion.rules.scene import Board, Space, SpaceGroup
from companion.rules.text import Text, say

MARKET = "market"


def market(terms: Terms, turn: Turn) -> Board[Text] | None:
    """Selling, buying and taking a card, with their prices (C9, C10, C11, C15); None where there is no market."""
    edition = terms.edition
    if not market_at(terms, turn):
        return None
    left = max(0, edition.most_bought - turn.bought)
    goods = (Amount(turn.colour.value, 1),) if turn.colour else ()
    spaces = (
        Space(id="sell", name=say("classic.market.sell"), says=say("classic.market.sell_what")),
        Space(
            id="buy",
            name=say("classic.market.buy"),
            costs=(Amount("besants", edition.price),),
            gives=goods,
            says=say("classic.market.buy_most", n=left),
        ),
        Space(
            id="trade",
            name=say("classic.market.trade"),
            costs=(Amount("besants", edition.trade_price),),
            says=say("classic.market.trade_whose"),
        ),
    )
    return Board(id=MARKET, name=say("classic.market"), groups=(SpaceGroup(id=MARKET, spaces=spaces),), seat=turn.seat)
