"""The things of an Expedition: gold, and the camels on their spaces. Cards stay with the players."""

from __future__ import annotations

from companion.games.expedition.board import Wants
from companion.games.expedition.state import Setup
from companion.rules.components import Component, Kind, UnknownComponentError, called, drawn

_SYMBOLS = frozenset(symbol.value for symbol in Wants)


def component(setup: Setup, name: str) -> Component:
    """`gold`, `camels`, a `crate`, a camel by its space (`space:1`, where there are two each also `space:2`), and what
    a space asks for (`drivers` …).

    A camel has no number where there is but one. Raises UnknownComponentError.
    """
    if name == "gold":
        return drawn(Component(name=name, word=called("expedition.thing.gold"), kind=Kind.AMOUNT, worth=1), "coin")
    if name == "camels":
        return drawn(Component(name=name, word=called("expedition.thing.camels"), kind=Kind.PIECE), "camel")
    if name == "crate":
        return drawn(Component(name=name, word=called("expedition.thing.crate"), kind=Kind.PIECE), "crate")
    if name in _SYMBOLS:
        return drawn(Component(name=name, word=called(f"expedition.thing.{name}"), kind=Kind.AMOUNT), name)
    camels = len(setup.colours[0])
    if name not in [f"space:{camel}" for camel in range(1, camels + 1)]:
        raise UnknownComponentError("expedition", name)
    camel = int(name.removeprefix("space:"))
    numbered = called("expedition.thing.camel", camel=camel)
    word = numbered if camels > 1 else called("expedition.thing.only_camel")
    return drawn(Component(name=name, word=word, kind=Kind.PIECE, worth=0), "camel")
