"""The effect of a change on a page, in Python: the same as web/scripts/lib/changes.js."""

from __future__ import annotations

from typing import Any


def apply_change(before: Any, change: dict[str, Any]) -> Any:
    """Return the value after this change. The original is not changed."""
    if "is" in change:
        return change["is"]
    if "list" in change:
        return [item for part in change["list"] for item in _parts(before, part)]
    now = {name: value for name, value in before.items() if name not in change.get("gone", ())}
    for name, part in change["keys"].items():
        now[name] = apply_change(now.get(name), part)
    return {name: now[name] for name in change["order"]} if "order" in change else now


def _parts(before: list[Any], part: Any) -> list[Any]:
    if isinstance(part, dict):
        return [apply_change(None, part)]
    start, end_or_change = part
    return (
        before[start:end_or_change] if isinstance(end_or_change, int) else [apply_change(before[start], end_or_change)]
    )
