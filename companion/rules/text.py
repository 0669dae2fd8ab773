"""Words to be: a key of the catalogue and what goes into it. The rules never speak a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Union

from companion.support.frozen import frozen

Arg = Union[int, str, "Text"]


@frozen
class Text:
    """A sentence before `words` puts it into a language.

    `args` are sorted pairs so that equal texts are equal; make one with `say`. An argument may be a text itself. The
    argument `n`, where there is one, picks the plural. The argument `seat` is a seat's number; `words` adds the name.
    """

    key: str
    args: tuple[tuple[str, Arg], ...] = ()

    def to_json(self) -> dict[str, object]:
        """The text as JSON: its key, and its arguments where it has any."""
        args = {name: arg.to_json() if isinstance(arg, Text) else arg for name, arg in self.args}
        return {"key": self.key, "args": args} if args else {"key": self.key}


def say(key: str, **args: Arg) -> Text:
    """The text of this key with these arguments."""
    return Text(key, tuple(sorted(args.items())) if args else ())


def listed(texts: Sequence[Text]) -> Text:
    """One or more texts as one: "A, B and C"."""
    *others, last = texts
    if not others:
        return last
    first = others.pop()
    while others:
        first = say("list.comma", first=others.pop(), rest=first)
    return say("list.and", first=first, last=last)


def args_of(text: Text) -> Mapping[str, Arg]:
    """The arguments of a text by name."""
    return dict(text.args)


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
