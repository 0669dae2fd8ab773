"""Marco Polo (T. Kremer, 1983): the roulette, the road to Khanbalik and back with a fortune. Rulings C1 to C20."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.classic import options as classic_options
from companion.games.classic import play
from companion.games.classic.copied_parts import ACCESSORIES
from companion.games.classic.edition import FIGURES, PROFILE_TABLES
from companion.games.classic.match import Match
from companion.games.classic.moves import (
    Arrive,
    Buy,
    ClaimVictory,
    EndTurn,
    Fight,
    FinishMission,
    GiveGifts,
    Ransom,
    RefuseFight,
    Restart,
    Sell,
    SpinWheel,
    Trade,
)
from companion.games.classic.state import State
from companion.rules.base_game import BaseGame
from companion.rules.fields import Json, SetupField
from companion.rules.moves import Correct, Line, Move

_MOVES = (
    *(SpinWheel, Fight, RefuseFight, Ransom, Arrive, Sell, Buy, Trade),
    *(GiveGifts, FinishMission, ClaimVictory, Restart, EndTurn, Correct),
)


class Classic(BaseGame):
    """The game of 1983, as the `Game` protocol describes it."""

    id = "classic"
    rules_version = 3
    compatible_versions = frozenset({3})
    seats = play.SEATS
    colours = classic_options.PIECE_COLOURS
    moves: Mapping[str, type[Move]] = {cls.kind: cls for cls in _MOVES}
    trackings = tuple(mode.value for mode in classic_options.Tracking)
    state_type = State
    figures = FIGURES
    accessories = ACCESSORIES
    words = __name__
    bgg_id: int | None = 2280
    scenes_tested = True
    reserved_names = frozenset(
        {"besant", "besants", "bandit", "bandits", "corsair", "corsairs", "hasard", "khanbalik", "loot", "ransom"}
    )
    options_schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {
            "colours": {"type": "array"},
            "tracking": {"enum": list(trackings)},
            **{name: {"type": "boolean"} for name in classic_options.FLAGS},
            "move_bonus": {"type": "integer", "minimum": 0, "maximum": classic_options.MOST_BONUS},
            **{name: {"type": "object"} for name in PROFILE_TABLES},
        },
        "additionalProperties": False,
    }

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        return classic_options.setup_form()

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, tuple[Line, ...]]:
        setup, state, lines = play.begin(names, options)
        return Match(**vars(setup), game=self, options=options), state, lines


CLASSIC = Classic()
