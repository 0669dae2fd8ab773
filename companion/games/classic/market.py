"""The moves of a trading post: sell, buy, and take a card from a player (C9 to C11, C16, C18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.classic.cards import Card, without
from companion.games.classic.conditions import check_honour, check_partner, fined
from companion.games.classic.hands import hand_of, may_exist, no_goods, stack
from companion.games.classic.hasard import befall
from companion.games.classic.moves import Buy, Sell, Sold, Trade
from companion.games.classic.state import Setup, State, Turn
from companion.games.classic.steps import Lines, Step, besants, card_line, counted, settled, with_turn
from companion.rules.moves import Line
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say


def sell(setup: Setup, state: State, turn: Turn, move: Sell) -> Step:
    """Cards at face value, shown to everyone, to the bank (C9); for a fine anywhere (C16)."""
    ruling = "C16" if fined(setup, state, turn) else "C9"
    honour = move.what if move.what in (Sold.TABLE, Sold.SECRET) else None
    if not move.cards and honour is None:
        raise IllegalMoveError(say("classic.refused.sell_what"), "C9")
    if any(not setup.edition.copies(card) for card in move.cards):
        raise IllegalMoveError(say("classic.refused.no_such_card"), "C9")
    if setup.rules.full and without(hand_of(state, turn.seat).goods, move.cards) is None:
        mine = say("classic.lacks.card", card=", ".join(map(str, move.cards)))
        raise IllegalMoveError(say("classic.refused.not_held"), "C9", private=mine)
    lines = tuple(_goods_sold(setup, state, turn.seat, move.cards, ruling))
    if honour is not None:
        check_honour(setup, counted(state, lines), turn)
        lines += _honour_sold(setup, state, turn.seat, honour, ruling)
    return settled(state, turn, lines)


def buy(setup: Setup, state: State, turn: Turn, move: Buy) -> Step:
    """The top card of the post's stack, 20 besants: goods into the hand, or a Hasard that is done at once (C10)."""
    if move.colour not in setup.edition.colours or (turn.colour and move.colour is not turn.colour):
        raise IllegalMoveError(say("classic.refused.post_colour"), "C10")
    if move.hasard is not None and move.value is not None:
        raise IllegalMoveError(say("classic.refused.one_card"), "C10")
    turn = replace(turn, colour=move.colour, bought=turn.bought + 1)
    why = say("classic.why.buy" if move.hasard is None else "classic.why.buy_hasard")
    paid = besants(turn.seat, -setup.edition.price, why, "C10")
    if move.hasard is not None:
        if not setup.edition.hasards:
            raise IllegalMoveError(say("classic.refused.no_hasard"), "C19")
        return befall(setup, counted(state, paid), turn, move.hasard, paid)
    lines = paid
    if setup.rules.full:
        if move.value is None:
            raise IllegalMoveError(say("classic.refused.one_card"), "C10")
        card = Card(move.colour, move.value)
        check_left(setup, state, turn.seat, card)
        lines = (*paid, card_line(turn.seat, card, 1, say("classic.why.buy"), "C10"))
    return with_turn(counted(state, lines), turn), lines


def check_left(setup: Setup, state: State, seat: int, card: Card) -> None:
    """Whether this card can come from its stack (C19), as far as its seat can know. Raises IllegalMoveError."""
    if not setup.edition.copies(card):
        raise IllegalMoveError(say("classic.refused.no_such_card"), "C19")
    if not stack(setup, state, card.colour):
        raise IllegalMoveError(no_goods(setup), "C19")
    if not may_exist(setup, state, seat, card):
        mine = say("classic.lacks.copies", card=str(card), n=setup.edition.copies(card))
        raise IllegalMoveError(say("classic.refused.no_more"), "C19", private=mine)


def trade(setup: Setup, state: State, turn: Turn, seat: int, move: Trade) -> Step:
    """30 besants to a player here, for a card at random that the other cannot refuse (C11)."""
    if turn.asked:
        return _named(setup, state, turn, seat, move)
    check_partner(setup, state, turn, move.other)
    price, why = setup.edition.trade_price, say("classic.why.trade", seat=move.other)
    lines = besants(turn.seat, -price, why, "C11")
    lines += besants(move.other, price, say("classic.why.trade", seat=turn.seat), "C11")
    asks = setup.rules.full and move.card is None
    turn = replace(turn, traded=(*turn.traded, move.other), asked=move.other if asks else None)
    if setup.rules.full and move.card is not None:
        lines += _handed_over(state, move.other, turn.seat, move.card)
    return with_turn(counted(state, lines), turn), lines


def _named(setup: Setup, state: State, turn: Turn, seat: int, move: Trade) -> Step:
    """The player whose card was taken says which it was."""
    if move.other != turn.seat:
        raise IllegalMoveError(say("classic.refused.not_here", seat=move.other), "C11")
    if move.card is None:
        raise IllegalMoveError(say("classic.refused.name_card"), "C11")
    lines = _handed_over(state, seat, turn.seat, move.card)
    return with_turn(counted(state, lines), replace(turn, asked=None)), lines


def _handed_over(state: State, giver: int, taker: int, card: Card) -> Lines:
    if without(hand_of(state, giver).goods, [card]) is None:
        raise IllegalMoveError(say("classic.refused.not_in_hand", seat=giver), "C11")
    given = card_line(giver, card, -1, say("classic.why.trade", seat=taker), "C11")
    return (given, card_line(taker, card, 1, say("classic.why.trade", seat=giver), "C11"))


def _goods_sold(setup: Setup, state: State, seat: int, cards: tuple[Card, ...], ruling: str) -> Iterator[Line]:
    why = say("classic.why.sell")
    for card in cards:
        if setup.rules.full:
            yield card_line(seat, card, -1, why, ruling, shown=True)
        yield Line(seat, "besants", card.value, why, ruling)


def _honour_sold(setup: Setup, state: State, seat: int, honour: Sold, ruling: str) -> Lines:
    hand, edition = hand_of(state, seat), setup.edition
    held = hand.table is not None if honour is Sold.TABLE else hand.secrets > 0
    if not held:
        raise IllegalMoveError(say(f"classic.refused.no_{honour.value}"), ruling)
    value = edition.table_value if honour is Sold.TABLE else edition.secret_value
    why = say(f"classic.why.sell_{honour.value}")
    return (Line(seat, honour.value, -1, why, ruling), *besants(seat, value, why, ruling))
