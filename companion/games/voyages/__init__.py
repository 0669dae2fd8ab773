"""The Voyages of Marco Polo (S. Luciani and D. Tascini, 2015): dice, journeys and contracts. Rulings V1 to V46.

`README.md` in this folder says what each module holds and what is missing. The rules are imported only when a game of
Voyages begins or is opened, so that a start which plays another game needs neither the time nor the memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.games.voyages.edition import FIGURES, PROFILE
from companion.games.voyages.moves import FULL_MOVES, POINTS_MOVES
from companion.games.voyages.options import HOUSE_RULES, PIECE_COLOURS, SETUP_SWITCHES, Tracking
from companion.games.voyages.state import SEATS, State
from companion.rules.base_game import BaseGame
from companion.rules.fields import Json, SetupField
from companion.rules.moves import Correct, Line, Move

if TYPE_CHECKING:
    from companion.games.voyages.match import Match

_PLACES: Mapping[str, Any] = {"anyOf": [{"type": "object"}, {"type": "null"}]}
"""The schema of an option that is set place by place: not the bare object type, which only an edition's table has."""
_MOVES: tuple[type[Move], ...] = (*FULL_MOVES, *POINTS_MOVES, Correct)


class Voyages(BaseGame):
    """The game of Voyages, as the `Game` protocol describes it."""

    id = "voyages"
    rules_version = 3
    compatible_versions = frozenset({2, 3})
    seats = SEATS
    colours = PIECE_COLOURS
    moves: Mapping[str, type[Move]] = {cls.kind: cls for cls in _MOVES}
    trackings = tuple(tracking.value for tracking in Tracking)
    state_type = State
    figures = FIGURES
    words = __name__
    bgg_id: int | None = 171623
    scenes_tested = True
    reserved_names = frozenset(
        {"bazaar", "khan", "venezia", "kubilai", "raschid", "matteo", "mercator", "berke", "wilhelm"}
    )
    options_schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {
            "colours": {"type": "array"},
            "tracking": {"enum": list(trackings)},
            **{name: {"type": "boolean"} for name in (*SETUP_SWITCHES, *HOUSE_RULES)},
            **{name: {"type": "array"} for name in ("characters", "starting_contracts", "goals")},
            **dict.fromkeys(("city_cards", "bonus_tiles", "income_tiles"), _PLACES),
            **{name: {"type": "object"} for name in PROFILE},
        },
        "additionalProperties": False,
    }

    def moves_of(self, tracking: str | None = None) -> Mapping[str, type[Move]]:
        tracked: Mapping[str, tuple[type[Move], ...]] = {
            "full": (*FULL_MOVES, Correct),
            "points": (*POINTS_MOVES, Correct),
        }
        return {cls.kind: cls for cls in tracked.get(tracking or "", _MOVES)}

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        from companion.games.voyages.setup_forms import setup_form

        return setup_form(seats)

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, tuple[Line, ...]]:
        from companion.games.voyages import play
        from companion.games.voyages.match import Match

        setup, state, lines = play.begin(names, options)
        return Match(**vars(setup), game=self, options=options), state, lines


VOYAGES = Voyages()
