"""The rules of Marco Polo of 1983: set-up and moves, rulings C1 to C20."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.games.classic import destination_moves, market, road_moves
from companion.games.classic.allowed_kinds import check_kind
from companion.games.classic.components import component
from companion.games.classic.edition import edition_from
from companion.games.classic.hands import hand_of, seats_of
from companion.games.classic.moves import (
    Arrive,
    Buy,
    ClaimVictory,
    EndTurn,
    Fight,
    FinishMission,
    GiveGifts,
    Ransom,
    RefuseFight,
    Restart,
    Sell,
    SpinWheel,
    Trade,
)
from companion.games.classic.options import OPTION_NAMES, colours_from, options_from
from companion.games.classic.state import Hand, Setup, State, Turn
from companion.games.classic.state_changes import Lines, Outcome, apply_lines, next_turn, settle_debt
from companion.rules.fields import Json
from companion.rules.game import Correctable
from companion.rules.match_functions import check_correction
from companion.rules.moves import Correct, Line, Move
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import say

SEATS = range(2, 5)


def begin(names: Sequence[str], options: Mapping[str, Json]) -> tuple[Setup, State, Lines]:
    """Begin a game: everyone is in Venice with the first besants, and seat 1 begins."""
    if len(names) not in SEATS:
        raise MalformedError(say("error.seats", low=SEATS[0], high=SEATS[-1]), "seats")
    profile = {name: value for name, value in options.items() if name not in (*OPTION_NAMES, "colours")}
    edition = edition_from(profile, len(names))
    setup = Setup(tuple(names), colours_from(options.get("colours"), len(names)), edition, options_from(options))
    state = State(hands=(Hand(edition.start),) * len(names), turn=Turn(1))
    start = say("classic.why.start")
    return setup, state, tuple(Line(seat, "besants", edition.start, start, None) for seat in seats_of(state))


def play(setup: Setup, state: State, seat: int, move: Move) -> Outcome:  # noqa: C901 - one short case a kind
    """Return the state after this move, and its lines. Raises IllegalMoveError with the ruling that forbids it."""
    if isinstance(move, Correct):
        return _correct(setup, state, seat, move)
    turn = check_kind(setup, state, seat, move.kind)
    match move:
        case SpinWheel():
            return road_moves.spin(setup, state, turn, move)
        case Fight():
            return road_moves.fight(setup, state, turn, move)
        case RefuseFight():
            return road_moves.refuse_fight(state, turn)
        case Ransom():
            return road_moves.ransom(setup, state, turn, move)
        case Arrive():
            return road_moves.arrive(setup, state, turn, move)
        case Sell():
            return market.sell(setup, state, turn, move)
        case Buy():
            return market.buy(setup, state, turn, move)
        case Trade():
            return market.trade(setup, state, turn, seat, move)
        case GiveGifts():
            return destination_moves.give_gifts(setup, state, turn, move)
        case FinishMission():
            return destination_moves.finish_mission(setup, state, turn)
        case ClaimVictory():
            return destination_moves.claim(setup, state, turn, move)
        case Restart():
            return destination_moves.restart(setup, state, turn, seat)
        case EndTurn():
            return _end_turn(setup, state, turn)
    raise TypeError(f"no move of the game of 1983: {move!r}")


def correctable(setup: Setup, state: State, seat: int) -> tuple[Correctable, ...]:
    """Return the possible corrections: besants, Table and Secret, the loot's besants, and each different card."""
    hand, loot, most = hand_of(state, seat), state.loot.besants, setup.edition.total
    table = int(hand.table is not None)
    amounts = [
        ("besants", -hand.besants, most, hand.besants),
        ("table", -table, 1 - table, table),
        ("secret", -hand.secrets, max(0, 1 - hand.secrets), hand.secrets),
        ("loot", -loot, most, loot),
    ]
    # A player who still has to name the card taken keeps at least one card to name.
    least_kept = 1 if state.turn and state.turn.asked == seat else 0
    for card in setup.edition.cards if setup.rules.full else ():
        held = hand.goods.count(card)
        low, high = max(-held, least_kept - len(hand.goods)), max(0, setup.edition.copies(card) - held)
        amounts.append((str(card), low, high, held))
    return tuple(Correctable(what, low, high, secret=is_card(what), now=now) for what, low, high, now in amounts)


def is_card(what: str) -> bool:
    """Return whether a correction with this name reveals something about a hand."""
    return ":" in what


def _correct(setup: Setup, state: State, seat: int, move: Correct) -> Outcome:
    entries = correctable(setup, state, seat)
    bounds = {entry.what: (entry.low, entry.high) for entry in entries}
    low, high = bounds.get(move.what, (0, 0))
    if state.turn and move.what in bounds and is_card(move.what) and not (move.by and low <= move.by <= high):
        private_reason = say("refused.correct_by", what=component(setup, move.what).title, low=low, high=high)
        raise IllegalMoveError(say("classic.refused.correct_card"), private=private_reason)
    check_correction(move, entries, partial(component, setup), over=state.turn is None)
    secret = is_card(move.what)
    line = Line(seat, move.what, move.by, say("why.correction", note=move.note), None, secret=secret)
    if move.what == "loot":
        return replace(state, loot=replace(state.loot, besants=state.loot.besants + move.by)), (line,)
    return apply_lines(state, (line,)), (line,)


def _end_turn(setup: Setup, state: State, turn: Turn) -> Outcome:
    """Pay what is still owed as far as the notes go, then end the turn; a player with nothing owes nothing (C16)."""
    lines: Lines
    state, lines = settle_debt(state, turn, ())
    return next_turn(state, turn.seat), lines
