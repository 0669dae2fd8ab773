"""Words to be: a key of the catalogue and what goes into it. The rules never speak a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Union

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
