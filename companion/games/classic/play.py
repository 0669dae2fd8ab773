"""The rules of Marco Polo of 1983: set-up and moves, rulings C1 to C20."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.games.classic import court, market, road
from companion.games.classic.allowed import check_kind
from companion.games.classic.components import component
from companion.games.classic.edition import edition_from
from companion.games.classic.hands import hand_of, seats_of
from companion.games.classic.moves import (
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
from companion.games.classic.options import NAMES, agreed_from, pieces_from
from companion.games.classic.state import Hand, Setup, State, Turn
from companion.games.classic.steps import Lines, Step, counted, next_turn, settled
from companion.rules.fields import Json
from companion.rules.game import Correctable
from companion.rules.match_functions import check_correction
from companion.rules.moves import Correct, Line, Move
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import say

SEATS = range(2, 5)


def begin(names: Sequence[str], options: Mapping[str, Json]) -> tuple[Setup, State, Lines]:
    """Everyone in Venice with the first besants; seat 1 begins."""
    if len(names) not in SEATS:
        raise MalformedError(say("error.seats", low=SEATS[0], high=SEATS[-1]), "seats")
    profile = {name: value for name, value in options.items() if name not in (*NAMES, "colours")}
    edition = edition_from(profile, len(names))
    setup = Setup(tuple(names), pieces_from(options.get("colours"), len(names)), edition, agreed_from(options))
    state = State(hands=(Hand(edition.start),) * len(names), turn=Turn(1))
    start = say("classic.why.start")
    return setup, state, tuple(Line(seat, "besants", edition.start, start, None) for seat in seats_of(state))


def play(setup: Setup, state: State, seat: int, move: Move) -> Step:  # noqa: C901 - one short case a kind
    """The state after this move, and its lines. Raises IllegalMoveError with the ruling that refuses it."""
    if isinstance(move, Correct):
        return _correct(setup, state, seat, move)
    turn = check_kind(setup, state, seat, move.kind)
    match move:
        case Spin():
            return road.spin(setup, state, turn, move)
        case Fight():
            return road.fight(setup, state, turn, move)
        case RefuseFight():
            return road.refuse_fight(state, turn)
        case Ransom():
            return road.ransom(setup, state, turn, move)
        case Arrive():
            return road.arrive(setup, state, turn, move)
        case Sell():
            return market.sell(setup, state, turn, move)
        case Buy():
            return market.buy(setup, state, turn, move)
        case Trade():
            return market.trade(setup, state, turn, seat, move)
        case GiveGifts():
            return court.give_gifts(setup, state, turn, move)
        case FinishMission():
            return court.finish_mission(state, turn)
        case Claim():
            return court.claim(setup, state, turn, move)
        case Restart():
            return court.restart(setup, state, turn, seat)
        case EndTurn():
            return _end_turn(setup, state, turn)
    raise TypeError(f"no move of the game of 1983: {move!r}")


def correctable(setup: Setup, state: State, seat: int) -> tuple[Correctable, ...]:
    """What a correction may name: besants, Table and Secret, the loot's besants, and each sort of card."""
    hand, most = hand_of(state, seat), setup.edition.total
    found = [
        ("besants", -hand.besants, most),
        ("table", -(hand.table is not None), int(hand.table is None)),
        ("secret", -hand.secrets, max(0, 1 - hand.secrets)),
        ("loot", -state.loot.besants, most),
    ]
    # Whoever has yet to say which card was taken keeps one to name.
    kept = 1 if state.turn and state.turn.asked == seat else 0
    for card in setup.edition.cards if setup.rules.full else ():
        held = hand.goods.count(card)
        found.append((str(card), max(-held, kept - len(hand.goods)), max(0, setup.edition.copies(card) - held)))
    return tuple(Correctable(what, low, high, secret=is_card(what)) for what, low, high in found)


def is_card(what: str) -> bool:
    """Whether a correction of this name tells of a hand."""
    return ":" in what


def _correct(setup: Setup, state: State, seat: int, move: Correct) -> Step:
    names = correctable(setup, state, seat)
    bounds = {one.what: (one.low, one.high) for one in names}
    low, high = bounds.get(move.what, (0, 0))
    if state.turn and move.what in bounds and is_card(move.what) and not (move.by and low <= move.by <= high):
        mine = say("refused.correct_by", what=component(setup, move.what).title, low=low, high=high)
        raise IllegalMoveError(say("classic.refused.correct_card"), private=mine)
    check_correction(move, names, partial(component, setup), over=state.turn is None)
    secret = is_card(move.what)
    line = Line(seat, move.what, move.by, say("why.correction", note=move.note), None, secret=secret)
    if move.what == "loot":
        return replace(state, loot=replace(state.loot, besants=state.loot.besants + move.by)), (line,)
    return counted(state, (line,)), (line,)


def _end_turn(setup: Setup, state: State, turn: Turn) -> Step:
    """What is still owed is paid as far as there are notes; who has nothing left owes nothing (C16)."""
    lines: Lines
    state, lines = settled(state, turn, ())
    return next_turn(state, turn.seat), lines
