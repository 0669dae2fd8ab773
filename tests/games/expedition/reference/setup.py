"""Set-up of Marco Polo Expedition: the checked options and the board that results from them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.games.expedition.reference.figures import CRATE_VALUES, REQUIREMENT_KINDS, SEATS, default_profile, merge

PROFILE_TABLES = ("track", "tally", "start", "crates", "requirements")
SWITCHES = {"both_camels": False, "late_camel_stops": True}


@dataclass(frozen=True)
class Setup:
    """All that stays the same during one game."""

    names: tuple[str, ...]
    ormuz: int
    ganzhou: int
    dadu: int
    interim_tally: dict[int, int]
    final_tally: dict[int, int]
    start_gold: int
    known_crates: dict[int, int]
    """Space to crate value, 0 where the space is known to be empty."""
    both_camels: bool
    late_camel_stops: bool

    @property
    def seats(self) -> range:
        """Seat numbers, from 1."""
        return range(1, len(self.names) + 1)

    @property
    def camels_per_seat(self) -> int:
        """Camels of each seat: two with two players (E15), else one."""
        return 2 if len(self.names) == 2 else 1


def make_setup(names: list[str], options: dict[str, Any]) -> Setup:
    """Return the set-up of a game; raise ValueError for a wrong option or number of players."""
    if len(names) not in SEATS:
        raise ValueError(f"the game is for 2 to 5 players, not {len(names)}")
    _check_option_names(names, options)
    profile = merge(default_profile(), {key: options[key] for key in PROFILE_TABLES if key in options})
    track = _track(profile["track"])
    ormuz, ganzhou, dadu = track["ormuz"], track["ganzhou"], track["dadu"]
    interim, final = _tally(profile["tally"])
    _check_requirements(profile["requirements"])
    # No crate is assumed on the three towns; a profile may say otherwise ("Flow").
    known_crates = {ormuz: 0, ganzhou: 0, dadu: 0} | _crates(profile["crates"], range(ormuz, dadu + 1))
    return Setup(
        names=tuple(names),
        ormuz=ormuz,
        ganzhou=ganzhou,
        dadu=dadu,
        interim_tally={space: gold for space, gold in interim.items() if space <= ganzhou},
        final_tally={space: gold for space, gold in final.items() if space <= dadu},
        start_gold=_start_gold(profile["start"]),
        known_crates=known_crates,
        **{name: options.get(name, default) for name, default in SWITCHES.items()},
    )


def _check_option_names(names: list[str], options: dict[str, Any]) -> None:
    for name, value in options.items():
        if name in SWITCHES:
            if not isinstance(value, bool):
                raise ValueError(f"{name} is true or false")
        elif name in PROFILE_TABLES:
            if not isinstance(value, dict):
                raise ValueError(f"{name} is a table")
        elif name == "colours":
            if not isinstance(value, list) or len(value) != len(names):
                raise ValueError("colours holds one colour for each seat")
        else:
            raise ValueError(f"unknown option {name}")


def _track(table: dict[str, Any]) -> dict[str, int]:
    if set(table) != {"ormuz", "ganzhou", "dadu"} or not all(type(space) is int for space in table.values()):
        raise ValueError("track names the spaces of ormuz, ganzhou and dadu")
    if not table["ormuz"] < table["ganzhou"] < table["dadu"]:
        raise ValueError("ormuz, ganzhou and dadu follow each other on the track")
    return table


def _tally(table: dict[str, Any]) -> tuple[dict[int, int], dict[int, int]]:
    if set(table) != {"ganzhou", "dadu"} or not all(isinstance(part, dict) for part in table.values()):
        raise ValueError("tally holds the tables ganzhou and dadu")
    interim, final = (_numbers(table[town], lambda gold: gold >= 0) for town in ("ganzhou", "dadu"))
    return interim, final


def _crates(table: dict[str, Any], spaces: range) -> dict[int, int]:
    crates = _numbers(table, lambda value: value == 0 or value in CRATE_VALUES)
    if not all(space in spaces for space in crates):
        raise ValueError("a crate lies on a space of the track")
    return crates


def _numbers(table: dict[str, Any], is_allowed: Callable[[int], bool]) -> dict[int, int]:
    numbers = {}
    for key, value in table.items():
        if not key.isdecimal():
            raise ValueError(f"{key!r} is not the number of a space")
        if type(value) is not int or not is_allowed(value):
            raise ValueError(f"space {key} cannot have the value {value!r}")
        numbers[int(key)] = value
    return numbers


def _start_gold(table: dict[str, Any]) -> int:
    gold = table.get("gold")
    if set(table) != {"gold"} or type(gold) is not int or gold < 0:
        raise ValueError("start holds gold, 0 or more")
    return gold


def _check_requirements(table: dict[str, Any]) -> None:
    for space, requirement in table.items():
        if not space.isdecimal() or not isinstance(requirement, dict):
            raise ValueError("requirements map a space to its kind and count")
        if not {"kind"} <= set(requirement) <= {"kind", "count"} or requirement["kind"] not in REQUIREMENT_KINDS:
            raise ValueError(f"space {space} has an unknown requirement")
        if type(requirement.get("count", 1)) is not int:
            raise ValueError(f"the count of space {space} is a number")
