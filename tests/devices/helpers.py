"""What the tests of the parts share: something to wait with, and pictures to show."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from hypothesis import strategies as st

from companion.screen.picture import HEIGHT, WIDTH, Picture

T = TypeVar("T")
PATIENCE_S = 10.0
"""How long a test waits for what must come. Far more than it takes: a busy machine fails no test."""


class Collected(Generic[T]):
    """A list that other threads write and a test waits for."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._items: list[T] = []

    def add(self, item: T) -> None:
        with self._changed:
            self._items.append(item)
            self._changed.notify_all()

    def wait_for(self, enough: Callable[[list[T]], bool]) -> list[T]:
        """The items as soon as there are enough; fails when that takes too long."""
        with self._changed:
            assert self._changed.wait_for(lambda: enough(self._items), PATIENCE_S), self._items
            return list(self._items)

    def __len__(self) -> int:
        with self._changed:
            return len(self._items)

    def __iter__(self) -> Iterator[T]:
        with self._changed:
            return iter(list(self._items))


def striped(step: int) -> Picture:
    """A picture unlike its mirror images: a staircase, with one lit corner."""
    corner = 1 << (WIDTH - 1)
    return Picture((corner, *((1 << (step * y) % WIDTH) | 1 for y in range(1, HEIGHT))))


def pictures() -> st.SearchStrategy[Picture]:
    """Any picture."""
    return st.binary(min_size=WIDTH * HEIGHT // 8, max_size=WIDTH * HEIGHT // 8).map(Picture.from_bytes)
