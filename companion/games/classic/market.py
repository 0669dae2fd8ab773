"""The moves of a trading post: sell, buy, and take a card from a player (C9 to C11, C16, C18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.classic.cards import GoodsCard, without
from companion.games.classic.conditions import check_honour_sale, check_needed, check_partner, shortfall
from companion.games.classic.hands import empty_stack_text, hand_of, may_be_in_stack, stack_size
from companion.games.classic.hasard_effects import apply_effects
from companion.games.classic.labels import card_word, cards_word
from companion.games.classic.moves import Buy, Location, SaleItem, Sell, Trade
from companion.games.classic.state import Phase, Setup, State, Turn
from companion.games.classic.state_changes import (
    Lines,
    Outcome,
    apply_lines,
    besant_lines,
    card_line,
    settle_debt,
    with_hand,
    with_turn,
)
from companion.rules.moves import Line
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say


def sell(setup: Setup, state: State, turn: Turn, move: Sell) -> Outcome:
    """Sell cards to the bank at face value, shown to everyone (C9); to pay a fine, anywhere (C16)."""
    ruling = "C16" if shortfall(setup, state, turn) else "C9"
    honour = move.what if move.what in (SaleItem.TABLE, SaleItem.SECRET) else None
    if not move.cards and honour is None:
        raise IllegalMoveError(say("classic.refused.sell_what"), "C9")
    if any(_too_many(setup, move.cards.count(card), card) for card in move.cards):
        raise IllegalMoveError(say("classic.refused.no_such_card"), "C9")
    if setup.rules.full and without(hand_of(state, turn.seat).goods, move.cards) is None:
        private_reason = say("classic.lacks.card", card=cards_word(move.cards))
        raise IllegalMoveError(say("classic.refused.not_held"), "C9", private=private_reason)
    lines = tuple(_goods_sale_lines(setup, state, turn.seat, move.cards, ruling))
    if honour is not None:
        check_honour_sale(setup, state, turn)
        lines += _honour_sale_lines(setup, state, turn.seat, honour, ruling)
    check_needed(setup, state, turn, move.cards, _honour_value(setup, honour))
    sold_for_ransom = True if turn.phase is Phase.RANSOM else None
    return settle_debt(state, replace(turn, sold=sold_for_ransom), lines)


def _too_many(setup: Setup, number: int, card: GoodsCard) -> bool:
    """Return whether no hand can have this many copies of a card; where hands are tracked, the hand itself counts."""
    copies = setup.edition.copies(card)
    return copies == 0 or (number > copies and not setup.rules.full)


def buy(setup: Setup, state: State, turn: Turn, move: Buy) -> Outcome:
    """Buy the top card of the post's stack: goods go into the hand, a Hasard takes effect at once (C10)."""
    if move.colour not in setup.edition.colours or (turn.colour and move.colour is not turn.colour):
        raise IllegalMoveError(say("classic.refused.post_colour"), "C10")
    if move.hasard is not None and move.value is not None:
        raise IllegalMoveError(say("classic.refused.one_card"), "C10")
    turn = replace(turn, colour=move.colour, bought=turn.bought + 1)
    if turn.place is Location.POST:  # the card tells the colour of the post
        state = with_hand(state, turn.seat, replace(hand_of(state, turn.seat), colour=move.colour))
    why = say("classic.why.buy" if move.hasard is None else "classic.why.buy_hasard")
    paid = besant_lines(turn.seat, -setup.edition.price, why, "C10")
    if move.hasard is not None:
        if not setup.edition.hasards:
            raise IllegalMoveError(say("classic.refused.no_hasard"), "C19")
        return apply_effects(setup, apply_lines(state, paid), turn, move.hasard, paid)
    lines = paid
    if setup.rules.full:
        if move.value is None:
            raise IllegalMoveError(say("classic.refused.one_card"), "C10")
        card = GoodsCard(move.colour, move.value)
        check_in_stack(setup, state, turn.seat, card)
        lines = (*paid, card_line(turn.seat, card, 1, say("classic.why.buy"), "C10"))
    return with_turn(apply_lines(state, lines), turn), lines


