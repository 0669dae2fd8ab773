"""The options of a game: the way of tracking, the characters, and what was dealt, as far as it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

from companion.games.voyages.edition import Edition
from companion.games.voyages.printed_parts import Person
from companion.rules.codec import join_path
from companion.rules.fields import Json
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen

PIECE_COLOURS: tuple[str, ...] = ("blue", "green", "yellow", "red")
"""The colours of the pieces, by seat unless the options say otherwise."""
DEALT_OPTIONS = ("characters", "starting_contracts", "goals", "city_cards", "bonus_tiles", "income_tiles")
"""The options for what was dealt, which a rematch does not keep."""
HOUSE_RULES = {"mixed_exchange": True, "beijing_slides": False}
"""The options for rules on which tables differ, with the value of the rules as we read them."""
SETUP_SWITCHES = ("expert", "draft", "deal")
"""The options for what is not as in the first game, all off by default."""
OPTION_NAMES = ("tracking", *SETUP_SWITCHES, *HOUSE_RULES, *DEALT_OPTIONS)
GOALS_EACH = 2
GOALS_TO_CHOOSE_FROM = 4
"""The number of goal cards dealt to a seat that keeps two of them (V1)."""


class Tracking(Enum):
    """The extent to which the companion tracks each seat."""

    FULL = "full"
    """Every coin, camel, good, die, post, contract and point."""
    POINTS = "points"
    """Rounds, turns, dice and points; the rest is counted at the end."""


@frozen
class AgreedOptions:
    """The options that the table agreed on."""

    tracking: Tracking
    expert: bool
    """True if income tiles were dealt (V24): a tile that the options do not name is asked for."""
    characters: tuple[Person | None, ...]
    """By seat; None for a seat that takes its character in the draft."""
    draft: bool = False
    """True if seats choose their characters and their goals (V1, V4); those that the options name are not chosen."""
    deal: bool = False
    """True if the box deals what the options do not name."""
    mixed_exchange: bool = HOUSE_RULES["mixed_exchange"]
    """True if the uses of C21 and C22 in one action may go in both directions (V22)."""
    beijing_slides: bool = HOUSE_RULES["beijing_slides"]
    """True if posts in Beijing move up when a space of more points becomes free (V19)."""

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The names of the house rules that differ from the rules as we read them; every screen shows them."""
        return tuple(name for name, default in HOUSE_RULES.items() if getattr(self, name) is not default)

    @property
    def full(self) -> bool:
        """True if everything is tracked."""
        return self.tracking is Tracking.FULL


@frozen
class DealtComponents:
    """The components that were dealt, as far as the options name them."""

    contracts: tuple[str | None, ...]
    """By seat."""
    goals: tuple[tuple[str, str] | None, ...]
    """By seat."""
    city_cards: Mapping[str, tuple[str, ...]]
    bonus_tiles: Mapping[str, str]
    income_tiles: Mapping[str, str]


def read_agreed_options(options: Mapping[str, Json], edition: Edition, seats: int) -> AgreedOptions:
    """Return the agreed options, checked. Raises MalformedError with the name of a bad option."""
    tracking = options.get("tracking", Tracking.FULL.value)
    words = {tracking_value.value: tracking_value for tracking_value in Tracking}
    if not isinstance(tracking, str) or tracking not in words:
        raise _unknown_word(words, "tracking")
    switches = {**dict.fromkeys(SETUP_SWITCHES, False), **HOUSE_RULES}
    flags = {name: _flag(options, name, default) for name, default in switches.items()}
    if flags["deal"] and words[tracking] is not Tracking.FULL:
        raise MalformedError(say("voyages.refused.deal_tracking"), "deal")
    people = {person.value: person for person in Person}
    named_words = _by_seat(options, "characters", seats, _word_reader(people))
    named = [people[word] if word is not None else None for word in named_words]
    if flags["draft"]:
        return AgreedOptions(words[tracking], characters=tuple(named), **flags)
    order = sorted(edition.people, key=lambda figures: figures.seat or len(Person))
    free = iter([figures.person for figures in order if figures.person not in named])
    return AgreedOptions(words[tracking], characters=tuple(chosen or next(free) for chosen in named), **flags)


def _flag(options: Mapping[str, Json], name: str, default: bool) -> bool:
    value = options.get(name, default)
    if not isinstance(value, bool):
        raise MalformedError(say("error.wrong_type", wanted="boolean"), name)
    return value


def read_dealt(options: Mapping[str, Json], edition: Edition, agreed: AgreedOptions) -> DealtComponents:
    """Return what was dealt, checked. Raises MalformedError with the path of a bad value."""
    seats = len(agreed.characters)
    starting = [card.id for card in edition.contract_cards if card.starting]
    tiles = _by_place(options, "income_tiles", [town.id for town in edition.towns], _word_reader(edition.income))
    cities = [city.id for city in edition.cities]
    return DealtComponents(
        contracts=_by_seat(options, "starting_contracts", seats, _word_reader(starting)),
        goals=_by_seat(options, "goals", seats, lambda value, where: _goals(value, where, edition)),
        city_cards=_city_cards(options, edition),
        bonus_tiles=_by_place(options, "bonus_tiles", cities, _word_reader(edition.bonus)),
        income_tiles=tiles if agreed.expert else _with_own_towns(edition, tiles),
    )


