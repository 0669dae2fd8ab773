"""How places, characters, amounts and dice are called."""

from __future__ import annotations

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.cards import CardKind, CityCard, Person
from companion.games.voyages.dice import Die
from companion.rules.text import Text, listed, say


def place_word(place: str) -> Text:
    """A place by its name."""
    return say(f"voyages.place.{place.lower()}")


def person_word(person: Person) -> Text:
    """A character by name."""
    return say(f"voyages.person.{person.value}")


def so_many(what: str, n: int) -> Text:
    """So many of one thing, with the number: "3 gold"."""
    return say(f"voyages.amount.{what}", n=n)


def amounts_word(amounts: Amounts) -> Text:
    """All that is printed, "3 gold and 1 camel"; "nothing" where it is nothing."""
    told = [so_many(what, n) for what, n in amounts.every]
    return listed(told) if told else say("voyages.amount.nothing")


def die_word(die: Die) -> Text:
    """A die by its colour and value; one of Raschid's has none yet."""
    colour = say(f"voyages.colour.{die.colour}")
    if die.value is None:
        return say("voyages.die.unset", colour=colour)
    return say("voyages.die", colour=colour, value=die.value)


def card_word(card: CityCard) -> Text:
    """A city card by what it does (V22)."""
    match card.kind:
        case CardKind.EITHER:
            one, other = (
                say("voyages.card.for", pays=amounts_word(w.pays), gets=amounts_word(w.gets)) for w in card.ways
            )
            return say("voyages.card.either", one=one, other=other)
        case CardKind.PER_CONTRACT | CardKind.PER_POST:
            return say(f"voyages.card.{card.kind.value}", gets=amounts_word(card.reward))
        case CardKind.BY_DIE:
            low, high = amounts_word(card.rows[0]), amounts_word(card.rows[-1])
            return say("voyages.card.by_die", low=low, high=high)
    return say("voyages.card.for", pays=amounts_word(card.cost), gets=amounts_word(card.reward))
