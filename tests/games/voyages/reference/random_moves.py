"""Random set-ups and random moves of Voyages, legal and illegal ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.games.voyages.reference.engine import Engine
from tests.games.voyages.reference.figures import GOODS
from tests.games.voyages.reference.movement import movable_posts, step_cost
from tests.games.voyages.reference.setup import CHARACTERS
from tests.games.voyages.reference.setup_moves import HANDLERS, free_characters, seats_of_step, sizes
from tests.games.voyages.reference.state import Seat, Table, Waiting
from tests.kit.reference_games import Attempt

NAMES = ["Ada", "Bao", "Chen", "Dina"]

Move = tuple[str, dict[str, Any]]

ROWS = ("camel", "pepper", "silk", "gold")
WAYS = {
    "C20": ["camel>coin", "coin>camel"],
    "C21": ["vp>coin", "coin>vp"],
    "C22": [f"{good}>camel" for good in GOODS] + [f"camel>{good}" for good in GOODS],
    "C16": list(GOODS),
    "C18": ["silk+gold", "gold+pepper", "pepper+silk"],
}


def random_game(rng: random.Random) -> tuple[list[str], dict[str, Any]]:
    """Return the names and options of a random game."""
    names = NAMES[: rng.randint(2, 4)]
    return names, random_options(rng, len(names))


def random_dealt_game(rng: random.Random) -> tuple[list[str], dict[str, Any]]:
    """Return the names and options of a random game with dealing and with a choice of characters."""
    names, options = random_game(rng)
    dealt = {**options, "tracking": "full", "draft": True, "deal": True}
    return names, {**dealt, "characters": _some_of(dealt["characters"], rng)}


def random_attempts(engine: Engine, seats: int, rng: random.Random) -> Iterator[Attempt]:
    """Yield moves that may be legal or not, some of them of a seat that has to wait or with wrong fields."""
    while True:
        number = rng.choice(engine.active_seats())
        move, fields = random_move(engine, engine.table.seats[number - 1], rng)
        if rng.random() < 0.05:
            number = rng.randint(1, seats)
        if rng.random() < 0.1:
            fields = damaged(fields, rng)
        yield Attempt(number, move, fields)


def damaged(fields: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the fields with one of them left out, or with another value of the same type."""
    if not fields:
        return {"by": 1}
    name = rng.choice(list(fields))
    others = {key: value for key, value in fields.items() if key != name}
    if rng.random() < 0.3:
        return others
    return {**others, name: _damaged_value(fields[name], rng)}


def _damaged_value(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool | int):
        return value + rng.choice([-3, -1, 1, 2])
    if isinstance(value, str):
        return rng.choice(
            ["MOS", "BEI", "ALE", "silk", "black:6", "white:1", "blue:3", "K07", "S2", "C12", value.lower()]
        )
    if isinstance(value, list) and value:
        index = rng.randrange(len(value))
        changed = [] if rng.random() < 0.3 else [_damaged_value(value[index], rng)]
        return [*value[:index], *changed, *value[index + 1 :]]
    return [value] if isinstance(value, list) else value


def random_options(rng: random.Random, count: int) -> dict[str, Any]:
    """Return set-up options of a random game; many games are rich in camels and coins, or short of posts."""
    options: dict[str, Any] = {"characters": rng.sample(CHARACTERS, count)}
    if rng.random() < 0.6:
        posts = rng.choice([1, 2, 4, 9])
        options["start"] = {"coins": [rng.choice([20, 60, 99])] * count, "camels": rng.choice([12, 80]), "posts": posts}
    if rng.random() < 0.5:
        cards = rng.sample([f"C{number:02}" for number in range(1, 32)], 9)
        cities = ["MOS", "KAR", "SAM", "LAN", "ALE", "KRC"]
        options["city_cards"] = {**dict(zip(cities, [[card] for card in cards], strict=False)), "SUM": cards[6:]}
        tiles = rng.sample([f"B{number:02}" for number in range(1, 11)], 7)
        options["bonus_tiles"] = dict(zip([*cities, "SUM"], tiles, strict=True))
    if rng.random() < 0.5:
        options["starting_contracts"] = rng.sample(["S1", "S2", "S3", "S4", "S5", "S6"], count)
    if rng.random() < 0.3:
        # Cards of different seats are not compared: two may be the same.
        options["goals"] = [rng.sample(_goal_ids(), 2) for _ in range(count)]
    _add_switches(options, rng)
    if rng.random() < 0.5:
        _name_half(options, rng)
    return options


