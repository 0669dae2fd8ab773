"""The forms of the set-up's moves: what is dealt, a character, two of the goal cards (V1, V4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.games.voyages.components import contract_label, goal_label
from companion.games.voyages.dealing import Pile, cards_left, piles
from companion.games.voyages.draft import goals_to_choose_from
from companion.games.voyages.labels import amounts_label, card_label, person_label, place_label
from companion.games.voyages.options import GOALS_EACH
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.setup_steps import SetupStep, free_characters
from companion.games.voyages.state import Setup, State
from companion.rules.fields import ChanceField, Choice, Deal, Field, Items, OneOf, Pick
from companion.rules.text import Text, say


def deal_field(step: SetupStep) -> Callable[[Setup, State, int, Mapping[str, Any], Items], Field | None]:
    """Return the form of a step in which the box deals: the cards, or the numbers of secret ones."""

    def field(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
        if "chance" in chosen:
            return None
        deals = tuple(_deal(setup, pile) for pile in piles(setup, state, step))
        left = cards_left(setup, state, seat, step)
        draws = tuple((f"d{n}", 1) for n in left)
        label = say(f"voyages.move.{step.value}")
        return ChanceField(name="chance", label=label, draws=draws, purpose_suffix=_purpose_suffix(left), deals=deals)

    return field


def _purpose_suffix(left: Sequence[int]) -> str:
    """Return the numbers of cards dealt from each pile, as in `4of18`: a purpose always has the same dice."""
    starts = [index for index, n in enumerate(left) if not index or n != left[index - 1] - 1]
    return "-".join(f"{end - start}of{left[start]}" for start, end in pairwise([*starts, len(left)]))


def _deal(setup: Setup, pile: Pile) -> Deal:
    names = {card: f"{pile.sort}:{card}" for card in pile.cards}
    choices = (Choice(name, _label(setup, pile.sort, card), things=(name,)) for card, name in names.items())
    return Deal(tuple(choices), tuple(_place(pile.sort, place) for place in pile.places))


def _label(setup: Setup, sort: str, card: str) -> Text:
    """Return the label of a card in a list: its printed text, without the word for its sort."""
    match sort:
        case "contract":
            return contract_label(setup, card)
        case "card":
            return card_label(setup.edition.city_card[card])
        case "bonus":
            return amounts_label(setup.edition.bonus[card].gives)
        case "income":
            return amounts_label(setup.edition.income[card].gives)
    return person_label(Person(card))


def _place(sort: str, place: str) -> Text:
    key = f"voyages.deal.{sort}"
    return say(key, number=int(place)) if place.isdecimal() else say(key, place=place_label(place))


def character_field(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """Return the field for the character that a seat takes."""
    if "character" in chosen:
        return None
    choices = (
        Choice(person.value, person_label(person), things=(f"person:{person.value}",))
        for person in free_characters(setup, state)
    )
    return OneOf(name="character", label=say("voyages.field.character"), choices=tuple(choices))


def kept_goals_field(setup: Setup, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Field | None:
    """Return the field for the two goal cards that a seat keeps."""
    if "cards" in chosen:
        return None
    choices = tuple(
        Choice(card, goal_label(setup, card), things=(f"goal:{card}",), touches=(f"goal:{card}",))
        for card in goals_to_choose_from(setup, state, seat)
        if card not in items
    )
    label = say("voyages.field.keep_goals")
    return Pick(name="cards", label=label, choices=choices, least=GOALS_EACH, most=GOALS_EACH, items=tuple(items))
