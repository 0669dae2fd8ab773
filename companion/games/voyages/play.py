"""The rules of Voyages: set-up and moves, rulings V1 to V46."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.games.voyages import (
    bonus_actions,
    city_cards,
    coin_and_goods_actions,
    contracts,
    dealing,
    draft,
    final_scoring,
    movement,
    pending_choices,
    points_only_moves,
    rounds,
)
from companion.games.voyages.allowed_kinds import check_kind, pending_of
from companion.games.voyages.amounts import HELD, Amounts
from companion.games.voyages.build_edition import build_edition
from companion.games.voyages.components import component
from companion.games.voyages.moves import Roll
from companion.games.voyages.options import OPTION_NAMES, DealtComponents, read_agreed_options, read_colours, read_dealt
from companion.games.voyages.pending import book_automatic, put_back, set_aside
from companion.games.voyages.setup_steps import next_step
from companion.games.voyages.state import (
    SEATS,
    City,
    Contract,
    LineSource,
    Market,
    PendingItem,
    Phase,
    PlayerBoard,
    Reason,
    SeatPurse,
    Setup,
    State,
    Town,
)
from companion.games.voyages.state_changes import Lines, Outcome, board_of, book_lines, gain, seats_of
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
    edition = build_edition(
        {name: value for name, value in options.items() if name not in (*OPTION_NAMES, "colours")}, seats
    )
    agreed = read_agreed_options(options, edition, seats)
    dealt = read_dealt(options, edition, agreed)
    setup = Setup(
        names=tuple(names),
        colours=read_colours(options.get("colours"), seats),
        edition=edition,
        agreed=agreed,
        seats_with_named_goals=tuple(seat for seat, goals in enumerate(dealt.goals, 1) if goals is not None),
    )
    state = _initial_state(setup, dealt)
    lines: Lines = ()
    for seat in seats_of(state) if setup.full else ():
        first = Amounts(coins=edition.start.coins[seat - 1], camels=edition.start.camels)
        state, more = gain(state, seat, first, Reason(LineSource.START))
        lines = (*lines, *more)
    for seat in seats_of(state):
        if setup.has_character(seat):
            state, more = draft.place_character(setup, state, seat)
            lines = (*lines, *more)
    state, more = _begin_when_set_up(setup, state, follows=False)
    return setup, state, (*lines, *more)


def _initial_state(setup: Setup, dealt: DealtComponents) -> State:
    edition = setup.edition
    boards = tuple(
        PlayerBoard(
            purse=SeatPurse(),
            figures=(edition.venezia,) if setup.full else (),
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
        phase=Phase.SETUP,
    )


def _begin_when_set_up(setup: Setup, state: State, *, follows: bool = True) -> Outcome:
    """Begin the first round once nothing is left to be dealt or chosen (V5)."""
    nothing: Lines = ()
    if state.phase is not Phase.SETUP or next_step(setup, state) is not None:
        return state, nothing
    return rounds.begin_round(setup, state, follows=follows)


def play(setup: Setup, state: State, seat: int, move: Move) -> Outcome:
    """Return the state after this move, and its lines. Raises IllegalMoveError with the ruling that refuses it."""
    if isinstance(move, Correct):
        return _correct(setup, state, seat, move)
    check_kind(setup, state, seat, move.kind)
    pending = pending_of(state, seat) if move.kind in _ANSWERS else None
    if pending is None:
        state, lines = _MOVES[move.kind](setup, state, seat, move)
    else:
        cleared, aside = set_aside(state, pending)
        state, lines = _ANSWERS[move.kind](setup, cleared, seat, move, pending)
        state = put_back(state, aside)
    state, more = book_automatic(setup, state)
    state, incomes = _begin_when_set_up(setup.with_characters(state), state)
    return rounds.begin_turns(state), (*lines, *more, *incomes)


def _roll(setup: Setup, state: State, seat: int, move: Roll, pending: PendingItem) -> Outcome:
    return rounds.roll_gained_die(state, seat, move, pending)


def _keep(setup: Setup, state: State, seat: int, move: Any, pending: PendingItem) -> Outcome:
    return contracts.keep_drawn(setup, state, seat, move)


def _decline(setup: Setup, state: State, seat: int, move: Move, pending: PendingItem) -> Outcome:
    """Decline the step, the drawn contract or the black die (V25, V26, V27)."""
    return state, ()


_ANSWERS: Mapping[str, Callable[[Setup, State, int, Any, PendingItem], Outcome]] = {
    "choose": pending_choices.choose,
    "keep": _keep,
    "decline": _decline,
    "roll": _roll,
    "step": movement.take_free_steps,
}
_MOVES: Mapping[str, Callable[[Setup, State, int, Any], Outcome]] = {
    "deal_map": dealing.deal_map,
    "deal_row": dealing.deal_row,
    "deal_characters": dealing.deal_characters,
    "take_character": draft.take_character,
    "deal_goals": dealing.deal_goals,
    "keep_goals": draft.keep_goals,
    "roll": rounds.roll,
    "compensate": rounds.compensate,
    "take_five": coin_and_goods_actions.take_five,
    "bazaar": coin_and_goods_actions.bazaar,
    "khan": coin_and_goods_actions.khan,
    "contracts": contracts.take_from_row,
    "travel": movement.travel,
    "city_card": city_cards.use_card,
    "fulfil": contracts.fulfil,
    "take_three": bonus_actions.take_three,
    "reroll": bonus_actions.reroll,
    "turn_die": bonus_actions.turn_die,
    "black_die": bonus_actions.black_die,
    "name": contracts.name_contract,
    "reveal_goals": final_scoring.reveal_goals,
    "leave_goals": lambda setup, state, seat, move: final_scoring.score_final(setup, state),
    "end_turn": rounds.end_turn,
    "score": points_only_moves.score,
    "travelled": lambda setup, state, seat, move: points_only_moves.travelled(setup, state, seat),
    "post": lambda setup, state, seat, move: points_only_moves.post(setup, state, seat),
    "contract": points_only_moves.contract,
    "final": final_scoring.report_count,
}


def correctable(setup: Setup, state: State, seat: int) -> tuple[Correctable, ...]:
    """Return the amounts that a correction may change; only points may go below 0."""
    purse = board_of(state, seat).purse
    names = HELD if setup.full else ("points",)
    held = {name: getattr(purse, name) for name in names}
    return tuple(
        Correctable(name, -MOST_CORRECTED if name == "points" else -amount, MOST_CORRECTED, now=amount)
        for name, amount in held.items()
    )


def _correct(setup: Setup, state: State, seat: int, move: Correct) -> Outcome:
    check_correction(move, correctable(setup, state, seat), partial(component, setup), over=state.phase is Phase.OVER)
    lines = (Line(seat, move.what, move.by, say("why.correction", note=move.note), None),)
    return book_lines(state, lines), lines
