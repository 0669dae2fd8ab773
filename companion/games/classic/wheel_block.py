"""The block that shows the wheel: its two rings and the reading of each sector."""

from __future__ import annotations

from functools import cache

from companion.games.classic.moves import Route
from companion.games.classic.wheel import Wheel, WheelSector
from companion.rules.fill_form_by_touch import SECTOR
from companion.rules.scene import Band, Reading, Ring, Sector
from companion.rules.text import Text, say

WHEEL = "wheel"
"""The id of the block."""
_ATTACKERS = {Route.LAND: "bandits", Route.SEA: "corsairs"}
ATTACK_SIGNS = {Route.LAND: "fight", Route.SEA: "sea"}


@cache
def ring_of(wheel: Wheel) -> Ring[Text]:
    """Return the block of a wheel that has not been spun yet."""
    return Ring(
        id=WHEEL,
        name=say("classic.wheel"),
        bands=tuple(
            Band(id=route.value, name=say(f"classic.wheel.{route.value}"), thing=route.value) for route in Route
        ),
        sectors=tuple(
            Sector(
                id=sector_id(index),
                shows=tuple(_reading(sector, route) for route in Route),
                weight=sector.weight,
                touch=sector_id(index),
            )
            for index, sector in enumerate(wheel.sectors)
        ),
        note=say("classic.trial") if wheel.placeholder else None,
    )


def sector_id(sector: int) -> str:
    """Return the id of a sector, counted from 0, which is also its touch."""
    return f"{SECTOR}:{sector}"


def attackers(route: Route) -> Text:
    """Return the name of the attackers on this route."""
    return say(f"classic.{_ATTACKERS[route]}")


def attack_cry(route: Route) -> Text:
    """Return the cry that announces an attack."""
    return say(f"classic.cry.{route.value}")


def spin_result(wheel: Wheel, sector: int, route: Route, points: int) -> tuple[Text, Text | None]:
    """Return the text of a spin, and the large text in the middle of the wheel.

    The text gives the spaces, with a house-rule bonus named separately, or an attack (C2, C20). The large text is None
    if the middle shows the same as the sector.
    """
    spaces = wheel.sectors[sector].shows(route)
    if spaces is None:
        return attack_cry(route), None
    if points != spaces:
        return say("classic.spaces_bonus", shown=spaces, bonus=points - spaces), say("classic.count", n=points)
    return say("classic.spaces", n=points), None


def _reading(sector: WheelSector, route: Route) -> Reading[Text]:
    """Return the reading of a sector on a ring: a number of spaces, or the attackers (C2)."""
    spaces = sector.shows(route)
    if spaces is not None:
        return Reading(n=spaces, says=say("classic.spaces", n=spaces))
    return Reading(name=attackers(route), thing=ATTACK_SIGNS[route], stark=True, says=attack_cry(route))