def _add_switches(options: dict[str, Any], rng: random.Random) -> None:
    """Add house rules and the way of tracking; about half of the games have a draft, and half are dealt."""
    for switch in ("expert", "mixed_exchange", "beijing_slides"):
        if rng.random() < 0.4:
            options[switch] = rng.random() < 0.5
    if rng.random() < 0.2:
        options["tracking"] = "points"
    if rng.random() < 0.5:
        options["draft"] = True
        options["characters"] = _some_of(options["characters"], rng)
    if rng.random() < 0.5 and "tracking" not in options:
        options["deal"] = True


def _name_half(options: dict[str, Any], rng: random.Random) -> None:
    """Leave out about half of what the options name, and name some income tiles."""
    for name in ("city_cards", "bonus_tiles"):
        if name in options:
            options[name] = {place: value for place, value in options[name].items() if rng.random() < 0.5}
    if "SUM" in options.get("city_cards", {}):
        options["city_cards"]["SUM"] = options["city_cards"]["SUM"][: rng.randint(0, 3)]
    for name in ("goals", "starting_contracts"):
        if name in options:
            options[name] = _some_of(options[name], rng)
    letters = dict(zip(rng.sample(["ANX", "KAS", "ORM", "XIA", "ADA", "KOC"], 6), "ABCDEF", strict=True))
    options["income_tiles"] = {town: letter for town, letter in letters.items() if rng.random() < 0.5}


def _some_of(values: list[Any], rng: random.Random) -> list[Any]:
    """Return the values with some of them left open."""
    return [value if rng.random() < 0.4 else None for value in values]


def random_move(engine: Engine, seat: Seat, rng: random.Random) -> Move:
    """Return a move that may or may not be legal."""
    table = engine.table
    if rng.random() < 0.03 and table.full:
        return _any_time(table, rng)
    if table.phase == "setup":
        return _set_up_move(table, seat, rng)
    if seat.waiting:
        return _answer(table, seat, rng)
    if table.phase == "incomes":
        return _income_move(table, seat, rng)
    if table.phase == "goals":
        return _goal_move(table, rng)
    return _turn_move(table, seat, rng) if table.full else _points_move(seat, rng)


def _set_up_move(table: Table, seat: Seat, rng: random.Random) -> Move:
    """Return a move of the present step of the set-up, or sometimes of another one."""
    kind = next(iter(seats_of_step(table))) if rng.random() < 0.8 else rng.choice([*HANDLERS, "roll"])
    if kind == "roll":
        return kind, {"chance": _values(rng, 5)}
    if kind == "take_character":
        return kind, {"character": rng.choice(free_characters(table) if rng.random() < 0.8 else CHARACTERS)}
    if kind == "keep_goals":
        dealt = seat.dealt_goals if seat.dealt_goals and rng.random() < 0.8 else _goal_ids()
        return kind, {"cards": rng.sample(dealt, 2)}
    return kind, {"chance": [rng.randint(1, size) for size in sizes(table, seat, kind)]}


def _goal_ids() -> list[str]:
    return [f"G{number:02}" for number in range(1, 19)]


def _values(rng: random.Random, count: int) -> list[int]:
    return [rng.randint(1, 6) for _ in range(count)]


def _contract_id(rng: random.Random) -> str:
    return rng.choice([f"K{number:02}" for number in range(1, 39)] + [f"S{number}" for number in range(1, 7)])


