"""The depth of random searches: `make test` takes minutes; with `DEEP=1` tests search further, as in CI.

`DEEP=1` runs every test, including the deep ones. Both try only a share of the random examples and of some long lists,
drawn differently each time; `make test-long` tries all of them.
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
"""Examples of a property that does not state its own number."""
SHARE = 5
"""One of this many random examples is tried, except in `make test-long`; they are drawn differently each time."""

PHASES_OF_PLAY = (hypothesis.Phase.explicit, hypothesis.Phase.reuse, hypothesis.Phase.generate)
"""Phases of a property of randomly played games: no other seed is simpler, so none is searched for after a fault."""

deep = pytest.mark.deep
"""Mark for a test that runs only with DEEP=1: other tests check the same, less thoroughly."""


def enough(examples: int, fewest: int = 2) -> int:
    """Return the number of random examples to try: all for `make test-long`, and at least `fewest`."""
    return max(fewest, examples // (1 if LONG else SHARE))


def some_of(values: Sequence[T], share: int = SHARE, deep_share: int = 1) -> Sequence[T]:
    """Return every `share`-th of these values from the first on; every `deep_share`-th with DEEP=1; all if long."""
    return values[:: 1 if LONG else deep_share if DEEP else share]


def few_of(values: Sequence[T]) -> Sequence[T]:
    """Return every SHARE-th of similar values, starting with the first; all if long."""
    return values[:: 1 if LONG else SHARE]


def search(examples: int, **more: Any) -> hypothesis.settings:
    """Return the settings of a property with this many examples.

    They have no deadline, which would fail slow examples and depends more on the machine than on the code.
    """
    return hypothesis.settings(max_examples=enough(examples), deadline=None, **more)
