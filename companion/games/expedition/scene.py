"""An Expedition to look at: what is said of a seat."""

from __future__ import annotations

from companion.games.expedition.state import State, Terms
from companion.rules.scene import About
from companion.rules.text import Text, say


def about(terms: Terms, state: State, seat: int) -> tuple[About[Text], ...]:
    """Where each of a seat's camels stands, each in its own colour; in brief, of two only the numbers."""
    spaces = state.camels[seat - 1]
    colours = terms.colours[seat - 1]
    return tuple(
        About(says=_stands(terms, space, of=len(spaces)), thing="camels", colour=colours[camel])
        for camel, space in enumerate(spaces)
    )


def place_name(terms: Terms, space: int) -> Text:
    """How a space is called: the towns by their names."""
    towns = {terms.board.ormuz: "ormuz", terms.board.ganzhou: "ganzhou", terms.board.dadu: "dadu"}
    return say(f"expedition.{towns[space]}") if space in towns else say("expedition.at", space=space)


def _stands(terms: Terms, space: int, of: int) -> Text:
    name = place_name(terms, space)
    return say("expedition.stands", place=name, space=space) if of > 1 else name
