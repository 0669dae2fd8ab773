"""The wheel: sectors with a land ring and a sea ring, as copied by the owner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.classic.edition_value_readers import check_known_names, read_list, read_number, read_table
from companion.games.classic.moves import Route
from companion.rules.codec import join_path
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen

SECTORS = range(2, 37)
"""The possible numbers of sectors of a wheel."""
POINTS = range(1, 10)
"""The numbers that a ring may show, besides an attack."""
HEAVIEST = 1000
ATTACKS = {Route.LAND: "bandit", Route.SEA: "corsair"}
"""The word for an attack in the figures, by route."""


@frozen
class WheelSector:
    """One sector. A ring that shows None is an attack."""

    land: int | None
    sea: int | None
    weight: int = 1
    """Width, in parts of the sum of all weights."""

    def shows(self, route: Route) -> int | None:
        """Return the number of spaces on the ring of this route; None for an attack (C2)."""
        return self.land if route is Route.LAND else self.sea


@frozen
class Wheel:
    """A checked wheel."""

    sectors: tuple[WheelSector, ...]
    placeholder: bool
    """True for the trial wheel: the owner has not copied the printed one yet."""

    @property
    def weights(self) -> tuple[int, ...]:
        """The weight of each sector, from sector 0; its probability is its share of their sum."""
        return tuple(sector.weight for sector in self.sectors)


def wheel_from(profile: Mapping[str, Any], own: Mapping[str, Any]) -> Wheel:
    """Return the wheel of a profile; `own` is the owner's part of it. Raises MalformedError with the path."""
    check_known_names(profile, ("placeholder", "sectors"), "wheel")
    sectors = read_list(profile, "sectors", "wheel")
    if len(sectors) not in SECTORS:
        raise MalformedError(say("error.wheel", low=SECTORS[0], high=SECTORS[-1]), "wheel.sectors")
    trial = profile.get("placeholder", False)
    if not isinstance(trial, bool):
        raise MalformedError(say("error.wrong_type", wanted="boolean"), "wheel.placeholder")
    copied = "sectors" in own and "placeholder" not in own
    paths = [join_path("wheel.sectors", str(index)) for index in range(len(sectors))]
    return Wheel(tuple(map(_sector, sectors, paths)), trial and not copied)


def _sector(entry: object, path: str) -> WheelSector:
    sector = read_table(entry, path)
    check_known_names(sector, ("land", "sea", "weight"), path)
    land, sea = (_ring(sector, route, path) for route in Route)
    return WheelSector(land, sea, read_number({"weight": 1, **sector}, "weight", path, 1, HEAVIEST))


def _ring(sector: Mapping[str, Any], route: Route, path: str) -> int | None:
    entry = sector.get(route.value)
    if entry == ATTACKS[route]:
        return None
    if type(entry) is not int or entry not in POINTS:
        bounds = say("error.ring", low=POINTS[0], high=POINTS[-1], attack=ATTACKS[route])
        raise MalformedError(bounds, join_path(path, route.value))
    return entry
