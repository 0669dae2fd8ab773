"""The match of Expedition, which answers the `Match` protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.expedition import components, corrections, narration, offers, play, scene
from companion.games.expedition.board_figures import BoardFigures
from companion.games.expedition.state import Setup, State
from companion.rules.base_game import BaseMatch, TurnMixin
from companion.rules.components import Component, ComponentCache
from companion.rules.fields import Field, FieldValues, Items, Json
from companion.rules.game import Correctable, PlayedMove, Rematch, Total
from companion.rules.match_functions import same_seats_rematch
from companion.rules.moves import Line, Move
from companion.rules.offers import Offer
from companion.rules.scene import Animation, Scene, SeatNote
from companion.rules.text import Text
from companion.rules.viewer import Viewer


@dataclass(frozen=True, kw_only=True)
class Match(TurnMixin, ComponentCache, Setup, BaseMatch):
    """A game of Expedition being played. Nothing is secret: gold is public (E17), and cards are not tracked."""

    unit = "gold"

    @property
    def edition(self) -> BoardFigures:
        """The board profile, which holds all figures."""
        return self.board

    def play(self, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
        return play.play(self, state, seat, move)

    def active_seats(self, state: State) -> tuple[int, ...]:
        return (state.turn.seat,) if state.turn else ()

    def offers(self, state: State, seat: int) -> tuple[Offer, ...]:
        return offers.offers(self, state, seat)

    def next_pick(self, state: State, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
        return offers.next_pick(self, state, seat, kind, chosen, items)

    def holdings(self, view: State, seat: int) -> dict[str, Json]:
        return {"gold": view.gold[seat - 1], "camels": list(view.camels[seat - 1])}

    def totals(self, view: State) -> tuple[Total, ...]:
        return tuple(play.total(gold, camels) for gold, camels in zip(view.gold, view.camels, strict=True))

    def make(self, name: str) -> Component:
        return components.component(self, name)

    def seat_component(self, seat: int, name: str) -> Component:
        return components.seat_component(self, seat, name)

    def correctable(self, state: State, seat: int) -> tuple[Correctable, ...]:
        return corrections.correctable(self, state, seat)

    def describe_move(self, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:
        return narration.describe_move(self, before, seat, move, after)

    def pending_gains(self, before: State, after: State, seat: int) -> tuple[str, ...]:
        """Return the crate of the space just reached, if this seat still has to say which it is (E3)."""
        turn = after.turn
        just_reached = (
            turn is not None and turn.crate_at is not None and (before.turn is None or before.turn.crate_at is None)
        )
        return ("crate",) if just_reached and turn is not None and turn.seat == seat else ()

    def describe_turn(self, moves: Sequence[PlayedMove], now: State, viewer: Viewer) -> Text | None:
        return narration.describe_turn(self, moves)

    def seat_notes(self, view: State, seat: int) -> tuple[SeatNote[Text], ...]:
        return scene.seat_notes(self, view, seat)

    def scene(self, view: State, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        return scene.scene(self, view)

    def rematch(self) -> Rematch:
        """Return the rematch: the youngest begins again."""
        return same_seats_rematch(self)

    def animations(
        self, before: State, seat: int, move: Move, after: State, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        return tuple(narration.animations(self, before, after, lines, self.totals(after)))
