"""Texts before translation: a catalogue key and its arguments. The rules themselves speak no language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Union

from companion.support.frozen_dataclasses import frozen

Arg = Union[int, str, "Text"]


@frozen
class Text:
    """A sentence before `words` translates it. Create one with `say`.

    `args` are sorted pairs, so that equal texts compare equal. An argument may be a text itself. The argument `n`
    selects the plural. The argument `seat` is the number of a seat; `words` turns it into the name.
    """

    key: str
    args: tuple[tuple[str, Arg], ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the text as JSON: its key, and its arguments if it has any."""
        args = {name: arg.to_json() if isinstance(arg, Text) else arg for name, arg in self.args}
        return {"key": self.key, "args": args} if args else {"key": self.key}


def say(key: str, **args: Arg) -> Text:
    """Return the text with this key and these arguments."""
    return Text(key, tuple(sorted(args.items())) if args else ())


def join_texts(texts: Sequence[Text]) -> Text:
    """Return one text for one or more texts: "A, B and C"."""
    *others, last = texts
    if not others:
        return last
    first = others.pop()
    while others:
        first = say("list.comma", first=others.pop(), rest=first)
    return say("list.and", first=first, last=last)


def args_of(text: Text) -> Mapping[str, Arg]:
    """Return the arguments of a text by name."""
    return dict(text.args)


PLAIN_TYPES = frozenset({str, int, bool, type(None)})
"""Types without parts: most of what a scene consists of."""


_defaults: dict[object, Mapping[str, Any]] = {}


def field_defaults(cls: type[Any]) -> Mapping[str, Any]:
    """Return the fields of a scene class with their defaults (MISSING without one); empty for any other type."""
    defaults = _defaults.get(cls)
    if defaults is None:
        is_part = is_dataclass(cls) and cls is not Text
        defaults = _defaults[cls] = {field.name: field.default for field in fields(cls)} if is_part else {}
    return defaults


def translated(value: Any, translate: Callable[[Text], str]) -> Any:
    """Return a scene, a block, an animation or a part of one with all its texts translated."""
    cls = type(value)
    if cls in PLAIN_TYPES:
        return value
    if cls is Text:
        return translate(value)
    if cls is tuple:
        return tuple([translated(part, translate) for part in value])
    if names := field_defaults(cls):
        return cls(**{name: translated(getattr(value, name), translate) for name in names})
    return value
