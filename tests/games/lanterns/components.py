"""The components of Lanterns: oil and points, cards of a colour and a value, and the cards and wishes under a stall."""

from __future__ import annotations

from companion.rules.components import (
    Amount,
    CardFace,
    Component,
    ComponentKind,
    ComponentUse,
    UnknownComponentError,
    component_word,
    with_glyph,
)
from companion.rules.text import say
from tests.games.lanterns.state import CARD_VALUES, Colour, Setup

_DRAWN = {"oil": "lantern", "points": "crown"}
_KINDS = {
    "hidden": ComponentKind.LIST,
    "shown": ComponentKind.LIST,
    "wishes": ComponentKind.WORDS,
    "thanks": ComponentKind.WORDS,
}
_COLOURS = {colour.value for colour in Colour}


def component(setup: Setup, name: str) -> Component:
    """Return the component with this name: `oil`, `points`, `lantern`, a stall's holding, or a card like `red:12345`.

    Raises UnknownComponentError.
    """
    if name in _DRAWN:
        word, worth = component_word(f"lanterns.thing.{name}"), int(name == "points")
        return with_glyph(Component(name=name, word=word, kind=ComponentKind.AMOUNT, worth=worth), _DRAWN[name])
    if name == "lantern":
        return with_glyph(
            Component(name=name, word=component_word("lanterns.thing.lantern"), kind=ComponentKind.PIECE), "lantern"
        )
    if name in _KINDS:
        return Component(name=name, word=component_word(f"lanterns.thing.{name}"), kind=_KINDS[name])
    colour, _, value = name.partition(":")
    if colour not in _COLOURS or not (value.isdecimal() and int(value) in CARD_VALUES):
        raise UnknownComponentError("lanterns", name)
    return Component(
        name=name,
        word=component_word("lanterns.thing.card", colour=say(f"lanterns.thing.{colour}"), value=int(value)),
        kind=ComponentKind.CARD,
        colour=colour,
        worth=0,
        face=CardFace(
            uses=(ComponentUse(gives=(Amount("points", setup.points_per_card),)),),
            text=say("lanterns.thing.shown_once"),
        ),
    )
