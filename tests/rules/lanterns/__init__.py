"""Lanterns: a small made-up game that needs everything the protocol offers, to prove it before the real games do.

A night market of 2 to 4 stalls:

L1  First everyone, in any order, puts two cards and a wish each under the stall, unseen.
L2  A round begins with everyone rolling two dice for oil, in any order.
L3  Then, stall by stall, a turn: lanterns are hung along a row, place after free place, 1 oil and 2 points each.
L4  Cards from under the stall may be shown, 3 points each.
L5  Once a turn one may call a feast: the others, beginning with one of one's choice, are asked to give 1 oil for
    1 point. All wait for their answers.
L6  After the last round everything is seen, and a card never shown gives 1 point. Most points win, then most oil.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules import codec
from companion.rules.fields import Chosen, Field, Json, NumberField, Option, Quick, SetupField
from companion.rules.game import Correct, Move, Standing, move_to_json, ranked
from companion.rules.sheet import Line
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer
from tests.rules.lanterns import forms, play
from tests.rules.lanterns.state import (
    MOST_ROUNDS,
    Answer,
    EndTurn,
    Feast,
    Hang,
    Hide,
    Roll,
    Show,
    State,
)

_MOVES = (Hide, Roll, Hang, Show, Feast, Answer, EndTurn, Correct)
_SECRETS = ("hidden", "wishes")


class Lanterns:
    """The game as the protocol wants it."""

    id = "lanterns"
    seats = range(2, 5)
    colours: tuple[str, ...] = ("red", "green", "blue", "yellow")
    moves: Mapping[str, type[Move]] = {cls.kind: cls for cls in _MOVES}
    state_type = State
    options_schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {"rounds": {"type": "integer", "minimum": 1, "maximum": MOST_ROUNDS}},
        "additionalProperties": False,
    }

    def colours_each(self, seats: int) -> int:
        return 1

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        return (SetupField(NumberField(name="rounds", label=say("lanterns.rounds"), low=1, high=MOST_ROUNDS), 2),)

    def setup(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[State, tuple[Line, ...]]:
        return play.setup(names, options)

    def play(self, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
        return play.play(state, seat, move)

    def waiting(self, state: State) -> tuple[int, ...]:
        return play.waiting(state)

    def turn(self, state: State) -> int | None:
        return state.turn

    def round(self, state: State) -> int | None:
        return state.round

    def over(self, state: State) -> bool:
        return state.over

    def standings(self, state: State) -> tuple[Standing, ...]:
        return ranked([(points, (oil,)) for points, oil in zip(state.points, state.oil, strict=True)])

    def totals(self, state: State, viewer: Viewer) -> tuple[int | None, ...]:
        return state.points

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return forms.options(state, seat)

    def next_field(self, state: State, seat: int, kind: str, chosen: Chosen) -> Field | None:
        return forms.next_field(state, seat, kind, chosen)

    def quick(self, state: State, seat: int) -> tuple[Quick, ...]:
        return forms.quick(state, seat)

    def correctable(self, state: State, seat: int) -> tuple[tuple[str, int, int], ...]:
        return play.correctable(state, seat)

    def holdings(self, state: State, viewer: Viewer) -> dict[str, dict[str, Json]]:
        held: dict[str, dict[str, Json]] = {}
        for seat in play.seats_of(state):
            seen = state.over or viewer.sees(seat)
            held[str(seat)] = {
                "oil": state.oil[seat - 1],
                "points": state.points[seat - 1],
                "hidden": list(state.hidden[seat - 1]) if seen else None,
                "wishes": list(state.wishes[seat - 1]) if seen else None,
                "shown": list(state.shown[seat - 1]),
            }
        return held

    def state_view(self, state: State, viewer: Viewer) -> dict[str, Json]:
        view: dict[str, Any] = codec.to_json(state)
        for name in _SECRETS:
            for seat in play.seats_of(state):
                if not (state.over or viewer.sees(seat)):
                    view[name][seat - 1] = None
        return view

    def move_view(self, state: State, seat: int, move: Move, viewer: Viewer) -> dict[str, Json]:
        view = move_to_json(move)
        if isinstance(move, Hide) and not viewer.sees(seat):
            view |= {"colour": None, "value": None, "wish": None}
        return view

    def tell(self, before: State, seat: int, move: Move, after: State, viewer: Viewer) -> Text:
        if isinstance(move, Hide) and viewer.sees(seat):
            return say("lanterns.told.hide_this", seat=seat, card=f"{move.colour.value}:{move.value}", wish=move.wish)
        return say(f"lanterns.told.{move.kind}", seat=seat)

    def seat_colours(self, state: State) -> tuple[tuple[str, ...], ...]:
        return tuple((colour,) for colour in self.colours[: len(state.names)])


LANTERNS = Lanterns()
