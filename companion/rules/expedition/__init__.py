"""Marco Polo Expedition (R. Knizia, 2004): the race from Ormuz to Dadu. Rulings E1 to E17."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules import codec
from companion.rules.expedition import forms, play
from companion.rules.expedition.state import Crate, EndTurn, State, Step
from companion.rules.expedition.told import tell
from companion.rules.fields import Chosen, Field, Json, Option, Quick, SetupField, YesNoField
from companion.rules.game import Correct, Move, Standing, move_to_json, ranked
from companion.rules.sheet import Line
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer

_NUMBERS = {"type": "object", "additionalProperties": {"type": ["integer", "null"]}}


class Expedition:
    """The game as the protocol wants it. Nothing is secret: gold is public (E17) and cards stay with the players."""

    id = "expedition"
    seats = range(2, 6)
    colours = play.COLOURS
    moves: Mapping[str, type[Move]] = {cls.kind: cls for cls in (Step, Crate, EndTurn, Correct)}
    state_type = State
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

    def colours_each(self, seats: int) -> int:
        """Two players have two camels each (E15)."""
        return 2 if seats == 2 else 1

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        both = SetupField(YesNoField(name="both_camels", label=say("expedition.option.both_camels")), False)
        late = SetupField(YesNoField(name="late_camel_stops", label=say("expedition.option.late_camel_stops")), True)
        return (both, late) if seats == 2 else (late,)

    def setup(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[State, tuple[Line, ...]]:
        return play.setup(names, options)

    def play(self, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
        return play.play(state, seat, move)

    def waiting(self, state: State) -> tuple[int, ...]:
        return (state.turn.seat,) if state.turn else ()

    def turn(self, state: State) -> int | None:
        return state.turn.seat if state.turn else None

    def round(self, state: State) -> int | None:
        return None

    def over(self, state: State) -> bool:
        return state.turn is None

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Most gold; a tie goes to the furthest camel, then to the second; all equal on Ganzhou share (E14)."""
        camels = (tuple(sorted(camels, reverse=True)) for camels in state.camels)
        return ranked(list(zip(state.gold, camels, strict=True)))

    def totals(self, state: State, viewer: Viewer) -> tuple[int | None, ...]:
        return state.gold

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return forms.options(state, seat)

    def next_field(self, state: State, seat: int, kind: str, chosen: Chosen) -> Field | None:
        return forms.next_field(state, seat, kind, chosen)

    def quick(self, state: State, seat: int) -> tuple[Quick, ...]:
        return forms.quick(state, seat)

    def correctable(self, state: State, seat: int) -> tuple[tuple[str, int, int], ...]:
        return play.correctable(state, seat)

    def holdings(self, state: State, viewer: Viewer) -> dict[str, dict[str, Json]]:
        seats = zip(play.seats_of(state), state.gold, state.camels, strict=True)
        return {str(seat): {"gold": gold, "camels": list(camels)} for seat, gold, camels in seats}

    def state_view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        view: dict[str, Json] = codec.to_json(state)
        return view

    def move_view(self, state: State, seat: int, move: Move, viewer: Viewer) -> dict[str, Json]:
        return move_to_json(move)

    def tell(self, before: State, seat: int, move: Move, after: State, viewer: Viewer) -> Text:
        return tell(before, seat, move, after)

    def seat_colours(self, state: State) -> tuple[tuple[str, ...], ...]:
        return state.colours


EXPEDITION = Expedition()
