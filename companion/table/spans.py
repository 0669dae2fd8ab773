"""What a change of a game's entries keeps: the spans that it took away and put in, so that it can be turned round.

So a long game keeps each of its moves once, however often something was changed or taken back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from companion.support.frozen import frozen
from companion.table.persistent_list import PersistentList, longer

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Made = tuple[int, int]
"""The row that brought an entry, and its place among those that the row brought: it tells it from all others."""


class HasEntryId(Protocol):
    """An entry that can be told from all others."""

    @property
    def made(self) -> Made:
        """The row that added it, and its position among the entries of that row."""


@frozen
class Span(Generic[T_co]):
    """Entries in a row that a change took away, and those that it put in their place."""

    at: int
    """How many entries stood before it when the change was made."""
    out: tuple[T_co, ...] = ()
    into: tuple[T_co, ...] = ()


Spans = tuple[Span[T_co], ...]
"""Spans of one change, from the first entry on; all of them are counted as the entries stood before it."""


@frozen
class Step(Generic[T_co]):
    """One step of the history: what became other entries by it."""

    spans: Spans[T_co]
    group: int | None
    """The group of the moves that were played at the end; None when something earlier was changed."""


AnyStep = TypeVar("AnyStep", bound=Step[HasEntryId])


def apply(entries: Sequence[T], spans: Spans[T]) -> Sequence[T]:
    """These entries once the spans are changed."""
    first = position = spans[0].at if spans else len(entries)
    result: list[T] = []
    for span in spans:
        result += entries[position : span.at]
        result += span.into
        position = span.at + len(span.out)
    return longer(entries[:first], (*result, *entries[position:]))


def inverse(spans: Spans[T]) -> Spans[T]:
    """The spans that undo these, counted as the entries stand after them."""
    result: list[Span[T]] = []
    offset = 0
    for span in spans:
        result.append(Span(span.at + offset, span.into, span.out))
        offset += len(span.into) - len(span.out)
    return tuple(result)


def left_out(entries: Sequence[T], numbers: Collection[int]) -> Spans[T]:
    """The spans that leave out the entries of these numbers, from 1."""
    return tuple(Span(number - 1, (entries[number - 1],)) for number in sorted(numbers))


def replacing(entries: Sequence[T], instead: Mapping[int, T]) -> Spans[T]:
    """The spans that put these in the place of the entries of these numbers, from 1."""
    return tuple(Span(number - 1, (entries[number - 1],), (instead[number],)) for number in sorted(instead))


def in_order(*spans: Spans[T]) -> Spans[T]:
    """Spans of one change, which have no entry in common, from the first entry on."""
    return tuple(sorted((span for group in spans for span in group), key=lambda span: span.at))


def without_entries(
    steps: Sequence[AnyStep], remaining: Sequence[HasEntryId], removed: Collection[Made]
) -> Sequence[AnyStep] | None:
    """The steps that stand, as if entries that were made so had never been; `kept` are the entries that are left.

    A step that brought nothing else is left out. None where something earlier was changed since the first of them.
    """
    inserted_by_step = [[entry for span in step.spans for entry in span.into] for step in steps]
    first = next(
        (index for index, entries in enumerate(inserted_by_step) if any(entry.made in removed for entry in entries)), 0
    )
    if any(step.group is None for step in steps[first:]):
        return None
    counts = [sum(entry.made not in removed for entry in entries) for entries in inserted_by_step[first:]]
    position = len(remaining) - sum(counts)
    result = [*steps[:first]]
    for step, count in zip(steps[first:], counts, strict=True):
        if count:
            result.append(replace(step, spans=(Span(position, (), tuple(remaining[position : position + count])),)))
            position += count
    return PersistentList(result)
