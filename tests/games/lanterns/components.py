"""The components of Lanterns: oil and points, cards of a colour and a value, and the cards and wishes under a stall."""

from __future__ import annotations

from companion.rules.components import Amount, Component, Kind, Printed, UnknownComponentError, Way, called, drawn
from companion.rules.text import say
from tests.games.lanterns.state import CARD_VALUES, Colour, Setup

_DRAWN = {"oil": "lantern", "points": "crown"}
_KINDS = {"hidden": Kind.HELD, "shown": Kind.HELD, "wishes": Kind.SAID, "thanks": Kind.SAID}
_COLOURS = {colour.value for colour in Colour}


def component(setup: Setup, name: str) -> Component:
    """Return the component with this name: `oil`, `points`, `lantern`, a stall's holding, or a card like `red:12345`.

    Raises UnknownComponentError.
    """
    if name in _DRAWN:
        word, worth = called(f"lanterns.thing.{name}"), int(name == "points")
        return drawn(Component(name=name, word=word, kind=Kind.AMOUNT, worth=worth), _DRAWN[name])
    if name == "lantern":
        return drawn(Component(name=name, word=called("lanterns.thing.lantern"), kind=Kind.PIECE), "lantern")
    if name in _KINDS:
        return Component(name=name, word=called(f"lanterns.thing.{name}"), kind=_KINDS[name])
    colour, _, value = name.partition(":")
    if colour not in _COLOURS or not (value.isdecimal() and int(value) in CARD_VALUES):
        raise UnknownComponentError("lanterns", name)
    return Component(
        name=name,
        word=called("lanterns.thing.card", colour=say(f"lanterns.thing.{colour}"), value=int(value)),
        kind=Kind.CARD,
        colour=colour,
        worth=0,
        printed=Printed(
            ways=(Way(gives=(Amount("points", setup.points_per_card),)),), says=say("lanterns.thing.shown_once")
        ),
    )
