"""The components of Voyages: amounts, dice, and cards and tiles with what is printed on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.coloured_dice import BLACK, WHITE, ColouredDie, die_by_name
from companion.games.voyages.labels import amounts_label, card_label, character_power, die_label, place_label
from companion.games.voyages.options import PIECE_COLOURS
from companion.games.voyages.printed_parts import CardKind, CityCard, ContractCard, Person
from companion.games.voyages.state import Setup
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
from companion.rules.text import Text, join_texts, say

_HELD_GLYPHS: Mapping[str, str] = {
    "coins": "coin",
    "camels": "camel",
    "pepper": "pepper",
    "silk": "silk",
    "gold": "gold",
    "points": "crown",
    "posts": "post",
    "contracts": "contract",
}
"""The drawings of what seats hold in numbers."""
_DECISION_GLYPHS: Mapping[str, str | None] = {
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
"""The things that ask the seat for a decision when it gains them, with their drawings.

They are printed on cards or pending, and nobody holds them."""
COLOURS = (*PIECE_COLOURS, BLACK, WHITE)
_PERSON_NAMES = {f"person:{person.value}" for person in Person}
"""The characters, each drawn beside its name on pages."""
_MAP_GLYPHS: Mapping[str, str] = {"card": "city_card", "bonus": "bonus_tile", "income": "income_tile"}
"""The drawings on pages for cards and tiles on the map, by sort. The small screen shows their text instead."""


def component(setup: Setup, name: str) -> Component:
    """Return the component with this name; cards and tiles carry their sort: `contract:K04`, `card:C22`, `blue:4`.

    Raises UnknownComponentError, also for a card that the edition does not have.
    """
    if name in _HELD_GLYPHS:
        worth = int(name == "points")
        return with_glyph(
            Component(
                name=name,
                word=component_word(f"voyages.thing.{name}"),
                kind=ComponentKind.AMOUNT,
                worth=worth,
                seat_coloured=name == "posts",
            ),
            _HELD_GLYPHS[name],
        )
    if name in _DECISION_GLYPHS:
        colour = BLACK if name == "black_die" else None
        plain = Component(
            name=name, word=component_word(f"voyages.thing.{name}"), kind=ComponentKind.AMOUNT, colour=colour
        )
        glyph = _DECISION_GLYPHS[name]
        return with_glyph(plain, glyph) if glyph else plain
    if name == "dice":
        return _as_die(Component(name=name, word=component_word("voyages.thing.dice"), kind=ComponentKind.LIST))
    sort, _, card = name.partition(":")
    if sort in COLOURS:
        return _die(name)
    if name in _PERSON_NAMES:
        return _person(setup, Person(card))
    if sort in _MAKERS:
        result = _MAKERS[sort](setup, card)
        if result is not None:
            return replace(result, page_glyph=_MAP_GLYPHS.get(sort))
    raise UnknownComponentError("voyages", name)


def _person(setup: Setup, person: Person) -> Component:
    return Component(
        name=f"person:{person.value}",
        word=component_word(f"voyages.person.{person.value}"),
        kind=ComponentKind.PIECE,
        page_glyph=person.value,
        face=CardFace(text=character_power(setup, person)),
    )


def _die(name: str) -> Component:
    colour, _, value = name.partition(":")
    die = ColouredDie(colour, None) if value == "*" else die_by_name(name)
    if die is None:
        raise UnknownComponentError("voyages", name)
    return _as_die(Component(name=name, word=die_label(die), kind=ComponentKind.DIE, colour=colour))


def _as_die(plain: Component) -> Component:
    """Return the component with the drawing of a die."""
    return with_glyph(plain, "die")


def printed(amounts: Amounts) -> tuple[Amount, ...]:
    """Return amounts as they are printed."""
    return tuple(Amount(thing, n) for thing, n in amounts.every)


def _contract(setup: Setup, card: str) -> Component | None:
    contract = setup.edition.contract.get(card)
    return None if contract is None else _contract_component(contract)


@cache
def _contract_component(card: ContractCard) -> Component:
    word = component_word(
        "voyages.thing.contract_card", costs=amounts_label(card.cost), gives=amounts_label(card.reward)
    )
    way = ComponentUse(costs=printed(card.cost), gives=printed(card.reward))
    return Component(name=f"contract:{card.id}", word=word, kind=ComponentKind.CARD, face=CardFace(uses=(way,)))


def _city_card(setup: Setup, card: str) -> Component | None:
    city_card = setup.edition.city_card.get(card)
    return None if city_card is None else _city_card_component(city_card)


@cache
def _city_card_component(card: CityCard) -> Component:
    word = component_word("voyages.thing.city_card", what=card_label(card))
    is_counted = card.kind in (CardKind.PER_CONTRACT, CardKind.PER_POST)
    face = CardFace(uses=tuple(_ways(card)), text=say(f"voyages.print.{card.kind.value}") if is_counted else None)
    return Component(name=f"card:{card.id}", word=word, kind=ComponentKind.CARD, face=face)


def _ways(card: CityCard) -> Iterable[ComponentUse]:
    match card.kind:
        case CardKind.EITHER:
            return (ComponentUse(costs=printed(way.pays), gives=printed(way.gets)) for way in card.ways)
        case CardKind.BY_DIE:
            return (ComponentUse(gives=printed(row), die=value) for value, row in enumerate(card.rows, 1))
    return (ComponentUse(costs=printed(card.cost), gives=printed(card.reward)),)


def _goal(setup: Setup, card: str) -> Component | None:
    goal = setup.edition.goal.get(card)
    if goal is None:
        return None
    places = join_texts([place_label(place) for place in goal.places])
    word = component_word("voyages.thing.goal_card", places=places, points=goal.points)
    printed_ways = (ComponentUse(gives=(Amount("points", goal.points),)),)
    face = CardFace(uses=printed_ways, places=goal.places, text=places)
    return Component(name=f"goal:{card}", word=word, kind=ComponentKind.CARD, face=face)


def goal_label(setup: Setup, card: str) -> Text:
    """Return the label of a goal card in a list: its printed text, without the word for a goal card."""
    goal = setup.edition.goal[card]
    places = join_texts([place_label(place) for place in goal.places])
    return say("voyages.goal_row", places=places, points=goal.points)


def contract_label(setup: Setup, card: str) -> Text:
    """Return the label of a contract in a list: its printed text, without the word for a contract."""
    contract = setup.edition.contract[card]
    return say("voyages.contract_row", costs=amounts_label(contract.cost), gives=amounts_label(contract.reward))


def _bonus(setup: Setup, tile: str) -> Component | None:
    bonus_tile = setup.edition.bonus.get(tile)
    return None if bonus_tile is None else _tile(f"bonus:{tile}", "voyages.thing.this_bonus", bonus_tile.gives)


def _income(setup: Setup, tile: str) -> Component | None:
    income_tile = setup.edition.income.get(tile)
    return None if income_tile is None else _tile(f"income:{tile}", "voyages.thing.this_income", income_tile.gives)


def _tile(name: str, key: str, gives: Amounts) -> Component:
    word = component_word(key, gives=amounts_label(gives))
    return Component(
        name=name, word=word, kind=ComponentKind.TILE, face=CardFace(uses=(ComponentUse(gives=printed(gives)),))
    )


_MAKERS: Mapping[str, Callable[[Setup, str], Component | None]] = {
    "contract": _contract,
    "card": _city_card,
    "goal": _goal,
    "bonus": _bonus,
    "income": _income,
}
"""The function that makes each sort of card or tile."""
