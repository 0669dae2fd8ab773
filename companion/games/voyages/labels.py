"""Labels of places, characters, amounts, dice and city cards."""

from __future__ import annotations

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.coloured_dice import ColouredDie
from companion.games.voyages.printed_parts import CardKind, CityCard, Person
from companion.games.voyages.state import SEATS, Setup
from companion.rules.text import Text, join_texts, say


def place_label(place: str) -> Text:
    """Return the name of a place."""
    return say(f"voyages.place.{place.lower()}")


def person_label(person: Person) -> Text:
    """Return the name of a character."""
    return say(f"voyages.person.{person.value}")


def character_power(setup: Setup, person: Person) -> Text:
    """Return what a character does, in one or two sentences (V34 to V41)."""
    edition, figures = setup.edition, setup.edition.character[person]
    posts = edition.start.posts + figures.posts
    seats = min(max(len(setup.names), SEATS[0]), SEATS[-1])
    key = f"{person.value}.{seats}" if person is Person.MERCATOR else person.value
    return say(
        f"voyages.power.{key}",
        income=amounts_label(figures.income),
        posts=posts,
        points=dict(edition.scoring.posts).get(posts, 0),
        beijing=edition.scoring.beijing[0],
        place=place_label(edition.beijing),
    )


def amount_label(thing: str, n: int) -> Text:
    """Return an amount of one thing with its number: "3 gold"."""
    return say(f"voyages.amount.{thing}", n=n)


def amounts_label(amounts: Amounts) -> Text:
    """Return all amounts that are printed: "3 gold and 1 camel", or "nothing"."""
    parts = [amount_label(thing, n) for thing, n in amounts.every]
    return join_texts(parts) if parts else say("voyages.amount.nothing")


def die_label(die: ColouredDie) -> Text:
    """Return the colour and value of a die; a die of Raschid's has no value yet."""
    colour = say(f"voyages.colour.{die.colour}")
    if die.value is None:
        return say("voyages.die.unset", colour=colour)
    return say("voyages.die", colour=colour, value=die.value)


def card_label(card: CityCard) -> Text:
    """Return the effect of a city card (V22)."""
    match card.kind:
        case CardKind.EITHER:
            first, second = (
                say("voyages.card.for", pays=amounts_label(direction.pays), gets=amounts_label(direction.gets))
                for direction in card.ways
            )
            return say("voyages.card.either", one=first, other=second)
        case CardKind.PER_CONTRACT | CardKind.PER_POST:
            return say(f"voyages.card.{card.kind.value}", gets=amounts_label(card.reward))
        case CardKind.BY_DIE:
            low, high = amounts_label(card.rows[0]), amounts_label(card.rows[-1])
            return say("voyages.card.by_die", low=low, high=high)
    return say("voyages.card.for", pays=amounts_label(card.cost), gets=amounts_label(card.reward))
