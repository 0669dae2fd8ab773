"""A persistent list: an immutable sequence that shares its items with the longer ones made from it.

A tuple would be copied completely with each new item. Here only the last few items are copied, and at times the list of
parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
_PART = 64
"""The number of items in a part; the last one has fewer."""


class PersistentList(Sequence[T_co]):
    """Items in order. It equals any such list, and any tuple, with equal items."""

    __slots__ = ("_last", "_parts")

    def __init__(self, items: Iterable[T_co] = ()) -> None:
        """Build a list of these items."""
        all_items = items if isinstance(items, tuple) else tuple(items)
        parts_end = len(all_items) - len(all_items) % _PART
        self._parts: tuple[tuple[T_co, ...], ...] = tuple(
            all_items[start : start + _PART] for start in range(0, parts_end, _PART)
        )
        self._last: tuple[T_co, ...] = all_items[parts_end:]

    def __len__(self) -> int:
        return _PART * len(self._parts) + len(self._last)

    def __iter__(self) -> Iterator[T_co]:
        return chain(chain.from_iterable(self._parts), self._last)

    def __reversed__(self) -> Iterator[T_co]:
        parts = (reversed(part) for part in reversed(self._parts))
        return chain(reversed(self._last), chain.from_iterable(parts))

    @overload
    def __getitem__(self, index: int) -> T_co: ...

    @overload
    def __getitem__(self, index: slice) -> PersistentList[T_co]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return self._slice(*index.indices(len(self)))
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError("there is no such item in the series")
        part, within = divmod(number, _PART)
        return self._parts[part][within] if part < len(self._parts) else self._last[within]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PersistentList):
            return self._parts == other._parts and self._last == other._last
        return isinstance(other, tuple) and len(self) == len(other) and all(map(_equal, self, other))

    __hash__ = None  # type: ignore[assignment]  # never used as a key

    def __repr__(self) -> str:
        return f"Series({tuple(self)!r})"

    def _slice(self, first: int, end: int, step: int) -> PersistentList[T_co]:
        if step == 1 and first < end:
            part = first // _PART
            if first % _PART == 0 and end // _PART <= len(self._parts):
                return _from_parts(self._parts[part : end // _PART], self._part_items(end // _PART)[: end % _PART])
            covered = chain.from_iterable(self._part_items(number) for number in range(part, -(-end // _PART)))
            return PersistentList(tuple(covered)[first - part * _PART : end - part * _PART])
        return PersistentList([self[index] for index in range(first, end, step)])

    def _part_items(self, part: int) -> tuple[T_co, ...]:
        return self._parts[part] if part < len(self._parts) else self._last


def extended_list(items: Sequence[T], more: Iterable[T]) -> PersistentList[T]:
    """Return the items with more of them at the end. The existing ones are shared."""
    persistent = items if isinstance(items, PersistentList) else PersistentList(items)
    last = (*persistent._last, *more)
    tail = PersistentList(last)
    parts = (*persistent._parts, *tail._parts) if tail._parts else persistent._parts
    return _from_parts(parts, tail._last)


def _from_parts(parts: tuple[tuple[T, ...], ...], last: tuple[T, ...]) -> PersistentList[T]:
    result: PersistentList[T] = PersistentList()
    result._parts, result._last = parts, last
    return result


def _equal(left: object, right: object) -> bool:
    return left is right or left == right
