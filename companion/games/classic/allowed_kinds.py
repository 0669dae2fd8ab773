"""The kinds of moves that belong to the moment, and the reasons for refusing the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.classic.conditions import (
    can_trade,
    check_gifts_possible,
    check_honour_sale,
    check_no_debt,
    check_on_mission,
    check_partner,
    owes_gifts,
    owes_mission,
    shortfall,
    shortfall_to_sell_for,
)
from companion.games.classic.destination_moves import could_still_win, missing_for_claim
from companion.games.classic.hands import (
    hand_of,
    holds_table_and_secret,
    is_ruined,
    may_have_something_to_sell,
    missing_sentence,
    stack_size,
)
from companion.games.classic.moves import Location
from companion.games.classic.state import JourneyStage, Phase, Setup, State, Turn
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say

_UNFINISHED_PHASES: Mapping[Phase, tuple[str, str]] = {
    Phase.SPIN: ("classic.refused.spin_first", "C8"),
    Phase.ARRIVE: ("classic.refused.arrive_first", "C8"),
    Phase.FIGHT: ("classic.refused.fight_first", "C3"),
    Phase.RANSOM: ("classic.refused.ransom_first", "C4"),
}
"""(key of the reason, ruling) for each phase that must be finished before the turn may end."""


def check_kind(setup: Setup, state: State, seat: int, kind: str) -> Turn:
    """Return the current turn if this seat may make this kind of move in it, else raise IllegalMoveError."""
    turn = state.turn
    if turn is None:
        raise IllegalMoveError(say("refused.over"))
    if kind == "restart":
        check_restart(setup, state, seat)
        return turn
    acting = turn.asked or turn.seat
    if seat != acting:
        raise IllegalMoveError(say("refused.turn", seat=acting))
    if turn.asked and kind != "trade":
        raise IllegalMoveError(say("classic.refused.name_card"), "C11")
    if not turn.asked:
        _CHECKS[kind](setup, state, turn)
    return turn


def move_kinds(setup: Setup, state: State, turn: Turn) -> tuple[str, ...]:
    """Return the kinds of moves that belong to this moment of the turn, including those refused for now."""
    if turn.asked:
        return ("trade",)
    sale = ("sell",) if turn.debt and shortfall(setup, state, turn) else ()
    match turn.phase:
        case Phase.SPIN:
            return ("spin",)
        case Phase.ARRIVE:
            return ("arrive", *sale)
        case Phase.FIGHT:
            return ("fight", "refuse_fight", *sale)
        case Phase.RANSOM:
            return ("ransom", "sell")
        case Phase.PLACE:
            return (*_place_kinds(setup, state, turn), *(["spin"] if turn.again else []), "end_turn")


def _place_kinds(setup: Setup, state: State, turn: Turn) -> tuple[str, ...]:
    kinds = ["sell", "buy", "trade"] if can_trade(setup, state, turn) else ["sell"] if turn.debt else []
    match turn.place:
        case Location.KHANBALIK if not turn.served:
            kinds.append("give_gifts")
        case Location.MISSION if not turn.served:
            kinds.append("finish_mission")
        case Location.VENICE:
            kinds.append("claim")
    return tuple(kinds)


def _check_spin(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase is Phase.SPIN:
        return
    if turn.phase is not Phase.PLACE:
        reason, ruling = _UNFINISHED_PHASES[turn.phase]
        raise IllegalMoveError(say(reason), "C2" if turn.phase is Phase.ARRIVE else ruling)
    if not turn.again:
        raise IllegalMoveError(say("classic.refused.spun"), "C2")
    _check_place_done(setup, state, turn)


def _check_arrive(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase in (Phase.FIGHT, Phase.RANSOM):
        raise IllegalMoveError(say("classic.refused.fighting"), "C6")
    if turn.phase is not Phase.ARRIVE:
        raise IllegalMoveError(say("classic.refused.no_points"), "C8")
    check_no_debt(setup, state, turn)


def _check_fight(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase is not Phase.FIGHT:
        raise IllegalMoveError(say("classic.refused.no_attack"), "C3")
    check_no_debt(setup, state, turn)


def _check_refuse_fight(setup: Setup, state: State, turn: Turn) -> None:
    _check_fight(setup, state, turn)
    if hand_of(state, turn.seat).stage is not JourneyStage.MISSION:
        raise IllegalMoveError(say("classic.refused.no_safe_conduct"), "C7")


def _check_ransom(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase is not Phase.RANSOM:
        raise IllegalMoveError(say("classic.refused.no_ransom"), "C4")
    no_card = turn.sold or (setup.rules.full and not hand_of(state, turn.seat).goods)
    if no_card and (deficit := shortfall_to_sell_for(setup, state, turn)):
        raise IllegalMoveError(say("classic.refused.pay_first", n=deficit), "C16")


def _check_sell(setup: Setup, state: State, turn: Turn) -> None:
    if not shortfall(setup, state, turn):
        if turn.phase is Phase.FIGHT:
            raise IllegalMoveError(say("classic.refused.fighting"), "C6")
        if turn.phase is Phase.RANSOM:
            raise IllegalMoveError(say("classic.refused.can_pay"), "C16")
        if not can_trade(setup, state, turn):
            raise _market_refusal(turn, "C9")
        if turn.bought or turn.traded:
            raise IllegalMoveError(say("classic.refused.sell_before"), "C10")
        if (
            setup.rules.full
            and may_have_something_to_sell(setup, state, turn.seat)
            and not hand_of(state, turn.seat).goods
        ):
            check_honour_sale(setup, state, turn)
    if not may_have_something_to_sell(setup, state, turn.seat):
        raise IllegalMoveError(say("classic.refused.nothing_to_sell"), "C9")


def _check_buy(setup: Setup, state: State, turn: Turn) -> None:
    edition = setup.edition
    _check_market(setup, state, turn, "C10")
    if turn.traded:
        raise IllegalMoveError(say("classic.refused.buy_or_trade"), "C11")
    if turn.bought >= edition.most_bought:
        raise IllegalMoveError(say("classic.refused.bought", n=edition.most_bought), "C10")
    if hand_of(state, turn.seat).besants < edition.price:
        raise IllegalMoveError(say("classic.refused.too_dear", n=edition.price), "C10")
    colours = (turn.colour,) if turn.colour else edition.colours
    if setup.rules.full and not edition.hasards and not any(stack_size(setup, state, colour) for colour in colours):
        raise IllegalMoveError(say("classic.refused.empty_stack"), "C19")


def _check_trade(setup: Setup, state: State, turn: Turn) -> None:
    _check_market(setup, state, turn, "C11")
    if turn.bought:
        raise IllegalMoveError(say("classic.refused.buy_or_trade"), "C11")
    if not turn.shared_with:
        raise IllegalMoveError(say("classic.refused.alone"), "C11")
    if hand_of(state, turn.seat).besants < setup.edition.trade_price:
        raise IllegalMoveError(say("classic.refused.too_dear", n=setup.edition.trade_price), "C11")
    refusals = []
    for partner in turn.shared_with:
        try:
            check_partner(setup, state, turn, partner)
        except IllegalMoveError as error:
            refusals.append(error)
    if len(refusals) == len(turn.shared_with):
        raise refusals[0]


def _check_give_gifts(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase is not Phase.PLACE or turn.place is not Location.KHANBALIK:
        raise IllegalMoveError(say("classic.refused.not_khanbalik"), "C12")
    check_no_debt(setup, state, turn)
    if turn.served:
        raise IllegalMoveError(say("classic.refused.not_khanbalik"), "C12")
    check_gifts_possible(setup, state, turn)


def _check_finish_mission(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase is not Phase.PLACE or turn.place is not Location.MISSION:
        raise IllegalMoveError(say("classic.refused.not_mission"), "C13")
    check_on_mission(setup, state, turn)


def _check_claim(setup: Setup, state: State, turn: Turn) -> None:
    hand = hand_of(state, turn.seat)
    if turn.phase is not Phase.PLACE or turn.place is not Location.VENICE:
        raise IllegalMoveError(say("classic.refused.not_venice"), "C14")
    check_no_debt(setup, state, turn)
    if not hand.done:
        raise IllegalMoveError(say("classic.refused.mission_first"), "C14")
    if setup.rules.must_hold_both and not holds_table_and_secret(hand):
        raise IllegalMoveError(say("classic.refused.hold_both"), "C18")
    if setup.rules.full and (lacks := missing_for_claim(setup, state, turn)):
        raise IllegalMoveError(say("classic.refused.fortune"), "C14", private=missing_sentence(lacks))
    if not setup.rules.full and not could_still_win(setup, state, turn, ()):
        raise IllegalMoveError(say("classic.refused.fortune"), "C14")


def check_restart(setup: Setup, state: State, seat: int) -> None:
    """Check that a seat may restart: when ruined, at any moment, in anyone's turn (C17). Raises IllegalMoveError.

    A player who lost a fight first settles the ransom, even if there is nothing to pay with. A player who has just
    taken a card is not ruined, although the card is not named yet.
    """
    turn = state.turn
    if turn is not None and turn.seat == seat and turn.phase is Phase.RANSOM:
        raise IllegalMoveError(say("classic.refused.ransom_first"), "C4")
    card_unnamed = turn is not None and turn.asked is not None and turn.seat == seat
    if card_unnamed or not is_ruined(state, seat) or not setup.edition.start:
        raise IllegalMoveError(say("classic.refused.not_ruined"), "C17")


def _check_end_turn(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase in _UNFINISHED_PHASES:
        reason, ruling = _UNFINISHED_PHASES[turn.phase]
        raise IllegalMoveError(say(reason), ruling)
    _check_place_done(setup, state, turn)


def _check_place_done(setup: Setup, state: State, turn: Turn) -> None:
    """Check that everything the place requires is done before the turn continues."""
    check_no_debt(setup, state, turn)
    if owes_gifts(setup, state, turn):
        raise IllegalMoveError(say("classic.refused.give_gifts"), "C12")
    if owes_mission(state, turn):
        raise IllegalMoveError(say("classic.refused.finish_mission"), "C13")


def _check_market(setup: Setup, state: State, turn: Turn, ruling: str) -> None:
    if turn.phase in (Phase.FIGHT, Phase.RANSOM):
        raise IllegalMoveError(say("classic.refused.fighting"), "C6")
    if not can_trade(setup, state, turn):
        raise _market_refusal(turn, ruling)
    check_no_debt(setup, state, turn)


def _market_refusal(turn: Turn, ruling: str) -> IllegalMoveError:
    """Return the error for trading where there is no market: Venice has its own ruling (C15)."""
    if turn.phase is Phase.PLACE and turn.place is Location.VENICE:
        return IllegalMoveError(say("classic.refused.no_trade_in_venice"), "C15")
    return IllegalMoveError(say("classic.refused.no_market"), ruling)


_CHECKS: Mapping[str, Callable[[Setup, State, Turn], None]] = {
    "spin": _check_spin,
    "fight": _check_fight,
    "refuse_fight": _check_refuse_fight,
    "ransom": _check_ransom,
    "arrive": _check_arrive,
    "sell": _check_sell,
    "buy": _check_buy,
    "trade": _check_trade,
    "give_gifts": _check_give_gifts,
    "finish_mission": _check_finish_mission,
    "claim": _check_claim,
    "end_turn": _check_end_turn,
}
