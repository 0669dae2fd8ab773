"""The difference between two JSON views, so that pages receive only what changed.

A change is one of three, and web/scripts/lib/changes.js makes them:

- `{"is": value}`: it is this now, whatever it was.
- `{"keys": {name: change}, "gone": [name], "order": [name]}`: of an object, what became of these keys; `gone` where
  some are; `order` where all of them stand in another order than those before with the new ones behind them.
- `{"list": [part]}`: a list, put together of parts of the one before and of new ones. A part is `[from, to]`, what
  stood there; `[at, change]`, what became of that one; or `{"is": value}`, what is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.table.incremental import AppendOnlyList

Change = dict[str, Any]
List = list[Any] | AppendOnlyList[Any]

_MOST_COMPARED = 100
"""Of how many parts in the midst of a list it is looked for where each came from; of more all is new."""


def change_between(before: Any, now: Any) -> Change | None:
    """What makes the second of two JSON values of the first, keys in their order; None where they are the same."""
    if before is now:
        return None
    if type(before) is type(now) is dict:
        return _of_object(before, now)
    if isinstance(before, list | AppendOnlyList) and isinstance(now, list | AppendOnlyList):
        return _of_list(before, now)
    return None if _same(before, now) else {"is": _plain(now)}


def _plain(value: Any) -> Any:
    """A value whose lists are plain ones, as JSON has them."""
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
    """The order of the keys, where a page that takes away what is gone and adds what is new would have another."""
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
    """The parts of a list where it is another one, the first of which stood at `offset`."""
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
    """The parts of a list that are there no more, each of which something new may have been before."""

    def __init__(self, left: Sequence[int], before: list[Any], now: list[Any]) -> None:
        ids = {_id(one) for one in now} - {None}
        self._named = {_id(before[at]): at for at in left if _id(before[at]) in ids}
        self._others = iter([at for at in left if _id(before[at]) not in ids])

    def for_(self, one: Any) -> int | None:
        """Where the part stood that this was: the one of the same id, else the next of those that nobody is."""
        return self._named.pop(_id(one), None) if _id(one) in self._named else next(self._others, None)


def _id(one: Any) -> Any:
    found = one.get("id") if type(one) is dict else None
    return found if type(found) is str else None


def _came_from(before: list[Any], now: list[Any]) -> list[int | None]:
    """Where in the list before each part of a list stood; None where it did not."""
    if max(len(before), len(now)) > _MOST_COMPARED:
        return [None] * len(now)
    found: list[int | None] = []
    ahead = 0
    for one in now:
        # What follows the part that was found last is the likeliest.
        at = next((at for at in (*range(ahead, len(before)), *range(ahead)) if _same(before[at], one)), None)
        found.append(at)
        ahead = ahead if at is None else at + 1
    return found


def _new(before: list[Any], at: int | None, one: Any, offset: int) -> Any:
    """A part that was not there: what became of the one at `at`, or something new."""
    if at is not None and type(one) is type(before[at]) in (dict, list):
        change = change_between(before[at], one)
        if change is not None and "is" not in change:
            return [offset + at, change]
    return {"is": one}


def _alike(before: List, now: List) -> int:
    """How many parts two lists have in common from the first on; of long ones most are the very same objects."""
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
    """Whether two values are the same; true is not 1."""
    return one is other or (type(one) is type(other) and bool(one == other))
