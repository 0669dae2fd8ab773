"""Small changes of the state of an Expedition: gold, camels and the spaces they reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from companion.rules.moves import Line
from companion.rules.seat_values import with_value
from companion.rules.text import Text

T = TypeVar("T")


def gold_line(seat: int, by: int, why: Text, ruling: str | None) -> Line:
    """Return a line of gold."""
    return Line(seat, "gold", by, why, ruling)


def gold_after(gold: tuple[int, ...], lines: Sequence[Line]) -> tuple[int, ...]:
    """Return each seat's gold after these lines; an integer, regardless of the crates available to pay it with (E1)."""
    return tuple(held + sum(line.by for line in lines if line.seat == seat) for seat, held in enumerate(gold, 1))


def with_visited(visited: tuple[tuple[int, ...], ...], seat: int, *spaces: int) -> tuple[tuple[int, ...], ...]:
    """Return the spaces that each seat's camels have reached, with these spaces added for one seat."""
    return with_value(visited, seat, tuple(sorted({*visited[seat - 1], *spaces})))


def with_camel_at(
    camels: tuple[tuple[int, ...], ...], seat: int, camel: int, space: int
) -> tuple[tuple[int, ...], ...]:
    """Return the spaces of all camels, with one of them, 1 or 2, on another space."""
    return with_value(camels, seat, with_value(camels[seat - 1], camel, space))
