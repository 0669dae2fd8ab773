"""The components of Expedition: gold, crates, and the camels on their spaces. The players keep their cards."""

from __future__ import annotations

from dataclasses import replace

from companion.games.expedition.board_figures import SpaceSymbol
from companion.games.expedition.scene import camel_colour
from companion.games.expedition.state import Setup
from companion.rules.components import Component, ComponentKind, UnknownComponentError, component_word, with_glyph
from companion.rules.text import say

_SYMBOLS = frozenset(symbol.value for symbol in SpaceSymbol)


def component(setup: Setup, name: str) -> Component:
    """Return the component with this name.

    The names are `gold`, `camels`, `crate`, the symbols of spaces (`drivers` …), and camels by their space: `space:1`,
    with two camels each also `space:2`. `seat_component` calls these by their colours. Raises UnknownComponentError.
    """
    if name == "gold":
        gold = Component(
            name=name,
            word=component_word("expedition.thing.gold"),
            kind=ComponentKind.AMOUNT,
            worth=1,
            sources=say("expedition.sources"),
        )
        return with_glyph(gold, "coin")
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
    word = component_word("expedition.thing.camel")
    return with_glyph(Component(name=name, word=word, kind=ComponentKind.PIECE, worth=0), "camel")


def seat_component(setup: Setup, seat: int, name: str) -> Component:
    """Return a component as this seat calls it: each of its two camels by its colour."""
    general = component(setup, name)
    if not name.startswith("space:") or len(setup.colours[seat - 1]) == 1:
        return general
    colour = camel_colour(setup, seat, int(name.removeprefix("space:")))
    return replace(general, word=component_word("expedition.thing.camel_of", colour=colour))
