"""Set-up: from the names and options of a game to its table before round 1."""

from __future__ import annotations

from typing import Any

from tests.games.voyages.reference.figures import Figures, figures, table_names
from tests.games.voyages.reference.state import Contract, Seat, Table, refuse

OPTIONS = {
    "tracking", "expert", "characters", "starting_contracts", "goals", "city_cards", "bonus_tiles", "income_tiles",
    "colours", "start", "mixed_exchange", "beijing_slides", "draft", "deal",
}  # fmt: skip
COLOURS = ["blue", "green", "yellow", "red"]
CHARACTERS = ["raschid", "matteo", "berke", "mercator", "niccolo_marco", "kubilai", "johannes", "wilhelm"]


def set_up(names: list[str], options: dict[str, Any]) -> Table:
    """Return the table of a new game before its first round (V1 to V4)."""
    _check_options(names, options)
    # `characters`, `city_cards` and `bonus_tiles` are set-up options, so that these three tables cannot be overridden.
    tables = figures({name: options[name] for name in (options.keys() & table_names()) - OPTIONS})
    tracking = options.get("tracking", "full")
    if tracking not in ("full", "points"):
        refuse(f"no tracking {tracking}")
    draft, deal = _switch(options, "draft", False), _switch(options, "deal", False)
    if deal and tracking != "full":
        refuse("deal: in full tracking alone")
    table = Table(
        figures=tables,
        full=tracking == "full",
        draft=draft,
        deal=deal,
        mixed_exchange=_switch(options, "mixed_exchange", True),
        beijing_slides=_switch(options, "beijing_slides", False),
        seats=_seats(tables, len(names), options),
        city_cards=_city_cards(tables, _mapping(options, "city_cards")),
        bonus_tiles=_bonus_tiles(tables, _mapping(options, "bonus_tiles")),
        incomes=_income_tiles(tables, _mapping(options, "income_tiles"), _switch(options, "expert", False)),
        black_left=tables.number("setup", "black_dice", str(len(names))),
    )
    for seat in table.seats:
        set_up_character(table, seat)
    return table


def _check_options(names: list[str], options: dict[str, Any]) -> None:
    if not 2 <= len(names) <= 4:
        refuse("2 to 4 seats", "V1")
    unknown = options.keys() - OPTIONS - table_names()
    if unknown:
        refuse(f"unknown options: {', '.join(sorted(unknown))}")


def _switch(options: dict[str, Any], name: str, default: bool) -> bool:
    value = options.get(name, default)
    if not isinstance(value, bool):
        refuse(f"{name} is true or false")
    return bool(value)


def _mapping(options: dict[str, Any], name: str) -> dict[str, Any]:
    """Return an option that gives ids by place: a list of city cards, or one tile."""
    given = options.get(name, {})
    if not isinstance(given, dict):
        refuse(f"{name}: by place")
    for value in given.values():
        ids = value if isinstance(value, list) and name == "city_cards" else [value]
        if (name == "city_cards") != isinstance(value, list) or not all(isinstance(each, str) for each in ids):
            refuse(f"{name}: ids by place")
    return dict(given)


def _seats(tables: Figures, count: int, options: dict[str, Any]) -> list[Seat]:
    draft = _switch(options, "draft", False)
    first_game = [None] * count if draft else CHARACTERS[:count]
    characters = _distinct(options.get("characters", first_game), CHARACTERS, count, "characters")
    if None in characters and not draft:
        refuse("characters: one for each seat")
    colours = _distinct(options.get("colours", COLOURS[:count]), COLOURS, count, "colours")
    starting = [name for name in tables.ids("contracts") if name.startswith("S")]
    contracts = _distinct(options.get("starting_contracts", [None] * count), starting, count, "starting_contracts")
    goals = _goals(tables, options.get("goals", [None] * count), count)
    start = options.get("start", {})
    if not isinstance(start, dict) or start.keys() - {"coins", "camels", "posts"}:
        refuse("start has coins, camels and posts")
    setup = tables.tables["setup"]
    coins = _by_seat(start.get("coins", setup["start_coins_by_seat"][:count]), count)
    camels = _by_seat(start.get("camels", setup["start_camels"]), count)
    posts = _by_seat(start.get("posts", setup["posts_per_player"]), count)
    return [
        Seat(
            number=index + 1,
            character=characters[index] or "",
            colour=str(colours[index]),
            coins=coins[index],
            camels=camels[index],
            posts_total=posts[index],
            figures=["VEN"],
            active=[Contract(contracts[index], starting=True)],
            goals=goals[index],
            goals_from_setup=goals[index] is not None,
        )
        for index in range(count)
    ]


