"""The board of Marco Polo Expedition as far as it is known: track, tallies, crates, requirements of the spaces."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import Any

from companion.rules.codec import join_path
from companion.rules.figure_tables import load_figures, merge_figures
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen

LONGEST_TRACK = 99
FIGURES = load_figures("companion.games.expedition", "board")
"""The shipped figures, by table."""


class SpaceSymbol(Enum):
    """The requirement of a space: the six symbols of the board."""

    ONE_GOOD = "one_good"
    IDENTICAL_GOODS = "identical_goods"
    ALL_GOODS = "all_goods"
    DRIVERS = "drivers"
    ONE_COLOUR = "one_colour"
    ALL_COLOURS = "all_colours"


PRINTED_COUNT = {
    SpaceSymbol.ONE_GOOD: 1,
    SpaceSymbol.IDENTICAL_GOODS: 3,
    SpaceSymbol.ALL_GOODS: 4,
    SpaceSymbol.DRIVERS: 2,
    SpaceSymbol.ONE_COLOUR: 3,
    SpaceSymbol.ALL_COLOURS: 5,
}
"""The number of cards that each symbol means in the rules."""
COUNTS = {
    SpaceSymbol.ONE_GOOD: (1,),
    SpaceSymbol.IDENTICAL_GOODS: (3, 2, 4),
    SpaceSymbol.ALL_GOODS: (4,),
    SpaceSymbol.DRIVERS: (2, 1),
    SpaceSymbol.ONE_COLOUR: (3, 2),
    SpaceSymbol.ALL_COLOURS: (5,),
}
"""The numbers of cards that the spaces of a printed board require by each symbol: the one in the rules first."""
CRATES_ON_BOARD = 11
"""The number of spaces with a crate, according to one review. A board with another number is just as good."""


@frozen
class Requirement:
    """The cards that a space requires. Only a reminder: the players keep their cards."""

    kind: SpaceSymbol
    count: int
    confidence: str | None = None
    """The only source of a requirement that is not certain. None for one that the owner has copied."""


@frozen(slots=False)
class BoardFigures:
    """A checked board profile. Pairs are sorted by space."""

    ormuz: int
    ganzhou: int
    dadu: int
    ganzhou_tally: tuple[tuple[int, int], ...]
    """(space, gold) of the interim tally (E8)."""
    dadu_tally: tuple[tuple[int, int], ...]
    """(space, gold) of the final tally (E13)."""
    start_gold: int
    crates: tuple[tuple[int, int], ...]
    """(space, value): 1 or 2, or 0 for a space known to hold none. Missing spaces are unknown (E3)."""
    requirements: tuple[tuple[int, Requirement], ...]

    @cached_property
    def crates_by_space(self) -> Mapping[int, int]:
        """The known crates by space."""
        return dict(self.crates)

    @cached_property
    def requirements_by_space(self) -> Mapping[int, Requirement]:
        """The known requirements by space."""
        return dict(self.requirements)

    def crate_at(self, space: int) -> int | None:
        """Return the value of the crate printed on a space, 0 for none, None if unknown.

        The cities hold none, unless the profile says otherwise.
        """
        is_city = space in (self.ormuz, self.ganzhou, self.dadu)
        return self.crates_by_space.get(space, 0 if is_city else None)


def board_from(options: Mapping[str, Any]) -> BoardFigures:
    """Return the shipped board overridden by the owner's tables, checked.

    Raises MalformedError with the path of an unknown name or of a value out of bounds.
    """
    base = FIGURES
    for name, table in options.items():
        if name not in base:
            raise MalformedError(say("error.unknown_option", option=name), name)
        _read_table(table, name)
    profile = merge_figures(base, options)
    # A shipped requirement belongs to the printed track, and its count and confidence to its symbol.
    shipped = base["requirements"] if profile["track"] == base["track"] else {}
    profile["requirements"] = _replaced(shipped, options.get("requirements", {}))
    _check_known_names(profile["track"], ("ormuz", "ganzhou", "dadu"), "track")
    _check_known_names(profile["tally"], ("ganzhou", "dadu"), "tally")
    _check_known_names(profile["start"], ("gold",), "start")
    ormuz = _read_number(profile["track"], "ormuz", "track", 0, LONGEST_TRACK - 2)
    ganzhou = _read_number(profile["track"], "ganzhou", "track", ormuz + 1, LONGEST_TRACK - 1)
    dadu = _read_number(profile["track"], "dadu", "track", ganzhou + 1, LONGEST_TRACK)
    return BoardFigures(
        ormuz=ormuz,
        ganzhou=ganzhou,
        dadu=dadu,
        ganzhou_tally=_read_tally(profile["tally"], options, "ganzhou", ormuz, ganzhou),
        dadu_tally=_read_tally(profile["tally"], options, "dadu", ganzhou + 1, dadu),
        start_gold=_read_number(profile["start"], "gold", "start", 0, 99),
        crates=_read_spaces(profile["crates"], "crates", ormuz, dadu, 2),
        requirements=_read_requirements(profile["requirements"], ormuz, dadu),
    )


def _replaced(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with its entries replaced by those of `over`. A null removes one."""
    return {name: value for name, value in {**base, **over}.items() if value is not None}


