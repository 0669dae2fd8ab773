"""The difference between two JSON views, so that pages receive only what changed.

A change has one of three forms, which web/scripts/lib/changes.js applies:

- `{"is": value}`: the new value, whatever the old one was.
- `{"keys": {name: change}, "gone": [name], "order": [name]}`: the changes of these keys of an object. `gone` lists
  removed keys, if any. `order` lists all keys if their order is not the old one followed by the new keys.
- `{"list": [part]}`: a list, composed of parts of the old one and new ones. A part is `[from, to]`, a range of the old
  list; `[at, change]`, a changed element of it; or `{"is": value}`, a new element.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.table.incremental_cache import AppendOnlyList

Change = dict[str, Any]
List = list[Any] | AppendOnlyList[Any]

_MOST_COMPARED = 100
"""Longest middle of a list in which old elements are searched for; in a longer one all elements count as new."""


def change_between(before: Any, now: Any) -> Change | None:
    """Return the change from one JSON value to another, including the order of keys; None if they are equal."""
    if before is now:
        return None
    if type(before) is type(now) is dict:
        return _object_change(before, now)
    if isinstance(before, list | AppendOnlyList) and isinstance(now, list | AppendOnlyList):
        return _list_change(before, now)
    return None if _equal(before, now) else {"is": _plain(now)}


def _plain(value: Any) -> Any:
    """Return a value with plain lists, as JSON has them."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return value[:] if isinstance(value, AppendOnlyList) else value


def _object_change(before: dict[str, Any], now: dict[str, Any]) -> Change | None:
    keys: dict[str, Change] = {}
    for name, value in now.items():
        change = change_between(before[name], value) if name in before else {"is": _plain(value)}
        if change is not None:
            keys[name] = change
    removed = [name for name in before if name not in now]
    order = _order(before, now, removed)
    if not keys and not removed and not order:
        return None
    if len(keys) == len(now) and all("is" in change for change in keys.values()):
        return {"is": _plain(now)}
    return {"keys": keys, **({"gone": removed} if removed else {}), **({"order": order} if order else {})}


def _order(before: dict[str, Any], now: dict[str, Any], removed: Sequence[str]) -> list[str]:
    """Return the order of the keys, unless removing the old keys and appending the new ones already gives it."""
    names = [*now]
    if not removed and len(before) == len(now):
        return [] if [*before] == names else names
    remaining = [name for name in before if name in now]
    return [] if [*remaining, *(name for name in now if name not in before)] == names else names


def _list_change(before: List, now: List) -> Change | None:
    prefix = _common_prefix(before, now)
    if prefix == len(before) == len(now):
        return None
    suffix = _common_prefix(before[prefix:][::-1], now[prefix:][::-1])
    if prefix + suffix == len(before) == len(now):
        return None
    parts: list[Any] = [[0, prefix]] if prefix else []
    parts += _middle_parts(before[prefix : len(before) - suffix], now[prefix : len(now) - suffix], prefix)
    if suffix:
        parts.append([len(before) - suffix, len(before)])
    if all(type(part) is dict for part in parts):
        return {"is": now[:]}
    return {"list": parts}


def _middle_parts(before: list[Any], now: list[Any], offset: int) -> Iterator[Any]:
    """Yield the parts of the differing middle of a list; `offset` is the position of its first old element."""
    origins = _origins(before, now)
    matched = {*origins}
    removed = _RemovedElements([index for index in range(len(before)) if index not in matched], before, now)
    index = 0
    while index < len(now):
        if (origin := origins[index]) is None:
            yield _new_part(before, removed.former_index(now[index]), now[index], offset)
            index += 1
            continue
        end = index + 1
        while end < len(now) and origins[end] == origin + end - index:
            end += 1
        yield [offset + origin, offset + origin + end - index]
        index = end


class _RemovedElements:
    """The removed elements of a list, each of which may be the former version of a new one."""

    def __init__(self, indices: Sequence[int], before: list[Any], now: list[Any]) -> None:
        ids = {_id(element) for element in now} - {None}
        self._by_id = {_id(before[index]): index for index in indices if _id(before[index]) in ids}
        self._unclaimed = iter([index for index in indices if _id(before[index]) not in ids])

    def former_index(self, element: Any) -> int | None:
        """Return the position of the former version of an element: the one of the same id, else the next free one."""
        return self._by_id.pop(_id(element), None) if _id(element) in self._by_id else next(self._unclaimed, None)


def _id(element: Any) -> Any:
    value = element.get("id") if type(element) is dict else None
    return value if type(value) is str else None


def _origins(before: list[Any], now: list[Any]) -> list[int | None]:
    """Return the old position of each element of a list; None for new ones."""
    if max(len(before), len(now)) > _MOST_COMPARED:
        return [None] * len(now)
    origins: list[int | None] = []
    next_index = 0
    for element in now:
        # The element after the last match is the likeliest, so try it first.
        index = next(
            (
                index
                for index in (*range(next_index, len(before)), *range(next_index))
                if _equal(before[index], element)
            ),
            None,
        )
        origins.append(index)
        next_index = next_index if index is None else index + 1
    return origins


def _new_part(before: list[Any], index: int | None, element: Any, offset: int) -> Any:
    """Return the part for an element without an equal old one: the change of the one at `index`, or a new one."""
    if index is not None and type(element) is type(before[index]) in (dict, list):
        change = change_between(before[index], element)
        if change is not None and "is" not in change:
            return [offset + index, change]
    return {"is": element}


def _common_prefix(before: List, now: List) -> int:
    """Return the length of the common prefix of two lists; in long ones most elements are the very same objects."""
    if isinstance(now, AppendOnlyList) and (shared := now.shared_length(before)) is not None:
        return shared
    low, high = 0, min(len(before), len(now))
    if before[:high] == now[:high]:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if before[low:middle] == now[low:middle]:
            low = middle
        else:
            high = middle
    return low


def _equal(first: Any, second: Any) -> bool:
    """Return whether two values are equal; true is not 1."""
    return first is second or (type(first) is type(second) and bool(first == second))
