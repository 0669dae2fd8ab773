"""The things of a game of 1983: besants, goods cards and their colours, the two honours, and what else is held."""

from __future__ import annotations

from dataclasses import replace

from companion.games.classic.called import card_word, colour_word
from companion.games.classic.cards import Card, Colour
from companion.games.classic.state import Terms
from companion.rules.components import Amount, Kind, Printed, Thing, UnknownThingError, Way, called, drawn

_COLOURS = {colour.value: colour for colour in Colour}
_SIGNS = {"land": "camel", "sea": "ship", "fight": "sabres", "victory": "crown"}


def thing(terms: Terms, name: str) -> Thing:  # noqa: C901 - one short case a kind
    """What holdings, lines and choices name; a goods card by colour and value (`blue:80`), a colour by itself.

    What is only drawn beside an offer is named as well: both ways to travel, a fight, a post (`post:blue`), victory.

    Raises UnknownThingError, also for a card that the edition does not have.
    """
    if name in _COLOURS:
        word = colour_word(_COLOURS[name])
        return Thing(name=name, word=word, kind=Kind.COLOUR, colour=name, page_glyph=f"goods_{name}")
    if name.startswith("post:"):
        return _post(terms, name)
    if ":" in name:
        return _card(terms, name)
    if name in _SIGNS:
        return sign(name)
    edition = terms.edition
    match name:
        case "besants":
            return drawn(Thing(name=name, word=called("classic.thing.besants"), kind=Kind.AMOUNT, worth=1), "coin")
        case "loot":
            word = called("classic.thing.loot")
            return replace(drawn(Thing(name=name, word=word, kind=Kind.AMOUNT, worth=0), "coin"), page_glyph="loot")
        case "table":
            word, worth = called("classic.thing.table"), edition.table_value
            return replace(
                drawn(Thing(name=name, word=word, kind=Kind.TILE, worth=worth), "gold"), page_glyph="golden_table"
            )
        case "secret":
            word, worth = called("classic.thing.secret"), edition.secret_value
            return replace(drawn(Thing(name=name, word=word, kind=Kind.TILE, worth=worth), "gold"), page_glyph="scroll")
        case "hasard":
            return Thing(name=name, word=called("classic.hasard"), kind=Kind.CARD, worth=0, page_glyph="hasard")
        case "cards":
            return Thing(name=name, word=called("classic.thing.cards"), kind=Kind.AMOUNT)
        case "goods":
            goods = Thing(name=name, word=called("classic.thing.goods"), kind=Kind.HELD)
            return replace(drawn(goods, "silk"), page_glyph=None)
        case "stage":
            return Thing(name=name, word=called("classic.thing.stage"), kind=Kind.SAID)
    raise UnknownThingError("classic", name)


def sign(name: str) -> Thing:
    """What is only drawn, beside what it stands for: `land`, `sea`, a `fight`, `victory`."""
    return drawn(Thing(name=name, word=called(f"classic.thing.{name}"), kind=Kind.SAID), _SIGNS[name])


def _post(terms: Terms, name: str) -> Thing:
    """A trading post of a colour."""
    colour = name.removeprefix("post:")
    if colour not in _COLOURS:
        raise UnknownThingError("classic", name)
    post = Thing(name=name, word=called("classic.offer.post", colour=colour_word(_COLOURS[colour])), kind=Kind.SAID)
    return replace(drawn(post, "post"), page_glyph=f"goods_{colour}")


def _card(terms: Terms, name: str) -> Thing:
    """A goods card: the bank pays what is printed on it."""
    colour, _, value = name.partition(":")
    if colour not in _COLOURS or not (value.isascii() and value.isdecimal()):
        raise UnknownThingError("classic", name)
    card = Card(_COLOURS[colour], int(value))
    if str(card) != name or not terms.edition.copies(card):
        raise UnknownThingError("classic", name)
    return Thing(
        name=name,
        word=card_word(card),
        kind=Kind.CARD,
        page_glyph=f"goods_{card.colour.value}",
        colour=card.colour.value,
        worth=card.value,
        printed=Printed(ways=(Way(gives=(Amount("besants", card.value),)),)),
    )
