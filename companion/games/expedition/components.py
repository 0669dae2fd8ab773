"""The components of Expedition: gold, crates, and the camels on their spaces. The players keep their cards."""

from __future__ import annotations

from companion.games.expedition.board_figures import SpaceSymbol
from companion.games.expedition.state import Setup
from companion.rules.components import Component, ComponentKind, UnknownComponentError, component_word, with_glyph

_SYMBOLS = frozenset(symbol.value for symbol in SpaceSymbol)


def component(setup: Setup, name: str) -> Component:
    """Return the component with this name.

    The names are `gold`, `camels`, `crate`, the symbols of spaces (`drivers` …), and camels by their space: `space:1`,
    with two camels each also `space:2`. A seat's only camel has no number in its word. Raises UnknownComponentError.
    """
    if name == "gold":
        return with_glyph(
            Component(name=name, word=component_word("expedition.thing.gold"), kind=ComponentKind.AMOUNT, worth=1),
            "coin",
        )
    if name == "camels":
        return with_glyph(
            Component(name=name, word=component_word("expedition.thing.camels"), kind=ComponentKind.PIECE), "camel"
        )
    if name == "crate":
        return with_glyph(
            Component(name=name, word=component_word("expedition.thing.crate"), kind=ComponentKind.PIECE), "crate"
        )
    if name in _SYMBOLS:
        return with_glyph(
            Component(name=name, word=component_word(f"expedition.thing.{name}"), kind=ComponentKind.AMOUNT), name
        )
    camels = len(setup.colours[0])
    if name not in [f"space:{camel}" for camel in range(1, camels + 1)]:
        raise UnknownComponentError("expedition", name)
    camel = int(name.removeprefix("space:"))
    numbered = component_word("expedition.thing.camel", camel=camel)
    word = numbered if camels > 1 else component_word("expedition.thing.only_camel")
    return with_glyph(Component(name=name, word=word, kind=ComponentKind.PIECE, worth=0), "camel")
