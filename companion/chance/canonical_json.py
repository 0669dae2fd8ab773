"""JSON that every reader takes for the same, and the one way to write it: what digests are over."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, TypeGuard

MOST = 2**53 - 1
"""The greatest whole number that every reader of JSON takes for the same."""
DEEPEST = 64
"""More lists and objects inside each other than this nothing has."""
HALF_A_LETTER = re.compile("[\ud800-\udfff]")
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical(value: Any) -> str:
    """The JSON text of a value: keys sorted by their code points, no spaces, letters as they are."""
    return _ENCODER.encode(value)


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of a value in UTF-8, in hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def plain(value: object, deepest: int = DEEPEST) -> bool:
    """Whether this is made of whole numbers, whole letters, true, false, null, lists and objects alone."""
    if isinstance(value, list | dict):
        inside = value if isinstance(value, list) else [*value, *value.values()]
        return deepest > 0 and all(plain(one, deepest - 1) for one in inside)
    if isinstance(value, str):
        return not HALF_A_LETTER.search(value)
    return value is None or isinstance(value, bool) or whole_number(value)


def alike(one: object, other: object) -> bool:
    """Whether two values are plain and the same; true is not 1."""
    return plain(one) and plain(other) and canonical(one) == canonical(other)


def whole_number(value: object) -> TypeGuard[int]:
    """Whether this is a whole number that every reader takes for the same; true is none."""
    return type(value) is int and abs(value) <= MOST


def whole_numbers(value: object) -> bool:
    """Whether this is a list of whole numbers."""
    return isinstance(value, list) and all(whole_number(one) for one in value)
