"""Facts about Bids for the generic tests."""

from random import Random

from companion.rules.moves import Move
from companion.table.game_facts import GameFacts
from companion.table.table import CompleteMove, Table
from tests.games.bids import Bid


def _other(table: Table, played: CompleteMove, rnd: Random) -> Move:
    """Bid another card, as long as the bid is hidden. Every card is bid once."""
    move, seat = played.move, played.seat
    if isinstance(move, Bid) and table.state.bids[seat - 1] == move.card:
        hand = table.state.hands[seat - 1]
        return Bid(rnd.choice([card for card in hand if card != move.card] or hand))
    return move


GAME_FACTS = GameFacts(
    brief=True,
    options=((2, {"length": 3}), (4, {"length": 9})),
    refuses_no_choice=True,
    ends_otherwise=True,  # the last bid is chosen in a form
    secrets=lambda state, seat: set(),  # a bid is a number, and numbers are everywhere
    other=_other,
)
