"""A persistent list behaves like a tuple, whatever it was extended from."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from companion.table.persistent_list import PersistentList, extended_list

lengths = st.integers(0, 400)
places = st.integers(-450, 450)


@given(lengths, st.lists(st.integers(0, 150), max_size=6))
def test_a_longer_list_equals_the_tuple_and_keeps_the_shorter(first: int, more: list[int]) -> None:
    expected_items, persistent = tuple(range(first)), PersistentList(range(first))
    stages: list[tuple[tuple[int, ...], Sequence[int]]] = []
    for count in more:
        stages.append((expected_items, persistent))
        fresh = range(len(expected_items), len(expected_items) + count)
        expected_items, persistent = (*expected_items, *fresh), extended_list(persistent, fresh)
    for expected, stage in [*stages, (expected_items, persistent)]:
        assert (len(stage), tuple(stage), tuple(reversed(stage))) == (len(expected), expected, expected[::-1])
        assert stage == expected
        assert expected == stage
        assert stage == PersistentList(expected)
        assert stage != (*expected, 0)
        assert stage != PersistentList((*expected, 0))


@given(lengths, places, places, st.sampled_from([1, 1, 1, 2, -1, -3]))
def test_items_and_slices_equal_those_of_a_tuple(length: int, first: int, end: int, step: int) -> None:
    expected_items, persistent = tuple(range(length)), PersistentList(range(length))
    assert persistent[first:end:step] == expected_items[first:end:step]
    assert [*map(tuple, (persistent[first:], persistent[:end], persistent[:]))] == [
        expected_items[first:],
        expected_items[:end],
        expected_items,
    ]
    assert extended_list(persistent[first:end], (1, 2)) == (*expected_items[first:end], 1, 2)
    for index in (first, end):
        try:
            item = expected_items[index]
        except IndexError:
            item = None
        try:
            found_item = persistent[index]
        except IndexError:
            found_item = None
        assert found_item == item


def test_all_lists_on_the_way_share_their_memory() -> None:
    gc.collect()
    tracemalloc.start()
    try:
        lists: list[PersistentList[None]] = [PersistentList()]
        for _ in range(10_000):
            lists.append(extended_list(lists[-1], (None,)))
        memory, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert memory < 8_000_000  # tuples would take 400 MB
