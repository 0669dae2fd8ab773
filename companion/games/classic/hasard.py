"""What a Hasard does: generic effects, one after the other (C10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.classic.cards import Effect, without
from companion.games.classic.hands import hand_of, may_exist
from companion.games.classic.state import State, Terms, Turn
from companion.games.classic.steps import Lines, Step, besants, card_line, counted, settled, with_hand
from companion.rules.errors import IllegalMoveError
from companion.rules.game import LONGEST_NOTE
from companion.rules.text import Text, say

MOST_EFFECTS = 6


def befall(terms: Terms, state: State, turn: Turn, effects: Sequence[Effect], lines: Lines) -> Step:
    """The state after these effects, with their lines behind those given. Raises IllegalMoveError."""
    if len(effects) > MOST_EFFECTS:
        raise IllegalMoveError(say("classic.refused.effects", n=MOST_EFFECTS), "C10")
    for effect in effects:
        state, turn, more = _one(terms, state, turn, effect)
        lines = (*lines, *more)
    state, fine = settled(state, turn, ())
    return state, (*lines, *fine)


def _one(terms: Terms, state: State, turn: Turn, effect: Effect) -> tuple[State, Turn, Lines]:
    seat, why = turn.seat, say("classic.why.hasard")
    lines: Lines = ()
    match effect.sort:
        case "besants" if effect.besants and abs(effect.besants) <= terms.edition.total:
            paid = max(effect.besants, -hand_of(state, seat).besants)
            lines = besants(seat, paid, why, "C10")
            turn = replace(turn, debt=turn.debt + paid - effect.besants)
        case "lose" if effect.lose and terms.edition.copies(effect.lose):
            lines = _lost(terms, state, seat, effect, why)
        case "gain" if effect.gain and terms.edition.copies(effect.gain):
            lines = _gained(terms, state, seat, effect, why)
        case "miss_turn" if effect.miss_turn:
            hand = hand_of(state, seat)
            state = with_hand(state, seat, replace(hand, misses=hand.misses + 1))
        case "spin_again" if effect.spin_again:
            turn = replace(turn, again=True)
        case "note" if effect.note is not None and len(effect.note) <= LONGEST_NOTE:
            pass
        case _:
            raise IllegalMoveError(say("classic.refused.effect"), "C10")
    return counted(state, lines), turn, lines


def _lost(terms: Terms, state: State, seat: int, effect: Effect, why: Text) -> Lines:
    """A card goes back under its stack, for all to see."""
    if not terms.rules.full or effect.lose is None:
        return ()
    if without(hand_of(state, seat).goods, [effect.lose]) is None:
        mine = say("classic.lacks.card", card=str(effect.lose))
        raise IllegalMoveError(say("classic.refused.not_held"), "C10", private=mine)
    return (card_line(seat, effect.lose, -1, why, "C10", shown=True),)


def _gained(terms: Terms, state: State, seat: int, effect: Effect, why: Text) -> Lines:
    if not terms.rules.full or effect.gain is None:
        return ()
    if not may_exist(terms, state, seat, effect.gain):
        raise IllegalMoveError(say("classic.refused.no_more"), "C19")
    return (card_line(seat, effect.gain, 1, why, "C10"),)
