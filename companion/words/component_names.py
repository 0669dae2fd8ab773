"""Things in words, and as pages draw them: what a holding, a line or a choice names is said here and nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from companion.rules.components import Amount, Kind, Printed, Thing
from companion.rules.game import Match
from companion.words.catalogue import Words, signed
from companion.words.signs import AnyGlyph, Glyph, glyph_named

log = logging.getLogger(__name__)
_NAMING = frozenset({"what", "goods", "known", "thing", "things"})
"""The fields of a view in which things are named, one or a list of them."""


def amount_told(match: Match, what: str, by: int, words: Words, *, brief: bool = False) -> str:
    """So many of a thing, gained or lost: "+2 pepper". With `brief`, where there is little room."""
    word = match.thing(what).counted(by)
    return words("sheet.amount", by=signed(by), what=words.brief(word) if brief else words.of(word))


def title_of_thing(match: Match, what: str, words: Words) -> str:
    """How a thing is called where nobody counts it."""
    return words.of(match.thing(what).title)


def worth_of(match: Match, things: Iterable[str]) -> int:
    """What these things count in a total, as far as that is known of each."""
    return sum(match.thing(what).worth or 0 for what in things)


def sum_told(match: Match, worth: int, words: Words) -> str:
    """What several things count together: "In all: 230 besants"."""
    return words("page.form.sum", n=worth, what=words.of(match.thing(match.unit).counted(worth)))


def unit_of(match: Match) -> AnyGlyph:
    """The drawing of what the totals count; a crown where it has none."""
    return _glyph(match.thing(match.unit).glyph, match.game.words) or Glyph.CROWN


def glyph_of(match: Match, name: str | None) -> AnyGlyph | None:
    """The drawing of a thing on the little screen, if it has one."""
    glyph = match.thing(name).small_glyph if name is not None else None
    return _glyph(glyph, match.game.words)


@cache
def _glyph(name: str | None, package: str) -> AnyGlyph | None:
    """The drawing of this name; none where the little screen has no such drawing, which is told in the log."""
    found = glyph_named(name, package)
    if name is not None and found is None:
        log.warning("the little screen has no drawing %r", name)
    return found


def things_view(match: Match, names: Iterable[str], words: Words) -> dict[str, dict[str, Any]]:
    """These things as pages draw them, by name: word, plural, brief form, drawing, colour, worth, and what is printed.

    What is printed names things too: they are among them.
    """
    found: dict[str, dict[str, Any]] = {}
    waiting = [*dict.fromkeys(names)]
    while waiting:
        thing = match.thing(waiting.pop(0))
        if thing.name not in found:
            found[thing.name] = thing_view(thing, words)
            waiting += _printed_names(thing.printed)
    return found


def held_names(match: Match, holdings: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The things that holdings name: their keys, and the entries of what is a list of things."""
    for held in holdings.values():
        for name, value in held.items():
            yield name
            if isinstance(value, list) and match.thing(name).kind is Kind.HELD:
                yield from value


def named_in(told: object) -> Iterator[str]:
    """The things that a part of a view names, however deep."""
    if isinstance(told, list | tuple):
        for part in told:
            if not isinstance(part, str):
                yield from named_in(part)
    elif isinstance(told, dict):
        for name, value in told.items():
            if name in _NAMING:
                yield from _names(value)
            if isinstance(value, dict | list | tuple):
                yield from named_in(value)


def _names(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (one for one in value if isinstance(one, str))


def thing_view(thing: Thing, words: Words) -> dict[str, Any]:
    """One thing as pages draw it."""
    told: dict[str, Any] = {
        "word": words.of(thing.word),
        "plural": words.of(thing.counted(2)),
        "short": words.brief(thing.word),
        "kind": thing.kind.value,
        "glyph": thing.page_glyph,
        "colour": thing.colour,
        "worth": thing.worth,
    }
    return {**told, "printed": _printed(thing.printed, words)} if thing.printed else told


def _printed(printed: Printed, words: Words) -> dict[str, Any]:
    ways = [{"costs": _amounts(way.costs), "gives": _amounts(way.gives), "die": way.die} for way in printed.ways]
    says = words.of(printed.says) if printed.says else None
    return {"ways": ways, "places": list(printed.places), "says": says}


def _amounts(amounts: Iterable[Amount]) -> list[dict[str, Any]]:
    return [{"thing": amount.thing, "n": amount.n} for amount in amounts]


def _printed_names(printed: Printed | None) -> list[str]:
    ways = printed.ways if printed else ()
    return [amount.thing for way in ways for amount in (*way.costs, *way.gives)]