def _any_time(table: Table, rng: random.Random) -> Move:
    kind = rng.choice(["correct", "name", "slot", "goals"])
    if kind == "correct":
        what = rng.choice(["coins", "camels", "silk", "points"])
        return "correct", {"what": what, "by": rng.randint(-3, 3), "note": "counted again"}
    if kind == "name":
        return "name", {"contract": _contract_id(rng)}
    if kind == "slot":
        return "name", {"contract": _contract_id(rng), "slot": rng.randint(1, max(1, len(table.row)))}
    return "reveal_goals", {"cards": [f"G{rng.randint(1, 18):02}", f"G{rng.randint(1, 18):02}"]}


def _answer(table: Table, seat: Seat, rng: random.Random) -> Move:
    first = seat.waiting[0]
    if first.kind in ("draw", "step", "black_die") and rng.random() < 0.2:
        return "decline", {}
    if first.kind == "draw":
        fields: dict[str, Any] = {"contract": rng.choice([None, _contract_id(rng)])}
        if len(seat.active) == 2:
            fields["discard"] = rng.choice(seat.active).name
        return "keep", fields
    if first.kind == "black_die":
        return "roll", {"chance": _values(rng, 1)}
    if first.kind == "step":
        return "step", {"paths": _paths(table, seat, first.count, rng)}
    return "choose", _choice(table, seat, first, rng)


def _choice(table: Table, seat: Seat, first: Waiting, rng: random.Random) -> dict[str, Any]:
    if first.kind in ("good", "goods"):
        return {"goods": rng.sample(list(GOODS), 1 if first.kind == "good" else 2)}
    if first.kind == "town":
        return {"town": rng.choice(list(table.incomes))}
    if first.kind == "income":
        return {"income": rng.choice("ABCDEF")}
    if first.kind == "bonus":
        return {"bonus": f"B{rng.randint(1, 10):02}"}
    return {"post": rng.choice(movable_posts(seat, first))}


def _paths(table: Table, seat: Seat, limit: int, rng: random.Random) -> list[list[str]]:
    """Return random paths along roads, not checked for what they cost."""
    places = list(seat.figures)
    paths: list[list[str]] = [[] for _ in places]
    nodes = list(table.figures.tables["map"]["nodes"])
    for _ in range(rng.randint(1, limit)):
        index = rng.randrange(len(places))
        ways = [end for end in nodes if step_cost(table, seat, places[index], end) is not None]
        places[index] = rng.choice(ways)
        paths[index].append(places[index])
    return paths


def _income_move(table: Table, seat: Seat, rng: random.Random) -> Move:
    if not seat.rolled:
        return "roll", {"chance": _values(rng, 6 if seat.character == "matteo" else 5)}
    coins = rng.randint(0, seat.owed)
    return "compensate", {"coins": coins, "camels": seat.owed - coins}


def _goal_move(table: Table, rng: random.Random) -> Move:
    goals = _goal_ids()
    if table.full:
        return ("leave_goals", {}) if rng.random() < 0.3 else ("reveal_goals", {"cards": rng.sample(goals, 2)})
    amounts = {name: rng.randint(0, 20) for name in ("coins", "camels", "goods")}
    beijing = rng.choice([0, 0, 10, 7, 4, 1])
    return "final", {**amounts, "beijing": beijing, "goals": rng.sample(goals, 2), "reached": rng.randint(0, 4)}


def _points_move(seat: Seat, rng: random.Random) -> Move:
    kind = rng.choice(["score", "travelled", "post", "contract", "black_die", "reroll", "end_turn", "end_turn"])
    by = rng.randint(0, 6)
    fields: dict[str, dict[str, Any]] = {
        "score": {"by": by, "why": "city card"},
        "contract": {"by": by},
        "black_die": {} if seat.is_raschid else {"chance": _values(rng, 1)},
        "reroll": {"die": str(rng.choice(seat.dice)), "chance": _values(rng, 1)},
        "end_turn": {"used": rng.randint(1, 3)},
    }
    return kind, fields.get(kind, {})