def _with_own_towns(edition: Edition, tiles: Mapping[str, str]) -> dict[str, str]:
    """Return the named tiles, and each other tile in its own town if no other tile is there."""
    own = {tile.town: tile.letter for tile in edition.income_deck if tile.letter not in tiles.values()}
    return {**own, **tiles}


def read_colours(value: Json, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return the colour of each seat's pieces; a missing or null entry gets the first free one."""
    flat: Json = (
        [_colour_entry(entry, f"colours.{index}") for index, entry in enumerate(value)]
        if isinstance(value, list)
        else value
    )
    named = _by_seat({"colours": flat}, "colours", seats, _word_reader(PIECE_COLOURS))
    free = iter([colour for colour in PIECE_COLOURS if colour not in named])
    return tuple((colour or next(free),) for colour in named)


def _colour_entry(entry: Json, where: str) -> Json:
    """Return the colour of a seat, which may be given in a list of one."""
    if not isinstance(entry, list):
        return entry
    if len(entry) > 1:
        raise MalformedError(say("error.wrong_length", wanted=1), where)
    return entry[0] if entry else None


def _by_seat(options: Mapping[str, Json], name: str, seats: int, read: Callable[[Any, str], Any]) -> tuple[Any, ...]:
    """Return the entries of an option by seat, None where it has none; no two may be the same."""
    value = options.get(name)
    entries = [] if value is None else value
    if not isinstance(entries, list):
        raise MalformedError(say("error.wrong_type", wanted="array"), name)
    if len(entries) > seats:
        raise MalformedError(say("error.wrong_length", wanted=seats), name)
    result = [None if entry is None else read(entry, f"{name}.{index}") for index, entry in enumerate(entries)]
    if duplicate := _first_duplicate([entry for entry in result if isinstance(entry, str)]):
        raise MalformedError(say("voyages.refused.twice", what=duplicate), name)
    return (*result, *[None] * (seats - len(result)))


def _by_place(
    options: Mapping[str, Json], name: str, places: Sequence[str], read: Callable[[Any, str], str]
) -> dict[str, str]:
    """Return the entries of an option by place; no two may be the same."""
    value = options.get(name) or {}
    if not isinstance(value, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), name)
    result = {}
    for place, entry in value.items():
        where = join_path(name, place)
        if place not in places:
            raise _unknown_word(places, where)
        result[place] = read(entry, where)
    if duplicate := _first_duplicate([*result.values()]):
        raise MalformedError(say("voyages.refused.twice", what=duplicate), name)
    return result


def _city_cards(options: Mapping[str, Json], edition: Edition) -> dict[str, tuple[str, ...]]:
    room = {city.id: city.cards for city in edition.cities}
    value = options.get("city_cards") or {}
    if not isinstance(value, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), "city_cards")
    result = {}
    for place, entry in value.items():
        where = f"city_cards.{place}"
        if place not in room:
            raise _unknown_word(room, where)
        if not isinstance(entry, list):
            raise MalformedError(say("error.wrong_type", wanted="array"), where)
        if len(entry) > room[place]:
            raise MalformedError(say("error.wrong_length", wanted=room[place]), where)
        read = _word_reader(edition.city_card)
        result[place] = tuple(read(card, f"{where}.{index}") for index, card in enumerate(entry) if card is not None)
    if duplicate := _first_duplicate([card for cards in result.values() for card in cards]):
        raise MalformedError(say("voyages.refused.twice", what=duplicate), "city_cards")
    return result


def _goals(value: Any, where: str, edition: Edition) -> tuple[str, str]:
    if not isinstance(value, list):
        raise MalformedError(say("error.wrong_type", wanted="array"), where)
    if len(value) != GOALS_EACH:
        raise MalformedError(say("error.wrong_length", wanted=GOALS_EACH), where)
    # Not compared with the goals of other seats: a refusal would reveal them.
    first, second = (_word_reader(edition.goal)(card, f"{where}.{index}") for index, card in enumerate(value))
    if first == second:
        raise MalformedError(say("voyages.refused.twice", what=first), where)
    return min(first, second), max(first, second)


def _word_reader(words: Mapping[str, object] | Sequence[str]) -> Callable[[Any, str], str]:
    """Return a reader that accepts only these words."""

    def read(value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise _unknown_word(words, where)
        return value

    return read


def _first_duplicate(words: Sequence[str]) -> str | None:
    """Return the first word that appears more than once."""
    return next((word for index, word in enumerate(words) if word in words[:index]), None)


def _unknown_word(words: Mapping[str, object] | Sequence[str], where: str) -> MalformedError:
    return MalformedError(say("error.unknown_word", wanted=", ".join(words)), where)
