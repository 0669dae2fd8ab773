"""The wheel: sectors with a land ring and a sea ring, as its owner has copied it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.classic.moves import Route
from companion.games.classic.read_figures import known, listed, number, table
from companion.rules.codec import join
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen import frozen

SECTORS = range(2, 37)
"""How many sectors a wheel may have."""
POINTS = range(1, 10)
"""What a ring may show besides an attack."""
HEAVIEST = 1000
ATTACKS = {Route.LAND: "bandit", Route.SEA: "corsair"}
"""How each ring says that travellers are attacked."""


@frozen
class Sector:
    """One sector. A ring that shows None is an attack."""

    land: int | None
    sea: int | None
    weight: int = 1
    """How wide it is, in parts of the whole."""

    def shows(self, route: Route) -> int | None:
        """The number of spaces on the ring of this route; None for an attack (C2)."""
        return self.land if route is Route.LAND else self.sea


@frozen
class Wheel:
    """A wheel, checked."""

    sectors: tuple[Sector, ...]
    placeholder: bool
    """Only a trial wheel: the owner has not copied the printed one yet."""

    @property
    def weights(self) -> tuple[int, ...]:
        """How likely each sector is, from sector 0, as parts of their sum."""
        return tuple(sector.weight for sector in self.sectors)


def wheel_from(profile: Mapping[str, Any], own: Mapping[str, Any]) -> Wheel:
    """The wheel of a profile; `own` is what its owner has set of it. Raises MalformedError with the path."""
    known(profile, ("placeholder", "sectors"), "wheel")
    sectors = listed(profile, "sectors", "wheel")
    if len(sectors) not in SECTORS:
        raise MalformedError(say("error.wheel", low=SECTORS[0], high=SECTORS[-1]), "wheel.sectors")
    trial = profile.get("placeholder", False)
    if not isinstance(trial, bool):
        raise MalformedError(say("error.wrong_type", wanted="boolean"), "wheel.placeholder")
    copied = "sectors" in own and "placeholder" not in own
    where = [join("wheel.sectors", str(at)) for at in range(len(sectors))]
    return Wheel(tuple(map(_sector, sectors, where)), trial and not copied)


def _sector(entry: object, where: str) -> Sector:
    sector = table(entry, where)
    known(sector, ("land", "sea", "weight"), where)
    land, sea = (_ring(sector, route, where) for route in Route)
    return Sector(land, sea, number({"weight": 1, **sector}, "weight", where, 1, HEAVIEST))


def _ring(sector: Mapping[str, Any], route: Route, where: str) -> int | None:
    shown = sector.get(route.value)
    if shown == ATTACKS[route]:
        return None
    if type(shown) is not int or shown not in POINTS:
        bounds = say("error.ring", low=POINTS[0], high=POINTS[-1], attack=ATTACKS[route])
        raise MalformedError(bounds, join(where, route.value))
    return shown
