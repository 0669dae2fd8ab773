"""How things are called: cards, places and effects, as texts."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.classic.cards import Card, Colour, Effect
from companion.rules.text import Text, listed, say


def colour_word(colour: Colour) -> Text:
    """A colour of goods."""
    return say(f"classic.colour.{colour.value}")


def card_word(card: Card) -> Text:
    """A goods card."""
    return say("classic.card", colour=colour_word(card.colour), value=card.value)


def cards_word(cards: Sequence[Card]) -> Text:
    """One or more goods cards."""
    return listed([card_word(card) for card in cards])


def effect_word(effect: Effect) -> Text:
    """What a Hasard does."""
    card = effect.lose or effect.gain
    if card:
        return say(f"classic.effect.{effect.sort}", card=card_word(card))
    if effect.sort == "besants":
        return say("classic.effect.besants", n=effect.besants or 0)
    if effect.sort == "note" and effect.note:
        return say("classic.effect.noted", note=effect.note)
    return say(f"classic.effect.{effect.sort}")
