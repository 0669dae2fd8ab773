"""What a Hasard does: generic effects, one after the other (C10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.classic.cards import Card, Effect, Whither, without
from companion.games.classic.hands import hand_of, may_exist, seats_of
from companion.games.classic.state import Loot, LootCard, Phase, Setup, State, Turn
from companion.games.classic.steps import Lines, Step, besants, card_line, counted, settled, with_hand
from companion.rules.moves import LONGEST_NOTE
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import Text, say

MOST_EFFECTS = 6


def befall(setup: Setup, state: State, turn: Turn, effects: Sequence[Effect], lines: Lines) -> Step:
    """The state after these effects, with their lines behind those given. Raises IllegalMoveError."""
    if len(effects) > MOST_EFFECTS:
        raise IllegalMoveError(say("classic.refused.effects", n=MOST_EFFECTS), "C10")
    for effect in effects:
        state, turn, more = _one(setup, state, turn, effect)
        lines = (*lines, *more)
    state, fine = settled(state, turn, ())
    return state, (*lines, *fine)


def _one(setup: Setup, state: State, turn: Turn, effect: Effect) -> tuple[State, Turn, Lines]:
    seat, why = turn.seat, say("classic.why.hasard")
    lines: Lines = ()
    match effect.sort:
        case "besants" if effect.besants and abs(effect.besants) <= setup.edition.total:
            paid = max(effect.besants, -hand_of(state, seat).besants)
            lines = besants(seat, paid, why, "C10")
            turn = replace(turn, debt=turn.debt + paid - effect.besants)
        case "lose" if effect.lose and setup.edition.copies(effect.lose) and _leads(state, seat, effect.to):
            lines = _lost(setup, state, seat, effect, why)
            if effect.to is not None and effect.to.loot:
                state = replace(state, loot=_with_card(setup, state.loot, seat, effect.lose))
        case "gain" if effect.gain and setup.edition.copies(effect.gain):
            lines = _gained(setup, state, seat, effect, why)
        case "miss_turn" if effect.miss_turn:
            hand = hand_of(state, seat)
            state = with_hand(state, seat, replace(hand, misses=hand.misses + 1))
        case "spin_again" | "move" | "fight" if getattr(effect, effect.sort):
            turn = _led_on(turn, effect.sort)
        case "note" if effect.note is not None and len(effect.note) <= LONGEST_NOTE:
            pass
        case _:
            raise IllegalMoveError(say("classic.refused.effect"), "C10")
    if effect.to is not None and effect.sort != "lose":
        raise IllegalMoveError(say("classic.refused.effect"), "C10")
    return counted(state, lines), turn, lines


def _led_on(turn: Turn, sort: str) -> Turn:
    """The turn that a Hasard sends to another spin, to another place, or into a fight."""
    match sort:
        case "spin_again":
            return replace(turn, again=True)
        case "move":
            return replace(turn, phase=Phase.ARRIVE, points=0, place=None, colour=None, shared_with=())
    return replace(turn, phase=Phase.FIGHT)


def _lost(setup: Setup, state: State, seat: int, effect: Effect, why: Text) -> Lines:
    """A card goes back under its stack, for all to see; to another seat or into the loot, unseen by the rest."""
    if not setup.rules.full or effect.lose is None:
        return ()
    if without(hand_of(state, seat).goods, [effect.lose]) is None:
        mine = say("classic.lacks.card", card=str(effect.lose))
        raise IllegalMoveError(say("classic.refused.not_held"), "C10", private=mine)
    gone = (card_line(seat, effect.lose, -1, why, "C10", shown=effect.to is None),)
    if effect.to is None or effect.to.seat is None:
        return gone
    return (*gone, card_line(effect.to.seat, effect.lose, 1, why, "C10"))


def _leads(state: State, seat: int, to: Whither | None) -> bool:
    """Whether a lost card can go there: to the bank, to one other seat, or into the loot."""
    if to is None:
        return True
    if to.seat is None:
        return to.loot is True
    return to.loot is None and to.seat in seats_of(state) and to.seat != seat


def _with_card(setup: Setup, loot: Loot, seat: int, card: Card) -> Loot:
    """The loot with a card that a seat lost to it."""
    lying = LootCard(seat, card if setup.rules.full else None)
    return replace(loot, cards=(*loot.cards, lying))


def _gained(setup: Setup, state: State, seat: int, effect: Effect, why: Text) -> Lines:
    if not setup.rules.full or effect.gain is None:
        return ()
    if not may_exist(setup, state, seat, effect.gain):
        raise IllegalMoveError(say("classic.refused.no_more"), "C19")
    return (card_line(seat, effect.gain, 1, why, "C10"),)
