"""The set-up: how a table tracks, who is who, and what was dealt, as far as it is said beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

from companion.games.voyages.cards import Person
from companion.games.voyages.edition import Edition
from companion.rules.codec import join
from companion.rules.fields import Json
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen import frozen

PIECES: tuple[str, ...] = ("blue", "green", "yellow", "red")
"""The colours of the pieces, by seat unless it is said otherwise."""
DEALT = ("characters", "starting_contracts", "goals", "city_cards", "bonus_tiles", "income_tiles")
"""What lies on this table tonight, and goes back into the box."""
NAMES = ("tracking", "expert", *DEALT)
GOALS_EACH = 2


class Tracking(Enum):
    """What the companion keeps of each seat."""

    FULL = "full"
    """Every coin, camel, good, die, post, contract and point."""
    POINTS = "points"
    """Rounds, turns, dice and points; the rest is counted at the end."""


@frozen
class Agreed:
    """What was agreed at this table."""

    tracking: Tracking
    expert: bool
    """Income tiles were dealt (V24): which lies where is asked unless it is said."""
    characters: tuple[Person, ...]
    """By seat."""

    @property
    def full(self) -> bool:
        """Whether everything is tracked."""
        return self.tracking is Tracking.FULL


@frozen
class Dealt:
    """What was dealt, as far as it was said."""

    contracts: tuple[str | None, ...]
    """By seat."""
    goals: tuple[tuple[str, str] | None, ...]
    """By seat."""
    city_cards: Mapping[str, tuple[str, ...]]
    bonus_tiles: Mapping[str, str]
    income_tiles: Mapping[str, str]


def agreed_from(options: Mapping[str, Json], edition: Edition, seats: int) -> Agreed:
    """What was agreed, checked. Raises MalformedError with the name of what will not do."""
    tracking = options.get("tracking", Tracking.FULL.value)
    words = {one.value: one for one in Tracking}
    if not isinstance(tracking, str) or tracking not in words:
        raise _unknown_word(words, "tracking")
    expert = options.get("expert", False)
    if not isinstance(expert, bool):
        raise MalformedError(say("error.wrong_type", wanted="boolean"), "expert")
    people = {one.value: one for one in Person}
    given = _by_seat(options, "characters", seats, _word_of(people))
    named = [people[one] if one is not None else None for one in given]
    order = sorted(edition.people, key=lambda one: one.seat or len(Person))
    free = iter([one.person for one in order if one.person not in named])
    return Agreed(words[tracking], expert, tuple(one or next(free) for one in named))


def dealt_from(options: Mapping[str, Json], edition: Edition, agreed: Agreed) -> Dealt:
    """What was dealt, checked. Raises MalformedError with the path of what will not do."""
    seats = len(agreed.characters)
    starting = [card.id for card in edition.contract_cards if card.starting]
    tiles = _by_place(options, "income_tiles", [one.id for one in edition.towns], _word_of(edition.income))
    cities = [one.id for one in edition.cities]
    return Dealt(
        contracts=_by_seat(options, "starting_contracts", seats, _word_of(starting)),
        goals=_by_seat(options, "goals", seats, lambda value, where: _goals(value, where, edition)),
        city_cards=_city_cards(options, edition),
        bonus_tiles=_by_place(options, "bonus_tiles", cities, _word_of(edition.bonus)),
        income_tiles=tiles if agreed.expert else _own_towns(edition, tiles),
    )


def _own_towns(edition: Edition, tiles: Mapping[str, str]) -> dict[str, str]:
    """The tiles that are said, and each of the others in its own town, as far as nothing else lies there."""
    own = {tile.town: tile.letter for tile in edition.income_deck if tile.letter not in tiles.values()}
    return {**own, **tiles}


def pieces_from(given: Json, seats: int) -> tuple[tuple[str, ...], ...]:
    """The colour of each seat's pieces: by seat a name, null or nothing for the first that is free."""
    flat: Json = (
        [_alone(entry, f"colours.{at}") for at, entry in enumerate(given)] if isinstance(given, list) else given
    )
    named = _by_seat({"colours": flat}, "colours", seats, _word_of(PIECES))
    free = iter([colour for colour in PIECES if colour not in named])
    return tuple((colour or next(free),) for colour in named)


