"""Pebbles: the smallest possible game, made up for the tests and for docs/game.md.

A heap of pebbles for 2 to 5 players:

P1  In turn, each takes one to three pebbles, though not as many as were taken just before, or else rolls a die.
P2  A player who rolls takes as many as the die shows; nothing if there are fewer.
P3  When the heap is gone, most pebbles win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.rules.base_game import Lines, PlainGame, PlainMatch
from companion.rules.components import Component, ComponentKind, component_word
from companion.rules.fields import ChanceField, Choice, Field, Json, NumberField, OneOf, SetupField
from companion.rules.moves import Line, Move
from companion.rules.rule_errors import Refusal
from companion.rules.scene import CardRow, Cards, Lie, Scene
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take one to three pebbles (P1)."""

    kind: ClassVar[str] = "take"
    n: int


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """Take as many as a die shows (P1, P2)."""

    kind: ClassVar[str] = "roll"
    chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game at one moment."""

    heap: int
    pebbles: tuple[int, ...]
    """Pebbles taken by each seat, from seat 1."""
    last: int = 0
    """Number of pebbles taken just before."""
    turn_no: int = 1


@dataclass(frozen=True, kw_only=True)
class Match(PlainMatch):
    """A game of Pebbles being played."""

    unit = "pebbles"
    components: ClassVar[Mapping[str, Component]] = {
        "pebbles": Component(
            name="pebbles", word=component_word("pebbles.thing.pebbles"), kind=ComponentKind.AMOUNT, worth=1
        )
    }

    def active_seats(self, state: State) -> tuple[int, ...]:
        return ((state.turn_no - 1) % len(self.names) + 1,) if state.heap else ()

    def turn(self, state: State) -> int | None:
        return next(iter(self.active_seats(state)), None)

    def turn_no(self, state: State) -> int | None:
        return state.turn_no if state.heap else None

    def holdings(self, view: State, seat: int) -> dict[str, Json]:
        return {"pebbles": view.pebbles[seat - 1]}

    def form(self, state: State, seat: int, kind: str) -> tuple[Field, ...]:
        if kind == "roll":
            return (ChanceField(name="chance", label=say("pebbles.die"), draws=(("d6", 1),)),)
        choices = tuple(Choice(n, say("pebbles.take_so_many", n=n), _take_refusal(state, n)) for n in (1, 2, 3))
        return (OneOf(name="n", label=say("pebbles.how_many"), choices=choices),)

    def scene(self, view: State, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        heap = CardRow[Text](id="heap", lie=Lie.STACK, thing="pebbles", count=view.heap)
        return Scene(blocks=(Cards(id="table", name=say("pebbles.heap"), rows=(heap,)),), wide="table")

    def apply(self, state: State, seat: int, move: Take | Roll) -> tuple[State, Lines]:
        n = move.n if isinstance(move, Take) else move.chance[0]
        after = replace(state, turn_no=state.turn_no + 1)
        if n > state.heap:
            return replace(after, last=0), ()
        line = Line(seat, "pebbles", n, say(f"pebbles.why.{move.kind}"), "P1")
        return replace(after, heap=state.heap - n, last=n), (line,)

    def book(self, state: State, lines: Lines) -> State:
        gains = [sum(line.by for line in lines if line.seat == seat) for seat in range(1, len(self.names) + 1)]
        return replace(state, pebbles=tuple(map(sum, zip(state.pebbles, gains, strict=True))))


def _take_refusal(state: State, n: int) -> Refusal | None:
    """Return the reason why this number may not be taken now; None if it may."""
    if n > state.heap:
        return Refusal(say("pebbles.refused.heap", n=state.heap), "P1")
    return Refusal(say("pebbles.refused.last"), "P1") if n == state.last else None


class Pebbles(PlainGame):
    """The game Pebbles."""

    id = "pebbles"
    seats = range(2, 6)
    kinds = (Take, Roll)
    state_type = State
    words = __name__

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        return (SetupField(NumberField(name="heap", label=say("pebbles.option.heap"), low=6, high=30), 15),)

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, Lines]:
        heap: Any = self.checked_options(len(names), options)["heap"]
        return Match(game=self, names=tuple(names), options=options), State(heap, (0,) * len(names)), ()


PEBBLES = Pebbles()