def _read_table(value: object, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), path)
    return value


def _check_known_names(table: object, names: tuple[str, ...], path: str) -> None:
    for name in _read_table(table, path):
        if name not in names:
            raise MalformedError(say("error.unknown_option", option=join_path(path, name)), join_path(path, name))


def _read_number(table: Mapping[str, Any], name: str, path: str, low: int, high: int) -> int:
    value = table.get(name)
    if type(value) is not int:
        raise MalformedError(say("error.wrong_type", wanted="integer"), join_path(path, name))
    if not low <= value <= high:
        raise MalformedError(say("error.out_of_bounds", low=low, high=high), join_path(path, name))
    return value


def _read_space(name: str, path: str, low: int, high: int) -> int:
    for space in range(low, high + 1):
        if name == str(space):
            return space
    raise MalformedError(say("error.no_space", space=name, low=low, high=high), join_path(path, name))


def _read_spaces(table: object, path: str, low: int, high: int, most: int) -> tuple[tuple[int, int], ...]:
    values = _read_table(table, path)
    return tuple(
        sorted((_read_space(name, path, low, high), _read_number(values, name, path, 0, most)) for name in values)
    )


def _read_tally(
    merged_tally: Mapping[str, Any], options: Mapping[str, Any], city: str, low: int, high: int
) -> tuple[tuple[int, int], ...]:
    """Return one tally, without shipped spaces that are missing on an owner's shorter track."""
    path = join_path("tally", city)
    table = _read_table(merged_tally.get(city), path)
    owner_table = options.get("tally", {}).get(city, {})
    on_track = {str(space) for space in range(low, high + 1)}
    on_board = {name: gold for name, gold in table.items() if name in owner_table or name in on_track}
    return _read_spaces(on_board, path, low, high, 99)


def _read_requirements(table: object, ormuz: int, dadu: int) -> tuple[tuple[int, Requirement], ...]:
    result = []
    for name, entry in _read_table(table, "requirements").items():
        path = join_path("requirements", name)
        space = _read_space(name, "requirements", ormuz + 1, dadu)
        _check_known_names(entry, ("kind", "count", "confidence"), path)
        words = [kind.value for kind in SpaceSymbol]
        if entry.get("kind") not in words:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(words)), join_path(path, "kind"))
        kind = SpaceSymbol(entry["kind"])
        count = _read_number({"count": PRINTED_COUNT[kind], **entry}, "count", path, 1, 9)
        confidence = entry.get("confidence")
        if not isinstance(confidence, str | None):
            raise MalformedError(say("error.wrong_type", wanted="string"), join_path(path, "confidence"))
        result.append((space, Requirement(kind, count, confidence)))
    return tuple(sorted(result, key=lambda pair: pair[0]))
