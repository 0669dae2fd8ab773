"""Split options: set-up options with an answer for each seat or place, combined into one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.fields import At, Json, SetupField
from companion.rules.picks import fits


def answer_at(value: Json, at: At) -> Json:
    """Return the answer at this path in the value of an option; None if there is none."""
    for key in at:
        if isinstance(value, dict) and isinstance(key, str):
            value = value.get(key)
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            value = value[key]
        else:
            return None
    return value


def made_of(answers: Iterable[tuple[At, Json]]) -> Json:
    """Return the value that contains exactly these answers; None if there are none."""
    value: Json = None
    for at, answer in answers:
        if answer is not None:
            value = _put(value, at, answer)
    return value


def kept(option: SetupField, value: Json) -> Json:
    """Return a value reduced to the parts that the option has now. With more players it may have had more."""
    return made_of((one.at, answer_at(value, one.at)) for one in option.apart)


def answered(option: SetupField, value: Json, at: At, answer: Json) -> Json:
    """Return the value with another answer at this path."""
    return made_of((one.at, answer if one.at == at else answer_at(value, one.at)) for one in option.apart)


def others_said(option: SetupField, value: Json, at: At) -> list[Json]:
    """Return the answers of all other parts. An exclusive option allows none of them here."""
    found = (answer_at(value, one.at) for one in option.apart if one.at != at)
    return [answer for answer in found if answer is not None]


def fits_apart(option: SetupField, value: Json) -> bool:
    """Return whether the option can have this value."""
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
