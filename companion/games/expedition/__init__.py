"""Marco Polo Expedition (R. Knizia, 2004): the race from Ormuz to Dadu. Rulings E1 to E19."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.expedition import setup
from companion.games.expedition.board_figures import FIGURES
from companion.games.expedition.copied_parts import ACCESSORIES
from companion.games.expedition.match import Match
from companion.games.expedition.state import CamelStep, Crate, EndTurn, NoCrates, State
from companion.rules.base_game import BaseGame
from companion.rules.fields import Json, SetupField, YesNoField
from companion.rules.moves import Correct, Line, Move
from companion.rules.text import say

_NUMBERS = {"type": "object", "additionalProperties": {"type": ["integer", "null"]}}


class Expedition(BaseGame):
    """The game Expedition, as the `Game` protocol describes it."""

    id = "expedition"
    rules_version = 3
    compatible_versions = frozenset({3})
    seats = range(2, 6)
    colours = setup.COLOURS
    moves: Mapping[str, type[Move]] = {cls.kind: cls for cls in (CamelStep, Crate, NoCrates, EndTurn, Correct)}
    state_type = State
    figures = FIGURES
    accessories = ACCESSORIES
    words = __name__
    bgg_id: int | None = 9139
    scenes_tested = True
    reserved_names = frozenset({"ballast", "camel", "camels", "crate", "crates", "dadu", "ganzhou", "ormuz"})
    options_schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {
            "colours": {"type": "array"},
            "both_camels": {"type": "boolean"},
            "late_camel_stops": {"type": "boolean"},
            "track": _NUMBERS,
            "tally": {"type": "object", "properties": {"ganzhou": _NUMBERS, "dadu": _NUMBERS}},
            "start": _NUMBERS,
            "crates": _NUMBERS,
            "requirements": {"type": "object"},
        },
        "additionalProperties": False,
    }

    def colours_per_seat(self, seats: int) -> int:
        """Return the number of camels of a seat: with two players each has two (E15)."""
        return 2 if seats == 2 else 1

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        both = SetupField(YesNoField(name="both_camels", label=say("expedition.option.both_camels")), False)
        late = SetupField(YesNoField(name="late_camel_stops", label=say("expedition.option.late_camel_stops")), True)
        return (both, late) if seats == 2 else (late,)

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, tuple[Line, ...]]:
        facts, state, lines = setup.begin(names, options)
        return Match(**vars(facts), game=self, options=options), state, lines


EXPEDITION = Expedition()
