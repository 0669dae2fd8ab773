"""The rules of Lanterns, L1 to L10."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from companion.rules.fields import Json
from companion.rules.game import Correctable
from companion.rules.match_functions import check_correction
from companion.rules.moves import Correct, Line, Move
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.seat_values import with_value
from companion.rules.text import say
from tests.games.lanterns.components import component
from tests.games.lanterns.state import (
    BURNT,
    CARD_VALUES,
    CARDS,
    LONGEST_WISH,
    MOST_ROUNDS,
    PLACES,
    Answer,
    Colour,
    EndTurn,
    Feast,
    Flame,
    Hang,
    Hide,
    Roll,
    Row,
    Setup,
    Show,
    State,
    Thank,
    Wind,
)

Lines = tuple[Line, ...]


def begin(names: Sequence[str], options: Mapping[str, Json], version: int) -> tuple[Setup, State, Lines]:
    """Begin a game; every stall has 1 oil."""
    for name in options:
        if name not in ("rounds", "charms"):
            raise MalformedError(say("error.unknown_option", option=name), name)
    rounds = options.get("rounds", 2)
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise MalformedError(say("error.out_of_bounds", low=1, high=MOST_ROUNDS), "rounds")
    points_per_card, cards_at_once = (3, CARDS) if version == 1 else (4, 1)
    charms = _charms(options.get("charms"), len(names))
    setup = Setup(tuple(names), rounds, charms, points_per_card, cards_at_once)
    none = (0,) * len(names)
    empty: tuple[tuple[str, ...], ...] = ((),) * len(names)
    state = State(none, none, hidden=empty, wishes=empty, shown=empty, thrown=((),) * len(names))
    start = tuple(Line(seat, "oil", 1, say("lanterns.why.start"), None) for seat in seats_of(state))
    return setup, *_apply_lines(state, start)


def _charms(value: Json, seats: int) -> tuple[Colour | None, ...]:
    charms = value if value is not None else [None] * seats
    if not isinstance(charms, list) or len(charms) != seats:
        raise MalformedError(say("error.wrong_length", wanted=seats), "charms")
    words = {colour.value: colour for colour in Colour}
    for index, charm in enumerate(charms):
        if charm is not None and charm not in words:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(words)), f"charms.{index}")
    return tuple(words[charm] if isinstance(charm, str) else None for charm in charms)


def play(setup: Setup, state: State, seat: int, move: Move) -> tuple[State, Lines]:  # noqa: C901 - one short case a kind
    """Return the state after this move, and its lines. Raises IllegalMoveError."""
    if isinstance(move, Correct):
        check_correction(move, correctable(state, seat), partial(component, setup), over=state.over)
        return _apply_lines(state, (Line(seat, move.what, move.by, say("why.correction", note=move.note), None),))
    check_kind(state, seat, move.kind)
    match move:
        case Hide():
            return _hide(state, seat, move)
        case Roll():
            return _roll(setup, state, seat, move)
        case Hang():
            return _hang(state, seat, move)
        case Show():
            return _show(setup, state, seat, move)
        case Feast():
            return _feast(state, seat, move), ()
        case Answer():
            return _answer(state, seat, move)
        case Wind():
            return _wind(setup, state, seat, move)
        case Thank():
            return replace(state, thanks=False), ()
        case EndTurn():
            return _end_turn(setup, state)
    raise TypeError(f"no move of Lanterns: {move!r}")


def seats_of(state: State) -> range:
    """Return the seats, from 1."""
    return range(1, len(state.oil) + 1)


def active_seats(state: State) -> tuple[int, ...]:
    """Return the seats that may act: an answer comes before everything; cards and rolls come in any order."""
    if state.over:
        return ()
    if state.asked:
        return state.asked[:1]
    if state.turn is not None:
        return (state.turn,)
    if state.round:
        return tuple(seat for seat in seats_of(state) if seat not in state.rolled)
    return tuple(seat for seat in seats_of(state) if len(state.hidden[seat - 1]) < CARDS)


def move_kinds(state: State) -> tuple[str, ...]:
    """Return the kinds of moves that the active seats may make."""
    if state.asked:
        return ("answer",)
    if state.thanks:
        return ("thank",)
    if state.turn is not None:
        return ("hang", "show", "feast", "wind", "end_turn")
    return ("roll",) if state.round else ("hide",)


def free_places(state: State, row: Row) -> tuple[int, ...]:
    """Return the places of a row without a lantern."""
    return tuple(place for place in range(1, PLACES[row] + 1) if (row, place) not in state.hung)


def correctable(state: State, seat: int) -> tuple[Correctable, ...]:
    """Return the possible corrections."""
    held = {"oil": state.oil[seat - 1], "points": state.points[seat - 1]}
    return tuple(Correctable(what, -amount, 99, now=amount) for what, amount in held.items())


def check_kind(state: State, seat: int, kind: str) -> None:
    """Check that this seat may make this kind of move now. Raises IllegalMoveError."""
    if state.over:
        raise IllegalMoveError(say("refused.over"))
    if seat not in active_seats(state):
        raise IllegalMoveError(say("refused.turn", seat=active_seats(state)[0]))
    if kind not in move_kinds(state):
        raise IllegalMoveError(say("lanterns.refused.now"))
    if kind == "hang" and not (state.oil[seat - 1] and any(free_places(state, row) for row in Row)):
        raise IllegalMoveError(say("lanterns.refused.hang"), "L3")
    if kind == "show" and not state.hidden[seat - 1]:
        raise IllegalMoveError(say("lanterns.refused.show"), "L4")
    if kind == "feast" and state.feasted:
        raise IllegalMoveError(say("lanterns.refused.feast"), "L5")
    if kind == "wind" and state.asked_wind:
        raise IllegalMoveError(say("lanterns.refused.wind"), "L9")


def _hide(state: State, seat: int, move: Hide) -> tuple[State, Lines]:
    card = f"{move.colour.value}:{move.value}"
    if move.value not in CARD_VALUES or len(move.wish) > LONGEST_WISH or not move.wish:
        private_reason = say("lanterns.refused.this_card", card=card)
        raise IllegalMoveError(say("lanterns.refused.card"), "L1", private=private_reason)
    hidden = with_value(state.hidden, seat, (*state.hidden[seat - 1], card))
    state = replace(state, hidden=hidden, wishes=with_value(state.wishes, seat, (*state.wishes[seat - 1], move.wish)))
    after = state if active_seats(state) else replace(state, round=1)
    return _apply_lines(after, (Line(seat, card, 1, say("lanterns.why.hide", card=card), "L1", secret=True),))


def _roll(setup: Setup, state: State, seat: int, move: Roll) -> tuple[State, Lines]:
    if len(move.chance) != 2 or not all(1 <= face <= 6 for face in move.chance):
        raise IllegalMoveError(say("lanterns.refused.roll"), "L2")
    burnt = move.chance == BURNT
    state = replace(state, thrown=with_value(state.thrown, seat, move.chance))
    state = replace(state, rolled=(*state.rolled, seat), missing=(*state.missing, *([seat] if burnt else [])))
    oil = (Line(seat, "oil", sum(move.chance), say("lanterns.why.roll"), "L2"),)
    after, round_lines = (state, ()) if active_seats(state) else _advance_round(setup, _next_turn(state, 0))
    return _apply_lines(after, oil)[0], (*oil, *round_lines)


def _hang(state: State, seat: int, move: Hang) -> tuple[State, Lines]:
    path, is_connected = move.path, all(next_place == place + 1 for place, next_place in pairwise(move.path))
    large, free = move.flame is Flame.LARGE, {*free_places(state, move.row)}
    if not 1 <= len(path) <= state.oil[seat - 1] - large or not is_connected or not free.issuperset(path):
        raise IllegalMoveError(say("lanterns.refused.path"), "L3")
    why = say("lanterns.why.hang", n=len(path))
    oil, points = len(path) + large, 2 * len(path) + large
    lines = (Line(seat, "oil", -oil, why, "L3"), Line(seat, "points", points, why, "L3"))
    return _apply_lines(replace(state, hung=(*state.hung, *((move.row, place) for place in path))), lines)


def _show(setup: Setup, state: State, seat: int, move: Show) -> tuple[State, Lines]:
    remaining = list(state.hidden[seat - 1])
    if len(move.cards) > setup.cards_at_once:
        raise IllegalMoveError(say("lanterns.refused.at_once"), "L4")
    for card in move.cards or ("",):
        if card not in remaining:
            private_reason = say("lanterns.refused.these_cards", cards=", ".join(remaining))
            raise IllegalMoveError(say("lanterns.refused.cards"), "L4", private=private_reason)
        remaining.remove(card)
    shown_cards = with_value(state.shown, seat, (*state.shown[seat - 1], *move.cards))
    state = replace(state, hidden=with_value(state.hidden, seat, tuple(remaining)), shown=shown_cards)
    return _apply_lines(
        state, (Line(seat, "points", setup.points_per_card * len(move.cards), say("lanterns.why.show"), "L4"),)
    )


def _feast(state: State, seat: int, move: Feast) -> State:
    invited = [guest for guest in seats_of(state) if guest != seat]
    if move.first not in invited:
        raise IllegalMoveError(say("lanterns.refused.first"), "L5")
    start = invited.index(move.first)
    return replace(state, feasted=True, given=0, asked=(*invited[start:], *invited[:start]))


def _answer(state: State, seat: int, move: Answer) -> tuple[State, Lines]:
    """Answer a feast; a stall without oil may say yes too, and gives nothing."""
    gives = bool(move.gives and state.oil[seat - 1] and state.turn is not None)
    after = replace(state, asked=state.asked[1:], given=state.given + gives)
    after = replace(after, thanks=not after.asked and after.given == len(state.oil) - 1)
    if not gives or state.turn is None:
        return after, ()
    why = say("lanterns.why.feast", seat=state.turn)
    lines = Line(seat, "oil", -1, why, "L5"), Line(seat, "points", 1, why, "L5"), Line(state.turn, "oil", 1, why, "L5")
    return _apply_lines(after, lines)


def wind_faces(setup: Setup, state: State) -> int:
    """Return the number of faces of the wind's die, which differs in the last round (L9)."""
    return 8 if state.round == setup.rounds else 6


