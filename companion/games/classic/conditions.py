"""The conditions of moves besides the moment: a market, a debt, gifts, a mission, a partner."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.classic.arrivals import check_room, known_post
from companion.games.classic.cards import GoodsCard
from companion.games.classic.hands import gift_choices, hand_of, has_gifts, may_have_something_to_sell
from companion.games.classic.moves import Location
from companion.games.classic.state import JourneyStage, Phase, Setup, State, Turn
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say

UNIQUE_PLACES = (Location.VENICE, Location.KHANBALIK, Location.MISSION)
"""The places that exist only once, so that the companion can recognise them."""


def can_trade(setup: Setup, state: State, turn: Turn) -> bool:
    """Return whether trade is possible at the place that the turn has reached (C9, C10, C15)."""
    return turn.phase is Phase.PLACE and is_market(setup, turn)


def is_market(setup: Setup, turn: Turn) -> bool:
    """Return whether the place of a turn is a market now.

    A post always is. Khanbalik and the mission town may be, once their business is done. Venice is if the option
    allows it.
    """
    if turn.place in (Location.KHANBALIK, Location.MISSION):
        return turn.colour is not None and turn.served
    return turn.place is Location.POST or (turn.place is Location.VENICE and setup.rules.trade_in_venice)


def may_be_market(setup: Setup, place: Location) -> bool:
    """Return whether a place may allow trade, as far as can be known without the board (C10, C15)."""
    if place is Location.VENICE:
        return setup.rules.trade_in_venice
    return place in (Location.POST, Location.KHANBALIK, Location.MISSION)


def shortfall(setup: Setup, state: State, turn: Turn) -> int:
    """Return the part of a payment that the notes do not cover; 0 if nothing may be sold to pay it (C16)."""
    due = setup.edition.ransom if turn.phase is Phase.RANSOM else turn.debt
    deficit = max(0, due - hand_of(state, turn.seat).besants)
    return deficit if may_have_something_to_sell(setup, state, turn.seat) else 0


def shortfall_to_sell_for(setup: Setup, state: State, turn: Turn) -> int:
    """Return the shortfall if the seat surely has something to sell for it, else 0 (C16).

    Table and Secret are visible to all, but untracked goods are unknown.
    """
    hand = hand_of(state, turn.seat)
    can_surely_sell = setup.rules.full or hand.table is not None or hand.secrets > 0
    return shortfall(setup, state, turn) if can_surely_sell else 0


def check_no_debt(setup: Setup, state: State, turn: Turn) -> None:
    """Check that nothing is owed that could be paid by a sale (C16)."""
    if deficit := shortfall_to_sell_for(setup, state, turn):
        raise IllegalMoveError(say("classic.refused.pay_first", n=deficit), "C16")


def check_honour_sale(setup: Setup, state: State, turn: Turn) -> None:
    """Check that an honour (Table or Secret) may be sold: only to pay a debt (C9, C16)."""
    if not shortfall(setup, state, turn):
        raise IllegalMoveError(say("classic.refused.honour_for_debt"), "C16")


def check_needed(
    setup: Setup, state: State, turn: Turn, cards: Sequence[GoodsCard], honour_value: int | None = None
) -> None:
    """Check that a sale for a debt has nothing without need: less any one of it, the debt would not be covered (C16).

    `honour_value` is that of a Table or Secret sold with the cards. Goods on arrival at a market need no debt (C9).
    """
    goods_values = [card.value for card in cards]
    honour_values = [] if honour_value is None else [honour_value]
    total, deficit = sum(goods_values) + sum(honour_values), shortfall(setup, state, turn)
    free_sale = can_trade(setup, state, turn) and not turn.bought and not turn.traded
    for value in honour_values if free_sale else (*goods_values, *honour_values):
        if total - value >= deficit:
            raise IllegalMoveError(say("classic.refused.needless"), "C16")


def check_not_start(turn: Turn, place: Location) -> None:
    """Check that a place is not the one where the turn began, as far as the companion knows places (C8).

    A Hasard may lead back there: it has no number of spaces.
    """
    if place in UNIQUE_PLACES and place is turn.start and turn.points:
        raise IllegalMoveError(say("classic.refused.way_back"), "C8")


def check_khanbalik(setup: Setup, state: State, turn: Turn) -> None:
    """Check that the turn may come to Khanbalik (C8, C12). Only the seat itself learns what its hand lacks."""
    check_not_start(turn, Location.KHANBALIK)
    if (post := known_post(setup, state, turn, Location.KHANBALIK)) in setup.edition.posts and post is not None:
        check_room(setup, state, turn, Location.KHANBALIK, post.colour)
    check_gifts_possible(setup, state, turn)


def check_gifts_possible(setup: Setup, state: State, turn: Turn) -> None:
    """Check that the seat may give gifts to the Khan now (C12)."""
    hand = hand_of(state, turn.seat)
    if hand.stage is not JourneyStage.OUTWARD or hand.table is not None:
        raise IllegalMoveError(say("classic.refused.one_table"), "C12")
    if not has_gifts(setup, state, turn.seat):
        edition = setup.edition
        reason = say("classic.refused.gifts", n=edition.gifts, value=edition.gift_value)
        ruling = "C20" if gift_choices(setup, state, turn.seat) else "C12"
        held = sum(card.value == edition.gift_value for card in hand.goods)
        raise IllegalMoveError(reason, ruling, private=say("classic.lacks.gifts", n=held, value=edition.gift_value))


def check_mission(setup: Setup, state: State, turn: Turn) -> None:
    """Check that the turn may come to the town of the mission (C8, C13)."""
    check_not_start(turn, Location.MISSION)
    check_on_mission(setup, state, turn)


def check_venice(setup: Setup, state: State, turn: Turn) -> None:
    """Check that the turn may come to Venice (C8)."""
    check_not_start(turn, Location.VENICE)


def check_on_mission(setup: Setup, state: State, turn: Turn) -> None:
    """Check that the seat has a mission to do (C13)."""
    if hand_of(state, turn.seat).stage is not JourneyStage.MISSION:
        raise IllegalMoveError(say("classic.refused.no_mission"), "C13")


def check_partner(setup: Setup, state: State, turn: Turn, partner: int) -> None:
    """Check that a card may be taken from this player now (C11)."""
    if partner not in turn.shared_with:
        raise IllegalMoveError(say("classic.refused.not_here", seat=partner), "C11")
    if turn.traded and (partner in turn.traded or not setup.rules.trade_each_player):
        raise IllegalMoveError(say("classic.refused.traded"), "C11")
    if setup.rules.full and not hand_of(state, partner).goods:
        raise IllegalMoveError(say("classic.refused.empty_hand", seat=partner), "C11")


def owes_gifts(setup: Setup, state: State, turn: Turn) -> bool:
    """Return whether the Khan expects his gifts (C12)."""
    at_khanbalik = turn.phase is Phase.PLACE and turn.place is Location.KHANBALIK
    hand = hand_of(state, turn.seat)
    may_receive_table = hand.table is None and not hand.done
    return at_khanbalik and not turn.served and may_receive_table and has_gifts(setup, state, turn.seat)


def owes_mission(state: State, turn: Turn) -> bool:
    """Return whether the Golden Table must be turned over here (C13)."""
    at_mission = turn.phase is Phase.PLACE and turn.place is Location.MISSION
    return at_mission and hand_of(state, turn.seat).stage is JourneyStage.MISSION