def _dice(seat: Seat, count: int, rng: random.Random) -> list[str]:
    if len(seat.dice) < count:
        return []
    dice = rng.sample(seat.dice, count)
    return [f"{die.colour}:{die.value or rng.randint(1, 6)}" for die in dice]


def _turn_move(table: Table, seat: Seat, rng: random.Random) -> Move:
    actions: list[Callable[[Table, Seat, random.Random], Move]] = [_travel, _bazaar, _khan, _contracts]
    actions += [_travel] * (4 if seat.coins > 40 else 1)
    actions += [_city_card, _take_five] if seat.posts else [_take_five]
    if not table.acted and seat.dice and rng.random() < 0.9:
        return rng.choice(actions)(table, seat, rng)
    return _bonus_action(seat, rng)


def _bonus_action(seat: Seat, rng: random.Random) -> Move:
    kind = rng.choice(["fulfil", "fulfil", "fulfil", "take_three", "reroll", "turn_die", "black_die", "end_turn"])
    if kind == "fulfil":
        held = [contract.name or _contract_id(rng) for contract in seat.active] or ["K01"]
        return kind, {"contract": rng.choice(held)}
    if kind in ("reroll", "turn_die") and seat.dice:
        change: dict[str, Any] = {"chance": _values(rng, 1)} if kind == "reroll" else {"by": rng.choice([1, -1])}
        return kind, {"die": str(rng.choice(seat.dice)), **change}
    if kind == "black_die":
        return kind, {} if seat.is_raschid else {"chance": _values(rng, 1)}
    return ("take_three", {"dice": _dice(seat, 1, rng)}) if kind == "take_three" else ("end_turn", {})


def _take_five(_table: Table, seat: Seat, rng: random.Random) -> Move:
    return "take_five", {"dice": _dice(seat, 1, rng)}


def _bazaar(_table: Table, seat: Seat, rng: random.Random) -> Move:
    row = rng.choice(ROWS)
    return "bazaar", {"row": row, "dice": _dice(seat, {"silk": 2, "gold": 3}.get(row, 1), rng)}


def _khan(_table: Table, seat: Seat, rng: random.Random) -> Move:
    return "khan", {"dice": _dice(seat, 1, rng), "good": rng.choice(GOODS)}


def _travel(table: Table, seat: Seat, rng: random.Random) -> Move:
    return "travel", {"dice": _dice(seat, 2, rng), "paths": _paths(table, seat, rng.choice([2, 3, 6]), rng)}


def _contracts(table: Table, seat: Seat, rng: random.Random) -> Move:
    slots = rng.sample(range(1, 7), rng.choice([1, 2]))
    cards = [table.row[slot - 1] if slot <= len(table.row) else None for slot in slots]
    names = [card or rng.choice([None, _contract_id(rng)]) for card in cards]
    missing = max(0, len(seat.active) + len(slots) - 2)
    return "contracts", {
        "dice": _dice(seat, 1, rng),
        "slots": slots,
        "contracts": names,
        "bonus": [rng.choice(["coins", "camels"]) for slot in slots if slot >= 5],
        "discard": [contract.name for contract in rng.sample(seat.active, min(missing, len(seat.active)))],
    }


def _city_card(table: Table, seat: Seat, rng: random.Random) -> Move:
    city = rng.choice(seat.posts)
    card = rng.choice(table.city_cards.get(city) or [f"C{rng.randint(1, 31):02}"])
    fields: dict[str, Any] = {"card": card, "city": city, "dice": _dice(seat, 1, rng)}
    if rng.random() < 0.6:
        fields["times"] = rng.randint(1, 3)
    towns = [town for town in table.incomes if town in seat.posts]
    ways = WAYS.get(card, towns if card in ("C19", "C30") else [])
    if card in ("C19", "C30"):
        fields["ways"] = rng.sample(towns, min(len(towns), fields.get("times", 1)))
    elif ways:
        fields["ways"] = [rng.choice(ways) for _ in range(fields.get("times", 1))]
    return "city_card", fields
