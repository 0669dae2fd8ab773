"""Incremental results: computed from a game entry by entry, cached and extended, so that long games stay fast."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast, overload

from companion.table.table import Entry, GameStart, Table

T = TypeVar("T")
V = TypeVar("V")
ViewT = TypeVar("ViewT", bound=Mapping[str, Any])
Extend = Callable[[int, Sequence[T]], Iterable[T]]
"""(number of an entry, from 1; items of the entries before it) → the items that it adds."""

_MOST_CACHED_ENTRIES = 256
"""The number of entries whose result `cached_for_entry` keeps: far more than are shown at once."""


class AppendOnlyList(Sequence[T]):
    """A list as it was for one table: the first items of a shared list that may have grown since."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: list[T]) -> None:
        """Take the present items of the list. Later, its owner may only append to it."""
        self._items = items
        self._length = len(items)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return self._items[slice(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index % self._length]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._length])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AppendOnlyList | list) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]  # mutable, like any list

    def shared_length(self, other: object) -> int | None:
        """Return the number of its first items that another list shares; None if that would need a comparison."""
        if isinstance(other, AppendOnlyList) and other._items is self._items:
            return min(len(other), len(self))
        return None


def with_plain_lists(view: ViewT) -> ViewT:
    """Return a view with plain lists, for clients that need all of it."""
    plain = {name: part[:] if isinstance(part, AppendOnlyList) else part for name, part in view.items()}
    return cast(ViewT, plain)


def incremental_list(
    table: Table, key: Hashable, first: Callable[[], Iterable[T]], more: Extend[T]
) -> AppendOnlyList[T]:
    """Return one list of the items that `first` yields for the start of a game, and `more` for each of its entries.

    `more` is called only for entries that are new since the last call: with the same start, an entry always adds the
    same items, until the game is over; from then on all items may differ. The key names the result and must always mean
    the same. Safe from any thread; all callers get the same list for the same table.
    """

    def build() -> AppendOnlyList[T]:
        shared: _GrowingList[T] = _shared_cache_entry(table, ("grown", key), _GrowingList)
        return shared.extend_to(table, first, more)

    return table.cached(("grown", key), build)


def cached_for_entry(table: Table, key: Hashable, entry: int, make: Callable[[], T]) -> T:
    """Return the result for one entry, from 1, and those before it; computed once while the entry stands.

    The key names the result, as in `incremental_list`.
    """
    cache: _EntryCache = _shared_cache_entry(table, ("by entry", key), _EntryCache)
    value: T = cache.get(table, entry, make)
    return value


def map_unchanged(table: Table, key: Hashable, of: Iterable[tuple[str, V]], make: Callable[[V], T]) -> list[T]:
    """Return the result of `make` for each named value. A value equal to the last one of its name gets the cached
    result.

    The key names the result. Results of names that no longer occur are dropped.
    """
    start, items = table.shared_cache.get(("same", key), (None, {}))
    previous = items if start is table.game_start else {}
    current: dict[str, tuple[V, T]] = {}
    values: list[T] = []
    for name, item in of:
        cached = previous.get(name)
        current[name] = cached if cached is not None and cached[0] == item else (item, make(item))
        values.append(current[name][1])
    table.shared_cache["same", key] = (table.game_start, current)
    return values


def common_length(entries: Sequence[Entry], other_entries: Sequence[Entry]) -> int:
    """Return the number of first entries that two tables of one game share.

    An entry is built on those before it and never moved, so if two tables share it they also share those before it.
    """
    low, high = 0, min(len(entries), len(other_entries))
    if high and entries[high - 1] is other_entries[high - 1]:
        return high
    while low < high:
        middle = (low + high) // 2
        if entries[middle] is other_entries[middle]:
            low = middle + 1
        else:
            high = middle
    return low


def _shared_cache_entry(table: Table, key: Hashable, make: Callable[[GameStart], Any]) -> Any:
    key = (key, table.over)
    cached = table.shared_cache.get(key)
    if cached is None or cached.beginning is not table.game_start:
        cached = table.shared_cache[key] = make(table.game_start)
    return cached


class _GrowingList(Generic[T]):
    """A list that grows with a game, and is cut back when moves are taken back."""

    def __init__(self, beginning: GameStart) -> None:
        self.beginning = beginning
        self._lock = threading.Lock()
        self._entries: Sequence[Entry] = ()
        self._items: list[T] = []
        self._ends: list[int] = []
        """Its length after each number of entries; empty before the first call."""

    def extend_to(self, table: Table, first: Callable[[], Iterable[T]], more: Extend[T]) -> AppendOnlyList[T]:
        with self._lock:
            if not self._ends:
                self._items = [*first()]
                self._ends = [len(self._items)]
            unchanged = min(common_length(self._entries, table.entries), len(self._ends) - 1)
            del self._ends[unchanged + 1 :]
            if self._ends[unchanged] < len(self._items):
                self._items = self._items[
                    : self._ends[unchanged]
                ]  # a new list, because lists returned before must not change
            self._entries = table.entries
            for number in range(unchanged + 1, len(table.entries) + 1):
                self._items.extend([*more(number, self._items)])
                self._ends.append(len(self._items))
            return AppendOnlyList(self._items)


class _EntryCache:
    """Results for single entries, the newest of them."""

    def __init__(self, beginning: GameStart) -> None:
        self.beginning = beginning
        self._lock = threading.Lock()
        self._values: dict[int, tuple[Entry, Any]] = {}

    def get(self, table: Table, entry: int, make: Callable[[], Any]) -> Any:
        current = table.entries[entry - 1]
        with self._lock:
            cached = self._values.get(entry)
        if cached is not None and cached[0] is current:
            return cached[1]
        value = make()
        with self._lock:
            self._values[entry] = (current, value)
            while len(self._values) > _MOST_CACHED_ENTRIES:
                del self._values[min(self._values)]
        return value
