"""Texts for cards, colours and Hasard effects."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.classic.cards import Colour, Effect, GoodsCard
from companion.rules.text import Text, join_texts, say


def colour_word(colour: Colour) -> Text:
    """Return the word for a colour of goods."""
    return say(f"classic.colour.{colour.value}")


def card_word(card: GoodsCard) -> Text:
    """Return the words for a goods card."""
    return say("classic.card", colour=colour_word(card.colour), value=card.value)


def cards_word(cards: Sequence[GoodsCard]) -> Text:
    """Return the words for one or more goods cards."""
    return join_texts([card_word(card) for card in cards])


def effect_word(effect: Effect) -> Text:
    """Return the words for an effect of a Hasard."""
    if effect.lose and effect.to is not None:
        return _handed_on(effect, card_word(effect.lose))
    card = effect.lose or effect.gain
    if card:
        return say(f"classic.effect.{effect.kind}", card=card_word(card))
    if effect.kind == "besants":
        return _payment_word(effect, effect.besants or 0)
    if effect.kind == "note" and effect.note:
        return say("classic.effect.noted", note=effect.note)
    return say(f"classic.effect.{effect.kind}")


def unseen_effect_word(effect: Effect) -> Text:
    """Return the words for an effect of a Hasard, without the card that the reader may not see."""
    if effect.gain is not None:
        return say("classic.effect.gain_unseen")
    if effect.lose is not None and effect.to is not None:
        return _handed_on(effect, say("classic.effect.a_card"))
    return effect_word(effect)


def _payment_word(effect: Effect, besants: int) -> Text:
    """Return the words for besants gained, or paid to the bank, to another seat or into the loot."""
    if effect.to is None:
        return say("classic.effect.besants", n=besants)
    if effect.to.seat is not None:
        return say("classic.effect.pay_seat", n=-besants, seat=effect.to.seat)
    return say("classic.effect.pay_loot", n=-besants)


def _handed_on(effect: Effect, card: Text) -> Text:
    """Return the words for a card lost to another seat or to the loot."""
    if effect.to is not None and effect.to.seat is not None:
        return say("classic.effect.lose_seat", card=card, seat=effect.to.seat)
    return say("classic.effect.lose_loot", card=card)
