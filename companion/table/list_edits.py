"""Edits to a list of entries, as spans removed and inserted, so that each edit can be inverted.

In this way a long game stores each of its moves once, however often something was changed or taken back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from companion.support.frozen_dataclasses import frozen
from companion.table.persistent_list import PersistentList, extended_list

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
EntryId = tuple[int, int]
"""The id of an entry: the row that added it, and its position among the entries of that row."""


class HasEntryId(Protocol):
    """An entry with an id that no other entry has."""

    @property
    def id(self) -> EntryId:
        """Its id, which stays when it moves to another index."""


@frozen
class Span(Generic[T_co]):
    """Consecutive entries that a change removed, and those inserted at the same index."""

    start: int
    """Its index: the number of entries before it when the change was made."""
    removed: tuple[T_co, ...] = ()
    inserted: tuple[T_co, ...] = ()


Spans = tuple[Span[T_co], ...]
"""The spans of one change in the order of the entries; all indices count the entries before the change."""


@frozen
class HistoryStep(Generic[T_co]):
    """One step of the history: a change to the entries."""

    spans: Spans[T_co]
    group: int | None
    """The group of the moves that were played at the end; None if something earlier was changed."""


AnyStep = TypeVar("AnyStep", bound=HistoryStep[HasEntryId])


def apply(entries: Sequence[T], spans: Spans[T]) -> Sequence[T]:
    """Return the entries after these changes."""
    first = position = spans[0].start if spans else len(entries)
    result: list[T] = []
    for span in spans:
        result += entries[position : span.start]
        result += span.inserted
        position = span.start + len(span.removed)
    return extended_list(entries[:first], (*result, *entries[position:]))


def inverse(spans: Spans[T]) -> Spans[T]:
    """Return the spans that undo these. Their indices count the entries after these."""
    result: list[Span[T]] = []
    offset = 0
    for span in spans:
        result.append(Span(span.start + offset, span.inserted, span.removed))
        offset += len(span.inserted) - len(span.removed)
    return tuple(result)


def removing(entries: Sequence[T], numbers: Collection[int]) -> Spans[T]:
    """Return the spans that remove the entries with these numbers, from 1."""
    return tuple(Span(number - 1, (entries[number - 1],)) for number in sorted(numbers))


def replacing(entries: Sequence[T], instead: Mapping[int, T]) -> Spans[T]:
    """Return the spans that replace the entries with these numbers, from 1."""
    return tuple(Span(number - 1, (entries[number - 1],), (instead[number],)) for number in sorted(instead))


def merged(*spans: Spans[T]) -> Spans[T]:
    """Return the spans of one change, which must not overlap, in the order of the entries."""
    return tuple(sorted((span for group in spans for span in group), key=lambda span: span.start))


def without_entries(
    steps: Sequence[AnyStep], remaining: Sequence[HasEntryId], removed: Collection[EntryId]
) -> Sequence[AnyStep] | None:
    """Return the steps as if the entries with these ids had never existed; `remaining` are the entries that are left.

    A step that inserted nothing else is dropped. Returns None if something earlier was changed since the first of them.
    """
    inserted_by_step = [[entry for span in step.spans for entry in span.inserted] for step in steps]
    first = next(
        (index for index, entries in enumerate(inserted_by_step) if any(entry.id in removed for entry in entries)), 0
    )
    if any(step.group is None for step in steps[first:]):
        return None
    counts = [sum(entry.id not in removed for entry in entries) for entries in inserted_by_step[first:]]
    position = len(remaining) - sum(counts)
    result = [*steps[:first]]
    for step, count in zip(steps[first:], counts, strict=True):
        if count:
            result.append(replace(step, spans=(Span(position, (), tuple(remaining[position : position + count])),)))
            position += count
    return PersistentList(result)