def _wind(setup: Setup, state: State, seat: int, move: Wind) -> tuple[State, Lines]:
    if len(move.chance) != 1 or not 1 <= move.chance[0] <= wind_faces(setup, state):
        raise IllegalMoveError(say("lanterns.refused.wind_die"), "L9")
    after = replace(state, asked_wind=True)
    if (move.chance[0] % 2 == 0) is not (move.row is Row.GATE):
        return after, ()
    return _apply_lines(after, (Line(seat, "oil", 1, say("lanterns.why.wind"), "L9"),))


def _next_turn(state: State, after: int) -> State:
    """Begin the turn of the next stall that does not miss it; `turn` is 0 once all have had theirs."""
    state = replace(state, turn=None, feasted=False, asked_wind=False)
    for seat in range(after + 1, len(state.oil) + 1):
        if seat not in state.missing:
            return replace(state, turn=seat, turn_no=state.turn_no + 1)
    return replace(state, turn=0)


def _end_turn(setup: Setup, state: State) -> tuple[State, Lines]:
    return _advance_round(setup, _next_turn(state, state.turn or 0))


def _advance_round(setup: Setup, state: State) -> tuple[State, Lines]:
    """Begin the next round, or end the game, if every stall has had its turn."""
    if state.turn != 0:
        return state, ()
    if state.round < setup.rounds:
        none: tuple[tuple[int, ...], ...] = ((),) * len(state.oil)
        return replace(state, turn=None, round=state.round + 1, rolled=(), thrown=none, missing=()), ()
    under = [(stall, card) for stall, cards in enumerate(state.hidden, 1) for card in cards]
    lines = tuple(Line(stall, "points", 1, say("lanterns.why.end", card=card), "L6") for stall, card in under)
    for seat, charm in enumerate(setup.charms, 1):
        if charm is not None and any(card.startswith(charm.value) for card in state.shown[seat - 1]):
            lines = (*lines, Line(seat, "points", 2, say("lanterns.why.charm"), "L10"))
    return _apply_lines(replace(state, turn=None, over=True), lines)


def _apply_lines(state: State, lines: Lines) -> tuple[State, Lines]:
    """Return the state after these lines, and the lines."""

    def updated(what: str, held: tuple[int, ...]) -> tuple[int, ...]:
        gains = [(line.seat, line.by) for line in lines if line.what == what]
        return tuple(had + sum(by for gainer, by in gains if gainer == seat) for seat, had in enumerate(held, 1))

    return replace(state, oil=updated("oil", state.oil), points=updated("points", state.points)), lines