def _by_seat(value: Any, count: int) -> list[int]:
    """Return a number for each seat, from one number for all or a list by seat."""
    numbers = value if isinstance(value, list) else [value] * count
    if len(numbers) != count or not all(type(number) is int and number >= 0 for number in numbers):
        refuse("start takes a number, or one for each seat")
    return list(numbers)


def _distinct(values: Any, allowed: list[str], count: int, what: str) -> list[str | None]:
    if not isinstance(values, list) or len(values) != count:
        refuse(f"{what}: one for each seat")
    known = [value for value in values if value is not None]
    if not all(isinstance(value, str) for value in known):
        refuse(f"{what}: names")
    if what == "colours" and len(known) < count:
        refuse(f"{what}: one for each seat")
    if len(set(known)) < len(known) or not set(known) <= set(allowed):
        refuse(f"{what}: unknown or twice the same")
    return list(values)


def _goals(tables: Figures, goals: Any, count: int) -> list[tuple[str, ...] | None]:
    if not isinstance(goals, list) or len(goals) != count:
        refuse("goals: two for each seat, or null")
    return [None if cards is None else goal_cards(tables, cards) for cards in goals]


def goal_cards(tables: Figures, cards: Any) -> tuple[str, ...]:
    """Return two different goal cards of one seat; the cards of others are not looked at (they are secret)."""
    if not isinstance(cards, list) or len(cards) != 2 or cards[0] == cards[1]:
        refuse("two different goal cards", "V1")
    if any(not isinstance(card, str) or card not in tables.tables["goal_cards"]["list"] for card in cards):
        refuse("unknown goal card", "V1")
    return tuple(cards)


def _city_cards(tables: Figures, given: dict[str, list[str]]) -> dict[str, list[str]]:
    cities = tables.places("city")
    cards = [card for cards in given.values() for card in cards]
    if given.keys() - set(cities) or set(cards) - set(tables.ids("city_cards")) or len(set(cards)) < len(cards):
        refuse("city_cards: unknown, or twice the same")
    if any(len(cards) > cards_of_city(city) for city, cards in given.items()):
        refuse("city_cards: too many for one city")
    return {city: list(given.get(city, [])) for city in cities}


def cards_of_city(city: str) -> int:
    """Return how many city cards lie in a city."""
    return 3 if city == "SUM" else 1


def _bonus_tiles(tables: Figures, given: dict[str, str]) -> dict[str, str | None]:
    cities = tables.places("city")
    tiles = list(given.values())
    if given.keys() - set(cities) or set(tiles) - set(tables.ids("bonus_tiles")) or len(set(tiles)) < len(tiles):
        refuse("bonus_tiles: unknown, or twice the same")
    return {city: given.get(city) for city in cities}


def _income_tiles(tables: Figures, given: dict[str, str], expert: bool) -> dict[str, str | None]:
    towns = tables.places("town")
    letters = list(given.values())
    if given.keys() - set(towns) or set(letters) - set(tables.ids("town_incomes")) or len(set(letters)) < len(letters):
        refuse("income_tiles: unknown, or twice the same")
    incomes = {town: given.get(town) for town in towns}
    # "Defaults: income tiles in their own towns": where only some are given, a tile that is already elsewhere
    # leaves its own town to be asked.
    for letter, tile in tables.tables["town_incomes"].items():
        if not expert and letter not in letters and incomes[tile["town"]] is None:
            incomes[tile["town"]] = letter
    return incomes


def set_up_character(table: Table, seat: Seat) -> None:
    """Place the figures and posts of a seat's character, if it has one already (V38, V39, V41)."""
    if seat.character == "niccolo_marco":
        seat.figures = ["VEN", "VEN"]
    if seat.character == "wilhelm":
        seat.posts_total += 2
    if seat.character == "kubilai":
        seat.figures = ["BEI"]
        seat.posts = ["BEI"]
        seat.beijing = table.figures.tables["scoring"]["beijing_post"][0]
