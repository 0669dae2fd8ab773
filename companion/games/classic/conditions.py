"""What a move asks for besides its moment: a market, a debt, gifts, a mission, a partner."""

from __future__ import annotations

from companion.games.classic.hands import gifts_of, hand_of, has_gifts, has_to_sell
from companion.games.classic.moves import Place
from companion.games.classic.state import Phase, Setup, Stage, State, Turn
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say

KNOWN = (Place.VENICE, Place.KHANBALIK, Place.MISSION)
"""The places of which there is one, so that the companion knows whether it is the same."""


def at_market(setup: Setup, state: State, turn: Turn) -> bool:
    """Whether one may trade where the turn has come to (C9, C10, C15)."""
    return turn.phase is Phase.PLACE and market_at(setup, turn)


def market_at(setup: Setup, turn: Turn) -> bool:
    """Whether the place of a turn is a market now: a post, Khanbalik and the mission town after their business."""
    if turn.place in (Place.KHANBALIK, Place.MISSION):
        return turn.colour is not None and turn.served
    return turn.place is Place.POST or (turn.place is Place.VENICE and setup.rules.trade_in_venice)


def may_be_market(setup: Setup, place: Place) -> bool:
    """Whether there may be trade at a place, as far as anybody knows without the board (C10, C15)."""
    if place is Place.VENICE:
        return setup.rules.trade_in_venice
    return place in (Place.POST, Place.KHANBALIK, Place.MISSION)


def fined(setup: Setup, state: State, turn: Turn) -> int:
    """What the notes do not cover of what has to be paid, 0 where there is nothing that may be sold for it (C16)."""
    due = setup.edition.ransom if turn.phase is Phase.RANSOM else turn.debt
    short = max(0, due - hand_of(state, turn.seat).besants)
    return short if has_to_sell(setup, state, turn.seat) else 0


def must_sell(setup: Setup, state: State, turn: Turn) -> int:
    """What the notes do not cover, where there surely is something to sell for it: of goods that are not tracked nobody
    knows, but Table and Secret lie open (C16)."""
    hand = hand_of(state, turn.seat)
    sure = setup.rules.full or hand.table is not None or hand.secrets > 0
    return fined(setup, state, turn) if sure else 0


def check_debt(setup: Setup, state: State, turn: Turn) -> None:
    """Whether nothing is owed that could be paid by a sale (C16)."""
    if short := must_sell(setup, state, turn):
        raise IllegalMoveError(say("classic.refused.pay_first", n=short), "C16")


def check_honour(setup: Setup, state: State, turn: Turn) -> None:
    """Whether Table or Secret may be sold: for a debt alone, and when there are no goods left (C9, C16)."""
    if not fined(setup, state, turn):
        raise IllegalMoveError(say("classic.refused.honour_for_debt"), "C16")
    if hand_of(state, turn.seat).goods:
        raise IllegalMoveError(say("classic.refused.goods_first"), "C16")


def check_way_back(turn: Turn, place: Place) -> None:
    """Whether a place is another than where the turn began, as far as the companion knows places (C8)."""
    if place in KNOWN and place is turn.start:
        raise IllegalMoveError(say("classic.refused.way_back"), "C8")


def check_khanbalik(setup: Setup, state: State, turn: Turn) -> None:
    """Whether the turn may come to Khanbalik (C8, C12). What a hand lacks is for its own seat."""
    check_way_back(turn, Place.KHANBALIK)
    check_gifts_wanted(setup, state, turn)


def check_gifts_wanted(setup: Setup, state: State, turn: Turn) -> None:
    """Whether the Khan may have gifts of the turn's seat now (C12)."""
    hand = hand_of(state, turn.seat)
    if hand.stage is not Stage.OUTWARD or hand.table is not None:
        raise IllegalMoveError(say("classic.refused.one_table"), "C12")
    if not has_gifts(setup, state, turn.seat):
        edition = setup.edition
        reason = say("classic.refused.gifts", n=edition.gifts, value=edition.gift_value)
        ruling = "C20" if gifts_of(setup, state, turn.seat) else "C12"
        held = sum(card.value == edition.gift_value for card in hand.goods)
        raise IllegalMoveError(reason, ruling, private=say("classic.lacks.gifts", n=held, value=edition.gift_value))


def check_mission(setup: Setup, state: State, turn: Turn) -> None:
    """Whether the turn may come to the town of the mission (C8, C13)."""
    check_way_back(turn, Place.MISSION)
    check_on_mission(setup, state, turn)


def check_venice(setup: Setup, state: State, turn: Turn) -> None:
    """Whether the turn may come to Venice (C8)."""
    check_way_back(turn, Place.VENICE)


def check_on_mission(setup: Setup, state: State, turn: Turn) -> None:
    """Whether the turn's seat has a mission to do (C13)."""
    if hand_of(state, turn.seat).stage is not Stage.MISSION:
        raise IllegalMoveError(say("classic.refused.no_mission"), "C13")


def check_partner(setup: Setup, state: State, turn: Turn, other: int) -> None:
    """Whether a card may be taken from this player now (C11)."""
    if other not in turn.shared_with:
        raise IllegalMoveError(say("classic.refused.not_here", seat=other), "C11")
    if turn.traded and (other in turn.traded or not setup.rules.trade_each_player):
        raise IllegalMoveError(say("classic.refused.traded"), "C11")
    if setup.rules.full and not hand_of(state, other).goods:
        raise IllegalMoveError(say("classic.refused.empty_hand", seat=other), "C11")


def owes_gifts(setup: Setup, state: State, turn: Turn) -> bool:
    """Whether the Khan waits for his gifts (C12)."""
    here = turn.phase is Phase.PLACE and turn.place is Place.KHANBALIK
    hand = hand_of(state, turn.seat)
    free = hand.table is None and not hand.done
    return here and not turn.served and free and has_gifts(setup, state, turn.seat)


def owes_mission(state: State, turn: Turn) -> bool:
    """Whether the Golden Table is to be turned over here (C13)."""
    here = turn.phase is Phase.PLACE and turn.place is Place.MISSION
    return here and hand_of(state, turn.seat).stage is Stage.MISSION