def check_in_stack(setup: Setup, state: State, seat: int, card: GoodsCard) -> None:
    """Check that this card can come from its stack (C19), as far as its seat can know. Raises IllegalMoveError."""
    if not setup.edition.copies(card):
        raise IllegalMoveError(say("classic.refused.no_such_card"), "C19")
    if not stack_size(setup, state, card.colour):
        raise IllegalMoveError(empty_stack_text(setup), "C19")
    if not may_be_in_stack(setup, state, seat, card):
        private_reason = say("classic.lacks.copies", card=card_word(card), n=setup.edition.copies(card))
        raise IllegalMoveError(say("classic.refused.no_more"), "C19", private=private_reason)


def trade(setup: Setup, state: State, turn: Turn, seat: int, move: Trade) -> Outcome:
    """Pay a player at this post for a card taken at random, which that player cannot refuse (C11)."""
    if turn.asked:
        return _name_card(setup, state, turn, seat, move)
    check_partner(setup, state, turn, move.other)
    price, why = setup.edition.trade_price, say("classic.why.trade", seat=move.other)
    lines = besant_lines(turn.seat, -price, why, "C11")
    lines += besant_lines(move.other, price, say("classic.why.trade", seat=turn.seat), "C11")
    needs_naming = setup.rules.full and move.card is None
    turn = replace(turn, traded=(*turn.traded, move.other), asked=move.other if needs_naming else None)
    if setup.rules.full and move.card is not None:
        lines += _handover_lines(state, move.other, turn.seat, move.card)
    return with_turn(apply_lines(state, lines), turn), lines


def _name_card(setup: Setup, state: State, turn: Turn, seat: int, move: Trade) -> Outcome:
    """Name the card that was taken, which is the move of the player who had it."""
    if move.other != turn.seat:
        raise IllegalMoveError(say("classic.refused.not_here", seat=move.other), "C11")
    if move.card is None:
        raise IllegalMoveError(say("classic.refused.name_card"), "C11")
    lines = _handover_lines(state, seat, turn.seat, move.card)
    return with_turn(apply_lines(state, lines), replace(turn, asked=None)), lines


def _handover_lines(state: State, giver: int, taker: int, card: GoodsCard) -> Lines:
    if without(hand_of(state, giver).goods, [card]) is None:
        raise IllegalMoveError(say("classic.refused.not_in_hand", seat=giver), "C11")
    giver_line = card_line(giver, card, -1, say("classic.why.trade", seat=taker), "C11")
    return (giver_line, card_line(taker, card, 1, say("classic.why.trade", seat=giver), "C11"))


def _goods_sale_lines(
    setup: Setup, state: State, seat: int, cards: tuple[GoodsCard, ...], ruling: str
) -> Iterator[Line]:
    why = say("classic.why.sell")
    for card in cards:
        if setup.rules.full:
            yield card_line(seat, card, -1, why, ruling, public=True)
        yield Line(seat, "besants", card.value, why, ruling)


def _honour_sale_lines(setup: Setup, state: State, seat: int, honour: SaleItem, ruling: str) -> Lines:
    hand = hand_of(state, seat)
    held = hand.table is not None if honour is SaleItem.TABLE else hand.secrets > 0
    if not held:
        raise IllegalMoveError(say(f"classic.refused.no_{honour.value}"), ruling)
    why = say(f"classic.why.sell_{honour.value}")
    value = _honour_value(setup, honour) or 0
    return (Line(seat, honour.value, -1, why, ruling), *besant_lines(seat, value, why, ruling))


def _honour_value(setup: Setup, honour: SaleItem | None) -> int | None:
    """Return the besants that the bank pays for a Table or Secret; None for neither."""
    values = {SaleItem.TABLE: setup.edition.table_value, SaleItem.SECRET: setup.edition.secret_value}
    return values[honour] if honour is not None else None
