"""Reasons as JSON: why something is refused or booked, by which ruling, and whether that is a decision of ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.rule_errors import Refusal
from companion.rules.text import Text
from companion.words.catalogue import Words


def cited(reason: Text | None, ruling: str | None, names: Sequence[str], words: Words) -> dict[str, Any]:
    """The `ruling` of a reason, null if none; and its `reading`, where it is our decision and not the rule text's."""
    ours = words.reading(reason, names) if reason is not None else ""
    return {"ruling": ruling, **({"reading": ours} if ours else {})}


def why_not(reason: Text, ruling: str | None, names: Sequence[str], words: Words) -> dict[str, Any]:
    """A `reason` in words, with what it is cited by."""
    return {"reason": words.of(reason, names), **cited(reason, ruling, names, words)}


def refused_view(refused: Refusal | None, names: Sequence[str], words: Words) -> dict[str, Any] | None:
    """Why something is refused; None when it is not."""
    return None if refused is None else why_not(refused.reason, refused.ruling, names, words)
