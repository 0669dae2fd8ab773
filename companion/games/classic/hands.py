"""What can be said of the hands: fortunes, gifts, what is left to buy, and what a seat lacks."""

from __future__ import annotations

from itertools import combinations_with_replacement

from companion.games.classic.cards import Card, Colour, in_order, without
from companion.games.classic.edition import Edition
from companion.games.classic.state import GoldenTable, Hand, Setup, State
from companion.rules.text import Text, say


def seats_of(state: State) -> range:
    """The seats, from 1."""
    return range(1, len(state.hands) + 1)


def hand_of(state: State, seat: int) -> Hand:
    """What a seat has."""
    return state.hands[seat - 1]


def fortune(setup: Setup, state: State, seat: int) -> int:
    """Notes and everything held at its face value; of goods that are not tracked nothing (C14)."""
    hand, edition = hand_of(state, seat), setup.edition
    honours = edition.table_value * (hand.table is not None) + edition.secret_value * hand.secrets
    return hand.besants + sum(card.value for card in hand.goods) + honours


def has_to_sell(setup: Setup, state: State, seat: int) -> bool:
    """Whether a seat holds anything that the bank buys. Of hands that are not tracked one has to ask the table."""
    hand = hand_of(state, seat)
    return bool(hand.goods or hand.table or hand.secrets) or not setup.rules.full


def ruined(state: State, seat: int) -> bool:
    """Whether a seat has nothing at all, as far as is tracked (C17)."""
    hand = hand_of(state, seat)
    return not (hand.besants or hand.goods or hand.table or hand.secrets)


def gifts_of(setup: Setup, state: State, seat: int) -> tuple[tuple[Card, ...], ...]:
    """Every way to choose the Khan's gifts from a hand, whatever their colours (C12)."""
    edition, goods = setup.edition, hand_of(state, seat).goods
    dear = sorted({card for card in goods if card.value == edition.gift_value}, key=str)
    ways = combinations_with_replacement(dear, edition.gifts)
    return tuple(in_order(way) for way in ways if without(goods, way) is not None)


def gifts_please(setup: Setup, state: State, cards: tuple[Card, ...]) -> bool:
    """Whether gifts have colours enough: two where the house wants it (C20)."""
    return not setup.rules.gifts_two_colours or setup.edition.gifts == 1 or len({card.colour for card in cards}) > 1


def has_gifts(setup: Setup, state: State, seat: int) -> bool:
    """Whether a seat could satisfy the Khan now (C12); unknown hands are trusted."""
    return not setup.rules.full or any(gifts_please(setup, state, way) for way in gifts_of(setup, state, seat))


def stack(setup: Setup, state: State, colour: Colour) -> int:
    """How many goods of a colour are left to buy, Hasards aside: anyone can count that at the table (C19)."""
    held = sum(card.colour is colour for hand in state.hands for card in hand.goods)
    loot = sum(lying.card is not None and lying.card.colour is colour for lying in state.loot.cards)
    return max(0, setup.edition.goods_each - held - loot)


def no_goods(setup: Setup) -> Text:
    """What is said of a stack without goods: Hasards go back at once, so that one of these can still be drawn (C19)."""
    return say("classic.stack.hasards" if setup.edition.hasards else "classic.refused.empty_stack")


def may_exist(setup: Setup, state: State, seat: int, card: Card) -> bool:
    """Whether this card can still lie in its stack, as far as this very seat can know.

    Only its own hand and what it paid as ransom count besides the size of the stack: to refuse a card because the
    others hold all that are like it would tell what they hold.
    """
    known = [*hand_of(state, seat).goods, *(lying.card for lying in state.loot.cards if lying.seat == seat)]
    return stack(setup, state, card.colour) > 0 and known.count(card) < setup.edition.copies(card)


def notes_out(state: State) -> int:
    """Besants that the bank has given out, those in the loot space included (C19)."""
    return sum(hand.besants for hand in state.hands) + state.loot.besants


def lacking(edition: Edition, fortune: int, goods: tuple[Card, ...]) -> tuple[Text, ...]:
    """What goods and fortune still lack for the return, each in words; empty when nothing does (C14)."""
    found = [say("classic.lacks.besants", n=edition.threshold - fortune)] if fortune < edition.threshold else []
    for colour in edition.each_of:
        held = sum(card.colour is colour for card in goods)
        word = say(f"classic.colour.{colour.value}")
        if held < edition.min_each:
            found.append(say("classic.lacks.more", colour=word, n=edition.min_each - held))
        elif held > edition.max_each:
            found.append(say("classic.lacks.fewer", colour=word, n=held - edition.max_each))
    return tuple(found)


def holds_both(hand: Hand) -> bool:
    """Whether a hand has both honours (C18)."""
    return hand.table is GoldenTable.TURNED and hand.secrets > 0
