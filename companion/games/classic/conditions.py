"""What a move asks for besides its moment: a market, a debt, gifts, a mission, a partner."""

from __future__ import annotations

from companion.games.classic.hands import gifts_of, hand_of, has_gifts, has_to_sell
from companion.games.classic.moves import Place
from companion.games.classic.state import Phase, Stage, State, Terms, Turn
from companion.rules.errors import IllegalMoveError
from companion.rules.text import say


def at_market(terms: Terms, state: State, turn: Turn) -> bool:
    """Whether one may trade where the turn has come to (C9, C15)."""
    return turn.phase is Phase.PLACE and (
        turn.place is Place.POST or (turn.place is Place.VENICE and terms.rules.trade_in_venice)
    )


def fined(terms: Terms, state: State, turn: Turn) -> int:
    """What the notes do not cover of what has to be paid, 0 where nothing is to be sold for it (C16)."""
    due = terms.edition.ransom if turn.phase is Phase.RANSOM else turn.debt
    short = max(0, due - hand_of(state, turn.seat).besants)
    return short if has_to_sell(terms, state, turn.seat) else 0


def check_honour(terms: Terms, state: State, turn: Turn) -> None:
    """Whether Table or Secret may be sold: for a fine only when there are no goods left (C16)."""
    if fined(terms, state, turn) and hand_of(state, turn.seat).goods:
        raise IllegalMoveError(say("classic.refused.goods_first"), "C16")


def check_khanbalik(terms: Terms, state: State, turn: Turn) -> None:
    """Whether the turn may come to Khanbalik (C12). What a hand lacks is for its own seat."""
    hand = hand_of(state, turn.seat)
    if hand.stage is not Stage.OUTWARD or hand.table is not None:
        raise IllegalMoveError(say("classic.refused.one_table"), "C12")
    if not has_gifts(terms, state, turn.seat):
        edition = terms.edition
        reason = say("classic.refused.gifts", n=edition.gifts, value=edition.gift_value)
        ruling = "C20" if gifts_of(terms, state, turn.seat) else "C12"
        held = sum(card.value == edition.gift_value for card in hand.goods)
        raise IllegalMoveError(reason, ruling, private=say("classic.lacks.gifts", n=held, value=edition.gift_value))


def check_mission(terms: Terms, state: State, turn: Turn) -> None:
    """Whether the turn may come to the town of the mission (C13)."""
    if hand_of(state, turn.seat).stage is not Stage.MISSION:
        raise IllegalMoveError(say("classic.refused.no_mission"), "C13")


def check_partner(terms: Terms, state: State, turn: Turn, other: int) -> None:
    """Whether a card may be taken from this player now (C11)."""
    if other not in turn.shared_with:
        raise IllegalMoveError(say("classic.refused.not_here", seat=other), "C11")
    if turn.traded and (other in turn.traded or not terms.rules.trade_each_player):
        raise IllegalMoveError(say("classic.refused.traded"), "C11")
    if terms.rules.full and not hand_of(state, other).goods:
        raise IllegalMoveError(say("classic.refused.empty_hand", seat=other), "C11")


def owes_gifts(terms: Terms, state: State, turn: Turn) -> bool:
    """Whether the Khan waits for his gifts (C12)."""
    here = turn.phase is Phase.PLACE and turn.place is Place.KHANBALIK
    hand = hand_of(state, turn.seat)
    return here and hand.table is None and not hand.done and has_gifts(terms, state, turn.seat)


def owes_mission(state: State, turn: Turn) -> bool:
    """Whether the Golden Table is to be turned over here (C13)."""
    here = turn.phase is Phase.PLACE and turn.place is Place.MISSION
    return here and hand_of(state, turn.seat).stage is Stage.MISSION
