"""A printed piece, read from its STL file, and its overhangs."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path

Point = tuple[float, float, float]
Facet = tuple[Point, Point, Point]
"""Three corners in millimetres, counterclockwise as seen from outside."""

STEEPEST = 45.0
"""Degrees from upright up to which a wall that leans outwards prints without supports."""
_TOLERANCE = 0.5


def read_stl(path: Path) -> list[Facet]:
    """Return the facets of a text STL file, as OpenSCAD writes it."""
    words = (line.split() for line in path.read_text("utf-8").splitlines())
    corners = [(float(x), float(y), float(z)) for first, *rest in words if first == "vertex" for x, y, z in [rest]]
    return list(zip(corners[::3], corners[1::3], corners[2::3], strict=True))


def bounds(facets: list[Facet]) -> tuple[Point, Point]:
    """Return the lowest and the highest value of every coordinate."""
    low, high = (
        [each(corner[axis] for facet in facets for corner in facet) for axis in range(3)] for each in (min, max)
    )
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def overhangs(facets: list[Facet]) -> list[tuple[Point, float]]:
    """Return the regions that lean too far to print without supports: a corner of each, and its width.

    The width is the smaller side of the rectangle around a region: plastic has no longer way to bridge there.
    """
    hanging = [facet for facet in facets if _hangs(facet)]
    return [(region[0][0], _across(region)) for region in _regions(hanging)]


def _hangs(facet: Facet) -> bool:
    low = min(corner[2] for corner in facet)
    normal = _normal(facet)
    leaning = math.degrees(math.asin(max(-1.0, min(1.0, -normal[2]))))
    return low > 0.01 and leaning > STEEPEST + _TOLERANCE


def _normal(facet: Facet) -> Point:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = facet
    u, v = (bx - ax, by - ay, bz - az), (cx - ax, cy - ay, cz - az)
    across = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    long = math.hypot(*across)
    return (across[0] / long, across[1] / long, across[2] / long) if long else (0.0, 0.0, 1.0)


def _regions(facets: list[Facet]) -> list[list[Facet]]:
    """Return the facets in groups; those that share corners belong together."""
    facets_at: dict[Point, list[int]] = defaultdict(list)
    for number, facet in enumerate(facets):
        for corner in facet:
            facets_at[corner].append(number)
    regions, visited = [], set[int]()
    for first in range(len(facets)):
        wanted, region = [first], []
        while wanted:
            number = wanted.pop()
            if number not in visited:
                visited.add(number)
                region.append(facets[number])
                wanted += [neighbour for corner in facets[number] for neighbour in facets_at[corner]]
        if region:
            regions.append(region)
    return regions


def _across(region: list[Facet]) -> float:
    low, high = bounds(region)
    return min(high[0] - low[0], high[1] - low[1])
