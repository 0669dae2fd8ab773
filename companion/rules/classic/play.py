"""The rules of Marco Polo of 1983: set-up and moves, rulings C1 to C20."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.rules.classic import court, market, road
from companion.rules.classic.allowed import check_kind
from companion.rules.classic.edition import edition_from
from companion.rules.classic.hands import hand_of, seats_of
from companion.rules.classic.moves import (
    Arrive,
    Buy,
    Claim,
    EndTurn,
    Fight,
    FinishMission,
    GiveGifts,
    Ransom,
    RefuseFight,
    Restart,
    Sell,
    Spin,
    Trade,
)
from companion.rules.classic.options import NAMES, agreed_from, pieces_from
from companion.rules.classic.state import Hand, State, Turn
from companion.rules.classic.steps import Lines, Step, counted, next_turn, settled
from companion.rules.errors import IllegalMoveError, MalformedError
from companion.rules.fields import Json
from companion.rules.game import Correct, Move, check_correction
from companion.rules.sheet import Line
from companion.rules.text import say

SEATS = range(2, 5)


def setup(names: Sequence[str], options: Mapping[str, Json]) -> Step:
    """Everyone in Venice with the first besants; seat 1 begins."""
    if len(names) not in SEATS:
        raise MalformedError(say("error.seats", low=SEATS[0], high=SEATS[-1]), "seats")
    profile = {name: value for name, value in options.items() if name not in (*NAMES, "colours")}
    edition = edition_from(profile, len(names))
    state = State(
        names=tuple(names),
        colours=pieces_from(options.get("colours"), len(names)),
        edition=edition,
        rules=agreed_from(options),
        hands=(Hand(edition.start),) * len(names),
        turn=Turn(1),
    )
    start = say("classic.why.start")
    return state, tuple(Line(seat, "besants", edition.start, start, None) for seat in seats_of(state))


def play(state: State, seat: int, move: Move) -> Step:
    """The state after this move, and its lines. Raises IllegalMoveError with the ruling that refuses it."""
    if isinstance(move, Correct):
        return _correct(state, seat, move)
    turn = check_kind(state, seat, move.kind)
    match move:
        case Spin():
            return road.spin(state, turn, move)
        case Fight():
            return road.fight(state, turn, move)
        case RefuseFight():
            return road.refuse_fight(state, turn)
        case Ransom():
            return road.ransom(state, turn, move)
        case Arrive():
            return road.arrive(state, turn, move)
        case Sell():
            return market.sell(state, turn, move)
        case Buy():
            return market.buy(state, turn, move)
        case Trade():
            return market.trade(state, turn, seat, move)
        case GiveGifts():
            return court.give_gifts(state, turn, move)
        case FinishMission():
            return court.finish_mission(state, turn)
        case Claim():
            return court.claim(state, turn, move)
        case Restart():
            return court.restart(state, turn)
        case EndTurn():
            return _end_turn(state, turn)
    raise TypeError(f"no move of the game of 1983: {move!r}")


def correctable(state: State, seat: int) -> tuple[tuple[str, int, int], ...]:
    """What a correction may name: besants, Table and Secret, the loot's besants, and each sort of card."""
    hand, most = hand_of(state, seat), state.edition.total
    found = [
        ("besants", -hand.besants, most),
        ("table", -(hand.table is not None), int(hand.table is None)),
        ("secret", -hand.secrets, max(0, 1 - hand.secrets)),
        ("loot", -state.loot.besants, most),
    ]
    if not state.rules.full:
        return tuple(found)
    # Whoever has yet to say which card was taken keeps one to name.
    kept = 1 if state.turn and state.turn.asked == seat else 0
    for card in state.edition.cards:
        held = hand.goods.count(card)
        found.append((str(card), max(-held, kept - len(hand.goods)), max(0, state.edition.copies(card) - held)))
    return tuple(found)


def is_card(what: str) -> bool:
    """Whether a correction of this name tells of a hand."""
    return ":" in what


def _correct(state: State, seat: int, move: Correct) -> Step:
    names = correctable(state, seat)
    bounds = {what: (low, high) for what, low, high in names}
    low, high = bounds.get(move.what, (0, 0))
    if state.turn and move.what in bounds and is_card(move.what) and not (move.by and low <= move.by <= high):
        mine = say("refused.correct_by", what=move.what, low=low, high=high)
        raise IllegalMoveError(say("classic.refused.correct_card"), private=mine)
    check_correction(move, names, over=state.turn is None)
    secret = is_card(move.what)
    line = Line(seat, move.what, move.by, say("why.correction", note=move.note), None, secret=secret)
    if move.what == "loot":
        return replace(state, loot=replace(state.loot, besants=state.loot.besants + move.by)), (line,)
    return counted(state, (line,)), (line,)


def _end_turn(state: State, turn: Turn) -> Step:
    """What is still owed is paid as far as there are notes; who has nothing left owes nothing (C16)."""
    lines: Lines
    state, lines = settled(state, turn, ())
    return next_turn(state, turn.seat), lines
