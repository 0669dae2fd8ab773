"""Marco Polo (T. Kremer, 1983): the roulette, the road to Khanbalik and back with a fortune. Rulings C1 to C20."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.classic import forms, options, play, quick, seen
from companion.rules.classic.edition import PROFILE
from companion.rules.classic.moves import (
    Arrive,
    Buy,
    Claim,
    EndTurn,
    Fight,
    FinishMission,
    GiveGifts,
    Ransom,
    RefuseFight,
    Restart,
    Sell,
    Spin,
    Trade,
)
from companion.rules.classic.state import State
from companion.rules.classic.told import tell
from companion.rules.fields import Chosen, Field, Json, Option, Quick, SetupField
from companion.rules.game import Correct, Move, Standing
from companion.rules.sheet import Line
from companion.rules.text import Text
from companion.rules.viewer import Viewer

_MOVES = (
    *(Spin, Fight, RefuseFight, Ransom, Arrive, Sell, Buy, Trade),
    *(GiveGifts, FinishMission, Claim, Restart, EndTurn, Correct),
)


class Classic:
    """The game as the protocol wants it. Which cards a seat holds is its secret until the end."""

    id = "classic"
    seats = play.SEATS
    colours = options.PIECES
    moves: Mapping[str, type[Move]] = {cls.kind: cls for cls in _MOVES}
    state_type = State
    options_schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {
            "colours": {"type": "array"},
            "tracking": {"enum": [one.value for one in options.Tracking]},
            **{name: {"type": "boolean"} for name in options.FLAGS},
            "move_bonus": {"type": "integer", "minimum": 0, "maximum": options.MOST_BONUS},
            **{name: {"type": "object"} for name in PROFILE},
        },
        "additionalProperties": False,
    }

    def colours_each(self, seats: int) -> int:
        return 1

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        return options.setup_form()

    def setup(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[State, tuple[Line, ...]]:
        return play.setup(names, options)

    def play(self, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
        return play.play(state, seat, move)

    def waiting(self, state: State) -> tuple[int, ...]:
        """Whose turn it is, or the player who has yet to say which card was taken (C11)."""
        return (state.turn.asked or state.turn.seat,) if state.turn else ()

    def turn(self, state: State) -> int | None:
        return state.turn.seat if state.turn else None

    def round(self, state: State) -> int | None:
        return None

    def over(self, state: State) -> bool:
        return state.turn is None

    def standings(self, state: State) -> tuple[Standing, ...]:
        return seen.standings(state)

    def totals(self, state: State, viewer: Viewer) -> tuple[int | None, ...]:
        return seen.totals(state, viewer)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return forms.options(state, seat)

    def next_field(self, state: State, seat: int, kind: str, chosen: Chosen) -> Field | None:
        return forms.next_field(state, seat, kind, chosen)

    def quick(self, state: State, seat: int) -> tuple[Quick, ...]:
        return quick.quick(state, seat)

    def correctable(self, state: State, seat: int) -> tuple[tuple[str, int, int], ...]:
        return play.correctable(state, seat)

    def holdings(self, state: State, viewer: Viewer) -> dict[str, dict[str, Json]]:
        return seen.holdings(state, viewer)

    def state_view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        return seen.state_view(state, viewer)

    def move_view(self, state: State, seat: int, move: Move, viewer: Viewer) -> dict[str, Json]:
        return seen.move_view(state, seat, move, viewer)

    def tell(self, before: State, seat: int, move: Move, after: State, viewer: Viewer) -> Text:
        return tell(before, seat, move, after, viewer)

    def seat_colours(self, state: State) -> tuple[tuple[str, ...], ...]:
        return state.colours


CLASSIC = Classic()
