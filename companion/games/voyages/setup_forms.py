"""The form of a set-up: the way of tracking, the characters, and what was dealt, as far as players enter it beforehand.

The first game needs none of it. What was dealt but not entered is asked when it first matters; goals are secret to
their seat. Cards and tiles are labelled by the printed edition, regardless of the owner's figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations

from companion.games.voyages.build_edition import build_edition
from companion.games.voyages.components import component
from companion.games.voyages.edition import FIGURES, Edition
from companion.games.voyages.edition_value_readers import read_entries
from companion.games.voyages.labels import person_label, place_label
from companion.games.voyages.options import GOALS_EACH, HOUSE_RULES, SETUP_SWITCHES, Tracking, read_agreed_options
from companion.games.voyages.state import Setup
from companion.rules.fields import Choice, OneOf, OptionPart, SetupField, YesNoField
from companion.rules.text import Text, say

_LABEL_SEATS = 2
"""The number of seats that the labels are made for: cards and tiles are the same for all numbers."""


@cache
def setup_form(seats: int) -> tuple[SetupField, ...]:
    """Return the fields for this number of seats."""
    choices = tuple(
        Choice(tracking_value.value, say(f"voyages.tracking.{tracking_value.value}")) for tracking_value in Tracking
    )
    tracking = OneOf(name="tracking", label=say("voyages.option.tracking"), choices=choices)
    return (
        SetupField(tracking, Tracking.FULL.value),
        *_switches(dict.fromkeys(SETUP_SWITCHES, False)),
        *_dealt(seats),
        *_switches(HOUSE_RULES, house_rule=True),
        SetupField(_goals(), None, secret=True),
    )


def _switches(defaults: Mapping[str, bool], *, house_rule: bool = False) -> Iterator[SetupField]:
    for name, default in defaults.items():
        field = YesNoField(name=name, label=say(f"voyages.option.{name}"))
        yield SetupField(field, default, house_rule=house_rule)


def _goals() -> OneOf:
    pairs = combinations([card for card, _ in read_entries(FIGURES["goal_deck"], "goal_deck")], GOALS_EACH)
    goals = tuple(Choice([first, second], say("voyages.field.goals")) for first, second in pairs)
    return OneOf(name="goals", label=say("voyages.field.goals"), choices=goals)


def _dealt(seats: int) -> Iterator[SetupField]:
    """Yield the fields for what was dealt: by seat, with characters from the last seat on (V4), and by place."""
    edition = build_edition({}, _LABEL_SEATS)
    setup = Setup(names=(), colours=(), edition=edition, agreed=read_agreed_options({}, edition, _LABEL_SEATS))
    by_seat_from_first = [OptionPart((seat - 1,), seat=seat) for seat in range(1, seats + 1)]

    def field(
        name: str, sort: str, cards: Iterable[str], apart: Iterable[OptionPart], *, by_seat: bool = False
    ) -> SetupField:
        cards_to_choose = (Choice(card, component(setup, f"{sort}:{card}").word) for card in cards)
        return _field(name, (Choice(None, say("voyages.option.not_said")), *cards_to_choose), apart, by_seat=by_seat)

    people = (Choice(figures.person.value, person_label(figures.person)) for figures in edition.people)
    nobody = Choice(None, say("voyages.option.not_set"))
    yield _field("characters", (nobody, *people), by_seat_from_first[::-1], by_seat=True)
    starting = (card.id for card in edition.contract_cards if card.starting)
    yield field("starting_contracts", "contract", starting, by_seat_from_first, by_seat=True)
    yield field("city_cards", "card", edition.city_card, _cards(edition))
    yield field("bonus_tiles", "bonus", edition.bonus, (_place_part(city.id) for city in edition.cities))
    yield field("income_tiles", "income", edition.income, (_place_part(town.id) for town in edition.towns))


def _field(name: str, choices: tuple[Choice, ...], apart: Iterable[OptionPart], *, by_seat: bool) -> SetupField:
    choice_field = OneOf(name=name, label=say(f"voyages.option.{name}"), choices=choices)
    return SetupField(choice_field, [] if by_seat else {}, parts=tuple(apart), exclusive=True)


def _place_part(place: str) -> OptionPart:
    return OptionPart((place,), label=place_label(place))


def _cards(edition: Edition) -> Iterator[OptionPart]:
    """Yield an entry for each card of each city; a city may have several."""
    for city in edition.cities:
        for number in range(city.cards):
            yield OptionPart((city.id, number), label=_card_of(city.id, number + 1 if city.cards > 1 else None))


def _card_of(city: str, number: int | None) -> Text:
    return place_label(city) if number is None else say("voyages.option.card_of", city=place_label(city), number=number)