def _alone(entry: Json, where: str) -> Json:
    """A seat's colour, which may stand in a list of its own."""
    if not isinstance(entry, list):
        return entry
    if len(entry) > 1:
        raise MalformedError(say("error.wrong_length", wanted=1), where)
    return entry[0] if entry else None


def _by_seat(options: Mapping[str, Json], name: str, seats: int, read: Callable[[Any, str], Any]) -> tuple[Any, ...]:
    """What an option says of each seat, None where it says nothing; no two say the same."""
    given = options.get(name)
    entries = [] if given is None else given
    if not isinstance(entries, list):
        raise MalformedError(say("error.wrong_type", wanted="array"), name)
    if len(entries) > seats:
        raise MalformedError(say("error.wrong_length", wanted=seats), name)
    found = [None if entry is None else read(entry, f"{name}.{at}") for at, entry in enumerate(entries)]
    if twice := _twice([one for one in found if isinstance(one, str)]):
        raise MalformedError(say("voyages.refused.twice", what=twice), name)
    return (*found, *[None] * (seats - len(found)))


def _by_place(
    options: Mapping[str, Json], name: str, places: Sequence[str], read: Callable[[Any, str], str]
) -> dict[str, str]:
    """What an option says of each place; no two say the same."""
    given = options.get(name) or {}
    if not isinstance(given, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), name)
    found = {}
    for place, entry in given.items():
        where = join(name, place)
        if place not in places:
            raise _unknown_word(places, where)
        found[place] = read(entry, where)
    if twice := _twice([*found.values()]):
        raise MalformedError(say("voyages.refused.twice", what=twice), name)
    return found


def _city_cards(options: Mapping[str, Json], edition: Edition) -> dict[str, tuple[str, ...]]:
    room = {one.id: one.cards for one in edition.cities}
    given = options.get("city_cards") or {}
    if not isinstance(given, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), "city_cards")
    found = {}
    for place, entry in given.items():
        where = f"city_cards.{place}"
        if place not in room:
            raise _unknown_word(room, where)
        if not isinstance(entry, list):
            raise MalformedError(say("error.wrong_type", wanted="array"), where)
        if len(entry) > room[place]:
            raise MalformedError(say("error.wrong_length", wanted=room[place]), where)
        read = _word_of(edition.city_card)
        found[place] = tuple(read(card, f"{where}.{at}") for at, card in enumerate(entry) if card is not None)
    if twice := _twice([card for cards in found.values() for card in cards]):
        raise MalformedError(say("voyages.refused.twice", what=twice), "city_cards")
    return found


def _goals(value: Any, where: str, edition: Edition) -> tuple[str, str]:
    if not isinstance(value, list):
        raise MalformedError(say("error.wrong_type", wanted="array"), where)
    if len(value) != GOALS_EACH:
        raise MalformedError(say("error.wrong_length", wanted=GOALS_EACH), where)
    # Not compared with those of other seats: a refusal would tell.
    first, second = (_word_of(edition.goal)(card, f"{where}.{at}") for at, card in enumerate(value))
    if first == second:
        raise MalformedError(say("voyages.refused.twice", what=first), where)
    return min(first, second), max(first, second)


def _word_of(words: Mapping[str, object] | Sequence[str]) -> Callable[[Any, str], str]:
    """Reads one of these words."""

    def read(value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise _unknown_word(words, where)
        return value

    return read


def _twice(words: Sequence[str]) -> str | None:
    """The first word that is there more than once."""
    return next((word for at, word in enumerate(words) if word in words[:at]), None)


def _unknown_word(words: Mapping[str, object] | Sequence[str], where: str) -> MalformedError:
    return MalformedError(say("error.unknown_word", wanted=", ".join(words)), where)
