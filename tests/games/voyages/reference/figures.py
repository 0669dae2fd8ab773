"""Figures of The Voyages of Marco Polo as compact tables, and how a game's options override them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Amounts = dict[str, int]
"""How many of each thing: `coin`, `camel`, `pepper`, `silk`, `gold`, `vp`, or a gain that asks, such as `good_any`."""

GOODS = ("pepper", "silk", "gold")

NODES = {
    "start": "VEN",
    "city": "MOS KAR SAM LAN ALE KRC SUM",
    "town": "ANX KAS ORM XIA ADA KOC",
    "beijing": "BEI",
    "oasis": "O1 O2 O3 O4 O5 O6 O7 O8 O9 O10",
}
"""The places of the map by kind, in the order of `map.nodes`."""

EDGES = {
    "VEN-O1": "", "O1-MOS": "", "MOS-ANX": "3 camel", "ANX-KAR": "2 camel", "KAR-O6": "", "O6-O7": "5 coin",
    "O7-BEI": "", "O6-O8": "", "O8-BEI": "3 camel", "O8-LAN": "", "VEN-O2": "3 camel", "O2-SAM": "",
    "SAM-O5": "2 camel", "O5-KAS": "4 camel", "KAS-LAN": "2 camel", "O2-O3": "", "VEN-ALE": "", "ALE-O3": "7 coin",
    "O3-ORM": "3 camel", "ORM-KRC": "3 camel", "KRC-O9": "", "O9-XIA": "", "XIA-BEI": "", "ALE-O4": "",
    "O4-ADA": "2 camel", "ADA-KOC": "15 coin", "KOC-O9": "4 camel", "KOC-SUM": "10 coin", "SUM-O10": "4 camel",
    "O10-BEI": "",
}  # fmt: skip

BAZAAR = {
    "camel": (1, "1 camel | 2 camel | 3 camel | 4 camel | 5 camel | 6 camel"),
    "pepper": (1, "1 pepper | 2 pepper | 2 pepper, 1 coin | 3 pepper | 3 pepper, 2 coin | 4 pepper"),
    "silk": (2, "1 silk | 2 silk | 2 silk, 1 camel | 3 silk | 3 silk, 1 camel, 1 coin | 4 silk"),
    "gold": (3, "1 gold | 2 gold | 2 gold, 2 camel | 3 gold | 3 gold, 1 step | 4 gold"),
}
"""Number of dice and yield by column of each bazaar row (V13)."""

CONTRACTS = {
    "S1": "2 camel, 1 pepper, 1 silk > 5 vp, 1 contract_draw",
    "S2": "2 camel, 1 pepper, 1 gold > 4 vp, 1 black_die",
    "S3": "1 camel, 3 pepper > 1 vp, 1 step",
    "S4": "2 camel, 1 silk, 1 gold > 4 vp, 1 goods_2_different",
    "S5": "1 camel, 1 gold > 2 vp, 3 camel",
    "S6": "1 camel, 2 silk > 3 vp, 5 coin",
    "K01": "1 camel, 3 pepper > 2 vp, 1 black_die",
    "K02": "1 camel, 4 pepper > 3 vp, 1 contract_draw",
    "K03": "1 camel, 3 silk > 3 vp, 1 good_any",
    "K04": "1 camel, 3 gold > 6 vp, 1 good_any",
    "K05": "1 camel, 4 gold > 7 vp, 3 camel",
    "K06": "1 camel, 4 gold > 7 vp, 1 step",
    "K07": "2 camel, 2 pepper, 1 silk > 3 vp, 4 coin",
    "K08": "2 camel, 2 pepper, 1 silk > 3 vp, 1 goods_2_different",
    "K09": "2 camel, 1 pepper, 2 silk > 4 vp, 3 coin",
    "K10": "2 camel, 2 pepper, 2 silk > 5 vp, 1 black_die",
    "K11": "2 camel, 3 pepper, 2 silk > 5 vp, 1 step",
    "K12": "2 camel, 2 pepper, 3 silk > 5 vp, 6 coin",
    "K13": "2 camel, 2 pepper, 3 silk > 5 vp, 1 good_any, 1 black_die",
    "K14": "2 camel, 2 pepper, 1 gold > 4 vp, 1 step",
    "K15": "2 camel, 2 pepper, 1 gold > 4 vp, 1 contract_draw",
    "K16": "2 camel, 1 pepper, 2 gold > 5 vp, 1 black_die",
    "K17": "2 camel, 3 pepper, 2 gold > 7 vp, 5 camel",
    "K18": "2 camel, 3 pepper, 2 gold > 6 vp, 7 coin",
    "K19": "2 camel, 2 pepper, 3 gold > 8 vp, 7 coin",
    "K20": "2 camel, 2 pepper, 3 gold > 9 vp, 1 goods_2_different",
    "K21": "2 camel, 2 silk, 1 gold > 4 vp, 4 camel",
    "K22": "2 camel, 1 silk, 2 gold > 6 vp, 4 camel",
    "K23": "2 camel, 1 silk, 2 gold > 6 vp, 4 coin",
    "K24": "2 camel, 1 silk, 2 gold > 6 vp, 1 black_die",
    "K25": "2 camel, 2 silk, 2 gold > 7 vp, 1 step",
    "K26": "2 camel, 2 silk, 2 gold > 7 vp, 1 contract_draw",
    "K27": "2 camel, 3 silk, 2 gold > 8 vp, 4 camel",
    "K28": "2 camel, 3 silk, 2 gold > 8 vp, 1 contract_draw",
    "K29": "2 camel, 2 silk, 3 gold > 9 vp, 7 coin",
    "K30": "2 camel, 2 silk, 3 gold > 9 vp, 1 step",
    "K31": "3 camel, 1 pepper, 1 silk, 1 gold > 6 vp, 1 contract_draw",
    "K32": "3 camel, 1 pepper, 1 silk, 1 gold > 6 vp, 1 good_any",
    "K33": "3 camel, 1 pepper, 1 silk, 1 gold > 5 vp, 1 goods_2_different",
    "K34": "3 camel, 1 pepper, 1 silk, 1 gold > 5 vp, 1 step",
    "K35": "3 camel, 1 pepper, 1 silk, 1 gold > 5 vp, 1 black_die",
    "K36": "3 camel, 1 pepper, 2 silk, 1 gold > 5 vp, 3 camel, 1 contract_draw",
    "K37": "3 camel, 1 pepper, 2 silk, 1 gold > 5 vp, 3 camel, 4 coin",
    "K38": "3 camel, 1 pepper, 1 silk, 2 gold > 7 vp, 5 coin",
}
"""Cost > reward of each contract; S1 to S6 are the starting contracts."""

EXCHANGE_CARDS = {
    "C01": "2 gold > 4 vp", "C02": "2 silk > 3 vp", "C03": "2 pepper > 2 vp", "C04": "1 camel, 1 gold > 4 vp",
    "C05": "2 camel, 1 silk > 4 vp", "C06": "3 camel, 1 pepper > 4 vp", "C07": "1 camel, 1 gold > 9 coin",
    "C08": "1 camel, 1 silk > 8 coin", "C09": "1 camel, 1 pepper > 7 coin", "C10": "1 camel, 1 gold > 6 coin, 2 vp",
    "C11": "1 camel, 1 silk > 4 coin, 2 vp", "C12": "1 camel, 1 pepper > 2 coin, 2 vp", "C13": "1 camel > 1 vp",
    "C14": "2 camel > 2 coin, 1 vp", "C15": "3 camel > 1 pepper, 1 silk, 1 gold", "C16": "2 coin > 1 good_any",
    "C17": "2 camel > 1 step", "C18": "1 goods_2_different > 1 step", "C19": "1 coin > 1 own_town_income",
}  # fmt: skip

EITHER_CARDS = {
    "C20": "1 camel > 3 coin / 1 coin > 1 camel",
    "C21": "1 vp > 3 coin / 3 coin > 1 vp",
    "C22": "1 good_any > 2 camel / 2 camel > 1 good_any",
}

COUNTING_CARDS = {
    "C23": ("per_completed_contract", "1 vp"),
    "C24": ("per_completed_contract", "2 coin"),
    "C25": ("per_placed_post", "1 vp"),
    "C26": ("per_placed_post", "2 coin"),
}

BY_DIE_CARDS = {
    "C27": "1 pepper | 3 pepper | 3 pepper | 3 pepper | 3 pepper | 3 pepper",
    "C28": "1 silk | 1 silk | 1 silk | 3 silk | 3 silk | 3 silk",
    "C29": "1 gold | 1 gold | 1 gold | 1 gold | 1 gold | 3 gold",
    "C30": "1 own_town_income | 1 own_town_income | 1 own_town_income | 1 own_town_income | 2 own_town_income"
    " | 2 own_town_income",
    "C31": "2 coin | 4 coin | 6 coin | 8 coin | 10 coin | 12 coin",
}

GOALS = (
    "G01 MOS XIA 4, G02 MOS ORM 5, G03 MOS KAS 7, G04 KAR XIA 4, G05 KAR KOC 5, G06 KAR ADA 7, G07 LAN KOC 4, "
    "G08 LAN ADA 5, G09 LAN ORM 6, G10 SAM XIA 4, G11 SAM ADA 5, G12 SAM KOC 7, G13 ALE ANX 4, G14 ALE KAS 5, "
    "G15 SUM ORM 6, G16 SUM ANX 8, G17 KRC KAS 5, G18 KRC ANX 7"
)

BONUS_TILES = {
    "B01": "3 coin", "B02": "5 coin", "B03": "2 camel", "B04": "3 camel", "B05": "2 silk", "B06": "2 gold",
    "B07": "1 good_any", "B08": "1 step", "B09": "1 contract_draw", "B10": "1 black_die",
}  # fmt: skip

INCOME_TILES = {
    "A": ("ANX", "5 coin"), "B": ("ORM", "3 camel"), "C": ("KAS", "1 goods_2_different"),
    "D": ("XIA", "1 any_other_town_income"), "E": ("ADA", "1 camel, 3 coin"), "F": ("KOC", "3 vp"),
}  # fmt: skip
"""Own town and income of each income tile."""

CHARACTERS = {
    "raschid": "", "matteo": "1 contract_draw", "berke": "", "mercator": "", "niccolo_marco": "1 camel", "kubilai": "",
    "johannes": "3 coin", "wilhelm": "",
}  # fmt: skip
"""The income of each character; the first four are those of the first game, by seat (V4)."""

SETUP: dict[str, Any] = {
    "start_camels": 2,
    "start_coins_by_seat": [7, 8, 9, 10],
    "dice_per_player": 5,
    "posts_per_player": 9,
    "black_dice": {"2": 3, "3": 4, "4": 5},
    "blocked": {
        "4": {},
        "3": {"khan_slots": [{"slot": 1, "value": 1}]},
        "2": {"khan_slots": [{"slot": 1, "value": 1}, {"slot": 2, "value": 1}], "take_5_coins": 1},
    },
}

ROUND: dict[str, Any] = {
    "rounds": 5,
    "compensation": {"threshold": 15},
    "khan": {"slots": 4, "gain": {"good_any": 1, "camel": 2}},
    "bonus_actions": {"reroll": {"camel": 1}, "plus_minus_1": {"camel": 2}, "black_die": {"camel": 3}},
}

SCORING: dict[str, Any] = {
    "posts": {"8": 5, "9": 10, "10": 0, "11": 10},
    "beijing_post": [10, 7, 4, 1],
    "most_contracts": {"vp": 7},
}

FARES = {"1": 3, "2": 7, "3": 12, "4": 12, "5": 18, "6": 18}
DESTINATION_POINTS = {"0": 0, "1": 1, "2": 3, "3": 6, "4": 10}


@dataclass(frozen=True)
class Figures:
    """All tables of one game, with the options of the game merged in."""

    tables: dict[str, Any]
    """The tables by the names of `voyages.json`; cards, tiles and edges by id instead of in lists."""

    def kind(self, place: str) -> str | None:
        """Return the kind of a place, None for an unknown one."""
        kind: str | None = self.tables["map"]["nodes"].get(place)
        return kind

    def places(self, kind: str) -> list[str]:
        """Return the places of one kind in the order of the map."""
        return [place for place, its_kind in self.tables["map"]["nodes"].items() if its_kind == kind]

    def edge(self, start: str, end: str) -> Amounts | None:
        """Return the cost of the road between two places, None where there is none."""
        edges: dict[str, Amounts] = self.tables["map"]["edges"]
        return edges.get(f"{start}-{end}", edges.get(f"{end}-{start}"))

    def amounts(self, *path: str) -> Amounts:
        """Return the amounts at a path into the tables."""
        node: Any = self.tables
        for key in path:
            node = node[key]
        return {thing: number for thing, number in node.items() if number}

    def number(self, *path: str) -> int:
        """Return the number at a path into the tables, 0 where the last key is missing."""
        node: Any = self.tables
        for key in path[:-1]:
            node = node[key]
        return int(node.get(path[-1], 0))

    def ids(self, table: str) -> list[str]:
        """Return the ids of a table of cards or tiles."""
        return list(self.tables[table])


def figures(overrides: dict[str, Any]) -> Figures:
    """Return the figures of a game whose options override some tables."""
    tables = _tables()
    for name, change in overrides.items():
        tables[name] = _merged(tables[name], _by_id(name, change))
    return Figures(tables)


def table_names() -> set[str]:
    """Return the names of the tables that options may override."""
    return set(_tables())


def _tables() -> dict[str, Any]:
    return {
        "map": {
            "nodes": {place: kind for kind, places in NODES.items() for place in places.split()},
            "edges": {edge: _amounts(cost) for edge, cost in EDGES.items()},
        },
        "travel_action": {"dice": 2, "coins_by_steps": FARES},
        "grand_bazaar": {row: {"dice": dice, "yield": _columns(line)} for row, (dice, line) in BAZAAR.items()},
        "contract_action": {"dice": 1, "slot_bonus": {"5": 1, "6": 2}, "active_limit": 2},
        "contracts": {name: _exchange(line) for name, line in CONTRACTS.items()},
        "city_cards": _city_cards(),
        "goal_cards": {"list": _goals(), "distinct_destinations_vp": DESTINATION_POINTS},
        "bonus_tiles": {name: {"reward": _amounts(line)} for name, line in BONUS_TILES.items()},
        "town_incomes": {
            letter: {"town": town, "income": _amounts(line)} for letter, (town, line) in INCOME_TILES.items()
        },
        "characters": {name: {"round_start": _amounts(line)} for name, line in CHARACTERS.items()},
        "setup": SETUP,
        "round": ROUND,
        "scoring": SCORING,
    }


def _amounts(line: str) -> Amounts:
    parts = [part.split() for part in line.split(",") if part.strip()]
    return {thing: int(number) for number, thing in parts}


def _columns(line: str) -> dict[str, Amounts]:
    return {str(column): _amounts(part) for column, part in enumerate(line.split("|"), start=1)}


def _exchange(line: str) -> dict[str, Amounts]:
    cost, reward = line.split(">")
    return {"cost": _amounts(cost), "reward": _amounts(reward)}


def _city_cards() -> dict[str, dict[str, Any]]:
    cards: dict[str, dict[str, Any]] = {}
    for name, line in EXCHANGE_CARDS.items():
        cards[name] = {"kind": "exchange", **_exchange(line)}
    for name, line in EITHER_CARDS.items():
        options = [[_amounts(side) for side in option.split(">")] for option in line.split("/")]
        cards[name] = {"kind": "either_direction", "options": options}
    for name, (kind, line) in COUNTING_CARDS.items():
        cards[name] = {"kind": kind, "cost": {}, "reward": _amounts(line)}
    for name, line in BY_DIE_CARDS.items():
        cards[name] = {"kind": "by_die", "by_die": _columns(line)}
    return cards


def _goals() -> dict[str, dict[str, Any]]:
    rows = [row.split() for row in GOALS.split(",")]
    return {name: {"city": city, "town": town, "vp": int(points)} for name, city, town, points in rows}


def _by_id(name: str, change: Any) -> Any:
    """Turn the lists of `voyages.json` (cards, tiles, places, edges) in an override into tables by id."""
    if not isinstance(change, dict):
        return change
    if name == "map":
        return {key: _places_or_edges(key, rows) for key, rows in change.items()}
    if isinstance(change.get("list"), list):
        rows = {row.get("id", row.get("letter")): _without_id(row) for row in change["list"]}
        return {**change, "list": rows} if name == "goal_cards" else rows
    return change


def _places_or_edges(key: str, rows: Any) -> Any:
    if not isinstance(rows, list):
        return rows
    if key == "nodes":
        return {row["id"]: row["kind"] for row in rows}
    return {f"{row['a']}-{row['b']}": row["cost"] for row in rows}


def _without_id(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("id", "letter")}


def _merged(old: Any, new: Any) -> Any:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    merged = dict(old)
    for key, value in new.items():
        merged[key] = _merged(old[key], value) if key in old else value
    return merged
