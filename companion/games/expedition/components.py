"""The components of Expedition: gold, crates, and the camels on their spaces. The players keep their cards."""

from __future__ import annotations

from companion.games.expedition.board import Wants
from companion.games.expedition.state import Setup
from companion.rules.components import Component, Kind, UnknownComponentError, called, drawn

_SYMBOLS = frozenset(symbol.value for symbol in Wants)


def component(setup: Setup, name: str) -> Component:
    """Return the component with this name.

    The names are `gold`, `camels`, `crate`, the symbols of spaces (`drivers` …), and camels by their space: `space:1`,
    with two camels each also `space:2`. A seat's only camel has no number in its word. Raises UnknownComponentError.
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
