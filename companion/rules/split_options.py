"""Options of a set-up that are said apart, of each seat or each place: one value that is made of many answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.fields import At, Json, SetupField
from companion.rules.picks import fits


def answer_at(value: Json, at: At) -> Json:
    """What the value of an option says there; null where it says nothing."""
    for key in at:
        if isinstance(value, dict) and isinstance(key, str):
            value = value.get(key)
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            value = value[key]
        else:
            return None
    return value


def made_of(answers: Iterable[tuple[At, Json]]) -> Json:
    """The value that says this, and nothing else; null where nothing is said."""
    value: Json = None
    for at, answer in answers:
        if answer is not None:
            value = _put(value, at, answer)
    return value


def kept(option: SetupField, value: Json) -> Json:
    """What a value says of those whom the option is said of now: there may have been more before."""
    return made_of((one.at, answer_at(value, one.at)) for one in option.apart)


def answered(option: SetupField, value: Json, at: At, answer: Json) -> Json:
    """The value with another answer there."""
    return made_of((one.at, answer if one.at == at else answer_at(value, one.at)) for one in option.apart)


def others_said(option: SetupField, value: Json, at: At) -> list[Json]:
    """What is said of the others, and so of nobody else where the option is exclusive."""
    found = (answer_at(value, one.at) for one in option.apart if one.at != at)
    return [answer for answer in found if answer is not None]


def fits_apart(option: SetupField, value: Json) -> bool:
    """Whether the option may have this value."""
    ats = [one.at for one in option.apart]
    said = [(at, leaf) for at, leaf in _leaves(value, ()) if leaf is not None]
    leaves = [leaf for _, leaf in said]
    twice = option.exclusive and any(leaf in leaves[:at] for at, leaf in enumerate(leaves))
    return not twice and all(at in ats and fits(option.field, leaf) for at, leaf in said)


def _leaves(value: Json, at: At) -> Iterator[tuple[At, Json]]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _leaves(one, (*at, name))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from _leaves(one, (*at, number))
    else:
        yield at, value


def _put(value: Json, at: At, answer: Json) -> Json:
    if not at:
        return answer
    key, *rest = at
    if isinstance(key, str):
        members = value if isinstance(value, dict) else {}
        return {**members, key: _put(members.get(key), tuple(rest), answer)}
    items = list(value) if isinstance(value, list) else []
    items += [None] * (key + 1 - len(items))
    items[key] = _put(items[key], tuple(rest), answer)
    return items
