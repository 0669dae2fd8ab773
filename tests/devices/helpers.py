"""Helpers shared by the tests of the parts: a list to wait for, and pictures to show."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.box.screen.canvas import HEIGHT, WIDTH, Picture
from companion.devices.gpio_devices import SimulatedPins
from tests.kit.pictures import picture_of_bytes

if TYPE_CHECKING:
    from hypothesis import strategies as st

T = TypeVar("T")
PATIENCE_S = 10.0
"""The longest wait of a test. Far more than needed, so that a busy machine fails no test."""


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
        """Return the items as soon as there are enough; fail if that takes too long."""
        with self._changed:
            assert self._changed.wait_for(lambda: enough(self._items), PATIENCE_S), self._items
            return list(self._items)

    def __len__(self) -> int:
        with self._changed:
            return len(self._items)

    def __iter__(self) -> Iterator[T]:
        with self._changed:
            return iter(list(self._items))


class StuckPins(SimulatedPins):
    """Lines of which some raise an error when they are released."""

    def __init__(self, *stuck: int) -> None:
        super().__init__()
        self._stuck = [self.factory.pin(number) for number in stuck]

    def release(self, device: Any) -> None:
        stuck = device.pin in self._stuck
        super().release(device)
        if stuck:
            raise RuntimeError("stuck")


def install(folder: Path, *packages: str) -> str:
    """Fake the installation of packages in a folder, as pip leaves them.

    Return the folder as an entry of `sys.path`.
    """
    for package in packages:
        facts = folder / f"{package.replace('-', '_')}-1.dist-info"
        facts.mkdir(parents=True)
        (facts / "METADATA").write_text(f"Name: {package}\nVersion: 1\n")
    return str(folder)


def striped(step: int) -> Picture:
    """Return a picture that differs from its mirror images: a staircase, with one lit corner."""
    corner = 1 << (WIDTH - 1)
    return Picture((corner, *((1 << (step * y) % WIDTH) | 1 for y in range(1, HEIGHT))))


def pictures() -> st.SearchStrategy[Picture]:
    """Return a strategy for any picture."""
    from hypothesis import strategies as st  # only here: the machine with real lines has no Hypothesis

    return st.binary(min_size=WIDTH * HEIGHT // 8, max_size=WIDTH * HEIGHT // 8).map(picture_of_bytes)
