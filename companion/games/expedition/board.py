"""The board of Marco Polo Expedition as far as it is known: track, tallies, crates, and what each space asks for."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import Any

from companion.rules.codec import join
from companion.rules.profile import merged, shipped
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen import frozen

LONGEST_TRACK = 99
FIGURES = shipped("companion.games.expedition", "board")
"""The shipped figures, by table."""


class Wants(Enum):
    """What a space asks for: the six symbols of the board."""

    ONE_GOOD = "one_good"
    IDENTICAL_GOODS = "identical_goods"
    ALL_GOODS = "all_goods"
    DRIVERS = "drivers"
    ONE_COLOUR = "one_colour"
    ALL_COLOURS = "all_colours"


PRINTED_COUNT = {
    Wants.ONE_GOOD: 1,
    Wants.IDENTICAL_GOODS: 3,
    Wants.ALL_GOODS: 4,
    Wants.DRIVERS: 2,
    Wants.ONE_COLOUR: 3,
    Wants.ALL_COLOURS: 5,
}
"""How many cards each symbol stands for in the rules."""
COUNTS = {
    Wants.ONE_GOOD: (1,),
    Wants.IDENTICAL_GOODS: (3, 2),
    Wants.ALL_GOODS: (4, 3, 2),
    Wants.DRIVERS: (2, 1),
    Wants.ONE_COLOUR: (3, 2),
    Wants.ALL_COLOURS: (5, 4, 3),
}
"""How many cards a space may ask for by each symbol: as in the rules first, then fewer."""


@frozen
class Requirement:
    """The cards that a space asks for. Only a reminder: cards stay with the players."""

    kind: Wants
    count: int


@frozen(slots=False)
class Board:
    """A board profile, checked. Pairs are sorted by space."""

    ormuz: int
    ganzhou: int
    dadu: int
    ganzhou_tally: tuple[tuple[int, int], ...]
    """(space, gold) of the interim tally (E8)."""
    dadu_tally: tuple[tuple[int, int], ...]
    """(space, gold) of the final tally (E13)."""
    start_gold: int
    crates: tuple[tuple[int, int], ...]
    """(space, value): 1 or 2, 0 for a space known to hold none. Spaces left out are unknown (E3)."""
    requirements: tuple[tuple[int, Requirement], ...]

    @cached_property
    def crate_values(self) -> Mapping[int, int]:
        """The known crates by space."""
        return dict(self.crates)

    @cached_property
    def wanted(self) -> Mapping[int, Requirement]:
        """The known requirements by space."""
        return dict(self.requirements)

    def crate_at(self, space: int) -> int | None:
        """The value of the crate printed on a space, 0 for none, None where nobody has told. The cities hold none."""
        if space in (self.ormuz, self.ganzhou, self.dadu):
            return 0
        return self.crate_values.get(space)


def board_from(options: Mapping[str, Any]) -> Board:
    """The shipped board with the owner's tables laid over it, checked.

    Raises MalformedError with the path of what is unknown or out of its bounds.
    """
    base = FIGURES
    for name, table in options.items():
        if name not in base:
            raise MalformedError(say("error.unknown_option", option=name), name)
        _table(table, name)
    profile = merged(base, options)
    _known(profile["track"], ("ormuz", "ganzhou", "dadu"), "track")
    _known(profile["tally"], ("ganzhou", "dadu"), "tally")
    _known(profile["start"], ("gold",), "start")
    ormuz = _number(profile["track"], "ormuz", "track", 0, LONGEST_TRACK - 2)
    ganzhou = _number(profile["track"], "ganzhou", "track", ormuz + 1, LONGEST_TRACK - 1)
    dadu = _number(profile["track"], "dadu", "track", ganzhou + 1, LONGEST_TRACK)
    return Board(
        ormuz=ormuz,
        ganzhou=ganzhou,
        dadu=dadu,
        ganzhou_tally=_tally(profile["tally"], options, "ganzhou", ormuz, ganzhou),
        dadu_tally=_tally(profile["tally"], options, "dadu", ganzhou + 1, dadu),
        start_gold=_number(profile["start"], "gold", "start", 0, 99),
        crates=_crates(profile["crates"], ormuz, ganzhou, dadu),
        requirements=_requirements(profile["requirements"], ormuz, dadu),
    )


def _table(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise MalformedError(say("error.wrong_type", wanted="object"), where)
    return value


def _known(table: object, names: tuple[str, ...], where: str) -> None:
    for name in _table(table, where):
        if name not in names:
            raise MalformedError(say("error.unknown_option", option=join(where, name)), join(where, name))


def _number(table: Mapping[str, Any], name: str, where: str, low: int, high: int) -> int:
    value = table.get(name)
    if type(value) is not int:
        raise MalformedError(say("error.wrong_type", wanted="integer"), join(where, name))
    if not low <= value <= high:
        raise MalformedError(say("error.out_of_bounds", low=low, high=high), join(where, name))
    return value


def _space(name: str, where: str, low: int, high: int) -> int:
    for space in range(low, high + 1):
        if name == str(space):
            return space
    raise MalformedError(say("error.no_space", space=name, low=low, high=high), join(where, name))


def _spaces(table: object, where: str, low: int, high: int, most: int) -> tuple[tuple[int, int], ...]:
    values = _table(table, where)
    return tuple(sorted((_space(name, where, low, high), _number(values, name, where, 0, most)) for name in values))


def _tally(
    merged_tally: Mapping[str, Any], options: Mapping[str, Any], city: str, low: int, high: int
) -> tuple[tuple[int, int], ...]:
    """One tally. Of the shipped spaces, those that an owner's shorter track does not have fall away."""
    where = join("tally", city)
    table = _table(merged_tally.get(city), where)
    own = options.get("tally", {}).get(city, {})
    on_track = {str(space) for space in range(low, high + 1)}
    kept = {name: gold for name, gold in table.items() if name in own or name in on_track}
    return _spaces(kept, where, low, high, 99)


def _crates(table: object, ormuz: int, ganzhou: int, dadu: int) -> tuple[tuple[int, int], ...]:
    crates = _spaces(table, "crates", ormuz, dadu, 2)
    for space, value in crates:
        if value and space in (ormuz, ganzhou, dadu):
            raise MalformedError(say("error.crate_on_city", space=space), join("crates", str(space)))
    return crates


def _requirements(table: object, ormuz: int, dadu: int) -> tuple[tuple[int, Requirement], ...]:
    found = []
    for name, entry in _table(table, "requirements").items():
        where = join("requirements", name)
        space = _space(name, "requirements", ormuz + 1, dadu)
        _known(entry, ("kind", "count"), where)
        words = [kind.value for kind in Wants]
        if entry.get("kind") not in words:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(words)), join(where, "kind"))
        kind = Wants(entry["kind"])
        count = _number({"count": PRINTED_COUNT[kind], **entry}, "count", where, 1, 9)
        found.append((space, Requirement(kind, count)))
    return tuple(sorted(found, key=lambda pair: pair[0]))
