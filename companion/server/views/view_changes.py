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

from companion.table.incremental import AppendOnlyList

Change = dict[str, Any]
List = list[Any] | AppendOnlyList[Any]

_MOST_COMPARED = 100
"""Longest middle of a list in which old elements are searched for; in a longer one all elements count as new."""


def change_between(before: Any, now: Any) -> Change | None:
    """Return the change from one JSON value to another, including the order of keys; None if they are equal."""
    if before is now:
        return None
    if type(before) is type(now) is dict:
        return _of_object(before, now)
    if isinstance(before, list | AppendOnlyList) and isinstance(now, list | AppendOnlyList):
        return _of_list(before, now)
    return None if _same(before, now) else {"is": _plain(now)}


def _plain(value: Any) -> Any:
    """Return a value with plain lists, as JSON has them."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return value[:] if isinstance(value, AppendOnlyList) else value


def _of_object(before: dict[str, Any], now: dict[str, Any]) -> Change | None:
    keys: dict[str, Change] = {}
    for name, value in now.items():
        change = change_between(before[name], value) if name in before else {"is": _plain(value)}
        if change is not None:
            keys[name] = change
    gone = [name for name in before if name not in now]
    order = _order(before, now, gone)
    if not keys and not gone and not order:
        return None
    if len(keys) == len(now) and all("is" in change for change in keys.values()):
        return {"is": _plain(now)}
    return {"keys": keys, **({"gone": gone} if gone else {}), **({"order": order} if order else {})}


def _order(before: dict[str, Any], now: dict[str, Any], gone: Sequence[str]) -> list[str]:
    """Return the order of the keys, unless removing the old keys and appending the new ones already gives it."""
    names = [*now]
    if not gone and len(before) == len(now):
        return [] if [*before] == names else names
    kept = [name for name in before if name in now]
    return [] if [*kept, *(name for name in now if name not in before)] == names else names


def _of_list(before: List, now: List) -> Change | None:
    first = _alike(before, now)
    if first == len(before) == len(now):
        return None
    last = _alike(before[first:][::-1], now[first:][::-1])
    if first + last == len(before) == len(now):
        return None
    parts: list[Any] = [[0, first]] if first else []
    parts += _middle(before[first : len(before) - last], now[first : len(now) - last], first)
    if last:
        parts.append([len(before) - last, len(before)])
    if all(type(part) is dict for part in parts):
        return {"is": now[:]}
    return {"list": parts}


def _middle(before: list[Any], now: list[Any], offset: int) -> Iterator[Any]:
    """Yield the parts of the differing middle of a list; `offset` is the position of its first old element."""
    came_from = _came_from(before, now)
    taken = {*came_from}
    left = _Left([at for at in range(len(before)) if at not in taken], before, now)
    at = 0
    while at < len(now):
        if (came := came_from[at]) is None:
            yield _new(before, left.for_(now[at]), now[at], offset)
            at += 1
            continue
        end = at + 1
        while end < len(now) and came_from[end] == came + end - at:
            end += 1
        yield [offset + came, offset + came + end - at]
        at = end


class _Left:
    """The removed elements of a list, each of which may be the former version of a new one."""

    def __init__(self, left: Sequence[int], before: list[Any], now: list[Any]) -> None:
        ids = {_id(one) for one in now} - {None}
        self._named = {_id(before[at]): at for at in left if _id(before[at]) in ids}
        self._others = iter([at for at in left if _id(before[at]) not in ids])

    def for_(self, one: Any) -> int | None:
        """Return the position of the former version of an element: the one of the same id, else the next free one."""
        return self._named.pop(_id(one), None) if _id(one) in self._named else next(self._others, None)


def _id(one: Any) -> Any:
    found = one.get("id") if type(one) is dict else None
    return found if type(found) is str else None


def _came_from(before: list[Any], now: list[Any]) -> list[int | None]:
    """Return the old position of each element of a list; None for new ones."""
    if max(len(before), len(now)) > _MOST_COMPARED:
        return [None] * len(now)
    found: list[int | None] = []
    ahead = 0
    for one in now:
        # The element after the last match is the likeliest, so try it first.
        at = next((at for at in (*range(ahead, len(before)), *range(ahead)) if _same(before[at], one)), None)
        found.append(at)
        ahead = ahead if at is None else at + 1
    return found


def _new(before: list[Any], at: int | None, one: Any, offset: int) -> Any:
    """Return the part for an element without an equal old one: the change of the one at `index`, or a new one."""
    if at is not None and type(one) is type(before[at]) in (dict, list):
        change = change_between(before[at], one)
        if change is not None and "is" not in change:
            return [offset + at, change]
    return {"is": one}


def _alike(before: List, now: List) -> int:
    """Return the length of the common prefix of two lists; in long ones most elements are the very same objects."""
    if isinstance(now, AppendOnlyList) and (shared := now.shared_with(before)) is not None:
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


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are equal; true is not 1."""
    return one is other or (type(one) is type(other) and bool(one == other))
