"""One way to write JSON, so that equal facts have equal bytes, hashes and digests."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical(value: Any) -> str:
    """The JSON text of a value: keys sorted, no spaces, as UTF-8 letters."""
    return _ENCODER.encode(value)


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of a value, in hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()
