"""The things of Voyages: what seats hold, dice, and cards and tiles with what is printed on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.called import amounts_word, card_word, die_word, place_word
from companion.games.voyages.cards import CardKind, CityCard, ContractCard, Person
from companion.games.voyages.dice import BLACK, WHITE, Die, die_named
from companion.games.voyages.options import PIECES
from companion.games.voyages.state import Setup
from companion.rules.components import Amount, Component, Kind, Printed, UnknownComponentError, Way, called, drawn
from companion.rules.text import Text, listed, say

_GLYPHS: Mapping[str, str] = {
    "coins": "coin",
    "camels": "camel",
    "pepper": "pepper",
    "silk": "silk",
    "gold": "gold",
    "points": "crown",
    "posts": "post",
    "contracts": "contract",
}
"""The drawing of what seats hold in numbers."""
_ASKING: Mapping[str, str | None] = {
    "good": "good",
    "two_goods": "two_goods",
    "own_town": None,
    "other_town": None,
    "contract": "contract",
    "black_die": "die",
    "step": "step",
    "bonus_tile": None,
    "income_tile": None,
}
"""What asks something of whoever gains it, and its drawing; printed on cards or waited for, held by nobody."""
COLOURS = (*PIECES, BLACK, WHITE)
_PEOPLE = {f"person:{one.value}" for one in Person}
"""The characters, each drawn beside its name on pages."""
_ON_THE_MAP: Mapping[str, str] = {"card": "city_card", "bonus": "bonus_tile", "income": "income_tile"}
"""How pages draw what lies at places, by its sort; the little screen has what is printed on it in words."""


def component(setup: Setup, name: str) -> Component:
    """What holdings, lines and choices name; cards and tiles by their sort: `contract:K04`, `card:C22`, `blue:4`.

    Raises UnknownComponentError, also for a card that the edition does not have.
    """
    if name in _GLYPHS:
        worth = int(name == "points")
        return drawn(
            Component(name=name, word=called(f"voyages.thing.{name}"), kind=Kind.AMOUNT, worth=worth), _GLYPHS[name]
        )
    if name in _ASKING:
        colour = BLACK if name == "black_die" else None
        plain = Component(name=name, word=called(f"voyages.thing.{name}"), kind=Kind.AMOUNT, colour=colour)
        glyph = _ASKING[name]
        return drawn(plain, glyph) if glyph else plain
    if name == "dice":
        return _as_die(Component(name=name, word=called("voyages.thing.dice"), kind=Kind.HELD))
    sort, _, card = name.partition(":")
    if sort in COLOURS:
        return _die(name)
    if name in _PEOPLE:
        return Component(name=name, word=called(f"voyages.person.{card}"), kind=Kind.PIECE, page_glyph=card)
    if sort in _CARDS:
        found = _CARDS[sort](setup, card)
        if found is not None:
            return replace(found, page_glyph=_ON_THE_MAP.get(sort))
    raise UnknownComponentError("voyages", name)


def _die(name: str) -> Component:
    colour, _, value = name.partition(":")
    die = Die(colour, None) if value == "*" else die_named(name)
    if die is None:
        raise UnknownComponentError("voyages", name)
    return _as_die(Component(name=name, word=die_word(die), kind=Kind.DIE, colour=colour))


def _as_die(plain: Component) -> Component:
    """Drawn as a die."""
    return drawn(plain, "die")


def printed(amounts: Amounts) -> tuple[Amount, ...]:
    """What is printed, thing by thing."""
    return tuple(Amount(what, n) for what, n in amounts.every)


def _contract(setup: Setup, card: str) -> Component | None:
    found = setup.edition.contract.get(card)
    return None if found is None else _of_contract(found)


@cache
def _of_contract(card: ContractCard) -> Component:
    word = called("voyages.thing.contract_card", costs=amounts_word(card.cost), gives=amounts_word(card.reward))
    way = Way(costs=printed(card.cost), gives=printed(card.reward))
    return Component(name=f"contract:{card.id}", word=word, kind=Kind.CARD, printed=Printed(ways=(way,)))


def _city_card(setup: Setup, card: str) -> Component | None:
    found = setup.edition.city_card.get(card)
    return None if found is None else _of_city_card(found)


@cache
def _of_city_card(card: CityCard) -> Component:
    word = called("voyages.thing.city_card", what=card_word(card))
    return Component(name=f"card:{card.id}", word=word, kind=Kind.CARD, printed=Printed(ways=tuple(_ways(card))))


def _ways(card: CityCard) -> Iterable[Way]:
    match card.kind:
        case CardKind.EITHER:
            return (Way(costs=printed(way.pays), gives=printed(way.gets)) for way in card.ways)
        case CardKind.BY_DIE:
            return (Way(gives=printed(row), die=value) for value, row in enumerate(card.rows, 1))
    return (Way(costs=printed(card.cost), gives=printed(card.reward)),)


def _goal(setup: Setup, card: str) -> Component | None:
    found = setup.edition.goal.get(card)
    if found is None:
        return None
    places = listed([place_word(place) for place in found.places])
    word = called("voyages.thing.goal_card", places=places, points=found.points)
    ways = (Way(gives=(Amount("points", found.points),)),)
    return Component(name=f"goal:{card}", word=word, kind=Kind.CARD, printed=Printed(ways=ways, places=found.places))


def goal_row(setup: Setup, card: str) -> Text:
    """A goal card among others: what is printed on it, without what it is."""
    found = setup.edition.goal[card]
    places = listed([place_word(place) for place in found.places])
    return say("voyages.goal_row", places=places, points=found.points)


def contract_row(setup: Setup, card: str) -> Text:
    """A contract among others: what is printed on it, without what it is."""
    found = setup.edition.contract[card]
    return say("voyages.contract_row", costs=amounts_word(found.cost), gives=amounts_word(found.reward))


def _bonus(setup: Setup, tile: str) -> Component | None:
    found = setup.edition.bonus.get(tile)
    return None if found is None else _tile(f"bonus:{tile}", "voyages.thing.this_bonus", found.gives)


def _income(setup: Setup, tile: str) -> Component | None:
    found = setup.edition.income.get(tile)
    return None if found is None else _tile(f"income:{tile}", "voyages.thing.this_income", found.gives)


def _tile(name: str, key: str, gives: Amounts) -> Component:
    word = called(key, gives=amounts_word(gives))
    return Component(name=name, word=word, kind=Kind.TILE, printed=Printed(ways=(Way(gives=printed(gives)),)))


_CARDS: Mapping[str, Callable[[Setup, str], Component | None]] = {
    "contract": _contract,
    "card": _city_card,
    "goal": _goal,
    "bonus": _bonus,
    "income": _income,
}
"""What each sort of card or tile is made by."""
