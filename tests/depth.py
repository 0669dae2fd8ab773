"""How far tests search: `make test` looks around within minutes, with `DEEP=1` further, as CI does.

Every test runs then, the deep ones too. Of random examples and of some long lists one in a few is tried in both, others
each time where they are drawn anew; `make test-long` tries all of them.
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
"""One in so many random examples is tried, but for `make test-long`: others each time."""

deep = pytest.mark.deep
"""Of a test that is left out where one does not look everywhere: others see the same, if less of it."""


def enough(examples: int, fewest: int = 2) -> int:
    """Return how many of so many random examples are tried: all by `make test-long`, and at least the fewest."""
    return max(fewest, examples // (1 if LONG else SHARE))


def some_of(values: Sequence[T], share: int = SHARE, deep_share: int = 1) -> Sequence[T]:
    """Return one in `share` of these values, from the first on; one in `deep_share` with DEEP=1, and all if long."""
    return values[:: 1 if LONG else deep_share if DEEP else share]


def few_of(values: Sequence[T]) -> Sequence[T]:
    """Return one in so many of these values, which are like one another, from the first on; all if long."""
    return values[:: 1 if LONG else SHARE]


def search(examples: int, **more: Any) -> hypothesis.settings:
    """Settings of a property that wants so many examples.

    Without a deadline, which would fail a slow example and say more about the machine than about the code.
    """
    return hypothesis.settings(max_examples=enough(examples), deadline=None, **more)
