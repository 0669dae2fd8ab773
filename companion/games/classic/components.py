"""The components of the game of 1983: besants, goods cards and their colours, Table and Secret, and other holdings."""

from __future__ import annotations

from dataclasses import replace

from companion.games.classic.called import card_word, colour_word
from companion.games.classic.cards import Card, Colour
from companion.games.classic.state import Setup
from companion.rules.components import Amount, Component, Kind, Printed, UnknownComponentError, Way, called, drawn

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
        return Component(name=name, word=word, kind=Kind.COLOUR, colour=name, page_glyph=f"goods_{name}")
    if name.startswith("post:"):
        return _post(setup, name)
    if ":" in name:
        return _card(setup, name)
    if name in _SIGNS:
        return sign(name)
    edition = setup.edition
    match name:
        case "besants":
            return drawn(Component(name=name, word=called("classic.thing.besants"), kind=Kind.AMOUNT, worth=1), "coin")
        case "loot":
            word = called("classic.thing.loot")
            return replace(drawn(Component(name=name, word=word, kind=Kind.AMOUNT, worth=0), "coin"), page_glyph="loot")
        case "table":
            word, worth = called("classic.thing.table"), edition.table_value
            return replace(
                drawn(Component(name=name, word=word, kind=Kind.TILE, worth=worth), "gold"), page_glyph="golden_table"
            )
        case "secret":
            word, worth = called("classic.thing.secret"), edition.secret_value
            return replace(
                drawn(Component(name=name, word=word, kind=Kind.TILE, worth=worth), "gold"), page_glyph="scroll"
            )
        case "hasard":
            return Component(name=name, word=called("classic.hasard"), kind=Kind.CARD, worth=0, page_glyph="hasard")
        case "cards":
            return Component(name=name, word=called("classic.thing.cards"), kind=Kind.AMOUNT)
        case "goods":
            goods = Component(name=name, word=called("classic.thing.goods"), kind=Kind.HELD)
            return replace(drawn(goods, "silk"), page_glyph=None)
        case "stage":
            return Component(name=name, word=called("classic.thing.stage"), kind=Kind.SAID)
    raise UnknownComponentError("classic", name)


def sign(name: str) -> Component:
    """Return a component that is only drawn beside a text: `land`, `sea`, `fight` or `victory`."""
    return drawn(Component(name=name, word=called(f"classic.thing.{name}"), kind=Kind.SAID), _SIGNS[name])


def _post(setup: Setup, name: str) -> Component:
    """Return the component of a trading post, named `post:` and its colour."""
    colour = name.removeprefix("post:")
    if colour not in _COLOURS:
        raise UnknownComponentError("classic", name)
    post = Component(name=name, word=called("classic.offer.post", colour=colour_word(_COLOURS[colour])), kind=Kind.SAID)
    return replace(drawn(post, "post"), page_glyph=f"goods_{colour}")


def _card(setup: Setup, name: str) -> Component:
    """Return the component of a goods card; the bank pays the value printed on it."""
    colour, _, value = name.partition(":")
    if colour not in _COLOURS or not (value.isascii() and value.isdecimal()):
        raise UnknownComponentError("classic", name)
    card = Card(_COLOURS[colour], int(value))
    if str(card) != name or not setup.edition.copies(card):
        raise UnknownComponentError("classic", name)
    return Component(
        name=name,
        word=card_word(card),
        kind=Kind.CARD,
        page_glyph=f"goods_{card.colour.value}",
        colour=card.colour.value,
        worth=card.value,
        printed=Printed(ways=(Way(gives=(Amount("besants", card.value),)),)),
    )
