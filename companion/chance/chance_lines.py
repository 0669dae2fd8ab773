"""Lines about chance in a moves file: draws and typed values, parsed strictly, and the recomputation of a draw."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from companion.chance.canonical_json import LONE_SURROGATE, is_plain, is_whole_number, is_whole_number_list, same_json
from companion.chance.seeded_draws import dice, numbers, weighted
from companion.support.frozen_dataclasses import frozen

MOST_VALUES = 1000
"""Maximum number of dice or sectors in a draw."""
_HEAVIEST = 2**32
_DIE = re.compile(r"d([1-9][0-9]{0,8})")
_NEVER_ASKED = {"seat", "move", "chance"}
"""Fields of a move that are not part of a request: the name or the values of the draw already contain them."""
DrawSpec = tuple[tuple[str, int], ...]
"""Dice or wheel of a draw, in order: `(("d6", 2),)`, or `(("sectors", 8),)`."""


@frozen
class ChanceLine:
    """A line about chance: a draw, or values typed in from real dice.

    The page that checks games uses the same field names; a test compares the two.
    """

    line: int
    entry: int | None
    """Move that uses it; None if that move was taken back."""
    values: tuple[int, ...] | None
    """None while they are a secret."""
    name: str | None = None
    """Name of the draw; None for typed values."""
    of: DrawSpec = ()
    weights: tuple[int, ...] = ()
    again: bool = False
    asks: bool = False
    """True if the line contains the request; older lines do not."""
    asked: Mapping[str, Any] | None = None
    """Fields of the move that were fixed before the draw, null for secret ones; None if all of them are secret."""
    corrected: bool = False
    """True if the move was changed after the draw and differs from the request."""
    occasion: tuple[int, int] | None = None
    """Round (or 0) and turn (or 0) that the draw was made for; None in older lines."""
    moved_to: tuple[int, int] | None = None
    """Round and turn that the draw belongs to now, if they differ from those it was made for."""
    instead_of: str | None = None
    """Name of the draw that it replaces."""
    spends: str | None = None
    """For typed values, the name of the draw that was taken back and that they replace."""
    right: bool | None = None
    """True if the seed gives these values; None if that cannot be known, as with typed values."""


def read_chance_line(line: int, body: Mapping[str, Any], *, typed: bool, partial: bool) -> ChanceLine | None:
    """Parse a line about chance; None if it is invalid.

    Args:
        line: Number of the line.
        body: JSON object of the line.
        typed: The line is about typed values, not about a draw.
        partial: The file may hide secret values, as null.
    """
    entry, values, name = body.get("entry"), body.get("values"), body.get("name")
    hidden = values is None and partial
    if not hidden and not is_whole_number_list(values):
        return None
    if "entry" not in body or not (entry is None or (is_whole_number(entry) and entry >= 1)):
        return None
    known_values = None if hidden else tuple(values or ())
    spends, occasion, instead_of = body.get("spends"), body.get("occasion"), body.get("instead_of")
    moved_to = body.get("moved_to")
    if not all(reference is None or _is_name(reference) for reference in (spends, instead_of)):
        return None
    if not _is_occasion(occasion) or not _is_occasion(moved_to):
        return None
    if typed:
        return ChanceLine(line, entry, known_values, spends=spends) if entry is not None else None
    of, weights = _read_spec(body.get("of")), body.get("weights", [])
    if not _is_name(name) or of is None or not _are_weights(weights, of):
        return None
    if body.get("again", True) is not True or body.get("corrected", True) is not True:
        return None
    asks, corrected = "asked" in body, "corrected" in body
    if (asks and not _is_request(body["asked"], partial)) or (corrected and not (asks and entry is not None)):
        return None
    if (instead_of is not None or moved_to is not None) and entry is None:
        return None
    made_for, belongs_to = (None if pair is None else (pair[0], pair[1]) for pair in (occasion, moved_to))
    details = (
        name,
        of,
        tuple(weights),
        "again" in body,
        asks,
        body.get("asked"),
        corrected,
        made_for,
        belongs_to,
        instead_of,
    )
    return ChanceLine(line, entry, known_values, *details)


def differs_from_request(line: ChanceLine, fields: Mapping[str, Any], partial: bool) -> bool:
    """Return whether the request differs from these fields of a move, as far as both are known.

    A field that is null counts as missing, unless secrets are hidden.
    """
    if line.asked is None:
        return False
    for name in {*line.asked, *fields} - _NEVER_ASKED:
        pair = line.asked.get(name), fields.get(name)
        secret = partial and any(name in side and side[name] is None for side in (line.asked, fields))
        if not secret and not same_json(*pair):
            return True
    return False


def recompute_draw(seed: bytes, name: str, of: DrawSpec, weights: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the values that a seed gives for a draw of this name, in order: dice from 1, sectors from 0."""
    stream = numbers(seed, name)
    values: list[int] = []
    for kind, count in of:
        if kind == "sectors":
            values.append(weighted(weights or [1] * count, stream))
        else:
            values.extend(dice([int(kind.removeprefix("d"))] * count, stream))
    return tuple(values)


def die_by_die(of: DrawSpec) -> DrawSpec:
    """Return the dice of a draw one by one; a wheel stays as it is."""
    parts = ([(kind, count)] if kind == "sectors" else [(kind, 1)] * count for kind, count in of)
    return tuple(part for same_kind in parts for part in same_kind)


def shares_values(first: DrawSpec, second: DrawSpec) -> bool:
    """Return whether one draw is the beginning of the other: under one name, both have the same values that far."""
    shorter, longer = sorted((die_by_die(first), die_by_die(second)), key=len)
    return longer[: len(shorter)] == shorter


def _is_name(name: object) -> TypeGuard[str]:
    return isinstance(name, str) and not LONE_SURROGATE.search(name)


def _is_occasion(occasion: object) -> bool:
    """Return whether this is the round and the turn of a draw, or None."""
    if occasion is None:
        return True
    return (
        isinstance(occasion, list)
        and len(occasion) == 2
        and all(is_whole_number(number) and number >= 0 for number in occasion)
    )


def _read_spec(value: object) -> DrawSpec | None:
    """Parse the dice or wheel of a draw; None if it is invalid, or larger than any draw."""
    if not isinstance(value, list) or not 0 < len(value) <= MOST_VALUES:
        return None
    parts: list[tuple[str, int]] = []
    for part in value:
        if not isinstance(part, list) or len(part) != 2:
            return None
        kind, count = part
        if not isinstance(kind, str) or not is_whole_number(count) or not 1 <= count <= MOST_VALUES:
            return None
        if kind != "sectors" and not _DIE.fullmatch(kind):
            return None
        parts.append((kind, count))
    return tuple(parts) if sum(count for _, count in parts) <= MOST_VALUES else None


def _is_request(request: object, partial: bool) -> bool:
    """Return whether these are the requested fields of a move. They may only be null if secrets are hidden."""
    if request is None or not isinstance(request, dict):
        return request is None and partial
    complete = partial or all(value is not None for value in request.values())
    return complete and is_plain(request) and not _NEVER_ASKED & request.keys()


def _are_weights(weights: object, of: DrawSpec) -> bool:
    """Return whether these are the weights of a wheel. An empty list is valid: all sectors are equally likely."""
    if not isinstance(weights, list) or not all(is_whole_number(weight) and weight >= 0 for weight in weights):
        return False
    one_wheel = of == (("sectors", len(weights)),)
    return not weights or (one_wheel and 0 < sum(weights) <= _HEAVIEST)
