"""A persistent list: a tuple in everything that is asked of it, whatever it grew from."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from companion.table.persistent_list import PersistentList, longer

lengths = st.integers(0, 400)
places = st.integers(-450, 450)


@given(lengths, st.lists(st.integers(0, 150), max_size=6))
def test_a_longer_list_equals_the_tuple_and_keeps_the_shorter(first: int, more: list[int]) -> None:
    whole, series = tuple(range(first)), PersistentList(range(first))
    stages: list[tuple[tuple[int, ...], Sequence[int]]] = []
    for count in more:
        stages.append((whole, series))
        fresh = range(len(whole), len(whole) + count)
        whole, series = (*whole, *fresh), longer(series, fresh)
    for expected, found in [*stages, (whole, series)]:
        assert (len(found), tuple(found), tuple(reversed(found))) == (len(expected), expected, expected[::-1])
        assert found == expected
        assert expected == found
        assert found == PersistentList(expected)
        assert found != (*expected, 0)
        assert found != PersistentList((*expected, 0))


@given(lengths, places, places, st.sampled_from([1, 1, 1, 2, -1, -3]))
def test_items_and_slices_equal_those_of_a_tuple(length: int, first: int, end: int, step: int) -> None:
    whole, series = tuple(range(length)), PersistentList(range(length))
    assert series[first:end:step] == whole[first:end:step]
    assert [*map(tuple, (series[first:], series[:end], series[:]))] == [whole[first:], whole[:end], whole]
    assert longer(series[first:end], (1, 2)) == (*whole[first:end], 1, 2)
    for at in (first, end):
        try:
            item = whole[at]
        except IndexError:
            item = None
        try:
            found = series[at]
        except IndexError:
            found = None
        assert found == item


def test_all_lists_on_the_way_share_their_memory() -> None:
    gc.collect()
    tracemalloc.start()
    try:
        kept: list[PersistentList[None]] = [PersistentList()]
        for _ in range(10_000):
            kept.append(longer(kept[-1], (None,)))
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken < 8_000_000  # tuples would take 400 MB
