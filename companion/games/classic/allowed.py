"""Which kinds of moves a seat may think of now, and why the others are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.classic.conditions import (
    at_market,
    check_debt,
    check_gifts_wanted,
    check_honour,
    check_on_mission,
    check_partner,
    fined,
    owes_gifts,
    owes_mission,
)
from companion.games.classic.court import claim_lacks, could_claim
from companion.games.classic.hands import hand_of, has_to_sell, holds_both, ruined, stack
from companion.games.classic.moves import Place
from companion.games.classic.state import Phase, Setup, Stage, State, Turn
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import listed, say

_LATER: Mapping[Phase, tuple[str, str]] = {
    Phase.SPIN: ("classic.refused.spin_first", "C8"),
    Phase.ARRIVE: ("classic.refused.arrive_first", "C8"),
    Phase.FIGHT: ("classic.refused.fight_first", "C3"),
    Phase.RANSOM: ("classic.refused.ransom_first", "C4"),
}
"""What a turn waits for before it may end."""


def check_kind(setup: Setup, state: State, seat: int, kind: str) -> Turn:
    """The turn under way, in which this seat may think of this kind of move. Raises IllegalMoveError."""
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


def kinds(setup: Setup, state: State, turn: Turn) -> tuple[str, ...]:
    """The kinds of moves that belong to the turn now, also those that are refused for now."""
    if turn.asked:
        return ("trade",)
    sale = ("sell",) if turn.debt and fined(setup, state, turn) else ()
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
            return (*_at_place(setup, state, turn), *(["spin"] if turn.again else []), "end_turn")


def _at_place(setup: Setup, state: State, turn: Turn) -> tuple[str, ...]:
    found = ["sell", "buy", "trade"] if at_market(setup, state, turn) else ["sell"] if turn.debt else []
    match turn.place:
        case Place.KHANBALIK if not turn.served:
            found.append("give_gifts")
        case Place.MISSION if not turn.served:
            found.append("finish_mission")
        case Place.VENICE:
            found.append("claim")
    return tuple(found)


def _check_spin(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase is Phase.SPIN:
        return
    if turn.phase is not Phase.PLACE:
        reason, ruling = _LATER[turn.phase]
        raise IllegalMoveError(say(reason), "C2" if turn.phase is Phase.ARRIVE else ruling)
    if not turn.again:
        raise IllegalMoveError(say("classic.refused.spun"), "C2")
    _check_owed(setup, state, turn)


def _check_arrive(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase in (Phase.FIGHT, Phase.RANSOM):
        raise IllegalMoveError(say("classic.refused.fighting"), "C6")
    if turn.phase is not Phase.ARRIVE:
        raise IllegalMoveError(say("classic.refused.no_points"), "C8")
    check_debt(setup, state, turn)


def _check_fight(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase is not Phase.FIGHT:
        raise IllegalMoveError(say("classic.refused.no_attack"), "C3")
    check_debt(setup, state, turn)


def _check_refuse_fight(setup: Setup, state: State, turn: Turn) -> None:
    _check_fight(setup, state, turn)
    if hand_of(state, turn.seat).stage is not Stage.MISSION:
        raise IllegalMoveError(say("classic.refused.no_safe_conduct"), "C7")


def _check_ransom(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase is not Phase.RANSOM:
        raise IllegalMoveError(say("classic.refused.no_ransom"), "C4")
    if fined(setup, state, turn) and setup.rules.full and not hand_of(state, turn.seat).goods:
        raise IllegalMoveError(say("classic.refused.pay_first", n=fined(setup, state, turn)), "C16")


def _check_sell(setup: Setup, state: State, turn: Turn) -> None:
    if not fined(setup, state, turn):
        if turn.phase is Phase.FIGHT:
            raise IllegalMoveError(say("classic.refused.fighting"), "C6")
        if turn.phase is Phase.RANSOM:
            raise IllegalMoveError(say("classic.refused.can_pay"), "C16")
        if not at_market(setup, state, turn):
            raise _no_market(turn, "C9")
        if turn.bought or turn.traded:
            raise IllegalMoveError(say("classic.refused.sell_before"), "C10")
        if setup.rules.full and has_to_sell(setup, state, turn.seat) and not hand_of(state, turn.seat).goods:
            check_honour(setup, state, turn)
    if not has_to_sell(setup, state, turn.seat):
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
    if setup.rules.full and not edition.hasards and not any(stack(setup, state, colour) for colour in colours):
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
    for other in turn.shared_with:
        try:
            check_partner(setup, state, turn, other)
        except IllegalMoveError as error:
            refusals.append(error)
    if len(refusals) == len(turn.shared_with):
        raise refusals[0]


def _check_give_gifts(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase is not Phase.PLACE or turn.place is not Place.KHANBALIK:
        raise IllegalMoveError(say("classic.refused.not_khanbalik"), "C12")
    check_debt(setup, state, turn)
    check_gifts_wanted(setup, state, turn)


def _check_finish_mission(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase is not Phase.PLACE or turn.place is not Place.MISSION:
        raise IllegalMoveError(say("classic.refused.not_mission"), "C13")
    check_on_mission(setup, state, turn)


def _check_claim(setup: Setup, state: State, turn: Turn) -> None:
    hand = hand_of(state, turn.seat)
    if turn.phase is not Phase.PLACE or turn.place is not Place.VENICE:
        raise IllegalMoveError(say("classic.refused.not_venice"), "C14")
    check_debt(setup, state, turn)
    if not hand.done:
        raise IllegalMoveError(say("classic.refused.mission_first"), "C14")
    if setup.rules.must_hold_both and not holds_both(hand):
        raise IllegalMoveError(say("classic.refused.hold_both"), "C18")
    if setup.rules.full and (lacks := claim_lacks(setup, state, turn)):
        raise IllegalMoveError(say("classic.refused.fortune"), "C14", private=listed(lacks))
    if not setup.rules.full and not could_claim(setup, state, turn, ()):
        raise IllegalMoveError(say("classic.refused.fortune"), "C14")


def check_restart(setup: Setup, state: State, seat: int) -> None:
    """Whether a seat may begin anew: ruined, at any moment and in anyone's turn (C17). Raises IllegalMoveError.

    Who has lost a fight settles that first, with nothing where there is nothing; and who has just taken a card has one,
    though it is not said yet which.
    """
    turn = state.turn
    if turn is not None and turn.seat == seat and turn.phase is Phase.RANSOM:
        raise IllegalMoveError(say("classic.refused.ransom_first"), "C4")
    taken = turn is not None and turn.asked is not None and turn.seat == seat
    if taken or not ruined(state, seat) or not setup.edition.start:
        raise IllegalMoveError(say("classic.refused.not_ruined"), "C17")


def _check_end_turn(setup: Setup, state: State, turn: Turn) -> None:
    if turn.phase in _LATER:
        reason, ruling = _LATER[turn.phase]
        raise IllegalMoveError(say(reason), ruling)
    _check_owed(setup, state, turn)


def _check_owed(setup: Setup, state: State, turn: Turn) -> None:
    """Whether everything is done that the place wants before one goes on."""
    check_debt(setup, state, turn)
    if owes_gifts(setup, state, turn):
        raise IllegalMoveError(say("classic.refused.give_gifts"), "C12")
    if owes_mission(state, turn):
        raise IllegalMoveError(say("classic.refused.finish_mission"), "C13")


def _check_market(setup: Setup, state: State, turn: Turn, ruling: str) -> None:
    if turn.phase in (Phase.FIGHT, Phase.RANSOM):
        raise IllegalMoveError(say("classic.refused.fighting"), "C6")
    if not at_market(setup, state, turn):
        raise _no_market(turn, ruling)
    check_debt(setup, state, turn)


def _no_market(turn: Turn, ruling: str) -> IllegalMoveError:
    """What forbids trading here: in Venice it is a ruling of its own (C15)."""
    if turn.phase is Phase.PLACE and turn.place is Place.VENICE:
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
