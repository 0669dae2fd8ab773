"""The components of the game of 1983: besants, goods cards and their colours, Table and Secret, and other holdings."""

from __future__ import annotations

from dataclasses import replace

from companion.games.classic.cards import Colour, GoodsCard
from companion.games.classic.labels import card_word, colour_word
from companion.games.classic.state import Setup
from companion.rules.components import (
    Amount,
    CardFace,
    Component,
    ComponentKind,
    ComponentUse,
    UnknownComponentError,
    component_word,
    with_glyph,
)

_COLOURS = {colour.value: colour for colour in Colour}
_SIGNS = {"land": "camel", "sea": "ship", "fight": "sabres", "victory": "crown"}


def component(setup: Setup, name: str) -> Component:  # noqa: C901 - one short case a kind
    """Return the component with this name, as used in holdings, lines and choices.

    A goods card is named by colour and value (`blue:80`), a colour by its name. Some names are only drawn beside an
    offer: the two routes, a fight, a post (`post:blue`), victory.

    Raises UnknownComponentError, also for a card that the edition does not have.
    """
    if name in _COLOURS:
        word = colour_word(_COLOURS[name])
        return Component(name=name, word=word, kind=ComponentKind.COLOUR, colour=name, page_glyph=f"goods_{name}")
    if name.startswith("post:"):
        return _trading_post(setup, name)
    if ":" in name:
        return _card(setup, name)
    if name in _SIGNS:
        return sign(name)
    edition = setup.edition
    match name:
        case "besants":
            return with_glyph(
                Component(name=name, word=component_word("classic.thing.besants"), kind=ComponentKind.AMOUNT, worth=1),
                "coin",
            )
        case "loot":
            word = component_word("classic.thing.loot")
            return with_glyph(Component(name=name, word=word, kind=ComponentKind.AMOUNT, worth=0), "loot")
        case "table":
            word, worth = component_word("classic.thing.table"), edition.table_value
            return replace(
                with_glyph(Component(name=name, word=word, kind=ComponentKind.TILE, worth=worth), "gold"),
                page_glyph="golden_table",
            )
        case "secret":
            word, worth = component_word("classic.thing.secret"), edition.secret_value
            return replace(
                with_glyph(Component(name=name, word=word, kind=ComponentKind.TILE, worth=worth), "gold"),
                page_glyph="scroll",
            )
        case "hasard":
            return Component(
                name=name, word=component_word("classic.hasard"), kind=ComponentKind.CARD, worth=0, page_glyph="hasard"
            )
        case "cards":
            return Component(name=name, word=component_word("classic.thing.cards"), kind=ComponentKind.AMOUNT)
        case "goods":
            goods = Component(name=name, word=component_word("classic.thing.goods"), kind=ComponentKind.LIST)
            return replace(with_glyph(goods, "silk"), page_glyph=None)
        case "stage":
            return Component(name=name, word=component_word("classic.thing.stage"), kind=ComponentKind.WORDS)
    raise UnknownComponentError("classic", name)


def sign(name: str) -> Component:
    """Return a component that is only drawn beside a text: `land`, `sea`, `fight` or `victory`."""
    return with_glyph(
        Component(name=name, word=component_word(f"classic.thing.{name}"), kind=ComponentKind.WORDS), _SIGNS[name]
    )


def _trading_post(setup: Setup, name: str) -> Component:
    """Return the component of a trading post, named `post:` and its colour."""
    colour = name.removeprefix("post:")
    if colour not in _COLOURS:
        raise UnknownComponentError("classic", name)
    post = Component(
        name=name,
        word=component_word("classic.offer.post", colour=colour_word(_COLOURS[colour])),
        kind=ComponentKind.WORDS,
    )
    return replace(with_glyph(post, "post"), colour=colour, page_glyph=f"goods_{colour}")


def _card(setup: Setup, name: str) -> Component:
    """Return the component of a goods card; the bank pays the value printed on it."""
    colour, _, value = name.partition(":")
    if colour not in _COLOURS or not (value.isascii() and value.isdecimal()):
        raise UnknownComponentError("classic", name)
    card = GoodsCard(_COLOURS[colour], int(value))
    if str(card) != name or not setup.edition.copies(card):
        raise UnknownComponentError("classic", name)
    return Component(
        name=name,
        word=card_word(card),
        kind=ComponentKind.CARD,
        page_glyph=f"goods_{card.colour.value}",
        colour=card.colour.value,
        worth=card.value,
        face=CardFace(uses=(ComponentUse(gives=(Amount("besants", card.value),)),)),
    )
