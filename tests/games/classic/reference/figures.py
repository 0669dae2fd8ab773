"""Figures of Marco Polo (1983), French edition, as plain tables, and the merge that lets options override them."""

from typing import Any

SEATS = range(2, 5)
ROUTES = ("land", "sea")
ATTACK = {"land": "bandit", "sea": "corsair"}
SPACES = range(1, 10)
SECTORS = range(2, 37)
DIE = range(1, 7)
EIGHT_SIDED_DIE = range(1, 9)
PLACES = ("town", "port", "post", "khanbalik", "mission", "venice")

# Table names and keys are those of the edition profile; sums are in besants. Number keys are strings, as in JSON.
PROFILE: dict[str, dict[str, Any]] = {
    "money": {"start": 240, "total": 2040, "notes": [10, 20, 30, 50]},
    "goods": {
        "colours": ["blue", "green", "yellow", "mauve"],
        "values": {"80": 3, "50": 4, "30": 2},
        "hasard": 5,
        "price": 20,
        "max_bought": 3,
    },
    "player_trade": {"price": 30},
    "ransom": {"besants": 30},
    "khan": {"gifts": 3, "gift_value": 80, "table": 240, "secret": 240},
    "return": {
        "threshold": {"2": 1100, "3": 900, "4": 700},
        "each_of": ["blue", "green", "yellow"],
        "min_each": 1,
        "max_each": 2,
    },
    "wheel": {
        "placeholder": True,
        "sectors": [
            {"land": 1, "sea": 2},
            {"land": 2, "sea": 3},
            {"land": 3, "sea": 4},
            {"land": 4, "sea": 5},
            {"land": 1, "sea": 1},
            {"land": 2, "sea": 3},
            {"land": 3, "sea": 6},
            {"land": "bandit", "sea": "corsair"},
        ],
    },
    "hasard": {"effects": []},
    "mission": {"towns": []},
    "posts": {},
}

# House rules and variants that are either on or off; `move_bonus` and `tracking` take other values.
SWITCHES = (
    "strict_arrival",
    "trade_each_player",
    "trade_in_venice",
    "must_hold_both",
    "bandits_d8",
    "ties_to_bandits",
    "gifts_two_colours",
)
MOVE_BONUSES = range(0, 3)
TRACKINGS = ("full", "dice")

# The rulings name no words for the stage, only that it is reached and stays (C17). These three are a choice.
STAGE_OUTWARD = "outward"
STAGE_MISSION = "mission"
STAGE_RETURN = "homeward"


def merge(base: Any, override: Any) -> Any:
    """Return `base` with `override` merged into it: tables key by key, everything else replaced as a whole."""
    if not isinstance(base, dict) or not isinstance(override, dict):
        return override
    merged = dict(base)
    for key, value in override.items():
        merged[key] = merge(base[key], value) if key in base else value
    return merged
