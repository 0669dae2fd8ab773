"""The moves of the road: spin, fight, ransom and arrival (C1 to C8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.classic.arrivals import arrival_colour, check_company, check_room, with_known_post
from companion.games.classic.cards import GoodsCard, without
from companion.games.classic.conditions import (
    check_khanbalik,
    check_mission,
    check_venice,
    may_be_market,
    shortfall_to_sell_for,
)
from companion.games.classic.edition import KHANBALIK
from companion.games.classic.hands import hand_of, seats_of
from companion.games.classic.labels import card_word
from companion.games.classic.moves import Arrive, Fight, Location, Ransom, RansomPayment, SpinWheel
from companion.games.classic.state import FightResult, Loot, LootCard, Phase, Setup, State, Turn
from companion.games.classic.state_changes import (
    Lines,
    Outcome,
    apply_lines,
    besant_lines,
    card_line,
    next_turn,
    with_hand,
    with_turn,
)
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say

WHITE_FACES = 6
ARRIVAL_CHECKS: Mapping[Location, Callable[[Setup, State, Turn], None]] = {
    Location.KHANBALIK: check_khanbalik,
    Location.MISSION: check_mission,
    Location.VENICE: check_venice,
}
"""The conditions for arriving at the places that exist only once."""


def black_faces(setup: Setup) -> int:
    """Return the number of faces of the die of bandits and corsairs (C20)."""
    return 8 if setup.rules.bandits_d8 else 6


def spin(setup: Setup, state: State, turn: Turn, move: SpinWheel) -> Outcome:
    """Read one sector on the announced ring: a number of spaces, or an attack (C1, C2)."""
    sectors = setup.edition.wheel.sectors
    if len(move.chance) != 1 or not 0 <= move.chance[0] < len(sectors):
        raise IllegalMoveError(say("classic.refused.sector", last=len(sectors) - 1), "C2")
    spaces = sectors[move.chance[0]].shows(move.route)
    attacked = spaces is None
    spun = Turn(
        seat=turn.seat,
        start=turn.start,
        phase=Phase.FIGHT if attacked else Phase.ARRIVE,
        route=move.route,
        sector=move.chance[0],
        points=0 if spaces is None else spaces + setup.rules.move_bonus,
    )
    return with_turn(state, spun), ()


def fight(setup: Setup, state: State, turn: Turn, move: Fight) -> Outcome:
    """Fight white against black: a win takes the loot and ends the turn, a loss demands a ransom (C3, C5, C6)."""
    faces = (WHITE_FACES, black_faces(setup))
    if len(move.chance) != 2 or not all(1 <= die <= most for die, most in zip(move.chance, faces, strict=True)):
        raise IllegalMoveError(say("classic.refused.dice", black=black_faces(setup)), "C3")
    white, black = move.chance
    won = white > black or (white == black and not setup.rules.ties_to_bandits)
    state = replace(state, fight=FightResult(turn.seat, white, black, won))
    if not won:
        return with_turn(state, replace(turn, phase=Phase.RANSOM)), ()
    why = say("classic.why.loot")
    cards = [loot_card.card for loot_card in state.loot.cards if loot_card.card is not None]
    lines = besant_lines(turn.seat, state.loot.besants, why, "C5")
    lines += tuple(card_line(turn.seat, card, 1, why, "C5") for card in cards)
    return next_turn(replace(apply_lines(state, lines), loot=Loot()), turn.seat), lines


def refuse_fight(state: State, turn: Turn) -> Outcome:
    """Show the safe-conduct instead of fighting: the player announces and spins again (C7)."""
    return with_turn(state, Turn(turn.seat, start=turn.start)), ()


def ransom(setup: Setup, state: State, turn: Turn, move: Ransom) -> Outcome:
    """Pay into the loot space, which ends the turn (C4, C6)."""
    step = (
        _pay_card(setup, state, turn, move)
        if move.pay is RansomPayment.CARD
        else _pay_besants(setup, state, turn, move)
    )
    return next_turn(step[0], turn.seat), step[1]


def arrive(setup: Setup, state: State, turn: Turn, move: Arrive) -> Outcome:
    """Record where the move ended, as the player says; the companion does not know the routes (C8)."""
    if move.place in ARRIVAL_CHECKS:
        ARRIVAL_CHECKS[move.place](setup, state, turn)
    market = may_be_market(setup, move.place)
    if move.colour and (not market or move.colour not in setup.edition.colours):
        raise IllegalMoveError(say("classic.refused.post_colour"), "C10")
    colour = arrival_colour(setup, state, turn, move.place, move.colour)
    others = [seat for seat in seats_of(state) if seat != turn.seat]
    at_known_post = move.place is Location.POST or colour is not None or move.place is Location.VENICE
    if move.shared_with and not (market and at_known_post):
        raise IllegalMoveError(say("classic.refused.shared"), "C8")
    if not {*move.shared_with} <= {*others} or len({*move.shared_with}) < len(move.shared_with):
        raise IllegalMoveError(say("classic.refused.shared_with"), "C8")
    for seat in move.shared_with:
        check_company(state, move.place, colour, seat)
    check_room(setup, state, turn, move.place, colour)
    turn = replace(
        turn,
        phase=Phase.PLACE,
        place=move.place,
        colour=colour,
        shared_with=move.shared_with,
        served=False,
        bought=0,
        traded=(),
    )
    hand = replace(hand_of(state, turn.seat), place=move.place, colour=colour, moved=None)
    state = with_hand(state, turn.seat, hand)
    if move.place is Location.KHANBALIK:
        state = replace(state, posts=with_known_post(setup, state, KHANBALIK, colour))
    return with_turn(state, turn), ()


def _pay_besants(setup: Setup, state: State, turn: Turn, move: Ransom) -> Outcome:
    """Pay the ransom in besants, or all that is left if that is less and nothing can be sold."""
    if move.colour is not None or move.value is not None:
        raise IllegalMoveError(say("classic.refused.ransom_card"), "C4")
    if deficit := shortfall_to_sell_for(setup, state, turn):
        raise IllegalMoveError(say("classic.refused.ransom_notes", n=deficit), "C4")
    paid = min(setup.edition.ransom, hand_of(state, turn.seat).besants)
    why = say("classic.why.ransom" if paid == setup.edition.ransom else "classic.why.ransom_left")
    lines = besant_lines(turn.seat, -paid, why, "C4")
    loot = replace(state.loot, besants=state.loot.besants + paid)
    return replace(apply_lines(state, lines), loot=loot), lines


def _pay_card(setup: Setup, state: State, turn: Turn, move: Ransom) -> Outcome:
    """Pay the ransom with a card of the player's choice; only this player knows which."""
    card = None if move.colour is None or move.value is None else GoodsCard(move.colour, move.value)
    goods = hand_of(state, turn.seat).goods
    if turn.sold:
        raise IllegalMoveError(say("classic.refused.ransom_sold"), "C16")
    lines: Lines = ()
    if not setup.rules.full:
        card = None
    elif card is None or without(goods, [card]) is None:
        private_reason = say("classic.lacks.card", card=card_word(card)) if card else None
        raise IllegalMoveError(say("classic.refused.ransom_card"), "C4", private=private_reason)
    else:
        lines = (card_line(turn.seat, card, -1, say("classic.why.ransom"), "C4"),)
    loot = replace(state.loot, cards=(*state.loot.cards, LootCard(turn.seat, card)))
    return replace(apply_lines(state, lines), loot=loot), lines
