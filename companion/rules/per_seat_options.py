"""Set-up options with an answer for each seat or place, combined into one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.fields import Json, SetupField, ValuePath
from companion.rules.form_walk import fits


def answer_at(value: Json, path: ValuePath) -> Json:
    """Return the answer at this path in the value of an option; None without an answer."""
    for key in path:
        if isinstance(value, dict) and isinstance(key, str):
            value = value.get(key)
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            value = value[key]
        else:
            return None
    return value


def combine_answers(answers: Iterable[tuple[ValuePath, Json]]) -> Json:
    """Return the value that contains exactly these answers; None if there are none."""
    value: Json = None
    for path, answer in answers:
        if answer is not None:
            value = _with_answer(value, path, answer)
    return value


def current_value(option: SetupField, value: Json) -> Json:
    """Return a value reduced to the parts that the option has now. With more players it may have had more."""
    return combine_answers((part.path, answer_at(value, part.path)) for part in option.parts)


def with_answer(option: SetupField, value: Json, path: ValuePath, answer: Json) -> Json:
    """Return the value with another answer at this path."""
    return combine_answers(
        (part.path, answer if part.path == path else answer_at(value, part.path)) for part in option.parts
    )


def other_answers(option: SetupField, value: Json, path: ValuePath) -> list[Json]:
    """Return the answers of all other parts. An exclusive option allows none of them here."""
    answers = (answer_at(value, part.path) for part in option.parts if part.path != path)
    return [answer for answer in answers if answer is not None]


def fits_parts(option: SetupField, value: Json) -> bool:
    """Return whether the option can have this value."""
    paths = [part.path for part in option.parts]
    answers = [(path, answer) for path, answer in _answers(value, ()) if answer is not None]
    values = [answer for _, answer in answers]
    twice = option.exclusive and any(answer in values[:index] for index, answer in enumerate(values))
    return not twice and all(path in paths and fits(option.field, answer) for path, answer in answers)


def _answers(value: Json, path: ValuePath) -> Iterator[tuple[ValuePath, Json]]:
    if isinstance(value, dict):
        for name, child in value.items():
            yield from _answers(child, (*path, name))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from _answers(child, (*path, index))
    else:
        yield path, value


def _with_answer(value: Json, path: ValuePath, answer: Json) -> Json:
    if not path:
        return answer
    key, *rest = path
    if isinstance(key, str):
        members = value if isinstance(value, dict) else {}
        return {**members, key: _with_answer(members.get(key), tuple(rest), answer)}
    items = list(value) if isinstance(value, list) else []
    items += [None] * (key + 1 - len(items))
    items[key] = _with_answer(items[key], tuple(rest), answer)
    return items
