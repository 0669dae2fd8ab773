"""A scene walked part by part: what its dataclasses are made of, and all its texts put into words.

Every viewer's scene is walked after every press, so that dataclasses are asked about their fields only once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from companion.rules.text import Text

PLAIN = frozenset({str, int, bool, type(None)})
"""What has nothing in it: most of what a scene is made of."""


_defaults: dict[object, Mapping[str, Any]] = {}


def defaults_of(sort: type[Any]) -> Mapping[str, Any]:
    """The fields of a sort of part with their defaults (MISSING where one has none); empty for what is no part."""
    found = _defaults.get(sort)
    if found is None:
        is_part = is_dataclass(sort) and sort is not Text
        found = _defaults[sort] = {one.name: one.default for one in fields(sort)} if is_part else {}
    return found


def in_words(shown: Any, say: Callable[[Text], str]) -> Any:
    """A scene, a block, a ceremony or a part of one with every text of it said."""
    sort = type(shown)
    if sort in PLAIN:
        return shown
    if sort is Text:
        return say(shown)
    if sort is tuple:
        return tuple([in_words(part, say) for part in shown])
    if names := defaults_of(sort):
        return sort(**{name: in_words(getattr(shown, name), say) for name in names})
    return shown
