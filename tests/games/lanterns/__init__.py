"""Lanterns: a small made-up game that uses everything the protocol offers, to test it independently of the real games.

A night market of 2 to 4 stalls:

L1  First everyone, in any order, puts two cards and a wish each under the stall, unseen.
L2  A round begins with everyone rolling two dice for oil, in any order.
L3  Then each stall has a turn: it hangs lanterns along a row, on consecutive free places, for 1 oil and 2 points
    each. Large flames cost 1 oil more in all and bring 1 point more.
L4  Cards from under the stall may be shown, 3 points each.
L5  Once a turn, a stall may call a feast: the others, beginning with one of its choice, are asked to give 1 oil for
    1 point. Everyone waits for their answers.
L6  After the last round everything is seen, and a card never shown gives 1 point. Most points win, then most oil.
L7  If everyone gave to a feast, its stall gives thanks before anything else: a move without any choice.
L8  A stall that rolls two sixes misses its turn of this round.
L9  Once a turn, a stall may ask the wind: it announces a row, then rolls a die, of eight faces in the last round. An
    even number at the gate, an odd one at the river, brings 1 oil.
L10 A stall that was dealt a charm, a colour that nobody else knows, has 2 points at the end if it showed a card of it.

The game has a second printing: by version 2 of its rules a shown card is worth 4 points, and only one may be shown in
a move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.copied_parts import Accessories
from companion.rules.fields import Choice, Json, NumberField, OneOf, SetupField
from companion.rules.moves import Correct, Line, Move
from companion.rules.text import say
from tests.games.lanterns import play
from tests.games.lanterns.match import Match
from tests.games.lanterns.state import (
    MOST_ROUNDS,
    Answer,
    Colour,
    EndTurn,
    Feast,
    Hang,
    Hide,
    Roll,
    Show,
    State,
    Thank,
    Wind,
)

_MOVES = (Hide, Roll, Hang, Show, Feast, Answer, Thank, Wind, EndTurn, Correct)


class Lanterns:
    """The game Lanterns, as the `Game` protocol describes it, by one version of its rules."""

    id = "lanterns"
    seats = range(2, 5)
    colours: tuple[str, ...] = ("red", "green", "blue", "yellow")
    moves: Mapping[str, type[Move]] = {cls.kind: cls for cls in _MOVES}
    trackings: tuple[str, ...] = ()
    state_type = State
    figures: Mapping[str, Any] = {}
    accessories = Accessories()
    words = __name__
    bgg_id: int | None = None
    scenes_tested = False
    reserved_names = frozenset({"lantern", "lanterns", "charm", "charms"})
    options_schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {
            "rounds": {"type": "integer", "minimum": 1, "maximum": MOST_ROUNDS},
            "charms": {"type": "array", "items": {"enum": [None, *(colour.value for colour in Colour)]}},
        },
        "additionalProperties": False,
    }

    def __init__(self, rules_version: int = 1) -> None:
        """Set the rules version, 1 or 2."""
        self.rules_version = rules_version
        self.compatible_versions = frozenset({rules_version})

    def moves_of(self, tracking: str | None = None) -> Mapping[str, type[Move]]:
        return self.moves

    def colours_per_seat(self, seats: int) -> int:
        return 1

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        charms = tuple(Choice(colour.value, say(f"colour.{colour.value}")) for colour in Colour)
        return (
            SetupField(NumberField(name="rounds", label=say("lanterns.rounds"), low=1, high=MOST_ROUNDS), 2),
            SetupField(OneOf(name="charms", label=say("lanterns.charm"), choices=charms), None, secret=True),
        )

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, tuple[Line, ...]]:
        setup, state, lines = play.begin(names, options, self.rules_version)
        return Match(**vars(setup), game=self, options=options), state, lines


LANTERNS = Lanterns()
LANTERNS_REPRINTED = Lanterns(rules_version=2)
