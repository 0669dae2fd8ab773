"""A bare edge of a key, as it comes from the line: bounces and all."""

from __future__ import annotations

from dataclasses import dataclass

from companion.views.signs import Key


@dataclass(frozen=True, slots=True)
class Edge:
    """A key's line changed."""

    key: Key
    down: bool
    at: float
    """When, in seconds of a clock that never goes back."""
