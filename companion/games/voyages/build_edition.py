"""Building an edition from tables: the owner's tables merged into the shipped figures, all of it checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.voyages.edition import FIGURES, PROFILE, Edition, RowFigures, Scoring, SpaceFigures, StartFigures
from companion.games.voyages.edition_value_readers import (
    MOST,
    check_amounts,
    check_names,
    read_amounts,
    read_by_number,
    read_entries,
    read_number,
    read_numbers,
    read_record,
    read_table,
)
from companion.games.voyages.printed_parts import (
    BazaarRow,
    BonusTile,
    CardKind,
    Character,
    CityCard,
    ContractCard,
    Direction,
    GoalCard,
    IncomeTile,
    MapPlace,
    MapRoad,
    Person,
    PlaceKind,
)
from companion.rules.codec import join_path
from companion.rules.figure_tables import merge_figures
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say

FACES = 6
_BAZAAR = ("camel", "pepper", "silk", "gold")
FigureTable = Mapping[str, Any]


def build_edition(options: Mapping[str, Any], seats: int) -> Edition:
    """Return the shipped edition merged with the owner's tables, for this number of seats.

    Raises MalformedError with the path of an unknown name or a value out of bounds.
    """
    for name, owner_table in options.items():
        if name not in PROFILE:
            raise MalformedError(say("error.unknown_option", option=name), name)
        read_table(owner_table, name)
    tables = merge_figures(FIGURES, options)
    for name in PROFILE:
        if name not in tables:
            raise MalformedError(say("error.missing_field", field=name), name)
    places = tuple(
        read_record(MapPlace, entry, f"places.{name}", id=name)
        for name, entry in read_entries(tables["places"], "places")
    )
    check_names(tables["travel"], ("dice", "fares"), "travel")
    edition = Edition(
        places=places,
        roads=_roads(tables["roads"], places),
        travel_dice=read_number(tables["travel"], "dice", "travel", 1, 6),
        fares=_fares(tables["travel"]),
        bazaar=_bazaar(tables["bazaar"]),
        spaces=_spaces(tables["spaces"]),
        row=_row(tables["row"]),
        contract_cards=_contracts(tables["contract_cards"]),
        city_deck=_city_deck(tables["city_deck"]),
        goal_deck=_goals(tables["goal_deck"]),
        bonus_deck=tuple(
            BonusTile(name, read_amounts(entry, f"bonus_deck.{name}"))
            for name, entry in read_entries(tables["bonus_deck"], "bonus_deck")
        ),
        income_deck=_incomes(tables["income_deck"]),
        people=_people(tables["people"]),
        start=_start(tables["start"], seats),
        scoring=_scoring(tables["scoring"]),
    )
    _check_consistency(edition)
    return edition


def _roads(table: FigureTable, places: tuple[MapPlace, ...]) -> tuple[MapRoad, ...]:
    ids = {place.id for place in places}
    roads = []
    for name, entry in read_entries(table, "roads"):
        where = f"roads.{name}"
        a, _, b = name.partition("-")
        if a not in ids or b not in ids or a == b:
            raise MalformedError(say("error.unknown_option", option=where), where)
        cost = read_amounts(entry, where)
        for thing, _ in cost.every:
            if thing not in ("coins", "camels"):
                raise MalformedError(
                    say("error.unknown_option", option=join_path(where, thing)), join_path(where, thing)
                )
        roads.append(MapRoad(a, b, cost))
    return tuple(roads)


def _fares(table: FigureTable) -> tuple[int, ...]:
    return _for_each_face(read_by_number(table, "fares", "travel", FACES), "travel.fares")


def _for_each_face(pairs: tuple[tuple[int, int], ...], where: str) -> tuple[int, ...]:
    """Return the numbers from the first on; none of the six may be missing."""
    for face in range(1, FACES + 1):
        if face not in dict(pairs):
            raise MalformedError(say("error.missing_field", field=str(face)), where)
    return tuple(n for _, n in pairs)


def _bazaar(table: FigureTable) -> tuple[BazaarRow, ...]:
    check_names(table, _BAZAAR, "bazaar")
    rows = []
    for name in _BAZAAR:
        where = f"bazaar.{name}"
        row = read_table(table.get(name), where)
        check_names(row, ("dice", "yields"), where)
        yields = read_table(row.get("yields"), join_path(where, "yields"))
        check_names(yields, tuple(map(str, range(1, FACES + 1))), join_path(where, "yields"))
        each = tuple(read_amounts(yields.get(str(n)), join_path(where, f"yields.{n}")) for n in range(1, FACES + 1))
        rows.append(BazaarRow(name, read_number(row, "dice", where, 1, 6), each))
    return tuple(rows)


def _spaces(table: FigureTable) -> SpaceFigures:
    amounts_of = ("take_five", "take_three", "khan", "reroll", "turn_die", "black_die")
    check_names(table, (*amounts_of, "khan_slots"), "spaces")
    each = {name: read_amounts(table.get(name), f"spaces.{name}") for name in amounts_of}
    return SpaceFigures(**each, khan_slots=read_number(table, "khan_slots", "spaces", 1, FACES))


def _row(table: FigureTable) -> RowFigures:
    names = ("cards", "special", "refill", "most", "active")
    check_names(table, (*names, "bonus"), "row")
    each = {name: read_number(table, name, "row", int(name != "special"), MOST) for name in names}
    return RowFigures(**each, bonus=read_by_number(table, "bonus", "row", FACES))


def _contracts(table: FigureTable) -> tuple[ContractCard, ...]:
    cards = []
    for name, entry in read_entries(table, "contract_cards"):
        where = f"contract_cards.{name}"
        card = read_record(ContractCard, entry, where, id=name)
        check_amounts(card.cost, join_path(where, "cost"))
        check_amounts(card.reward, join_path(where, "reward"))
        cards.append(card)
    return tuple(cards)


def _city_deck(table: FigureTable) -> tuple[CityCard, ...]:
    cards = []
    for name, entry in read_entries(table, "city_deck"):
        where = f"city_deck.{name}"
        card = read_record(CityCard, entry, where, id=name)
        for index, way in enumerate(card.ways):
            _check_direction(way, join_path(where, f"ways.{index}"))
        for index, row in enumerate(card.rows):
            check_amounts(row, join_path(where, f"rows.{index}"))
        check_amounts(card.cost, join_path(where, "cost"))
        check_amounts(card.reward, join_path(where, "reward"))
        if card.kind is CardKind.EITHER and len(card.ways) != 2:
            raise MalformedError(say("error.wrong_length", wanted=2), join_path(where, "ways"))
        if card.kind is CardKind.BY_DIE and len(card.rows) != FACES:
            raise MalformedError(say("error.wrong_length", wanted=FACES), join_path(where, "rows"))
        cards.append(card)
    return tuple(cards)


def _check_direction(way: Direction, where: str) -> None:
    check_amounts(way.pays, join_path(where, "pays"))
    check_amounts(way.gets, join_path(where, "gets"))


def _goals(table: FigureTable) -> tuple[GoalCard, ...]:
    cards = []
    for name, entry in read_entries(table, "goal_deck"):
        where = f"goal_deck.{name}"
        read_number(read_table(entry, where), "points", where)
        cards.append(read_record(GoalCard, entry, where, id=name))
    return tuple(cards)


def _incomes(table: FigureTable) -> tuple[IncomeTile, ...]:
    tiles = []
    for name, entry in read_entries(table, "income_deck"):
        where = f"income_deck.{name}"
        tile = read_record(IncomeTile, entry, where, letter=name)
        check_amounts(tile.gives, join_path(where, "gives"))
        tiles.append(tile)
    return tuple(tiles)


def _people(table: FigureTable) -> tuple[Character, ...]:
    check_names(table, tuple(character.value for character in Person), "people")
    people = []
    for person in Person:
        where = f"people.{person.value}"
        known_person = read_record(Character, table.get(person.value), where, person=person.value)
        check_amounts(known_person.income, join_path(where, "income"))
        if not 0 <= known_person.posts <= MOST:
            raise MalformedError(say("error.out_of_bounds", low=0, high=MOST), join_path(where, "posts"))
        people.append(known_person)
    return tuple(people)


def _start(table: FigureTable, seats: int) -> StartFigures:
    plain = {"rounds": 1, "dice": 1, "posts": 1, "camels": 0, "missing_below": 0, "score_space": 0}
    by_seats = ("black_dice", "khan_blocked", "five_blocked")
    check_names(table, (*plain, *by_seats, "coins"), "start")
    coins = read_numbers(table, "coins", "start")
    if len(coins) < seats:
        raise MalformedError(say("error.wrong_length", wanted=4), "start.coins")
    by_number_of_seats = {}
    for name in by_seats:
        where = f"start.{name}"
        values = read_table(table.get(name), where)
        check_names(values, ("2", "3", "4"), where)
        by_number_of_seats[name] = read_number(values, str(seats), where)
    each = {name: read_number(table, name, "start", low) for name, low in plain.items()}
    return StartFigures(**each, coins=coins[:seats], **by_number_of_seats)


def _scoring(table: FigureTable) -> Scoring:
    check_names(table, ("posts", "beijing", "goods_a_point", "coins_a_point", "most_contracts", "reached"), "scoring")
    return Scoring(
        posts=read_by_number(table, "posts", "scoring", MOST),
        beijing=read_numbers(table, "beijing", "scoring"),
        goods_a_point=read_number(table, "goods_a_point", "scoring", 1),
        coins_a_point=read_number(table, "coins_a_point", "scoring", 1),
        most_contracts=read_number(table, "most_contracts", "scoring"),
        reached=read_numbers(table, "reached", "scoring"),
    )


def _check_consistency(edition: Edition) -> None:
    """Check what involves several tables.

    Every place that is named exists and has the right kind, and there is exactly one start and one Beijing.
    """
    kinds = [place.kind for place in edition.places]
    for kind in (PlaceKind.START, PlaceKind.BEIJING):
        if kinds.count(kind) != 1:
            raise MalformedError(say("error.unknown_word", wanted=kind.value), "places")
    for goal in edition.goal_deck:
        for index, name in enumerate(goal.places):
            if name not in edition.place or not edition.place[name].kind.takes_posts:
                raise MalformedError(
                    say("error.unknown_word", wanted=_ids(edition)), f"goal_deck.{goal.id}.places.{index}"
                )
    towns = [town.id for town in edition.towns]
    for tile in edition.income_deck:
        if tile.town not in towns:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(towns)), f"income_deck.{tile.letter}.town")
    if len(edition.scoring.beijing) < 4:
        raise MalformedError(say("error.wrong_length", wanted=4), "scoring.beijing")
    if len(edition.scoring.reached) < 5:
        raise MalformedError(say("error.wrong_length", wanted=5), "scoring.reached")


def _ids(edition: Edition) -> str:
    return ", ".join(place.id for place in edition.places if place.kind.takes_posts)
