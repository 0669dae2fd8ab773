"""The effects of a Hasard card, applied one after the other (C10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.classic.cards import Destination, Effect, GoodsCard, without
from companion.games.classic.hands import hand_of, may_be_in_stack, seats_of
from companion.games.classic.labels import card_word
from companion.games.classic.state import Loot, LootCard, OwedBesants, Phase, Setup, State, Turn
from companion.games.classic.state_changes import (
    Lines,
    Outcome,
    apply_lines,
    besant_lines,
    card_line,
    pay,
    settle_debt,
    with_hand,
)
from companion.rules.moves import LONGEST_NOTE
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import Text, say

MOST_EFFECTS = 6


def apply_effects(setup: Setup, state: State, turn: Turn, effects: Sequence[Effect], lines: Lines) -> Outcome:
    """Return the state after these effects, and the given lines followed by theirs. Raises IllegalMoveError."""
    if len(effects) > MOST_EFFECTS:
        raise IllegalMoveError(say("classic.refused.effects", n=MOST_EFFECTS), "C10")
    for effect in effects:
        state, turn, effect_lines = _apply_effect(setup, state, turn, effect)
        lines = (*lines, *effect_lines)
    state, fine = settle_debt(state, turn, ())
    return state, (*lines, *fine)


def _apply_effect(setup: Setup, state: State, turn: Turn, effect: Effect) -> tuple[State, Turn, Lines]:
    seat, why = turn.seat, say("classic.why.hasard")
    lines: Lines = ()
    match effect.kind:
        case "besants" if (
            effect.besants
            and abs(effect.besants) <= setup.edition.total
            and (effect.to is None or effect.besants < 0)
            and _destination_allowed(state, seat, effect.to)
        ):
            return _besant_effect(state, turn, effect.besants, effect.to)
        case "lose" if (
            effect.lose and setup.edition.copies(effect.lose) and _destination_allowed(state, seat, effect.to)
        ):
            lines = _lost_card_lines(setup, state, seat, effect, why)
            if effect.to is not None and effect.to.loot:
                state = replace(state, loot=_loot_with_card(setup, state.loot, seat, effect.lose))
        case "gain" if effect.gain and setup.edition.copies(effect.gain):
            lines = _gained_card_lines(setup, state, seat, effect, why)
        case "miss_turn" if effect.miss_turn:
            hand = hand_of(state, seat)
            state = with_hand(state, seat, replace(hand, misses=hand.misses + 1))
        case "spin_again" | "move" | "fight" if getattr(effect, effect.kind):
            turn = _redirected(turn, effect.kind)
        case "note" if effect.note is not None and len(effect.note) <= LONGEST_NOTE:
            # Only the players know whom the card moves, if anybody.
            state = replace(state, hands=tuple(replace(hand, moved=True) for hand in state.hands))
        case _:
            raise IllegalMoveError(say("classic.refused.effect"), "C10")
    if effect.to is not None and effect.kind != "lose":
        raise IllegalMoveError(say("classic.refused.effect"), "C10")
    return apply_lines(state, lines), turn, lines


def _besant_effect(state: State, turn: Turn, besants: int, to: Destination | None) -> tuple[State, Turn, Lines]:
    """Gain besants, or pay what the notes cover; the rest is a debt (C16)."""
    why = say("classic.why.hasard")
    if besants > 0:
        lines = besant_lines(turn.seat, besants, why, "C10")
        return apply_lines(state, lines), turn, lines
    paid = min(-besants, hand_of(state, turn.seat).besants)
    state, lines = pay(state, turn.seat, paid, to, why, "C10")
    unpaid = -besants - paid
    owed = (*(turn.owed or ()), OwedBesants(unpaid, to)) if to is not None and unpaid else turn.owed
    return state, replace(turn, debt=turn.debt + unpaid, owed=owed), lines


def _redirected(turn: Turn, kind: str) -> Turn:
    """Return the turn after an effect that leads to another spin, to another place, or into a fight."""
    match kind:
        case "spin_again":
            return replace(turn, again=True)
        case "move":
            return replace(turn, phase=Phase.ARRIVE, points=0, place=None, colour=None, shared_with=())
    return replace(turn, phase=Phase.FIGHT)


def _lost_card_lines(setup: Setup, state: State, seat: int, effect: Effect, why: Text) -> Lines:
    """Return the lines of a lost card.

    A card going back under its stack is seen by everyone; one going to another seat or into the loot is hidden from
    the rest.
    """
    if not setup.rules.full or effect.lose is None:
        return ()
    if without(hand_of(state, seat).goods, [effect.lose]) is None:
        private_reason = say("classic.lacks.card", card=card_word(effect.lose))
        raise IllegalMoveError(say("classic.refused.not_held"), "C10", private=private_reason)
    loss = (card_line(seat, effect.lose, -1, why, "C10", public=effect.to is None),)
    if effect.to is None or effect.to.seat is None:
        return loss
    return (*loss, card_line(effect.to.seat, effect.lose, 1, why, "C10"))


def _destination_allowed(state: State, seat: int, to: Destination | None) -> bool:
    """Return whether a card or a payment can go there: to the bank, to one other seat, or into the loot."""
    if to is None:
        return True
    if to.seat is None:
        return to.loot is True
    return to.loot is None and to.seat in seats_of(state) and to.seat != seat


def _loot_with_card(setup: Setup, loot: Loot, seat: int, card: GoodsCard) -> Loot:
    """Return the loot with a card lost to it by a seat."""
    loot_card = LootCard(seat, card if setup.rules.full else None)
    return replace(loot, cards=(*loot.cards, loot_card))


def _gained_card_lines(setup: Setup, state: State, seat: int, effect: Effect, why: Text) -> Lines:
    if not setup.rules.full or effect.gain is None:
        return ()
    if not may_be_in_stack(setup, state, seat, effect.gain):
        raise IllegalMoveError(say("classic.refused.no_more"), "C19")
    return (card_line(seat, effect.gain, 1, why, "C10"),)
