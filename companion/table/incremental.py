"""Incremental results: made of a game entry by entry, kept and extended, so that a long game costs no more."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

from companion.table.table import Beginning, Entry, Table

T = TypeVar("T")
V = TypeVar("V")
More = Callable[[int, Sequence[T]], Iterable[T]]
"""(the number of an entry, from 1; what was made of those before it) → what it adds to that."""

_MOST_OF_ENTRIES = 256
"""Of how many entries `by_entry` keeps what was made: far more than are shown at once."""


class AppendOnlyList(Sequence[T]):
    """A list as it was for one table: the beginning of one that may have grown since, for all who share it."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: list[T]) -> None:
        """All that there is of the list now; whoever has it may only ever put more behind that."""
        self._items = items
        self._length = len(items)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            return self._items[slice(*at.indices(self._length))]
        if not -self._length <= at < self._length:
            raise IndexError(at)
        return self._items[at % self._length]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items[: self._length])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AppendOnlyList | list) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]  # as of any list

    def shared_with(self, before: object) -> int | None:
        """How many of its first items are those of another list; None where that is not known without a look."""
        if isinstance(before, AppendOnlyList) and before._items is self._items:
            return min(len(before), len(self))
        return None


def whole(view: Mapping[str, Any]) -> dict[str, Any]:
    """A view whose lists are plain ones, for whoever wants all of it."""
    return {name: part[:] if isinstance(part, AppendOnlyList) else part for name, part in view.items()}


def grown(table: Table, key: Hashable, first: Callable[[], Iterable[T]], more: More[T]) -> AppendOnlyList[T]:
    """What `first` gives for the beginning of a game, and `more` for each of its entries, as one list.

    Only the entries that came since this was asked before are asked about: on the same beginning an entry adds the same
    for as long as it stands, until the game is over, from when on everything may be told otherwise. The key names what
    is made; the same one must always mean the same. From any thread; whoever asks of this table gets the same list.
    """

    def make() -> AppendOnlyList[T]:
        found: _Growing[T] = _kept(table, ("grown", key), _Growing)
        return found.up_to(table, first, more)

    return table.kept(("grown", key), make)


def by_entry(table: Table, key: Hashable, entry: int, make: Callable[[], T]) -> T:
    """What is made of one entry, from 1, and of those before it; made once for as long as it stands, as in `grown`."""
    found: _OfEntries = _kept(table, ("by entry", key), _OfEntries)
    made: T = found.of(table, entry, make)
    return made


def while_same(table: Table, key: Hashable, of: Iterable[tuple[str, V]], make: Callable[[V], T]) -> list[T]:
    """What is made of each of these, named; of what is equal to what had its name before, it is what was made then.

    The key names what is made. It is forgotten of what is there no more.
    """
    before, found = table.told.get(("same", key), (None, {}))
    known = found if before is table.beginning else {}
    now: dict[str, tuple[V, T]] = {}
    told: list[T] = []
    for name, one in of:
        was = known.get(name)
        now[name] = was if was is not None and was[0] == one else (one, make(one))
        told.append(now[name][1])
    table.told["same", key] = (table.beginning, now)
    return told


def common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """How many entries two tables of one game have in common from the first on.

    An entry is made on top of those before it and never moved, so that where it is the same so are they.
    """
    low, high = 0, min(len(one), len(other))
    if high and one[high - 1] is other[high - 1]:
        return high
    while low < high:
        middle = (low + high) // 2
        if one[middle] is other[middle]:
            low = middle + 1
        else:
            high = middle
    return low


def _kept(table: Table, key: Hashable, make: Callable[[Beginning], Any]) -> Any:
    key = (key, table.over)
    found = table.told.get(key)
    if found is None or found.beginning is not table.beginning:
        found = table.told[key] = make(table.beginning)
    return found


class _Growing(Generic[T]):
    """A list that follows a game: it grows with it, and begins anew from where moves are taken back."""

    def __init__(self, beginning: Beginning) -> None:
        self.beginning = beginning
        self._lock = threading.Lock()
        self._entries: Sequence[Entry] = ()
        self._made: list[T] = []
        self._ends: list[int] = []
        """How much of it there was after so many entries; empty before the first time."""

    def up_to(self, table: Table, first: Callable[[], Iterable[T]], more: More[T]) -> AppendOnlyList[T]:
        with self._lock:
            if not self._ends:
                self._made = [*first()]
                self._ends = [len(self._made)]
            same = min(common(self._entries, table.entries), len(self._ends) - 1)
            del self._ends[same + 1 :]
            if self._ends[same] < len(self._made):
                self._made = self._made[: self._ends[same]]  # what was given away stays as it was
            self._entries = table.entries
            for number in range(same + 1, len(table.entries) + 1):
                self._made.extend([*more(number, self._made)])
                self._ends.append(len(self._made))
            return AppendOnlyList(self._made)


class _OfEntries:
    """What was made of single entries, the newest of them."""

    def __init__(self, beginning: Beginning) -> None:
        self.beginning = beginning
        self._lock = threading.Lock()
        self._made: dict[int, tuple[Entry, Any]] = {}

    def of(self, table: Table, entry: int, make: Callable[[], Any]) -> Any:
        this = table.entries[entry - 1]
        with self._lock:
            kept = self._made.get(entry)
        if kept is not None and kept[0] is this:
            return kept[1]
        made = make()
        with self._lock:
            self._made[entry] = (this, made)
            while len(self._made) > _MOST_OF_ENTRIES:
                del self._made[min(self._made)]
        return made
