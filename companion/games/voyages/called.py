"""Labels of places, characters, amounts, dice and city cards."""

from __future__ import annotations

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.cards import CardKind, CityCard, Person
from companion.games.voyages.dice import Die
from companion.rules.text import Text, listed, say


def place_word(place: str) -> Text:
    """Return the name of a place."""
    return say(f"voyages.place.{place.lower()}")


def person_word(person: Person) -> Text:
    """Return the name of a character."""
    return say(f"voyages.person.{person.value}")


def so_many(what: str, n: int) -> Text:
    """Return an amount of one thing with its number: "3 gold"."""
    return say(f"voyages.amount.{what}", n=n)


def amounts_word(amounts: Amounts) -> Text:
    """Return all amounts that are printed: "3 gold and 1 camel", or "nothing"."""
    parts = [so_many(what, n) for what, n in amounts.every]
    return listed(parts) if parts else say("voyages.amount.nothing")


def die_word(die: Die) -> Text:
    """Return the colour and value of a die; a die of Raschid's has no value yet."""
    colour = say(f"voyages.colour.{die.colour}")
    if die.value is None:
        return say("voyages.die.unset", colour=colour)
    return say("voyages.die", colour=colour, value=die.value)


def card_word(card: CityCard) -> Text:
    """Return the effect of a city card (V22)."""
    match card.kind:
        case CardKind.EITHER:
            first, second = (
                say("voyages.card.for", pays=amounts_word(direction.pays), gets=amounts_word(direction.gets))
                for direction in card.ways
            )
            return say("voyages.card.either", one=first, other=second)
        case CardKind.PER_CONTRACT | CardKind.PER_POST:
            return say(f"voyages.card.{card.kind.value}", gets=amounts_word(card.reward))
        case CardKind.BY_DIE:
            low, high = amounts_word(card.rows[0]), amounts_word(card.rows[-1])
            return say("voyages.card.by_die", low=low, high=high)
    return say("voyages.card.for", pays=amounts_word(card.cost), gets=amounts_word(card.reward))
