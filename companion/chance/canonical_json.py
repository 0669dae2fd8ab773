"""Canonical JSON: values that every JSON reader takes for the same, and their only text form, which digests cover."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, TypeGuard

MAX_SAFE_INTEGER = 2**53 - 1
"""Greatest whole number that every JSON reader represents exactly."""
MAX_DEPTH = 64
"""Maximum nesting depth of lists and objects."""
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical(value: Any) -> str:
    """Return the JSON text of a value: keys sorted by code points, no spaces, letters unescaped."""
    return _ENCODER.encode(value)


def digest(value: Any) -> str:
    """Return the SHA-256 of a value's canonical JSON in UTF-8, in hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def is_plain(value: object, max_depth: int = MAX_DEPTH) -> bool:
    """Return whether a value has only exact whole numbers, valid text, true, false, null, lists and objects."""
    if isinstance(value, list | dict):
        parts = value if isinstance(value, list) else [*value, *value.values()]
        return max_depth > 0 and all(is_plain(part, max_depth - 1) for part in parts)
    if isinstance(value, str):
        return not LONE_SURROGATE.search(value)
    return value is None or isinstance(value, bool) or is_whole_number(value)


def same_json(left: object, right: object) -> bool:
    """Return whether two values are plain and equal; true does not equal 1."""
    return is_plain(left) and is_plain(right) and canonical(left) == canonical(right)


def is_whole_number(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number that every JSON reader represents exactly; true is not a number."""
    return type(value) is int and abs(value) <= MAX_SAFE_INTEGER


def is_whole_number_list(value: object) -> bool:
    """Return whether a value is a list of such whole numbers."""
    return isinstance(value, list) and all(is_whole_number(number) for number in value)
