"""Questions about the hands: fortunes, gifts, stacks, and what a seat lacks for the return."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from companion.games.classic.cards import Colour, GoodsCard, sorted_cards, without
from companion.games.classic.edition import Edition
from companion.games.classic.state import GoldenTable, Hand, Setup, State
from companion.rules.text import Text, join_texts, say


def seats_of(state: State) -> range:
    """Return the seats, from 1."""
    return range(1, len(state.hands) + 1)


def hand_of(state: State, seat: int) -> Hand:
    """Return the hand of a seat."""
    return state.hands[seat - 1]


def fortune(setup: Setup, state: State, seat: int) -> int:
    """Return the sum of notes, goods and honours (Table and Secrets) at face value; untracked goods count nothing
    (C14).
    """
    hand, edition = hand_of(state, seat), setup.edition
    honours = edition.table_value * (hand.table is not None) + edition.secret_value * hand.secrets
    return hand.besants + sum(card.value for card in hand.goods) + honours


def may_have_something_to_sell(setup: Setup, state: State, seat: int) -> bool:
    """Return whether a seat may hold anything that the bank buys; for an untracked hand only the players know."""
    hand = hand_of(state, seat)
    return bool(hand.goods or hand.table or hand.secrets) or not setup.rules.full


def is_ruined(state: State, seat: int) -> bool:
    """Return whether a seat has nothing at all, as far as it is tracked (C17)."""
    hand = hand_of(state, seat)
    return not (hand.besants or hand.goods or hand.table or hand.secrets)


def gift_choices(setup: Setup, state: State, seat: int) -> tuple[tuple[GoodsCard, ...], ...]:
    """Return every combination of gifts for the Khan from a hand, regardless of colours (C12)."""
    edition, goods = setup.edition, hand_of(state, seat).goods
    gift_cards = sorted({card for card in goods if card.value == edition.gift_value}, key=str)
    combinations = combinations_with_replacement(gift_cards, edition.gifts)
    return tuple(sorted_cards(combination) for combination in combinations if without(goods, combination) is not None)


def gifts_acceptable(setup: Setup, state: State, cards: tuple[GoodsCard, ...]) -> bool:
    """Return whether gifts have enough colours: two if the house rule requires it (C20)."""
    return not setup.rules.gifts_two_colours or setup.edition.gifts == 1 or len({card.colour for card in cards}) > 1


def has_gifts(setup: Setup, state: State, seat: int) -> bool:
    """Return whether a seat could satisfy the Khan now (C12); an untracked hand is taken on trust."""
    return not setup.rules.full or any(
        gifts_acceptable(setup, state, combination) for combination in gift_choices(setup, state, seat)
    )


def stack_size(setup: Setup, state: State, colour: Colour) -> int:
    """Return the number of goods of a colour left to buy, without Hasards: anyone can count that at the table (C19)."""
    held = sum(card.colour is colour for hand in state.hands for card in hand.goods)
    loot = sum(loot_card.card is not None and loot_card.card.colour is colour for loot_card in state.loot.cards)
    return max(0, setup.edition.goods_per_colour - held - loot)


def empty_stack_text(setup: Setup) -> Text:
    """Return the text for a stack without goods: Hasards return to it at once, so they can still be drawn (C19)."""
    return say("classic.stack.hasards" if setup.edition.hasards else "classic.refused.empty_stack")


def may_be_in_stack(setup: Setup, state: State, seat: int, card: GoodsCard) -> bool:
    """Return whether this card can still be in its stack, as far as this seat can know.

    Only the size of the stack, the seat's own hand and the ransoms it paid count. Refusing a card because the others
    hold all its copies would reveal what they hold.
    """
    known_cards = [
        *hand_of(state, seat).goods,
        *(loot_card.card for loot_card in state.loot.cards if loot_card.seat == seat),
    ]
    return stack_size(setup, state, card.colour) > 0 and known_cards.count(card) < setup.edition.copies(card)


def besants_paid_out(state: State) -> int:
    """Return the besants that the bank has paid out, including those in the loot space (C19)."""
    return sum(hand.besants for hand in state.hands) + state.loot.besants


def missing_for_return(edition: Edition, fortune: int, goods: tuple[GoodsCard, ...]) -> tuple[Text, ...]:
    """Return what goods and fortune lack for the return, each in words; empty if nothing is lacking (C14)."""
    missing = [say("classic.lacks.besants", n=edition.threshold - fortune)] if fortune < edition.threshold else []
    for colour in edition.each_of:
        held = sum(card.colour is colour for card in goods)
        word = say(f"classic.colour.{colour.value}")
        if held < edition.min_each:
            missing.append(say("classic.lacks.more", colour=word, n=edition.min_each - held))
        elif held > edition.max_each:
            missing.append(say(_SURPLUS, colour=word, n=held - edition.max_each))
    return tuple(missing)


_SURPLUS = "classic.lacks.fewer"


def missing_line(missing: Text) -> Text:
    """Return one thing that the return lacks, as a separate line."""
    return missing if missing.key == _SURPLUS else say("classic.lacks.still", what=missing)


def missing_sentence(missing: Sequence[Text]) -> Text:
    """Return everything that the return lacks as one sentence."""
    needs = [text for text in missing if text.key != _SURPLUS]
    surplus = [text for text in missing if text.key == _SURPLUS]
    if not surplus:
        return say("classic.lacks.needs", needs=join_texts(needs))
    if not needs:
        return say("classic.lacks.surplus", surplus=join_texts(surplus))
    return say("classic.lacks.both", needs=join_texts(needs), surplus=join_texts(surplus))


def holds_table_and_secret(hand: Hand) -> bool:
    """Return whether a hand has the turned Table and a Secret (C18)."""
    return hand.table is GoldenTable.TURNED and hand.secrets > 0
