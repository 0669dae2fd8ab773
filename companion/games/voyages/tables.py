"""From tables to an edition: what the owner set laid over the shipped figures, and all of it checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.voyages.cards import (
    BazaarRow,
    BonusTile,
    CardKind,
    Character,
    CityCard,
    ContractCard,
    Direction,
    GoalCard,
    IncomeTile,
    Person,
    Place,
    PlaceKind,
    Road,
)
from companion.games.voyages.edition import FIGURES, PROFILE, Edition, RowFigures, Scoring, Spaces, Start
from companion.games.voyages.read_figures import (
    MOST,
    amounts,
    by_number,
    checked,
    entries,
    known,
    number,
    numbers,
    record,
    table,
)
from companion.rules.codec import join
from companion.rules.profile import merged
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say

FACES = 6
_BAZAAR = ("camel", "pepper", "silk", "gold")
Tables = Mapping[str, Any]


def edition_from(options: Mapping[str, Any], seats: int) -> Edition:
    """The shipped edition with the owner's tables laid over it, for this many seats.

    Raises MalformedError with the path of what is unknown or out of its bounds.
    """
    for name, given in options.items():
        if name not in PROFILE:
            raise MalformedError(say("error.unknown_option", option=name), name)
        table(given, name)
    tables = merged(FIGURES, options)
    for name in PROFILE:
        if name not in tables:
            raise MalformedError(say("error.missing_field", field=name), name)
    places = tuple(
        record(Place, entry, f"places.{name}", id=name) for name, entry in entries(tables["places"], "places")
    )
    known(tables["travel"], ("dice", "fares"), "travel")
    edition = Edition(
        places=places,
        roads=_roads(tables["roads"], places),
        travel_dice=number(tables["travel"], "dice", "travel", 1, 6),
        fares=_fares(tables["travel"]),
        bazaar=_bazaar(tables["bazaar"]),
        spaces=_spaces(tables["spaces"]),
        row=_row(tables["row"]),
        contract_cards=_contracts(tables["contract_cards"]),
        city_deck=_city_deck(tables["city_deck"]),
        goal_deck=_goals(tables["goal_deck"]),
        bonus_deck=tuple(
            BonusTile(name, amounts(entry, f"bonus_deck.{name}"))
            for name, entry in entries(tables["bonus_deck"], "bonus_deck")
        ),
        income_deck=_incomes(tables["income_deck"]),
        people=_people(tables["people"]),
        start=_start(tables["start"], seats),
        scoring=_scoring(tables["scoring"]),
    )
    _check_whole(edition)
    return edition


def _roads(given: Tables, places: tuple[Place, ...]) -> tuple[Road, ...]:
    ids = {one.id for one in places}
    roads = []
    for name, entry in entries(given, "roads"):
        where = f"roads.{name}"
        a, _, b = name.partition("-")
        if a not in ids or b not in ids or a == b:
            raise MalformedError(say("error.unknown_option", option=where), where)
        cost = amounts(entry, where)
        for what, _ in cost.every:
            if what not in ("coins", "camels"):
                raise MalformedError(say("error.unknown_option", option=join(where, what)), join(where, what))
        roads.append(Road(a, b, cost))
    return tuple(roads)


def _fares(travel: Tables) -> tuple[int, ...]:
    return _for_each_face(by_number(travel, "fares", "travel", FACES), "travel.fares")


def _for_each_face(pairs: tuple[tuple[int, int], ...], where: str) -> tuple[int, ...]:
    """The numbers from the first on, of which none may be missing."""
    for face in range(1, FACES + 1):
        if face not in dict(pairs):
            raise MalformedError(say("error.missing_field", field=str(face)), where)
    return tuple(n for _, n in pairs)


def _bazaar(given: Tables) -> tuple[BazaarRow, ...]:
    known(given, _BAZAAR, "bazaar")
    rows = []
    for name in _BAZAAR:
        where = f"bazaar.{name}"
        row = table(given.get(name), where)
        known(row, ("dice", "yields"), where)
        yields = table(row.get("yields"), join(where, "yields"))
        known(yields, tuple(map(str, range(1, FACES + 1))), join(where, "yields"))
        each = tuple(amounts(yields.get(str(n)), join(where, f"yields.{n}")) for n in range(1, FACES + 1))
        rows.append(BazaarRow(name, number(row, "dice", where, 1, 6), each))
    return tuple(rows)


def _spaces(given: Tables) -> Spaces:
    amounts_of = ("take_five", "take_three", "khan", "reroll", "turn_die", "black_die")
    known(given, (*amounts_of, "khan_slots"), "spaces")
    each = {name: amounts(given.get(name), f"spaces.{name}") for name in amounts_of}
    return Spaces(**each, khan_slots=number(given, "khan_slots", "spaces", 1, FACES))


def _row(given: Tables) -> RowFigures:
    names = ("cards", "special", "refill", "most", "active")
    known(given, (*names, "bonus"), "row")
    each = {name: number(given, name, "row", int(name != "special"), MOST) for name in names}
    return RowFigures(**each, bonus=by_number(given, "bonus", "row", FACES))


def _contracts(given: Tables) -> tuple[ContractCard, ...]:
    found = []
    for name, entry in entries(given, "contract_cards"):
        where = f"contract_cards.{name}"
        card = record(ContractCard, entry, where, id=name)
        checked(card.cost, join(where, "cost"))
        checked(card.reward, join(where, "reward"))
        found.append(card)
    return tuple(found)


def _city_deck(given: Tables) -> tuple[CityCard, ...]:
    found = []
    for name, entry in entries(given, "city_deck"):
        where = f"city_deck.{name}"
        card = record(CityCard, entry, where, id=name)
        for at, way in enumerate(card.ways):
            _check_way(way, join(where, f"ways.{at}"))
        for at, row in enumerate(card.rows):
            checked(row, join(where, f"rows.{at}"))
        checked(card.cost, join(where, "cost"))
        checked(card.reward, join(where, "reward"))
        if card.kind is CardKind.EITHER and len(card.ways) != 2:
            raise MalformedError(say("error.wrong_length", wanted=2), join(where, "ways"))
        if card.kind is CardKind.BY_DIE and len(card.rows) != FACES:
            raise MalformedError(say("error.wrong_length", wanted=FACES), join(where, "rows"))
        found.append(card)
    return tuple(found)


def _check_way(way: Direction, where: str) -> None:
    checked(way.pays, join(where, "pays"))
    checked(way.gets, join(where, "gets"))


def _goals(given: Tables) -> tuple[GoalCard, ...]:
    found = []
    for name, entry in entries(given, "goal_deck"):
        where = f"goal_deck.{name}"
        number(table(entry, where), "points", where)
        found.append(record(GoalCard, entry, where, id=name))
    return tuple(found)


def _incomes(given: Tables) -> tuple[IncomeTile, ...]:
    found = []
    for name, entry in entries(given, "income_deck"):
        where = f"income_deck.{name}"
        tile = record(IncomeTile, entry, where, letter=name)
        checked(tile.gives, join(where, "gives"))
        found.append(tile)
    return tuple(found)


def _people(given: Tables) -> tuple[Character, ...]:
    known(given, tuple(one.value for one in Person), "people")
    found = []
    for person in Person:
        where = f"people.{person.value}"
        one = record(Character, given.get(person.value), where, person=person.value)
        checked(one.income, join(where, "income"))
        if not 0 <= one.posts <= MOST:
            raise MalformedError(say("error.out_of_bounds", low=0, high=MOST), join(where, "posts"))
        found.append(one)
    return tuple(found)


def _start(given: Tables, seats: int) -> Start:
    plain = {"rounds": 1, "dice": 1, "posts": 1, "camels": 0, "missing_below": 0}
    by_seats = ("black_dice", "khan_blocked", "five_blocked")
    known(given, (*plain, *by_seats, "coins"), "start")
    coins = numbers(given, "coins", "start")
    if len(coins) < seats:
        raise MalformedError(say("error.wrong_length", wanted=4), "start.coins")
    found = {}
    for name in by_seats:
        where = f"start.{name}"
        values = table(given.get(name), where)
        known(values, ("2", "3", "4"), where)
        found[name] = number(values, str(seats), where)
    each = {name: number(given, name, "start", low) for name, low in plain.items()}
    return Start(**each, coins=coins[:seats], **found)


def _scoring(given: Tables) -> Scoring:
    known(given, ("posts", "beijing", "goods_a_point", "coins_a_point", "most_contracts", "reached"), "scoring")
    return Scoring(
        posts=by_number(given, "posts", "scoring", MOST),
        beijing=numbers(given, "beijing", "scoring"),
        goods_a_point=number(given, "goods_a_point", "scoring", 1),
        coins_a_point=number(given, "coins_a_point", "scoring", 1),
        most_contracts=number(given, "most_contracts", "scoring"),
        reached=numbers(given, "reached", "scoring"),
    )


def _check_whole(edition: Edition) -> None:
    """What no table can tell alone: each place that is named is there and of its kind, and there is one to start at."""
    kinds = [one.kind for one in edition.places]
    for kind in (PlaceKind.START, PlaceKind.BEIJING):
        if kinds.count(kind) != 1:
            raise MalformedError(say("error.unknown_word", wanted=kind.value), "places")
    for goal in edition.goal_deck:
        for at, name in enumerate(goal.places):
            if name not in edition.place or not edition.place[name].kind.takes_posts:
                raise MalformedError(
                    say("error.unknown_word", wanted=_ids(edition)), f"goal_deck.{goal.id}.places.{at}"
                )
    towns = [one.id for one in edition.towns]
    for tile in edition.income_deck:
        if tile.town not in towns:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(towns)), f"income_deck.{tile.letter}.town")
    if len(edition.scoring.beijing) < 4:
        raise MalformedError(say("error.wrong_length", wanted=4), "scoring.beijing")
    if len(edition.scoring.reached) < 5:
        raise MalformedError(say("error.wrong_length", wanted=5), "scoring.reached")


def _ids(edition: Edition) -> str:
    return ", ".join(one.id for one in edition.places if one.kind.takes_posts)
