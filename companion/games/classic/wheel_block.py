"""The wheel to look at: its two rings, and what each sector shows on them."""

from __future__ import annotations

from functools import cache

from companion.games.classic.moves import Route
from companion.games.classic.wheel import Sector as WheelSector
from companion.games.classic.wheel import Wheel
from companion.rules.scene import Band, Reading, Ring, Sector
from companion.rules.text import Text, say
from companion.rules.touches import SECTOR

WHEEL = "wheel"
"""The id of the block."""
_ATTACKERS = {Route.LAND: "bandits", Route.SEA: "corsairs"}
ATTACK_SIGNS = {Route.LAND: "fight", Route.SEA: "sea"}


@cache
def ring_of(wheel: Wheel) -> Ring[Text]:
    """A wheel that nobody has turned yet."""
    return Ring(
        id=WHEEL,
        name=say("classic.wheel"),
        bands=tuple(Band(id=one.value, name=say(f"classic.wheel.{one.value}"), thing=one.value) for one in Route),
        sectors=tuple(
            Sector(
                id=sector_id(at),
                shows=tuple(_reading(sector, route) for route in Route),
                weight=sector.weight,
                touch=sector_id(at),
            )
            for at, sector in enumerate(wheel.sectors)
        ),
        note=say("classic.trial") if wheel.placeholder else None,
    )


def sector_id(sector: int) -> str:
    """The id of a sector, counted from 0, which is its touch as well."""
    return f"{SECTOR}:{sector}"


def attackers(route: Route) -> Text:
    """Who attacks on this route."""
    return say(f"classic.{_ATTACKERS[route]}")


def cry(route: Route) -> Text:
    """What is called out when they do."""
    return say(f"classic.cry.{route.value}")


def verdict(wheel: Wheel, sector: int, route: Route, points: int) -> tuple[Text, Text | None]:
    """What a spin means: so many spaces, a bonus of the house told apart, or an attack (C2, C20).

    Besides, what stands large in the middle where that is not what the sector shows.
    """
    shown = wheel.sectors[sector].shows(route)
    if shown is None:
        return cry(route), None
    if points != shown:
        return say("classic.spaces_bonus", shown=shown, bonus=points - shown), say("classic.count", n=points)
    return say("classic.spaces", n=points), None


def _reading(sector: WheelSector, route: Route) -> Reading[Text]:
    """What a ring shows: so many spaces, or who attacks (C2)."""
    spaces = sector.shows(route)
    if spaces is not None:
        return Reading(n=spaces, says=say("classic.spaces", n=spaces))
    return Reading(name=attackers(route), thing=ATTACK_SIGNS[route], stark=True, says=cry(route))
