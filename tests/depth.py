"""How far tests search: `make test` looks around within minutes, with `DEEP=1` further, as CI does.

Then nothing is left out but two thirds of the random examples, others each time where they are drawn anew, and of some
long lists. `make test-long` tries all of them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TypeVar

import hypothesis
import pytest

T = TypeVar("T")

DEEP = os.environ.get("DEEP") in ("1", "long")
LONG = os.environ.get("DEEP") == "long"
USUAL = 100
"""Examples of a property for which nothing else is said."""
SHARE = 5
"""One in so many random examples is tried where one does not look everywhere: others each time."""
DEEP_SHARE = 3
"""One in so many is tried where one does, but for `make test-long`."""

deep = pytest.mark.deep
"""Of a test that is left out where one does not look everywhere: others see the same, if less of it."""


def enough(examples: int, fewest: int = 2) -> int:
    """Return how many of so many random examples are tried: by how far one looks, and at least the fewest."""
    return max(fewest, examples // (1 if LONG else DEEP_SHARE if DEEP else SHARE))


def some_of(values: Sequence[T], share: int = SHARE) -> Sequence[T]:
    """All of these values; where one does not look everywhere one in so many, from the first on."""
    return values if DEEP else values[::share]


def few_of(values: Sequence[T]) -> Sequence[T]:
    """One in so many of these values, which are like one another, from the first on; all where everything is tried."""
    return values[:: 1 if LONG else DEEP_SHARE if DEEP else SHARE]


def search(examples: int, **more: Any) -> hypothesis.settings:
    """Settings of a property that wants so many examples.

    Without a deadline, which would fail a slow example and say more about the machine than about the code.
    """
    return hypothesis.settings(max_examples=enough(examples), deadline=None, **more)
