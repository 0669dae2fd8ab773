"""The rules of Voyages: set-up and moves, rulings V1 to V46."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.voyages import (
    bazaar,
    bonus,
    choices,
    city,
    contracts,
    finish,
    journey,
    points,
    rounds,
)
from companion.games.voyages.allowed import answered_by, check_kind
from companion.games.voyages.amounts import HELD, Amounts
from companion.games.voyages.cards import Person
from companion.games.voyages.components import component
from companion.games.voyages.moves import Roll
from companion.games.voyages.options import NAMES, Dealt, agreed_from, dealt_from, pieces_from
from companion.games.voyages.posts import placed
from companion.games.voyages.state import (
    SEATS,
    Because,
    City,
    Contract,
    Market,
    Owed,
    Phase,
    PlayerBoard,
    Purse,
    Setup,
    Source,
    State,
    Town,
)
from companion.games.voyages.steps import Lines, Step, board_of, booked, gained, seats_of, with_board
from companion.games.voyages.tables import edition_from
from companion.games.voyages.waiting import put_back, set_aside, settled
from companion.rules.fields import Json
from companion.rules.game import Correctable
from companion.rules.match_functions import check_correction
from companion.rules.moves import Correct, Line, Move
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say

MOST_CORRECTED = 999


def begin(names: Sequence[str], options: Mapping[str, Json]) -> tuple[Setup, State, Lines]:
    """Return a new game: everyone in Venezia with the first coins and camels (V1).

    The first incomes are those of characters alone (V5).
    """
    seats = len(names)
    if seats not in SEATS:
        raise MalformedError(say("error.seats", low=SEATS[0], high=SEATS[-1]), "seats")
    edition = edition_from({name: value for name, value in options.items() if name not in (*NAMES, "colours")}, seats)
    agreed = agreed_from(options, edition, seats)
    dealt = dealt_from(options, edition, agreed)
    setup = Setup(
        names=tuple(names), colours=pieces_from(options.get("colours"), seats), edition=edition, agreed=agreed
    )
    state = _laid_out(setup, dealt)
    lines: Lines = ()
    for seat in seats_of(state) if setup.full else ():
        first = Amounts(coins=edition.start.coins[seat - 1], camels=edition.start.camels)
        state, more = gained(state, seat, first, Because(Source.START))
        lines = (*lines, *more)
    for seat in seats_of(state):
        if setup.is_a(seat, Person.KUBILAI):
            state, more = _kubilai(setup, state, seat)
            lines = (*lines, *more)
    state, more = rounds.round_begun(setup, state)
    return setup, state, (*lines, *more)


def _laid_out(setup: Setup, dealt: Dealt) -> State:
    edition = setup.edition
    boards = tuple(
        PlayerBoard(
            purse=Purse(),
            figures=(edition.venezia,) * setup.figures(seat) if setup.full else (),
            active=(Contract(card, starting=card is None),) if setup.full else (),
            goals=goals if setup.full else None,
        )
        for seat, (card, goals) in enumerate(zip(dealt.contracts, dealt.goals, strict=True), 1)
    )
    cities = tuple(
        City(city.id, dealt.city_cards.get(city.id, ()), bonus=dealt.bonus_tiles.get(city.id))
        for city in edition.cities
    )
    return State(
        boards=boards,
        cities=cities if setup.full else (),
        towns=tuple(Town(town.id, dealt.income_tiles.get(town.id)) for town in edition.towns) if setup.full else (),
        beijing=(None,) * len(edition.scoring.beijing) if setup.full else (),
        market=Market(special=edition.row.special) if setup.full else Market(),
        black=edition.start.black_dice,
    )


def _kubilai(setup: Setup, state: State, seat: int) -> Step:
    """Place Kubilai in Beijing, with his first post on the space of most points (V39)."""
    if not setup.full:
        return points.post(setup, state, seat)
    state = with_board(state, seat, replace(board_of(state, seat), figures=(setup.edition.beijing,)))
    return placed(setup, state, seat, setup.edition.beijing)


def play(setup: Setup, state: State, seat: int, move: Move) -> Step:
    """Return the state after this move, and its lines. Raises IllegalMoveError with the ruling that refuses it."""
    if isinstance(move, Correct):
        return _correct(setup, state, seat, move)
    check_kind(setup, state, seat, move.kind)
    pending = answered_by(state, seat) if move.kind in _ANSWERS else None
    if pending is None:
        state, lines = _MOVES[move.kind](setup, state, seat, move)
    else:
        cleared, aside = set_aside(state, pending)
        state, lines = _ANSWERS[move.kind](setup, cleared, seat, move, pending)
        state = put_back(state, aside)
    state, more = settled(setup, state)
    return rounds.turns_begun(state), (*lines, *more)


def _roll(setup: Setup, state: State, seat: int, move: Roll, pending: Owed) -> Step:
    return rounds.roll_gained(state, seat, move, pending)


def _keep(setup: Setup, state: State, seat: int, move: Any, pending: Owed) -> Step:
    return contracts.keep(setup, state, seat, move)


def _decline(setup: Setup, state: State, seat: int, move: Move, pending: Owed) -> Step:
    """Decline the drawn contract or the step (V25, V26)."""
    return state, ()


_ANSWERS: Mapping[str, Callable[[Setup, State, int, Any, Owed], Step]] = {
    "choose": choices.choose,
    "keep": _keep,
    "decline": _decline,
    "roll": _roll,
    "step": journey.step,
}
_MOVES: Mapping[str, Callable[[Setup, State, int, Any], Step]] = {
    "roll": rounds.roll,
    "compensate": rounds.compensate,
    "take_five": bazaar.take_five,
    "bazaar": bazaar.bazaar,
    "khan": bazaar.khan,
    "contracts": contracts.take,
    "travel": journey.travel,
    "city_card": city.use_card,
    "fulfil": contracts.fulfil,
    "take_three": bonus.take_three,
    "reroll": bonus.reroll,
    "turn_die": bonus.turn_die,
    "black_die": bonus.black_die,
    "name": contracts.name,
    "reveal_goals": finish.reveal_goals,
    "end_turn": rounds.end_turn,
    "score": points.score,
    "travelled": lambda setup, state, seat, move: points.travelled(setup, state, seat),
    "post": lambda setup, state, seat, move: points.post(setup, state, seat),
    "contract": points.contract,
    "final": finish.final,
}


def correctable(setup: Setup, state: State, seat: int) -> tuple[Correctable, ...]:
    """Return the amounts that a correction may change; only points may go below 0."""
    purse = board_of(state, seat).purse
    names = HELD if setup.full else ("points",)
    lows = {name: -MOST_CORRECTED if name == "points" else -getattr(purse, name) for name in names}
    return tuple(Correctable(name, low, MOST_CORRECTED) for name, low in lows.items())


def _correct(setup: Setup, state: State, seat: int, move: Correct) -> Step:
    check_correction(move, correctable(setup, state, seat), partial(component, setup), over=state.phase is Phase.OVER)
    lines = (Line(seat, move.what, move.by, say("why.correction", note=move.note), None),)
    return booked(state, lines), lines
