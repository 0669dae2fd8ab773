"""Figures of Marco Polo Expedition: the default board profile and the merge of options into it."""

from typing import Any

TRACK = {"ormuz": 0, "ganzhou": 16, "dadu": 29}

TALLY: dict[str, dict[int, int]] = {
    "ganzhou": {16: 6, 15: 5, 14: 4, 13: 3, 12: 2, 11: 1},
    "dadu": {29: 7, 28: 6, 27: 5, 26: 4, 25: 3, 24: 2, 23: 1},
}

START = {"gold": 3}

# Space to value: 1 or 2, or 0 for a space known to be empty. A space left out is unknown.
CRATES: dict[int, int] = {}

# Space to {kind, count}. Requirements only remind the players; no move depends on them.
REQUIREMENTS: dict[int, dict[str, Any]] = {16: {"kind": "all_goods", "count": 1}}

REQUIREMENT_KINDS = ("one_good", "identical_goods", "all_goods", "drivers", "one_colour", "all_colours")

CRATE_VALUES = (1, 2)

SEATS = range(2, 6)


def default_profile() -> dict[str, Any]:
    """Return the edition profile as JSON has it: numbers that serve as keys are strings."""
    profile = {"track": TRACK, "tally": TALLY, "start": START, "crates": CRATES, "requirements": REQUIREMENTS}
    return _with_string_keys(profile)


def merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return `base` with `changes` laid over it, table by table; neither argument is changed."""
    merged = dict(base)
    for key, value in changes.items():
        old = merged.get(key)
        merged[key] = merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _with_string_keys(table: dict[Any, Any]) -> dict[str, Any]:
    return {str(key): _with_string_keys(value) if isinstance(value, dict) else value for key, value in table.items()}
